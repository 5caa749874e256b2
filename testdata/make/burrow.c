#include "burrow.h"

#include "art.h"
#include "samples.h"
#include "sci_volume.h"

#include <exhume/advanced/sci_font.h>
#include <exhume/sci.h>

#include <string.h>

enum { GLYPHS = 128, ROW_BYTES = 2 };

static void make_font(unsigned height, struct exh_writer *out)
{
	static uint8_t rows[GLYPHS][ART_FONT_HEIGHT * ROW_BYTES];
	struct exh_sci_glyph glyphs[GLYPHS] = { 0 };
	const struct exh_sci_font font = { .line_height = (uint16_t)height,
					   .glyphs = glyphs,
					   .glyph_count = GLYPHS };
	struct exh_error err;

	for (unsigned code = 0; code < GLYPHS; code++) {
		struct art_glyph glyph;
		size_t size = 0, each;

		if (!art_glyph(code, &glyph))
			glyph = (struct art_glyph){ .width = 1 };
		each = (glyph.width + 7) / 8;
		for (unsigned y = 0; y < ART_FONT_HEIGHT; y++)
			for (size_t i = 0; i < each; i++)
				rows[code][size++] =
					(uint8_t)(glyph.rows[y] >> (i ? 0 : 8));
		glyphs[code].width = (uint8_t)glyph.width;
		glyphs[code].height = ART_FONT_HEIGHT;
		glyphs[code].rows = (struct exh_bytes){ rows[code], size, 0 };
	}
	sci_check(exh_sci_font_write(&font, out, &err), &err, "font");
}

static const char *const arrow[EXH_SCI_CURSOR_SIDE] = {
	"#...............", "##..............", "#O#.............", "#OO#............",
	"#OOO#...........", "#OOOO#..........", "#OOOOO#.........", "#OOOOOO#........",
	"#OOOO###........", "#O#OO#..........", "##.#OO#.........", "#..#OO#.........",
	"....#OO#........", "....#OO#........", ".....##.........", "................",
};

static const char *const aim[EXH_SCI_CURSOR_SIDE] = {
	"................", ".....######.....", "...##......##...", "..#....*.....#..",
	"..#....*.....#..", ".#.....*......#.", ".#.....*......#.", ".#.....O......#.",
	".#.****O****..#.", ".#.....O......#.", ".#.....*......#.", "..#....*.....#..",
	"..#....*.....#..", "...##......##...", ".....######.....", "................",
};

static void make_cursor(const char *const *rows, bool is_centred, struct exh_writer *out)
{
	static const char pixels[] = "#O.*"; /* as enum exh_sci_cursor_pixel */
	struct exh_sci_cursor cursor = { .y = is_centred ? 0x0100 : 0 };

	for (size_t i = 0; i < EXH_SCI_CURSOR_PIXELS; i++)
		cursor.pixels[i] =
			(uint8_t)(strchr(pixels, rows[i / EXH_SCI_CURSOR_SIDE]
						     [i % EXH_SCI_CURSOR_SIDE]) -
				  pixels);
	exh_sci_cursor_write(&cursor, out);
}

static const char burrow_text[] = "The mole is at home. The lamp burns low.\0"
				  "A jar of beetles, labelled \"NOT BEETLES\".\0"
				  "It is a door, and it leads out.\0"
				  "Score: %d of %d\0"
				  "One caf\x82, and a fossil to go.\0"
				  "Line one\nLine two\tand a tab.";

void burrow_add_pictures(struct sci_volumes *game, struct exh_writer *part)
{
	for (unsigned i = 0; i < BURROW_VIEWS; i++) {
		burrow_view(i, part);
		sci_volumes_add(game, 1, EXH_SCI_VIEW, i,
				i ? EXH_SCI_STORED : EXH_SCI_LZW, part);
	}
	burrow_pic(part);
	sci_volumes_add(game, 1, EXH_SCI_PIC, 1, EXH_SCI_HUFFMAN, part);
	make_font(ART_FONT_HEIGHT, part);
	sci_volumes_add(game, 1, EXH_SCI_FONT, 0, EXH_SCI_STORED, part);
	make_cursor(arrow, false, part);
	sci_volumes_add(game, 1, EXH_SCI_CURSOR, 0, EXH_SCI_STORED, part);
	make_cursor(aim, true, part);
	sci_volumes_add(game, 2, EXH_SCI_CURSOR, 999, EXH_SCI_STORED, part);
}

void burrow_add_sounds(struct sci_volumes *game, struct exh_writer *part)
{
	for (unsigned i = 0; i < BURROW_SOUNDS; i++) {
		burrow_sound(i, part);
		sci_volumes_add(game, 2, EXH_SCI_SOUND, i,
				i ? EXH_SCI_STORED : EXH_SCI_LZW, part);
	}
	burrow_bank(part);
	sci_volumes_add(game, 2, EXH_SCI_PATCH, 3, EXH_SCI_LZW, part);
}

void make_burrow(const char *root)
{
	struct exh_writer part = { .limit = SCI_LIMIT };
	struct sci_volumes game;

	sci_volumes_begin(&game, root, "burrow");
	burrow_add_pictures(&game, &part);
	exh_write_bytes(&part, burrow_text, sizeof burrow_text);
	sci_volumes_add(&game, 2, EXH_SCI_TEXT, 0, EXH_SCI_STORED, &part);
	burrow_add_sounds(&game, &part);
	sci_volumes_end(&game);
	exh_writer_free(&part);
}
