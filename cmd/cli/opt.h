/* Subcommands and their options. */
#ifndef CMD_CLI_OPT_H
#define CMD_CLI_OPT_H

#include "task/text.h"
#include "task/work.h"

/*
 * A subcommand: its options, and its function.
 */

struct opt;
struct sandbox;
struct opt_set;
struct converter;
struct document;
struct fields;

/* Headings of `exhume --help`, in its order. */
enum family {
	FAMILY_GAMES,
	FAMILY_KEEN,
	FAMILY_SOUND,
	FAMILY_ZVISION,
	FAMILY_SCI,
	FAMILY_OTHER,
	FAMILY_COUNT
};

extern const char *const family_names[FAMILY_COUNT];

/* Bits: common options that a subcommand has. */
enum {
	COMMON_OUTPUT = 1,
	COMMON_JSON = 2,
	COMMON_WORK = 4, /* -j, --progress, -f */
	COMMON_STRICT = 8,
	COMMON_ALL = 15,
	COMMON_LOOSE = 16, /* opens games of SCI */
	COMMON_TEXTS = 32, /* reads or writes texts of games */
	/* Treats letters as bytes; together with COMMON_TEXTS */
	COMMON_BYTES = 64,
	/* Limits the output from one input: budget.h */
	COMMON_BUDGET = 128,
};

/* Files that a subcommand uses besides those of its operands and options. */
enum {
	/* Writes no files beside its operands unless -o names them. */
	COMMAND_WRITES_NAMED = 1,
	/* Makes temporary files or folders for all kinds of inputs. */
	COMMAND_MAKES_TEMPORARY = 2,
	/* May write other files of a game beside -o. */
	COMMAND_WRITES_AROUND = 8,
	/* May write files of other names beside an operand. */
	COMMAND_WRITES_SIBLINGS = 32,
	/* .reads gets -o, too, since it reads files around that. */
	COMMAND_READS_OUTPUT = 16,
};

struct command {
	const char *name;
	enum family family;
	const char *brief; /* one line, no full stop */
	const char *usage; /* arguments in the usage line, after the name */
	/* Options of the subcommand, and the sets of options that --help shows before
	 * them. End with a name, or options, of NULL; either may be NULL. */
	const struct opt *options;
	const struct opt_set *sets;
	unsigned common; /* COMMON_... */
	unsigned files;	 /* COMMAND_... */
	/* Adds further files that the operands name; may be NULL. It runs outside of the
	 * sandbox. */
	void (*reads)(char **operands, size_t count, struct sandbox *sandbox);
	/* The request: a struct that options fill in, with a struct common in it. */
	size_t request_size, common_offset;
	const void *defaults;		   /* a request; NULL: all zeros */
	const struct converter *converter; /* for convert_main; else NULL */
	/* For the schemas: tables of the fields in --json of each input, besides those
	 * of the driver; and other documents that it writes. End with NULL; may be
	 * NULL. */
	const struct fields *const *results;
	const struct document *const *documents;
	/* Gets the request and the operands. Returns the exit status. */
	int (*run)(const struct command *self, void *request, char **operands,
		   size_t count);
};

/* Initializers of .request_size and .common_offset. */
#define COMMAND_REQUEST(type, common_member)                                   \
	.request_size = sizeof(type),                                          \
	.common_offset = _Generic(&((type *)0)->common_member, struct common * \
				  : offsetof(type, common_member))

/* Runs a command whose command line was read. Returns the exit status. */
typedef int command_runner(const struct command *self, void *request, char **operands,
			   size_t count);

/* Parses argv, argv[0] being the command's name, has the command run and frees the
 * request's lists. Returns the exit status. */
int command_main(const struct command *self, int argc, char **argv, command_runner *run);

/* Prints the JSON Schema of the document with this format, for `exhume help --schema`;
 * NULL: a list of the documents of these commands. False: no such document. */
bool schema_print(const struct command *const *all, const char *name,
		  struct exh_error *err);

/* All subcommands by name, ends with NULL. Made by CMake: one for each cmd/NAME.c. */
extern const struct command *const commands[];
/* The same commands without help, which shows documents of the others. */
extern const struct command *const documented_commands[];

/*
 * Options as static data: one table feeds getopt_long, --help, the completions of the
 * shells and the check of the manual, so they cannot disagree.
 */

enum opt_kind {
	OPT_FLAG,    /* bool */
	OPT_TEXT,    /* const char * */
	OPT_LIST,    /* struct strings: may be repeated */
	OPT_NUMBER,  /* unsigned, from least to most */
	OPT_INTEGER, /* struct given_integer, from least to most */
	OPT_REAL,    /* struct given_real, from least to most */
	OPT_CHOICE,  /* unsigned, an index of choices */
	OPT_MORE,    /* int, is incremented */
	OPT_LESS,    /* int, is decremented */
	OPT_HELP,    /* no value */
};

/* Files that the value names. By default they are read, if the argument is a FILE, a
 * DIR or similar. */
enum opt_files {
	OPT_READ,
	/* Written; may be read before */
	OPT_MADE,
	OPT_READ_BY, /* .reads adds the files */
	/* OPT_INTEGER: makes files named after operands */
	OPT_MADE_BESIDE,
	/* OPT_FLAG: a debugger names files in the current folder later */
	OPT_NAMED_LATER,
	/* OPT_FLAG, or OPT_CHOICE except the first: no folder of outputs is made */
	OPT_MAKES_NONE,
	/* A state: read whole at first, and may be written later */
	OPT_SAVED_OVER,
};

