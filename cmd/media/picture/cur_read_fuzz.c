/*
 * Any bytes as a cursor file. An accepted cursor has pixels, all of which are read, and
 * indexes within the palette; cursors of 16 colours are written and read again, and are
 * the same.
 *
 * Input: the file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "picture.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes and reads it again. Transparent pixels get another index then. */
static void check_again(const struct cur_picture *cur)
{
	const struct exh_image image = { cur->colors.width, cur->colors.height,
					 cur->indexes };
	struct exh_writer out = { .limit = 1 << 20 };
	struct cur_picture again;

	cur_encode(&image, &cur->palette, cur->hot_x, cur->hot_y, &out);
	assert(!cur_decode(exh_writer_bytes(&out), 16, &again, NULL));
	assert(again.hot_x == cur->hot_x && again.hot_y == cur->hot_y);
	assert(again.colors.width == image.width && again.colors.height == image.height);
	assert(memcmp(again.indexes, cur->indexes, image.width * image.height) == 0);
	cur_free(&again);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct cur_picture cur;

	if (cur_decode((struct exh_bytes){ data, size, 0 }, 16, &cur, &err)) {
		assert(err.status && err.text[0]);
	} else {
		const size_t count = cur.colors.width * cur.colors.height;
		unsigned sum = 0;

		assert(count && !cur.colors.palette.count);
		for (size_t i = 0; i < count * 4; i++)
			sum += cur.colors.pixels[i];
		assert(sum <= count * 4 * 255 && cur.inverted <= count);
		for (size_t i = 0; cur.indexes && i < count; i++)
			assert(cur.indexes[i] < cur.palette.count);
		if (cur.palette.count == 16)
			check_again(&cur);
	}
	cur_free(&cur);
	return 0;
}
