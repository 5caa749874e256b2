/* Reads any SVG picture, as the visual map or another. Drawn values are those of the
 * map; the same text always gives the same pixels. */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "pic.h"

#include "searching.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_SIZE = SMALLER(500, 4096) };

static enum exh_status draw(struct exh_bytes in, bool is_visual, uint8_t *pixels)
{
	struct exh_error err = { 0 };
	const enum exh_status status = sci_pic_svg_read(in, is_visual, pixels, &err);

	assert(!status == !*err.text);
	assert(err.offset == EXH_NO_OFFSET || err.offset <= in.size);
	return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t pixels[EXH_SCI_PIC_PIXELS], again[EXH_SCI_PIC_PIXELS];
	bool is_visual;

	if (!size || size > MAX_SIZE)
		return 0;
	is_visual = *data % 2;
	if (draw((struct exh_bytes){ data + 1, size - 1, 0 }, is_visual, pixels))
		return 0;
	/* The picture is large, and a second reading seldom differs. */
	if (SMALLER(size % 8 == 0, true)) {
		draw((struct exh_bytes){ data + 1, size - 1, 0 }, is_visual, again);
		assert(memcmp(pixels, again, sizeof pixels) == 0);
	}
	for (size_t i = 0; i < sizeof pixels; i++)
		assert(is_visual || pixels[i] < 16);
	return 0;
}
