#include "expand_fuzz.h"
#include "exhume/advanced/codec.h"

static enum exh_status with_spaces(struct exh_bytes src, uint8_t *dst, size_t size,
				   struct exh_expansion *done, struct exh_error *err)
{
	return exh_lzss_expand(src, EXH_LZSS_SPACES, dst, size, done, err);
}

static enum exh_status as_zvision(struct exh_bytes src, uint8_t *dst, size_t size,
				  struct exh_expansion *done, struct exh_error *err)
{
	return exh_lzss_expand(src, EXH_LZSS_ZVISION, dst, size, done, err);
}

/* The size computed without expanding is that of the expanded stream. */
static void check_size(struct exh_bytes src)
{
	const size_t size = exh_lzss_expanded_size(src);
	uint8_t *dst = malloc(size + 1);
	struct exh_expansion done;

	assert(dst);
	assert(with_spaces(src, dst, size, &done, NULL) == EXH_OK);
	assert(with_spaces(src, dst, size + 1, &done, NULL) == EXH_TRUNCATED);
	assert(done.produced_size == size);
	free(dst);
}

/* The windows differ only in spaces that are zeros in the other; and a stream cut
 * anywhere, which the careful steps expand, gives the same as the wide ones. */
static void check_windows(struct exh_bytes src)
{
	const size_t size = exh_lzss_expanded_size(src);
	uint8_t *spaces = malloc(size + 1), *zvision = malloc(size + 1);

	assert(spaces && zvision);
	assert(with_spaces(src, spaces, size, NULL, NULL) == EXH_OK);
	assert(as_zvision(src, zvision, size, NULL, NULL) == EXH_OK);
	for (size_t i = 0; i < size; i++)
		assert(spaces[i] == zvision[i] || (spaces[i] == ' ' && !zvision[i]));
	for (size_t part = size < 300 ? size : 300; part; part /= 2) {
		with_spaces(src, zvision, part, NULL, NULL);
		assert(memcmp(spaces, zvision, part) == 0);
	}
	free(spaces);
	free(zvision);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_codec(data, size, with_spaces, exh_lzss_pack);
	check_codec(data, size, as_zvision, exh_lzss_pack);
	check_size((struct exh_bytes){ data, size, 0 });
	check_windows((struct exh_bytes){ data, size, 0 });
	return 0;
}
