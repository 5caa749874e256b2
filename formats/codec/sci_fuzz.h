/*
 * Code that the fuzz targets of SCI's codecs share: a stream must expand as with the
 * plain implementation. Input: two bytes with the expanded size, and the stream.
 */
#ifndef EXH_CODEC_SCI_FUZZ_H
#define EXH_CODEC_SCI_FUZZ_H

#include "expand_fuzz.h"

#include "plain/sci_codecs.h"

typedef struct sci_plain plain_fn(struct exh_bytes src, uint8_t *dst, size_t size);

static inline void check_plain(const uint8_t *data, size_t size, expand_fn *expand,
			       plain_fn *plain_expand)
{
	const size_t wanted = data[0] | (size_t)data[1] << 8;
	const struct exh_bytes src = { data + 2, size - 2, 2 };
	uint8_t *dst, *expected;
	struct exh_error err = { 0 };
	struct exh_expansion done;
	struct sci_plain plain;
	enum exh_status status;

	if (wanted > MOST_EXPANDED)
		return;
	dst = malloc(wanted ? wanted : 1);
	expected = malloc(wanted ? wanted : 1);
	assert(dst && expected);
	plain = plain_expand(src, expected, wanted);
	status = expand(src, dst, wanted, &done, &err);
	assert(status == plain.status);
	assert(done.produced_size == plain.at && done.used_size == (plain.bit + 7) / 8);
	assert(!wanted || memcmp(dst, expected, wanted) == 0);
	assert(!status || err.offset == src.base + plain.fault_bit / 8);
	free(dst);
	free(expected);
}

#endif
