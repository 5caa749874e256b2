/*
 * Faults of the scripts that Zork Nemesis and Zork: Grand Inquisitor were sold with, and
 * what puts them right.
 *
 * Memory: the table is static; new lines of a fixed script lie in the caller's arena.
 * Source: zvision, second part, 8.
 */
#ifndef EXHUME_ADVANCED_ZVISION_FIXES_H
#define EXHUME_ADVANCED_ZVISION_FIXES_H

#include "../zvision.h"
#include "zvision_script.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A row of the table: a known fault. */
struct exh_zv_fix {
	enum exh_zv_game game;
	const char *edition; /* "dvd"; "*": every edition */
	/* Places of the scripts, separated by commas; a "*" at the end of one stands for
	 * any text. */
	const char *where;
	const char *kind;   /* puzzle, control, restore, a type of control or an action */
	const char *id;	    /* key, keys, slot or file; "*": any */
	const char *change; /* change that puts it right; the words are in
			       script_fix_table.c */
	const char *fault;  /* the fault, in plain words */
};

/* State of a script with regard to a fault. */
enum exh_zv_fix_state {
	EXH_ZV_FIX_NOT_FOUND, /* no script has the part that the row names */
	EXH_ZV_FIX_DONE,      /* the script has been put right */
	EXH_ZV_FIX_DIFFERS,   /* the part is another one than the row expects */
	EXH_ZV_FIX_NEEDED,    /* the fault is there */
};

/* The part of a script that a row names. Valid during the report. */
struct exh_zv_fix_found {
	const struct exh_zv_fix *fix;
	enum exh_zv_fix_state state;
	const struct exh_zv_node *node; /* the puzzle, control or result; or NULL */
};

typedef void exh_zv_fix_fn(void *context, const struct exh_zv_fix_found *found);

/* Returns the table of all faults. */
EXH_API const struct exh_zv_fix *exh_zv_fixes(size_t *count);

/* Returns "not found", "fixed", "differs" or "faulty". It is static. */
EXH_API const char *exh_zv_fix_state_name(enum exh_zv_fix_state state);

/* True if the row is about this edition of its game; NULL: unknown. */
EXH_API bool exh_zv_fix_is_for(const struct exh_zv_fix *fix, const char *edition);

/* Appends the change that puts the fault right, in words. */
EXH_API void exh_zv_fix_describe(const struct exh_zv_fix *fix, struct exh_writer *out);

/* Choice of rows: those of a game that hold for a place. */
struct exh_zv_fixing {
	enum exh_zv_game game;
	const char *edition; /* "dvd" or "cd"; NULL: unknown, only rows for every one */
	const char *place;   /* name of the script's file without its extension */
	bool applies;	     /* else the script is only looked at */
};

/*
 * Reports the parts of a script that rows of the table name; for a row of the script's
 * own place also that there is none. If it applies, lines are changed and nodes get their
 * `fix` where the engine has to act; the state is the one before. report may be NULL.
 * EXH_NO_MEMORY: the arena's limit.
 */
EXH_CHECKED enum exh_status exh_zv_script_fix(struct exh_zv_script *script,
					      const struct exh_zv_fixing *fixing,
					      struct exh_arena *arena,
					      exh_zv_fix_fn *report, void *context,
					      struct exh_error *err);

/* True if no edition of the game has this file, which a script names. */
EXH_API bool exh_zv_file_never_was(enum exh_zv_game game, const char *name);

#ifdef __cplusplus
}
#endif

#endif
