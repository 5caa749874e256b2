/*
 * Pixels stay within their palette, and decoded pictures survive encoding and decoding,
 * also in place of the old ones.
 *
 * Input: a picture.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/ilbm.h"
#include "searching.h"

#include <assert.h>
#include <string.h>

enum { MAX_PIXELS = SMALLER(1 << 10, 1 << 16) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_out(const struct exh_writer *out, const struct exh_image *image,
		      const uint8_t *hidden)
{
	const size_t count = image->width * image->height;
	struct exh_arena arena = { .limit = 1 << 24 };
	struct exh_image again;
	struct exh_ilbm read;
	uint8_t *again_hidden;

	assert(!out->failed);
	assert(exh_ilbm_open(exh_writer_bytes(out), &read, NULL, NULL) == EXH_OK);
	assert(exh_ilbm_decode(&read, &arena, &again, &again_hidden, NULL, NULL) ==
	       EXH_OK);
	assert(again.width == image->width && again.height == image->height);
	assert(memcmp(again.pixels, image->pixels, count) == 0);
	assert(!hidden == !again_hidden);
	assert(!hidden || memcmp(hidden, again_hidden, count) == 0);
	exh_arena_free(&arena);
}

static void check_again(struct exh_bytes file, const struct exh_ilbm *ilbm,
			const struct exh_image *image, const uint8_t *hidden)
{
	struct exh_writer out = { .limit = 1 << 24 };
	struct exh_image first_row = *image;

	assert(exh_ilbm_encode(ilbm, image, hidden, &out, NULL) == EXH_OK);
	check_out(&out, image, hidden);
	out.size = 0;
	assert(exh_ilbm_replace(file, ilbm, image, hidden, &out, NULL) == EXH_OK);
	check_out(&out, image, hidden);
	out.size = 0;
	first_row.height = 1;
	assert(exh_ilbm_replace(file, ilbm, &first_row, hidden, &out, NULL) == EXH_OK);
	assert(!out.failed);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = 1 << 22 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_image image;
	struct exh_ilbm ilbm;
	uint8_t *hidden;

	if (exh_ilbm_open((struct exh_bytes){ data, size, 0 }, &ilbm, &notes, NULL) ==
		    EXH_OK &&
	    ilbm.width * ilbm.height <= MAX_PIXELS &&
	    exh_ilbm_decode(&ilbm, &arena, &image, &hidden, &notes, NULL) == EXH_OK) {
		for (size_t i = 0; i < image.width * image.height; i++)
			assert(image.pixels[i] < ilbm.palette.count);
		check_again((struct exh_bytes){ data, size, 0 }, &ilbm, &image, hidden);
	}
	exh_arena_free(&arena);
	return 0;
}
