#include "exhume/sci.h"
#include "exhume/advanced/sci_font.h"

#include "resource_testing.h"

enum { MEMORY = 1 << 20, HEADER = 6, MAX_GLYPH = 255 * 255 };

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_font font;
	struct exh_error err;
};

static enum exh_status read_font(struct result *r, const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = MEMORY };
	r->notes.arena = &r->arena;
	return exh_sci_font_read((struct exh_bytes){ data, size, 0 }, &r->arena, &r->font,
				 &r->notes, &r->err);
}

static void assert_rewrites(const struct exh_sci_font *font, const void *expected,
			    size_t size)
{
	struct exh_writer out = { .limit = MEMORY };

	assert_int_equal(exh_sci_font_write(font, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, size);
	exh_writer_free(&out);
}

/* Two bytes of a row, then one; a glyph of no rows, and one of no columns. */
static const uint8_t four[] = {
	0,  0, 4,    0,	   9,	 0,	      /* first, count, line height */
	14, 0, 20,   0,	   24,	 0,    26, 0, /* offsets */
	10, 2, 0x80, 0x40, 0x01, 0x80,	      /* at 14: 10 by 2 */
	3,  2, 0xa0, 0x40,		      /* at 20: 3 by 2 */
	5,  0,				      /* at 24 */
	0,  7,				      /* at 26 */
};

static void glyphs_have_their_own_sides(void **state)
{
	static const uint8_t wide[] = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 1,
					0, 0, 0, 0, 0, 0, 0, 1, 1, 0 };
	static const uint8_t small[] = { 1, 0, 1, 0, 1, 0 };
	uint8_t pixels[sizeof wide];
	struct result r;

	(void)state;
	assert_int_equal(read_font(&r, four, sizeof four), EXH_OK);
	assert_null(r.notes.first);
	assert_int_equal(r.font.glyph_count, 4);
	assert_int_equal(r.font.line_height, 9);
	assert_int_equal(r.font.glyphs[0].width, 10);
	assert_int_equal(r.font.glyphs[0].height, 2);
	exh_sci_glyph_decode(&r.font.glyphs[0], pixels);
	assert_memory_equal(pixels, wide, sizeof wide);
	exh_sci_glyph_decode(&r.font.glyphs[1], pixels);
	assert_memory_equal(pixels, small, sizeof small);
	assert_int_equal(r.font.glyphs[2].width, 5);
	assert_int_equal(r.font.glyphs[2].rows.size, 0);
	assert_int_equal(r.font.glyphs[3].height, 7);
	assert_rewrites(&r.font, four, sizeof four);
	exh_arena_free(&r.arena);
}

static void every_shorter_file_loses_what_lies_after(void **state)
{
	static const size_t ends[] = { 20, 24, 26, 28 };

	(void)state;
	for (size_t n = 0; n < sizeof four; n++) {
		uint8_t *tight = tight_copy(four, n);
		struct result r;
		size_t lost = 0;

		if (n < 14) {
			assert_int_equal(read_font(&r, tight, n), EXH_TRUNCATED);
			assert_int_equal(r.err.offset, n);
		} else {
			assert_int_equal(read_font(&r, tight, n), EXH_OK);
			for (size_t i = 0; i < 4; i++) {
				lost += ends[i] > n;
				if (ends[i] > n)
					assert_int_equal(r.font.glyphs[i].width, 0);
				if (ends[i] > n)
					assert_int_equal(r.font.glyphs[i].height, 0);
			}
			assert_int_equal(r.notes.damage_count, lost);
			assert_int_equal(r.notes.first->offset, HEADER + 2 * (4 - lost));
		}
		exh_arena_free(&r.arena);
		free(tight);
	}
}

static void a_font_has_1_to_256_glyphs(void **state)
{
	uint8_t file[HEADER + 2 * 257] = { 0 };
	struct result r;

	(void)state;
	assert_int_equal(read_font(&r, file, sizeof file), EXH_INVALID);
	assert_int_equal(r.err.offset, 2);
	/* Glyphs without a character are ignored. */
	file[2] = 1;
	file[3] = 1;
	assert_int_equal(read_font(&r, file, sizeof file), EXH_OK);
	assert_int_equal(r.font.glyph_count, 256);
	assert_true(has_note(&r.notes, EXH_WARNING, "257 glyphs, of which the 256"));
	exh_arena_free(&r.arena);
	file[2] = file[3] = 255;
	assert_int_equal(read_font(&r, file, sizeof file), EXH_INVALID);
	file[2] = 0;
	file[3] = 1;
	assert_int_equal(read_font(&r, file, HEADER + 511), EXH_TRUNCATED);
	assert_int_equal(read_font(&r, file, HEADER + 512), EXH_OK);
	assert_int_equal(r.font.glyph_count, 256);
	exh_arena_free(&r.arena);
}

