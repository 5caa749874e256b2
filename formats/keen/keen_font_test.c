#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "../base/testing.h"

enum { T = EXH_KEEN_MASKED, HEADER = 770 };

/* A font chunk under construction: the header's fields, and the data after it. */
struct draft {
	uint8_t bytes[HEADER + 100];
	size_t size;
};

static void set_height(struct draft *draft, unsigned height)
{
	draft->bytes[0] = (uint8_t)height;
	draft->bytes[1] = (uint8_t)(height >> 8);
}

static void set_glyph(struct draft *draft, unsigned code, unsigned location,
		      uint8_t width)
{
	draft->bytes[2 + code * 2] = (uint8_t)location;
	draft->bytes[3 + code * 2] = (uint8_t)(location >> 8);
	draft->bytes[2 + 512 + code] = width;
}

static void append(struct draft *draft, const uint8_t *rows, size_t size)
{
	memcpy(draft->bytes + draft->size, rows, size);
	draft->size += size;
}

/* Two rows of two glyphs: A, 5 pixels wide, and B, 10 pixels wide. */
static struct draft plain_font(void)
{
	static const uint8_t a[] = { 0x88, 0x70 }; /* #...#, .###. */
	static const uint8_t b[] = { 0x80, 0x40, 0x01,
				     0x80 }; /* #........#, .......##. */
	struct draft draft = { .size = HEADER };

	set_height(&draft, 2);
	set_glyph(&draft, 'A', HEADER, 5);
	append(&draft, a, sizeof a);
	set_glyph(&draft, 'B', HEADER + 2, 10);
	append(&draft, b, sizeof b);
	return draft;
}

static enum exh_status open_tight(const uint8_t *data, size_t size, bool masked,
				  struct exh_keen_font *font, struct exh_notes *notes,
				  struct exh_error *err)
{
	const struct exh_bytes chunk = { tight_copy(data, size), size, 0x100 };

	return exh_keen_font_open(chunk, masked, font, notes, err);
}

static void close_tight(struct exh_keen_font *font)
{
	free((void *)font->chunk.data);
}

static void assert_glyph(const struct exh_keen_font *font, unsigned code,
			 const uint8_t *expected, size_t count)
{
	uint8_t *pixels = malloc(count);

	assert_non_null(pixels);
	assert_int_equal(font->glyphs[code].width * font->height, count);
	exh_keen_glyph_decode(font, code, pixels);
	assert_memory_equal(pixels, expected, count);
	free(pixels);
}

static void glyphs_are_drawn_leftmost_bit_first(void **state)
{
	static const uint8_t a[] = {
		1, 0, 0, 0, 1, /* #...# */
		0, 1, 1, 1, 0, /* .###. */
	};
	static const uint8_t b[] = {
		1, 0, 0, 0, 0, 0, 0, 0, 0, 1, /* rows are two bytes each */
		0, 0, 0, 0, 0, 0, 0, 1, 1, 0, /* padded with six bits */
	};
	const struct draft draft = plain_font();
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_font font;

	(void)state;
	assert_int_equal(open_tight(draft.bytes, draft.size, false, &font, &notes, NULL),
			 EXH_OK);
	assert_int_equal(notes.warning_count + notes.damage_count, 0);
	assert_int_equal(font.height, 2);
	assert_false(font.masked);
	assert_glyph(&font, 'A', a, sizeof a);
	assert_glyph(&font, 'B', b, sizeof b);
	assert_int_equal(font.glyphs['C'].width, 0);
	close_tight(&font);
}

static void masked_glyphs_have_their_mask_rows_first(void **state)
{
	static const uint8_t rows[] = {
		0x80, 0x60, /* mask: #.., .## */
		0x40, 0xa0, /* data: .#., #.# */
	};
	static const uint8_t expected[] = {
		T, 1, 0,     /* row 0 */
		1, T, T | 1, /* row 1 */
	};
	struct draft draft = { .size = HEADER };
	struct exh_keen_font font;

	(void)state;
	set_height(&draft, 2);
	set_glyph(&draft, 200, HEADER, 3);
	append(&draft, rows, sizeof rows);
	assert_int_equal(open_tight(draft.bytes, draft.size, true, &font, NULL, NULL),
			 EXH_OK);
	assert_true(font.masked);
	assert_glyph(&font, 200, expected, sizeof expected);
	close_tight(&font);
}

