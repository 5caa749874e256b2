/* Helpers for fuzz targets: an input cut into parts. Needs active asserts. */
#ifndef EXH_BASE_FUZZING_H
#define EXH_BASE_FUZZING_H

#include "exhume/base.h"

#include "searching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Takes the next size bytes, or the rest, in a copy of exactly that size: the address
 * sanitizer sees accesses after it. */
static inline struct exh_bytes take(const uint8_t **data, size_t *left, size_t size)
{
	uint8_t *copy;

	if (size > *left)
		size = *left;
	copy = malloc(size ? size : 1);
	assert(copy);
	memcpy(copy, *data, size);
	*data += size;
	*left -= size;
	return (struct exh_bytes){ copy, size, 0 };
}

static inline void discard(struct exh_bytes bytes)
{
	free((void *)bytes.data);
}

#endif