static void an_offset_of_0_is_an_empty_glyph(void **state)
{
	const uint8_t file[] = { 0, 0, 2, 0, 8, 0, 0, 0, 10, 0, 1, 1, 0x80 };
	struct result r;

	(void)state;
	assert_int_equal(read_font(&r, file, sizeof file), EXH_OK);
	assert_null(r.notes.first);
	assert_int_equal(r.font.glyphs[0].width, 0);
	assert_int_equal(r.font.glyphs[1].width, 1);
	exh_arena_free(&r.arena);
}

static void pointers_that_lead_nowhere_are_damage(void **state)
{
	static const struct {
		uint16_t offset;
		const char *text;
	} wrong[] = {
		{ 0xffff, "glyph 1: it should lie at 0xffff, where it begins past" },
		{ 29, "begins past the end" },
		{ 28, "passes the end" },
		{ 27, "passes the end" },
		{ 15, "passes the end" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		uint8_t file[sizeof four];
		struct result r;

		memcpy(file, four, sizeof file);
		file[5] = 1; /* would be a glyph of 9 by 1 at 4 */
		file[8] = (uint8_t)wrong[i].offset;
		file[9] = (uint8_t)(wrong[i].offset >> 8);
		assert_int_equal(read_font(&r, file, sizeof file), EXH_OK);
		assert_int_equal(r.notes.damage_count, 1);
		assert_true(has_note(&r.notes, EXH_DAMAGE, wrong[i].text));
		assert_int_equal(r.notes.first->offset, 8);
		assert_int_equal(r.font.glyphs[1].width, 0);
		assert_int_equal(r.font.glyphs[1].height, 0);
		assert_int_equal(r.font.glyphs[2].width, 5);
		exh_arena_free(&r.arena);
	}
}

/* The interpreter reads such glyphs, too. */
static void offsets_into_the_table_are_taken_as_they_are(void **state)
{
	uint8_t file[sizeof four];
	struct result r;

	(void)state;
	memcpy(file, four, sizeof file);
	file[5] = 1;
	file[8] = 4;
	file[9] = 0;
	assert_int_equal(read_font(&r, file, sizeof file), EXH_OK);
	assert_int_equal(r.notes.damage_count, 0);
	assert_true(has_note(&r.notes, EXH_WARNING, "glyph 1 lies at 0x4, in the table"));
	assert_int_equal(r.font.glyphs[1].width, file[4]);
	assert_int_equal(r.font.glyphs[1].height, 1);
	exh_arena_free(&r.arena);
}

static void many_bad_pointers_are_counted(void **state)
{
	uint8_t file[HEADER + 512];
	struct result r;

	(void)state;
	memset(file, 0xff, sizeof file);
	file[2] = 0;
	file[3] = 1;
	assert_int_equal(read_font(&r, file, sizeof file), EXH_OK);
	assert_int_equal(r.notes.damage_count, 256);
	assert_string_equal(r.notes.last->text, "damage in 240 more places");
	exh_arena_free(&r.arena);
}

static void bytes_after_the_last_glyph_are_reported(void **state)
{
	uint8_t file[sizeof four + 2];
	struct result r;

	(void)state;
	memcpy(file, four, sizeof four);
	file[sizeof four] = file[sizeof four + 1] = 0x1a;
	assert_int_equal(read_font(&r, file, sizeof four + 1), EXH_OK);
	assert_null(r.notes.first);
	exh_arena_free(&r.arena);
	assert_int_equal(read_font(&r, file, sizeof four + 2), EXH_OK);
	assert_int_equal(r.notes.warning_count, 1);
	assert_int_equal(r.notes.first->offset, sizeof four);
	exh_arena_free(&r.arena);
}

static void shared_glyphs_are_written_each_by_itself(void **state)
{
	static const uint8_t shared[] = { 0, 0, 2, 0, 1, 0, 10, 0, 10, 0, 1, 1, 0x80 };
	static const uint8_t apart[] = { 0,  0, 2, 0, 1,    0, 10, 0,
					 13, 0, 1, 1, 0x80, 1, 1,  0x80 };
	struct result r;

	(void)state;
	assert_int_equal(read_font(&r, shared, sizeof shared), EXH_OK);
	assert_rewrites(&r.font, apart, sizeof apart);
	exh_arena_free(&r.arena);
}

static void what_offsets_cannot_say_is_refused(void **state)
{
	static uint8_t rows[0x10000];
	struct exh_sci_glyph glyphs[EXH_SCI_FONT_GLYPHS] = { 0 };
	struct exh_sci_font font = { .glyphs = glyphs, .glyph_count = 3 };
	struct exh_writer out = { .limit = MEMORY };
	struct exh_error err;

	(void)state;
	/* 12 bytes of header and table, 2 of each glyph: glyph 2 lies at 0xfffe. */
	glyphs[0].rows = (struct exh_bytes){ rows, 0xffff - 12 - 2 - 3, 0 };
	assert_int_equal(exh_sci_font_write(&font, &out, NULL), EXH_OK);
	glyphs[0].rows.size++;
	assert_int_equal(exh_sci_font_write(&font, &out, NULL), EXH_OK);
	glyphs[0].rows.size++;
	assert_int_equal(exh_sci_font_write(&font, &out, &err), EXH_LIMIT);
	assert_non_null(strstr(err.text, "glyph 2: it would lie at 0x10000"));
	font.glyph_count = 0;
	assert_int_equal(exh_sci_font_write(&font, &out, NULL), EXH_INVALID);
	font.glyph_count = EXH_SCI_FONT_GLYPHS + 1;
	assert_int_equal(exh_sci_font_write(&font, &out, NULL), EXH_INVALID);
	exh_writer_free(&out);
	out = (struct exh_writer){ .limit = 10 };
	font.glyph_count = 3;
	glyphs[0].rows.size = 1;
	assert_int_equal(exh_sci_font_write(&font, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

/* Checks step by step: each row begins in a byte of its own. */
static void assert_ink(const struct exh_sci_glyph *glyph, const uint8_t *pixels)
{
	const uint8_t *byte = glyph->rows.data;

	for (size_t y = 0; y < glyph->height; y++) {
		unsigned bit = 0x80;

		for (size_t x = 0; x < glyph->width; x++) {
			assert_int_equal((*byte & bit) != 0, *pixels++);
			bit /= 2;
			if (bit == 0) {
				byte++;
				bit = 0x80;
			}
		}
		if (bit != 0x80)
			byte++;
	}
}

static void random_glyphs_come_back(void **state)
{
	static uint8_t pixels[MAX_GLYPH], again[MAX_GLYPH];
	uint64_t seed = 53;

	(void)state;
	for (int turn = 0; turn < 2000; turn++) {
		const unsigned most = turn % 20 ? 40 : 256;
		struct exh_image image = { roll(&seed, most), roll(&seed, most), pixels };
		const size_t count = image.width * image.height;
		struct exh_arena arena = { .limit = MEMORY };
		struct exh_sci_glyph glyph;

		for (size_t i = 0; i < count; i++)
			pixels[i] = (uint8_t)roll(&seed, 2);
		assert_true(exh_sci_glyph_encode(&image, &arena, &glyph));
		exh_sci_glyph_decode(&glyph, again);
		assert_memory_equal(again, pixels, count);
		assert_ink(&glyph, pixels);
		exh_arena_free(&arena);
	}
}

static void random_fonts_come_back(void **state)
{
	uint64_t seed = 54;

	(void)state;
	for (int turn = 0; turn < 200; turn++) {
		uint8_t rows[4 * 32];
		struct exh_sci_glyph glyphs[EXH_SCI_FONT_GLYPHS];
		struct exh_sci_font font = { .first = (uint16_t)roll(&seed, 3),
					     .line_height = (uint16_t)roll(&seed, 65536),
					     .glyphs = glyphs,
					     .glyph_count = 1 + roll(&seed, 256) };
		struct exh_writer out = { .limit = MEMORY };
		struct result r;

		roll_bytes(&seed, rows, sizeof rows);
		for (size_t i = 0; i < font.glyph_count; i++) {
			const size_t width = roll(&seed, 33), height = roll(&seed, 33);

			glyphs[i] = (struct exh_sci_glyph){
				.width = (uint8_t)width,
				.height = (uint8_t)height,
				.rows = { rows, (width + 7) / 8 * height, 0 },
			};
		}
		assert_int_equal(exh_sci_font_write(&font, &out, NULL), EXH_OK);
		assert_int_equal(read_font(&r, out.data, out.size), EXH_OK);
		assert_null(r.notes.first);
		assert_int_equal(r.font.glyph_count, font.glyph_count);
		assert_rewrites(&r.font, out.data, out.size);
		exh_arena_free(&r.arena);
		exh_writer_free(&out);
	}
}

static void memory_has_a_limit(void **state)
{
	struct exh_arena arena = { .limit = 8 };
	struct exh_sci_font font;
	const struct exh_bytes in = { four, sizeof four, 0 };

	(void)state;
	assert_int_equal(exh_sci_font_read(in, &arena, &font, NULL, NULL), EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

/*
 * The games' fonts.
 */

static size_t count_ink(const struct exh_sci_font *font)
{
	static uint8_t pixels[MAX_GLYPH];
	size_t count = 0;

	for (size_t i = 0; i < font->glyph_count; i++) {
		const struct exh_sci_glyph *glyph = &font->glyphs[i];

		exh_sci_glyph_decode(glyph, pixels);
		for (size_t j = 0; j < (size_t)glyph->width * glyph->height; j++)
			count += pixels[j];
	}
	return count;
}

static void the_templates_fonts_are_as_described(void **state)
{
	static const struct {
		unsigned number, size, line_height;
	} fonts[] = {
		{ 0, 1746, 8 },	 { 1, 1677, 12 },  { 4, 1289, 9 },
		{ 9, 3210, 16 }, { 999, 1216, 8 },
	};
	static const uint8_t letter[] = { 7,	9,    0x3c, 0x66, 0x66, 0x66,
					  0x7e, 0x66, 0x66, 0,	  0 };
	size_t ink = 0;

	(void)state;
	for (size_t i = 0; i < sizeof fonts / sizeof *fonts; i++) {
		const struct exh_bytes file =
			load_resource(game_names[0], EXH_SCI_FONT, fonts[i].number);
		struct result r;

		assert_int_equal(file.size, fonts[i].size);
		assert_int_equal(read_font(&r, file.data, file.size), EXH_OK);
		assert_int_equal(r.font.glyph_count, 128);
		assert_int_equal(r.font.line_height, fonts[i].line_height);
		assert_rewrites(&r.font, file.data, file.size);
		ink += count_ink(&r.font);
		if (fonts[i].number == 0) {
			assert_int_equal(ink, 2752);
			assert_int_equal(r.font.glyphs['A'].offset, 1064);
			assert_memory_equal(r.font.glyphs['A'].rows.data - 2, letter,
					    sizeof letter);
		}
		exh_arena_free(&r.arena);
		free((void *)file.data);
	}
	assert_int_equal(ink, 11633);
}

/* Each glyph begins where the previous one ends, up to the end of the file. */
static void the_games_fonts_come_back_byte_by_byte(void **state)
{
	static const unsigned numbers[] = { 0,	 1,   2,   3,	4,   7,	  8,
					    9,	 40,  41,  69,	100, 200, 300,
					    369, 600, 601, 602, 603, 604, 999 };

	(void)state;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		const struct exh_bytes file =
			load_resource(game_names[1], EXH_SCI_FONT, numbers[i]);
		struct result r;

		assert_int_equal(read_font(&r, file.data, file.size), EXH_OK);
		assert_null(r.notes.first);
		assert_rewrites(&r.font, file.data, file.size);
		exh_arena_free(&r.arena);
		free((void *)file.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(glyphs_have_their_own_sides),
		cmocka_unit_test(every_shorter_file_loses_what_lies_after),
		cmocka_unit_test(a_font_has_1_to_256_glyphs),
		cmocka_unit_test(an_offset_of_0_is_an_empty_glyph),
		cmocka_unit_test(pointers_that_lead_nowhere_are_damage),
		cmocka_unit_test(offsets_into_the_table_are_taken_as_they_are),
		cmocka_unit_test(many_bad_pointers_are_counted),
		cmocka_unit_test(bytes_after_the_last_glyph_are_reported),
		cmocka_unit_test(shared_glyphs_are_written_each_by_itself),
		cmocka_unit_test(what_offsets_cannot_say_is_refused),
		cmocka_unit_test(random_glyphs_come_back),
		cmocka_unit_test(random_fonts_come_back),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(the_templates_fonts_are_as_described),
		cmocka_unit_test(the_games_fonts_come_back_byte_by_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
