/* Shared by the tests of the codecs that expand to a given size. */
#ifndef EXH_CODEC_EXPAND_TESTING_H
#define EXH_CODEC_EXPAND_TESTING_H

#include "exhume/codec.h"

#include "../base/testing.h"

enum { EXPAND_BASE = 0x100 }; /* the file offset of each stream */

typedef enum exh_status expand_fn(struct exh_bytes src, uint8_t *dst, size_t size,
				  struct exh_expansion *done, struct exh_error *err);

/* Expands an exact copy of src. */
static inline enum exh_status expand_tight(expand_fn *expand, const void *src,
					   size_t src_size, uint8_t *dst, size_t size,
					   struct exh_expansion *done,
					   struct exh_error *err)
{
	uint8_t *tight = tight_copy(src, src_size);
	const struct exh_bytes bytes = { tight, src_size, EXPAND_BASE };
	const enum exh_status status = expand(bytes, dst, size, done, err);

	free(tight);
	return status;
}

/* Checks that each beginning of src expands to a beginning of the whole output, and is
 * EXH_TRUNCATED. */
static inline void assert_shorter_is_truncated(expand_fn *expand, const void *src,
					       size_t src_size, const void *whole,
					       size_t size)
{
	uint8_t *dst = malloc(size);

	assert_non_null(dst);
	for (size_t n = 0; n < src_size; n++) {
		struct exh_expansion done;
		struct exh_error err;

		memset(dst, 0xee, size);
		assert_int_equal(expand_tight(expand, src, n, dst, size, &done, &err),
				 EXH_TRUNCATED);
		assert_int_equal(err.offset, EXPAND_BASE + n);
		assert_memory_equal(dst, whole, done.produced_size);
		for (size_t i = done.produced_size; i < size; i++)
			assert_int_equal(dst[i], 0);
	}
	free(dst);
}

#endif
