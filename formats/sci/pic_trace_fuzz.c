/* Input: a byte, whose lowest bit says if the picture is dithered; then a pic, whose maps
 * are traced. */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci.h"
#include "exhume/advanced/sci_pic.h"

#include "../base/fuzzing.h"

UNTRACED
#include "plain/pic.h"
TRACED

enum {
	LIMIT = 1 << 20,
	MEMORY = 64 << 20,
	MAX_SIZE = SMALLER(100, 1024),
	PIXELS = EXH_SCI_PIC_PIXELS,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local struct exh_sci_pic_canvas canvas;
static _Thread_local struct plain_pic plain;
static _Thread_local uint8_t pixels[PIXELS], drawn[PIXELS];

/* The plain decoder draws the same of what was traced. */
UNTRACED
static void check_program(struct exh_bytes in, bool is_dithered)
{
	plain_clear(&plain, 0);
	assert(plain_draw(&plain, in.data, in.size));
	assert(!memcmp(canvas.priority, plain.maps[1], PIXELS));
	assert(!memcmp(canvas.control, plain.maps[2], PIXELS));
	for (unsigned i = 0; i < PIXELS; i++) {
		const unsigned x = i % PLAIN_WIDTH, y = i / PLAIN_WIDTH;
		const uint8_t color = plain.maps[0][y][x];

		drawn[i] = !is_dithered ? color : (x ^ y) & 1 ? color >> 4 : color & 15;
	}
	assert(!memcmp(pixels, drawn, PIXELS));
}
TRACED

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_sci_pic_target target = { .visual = pixels,
					     .priority = canvas.priority,
					     .control = canvas.control };

	if (!size || size > MAX_SIZE)
		return 0;
	target.is_dithered = *data & 1;
	exh_sci_pic_clear(&canvas, 0);
	(void)!exh_sci_pic_draw((struct exh_bytes){ data + 1, size - 1, 0 }, &canvas,
				&notes, NULL);
	exh_sci_pic_dither(&canvas,
			   target.is_dithered ? EXH_SCI_PIC_EGA : EXH_SCI_PIC_AVERAGE,
			   pixels);
	assert(exh_sci_pic_trace(&target, &arena, &out, NULL) == EXH_OK);
	check_program(exh_writer_bytes(&out), target.is_dithered);
	exh_writer_free(&out);
	exh_arena_free(&arena);
	return 0;
}
