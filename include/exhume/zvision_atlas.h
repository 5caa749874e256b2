/*
 * ZVision's worlds as maps: the places of a game's scripts, the ways between them, what
 * can be reached, and the shortest path.
 *
 * Ways:   a result that changes the place. One in the script of a room, a world or the
 *         universe leads from all places of it; one "back" leads to no known place.
 * Limits: criteria are weighed, not solved: a path may need what can't be had at that
 * time. Memory: all of it lies in the caller's arena and borrows the cross references.
 * Source: zvision 9 to 11.
 */
#ifndef EXHUME_ZVISION_ATLAS_H
#define EXHUME_ZVISION_ATLAS_H

#include "zvision_script_set.h"

#ifdef __cplusplus
extern "C" {
#endif

#define EXH_ZV_NOWHERE ((size_t)-1)

struct exh_zv_atlas_place {
	const char *name; /* four letters */
	size_t script;	  /* index */
	const char *kind; /* "flat", "pana" or "tilt", static */
	/* The first picture that its script sets; size 0: none. */
	struct exh_bytes picture;
	size_t control_count; /* those that the player can use */
	size_t way_count;     /* that lead away, those of its room and world included */
	size_t entry_count;   /* that lead here */
	bool is_reached;      /* by exh_zv_atlas_reach */
};

struct exh_zv_atlas_way {
	const struct exh_zv_way *way;
	size_t to; /* place, or EXH_ZV_NOWHERE: "0000", or one without a script */
	/*
	 * Of exh_zv_atlas_weigh. is_impossible: its puzzle never fires, as lint finds, or
	 * needs what nothing writes. needs: criteria, of the block with the fewest, that
	 * neither hold when the game begins, nor are of a key that its own script writes.
	 */
	bool is_impossible;
	uint32_t needs;
};

struct exh_zv_atlas {
	struct exh_zv_atlas_place *places; /* by name */
	size_t place_count;
	struct exh_zv_atlas_way *ways; /* in the order of the cross references */
	size_t way_count;
};

/* xref is of these scripts and names (exh_zv_set_xref). NULL scripts are skipped; of two
 * of a name the first counts. False when out of memory. */
EXH_API bool exh_zv_atlas_make(const struct exh_zv_script *const *scripts,
			       const char *const *names, size_t count,
			       const struct exh_zv_xref *xref, struct exh_arena *arena,
			       struct exh_zv_atlas *out);

/* The index of a place; EXH_ZV_NOWHERE: there is none of this name. */
EXH_API size_t exh_zv_atlas_find(const struct exh_zv_atlas *atlas, const char *name);

/* Can the player take this way there? */
EXH_API bool exh_zv_atlas_leads(const struct exh_zv_atlas *atlas,
				const struct exh_zv_atlas_way *way, size_t place);

/* Marks all places that ways from start lead to, and start itself. Those that were marked
 * stay so. False when out of memory. */
EXH_API bool exh_zv_atlas_reach(struct exh_zv_atlas *atlas, size_t start,
				struct exh_arena *arena);

/* Weighs the criteria of all ways, of the same scripts and references that the atlas was
 * made of. False when out of memory. */
EXH_API bool exh_zv_atlas_weigh(struct exh_zv_atlas *atlas,
				const struct exh_zv_script *const *scripts, size_t count,
				const struct exh_zv_xref *xref);

enum exh_zv_atlas_order {
	EXH_ZV_BY_WAYS,	 /* the fewest ways, then the fewest needs */
	EXH_ZV_BY_NEEDS, /* the other way round */
};

/*
 * The path from a place to another that is best in this order; of several such paths,
 * that of the first ways. Impossible ways are in it only if there is no other. *count is
 * 0, and *path NULL, if there is none, or if both are the same place. False when out of
 * memory.
 */
EXH_API bool exh_zv_atlas_path(const struct exh_zv_atlas *atlas, size_t from, size_t to,
			       enum exh_zv_atlas_order order, struct exh_arena *arena,
			       const struct exh_zv_atlas_way *const **path,
			       size_t *count);

#ifdef __cplusplus
}
#endif
#endif
