/*
 * The foyer: the menus and system rooms of both games of ZVision, with art of our own
 * under the names that the games have. Its texts are in the folder foyer.
 */
#include "samples.h"
#include "zv_members.h"

#include <stdio.h>

enum {
	STRIP = 32,
	BAR_WIDE = 512,
	TAB_WIDE = 28,
	MAIN_WIDE = 580,
	MAIN_TAB_WIDE = 64,
	MAIN_TAB_HIGH = 18,
	BUTTON_WIDE = 135,
	CELLS_WIDE = 600,
	NAMES = 60,
	NAME_SIZE = 16,
};

#define BRASS rgb(22, 17, 6)
#define DARK rgb(6, 4, 3)
#define LIGHT rgb(30, 27, 18)
#define FELT rgb(3, 9, 6)
#define VIOLET rgb(10, 4, 14)

/* Names of members, which the members borrow. */
struct names {
	char items[NAMES][NAME_SIZE];
	size_t count;
};

static const char *name(struct names *names, const char *before, unsigned number,
			const char *after)
{
	char *out = names->items[names->count++];

	snprintf(out, NAME_SIZE, "%s%02X%s", before, number, after);
	return out;
}

/*
 * Drawing.
 */

/* A plate with an edge and a word in its middle. */
static void plate(struct canvas *c, int x, int width, int height, uint16_t ground,
		  const char *word, uint16_t ink)
{
	fill(c, x, 0, width, height, DARK);
	fill(c, x + 1, 1, width - 2, height - 2, mix(ground, LIGHT, 5));
	fill(c, x + 2, 2, width - 3, height - 3, ground);
	letters(c, x + 8, height / 2 - 5, word, 1, ink);
}

static const char *const words[] = { "SAVE", "RESTORE", "SETTINGS", "EXIT" };

static void add_plate(struct members *members, const char *file, int width, int height,
		      uint16_t ground, const char *word)
{
	struct canvas canvas = blank(width, height);

	plate(&canvas, 0, width, height, ground, word, LIGHT);
	add_picture(members, file, &canvas, false);
}

/* Numbered cells, so that it shows how far they have slid. */
static void add_cells(struct members *members, const char *file, uint16_t ground)
{
	struct canvas canvas = blank(CELLS_WIDE, STRIP);

	fill(&canvas, 0, 0, CELLS_WIDE, STRIP, ground);
	fill(&canvas, 0, STRIP - 2, CELLS_WIDE, 2, BRASS);
	for (int x = 0; x < CELLS_WIDE; x += TAB_WIDE)
		fill(&canvas, x, 0, 1, STRIP, mix(ground, LIGHT, 4));
	add_picture(members, file, &canvas, false);
}

/* A thing in a cell: a disc with its number, brighter under the mouse. */
static void add_thing(struct members *members, struct names *names, unsigned number,
		      bool is_over)
{
	const uint16_t color = rgb(8 + (int)number % 5 * 5, 26 - (int)number % 7 * 3, 12);
	struct canvas canvas = blank(TAB_WIDE, STRIP);
	char text[8];

	snprintf(text, sizeof text, "%X", number);
	disc(&canvas, TAB_WIDE / 2, STRIP / 2, 13, DARK);
	disc(&canvas, TAB_WIDE / 2, STRIP / 2, 12,
	     is_over ? mix(color, LIGHT, 9) : color);
	letters(&canvas, TAB_WIDE / 2 - 6, STRIP / 2 - 5, text, 1, DARK);
	add_picture(members, name(names, is_over ? "GMZXU" : "GMZWU", number, "1.TGA"),
		    &canvas, false);
}

static void add_idle(struct members *members, const char *file)
{
	struct canvas canvas = blank(POINTER_SIDE, POINTER_SIDE);

	draw_pointer(&canvas, POINTER_IDLE);
	add_cursor(members, file, &canvas, 0, 0);
}

/*
 * The art of each game.
 */

/* The bar has all words; the buttons shine more and more. */
static void add_nemesis(struct members *members, struct names *names)
{
	static const int lefts[] = { 0, 120, 264, 392, BAR_WIDE };
	struct canvas canvas = blank(BAR_WIDE, STRIP);

	for (int i = 0; i < 4; i++)
		plate(&canvas, lefts[i], lefts[i + 1] - lefts[i], STRIP, FELT, words[i],
		      BRASS);
	add_picture(members, "BAR.TGA", &canvas, false);
	for (int i = 0; i < 24; i++)
		add_plate(members,
			  name(names, "BUTFRM", (unsigned)((i / 6 + 1) * 16 + i % 6),
			       ".TGA"),
			  lefts[i / 6 + 1] - lefts[i / 6], STRIP,
			  i % 6 == 5 ? rgb(24, 6, 4) : mix(FELT, BRASS, 3 * (i % 6 + 1)),
			  words[i / 6]);
	add_idle(members, "00IDLEA.ZCR");
}

