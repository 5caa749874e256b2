/*
 * ZVision scripts (.scr): the puzzles and controls of a place.
 *
 * Text:   bytes of Latin-1, in lines that end with CR LF, LF or CR; "#" begins a comment.
 *         The engine reads all of it as lower case; here the original case is kept.
 * Shape:  a tree of the file's lines. Unknown parts stay in place, so printing loses
 *         nothing.
 * Memory: the tree lies in the caller's arena and borrows the file's bytes.
 * Source: zvision 9 to 12; formats/zvision/README.md.
 */
#ifndef EXHUME_ZVISION_SCRIPT_H
#define EXHUME_ZVISION_SCRIPT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part of the file. Size 0: missing. */
struct exh_zv_span {
	uint32_t offset, size; /* bytes */
};

enum exh_zv_node_kind {
	/* Blocks: their children lie between their braces. */
	EXH_ZV_FILE, /* all of it; has no braces */
	EXH_ZV_PUZZLE,
	EXH_ZV_CONTROL,
	EXH_ZV_CRITERIA,
	EXH_ZV_RESULTS,
	EXH_ZV_FLAGS,
	EXH_ZV_UNKNOWN, /* with a name that has no meaning here; its content is not read
			 */
	/* Lines. */
	EXH_ZV_CRITERION,
	EXH_ZV_RESULT,
	EXH_ZV_FLAG,
	EXH_ZV_PARAMETER,
	EXH_ZV_COMMENT,
	EXH_ZV_UNREAD, /* a line that the engine drops */
};

/* Oddities of a node; bits. */
enum {
	EXH_ZV_NO_OPENING = 1, /* a block without its "{" */
	EXH_ZV_NO_CLOSING = 2, /* a block without its "}": another one began */
	EXH_ZV_CUT = 4,	       /* a block without its "}": the file ended */
	EXH_ZV_NO_PAREN = 8,   /* arguments without their ")" */
};

enum {
	EXH_ZV_ONCE_PER_INST = 1,
	EXH_ZV_DISABLED = 2,
	EXH_ZV_DO_ME_NOW = 4,
};

struct exh_zv_node {
	enum exh_zv_node_kind kind;
	unsigned odd;
	uint32_t line, column; /* of its first character, from 1; columns are bytes */
	/* PUZZLE, CONTROL: its key. CRITERION: the key on the left. RESULT: the slot, or
	 * -1. FLAG: the bit. */
	int64_t key;
	int64_t arg;	 /* CRITERION: what the key is compared to */
	bool arg_is_key; /* ...is the value of this key */
	char op;	 /* CRITERION: '=', '!' (not equal), '>' or '<' */
	/* The line without comment and blanks around it; of an UNKNOWN block without the
	 * brace. */
	struct exh_zv_span text;
	struct exh_zv_span name;    /* RESULT: action. CONTROL: type. PARAMETER, FLAG */
	struct exh_zv_span prefix;  /* RESULT: in front of the first ":" */
	struct exh_zv_span slot;    /* RESULT: as it was written */
	struct exh_zv_span args;    /* RESULT, PARAMETER: between the parentheses */
	struct exh_zv_span rest;    /* text after that, without meaning */
	struct exh_zv_span comment; /* from its "#" on */
	struct exh_zv_span close;   /* of a block: its last line, if not just "}" */
	struct exh_zv_node *parent, *first, *last, *next;
};

struct exh_zv_script {
	struct exh_bytes file;
	struct exh_zv_node root;
	size_t line_count, puzzle_count, control_count;
};

/*
 * Any bytes of text parse, in linear time. EXH_INVALID if no line belongs to a puzzle or
 * a control, or for bytes of 0 before the first that does; EXH_LIMIT for 4 GiB;
 * EXH_NO_MEMORY: the arena's limit. Blocks left open at the end of the file are noted as
 * damage; exh_zv_script_problems reports other faults. script must not be moved.
 */
EXH_CHECKED enum exh_status exh_zv_script_parse(struct exh_bytes file,
						struct exh_arena *arena,
						struct exh_zv_script *script,
						struct exh_notes *notes,
						struct exh_error *err);

/* The span's bytes. */
EXH_API struct exh_bytes exh_zv_script_text(const struct exh_zv_script *script,
					    struct exh_zv_span span);

/* The next node of a walk over all of the tree, blocks before their children; NULL after
 * the last. Begins with &script->root. */
