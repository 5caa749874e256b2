/* A subcommand: its options, and what it does with them. */
#ifndef CMD_CLI_COMMAND_H
#define CMD_CLI_COMMAND_H

#include "task/work.h"

struct opt;
struct sandbox;
struct opt_set;
struct converter;

/* Headings of `exhume --help`, in its order. */
enum family {
	FAMILY_KEEN,
	FAMILY_SOUND,
	FAMILY_ZVISION,
	FAMILY_SCI0,
	FAMILY_ALL,
	FAMILY_COUNT
};

extern const char *const family_names[FAMILY_COUNT];

/* Which of the common options a subcommand has. */
enum {
	COMMON_OUTPUT = 1,
	COMMON_JSON = 2,
	COMMON_WORK = 4, /* -j, --progress, -f */
	COMMON_STRICT = 8,
	COMMON_ALL = 15,
};

/* Files that a subcommand touches, besides those that its operands and options name. */
enum {
	/* Without -o it writes nothing beside its operands. */
	COMMAND_WRITES_NAMED = 1,
	/* It may look into the folders around the one that an operand lies in. */
	COMMAND_READS_ABOVE = 2,
	/* It makes temporary files or folders, whatever its inputs are. */
	COMMAND_MAKES_TEMPORARY = 4,
};

struct command {
	const char *name;
	enum family family;
	const char *brief; /* one line, no full stop */
	const char *usage; /* what follows the name */
	/* Its options, and before them in --help those of sets. End with a name, or
	 * options, of NULL; either may be NULL. */
	const struct opt *options;
	const struct opt_set *sets;
	unsigned common; /* COMMON_... */
	unsigned files;	 /* COMMAND_... */
	/* Adds further files that an operand names; may be NULL. It runs outside of the
	 * sandbox. */
	void (*reads)(const char *operand, struct sandbox *sandbox);
	/* The request: a struct that options fill in, with a struct common in it. */
	size_t request_size, common_offset;
	const void *defaults; /* a request; NULL: all zeros */
	const struct converter *converter; /* for convert_main; else NULL */
	/* Gets the request and the operands. Returns the exit status. */
	int (*run)(const struct command *self, void *request, char **operands,
		   size_t count);
};

/* .request_size and .common_offset. */
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

/* All subcommands by name, ends with NULL. Made by CMake: one for each cmd/NAME.c. */
extern const struct command *const commands[];

#endif