static void every_shorter_font_is_truncated_or_loses_glyphs(void **state)
{
	const struct draft draft = plain_font();

	(void)state;
	for (size_t n = 0; n < draft.size; n++) {
		struct exh_arena arena = { .limit = 1 << 16 };
		struct exh_notes notes = { .arena = &arena };
		struct exh_keen_font font;
		struct exh_error err = { 0 };
		const enum exh_status status =
			open_tight(draft.bytes, n, false, &font, &notes, &err);

		assert_int_equal(status, n < HEADER ? EXH_TRUNCATED : EXH_OK);
		if (status == EXH_OK) {
			assert_int_equal(notes.damage_count, n < HEADER + 2 ? 2 : 1);
			assert_int_equal(font.glyphs['A'].width, n < HEADER + 2 ? 0 : 5);
			assert_int_equal(font.glyphs['B'].width, 0);
		} else {
			assert_true(err.offset <= 0x100 + n);
		}
		close_tight(&font);
		exh_arena_free(&arena);
	}
}

static void a_height_below_one_or_above_255_is_refused(void **state)
{
	static const unsigned heights[] = { 0, 256, 0x7fff, 0x8000, 0xffff };

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct draft draft = plain_font();
		struct exh_keen_font font;
		struct exh_error err;

		set_height(&draft, heights[i]);
		assert_int_equal(
			open_tight(draft.bytes, draft.size, false, &font, NULL, &err),
			EXH_INVALID);
		assert_int_equal(err.offset, 0x100);
		close_tight(&font);
	}
}

static void assert_glyph_dropped(const struct draft *draft, unsigned code, bool masked)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_font font;

	assert_int_equal(
		open_tight(draft->bytes, draft->size, masked, &font, &notes, NULL),
		EXH_OK);
	assert_int_equal(notes.damage_count, 1);
	assert_true(has_note(&notes, EXH_DAMAGE, "lie outside the font"));
	assert_int_equal(font.glyphs[code].width, 0);
	assert_int_equal(font.glyphs['A'].width, 5);
	close_tight(&font);
	exh_arena_free(&arena);
}

static void a_glyph_outside_the_chunk_is_dropped_alone(void **state)
{
	/* Inside the header, one byte too far, at the end, far away. */
	static const unsigned outside[] = { 0, HEADER - 1, HEADER + 5, HEADER + 6,
					    0xffff };

	(void)state;
	for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
		struct draft draft = plain_font();

		set_glyph(&draft, 'C', outside[i], 8);
		assert_glyph_dropped(&draft, 'C', false);
	}
}

/* A's two data rows and B's first two are there as A's mask and data. */
static void a_masked_glyph_needs_room_for_both_sets(void **state)
{
	struct draft draft = plain_font();

	(void)state;
	set_glyph(&draft, 'B', HEADER + 3, 8); /* 4 bytes, 3 left */
	assert_glyph_dropped(&draft, 'B', true);
}

static void the_largest_glyphs_overflow_nothing(void **state)
{
	struct draft draft = plain_font();
	struct exh_keen_font font;

	(void)state;
	set_height(&draft, 255);
	set_glyph(&draft, 'A', HEADER, 255);
	assert_int_equal(open_tight(draft.bytes, draft.size, true, &font, NULL, NULL),
			 EXH_OK);
	for (size_t i = 0; i < 256; i++)
		assert_int_equal(font.glyphs[i].width, 0);
	close_tight(&font);
}

/* The pixels of a random font; some codes have no glyph. */
static void roll_glyphs(uint64_t *seed, struct exh_image glyphs[256], size_t height,
			bool masked)
{
	for (size_t code = 0; code < 256; code++) {
		const size_t width = 1 + roll(seed, 20);

		glyphs[code] = (struct exh_image){ 0 };
		if (roll(seed, 3) == 0)
			continue;
		glyphs[code] =
			(struct exh_image){ width, height, malloc(width * height) };
		assert_non_null(glyphs[code].pixels);
		for (size_t i = 0; i < width * height; i++)
			glyphs[code].pixels[i] =
				(uint8_t)(roll(seed, 2) |
					  (masked ? roll(seed, 2) * T : 0));
	}
}

