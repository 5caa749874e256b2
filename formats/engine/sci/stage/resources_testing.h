/*
 * Resources for tests of the stage, small enough to work with by hand.
 *
 * Font 0: lines of 8 rows; a character is a box of 6 rows, with an empty column on its
 * right; a space is empty. Widths, with that column: 4, but 2 for i, 3 for a space, 5 for
 * control characters and 8 for W. It has 127 characters.
 *
 * View 0, all of key 0: loop 0 has a cel of 10 by 20 pixels of colour 4 (dx 2, dy 1), and
 * one of 5 by 6 of colour 5; loop 1, mirrored, 10 by 20, whose left half is of colour 1
 * and the right one of colour 2 as it is stored; loops 2 and 3 are 3 by 3 of colour 6.
 * View 1: 7 by 4 of colour 7, dy 253.
 */
#ifndef EXH_ENGINE_SCI0_STAGE_RESOURCES_TESTING_H
#define EXH_ENGINE_SCI0_STAGE_RESOURCES_TESTING_H

#include "../../../base/testing.h"

#include "calls_testing.h"
#include "exhume/advanced/sci_font.h"

enum { BOX_ROWS = 6, LINE_ROWS = 8, CHARACTERS = 127, MOST_PARTS = 8 };

struct stage_resources {
	struct tested t;
	struct exh_arena arena;
	struct exh_sci_part parts[MOST_PARTS];
	size_t part_count;
};

static inline void add_part(struct stage_resources *r, unsigned type, unsigned number,
			    struct exh_bytes bytes)
{
	assert_true(r->part_count < MOST_PARTS);
	r->parts[r->part_count++] =
		(struct exh_sci_part){ type, number, exh_memdup(&r->arena, bytes) };
}

static inline int width_of_character(unsigned code)
{
	return code < ' ' ? 5 : code == ' ' ? 3 : code == 'i' ? 2 : code == 'W' ? 8 : 4;
}

/* Adds a font of boxes with these widths. */
static inline void add_font(struct stage_resources *r, unsigned number,
			    const uint8_t *widths, size_t count, unsigned line_rows)
{
	struct exh_sci_glyph glyphs[EXH_SCI_FONT_GLYPHS];
	const struct exh_sci_font font = { .line_height = (uint16_t)line_rows,
					   .glyphs = glyphs,
					   .glyph_count = count };
	struct exh_writer out = { .limit = 1 << 16 };
	uint8_t rows[EXH_SCI_FONT_GLYPHS][BOX_ROWS * 2];
	struct exh_error err;

	for (size_t i = 0; i < count; i++) {
		const unsigned width = widths[i], pitch = (width + 7) / 8;
		const unsigned bits = width > 1 && i != ' ' ? 0xffffu << (17 - width) : 0;

		for (unsigned y = 0; y < BOX_ROWS; y++)
			for (unsigned k = 0; k < pitch; k++)
				rows[i][y * pitch + k] = (uint8_t)(k ? bits : bits >> 8);
		glyphs[i] =
			(struct exh_sci_glyph){ .width = (uint8_t)width,
						.height = BOX_ROWS,
						.rows = { rows[i],
							  (size_t)pitch * BOX_ROWS, 0 } };
	}
	if (exh_sci_font_write(&font, &out, &err))
		fail_msg("%s", err.text);
	add_part(r, EXH_SCI_FONT, number, exh_writer_bytes(&out));
	exh_writer_free(&out);
}

static inline struct exh_sci_cel_source box_cel(struct stage_resources *r, int width,
						int height, int left, int right)
{
	struct exh_sci_cel_source cel = { .width = (uint16_t)width,
					  .height = (uint16_t)height };
	struct exh_writer rle = { .limit = 1 << 16 };
	uint8_t pixels[1024];

	for (int i = 0; i < width * height; i++)
		pixels[i] = (uint8_t)(i % width < width / 2 ? left : right);
	exh_sci_cel_encode(pixels, (size_t)width * (size_t)height, &rle);
	cel.rle = exh_memdup(&r->arena, exh_writer_bytes(&rle));
	exh_writer_free(&rle);
	return cel;
}

