/*
 * What a fist control is like, as its description has it: fingers that are up or down,
 * and an animation for each change.
 *
 * Source: zvision 9; formats/engine/zvision/README.md, "Controls".
 */
#ifndef EXH_ENGINE_ZVISION_FIST_H
#define EXH_ENGINE_ZVISION_FIST_H

#include "exhume/base.h"

enum { ZV_FINGERS = 16 };

/* Where a finger is touched while it is up, or down; corners are within it. */
struct zv_fist_box {
	int32_t finger;
	bool is_down;
	int32_t x1, y1, x2, y2;
};

/* From these bits to those; bit i is finger i, and 1 is down. */
struct zv_fist_entry {
	uint32_t from, to;
	int32_t first, last; /* frames */
	int32_t sound;
};

struct zv_fist {
	struct exh_bytes animation; /* its file's name */
	int32_t rectangle[4];	    /* corners */
	int32_t finger_count;	    /* at most ZV_FINGERS */
	bool is_ascending;	    /* fingers are looked at from the first on */
	const struct zv_fist_box *boxes;
	size_t box_count;
	const struct zv_fist_entry *entries;
	size_t entry_count;
};

/* Lines that are no part of such a description are skipped. The file's bytes are
 * borrowed. EXH_INVALID without an animation; EXH_NO_MEMORY. */
enum exh_status exh_zv_fist_read(struct exh_bytes file, struct exh_arena *arena,
				 struct zv_fist *fist, struct exh_error *err);

/* The finger that is touched there; -1: none. */
int32_t exh_zv_fist_finger(const struct zv_fist *fist, uint32_t bits, int64_t x,
			   int64_t y);
/* NULL: nothing is shown for this change. */
const struct zv_fist_entry *exh_zv_fist_entry(const struct zv_fist *fist, uint32_t from,
					      uint32_t to);

#endif
