/*
 * Any text as the JSON of a sheet. Of one that is accepted the picture's name leads out
 * of no folder, and each frame has pixels and a time.
 *
 * Input: the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "sheet_read.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_error err = { 0 };
	struct sheet_list list;

	if (sheet_list_read((struct exh_bytes){ data, size, 0 }, &list, &err)) {
		assert(err.status && err.text[0]);
	} else {
		assert(list.count && list.image[0] && !strchr(list.image, '/'));
		for (size_t i = 0; i < list.count; i++)
			assert(list.places[i].width && list.places[i].height &&
			       list.places[i].milliseconds >= 0);
	}
	sheet_list_free(&list);
	return 0;
}
