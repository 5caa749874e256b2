/*
 * Options as static data: one table feeds getopt_long, --help, the completions of the
 * shells and the check of the manual, so they cannot disagree.
 */
#ifndef CMD_CLI_OPT_H
#define CMD_CLI_OPT_H

#include "command.h"
#include "task/strings.h"
#include "task/values.h"

enum opt_kind {
	OPT_FLAG,    /* bool */
	OPT_TEXT,    /* const char * */
	OPT_LIST,    /* struct strings: may be repeated */
	OPT_NUMBER,  /* unsigned, from least to most */
	OPT_INTEGER, /* struct given_integer, from least to most */
	OPT_REAL,    /* struct given_real, from least to most */
	OPT_CHOICE,  /* unsigned, the place in choices */
	OPT_MORE,    /* int, one up */
	OPT_LESS,    /* int, one down */
	OPT_HELP,    /* no value */
};

/* Files that its value names. Else they are read, if the argument is a FILE, a DIR or
 * alike. */
enum opt_files {
	OPT_READ,
	OPT_MADE,	 /* written; perhaps read before */
	OPT_READ_BY,	 /* .reads knows */
	OPT_MADE_BESIDE, /* OPT_INTEGER: makes files that are named after operands */
	OPT_NAMED_LATER, /* OPT_FLAG: the user names them while it runs */
	OPT_SAVED_OVER,	 /* a state: read whole at first, and may be written again */
};

/* Another word for a choice: taken, but neither listed nor completed. */
struct opt_alias {
	const char *word, *choice;
};

struct opt {
	int letter; /* 0: the long name only */
	const char *name;
	/* Its name in --help; NULL: takes none. FILE, DIR and their like are completed
	 * with file names: see opt_completes. */
	const char *argument;
	enum opt_kind kind;
	size_t offset; /* of the value in the request */
	double least, most;
	/* OPT_CHOICE: all there are. OPT_TEXT, OPT_LIST: the usual ones, for completions.
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
 * The fields of an option whose value is a member of the request, all but .help. The
 * member's type must fit the kind: it does not compile otherwise.
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

/* Options that several commands share, of a part of the request. */
struct opt_set {
	const struct opt *options; /* ends with name NULL */
	size_t offset;		   /* of that part in the request */
};

/* One option of a command, and where its value is in the request. */
struct opt_place {
	const struct opt *opt;
	size_t offset;
};

enum { OPT_MOST = 64 };

/* All options of a command in the order of --help; how many. */
size_t opt_list(const struct command *self, struct opt_place list[OPT_MOST]);

enum opt_completion { OPT_COMPLETES_NOTHING, OPT_COMPLETES_FILES, OPT_COMPLETES_FOLDERS };

/* What a shell offers for its argument, besides choices. */
enum opt_completion opt_completes(const struct opt *opt);

/* Prints a usage error and where help is. Returns EXIT_USAGE. */
int opt_usage_error(const struct command *self, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
