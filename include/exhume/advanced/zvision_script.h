/*
 * ZVision scripts (.scr): the puzzles and controls of a place.
 *
 * Text:   bytes of Latin-1, in lines that end with CR LF, LF or CR; "#" begins a comment.
 *         The engine reads all of it as lower case; here the original case is kept.
 * Shape:  a tree of the file's lines. Unknown parts stay in place, so printing loses no
 *         text.
 * Memory: the tree lies in the caller's arena and borrows the file's bytes.
 * Source: zvision 9 to 12; formats/zvision/README.md.
 */
#ifndef EXHUME_ADVANCED_ZVISION_SCRIPT_H
#define EXHUME_ADVANCED_ZVISION_SCRIPT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part of the file. Size 0: missing. */
struct exh_zv_span {
	uint32_t offset, size; /* bytes */
};

/* Kind of a node: a block or a line. */
enum exh_zv_node_kind {
	/* Blocks: their children lie between their braces. */
	EXH_ZV_FILE, /* the whole file; has no braces */
	EXH_ZV_PUZZLE,
	EXH_ZV_CONTROL,
	EXH_ZV_CRITERIA,
	EXH_ZV_RESULTS,
	EXH_ZV_FLAGS,
	/* Block whose name has no meaning here; its content is not parsed. */
	EXH_ZV_UNKNOWN,
	/* Lines. */
	EXH_ZV_CRITERION,
	EXH_ZV_RESULT,
	EXH_ZV_FLAG,
	EXH_ZV_PARAMETER,
	EXH_ZV_COMMENT,
	EXH_ZV_UNREAD, /* a line that the engine ignores */
};

/* Oddities of a node, as bits. */
enum {
	EXH_ZV_NO_OPENING = 1, /* a block without its "{" */
	EXH_ZV_NO_CLOSING = 2, /* a block without its "}": another one began */
	EXH_ZV_CUT = 4,	       /* a block without its "}": the file ended */
	EXH_ZV_NO_PAREN = 8,   /* arguments without their ")" */
};

enum {
	/* Flags of a puzzle, as bits. */
	EXH_ZV_ONCE_PER_INST = 1,
	EXH_ZV_DISABLED = 2,
	EXH_ZV_DO_ME_NOW = 4,
};

struct exh_zv_fix;

/* A node of the tree. Fields that its kind does not have are 0 or missing. */
struct exh_zv_node {
	enum exh_zv_node_kind kind;
	unsigned odd; /* bits of oddities */
	/* Position of its first character, from 1; columns are bytes. */
	uint32_t line, column;
	/* PUZZLE, CONTROL: its key. CRITERION: the key on the left. RESULT: the slot,
	 * or -1. FLAG: the bit. */
	int64_t key;
	int64_t arg;	 /* CRITERION: number that the key is compared to */
	bool arg_is_key; /* CRITERION: arg is a key, whose value is compared */
	char op;	 /* CRITERION: '=', '!' (not equal), '>' or '<' */
	/* The line without comment and blanks around it; for an UNKNOWN block without
	 * the brace. */
	struct exh_zv_span text;
	struct exh_zv_span name;      /* RESULT: action. CONTROL: type. PARAMETER, FLAG */
	struct exh_zv_span prefix;    /* RESULT: text before the first ":" */
	struct exh_zv_span slot;      /* RESULT: the slot as written */
	struct exh_zv_span args;      /* RESULT, PARAMETER: between the parentheses */
	struct exh_zv_span rest;      /* text after the parentheses, without meaning */
	struct exh_zv_span comment;   /* from its "#" on */
	struct exh_zv_span close;     /* blocks: last line, if not just "}" */
	uint32_t close_line;	      /* blocks: number of their last line; 0: missing */
	const struct exh_zv_fix *fix; /* row of zvision_fixes.h that applies to it */
	struct exh_zv_node *parent, *first, *last, *next;
};

/* A parsed script. */
struct exh_zv_script {
	struct exh_bytes file;
	/* Text of lines that were added; spans beyond the file's end lie in it. */
	struct exh_bytes added;
	struct exh_zv_node root;
	size_t line_count, puzzle_count, control_count;
};

/*
 * Parses a script. Any text can be parsed, in linear time. EXH_INVALID if no line belongs
 * to a puzzle or a control, or for bytes of 0 before the first that does; EXH_LIMIT for 4
 * GiB; EXH_NO_MEMORY: the arena's limit. Blocks left open at the end of the file are
 * noted as damage; exh_zv_script_problems reports other faults. script must not be moved.
 */
EXH_CHECKED enum exh_status exh_zv_script_parse(struct exh_bytes file,
						struct exh_arena *arena,
						struct exh_zv_script *script,
						struct exh_notes *notes,
						struct exh_error *err);

/* Returns the span's bytes, borrowed from the script. */
EXH_API struct exh_bytes exh_zv_script_text(const struct exh_zv_script *script,
					    struct exh_zv_span span);

/* Returns the next node of a walk over the tree, blocks before their children; NULL
 * after the last. Begins with &script->root. */
EXH_API const struct exh_zv_node *exh_zv_script_next(const struct exh_zv_node *node);

/* Takes the next argument from the front of *args. False if there is none. Blanks and
 * commas separate arguments, except inside brackets. */
EXH_API bool exh_zv_script_argument(struct exh_bytes *args, struct exh_bytes *argument);

/* True if an argument is the value of a key, "[K]"; sets *key. */
EXH_API bool exh_zv_argument_is_key(struct exh_bytes argument, int64_t *key);