/* Another word for a choice: accepted, but neither listed nor completed. */
struct opt_alias {
	const char *word, *choice;
};

struct opt {
	/* Short option; 0: only the long name */
	int letter;
	const char *name;
	/* Name of its argument in --help; NULL: no argument. FILE, DIR and similar
	 * names are completed with file names: see opt_completes. */
	const char *argument;
	enum opt_kind kind;
	size_t offset; /* offset of the value in the request */
	double least, most;
	/* OPT_CHOICE: all words. OPT_TEXT, OPT_LIST: common words, for completions.
	 * Ends with NULL. */
	const char *const *choices;
	const struct opt_alias *aliases; /* OPT_CHOICE; ends with NULL; may be NULL */
	bool is_hidden;			 /* not in --help */
	enum opt_files files;
	/* OPT_READ_BY: adds the files. It runs outside of the sandbox. */
	void (*reads)(const char *value, struct sandbox *sandbox);
	const char *help;
};

/*
 * Initializers of an option whose value is a member of the request, all but .help. The
 * member's type must fit the kind: else it does not compile.
 */
#define FLAG_OPTION(option, request, member) \
	.name = option, OPT_VALUE(OPT_FLAG, bool, request, member)
#define TEXT_OPTION(option, argument_name, request, member) \
	.name = option, .argument = argument_name,          \
	OPT_VALUE(OPT_TEXT, const char *, request, member)
#define LIST_OPTION(option, argument_name, request, member) \
	.name = option, .argument = argument_name,          \
	OPT_VALUE(OPT_LIST, struct strings, request, member)
#define NUMBER_OPTION(option, argument_name, request, member, lower, upper)       \
	.name = option, .argument = argument_name, .least = lower, .most = upper, \
	OPT_VALUE(OPT_NUMBER, unsigned, request, member)
#define INTEGER_OPTION(option, argument_name, request, member, lower, upper)      \
	.name = option, .argument = argument_name, .least = lower, .most = upper, \
	OPT_VALUE(OPT_INTEGER, struct given_integer, request, member)
#define REAL_OPTION(option, argument_name, request, member, lower, upper)         \
	.name = option, .argument = argument_name, .least = lower, .most = upper, \
	OPT_VALUE(OPT_REAL, struct given_real, request, member)
#define CHOICE_OPTION(option, argument_name, request, member, words) \
	.name = option, .argument = argument_name, .choices = words, \
	OPT_VALUE(OPT_CHOICE, unsigned, request, member)
#define OPT_VALUE(opt_kind, c_type, request, member)                             \
	.kind = (opt_kind), .offset = _Generic(&((request *)0)->member, c_type * \
					       : offsetof(request, member))

/* Options that several commands share; their values are in a part of the request. */
struct opt_set {
	const struct opt *options; /* ends with name NULL */
	size_t offset;		   /* offset of that part in the request */
};

/* An option of a command, and the offset of its value in the request. */
struct opt_place {
	const struct opt *opt;
	size_t offset;
};

enum { OPT_MOST = 80 };

/* Names up to three commands that have the option, "egagrab/mapdump". False: the
 * running command has it, or no command has. */
bool option_owners(const struct command *const *all, const char *running,
		   const char *option, char *out, size_t size);

/* Lists all options of a command in the order of --help; returns their number. */
size_t opt_list(const struct command *self, struct opt_place list[OPT_MOST]);

enum opt_completion { OPT_COMPLETES_NOTHING, OPT_COMPLETES_FILES, OPT_COMPLETES_FOLDERS };

/* Returns the kind of files that a shell offers for its argument, besides choices. */
enum opt_completion opt_completes(const struct opt *opt);

/* Prints a usage error and a hint at --help. Returns EXIT_USAGE. */
int opt_usage_error(const struct command *self, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * exhume --options: a table of a subcommand's options.
 */

/*
 * Prints them to standard output, a line each: the completions of shells are made from
 * this table, and the manual is checked against it. Tabs between the columns: SUBCOMMAND,
 * "command", family, brief, usage; or SUBCOMMAND, "option", letter, name, argument,
 * "once" or "repeated", what completes the argument ("files", "folders", "words" or
 * "nothing"), words, help. An empty column is "-".
 */

void option_table_print(const struct command *command);

/*
 * Numbers of an option: 1,4-6. All options that select by number use this.
 */

/* Limit for options that accept any number. */
#define RANGE_UNLIMITED UINT32_MAX

/*
 * Appends the ranges of text to *ranges, to be freed; text NULL: none. Numbers must be
 * below limit, which also ends open ranges. Returns EXIT_DONE, or the result of
 * opt_usage_error.
 */
int ranges_option_parse(const struct command *self, const char *option, const char *text,
			uint32_t limit, struct range **ranges, size_t *count);

/* As ranges_option_parse for an option that may be repeated. */
int ranges_option_parse_all(const struct command *self, const char *option,
			    const struct strings *texts, uint32_t limit,
			    struct range **ranges, size_t *count);

/*
 * --scale of all commands that draw pictures.
 */

enum { SCALE_MOST = 64 };

/* The option's initializer; 0 in the request: not given. */
#define SCALE_OPTION(request, member)                                        \
	{                                                                    \
		NUMBER_OPTION("scale", "N", request, member, 1, SCALE_MOST), \
			.help = "enlarge pictures N times (1 to 64)"         \
	}

/*
 * Words of --device.
 */

/* Other names for the PC's speaker. */
extern const struct opt_alias device_aliases[];

#endif
