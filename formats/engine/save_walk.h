/*
 * One walk over fields for saving and for loading, so that they can't disagree. Numbers
 * are little-endian. What is loaded is checked as it comes: after the first fault nothing
 * is taken any more.
 */
#ifndef EXH_ENGINE_SAVE_WALK_H
#define EXH_ENGINE_SAVE_WALK_H

#include "exhume/base.h"

#include "../base/reader.h"

#include <string.h>

struct save_walk {
	struct exh_writer *out; /* NULL: it loads */
	struct reader in;
	const char *fault; /* NULL: none yet */
};

static inline bool walk_loads(const struct save_walk *w)
{
	return !w->out;
}

static inline void walk_fail(struct save_walk *w, const char *fault)
{
	if (!w->fault)
		w->fault = fault;
}

static inline void walk_u32(struct save_walk *w, uint32_t *value)
{
	uint32_t loaded;

	if (w->out) {
		exh_write_u32le(w->out, *value);
		return;
	}
	loaded = rd_u32le(&w->in);
	if (w->in.failed)
		walk_fail(w, "it ends too early");
	if (!w->fault)
		*value = loaded;
}

static inline void walk_i32(struct save_walk *w, int32_t *value)
{
	uint32_t number = (uint32_t)*value;

	walk_u32(w, &number);
	*value = (int32_t)number;
}

/* A number from least to most; 0 where it is not, if that is in between. */
static inline int32_t walk_within(struct save_walk *w, int32_t value, int32_t least,
				  int32_t most)
{
	int32_t loaded = value;

	walk_i32(w, &loaded);
	if (loaded >= least && loaded <= most)
		return loaded;
	walk_fail(w, "a number is out of its range");
	return least;
}

/* The same for any integer field. */
#define WALK_WITHIN(w, field, type, least, most) \
	((field) = (type)walk_within((w), (int32_t)(field), (least), (most)))

static inline void walk_bool(struct save_walk *w, bool *value)
{
	WALK_WITHIN(w, *value, bool, 0, 1);
}

static inline void walk_u64(struct save_walk *w, uint64_t *value)
{
	uint32_t low = (uint32_t)*value, high = (uint32_t)(*value >> 32);

	walk_u32(w, &low);
	walk_u32(w, &high);
	*value = (uint64_t)high << 32 | low;
}

/* From least to most, as walk_within. */
static inline void walk_i64(struct save_walk *w, int64_t *value, int64_t least,
			    int64_t most)
{
	uint64_t number = (uint64_t)*value;

	walk_u64(w, &number);
	*value = (int64_t)number;
	if (*value >= least && *value <= most)
		return;
	walk_fail(w, "a number is out of its range");
	*value = least;
}

static inline void walk_double(struct save_walk *w, double *value)
{
	uint64_t bits;

	memcpy(&bits, value, sizeof bits);
	walk_u64(w, &bits);
	memcpy(value, &bits, sizeof bits);
}

static inline void walk_bytes(struct save_walk *w, void *bytes, size_t size)
{
	const uint8_t *loaded;

	if (w->out) {
		exh_write_bytes(w->out, bytes, size);
		return;
	}
	loaded = rd_take(&w->in, size);
	if (!loaded)
		walk_fail(w, "it ends too early");
	else if (!w->fault)
		memcpy(bytes, loaded, size);
}

/* Numbers of fewer bits. */
static inline void walk_u8(struct save_walk *w, uint8_t *value)
{
	walk_bytes(w, value, 1);
}

static inline void walk_u16(struct save_walk *w, uint16_t *value)
{
	uint8_t bytes[2] = { (uint8_t)*value, (uint8_t)(*value >> 8) };

	walk_bytes(w, bytes, sizeof bytes);
	*value = (uint16_t)(bytes[0] | bytes[1] << 8);
}

/* Pixels of 4 bits, a byte each. */
void exh_walk_map(struct save_walk *w, uint8_t *map, size_t size);

/* Pixels of 16 bits. */
void exh_walk_pixels(struct save_walk *w, uint16_t *pixels, size_t count);

#endif