EXH_API const struct exh_zv_node *exh_zv_script_next(const struct exh_zv_node *node);

/* Cuts the next argument off the front of *args; false if there is none. Blanks and
 * commas separate them, except inside brackets. */
EXH_API bool exh_zv_script_argument(struct exh_bytes *args, struct exh_bytes *argument);

/* Is it the value of a key, "[K]"? */
EXH_API bool exh_zv_argument_is_key(struct exh_bytes argument, int64_t *key);

/* Bytes of Latin-1 as UTF-8, optionally in lower case. */
EXH_API void exh_zv_latin1_to_utf8(struct exh_bytes text, bool lower,
				   struct exh_writer *out);

/*
 * Appends the script in its canonical form: one indented line for each of the tree's,
 * ended by LF; comments are kept. It parses to the same tree.
 */
EXH_API void exh_zv_script_print(const struct exh_zv_script *script,
				 struct exh_writer *out);

/*
 * Faults of a script by itself.
 */
enum exh_zv_problem_kind {
	EXH_ZV_PROBLEM_UNREAD, /* a line or block that is dropped */
	EXH_ZV_PROBLEM_BRACE,
	EXH_ZV_PROBLEM_PAREN,
	EXH_ZV_PROBLEM_REST, /* ignored text */
	EXH_ZV_PROBLEM_SLOT,
	EXH_ZV_PROBLEM_ACTION, /* unknown, as are the next two */
	EXH_ZV_PROBLEM_CONTROL,
	EXH_ZV_PROBLEM_PARAMETER,
	/* From here on faults of meaning, not of syntax. */
	EXH_ZV_PROBLEM_ARGUMENTS, /* too few, too many */
	EXH_ZV_PROBLEM_KEY,	  /* out of range */
	EXH_ZV_PROBLEM_DUPLICATE, /* key of a puzzle */
	EXH_ZV_PROBLEM_CRITERIA,  /* that can't be true */
	EXH_ZV_PROBLEM_UNREACHED,
	/* Only of several scripts (exhume/zvision_script_set.h): */
	EXH_ZV_PROBLEM_NEVER_WRITTEN, /* a key that is read */
	EXH_ZV_PROBLEM_NO_SWITCHED,   /* neither puzzle nor control has the key */
	EXH_ZV_PROBLEM_NO_FILE,
	EXH_ZV_PROBLEM_NO_PLACE,
};

struct exh_zv_problem {
	enum exh_zv_problem_kind kind;
	const struct exh_zv_node *node;
	uint32_t line, column;
	size_t offset;	/* EXH_NO_OFFSET: not known */
	char text[192]; /* lower case, no full stop */
};

typedef void exh_zv_problem_fn(void *context, const struct exh_zv_problem *problem);

/* For JSON: "unknown-action". */
EXH_API const char *exh_zv_problem_name(enum exh_zv_problem_kind kind);

/* Calls report for each, in the order of the file, except for duplicates, which come
 * last. False when out of memory. */
EXH_API bool exh_zv_script_problems(const struct exh_zv_script *script,
				    exh_zv_problem_fn *report, void *context);

/*
 * What a script uses: keys, places and files.
 */
enum exh_zv_use_kind {
	EXH_ZV_USE_READ,
	EXH_ZV_USE_WRITE,
	EXH_ZV_USE_ENABLE,
	EXH_ZV_USE_DISABLE,
	EXH_ZV_USE_PUZZLE,  /* the key is this puzzle's: read, and 1 when it has run */
	EXH_ZV_USE_CONTROL, /* the key is this control's */
	EXH_ZV_USE_PLACE,
	EXH_ZV_USE_FILE,
};

struct exh_zv_use {
	enum exh_zv_use_kind kind;
	int64_t key;
	struct exh_bytes text; /* of a file: its name; of a place: the arguments */
	/* World, room, node and view in lower case; empty when the arguments don't say.
	 * "0000" is the previous place. */
	char place[5];
	const char *how;		 /* "assign", "criteria", "push_toggle" */
	const struct exh_zv_node *owner; /* the puzzle or control */
	uint32_t line, column;
};

typedef void exh_zv_use_fn(void *context, const struct exh_zv_use *use);

EXH_API void exh_zv_script_uses(const struct exh_zv_script *script, exh_zv_use_fn *report,
				void *context);

/* What the engine itself reads and writes the key for, or NULL. */
EXH_API const char *exh_zv_key_meaning(int64_t key);

#ifdef __cplusplus
}
#endif
#endif
