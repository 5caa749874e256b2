/*
 * Any text as the JSON of a sheet. If it is accepted, the picture's name does not lead
 * out of the folder, and each frame has pixels and a time. If the sheet is small, frames
 * are cut out; they have the stated size, and all pixels are inside.
 *
 * Input: the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "sheet.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, MOST = 1 << 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_cut(const struct sheet_place *place, bool is_indexed)
{
	uint8_t *pixels = malloc(4 * SIDE * SIDE);
	struct png_picture sheet = { SIDE, SIDE, .pixels = pixels }, cut;
	struct exh_error err = { 0 };

	assert(pixels);
	memset(pixels, 7, 4 * SIDE * SIDE);
	sheet.palette.count = is_indexed ? 8 : 0;
	if (sheet_cut(&sheet, place, MOST, &cut, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(cut.width == place->source_width &&
		       cut.height == place->source_height);
		assert(cut.pixels[(is_indexed ? 1 : 4) *
				  (place->source_y * cut.width + place->source_x)] == 7);
	}
	free(cut.pixels);
	free(pixels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct sheet_list list;

	if (sheet_list_read((struct exh_bytes){ data, size, 0 }, &list, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(list.count && list.image[0] && !strchr(list.image, '/'));
		if (sheet_list_is_plain(&list, &err) ||
		    sheet_list_check(&list, SIDE, SIDE, &err))
			assert(err.status && err.text[0]);
		for (size_t i = 0; i < list.count; i++) {
			assert(list.places[i].width && list.places[i].height &&
			       list.places[i].milliseconds >= 0 && list.places[i].name);
			check_cut(&list.places[i], i % 2);
		}
	}
	sheet_list_free(&list);
	return 0;
}