static void assert_font_round_trip(uint64_t *seed, size_t height, bool masked)
{
	struct exh_image glyphs[256];
	struct exh_writer out = { .limit = 1 << 16 };
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_font font;

	roll_glyphs(seed, glyphs, height, masked);
	assert_int_equal(exh_keen_font_encode(glyphs, height, masked, &out, NULL),
			 EXH_OK);
	assert_int_equal(open_tight(out.data, out.size, masked, &font, &notes, NULL),
			 EXH_OK);
	assert_null(notes.first);
	assert_int_equal(font.height, height);
	for (unsigned code = 0; code < 256; code++) {
		assert_int_equal(font.glyphs[code].width, glyphs[code].width);
		if (glyphs[code].pixels)
			assert_glyph(&font, code, glyphs[code].pixels,
				     glyphs[code].width * height);
		free(glyphs[code].pixels);
	}
	close_tight(&font);
	exh_writer_free(&out);
}

static void what_is_encoded_opens_as_the_same_font(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (size_t height = 1; height < 40; height++)
		assert_font_round_trip(&seed, height, height % 2 != 0);
}

static void an_encoded_font_is_the_hand_made_one(void **state)
{
	static uint8_t a[] = { 1, 0, 0, 0, 1, 0, 1, 1, 1, 0 };
	static uint8_t b[] = {
		1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0
	};
	const struct draft draft = plain_font();
	const struct exh_image glyphs[256] = {
		['A'] = { 5, 2, a }, ['B'] = { 10, 2, b }
	};
	struct exh_writer out = { .limit = 2000 };

	(void)state;
	assert_int_equal(exh_keen_font_encode(glyphs, 2, false, &out, NULL), EXH_OK);
	assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, draft.bytes,
			  draft.size);
	exh_writer_free(&out);
}

static void assert_not_encoded(struct exh_image glyph, size_t height,
			       enum exh_status expected)
{
	struct exh_image glyphs[256] = { [7] = glyph };
	struct exh_writer out = { .limit = 1 << 20 };

	assert_int_equal(exh_keen_font_encode(glyphs, height, false, &out, NULL),
			 expected);
	exh_writer_free(&out);
}

static void sizes_that_the_header_cannot_hold_are_refused(void **state)
{
	static uint8_t pixels[256 * 256];

	(void)state;
	assert_not_encoded((struct exh_image){ 8, 0, pixels }, 0, EXH_INVALID);
	assert_not_encoded((struct exh_image){ 8, 0x8000, pixels }, 0x8000, EXH_INVALID);
	assert_not_encoded((struct exh_image){ 256, 4, pixels }, 4, EXH_INVALID);
	assert_not_encoded((struct exh_image){ 8, 5, pixels }, 4, EXH_INVALID);
	assert_not_encoded((struct exh_image){ 255, 256, pixels }, 256, EXH_INVALID);
	assert_not_encoded((struct exh_image){ 255, 255, pixels }, 255, EXH_OK);
}

static void a_font_of_over_64_kib_is_refused(void **state)
{
	static uint8_t pixels[255 * 255];
	struct exh_image glyphs[256] = { { 0 } };
	struct exh_writer out = { .limit = 1 << 20 };

	(void)state;
	for (size_t i = 0; i < 9; i++)
		glyphs[i] = (struct exh_image){ 255, 255, pixels };
	assert_int_equal(exh_keen_font_encode(glyphs, 255, false, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

static void a_full_writer_fails_encoding(void **state)
{
	const struct exh_image glyphs[256] = { { 0 } };

	(void)state;
	for (size_t limit = 0; limit < HEADER; limit += 7) {
		struct exh_writer out = { .limit = limit };

		assert_int_equal(exh_keen_font_encode(glyphs, 2, false, &out, NULL),
				 EXH_NO_MEMORY);
		exh_writer_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(glyphs_are_drawn_leftmost_bit_first),
		cmocka_unit_test(masked_glyphs_have_their_mask_rows_first),
		cmocka_unit_test(every_shorter_font_is_truncated_or_loses_glyphs),
		cmocka_unit_test(a_height_below_one_or_above_255_is_refused),
		cmocka_unit_test(a_glyph_outside_the_chunk_is_dropped_alone),
		cmocka_unit_test(a_masked_glyph_needs_room_for_both_sets),
		cmocka_unit_test(the_largest_glyphs_overflow_nothing),
		cmocka_unit_test(what_is_encoded_opens_as_the_same_font),
		cmocka_unit_test(an_encoded_font_is_the_hand_made_one),
		cmocka_unit_test(sizes_that_the_header_cannot_hold_are_refused),
		cmocka_unit_test(a_font_of_over_64_kib_is_refused),
		cmocka_unit_test(a_full_writer_fails_encoding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
