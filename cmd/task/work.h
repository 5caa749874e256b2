/* The part of a request that all subcommands share, and how a run ends. */
#ifndef CMD_TASK_WORK_H
#define CMD_TASK_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum exit_status {
	EXIT_DONE = 0,
	EXIT_BAD = 1,	/* some input was bad, or some output could not be written */
	EXIT_USAGE = 2, /* the command line is wrong */
};

enum progress_mode { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };

/* The texts of an option that may be repeated; see strings_add. */
struct strings {
	const char **items;
	size_t count, capacity;
};

struct text_encoding;

/* Options with one meaning everywhere. */
struct common {
	const char *output; /* NULL: in the input's folder, named after it */
	const char *format;
	bool json;
	unsigned jobs; /* at least 1 */
	bool force;
	int verbosity; /* -1 errors only, 0 warnings too, 1 and up: progress */
	enum progress_mode progress;
	bool strict;
	bool no_sandbox, require_sandbox;
	bool follow_links; /* out of the folders that were given */
	/* How texts of games are encoded: a name, or a file with a character map; and
	 * what they were made into, borrowed. NULL: code page 437. */
	const char *encoding_name, *charmap;
	const struct text_encoding *encoding;
	const char *files_from; /* a file that has names of inputs, each in a line */
	bool null_names;	/* a NUL ends each of them */
	struct strings loose;	/* folders: their files count before the game's own */
	const char *max_output; /* how much an input may make: see budget.h */
	uint64_t most_output;	/* the same in bytes; 0: not given */
	bool rebuild_map;	/* of a game of SCI: its map is made from its volumes */
	/* Not options: what else the command line has. */
	char **operands; /* its inputs, or what they are made of */
	size_t operand_count;
	/* The options have nothing written but to standard output, or to where -o says:
	 * an input needs no name. */
	bool prints;
	struct kept *kept; /* see common_keep */
	/* Names the commands that have an option: "egagrab/mapdump". False: the running
	 * one has it, or no command. May be NULL. */
	bool (*option_owners)(const char *running, const char *option, char *out,
			      size_t size);
};

/* Things that the options were made into: they are released with the request, the last
 * one first. */
void common_keep(struct common *common, void *thing, void (*release)(void *thing));
void common_release(struct common *common);

#endif
