/* Finds letters of texts that fonts of the game can't draw. */
#include "text.h"

#include "task/memory.h"
#include "task/text.h"

#include <exhume/advanced/sci_font.h>
#include <exhume/sci.h>

#include <stdlib.h>
#include <string.h>

enum { CODES = EXH_SCI_FONT_GLYPHS, MAX_GLYPH = 255 * 255, NO_BREAK_SPACE = 0xa0 };

struct text_font {
	unsigned number;
	bool has[CODES]; /* true for a glyph with ink */
};

/*
 * Fonts.
 */

static bool has_ink(const struct exh_sci_glyph *glyph)
{
	uint8_t pixels[MAX_GLYPH];
	const size_t size = (size_t)glyph->width * glyph->height;

	exh_sci_glyph_decode(glyph, pixels);
	return size && memchr(pixels, 1, size);
}

/* True if texts can be set in it: it has all lower-case letters. */
static bool is_for_texts(const struct text_font *font)
{
	bool has_all = true;

	for (unsigned code = 'a'; code <= 'z'; code++)
		has_all &= font->has[code];
	return has_all;
}

static void add_font(struct text_fonts *fonts, const struct asset *asset)
{
	const struct exh_sci_font *from = asset->thing;
	struct text_font *font = MEM_ADD(fonts);

	*font = (struct text_font){ .number = asset->number };
	for (size_t i = 0; i < from->glyph_count; i++)
		font->has[i] = has_ink(&from->glyphs[i]);
	fonts->count -= !is_for_texts(font);
}

bool text_fonts_open(struct text_fonts *fonts, struct sci_game *game, const char *path,
		     struct report *report)
{
	struct assets assets = { .kind = &sci_font_kind, .path = path, .game = game };
	const bool good = assets_load(&assets, report);

	*fonts = (struct text_fonts){ .items = NULL };
	for (size_t i = 0; i < assets.count && good; i++)
		if (assets_has(&assets, i))
			add_font(fonts, &assets.items[i].asset);
	assets_free(&assets);
	if (good && !fonts->count)
		report_warning(report, path, EXH_NO_OFFSET,
			       "no font has the letters a to z: none is looked at");
	return good;
}

void text_fonts_close(struct text_fonts *fonts)
{
	free(fonts->items);
}

/*
 * Strings.
 */

struct lack {
	const char *type;
	bool has_number;
	uint16_t number, index;
	size_t offset;
	uint8_t byte;
	struct json *fonts;
	struct exh_bytes character;
};

static const struct field lack_fields[] = {
	FIELD(struct lack, type, NULL, "text or script"),
	FIELD(struct lack, number, NULL, "number of the resource",
	      FIELD_HAS(struct lack, has_number)),
	FIELD(struct lack, index, NULL, "index of the string in the resource, from 0"),
	FIELD(struct lack, offset, "bytes", "offset of the string in the resource"),
	FIELD(struct lack, byte, NULL, "the byte that has no glyph", .base = 16),
	FIELD_STORED_TEXT(struct lack, character, "the byte as a character"),
	FIELD_MADE(FIELD_JSON_LIST, struct lack, fonts, &number_fields,
		   "numbers of the fonts without it"),
};
const struct fields text_lack_fields = FIELDS("lack", struct lack, lack_fields);

/* True if the character needs ink. */
static bool is_drawn(const struct text_encoding *encoding, uint8_t byte)
{
	const unsigned c =
		exh_code_page_to_unicode(text_page(encoding), byte, EXH_CP437_TEXT);
	const bool is_control = byte < ' ' || byte == 0x7f;

	return c != ' ' && c != NO_BREAK_SPACE &&
	       (!is_control || text_is_letter(encoding, byte));
}

static struct json *fonts_without(const struct text_fonts *fonts, uint8_t byte)
{
	struct json *list = NULL;

	for (size_t i = 0; i < fonts->count; i++) {
		if (fonts->items[i].has[byte])
			continue;
		if (!list)
			list = json_new_list();
		json_push(list, json_new_number(fonts->items[i].number));
	}
	return list;
}

static void put_line(const struct asset *asset, const struct lack *row,
		     struct exh_writer *out)
{
	const struct json *font;
	size_t i;

	text_put(out, "%s:%u: byte 0x%02x, '", asset->name, row->index, row->byte);
	text_to_utf8(asset->assets->encoding, row->character, out);
	text_put(out, "': no glyph in font");
	json_each(row->fonts, i, font)
		text_put(out, "%s %d", i ? "," : "", (int)json_number_of(font));
	exh_write_u8(out, '\n');
}

/* Prints a row; it keeps its fonts. */
static void put_row(const struct text_encoding *encoding, const struct lack *row,
		    struct exh_writer *out)
{
	struct lack own = *row;

	own.fonts = json_share(row->fonts);
	fields_put_columns_in(encoding, &text_lack_fields, &own, out);
}

void text_lint_put_columns(struct exh_writer *out)
{
	text_put(out, "#");
	fields_put_names(&text_lack_fields, out);
}

size_t text_lint(const struct text_fonts *fonts, const struct asset *asset, size_t index,
		 enum text_lint_form form, struct exh_writer *out, struct json *list)
{
	const struct text_encoding *encoding = asset->assets->encoding;
	const struct exh_bytes *string = &sci_strings_of(asset)->items[index];
	bool is_seen[CODES] = { false };
	size_t count = 0;

	for (size_t i = 0; i < string->size; i++) {
		const uint8_t byte = string->data[i];
		struct lack row = { .type = asset->assets->kind->name,
				    .has_number = asset->number != ASSET_NO_NUMBER,
				    .number = (uint16_t)asset->number,
				    .index = (uint16_t)index,
				    .offset = sci_string_offset(asset, string),
				    .byte = byte,
				    .character = { string->data + i, 1, 0 } };

		if (is_seen[byte] || !is_drawn(encoding, byte))
			continue;
		is_seen[byte] = true;
		row.fonts = fonts_without(fonts, byte);
		if (!row.fonts)
			continue;
		count++;
		if (form == TEXT_LINT_LINES)
			put_line(asset, &row, out);
		else if (form == TEXT_LINT_TABLE)
			put_row(encoding, &row, out);
		if (list)
			json_push(list,
				  fields_to_json_in(encoding, &text_lack_fields, &row));
		else
			json_free(row.fonts);
	}
	return count;
}
