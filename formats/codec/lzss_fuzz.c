#include "expand_fuzz.h"

/* The size that is told without expanding is the one that all of the stream gives. */
static void check_size(struct exh_bytes src)
{
	const size_t size = exh_lzss_expanded_size(src);
	uint8_t *dst = malloc(size + 1);
	struct exh_expansion done;

	assert(dst);
	assert(exh_lzss_expand(src, dst, size, &done, NULL) == EXH_OK);
	assert(exh_lzss_expand(src, dst, size + 1, &done, NULL) == EXH_TRUNCATED);
	assert(done.produced_size == size);
	free(dst);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_codec(data, size, exh_lzss_expand, exh_lzss_pack);
	check_size((struct exh_bytes){ data, size, 0 });
	return 0;
}
