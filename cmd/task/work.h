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

/* Options that mean the same in all subcommands. */
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
	/* Links may lead out of the given folders */
	bool follow_links;
	/* Encoding of texts of games: a name, or a file with a character map; and the
	 * encoding opened from it, borrowed. NULL: code page 437. */
	const char *encoding_name, *charmap;
	const struct text_encoding *encoding;
	/* A file with names of inputs, one in each line */
	const char *files_from;
	bool null_names; /* a NUL ends each name instead */
	/* Folders: their files override the game's own */
	struct strings loose;
	/* Most bytes of output from one input: see budget.h */
	const char *max_output;
	uint64_t most_output; /* the same in bytes; 0: not given */
	/* For a game of SCI: makes its map from its volumes */
	bool rebuild_map;
	/* Not options: the rest of the command line. */
	char **operands; /* the inputs, or the parts of one input */
	size_t operand_count;
	/* Output goes only to standard output, or to the path of -o: an input needs no
	 * name. */
	bool prints;
	struct kept *kept; /* see common_keep */
	/* Names the commands that have an option: "egagrab/mapdump". False: the
	 * running command has it, or no command has. May be NULL. */
	bool (*option_owners)(const char *running, const char *option, char *out,
			      size_t size);
};

/* Keeps an object made from the options until the request is released; the last one is
 * released first. */
void common_keep(struct common *common, void *thing, void (*release)(void *thing));
void common_release(struct common *common);

#endif
