/*
 * ZVision's worlds as maps: the places of a game's scripts, the ways between them, the
 * places that can be reached, and the shortest path.
 *
 * Ways:   a result that changes the place. A way in the script of a room, a world or the
 *         universe leads from all its places; a way "back" leads to no known place.
 * Limits: criteria are weighed, not solved: a path may need a state that can't be had at
 *         that time.
 * Memory: all of it lies in the caller's arena and borrows the cross references.
 * Source: zvision 9 to 11.
 */
#ifndef EXHUME_ADVANCED_ZVISION_ATLAS_H
#define EXHUME_ADVANCED_ZVISION_ATLAS_H

#include "zvision_script_set.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No index of a place. */
#define EXH_ZV_NOWHERE ((size_t)-1)

/* A place: a node's view in a room. */
struct exh_zv_atlas_place {
	const char *name; /* four letters */
	size_t script;	  /* index of its script */
	const char *kind; /* "flat", "pana" or "tilt", static */
	/* The first picture that its script sets; size 0: none. */
	struct exh_bytes picture;
	size_t control_count; /* controls that the player can use */
	size_t way_count;     /* ways that lead away, also those of its room and world */
	size_t entry_count;   /* ways that lead here */
	bool is_reached;      /* set by exh_zv_atlas_reach */
};

/* A way. */
struct exh_zv_atlas_way {
	const struct exh_zv_way *way;
	/* Index of the place, or EXH_ZV_NOWHERE: "0000", or a place without a script. */
	size_t to;
	/*
	 * Set by exh_zv_atlas_weigh. is_impossible: its puzzle never fires, as lint
	 * finds, or needs a value that no script writes. needs: number of criteria, of
	 * the block with the fewest, that neither hold when the game begins, nor read a
	 * key that the same script writes.
	 */
	bool is_impossible;
	uint32_t needs;
};

/* The map of a game's world. */
struct exh_zv_atlas {
	struct exh_zv_atlas_place *places; /* sorted by name */
	size_t place_count;
	struct exh_zv_atlas_way *ways; /* in the order of the cross references */
	size_t way_count;
};

/* Makes the atlas. xref is that of the same scripts and names (exh_zv_set_xref). NULL
 * scripts are skipped; of two scripts with one name the first counts. False if out of
 * memory. */
EXH_API bool exh_zv_atlas_make(const struct exh_zv_script *const *scripts,
			       const char *const *names, size_t count,
			       const struct exh_zv_xref *xref, struct exh_arena *arena,
			       struct exh_zv_atlas *out);

/* Returns the index of a place, or EXH_ZV_NOWHERE if there is none of this name. */
EXH_API size_t exh_zv_atlas_find(const struct exh_zv_atlas *atlas, const char *name);

/* True if the player can take this way at that place. */
EXH_API bool exh_zv_atlas_leads(const struct exh_zv_atlas *atlas,
				const struct exh_zv_atlas_way *way, size_t place);

/* Marks start and all places that ways from it lead to. Marked places stay marked.
 * False if out of memory. */
EXH_API bool exh_zv_atlas_reach(struct exh_zv_atlas *atlas, size_t start,
				struct exh_arena *arena);

/* Weighs the criteria of all ways, with the scripts and references that the atlas was
 * made of. False if out of memory. */
EXH_API bool exh_zv_atlas_weigh(struct exh_zv_atlas *atlas,
				const struct exh_zv_script *const *scripts, size_t count,
				const struct exh_zv_xref *xref);

/* Order of paths, the best one first. */
enum exh_zv_atlas_order {
	EXH_ZV_BY_WAYS,	 /* fewest ways, then fewest needs */
	EXH_ZV_BY_NEEDS, /* fewest needs, then fewest ways */
};

/*
 * Finds the best path from a place to another in this order; of several equal ones, the
 * path of the first ways. Impossible ways are used only if there is no other path. *count
 * is 0, and *path NULL, if there is no path, or if both are the same place. False if out
 * of memory.
 */
EXH_API bool exh_zv_atlas_path(const struct exh_zv_atlas *atlas, size_t from, size_t to,
			       enum exh_zv_atlas_order order, struct exh_arena *arena,
			       const struct exh_zv_atlas_way *const **path,
			       size_t *count);

#ifdef __cplusplus
}
#endif

#endif
