/* What fuzz targets share: an input cut into parts. Needs asserts that count. */
#ifndef EXH_BASE_FUZZING_H
#define EXH_BASE_FUZZING_H

#include "exhume/base.h"

#include "searching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The next size bytes, or what is left, in a copy of exactly their size: the address
 * sanitizer sees the first byte after it. */
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
