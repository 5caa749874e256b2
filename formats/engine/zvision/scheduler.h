/* Puzzles as the engine runs them: scripts whose lines were looked up, and the scheduler.
 */
#ifndef EXH_ENGINE_ZVISION_SCHEDULER_H
#define EXH_ENGINE_ZVISION_SCHEDULER_H

#include "../../base/common.h"
#include "../../zvision/script_words.h"
#include "exhume/advanced/zvision_fixes.h"

/*
 * A script in the form that the engine runs: lines are parsed once, when the script is
 * loaded.
 *
 * Memory: all of it lies in the arena of exh_zv_program_fill, and is never changed.
 * Source: zvision 9 and 10.
 */

/* A key that no game has: reads as 0, and writes are ignored. */
enum { ZV_NO_KEY = -1 };

/* An argument: a word, which may be a number or "[K]". */
struct zv_argument {
	struct exh_bytes text;
	int32_t number; /* leading digits of the text, 0 if there are none */
	int32_t key;	/* if is_key; may be ZV_NO_KEY */
	bool is_key;
};

struct zv_arguments {
	const struct zv_argument *items;
	size_t count;
};

struct zv_result {
	enum zv_action action;
	int32_t slot; /* a key, or ZV_NO_KEY */
	struct zv_arguments args;
	const struct exh_zv_node *node;
};

struct zv_criterion {
	int32_t key;
	char op;
	bool arg_is_key;
	int64_t arg; /* a number, or a key or ZV_NO_KEY */
	const struct exh_zv_node *node;
};

/* A block of criteria, all of which must hold; there is at least one. */
struct zv_block {
	const struct zv_criterion *criteria;
	size_t count;
};

struct zv_puzzle {
	int32_t key;
	uint8_t flags;
	/* One of them must hold, unless the list is empty. */
	const struct zv_block *blocks;
	size_t block_count;
	const struct zv_result *results;
	size_t result_count;
	bool skips_leaving; /* not checked while a change of place is pending */
	const struct exh_zv_node *node;
};

struct zv_parameter {
	struct exh_bytes name;
	struct zv_arguments args;
	const struct exh_zv_node *node;
};

struct zv_control {
	int32_t key;
	struct exh_bytes type;
	const struct zv_parameter *parameters;
	size_t parameter_count;
	const struct exh_zv_node *node;
};

/* A row of the table of faults that the script had. */
struct zv_fixed {
	const struct zv_fixed *next;
	const struct exh_zv_fix *fix;
	uint32_t line;
};

struct zv_program {
	const char *name; /* name of the file */
	struct exh_zv_script script;
	const struct zv_fixed *fixed; /* NULL: none */
	const struct zv_puzzle *puzzles;
	size_t puzzle_count;
	const struct zv_control *controls;
	size_t control_count;
};

/* Fills a program with the puzzles and controls of its script, which was parsed, and
 * maybe changed. A puzzle whose key is not below key_count is left out and noted: it
 * could never be done. EXH_NO_MEMORY. */
enum exh_status exh_zv_program_fill(int32_t key_count, struct exh_arena *arena,
				    struct zv_program *program, struct exh_notes *notes,
				    struct exh_error *err);

/* Splits a list of arguments into words. False: out of memory. */
bool exh_zv_arguments_make(struct exh_bytes text, int32_t key_count,
			   struct exh_arena *arena, struct zv_arguments *args);

/* Returns the decimal number at the start of the argument, which may have a fraction; 0
 * if there is none. */
double exh_zv_argument_real(const struct zv_argument *argument);

/*
 * State keys and flags, and the puzzles that wait for them: selects puzzles to check, and
 * their order.
 *
 * Memory: programs are borrowed, everything else belongs to the scheduler. Source:
 * zvision 10; formats/engine/zvision/README.md, "Puzzles".
 */

enum zv_scope { ZV_NODEVIEW, ZV_ROOM, ZV_WORLD, ZV_UNIVERSE, ZV_SCOPES };

enum { ZV_KEY_STYLE = 76 /* not 0: each run checks all puzzles */ };

/* The puzzles of a script, by their indices there. */
struct zv_scope_state {
	const struct zv_program *program; /* NULL: no puzzles */
	uint32_t runs;			  /* number of runs since the scope was loaded */
	/* Each has room for all puzzles. is_waiting: true for puzzles in waiting. */
	uint32_t *queue, *waiting;
	uint32_t queue_count, waiting_count;
	bool *is_waiting;
};

