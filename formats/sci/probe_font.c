#include "exhume/identify.h"

#include "exhume/sci.h"
#include "resource.h"

#include <string.h>

/* Bits of evidence. */
enum {
	OFFSET_FITS = 4, /* a glyph that begins where the one before it ends */
	MOST = 32,
	CURSOR_FITS = 8, /* 68 bytes, of which the hot spot is not far off */
	SIDE = 16,	 /* pixels of a cursor, in which its hot spot lies */
	ODD_SPOT = 256,	 /* this and above is SCI0's for 8, 8 */
	MEMORY_LIMIT = 4 << 20,
};

/*
 * Fonts.
 */

/* Whole, and its glyphs in their order without gaps. The arena is to be freed in any
 * case. */
static bool read_font(struct exh_bytes in, struct exh_arena *arena,
		      struct exh_sci_font *font)
{
	struct exh_notes notes = { 0 };
	size_t expected;

	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	notes.arena = arena;
	if (exh_sci_font_read(in, arena, font, &notes, NULL) || notes.damage_count ||
	    notes.warning_count || font->first)
		return false;
	expected = 6 + 2 * font->glyph_count;
	for (size_t i = 0; i < font->glyph_count; i++) {
		if (font->glyphs[i].offset != expected)
			return false;
		expected += 2 + font->glyphs[i].rows.size;
	}
	return true;
}

static unsigned font_score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_FONT);
	struct exh_arena arena;
	struct exh_sci_font font;
	unsigned score = 0;

	if (read_font(in.data, &arena, &font))
		score = in.score + evidence_of(font.glyph_count, OFFSET_FITS, MOST);
	exh_arena_free(&arena);
	return score;
}

static void font_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct probed in = look_inside(probe, EXH_SCI_FONT);
	struct exh_arena arena;
	struct exh_sci_font font;

	if (read_font(in.data, &arena, &font)) {
		exh_fact_number(facts, "glyphs", font.glyph_count);
		exh_fact_number(facts, "line_height", font.line_height);
		add_patch_fact(in.is_patch, facts);
	}
	exh_arena_free(&arena);
}

/*
 * Cursors.
 */

/* Zeros read as a black square. */
static bool has_content(struct exh_bytes in)
{
	for (size_t i = 0; i < in.size; i++)
		if (in.data[i])
			return true;
	return false;
}

/* The header of a patch file proves it; else its hot spot must lie in it. */
static bool read_cursor(const struct probed *in, struct exh_sci_cursor *cursor)
{
	if (exh_sci_cursor_read(in->data, cursor, NULL, NULL) ||
	    cursor->x >= 2 * ODD_SPOT || cursor->y >= 2 * ODD_SPOT)
		return false;
	return in->is_patch || (cursor->x % ODD_SPOT < SIDE &&
				cursor->y % ODD_SPOT < SIDE && has_content(in->data));
}

static unsigned cursor_score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_CURSOR);
	struct exh_sci_cursor cursor;

	return read_cursor(&in, &cursor) ? CURSOR_FITS + in.score : 0;
}

static void cursor_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct probed in = look_inside(probe, EXH_SCI_CURSOR);
	struct exh_sci_cursor cursor;

	if (!read_cursor(&in, &cursor))
		return;
	exh_fact_number(facts, "hot_x", cursor.hot_x);
	exh_fact_number(facts, "hot_y", cursor.hot_y);
	exh_fact_number(facts, "stored_x", cursor.x);
	exh_fact_number(facts, "stored_y", cursor.y);
	add_patch_fact(in.is_patch, facts);
}

/*
 * Texts: only patch files, as bare strings could be anything.
 */

static bool is_text(struct exh_bytes in)
{
	if (!in.size || in.data[in.size - 1])
		return false;
	for (size_t i = 0; i < in.size; i++)
		if (in.data[i] && in.data[i] < ' ' && !strchr("\t\n\r", in.data[i]))
			return false;
	return true;
}

static unsigned text_score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_TEXT);

	return in.is_patch && is_text(in.data) ? in.score : 0;
}

static void text_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct exh_bytes in = look_inside(probe, EXH_SCI_TEXT).data;
	size_t count = 0;

	for (size_t i = 0; i < in.size; i++)
		count += !in.data[i];
	exh_fact_number(facts, "strings", count);
}

const struct exh_format exh_sci_font_format = {
	.name = "sci-font",
	.title = "SCI font",
	.family = "sci0",
	.score = font_score,
	.describe = font_describe,
};

const struct exh_format exh_sci_cursor_format = {
	.name = "sci-cursor",
	.title = "SCI mouse cursor",
	.family = "sci0",
	.score = cursor_score,
	.describe = cursor_describe,
};

const struct exh_format exh_sci_text_format = {
	.name = "sci-text",
	.title = "SCI text",
	.family = "sci0",
	.score = text_score,
	.describe = text_describe,
};
