/* Input: a byte, the palette; then a pic. */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci0_pic.h"

#include "../base/fuzzing.h"

#include "pic_plain.h"

enum { LIMIT = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct exh_sci0_pic_canvas canvas;
static struct plain_pic plain;

static bool is_empty(int map, int x, int y)
{
	const size_t place = (size_t)y * EXH_SCI0_PIC_WIDTH + (size_t)x;

	if (map)
		return !(map == 1 ? canvas.priority : canvas.control)[place];
	return ((x ^ y) & 1 ? canvas.visual[place] >> 4 : canvas.visual[place] & 15) ==
	       15;
}

static void check_bits(void)
{
	for (int map = 0; map < 3; map++)
		for (int y = 0; y < EXH_SCI0_PIC_HEIGHT; y++)
			for (int x = 0; x < EXH_SCI0_PIC_WIDTH; x++)
				assert(is_empty(map, x, y) ==
				       (canvas.empty[map][y * 5 + x / 64] >> x % 64 & 1));
}

/* The plain decoder draws the same maps, up to the same point. */
static void check_maps(struct exh_bytes in, unsigned palette)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	enum exh_status status;

	exh_sci0_pic_clear(&canvas, palette);
	plain_clear(&plain, (int)palette);
	status = exh_sci0_pic_draw(in, &canvas, &notes, &err);
	assert(plain_draw(&plain, in.data, in.size) == !status);
	assert((notes.damage_count > 0) == plain.is_damaged);
	assert(!status || err.offset <= in.size);
	assert(!memcmp(canvas.visual, plain.maps[0], sizeof canvas.visual));
	assert(!memcmp(canvas.priority, plain.maps[1], sizeof canvas.visual));
	assert(!memcmp(canvas.control, plain.maps[2], sizeof canvas.visual));
	assert(!memcmp(canvas.bands, plain.bands, sizeof canvas.bands));
	check_bits();
	exh_arena_free(&arena);
}

/* Writing a whole program's steps gives a program that is no longer and draws the same.
 */
static void check_writing(struct exh_bytes in)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_sci0_pic_writer writer = { .out = &out };
	struct exh_sci0_pic_reader reader = { .in = in };
	struct exh_sci0_pic_step step;

	do {
		if (exh_sci0_pic_next(&reader, &step, NULL)) {
			exh_writer_free(&out);
			return;
		}
		assert(exh_sci0_pic_write(&writer, &step, NULL) == EXH_OK);
	} while (step.kind != EXH_SCI0_PIC_END);
	assert(out.size <= reader.at);
	check_maps(exh_writer_bytes(&out), 0);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned palette;
	struct exh_bytes in;

	if (!size || size > 4096)
		return 0;
	palette = *data++ % EXH_SCI0_PIC_PALETTES;
	size--;
	in = take(&data, &size, size);
	check_maps(in, palette);
	check_writing(in);
	discard(in);
	return 0;
}