/* A mention of a key by a puzzle. */
struct zv_reference {
	enum zv_scope scope;
	uint32_t puzzle;
	uint32_t earlier; /* reference to the same key, counted from 1; 0: none */
};

/* A run of a scope, between two puzzles or two results of one. */
struct zv_run {
	enum zv_scope scope;
	bool is_on, checks_all;
	bool is_leaving; /* a change of place is pending */
	uint32_t next;	 /* index in the queue, or of all puzzles */
	/* True while a puzzle fires; the puzzle, and the number of its results done. */
	bool fires;
	uint32_t puzzle, result;
};

struct zv_scheduler {
	int32_t key_count;
	int32_t *values;
	uint8_t *flags;	  /* EXH_ZV_... bits */
	uint32_t *newest; /* latest reference to each key, counted from 1; 0: none */
	struct zv_reference *references;
	size_t reference_count, reference_capacity;
	/* Scopes whose puzzles are in references, in their order. */
	enum zv_scope listed[ZV_SCOPES];
	size_t listed_count;
	struct zv_scope_state scopes[ZV_SCOPES];
	bool failed; /* out of memory: parts that should be loaded are missing */
};

/* Starts a zeroed scheduler. False: out of memory. Must be freed either way. */
bool exh_zv_scheduler_start(struct zv_scheduler *scheduler, int32_t key_count);
void exh_zv_scheduler_free(struct zv_scheduler *scheduler);
/* Copies to a scheduler with the same number of keys. False: out of memory. */
bool exh_zv_scheduler_copy(struct zv_scheduler *to, const struct zv_scheduler *from);

/* Returns the value of a key; 0 for ZV_NO_KEY. */
static inline int32_t exh_zv_value(const struct zv_scheduler *scheduler, int32_t key)
{
	return key == ZV_NO_KEY ? 0 : scheduler->values[key];
}

static inline bool exh_zv_has_flag(const struct zv_scheduler *scheduler, int32_t key,
				   uint8_t flag)
{
	return key != ZV_NO_KEY && scheduler->flags[key] & flag;
}

/* Set a key or flag, and queue all puzzles that mention the key, even if nothing changes.
 */
void exh_zv_set_value(struct zv_scheduler *scheduler, int32_t key, int32_t value);
void exh_zv_set_flags(struct zv_scheduler *scheduler, int32_t key, uint8_t flags);

/*
 * Loading. exh_zv_scheduler_forget drops all references; then come exh_zv_scope_keep for
 * scopes that stay and exh_zv_scope_load, in the engine's order.
 */
void exh_zv_scheduler_forget(struct zv_scheduler *scheduler);
void exh_zv_scope_keep(struct zv_scheduler *scheduler, enum zv_scope scope);
/* Drops the scope's puzzles. */
void exh_zv_scope_clean(struct zv_scheduler *scheduler, enum zv_scope scope);
/* program NULL: empties the scope. */
void exh_zv_scope_load(struct zv_scheduler *scheduler, enum zv_scope scope,
		       const struct zv_program *program);

/* Attaches a program that has never run to a scope, without setting or listing anything.
 * False: out of memory. */
bool exh_zv_scope_attach(struct zv_scheduler *scheduler, enum zv_scope scope,
			 const struct zv_program *program);

/* True if all criteria of one of the puzzle's blocks hold. */
bool exh_zv_puzzle_holds(const struct zv_scheduler *scheduler,
			 const struct zv_puzzle *puzzle);
bool exh_zv_criterion_holds(const struct zv_scheduler *scheduler,
			    const struct zv_criterion *criterion);

/* Begins a run of a scope. */
void exh_zv_run_begin(struct zv_scheduler *scheduler, enum zv_scope scope,
		      struct zv_run *run);

/* Called with each checked puzzle; may be NULL. */
typedef void zv_checked(void *context, const struct zv_puzzle *puzzle, bool fires);

/* Returns the next puzzle that fires, with its value already 1; the caller performs its
 * results. NULL: the run is over. */
const struct zv_puzzle *exh_zv_run_next(struct zv_scheduler *scheduler,
					struct zv_run *run, zv_checked *checked,
					void *context);

#endif
