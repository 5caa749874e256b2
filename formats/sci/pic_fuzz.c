/* Input: a byte, the palette; then a pic. */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci.h"
#include "exhume/advanced/sci_pic.h"

#include "../base/fuzzing.h"

UNTRACED
#include "plain/pic.h"
TRACED

enum { LIMIT = 1 << 20, MAX_SIZE = SMALLER(120, 4096) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Thread_local struct exh_sci_pic_canvas canvas;
static _Thread_local struct plain_pic plain;

/* The bits of the empty pixels of a map are those of its pixels. */
UNTRACED
static void check_bits(const uint8_t *pixels, const uint64_t *bits, bool is_visual)
{
	for (size_t y = 0; y < EXH_SCI_PIC_HEIGHT; y++)
		for (size_t word = 0; word < EXH_SCI_PIC_WIDTH / 64; word++) {
			uint64_t found = 0;

			for (size_t x = 0; x < 64; x++) {
				const unsigned pixel = *pixels++;
				const unsigned shift = (x ^ y) & 1 ? 4 : 0;
				const bool is_empty =
					is_visual ? (pixel >> shift & 15) == 15 : !pixel;

				found |= (uint64_t)is_empty << x;
			}
			assert(found == *bits++);
		}
}
TRACED

/* The plain decoder draws the same maps, up to the same point. */
static void check_maps(struct exh_bytes in, unsigned palette)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	enum exh_status status;

	exh_sci_pic_clear(&canvas, palette);
	plain_clear(&plain, (int)palette);
	status = exh_sci_pic_draw(in, &canvas, &notes, &err);
	assert(plain_draw(&plain, in.data, in.size) == !status);
	assert((notes.damage_count > 0) == plain.is_damaged);
	assert(!status || err.offset <= in.size);
	assert(!memcmp(canvas.visual, plain.maps[0], sizeof canvas.visual));
	assert(!memcmp(canvas.priority, plain.maps[1], sizeof canvas.visual));
	assert(!memcmp(canvas.control, plain.maps[2], sizeof canvas.visual));
	assert(!memcmp(canvas.bands, plain.bands, sizeof canvas.bands));
	for (int32_t y = -1; y <= EXH_SCI_PIC_HEIGHT; y++)
		assert(exh_sci_pic_band(&canvas, y) < 16);
	check_bits(canvas.visual, canvas.empty[0], true);
	check_bits(canvas.priority, canvas.empty[1], false);
	check_bits(canvas.control, canvas.empty[2], false);
	exh_arena_free(&arena);
}

/* Writing a whole program's steps gives a program that is no longer and draws the same.
 */
static void check_writing(struct exh_bytes in)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_sci_pic_writer writer = { .out = &out };
	struct exh_sci_pic_reader reader = { .in = in };
	struct exh_sci_pic_step step;

	do {
		if (exh_sci_pic_next(&reader, &step, NULL)) {
			exh_writer_free(&out);
			return;
		}
		assert(*exh_sci_pic_kind_name(step.kind));
		assert(exh_sci_pic_write(&writer, &step, NULL) == EXH_OK);
	} while (step.kind != EXH_SCI_PIC_END);
	assert(out.size <= reader.at);
	check_maps(exh_writer_bytes(&out), 0);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned palette;
	struct exh_bytes in;

	if (!size || size > MAX_SIZE)
		return 0;
	palette = *data++ % EXH_SCI_PIC_PALETTES;
	size--;
	in = take(&data, &size, size);
	check_maps(in, palette);
	check_writing(in);
	discard(in);
	return 0;
}