static inline void add_view(struct stage_resources *r, unsigned number,
			    const struct exh_sci_loop_source *loops, size_t count)
{
	const struct exh_sci_view_source view = { .loops = loops, .loop_count = count };
	struct exh_writer out = { .limit = 1 << 16 };
	struct exh_error err;

	if (exh_sci_view_write(&view, &out, &err))
		fail_msg("%s", err.text);
	add_part(r, EXH_SCI_VIEW, number, exh_writer_bytes(&out));
	exh_writer_free(&out);
}

static inline void add_views(struct stage_resources *r)
{
	struct exh_sci_cel_source first[] = { box_cel(r, 10, 20, 4, 4),
					      box_cel(r, 5, 6, 5, 5) };
	struct exh_sci_cel_source mirrored = box_cel(r, 10, 20, 1, 2),
				  small = box_cel(r, 3, 3, 6, 6),
				  low = box_cel(r, 7, 4, 7, 7);
	const struct exh_sci_loop_source loops[] = {
		{ .source = 0, .cels = first, .cel_count = 2 },
		{ .source = 1, .is_mirrored = true, .cels = &mirrored, .cel_count = 1 },
		{ .source = 2, .cels = &small, .cel_count = 1 },
		{ .source = 3, .cels = &small, .cel_count = 1 },
	};
	const struct exh_sci_loop_source other = { .cels = &low, .cel_count = 1 };

	first[0].dx = mirrored.dx = 2;
	first[0].dy = mirrored.dy = 1;
	low.dy = -3;
	add_view(r, 0, loops, 4);
	add_view(r, 1, &other, 1);
}

/* Further resources must be added before. */
static inline void start_stage(struct stage_resources *r)
{
	uint8_t widths[CHARACTERS];
	struct exh_error err;

	r->arena.limit = 1 << 22;
	for (unsigned i = 0; i < CHARACTERS; i++)
		widths[i] = (uint8_t)width_of_character(i);
	add_font(r, 0, widths, CHARACTERS, LINE_ROWS);
	add_views(r);
	r->t.parts = r->parts;
	r->t.part_count = r->part_count;
	if (!tested_start(&r->t, EXH_SCI_ANIMATE_CORRECTED, &err))
		fail_msg("%s", err.text);
	memset(r->t.s->visual, 9, sizeof r->t.s->visual);
	memset(r->t.s->shown, 9, sizeof r->t.s->shown);
	r->t.s->pic_not_valid = 0;
}

static inline void end_stage(struct stage_resources *r)
{
	tested_end(&r->t);
	exh_arena_free(&r->arena);
}

/* Calls a function of the stage, with references and numbers. */
#define CALL(r, name, ...)                                  \
	tested_named(&(r)->t, name, (reg[]){ __VA_ARGS__ }, \
		     sizeof((reg[]){ __VA_ARGS__ }) / sizeof(reg))
#define N(value) stage_int(value)
/* The same; the result is a number. */
#define RESULT(r, name, ...) ((int16_t)CALL(r, name, __VA_ARGS__).offset)

/* Returns a text as an argument; number: 0 or 1. */
static inline reg text_in(struct stage_resources *r, unsigned number, const char *text)
{
	const reg at = exh_sci_vm_string(r->t.s->vm, number);

	assert_true(exh_sci_vm_write(
		r->t.s->vm, at,
		(struct exh_bytes){ (const uint8_t *)text, strlen(text) + 1, 0 }));
	return at;
}

/* Checks all pixels of a rectangle on the screen, half-open. */
static inline void assert_area(const uint8_t *map, int left, int top, int right,
			       int bottom, unsigned color)
{
	for (int y = top; y < bottom; y++)
		for (int x = left; x < right; x++)
			if (map[y * STAGE_WIDTH + x] != color)
				fail_msg("%d,%d is %u, not %u", x, y,
					 map[y * STAGE_WIDTH + x], color);
}

/* Checks the box of a character, and the empty column after it. */
static inline void assert_character(const uint8_t *map, int x, int y, char c,
				    unsigned color, unsigned back)
{
	const int width = width_of_character((uint8_t)c);

	assert_area(map, x, y, x + width - 1, y + BOX_ROWS, color);
	assert_area(map, x + width - 1, y, x + width, y + BOX_ROWS, back);
}

#endif
