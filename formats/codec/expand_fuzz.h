/*
 * Holds for each codec that expands to a given size: it stays within its bounds, reports
 * its progress correctly, and packed data expand to the original.
 *
 * Input: two bytes, how much to expand to, and the stream.
 */
#ifndef EXH_CODEC_EXPAND_FUZZ_H
#define EXH_CODEC_EXPAND_FUZZ_H

#undef NDEBUG /* the asserts are what these programs are for */

#include "exhume/codec.h"

#include "searching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXPANDED = SMALLER(1 << 11, UINT16_MAX) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef enum exh_status expand_fn(struct exh_bytes src, uint8_t *dst, size_t size,
				  struct exh_expansion *done, struct exh_error *err);
typedef void pack_fn(struct exh_bytes src, struct exh_writer *out);

static inline void check_pack(const uint8_t *data, size_t size, expand_fn *expand,
			      pack_fn *pack)
{
	struct exh_writer packed = { .limit = 1 << 24 };
	uint8_t *back = malloc(size ? size : 1);
	struct exh_expansion done;

	assert(back);
	pack((struct exh_bytes){ data, size, 0 }, &packed);
	assert(expand((struct exh_bytes){ packed.data, packed.size, 0 }, back, size,
		      &done, NULL) == EXH_OK);
	assert(done.used_size == packed.size && done.produced_size == size);
	assert(size == 0 || memcmp(back, data, size) == 0);
	free(back);
	exh_writer_free(&packed);
}

static inline void check_codec(const uint8_t *data, size_t size, expand_fn *expand,
			       pack_fn *pack)
{
	struct exh_expansion done;
	enum exh_status status;
	size_t wanted;
	uint8_t *dst;

	if (size < 2)
		return;
	wanted = data[0] | (size_t)data[1] << 8;
	if (wanted > MOST_EXPANDED)
		return;
	dst = malloc(wanted ? wanted : 1);
	assert(dst);
	status = expand((struct exh_bytes){ data + 2, size - 2, 0 }, dst, wanted, &done,
			NULL);
	assert(done.used_size <= size - 2 && done.produced_size <= wanted);
	assert(status == EXH_OK || status == EXH_TRUNCATED || status == EXH_INVALID);
	assert((status == EXH_TRUNCATED) == (done.produced_size < wanted));
	for (size_t i = done.produced_size; i < wanted; i++)
		assert(dst[i] == 0);
	/* Packing takes longer than all the rest. */
	if (SMALLER(size % 4 == 1, true))
		check_pack(dst, done.produced_size, expand, pack);
	free(dst);
	if (SMALLER(size % 4 == 2, true))
		check_pack(data, size, expand, pack);
}

#endif
