/* Basics used by most files of this folder: bytes as text, and common failures. */
#ifndef EXH_SCI_BASICS_H
#define EXH_SCI_BASICS_H

#include "../base/common.h"

#include <stddef.h>
#include <string.h>

static inline bool same_bytes(struct exh_bytes a, struct exh_bytes b)
{
	return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

static inline bool text_is(struct exh_bytes bytes, const char *text)
{
	return same_bytes(bytes, bytes_of_text(text));
}

static inline bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* True if the letter, in lower case, may be part of a typed word. */
static inline bool is_typed_letter(uint8_t c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || c >= 0x80;
}

static inline bool is_typed_text(struct exh_bytes text)
{
	for (size_t i = 0; i < text.size; i++)
		if (!is_typed_letter(text.data[i]))
			return false;
	return text.size;
}

/* Orders a and b by the first pair of keys that differ. */
static inline int compare_keys(const long (*keys)[2], size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

/* Index of the first item of a sorted list whose number (at offset place in the item) is
 * at least this; count if there is none. */
static inline size_t first_at_least(const void *items, size_t count, size_t item_size,
				    size_t place, unsigned least)
{
	size_t first = 0, end = count;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;
		uint16_t number;

		memcpy(&number, (const uint8_t *)items + middle * item_size + place,
		       sizeof number);
		if (number < least)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

/*
 * Failures.
 */

/* at: offset of the items in the file, or EXH_NO_OFFSET. */
static inline enum exh_status too_many(const struct exh_arena *arena, size_t count,
				       const char *what, size_t at, struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, at,
			"%zu %s need more than %zu bytes of memory", count, what,
			arena->limit);
}

/* Status after the last write. what: "names need". */
static inline enum exh_status end_writing(const struct exh_writer *out, const char *what,
					  struct exh_error *err)
{
	return out->failed ? exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				      "%s more than %zu bytes", what, out->limit)
			   : EXH_OK;
}

#endif
