/* How save.c walks over the fields of a state: each function writes one or reads it. */
#ifndef EXH_ENGINE_KEEN_DREAMS_SAVE_WALK_H
#define EXH_ENGINE_KEEN_DREAMS_SAVE_WALK_H

#include "state.h"

#include "../../../base/reader.h"

#include <string.h>

/* Either way. A value that is read is refused when it is above its limit. */
struct walk {
	struct exh_writer *out; /* NULL: it is read */
	struct reader in;
	bool invalid;
	size_t invalid_offset;
};

static inline void refuse(struct walk *w)
{
	if (!w->invalid)
		w->invalid_offset = rd_tell(&w->in);
	w->invalid = true;
}

static inline uint32_t walk_number(struct walk *w, uint32_t value, unsigned size,
				   uint32_t most)
{
	if (w->out) {
		const uint8_t bytes[] = { (uint8_t)value, (uint8_t)(value >> 8),
					  (uint8_t)(value >> 16),
					  (uint8_t)(value >> 24) };

		exh_write_bytes(w->out, bytes, size);
		return value;
	}
	value = size == 1   ? rd_u8(&w->in)
		: size == 2 ? rd_u16le(&w->in)
			    : rd_u32le(&w->in);
	if (value > most) {
		refuse(w);
		return 0;
	}
	return value;
}

static inline void walk_u8(struct walk *w, uint8_t *value)
{
	*value = (uint8_t)walk_number(w, *value, 1, UINT8_MAX);
}

static inline void walk_bool(struct walk *w, bool *value)
{
	*value = walk_number(w, *value, 1, 1) != 0;
}

/* At most most, or NO_SLOT where that is allowed by most. */
static inline void walk_index(struct walk *w, uint16_t *value, uint16_t most)
{
	*value = (uint16_t)walk_number(w, *value, 2, most);
}

static inline void walk_slot(struct walk *w, uint16_t *value, uint16_t count)
{
	*value = (uint16_t)walk_number(w, *value, 2, UINT16_MAX);
	if (*value >= count && *value != NO_SLOT) {
		refuse(w);
		*value = NO_SLOT;
	}
}

static inline void walk_u16(struct walk *w, uint16_t *value)
{
	*value = (uint16_t)walk_number(w, *value, 2, UINT16_MAX);
}

static inline void walk_i16(struct walk *w, int16_t *value)
{
	*value = (int16_t)walk_number(w, (uint16_t)*value, 2, UINT16_MAX);
}

static inline void walk_u32(struct walk *w, uint32_t *value, uint32_t most)
{
	*value = walk_number(w, *value, 4, most);
}

static inline void walk_i32(struct walk *w, int32_t *value)
{
	*value = (int32_t)walk_number(w, (uint32_t)*value, 4, UINT32_MAX);
}

static inline void walk_u64(struct walk *w, uint64_t *value)
{
	const uint32_t low = walk_number(w, (uint32_t)*value, 4, UINT32_MAX);
	const uint32_t high = walk_number(w, (uint32_t)(*value >> 32), 4, UINT32_MAX);

	*value = (uint64_t)high << 32 | low;
}

static inline void write_u32s(struct exh_writer *out, const uint32_t *values,
			      size_t count)
{
	uint8_t bytes[256];
	size_t used = 0;

	for (size_t i = 0; i < count; i++) {
		for (unsigned k = 0; k < 4; k++)
			bytes[used++] = (uint8_t)(values[i] >> 8 * k);
		if (used == sizeof bytes || i + 1 == count) {
			exh_write_bytes(out, bytes, used);
			used = 0;
		}
	}
}

/* Of any value: there are thousands. */
static inline void walk_u32s(struct walk *w, uint32_t *values, size_t count)
{
	const uint8_t *from;

	if (w->out) {
		write_u32s(w->out, values, count);
		return;
	}
	from = rd_take(&w->in, 4 * count);
	for (size_t i = 0; from && i < count; i++, from += 4)
		values[i] = from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
			    (uint32_t)from[3] << 24;
}

static inline void walk_bytes(struct walk *w, uint8_t *bytes, size_t size)
{
	const uint8_t *from;

	if (w->out) {
		exh_write_bytes(w->out, bytes, size);
		return;
	}
	from = rd_take(&w->in, size);
	if (from)
		memcpy(bytes, from, size);
}

#endif