/* Appends Latin-1 text as UTF-8, optionally in lower case. */
EXH_API void exh_zv_latin1_to_utf8(struct exh_bytes text, bool lower,
				   struct exh_writer *out);

/*
 * Appends the script in its canonical form: one indented line for each of the tree's,
 * ended by LF; comments are kept. It parses to the same tree.
 */
EXH_API void exh_zv_script_print(const struct exh_zv_script *script,
				 struct exh_writer *out);

/* Receives the number of the file's line that a printed line comes from; 0: none, as of
 * a blank line or a brace that is missing. */
typedef void exh_zv_line_fn(void *context, uint32_t line);

/* The same, and calls a function after each line. */
EXH_API void exh_zv_script_print_lines(const struct exh_zv_script *script,
				       struct exh_writer *out, exh_zv_line_fn *line,
				       void *context);

/*
 * Faults of a script by itself.
 */
enum exh_zv_problem_kind {
	EXH_ZV_PROBLEM_UNREAD, /* an ignored line or block */
	EXH_ZV_PROBLEM_BRACE,
	EXH_ZV_PROBLEM_PAREN,
	EXH_ZV_PROBLEM_REST, /* ignored text */
	EXH_ZV_PROBLEM_SLOT,
	/* Unknown action; control and parameter are unknown, too. */
	EXH_ZV_PROBLEM_ACTION,
	EXH_ZV_PROBLEM_CONTROL,
	EXH_ZV_PROBLEM_PARAMETER,
	/* From here on, faults of meaning, not of syntax. */
	EXH_ZV_PROBLEM_ARGUMENTS, /* too few, too many */
	EXH_ZV_PROBLEM_KEY,	  /* out of range */
	EXH_ZV_PROBLEM_DUPLICATE, /* key of a puzzle */
	EXH_ZV_PROBLEM_CRITERIA,  /* criteria that can't be true */
	EXH_ZV_PROBLEM_UNREACHED,
	EXH_ZV_PROBLEM_EMPTY, /* a block of criteria that has only comments */
	/* Only in sets of scripts (exhume/advanced/zvision_script_set.h): */
	EXH_ZV_PROBLEM_NEVER_WRITTEN, /* a key that is read and never written */
	EXH_ZV_PROBLEM_NO_SWITCHED,   /* neither puzzle nor control has the key */
	EXH_ZV_PROBLEM_NO_FILE,
	EXH_ZV_PROBLEM_NO_PLACE,
	EXH_ZV_PROBLEM_OTHER_SCOPE,  /* a key that only other places set */
	EXH_ZV_PROBLEM_AFTER_CHANGE, /* a result after a change to the place itself */
	EXH_ZV_PROBLEM_TIMER_REST,   /* a test that misses the rest of a timer */
	EXH_ZV_PROBLEM_RECTANGLE,    /* almost twice as large as its film */
	EXH_ZV_PROBLEM_BLANKS,	     /* missing around the operator of a criterion */
};

/* A fault. Valid during the report. */
struct exh_zv_problem {
	enum exh_zv_problem_kind kind;
	const struct exh_zv_node *node;
	uint32_t line, column; /* from 1; columns are bytes */
	size_t offset;	       /* bytes; EXH_NO_OFFSET: unknown */
	char text[192];	       /* lower case, no full stop */
};

typedef void exh_zv_problem_fn(void *context, const struct exh_zv_problem *problem);

/* Returns the name for JSON, such as "unknown-action". It is static. */
EXH_API const char *exh_zv_problem_name(enum exh_zv_problem_kind kind);

/* Reports all faults in the order of the file, except for duplicates, which come last.
 * False if out of memory. */
EXH_API bool exh_zv_script_problems(const struct exh_zv_script *script,
				    exh_zv_problem_fn *report, void *context);

/*
 * Uses of keys, places and files by a script.
 */
enum exh_zv_use_kind {
	EXH_ZV_USE_READ,
	EXH_ZV_USE_WRITE,
	EXH_ZV_USE_ENABLE,
	EXH_ZV_USE_DISABLE,
	EXH_ZV_USE_PUZZLE,  /* a puzzle's own key: read, and 1 after it fired */
	EXH_ZV_USE_CONTROL, /* a control's own key */
	EXH_ZV_USE_PLACE,
	EXH_ZV_USE_FILE,
};

/* A use. Valid during the report. */
struct exh_zv_use {
	enum exh_zv_use_kind kind;
	int64_t key;	       /* READ to CONTROL: the key */
	struct exh_bytes text; /* FILE: its name; PLACE: the arguments */
	/* PLACE: world, room, node and view in lower case; empty if the arguments
	 * don't give them. "0000" is the previous place. */
	char place[5];
	/* Such as "assign", "criteria", "push_toggle"; static. */
	const char *how;
	const struct exh_zv_node *owner; /* puzzle or control */
	const struct exh_zv_node *node;	 /* the line */
	uint32_t line, column;
};

typedef void exh_zv_use_fn(void *context, const struct exh_zv_use *use);

/* Reports all uses of a script, in the order of the file. */
EXH_API void exh_zv_script_uses(const struct exh_zv_script *script, exh_zv_use_fn *report,
				void *context);

/* Returns the purpose for which the engine itself reads and writes the key, or NULL.
 * It is static. */
EXH_API const char *exh_zv_key_meaning(int64_t key);

#ifdef __cplusplus
}
#endif

#endif
