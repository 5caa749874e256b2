/*
 * For any file: its picture is within its bounds and has 15 bits, and notes are true; the
 * picture survives writing and reading in both formats.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/zvision.h"
#include "exhume/advanced/zvision_picture.h"

#include "../base/fuzzing.h"

enum { MAX_PIXELS = 1 << 12, LIMIT = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const struct exh_zv_picture *picture, struct exh_writer *out)
{
	const size_t count = picture->width * picture->height;
	uint16_t *back = malloc(count * sizeof *back);
	struct exh_expansion done;
	struct exh_zv_tga tga;

	assert(back && !out->failed);
	assert(exh_zv_tga_open(exh_writer_bytes(out), &tga, NULL, NULL) == EXH_OK);
	assert(tga.width == picture->width && tga.height == picture->height);
	assert(exh_zv_tga_decode(&tga, back, count, &done, NULL, NULL) == EXH_OK);
	assert(done.used_size == tga.data.size && done.produced_size == 2 * count);
	assert(memcmp(back, picture->pixels, 2 * count) == 0);
	free(back);
	exh_writer_free(out);
}

static void check_picture(const struct exh_zv_tga *tga, struct exh_notes *notes)
{
	const size_t count = tga->width * tga->height;
	struct exh_zv_picture picture = { tga->width, tga->height,
					  malloc(count * sizeof(uint16_t)) };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_expansion done;

	assert(picture.pixels);
	assert(exh_zv_tga_decode(tga, picture.pixels, count, &done, notes, NULL) ==
	       EXH_OK);
	assert(done.used_size <= tga->data.size);
	assert(done.produced_size <=
	       count * (tga->kind == EXH_ZV_TGA && tga->bits == 8 ? 1 : 2));
	for (size_t i = 0; i < count; i++)
		assert(picture.pixels[i] <= 0x7fff);
	assert(exh_zv_tgz_write(&picture, &out, NULL) == EXH_OK);
	check_again(&picture, &out);
	out = (struct exh_writer){ .limit = LIMIT };
	if (exh_zv_tga_write(&picture, &out, NULL) == EXH_OK)
		check_again(&picture, &out);
	else
		assert(picture.width > 0xffff || picture.height > 0xffff);
	free(picture.pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size);
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_tga tga;

	if (exh_zv_tga_open(file, &tga, &notes, NULL) == EXH_OK) {
		assert(tga.width && tga.height <= EXH_ZV_PICTURE_PIXELS / tga.width);
		if (tga.height <= MAX_PIXELS / tga.width)
			check_picture(&tga, &notes);
	}
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
