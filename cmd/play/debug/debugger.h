/* Shared parts of all engines' debuggers: commands and breakpoints. */
#ifndef CMD_PLAY_DEBUG_DEBUGGER_H
#define CMD_PLAY_DEBUG_DEBUGGER_H

#include "task/report.h"

#include <exhume/base.h>

/*
 * Commands: lines of standard input; answers go to standard output. Every debugger has
 * "help"; tables list the other commands. An engine's debugger has a struct debugger as
 * its first member, so that its commands find it.
 */

enum { DEBUGGER_WORDS = 16 };

struct debugger;
struct completion;

struct debugger_command {
	const char *name, *other; /* a shorter name; NULL: none */
	size_t least, most;	  /* allowed number of words after the name */
	const char *usage;	  /* usage text for the words */
	const char *help;
	/* Runs the command. False: wrong, with the reason in d->out. */
	bool (*run)(struct debugger *d);
};

struct debugger_type {
	/* NULL-terminated; each table ends with a command without a name. */
	const struct debugger_command *const *tables;
	int name_width, usage_width; /* widths of the columns of help */
	bool is_stored;		     /* out is in the game's encoding, not UTF-8 */
	/* Appends more help, after the tables. */
	void (*help)(struct debugger *d);
	/* Runs a command that is in no table. 1: done; 0: no such command; below 0:
	 * wrong, with the reason in d->out. */
	int (*run_other)(struct debugger *d, const char *name);
	/* Adds names that complete a word after the character before. 0: it is the first
	 * word of the line, which may be a command of the tables. */
	void (*complete)(struct debugger *d, char before, struct completion *c);
};

struct debugger {
	const struct debugger_type *type;
	struct report *report;
	struct line_input *input;
	bool is_terminal;
	struct exh_writer out; /* shown after each command */
	unsigned line;	       /* number of lines read */
	const char *text;      /* the line that is run */
	char *const *words;    /* words of the line after the command's name */
	size_t count;
	bool goes_on; /* the command that was read lets the game run */
	bool quits;
	char *last; /* the command that an empty line repeats, at a terminal */
	struct debug_breaks {
		struct debug_break *items;
		size_t count, capacity;
		unsigned last; /* number */
	} breaks;
};

void debugger_open(struct debugger *d, const struct debugger_type *type,
		   struct report *report);
void debugger_close(struct debugger *d);

/* Shows the text appended to d->out. */
void debugger_flush(struct debugger *d);
/* Runs commands until the game goes on or the user quits. */
void debugger_take_commands(struct debugger *d);
/* True if the user at a terminal has interrupted the game. */
bool debugger_is_interrupted(const struct debugger *d);

/* Joins words with blanks; to be freed. */
char *debugger_join(char *const *words, size_t count);

/* Reads a number from 0 to most, decimal or after 0x. */
bool debugger_number(const char *text, unsigned most, unsigned *out);

/* Adds a name if it begins with the word. */
void completion_add(struct completion *c, struct exh_bytes name);

/*
 * Breakpoints. Their conditions belong to the engine.
 */

struct debug_break {
	unsigned number; /* from 1 */
	char *text;	 /* text given by the user; owned */
	bool is_watch;
	unsigned long hits;
	void *place; /* condition in the engine's own form; owned */
};

/* Adds a breakpoint, takes over text and place, and appends its number to d->out. */
void debugger_add_break(struct debugger *d, char *text, void *place, bool is_watch);
/* Counts a stop at b, and appends a message unless it is a watch. */
void debugger_hit(struct debugger *d, struct debug_break *b);

/* Commands. */
bool debugger_list_breaks(struct debugger *d);
/* Deletes breakpoint N, or all. */
bool debugger_delete_break(struct debugger *d);
bool debugger_quit(struct debugger *d);

/*
 * Input of commands: a terminal with line editing and completion, or any other standard
 * input.
 */

/*
 * Completes the last word of a line of size bytes. Appends to added the common rest of
 * all names that begin with the word, and to list the names, separated by blanks. Returns
 * their number.
 */
typedef size_t line_complete(void *context, const char *line, size_t size,
			     struct exh_writer *added, struct exh_writer *list);

/* Version of libedit, NULL if this build has none. */
const char *line_input_version(void);

struct line_input;

/* complete may be NULL; close takes NULL. */
struct line_input *line_input_open(line_complete *complete, void *context);
void line_input_close(struct line_input *input);

/* True if the input and the output are a terminal. */
bool line_input_is_terminal(const struct line_input *input);

/* Returns the next line without its end, valid until the next call; NULL: no more
 * lines. */
const char *line_input_line(struct line_input *input);

/* Splits a line into words, in place. Returns their number; words beyond room are
 * ignored. */
size_t line_words(char *line, char **words, size_t room);

#endif
