/*
 * All ZVision scripts of a game together: the keys, places and files that they use,
 * faults that show only in all of them, and the ways between places.
 *
 * Memory: scripts are borrowed while uses and findings in them are used.
 * Source: zvision 9 to 12.
 */
#ifndef EXHUME_ADVANCED_ZVISION_SCRIPT_SET_H
#define EXHUME_ADVANCED_ZVISION_SCRIPT_SET_H

#include "zvision_script.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A use by one of the scripts. */
struct exh_zv_set_use {
	struct exh_zv_use use;
	size_t script; /* index of the script */
};

/* Uses sorted by key, then by script, line and column; places and files come last. */
struct exh_zv_set_uses {
	struct exh_zv_set_use *items;
	size_t count, capacity;
};

/* Collects the uses of all scripts. NULL scripts are skipped. False if out of memory;
 * free *out either way. */
EXH_API bool exh_zv_set_uses(const struct exh_zv_script *const *scripts, size_t count,
			     struct exh_zv_set_uses *out);
EXH_API void exh_zv_set_uses_free(struct exh_zv_set_uses *uses);

/* Returns the number of uses from first on with the same key; 0 for a place or a file. */
EXH_API size_t exh_zv_set_same_key(const struct exh_zv_set_uses *uses, size_t first);

/* True if the game has a file of this name, which is in lower case. */
typedef bool exh_zv_has_file_fn(void *context, const char *name);

typedef void exh_zv_set_problem_fn(void *context, size_t script,
				   const struct exh_zv_problem *problem);

/* Reports faults of keys, and of names of places and files, that show only in all
 * scripts of a game. has_file NULL: names are not checked. */
EXH_API void exh_zv_set_problems(const struct exh_zv_set_uses *uses,
				 exh_zv_has_file_fn *has_file,
				 exh_zv_set_problem_fn *report, void *context);

/* Finds the size of an animation's frames, as they are stored, by the name of its file in
 * lower case. False: it is not known. */
typedef bool exh_zv_film_size_fn(void *context, const char *name, size_t *width,
				 size_t *height);

/* Knowledge of a game besides its scripts; each may be NULL. */
struct exh_zv_lint_sources {
	const char *const *names; /* names of the scripts' files, without folders */
	exh_zv_has_file_fn *has_file;
	exh_zv_film_size_fn *film_size;
	void *context;	  /* context of both functions */
	bool checks_form; /* criteria without blanks are faults, too */
};

/* Reports faults that show in the places of scripts: keys of effects that only other
 * places start, assignments after a change to the place itself, tests that miss the rest
 * of a timer, rectangles that are almost twice as large as a film, missing blanks. */
EXH_API void exh_zv_set_scope_problems(const struct exh_zv_script *const *scripts,
				       size_t count,
				       const struct exh_zv_lint_sources *sources,
				       const struct exh_zv_set_uses *uses,
				       exh_zv_set_problem_fn *report, void *context);

/*
 * Lint: the faults of each script, and those of all together.
 */

/* Number of findings that are kept, at most. */
enum { EXH_ZV_MAX_FINDINGS = 100000 };

/* A fault in one of the scripts. */
struct exh_zv_finding {
	size_t script; /* index */
	size_t number; /* in the order in which faults were found */
	struct exh_zv_problem problem;
};

/* Findings, sorted by script, line, column, and the name of the kind. */
struct exh_zv_findings {
	struct exh_zv_finding *items;
	size_t count, capacity;
	size_t left_out; /* findings beyond EXH_ZV_MAX_FINDINGS */
};

/* Collects the faults that exh_zv_script_problems, exh_zv_set_problems and
 * exh_zv_set_scope_problems report. sources may be NULL. False if out of memory; free
 * *out either way. */
EXH_API bool exh_zv_set_lint(const struct exh_zv_script *const *scripts, size_t count,
			     const struct exh_zv_lint_sources *sources,
			     struct exh_zv_findings *out);
EXH_API void exh_zv_findings_free(struct exh_zv_findings *findings);

/*
 * Cross references: the uses of each key, and the targets of ways.
 */

/* The uses of a key. */
struct exh_zv_xref_key {
	int64_t key;
	const char *meaning; /* from exh_zv_key_meaning */
	const struct exh_zv_set_use *uses;
	size_t count;
};

/* A way from one place to another. */
struct exh_zv_way {
	const struct exh_zv_set_use *use;
	const char *from; /* the script's place */
	const char *to;	  /* a place; or the arguments, if they give none */
	bool is_back;	  /* leads to the previous place: to is "0000" */
};

/* Cross references. */
struct exh_zv_xref {
	struct exh_zv_set_uses uses;
	struct exh_zv_xref_key *keys; /* sorted by key */
	size_t key_count;
	struct exh_zv_way *ways; /* sorted by script, line and column */
	size_t way_count;
	/* Places of the scripts whose names have four letters, even if no way leads
	 * there; in the order of the scripts. */
	const char **places;
	size_t place_count;
};

/* Returns the place of a script: its file's name in lower case, without extension.
 * NULL if out of memory. */
EXH_API const char *exh_zv_script_place(const char *name, struct exh_arena *arena);

/* Makes the cross references. names: the scripts' file names, without folders. All but
 * the uses lies in arena. False if out of memory; free *out either way. */
EXH_API bool exh_zv_set_xref(const struct exh_zv_script *const *scripts,
			     const char *const *names, size_t count,
			     struct exh_arena *arena, struct exh_zv_xref *out);
EXH_API void exh_zv_xref_free(struct exh_zv_xref *xref);

#ifdef __cplusplus
}
#endif

#endif
