/* Views of the burrow: the mole of the garden as a cast member, what he meets, and one of
 * what views may be and seldom are. */
#include "burrow.h"
#include "dreams.h"
#include "sci_volume.h"

#include <exhume/sci.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_LOOPS = 8, MAX_CELS = 8, FRAME_BYTES = 1 << 15, ENDED = 0xff };

/* A loop of sprites of the garden, or one that shares the cels of another. */
struct loop {
	bool is_mirrored;
	unsigned source;		 /* its own number: it has cels */
	unsigned char sprites[MAX_CELS]; /* up to ENDED */
};

struct view {
	struct loop loops[MAX_LOOPS];
	size_t count;
};

/* clang-format off */
static const struct view views[] = {
	/* The mole: to the right, to the left, from the front, from behind on a ladder; the
	 * left again; and a mirrored loop with its own cel. */
	{ { { false, 0, { 2, 3, 4, 5, ENDED } },
	    { true, 0, { ENDED } },
	    { false, 2, { 18, 19, 20, ENDED } },
	    { false, 3, { 67, 68, 69, ENDED } },
	    { true, 0, { ENDED } },
	    { true, 5, { 1, ENDED } } }, 6 },
	/* Those of the garden. */
	{ { { false, 0, { 31, 32, 33, ENDED } },
	    { false, 1, { 142, 145, 148, 151, ENDED } } }, 2 },
};
/* clang-format on */

/* The least box that has all that is drawn. */
struct box {
	unsigned left, top, right, bottom;
};

static struct box box_of(const struct art *a)
{
	struct box box = { a->width, a->height, 0, 0 };

	for (unsigned y = 0; y < a->height; y++)
		for (unsigned x = 0; x < a->width; x++) {
			if (a->pixels[y * a->width + x] == ART_TRANSPARENT)
				continue;
			box.left = x < box.left ? x : box.left;
			box.right = x >= box.right ? x + 1 : box.right;
			box.top = y < box.top ? y : box.top;
			box.bottom = y + 1;
		}
	if (!box.right)
		box = (struct box){ 0, 0, 1, 1 };
	return box;
}

/* A colour that nothing is drawn in. */
static uint8_t free_color(const struct art *a)
{
	bool used[ART_TRANSPARENT + 1] = { false };
	uint8_t color = 3;

	for (unsigned i = 0; i < a->width * a->height; i++)
		used[a->pixels[i]] = true;
	while (used[color % 16])
		color++;
	return color % 16;
}

/* pixels: room for the box; rle is appended. */
static struct exh_sci_cel_source cel_of(unsigned sprite, struct exh_writer *rle)
{
	static uint8_t pixels[ART_MAX_WIDTH * ART_MAX_HEIGHT];
	struct exh_sci_cel_source cel = { 0 };
	const size_t start = rle->size;
	struct art_sprite info;
	struct art art;
	struct box box;
	size_t count = 0;

	if (!dreams_sprite(sprite, &art, &info))
		abort();
	box = box_of(&art);
	cel.key = free_color(&art);
	cel.width = (uint16_t)(box.right - box.left);
	cel.height = (uint16_t)(box.bottom - box.top);
	/* All of a loop stand on the middle of the cell that they were drawn on. */
	cel.dx = (int8_t)((int)box.left + cel.width / 2 - (int)art.width / 2);
	for (unsigned y = box.top; y < box.bottom; y++)
		for (unsigned x = box.left; x < box.right; x++) {
			const uint8_t color = art.pixels[y * art.width + x];

			pixels[count++] = color == ART_TRANSPARENT ? cel.key : color;
		}
	exh_sci_cel_encode(pixels, count, rle);
	cel.rle = (struct exh_bytes){ rle->data + start, rle->size - start, 0 };
	return cel;
}

static void write_view(const struct exh_sci_loop_source *loops, size_t count,
		       struct exh_writer *out)
{
	const struct exh_sci_view_source view = { .loops = loops, .loop_count = count };
	struct exh_error err;

	sci_check(exh_sci_view_write(&view, out, &err), &err, "view");
}

static void write_cast(const struct view *view, struct exh_writer *out)
{
	struct exh_sci_cel_source cels[MAX_LOOPS][MAX_CELS];
	struct exh_sci_loop_source loops[MAX_LOOPS] = { 0 };
	struct exh_writer rle[MAX_LOOPS][MAX_CELS];

	for (size_t i = 0; i < view->count; i++) {
		const struct loop *loop = &view->loops[i];

		loops[i].is_mirrored = loop->is_mirrored;
		loops[i].source = loop->source;
		loops[i].cels = cels[i];
		for (; loop->sprites[loops[i].cel_count] != ENDED; loops[i].cel_count++) {
			const size_t k = loops[i].cel_count;

			rle[i][k] = (struct exh_writer){ .limit = FRAME_BYTES };
			cels[i][k] = cel_of(loop->sprites[k], &rle[i][k]);
		}
	}
	write_view(loops, view->count, out);
	for (size_t i = 0; i < view->count; i++)
		for (size_t k = 0; k < loops[i].cel_count; k++)
			exh_writer_free(&rle[i][k]);
}

/* One pixel; a row and a column longer than a run; only the key; an origin far
 * away. */
static void write_odd(struct exh_writer *out)
{
	static const struct {
		uint16_t width, height;
		int8_t dx, dy;
		uint8_t key, color;
	} shapes[] = {
		{ 1, 1, 0, 0, 0, 15 },	     { 40, 1, -20, 3, 5, 12 },
		{ 1, 40, 127, -128, 15, 1 }, { 9, 7, 4, -3, 6, 6 },
		{ 16, 16, -8, 8, 10, 0 },
	};
	enum { SHAPES = sizeof shapes / sizeof shapes[0] };
	struct exh_sci_cel_source cels[SHAPES];
	struct exh_sci_loop_source loops[2] = {
		{ .source = 0, .unused = 0x5a5a, .cels = cels, .cel_count = SHAPES },
		{ .source = 0, .is_mirrored = true },
	};
	struct exh_writer rle[SHAPES];
	uint8_t pixels[16 * 16];

	for (size_t i = 0; i < SHAPES; i++) {
		const size_t count = (size_t)shapes[i].width * shapes[i].height;

		memset(pixels, shapes[i].color, count);
		for (size_t k = 0; k < count && i == SHAPES - 1; k += 1 + k % 7)
			pixels[k] = (uint8_t)(k % 16);
		rle[i] = (struct exh_writer){ .limit = FRAME_BYTES };
		exh_sci_cel_encode(pixels, count, &rle[i]);
		cels[i] = (struct exh_sci_cel_source){
			shapes[i].width, shapes[i].height, shapes[i].dx,
			shapes[i].dy,	 shapes[i].key,	   exh_writer_bytes(&rle[i])
		};
	}
	write_view(loops, 2, out);
	for (size_t i = 0; i < SHAPES; i++)
		exh_writer_free(&rle[i]);
}

void burrow_view(unsigned number, struct exh_writer *out)
{
	if (number < sizeof views / sizeof views[0])
		write_cast(&views[number], out);
	else
		write_odd(out);
}