static void add_zgi(struct members *members, struct names *names)
{
	static const unsigned things[] = { 1, 2, 3, 0xe0, 0xe2, 0xeb, 0xee, 0xf0, 0xf9 };
	struct canvas canvas = blank(MAIN_WIDE, STRIP);

	fill(&canvas, 0, 0, MAIN_WIDE, STRIP, mix(BRASS, DARK, 8));
	fill(&canvas, 0, STRIP - 2, MAIN_WIDE, 2, BRASS);
	add_picture(members, "GMZAU031.TGA", &canvas, false);
	add_plate(members, "GMZAU131.TGA", MAIN_TAB_WIDE, MAIN_TAB_HIGH, BRASS, "MENU");
	add_cells(members, "GMZAU011.TGA", FELT);
	add_plate(members, "GMZAU111.TGA", TAB_WIDE, STRIP, FELT, "I");
	add_cells(members, "GMZAU021.TGA", VIOLET);
	add_plate(members, "GMZAU121.TGA", TAB_WIDE, STRIP, VIOLET, "M");
	for (unsigned i = 0; i < 4; i++) {
		add_plate(members, name(names, "GMZMU", i, "1.TGA"), BUTTON_WIDE, STRIP,
			  DARK, words[i]);
		add_plate(members, name(names, "GMZNU", i, "1.TGA"), BUTTON_WIDE, STRIP,
			  BRASS, words[i]);
	}
	for (size_t i = 0; i < 2 * sizeof things / sizeof *things; i++)
		add_thing(members, names, things[i / 2], i % 2);
	add_idle(members, "G0GAC011.ZCR");
}

/*
 * Rooms.
 */

static void add_room(struct members *members, const char *file, int width, int height,
		     bool is_ledger)
{
	struct canvas canvas = blank(width, height);

	bricks(&canvas, 0, 0, width, height, is_ledger ? DARK : rgb(12, 9, 8));
	if (is_ledger) {
		fill(&canvas, 44, 60, 360, 180, rgb(28, 27, 22));
		letters(&canvas, 400, 286, "BACK", 2, LIGHT);
	} else {
		fill(&canvas, 300, 200, 60, 60, BRASS);
		letters(&canvas, 120, 60, "THE FOYER", 4, LIGHT);
	}
	add_picture(members, file, &canvas, false);
}

static void add_scripts(struct members *members)
{
	static const char *const scripts[] = { "universe.scr", "gary.scr", "gjse.scr",
					       "gjre.scr", "gjpe.scr" };

	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
		read_text(FOYER_SOURCES, scripts[i], add(members, scripts[i]));
}

static void save_strings(const struct sample *sample, const char *root, const char *file)
{
	struct exh_writer text = { .limit = BEACON_LIMIT }, wide = text;

	read_text(FOYER_SOURCES, "strings.str", &text);
	widen(&text, &wide);
	sample_save(sample, root, file, wide.data, wide.size);
	exh_writer_free(&text);
	exh_writer_free(&wide);
}

void make_foyer(const char *root)
{
	static struct sample nemesis = { .folder = "foyer-nemesis" };
	static struct sample zgi = { .folder = "foyer-zgi" };
	static struct names names;
	struct members members = { .count = 0 };

	add_scripts(&members);
	add_nemesis(&members, &names);
	add_room(&members, "FOYER.TGA", VIEW_WIDE, VIEW_HIGH, false);
	add_room(&members, "LEDGER.TGA", VIEW_WIDE, VIEW_HIGH, true);
	save_archive(&nemesis, root, "SCRIPTS.ZFS", &members);
	save_strings(&nemesis, root, "NEMESIS.STR");

	members.count = names.count = 0;
	add_scripts(&members);
	add_zgi(&members, &names);
	add_room(&members, "FOYER.TGA", AROUND_WIDE, 344, false);
	add_room(&members, "LEDGER.TGA", AROUND_WIDE, 344, true);
	save_archive(&zgi, root, "SCRIPTS.ZFS", &members);
	save_strings(&zgi, root, "INQUIS.STR");
}
