/*
 * The beacon: a whole game of ZVision, of our own. Its texts are in the folder beacon. To
 * light the beacon the player turns the safe to the mark that is painted in the tower,
 * takes the lens, pumps oil in the cellar, and puts the lens into the lamp in time.
 */
#include "samples.h"
#include "zv_members.h"

enum { LENS_RADIUS = 22, CURSOR_SIDE = 24 };

static struct sample beacon = { .folder = "beacon" };

/*
 * Pictures.
 */

static void add_room(struct members *members, const char *name, int width, int height,
		     void (*draw)(struct canvas *c))
{
	struct canvas canvas = blank(width, height);

	draw(&canvas);
	add_picture(members, name, &canvas, width > VIEW_WIDE);
}

static void add_safe(struct members *members, const char *name, bool has_lens)
{
	struct canvas canvas = blank(DIAL_SIDE, DIAL_SIDE);

	draw_safe(&canvas, has_lens);
	add_picture(members, name, &canvas, false);
}

/* The lens in the lamp, which is in the panorama. */
static void add_lens(struct members *members)
{
	struct canvas canvas = blank(2 * LENS_RADIUS + 1, 2 * LENS_RADIUS + 1);

	draw_lens(&canvas, LENS_RADIUS, LENS_RADIUS, LENS_RADIUS);
	add_picture(members, "5AOBJ.TGA", &canvas, true);
}

/* The lens in the hand: at rest, and pressed. */
static void add_lens_cursor(struct members *members, const char *name, int radius)
{
	struct canvas canvas = blank(CURSOR_SIDE, CURSOR_SIDE);

	draw_lens(&canvas, CURSOR_SIDE / 2, CURSOR_SIDE / 2, radius);
	add_cursor(members, name, &canvas, CURSOR_SIDE / 2, CURSOR_SIDE / 2);
}

static void add_pointers(struct members *members)
{
	static const struct {
		const char *name;
		enum pointer pointer;
		int hot_x, hot_y;
	} pointers[] = {
		{ "00IDLEA.ZCR", POINTER_IDLE, 0, 0 },
		{ "00IDLEB.ZCR", POINTER_PRESSED, 0, 0 },
		{ "HANDPTA.ZCR", POINTER_HAND, 6, 0 },
		{ "HANDPUA.ZCR", POINTER_HAND, 6, 0 },
		{ "FORWA.ZCR", POINTER_UP, 8, 0 },
		{ "UPA.ZCR", POINTER_UP, 8, 0 },
		{ "RIGHTA.ZCR", POINTER_RIGHT, 15, 8 },
		{ "DOWNA.ZCR", POINTER_DOWN, 8, 15 },
		{ "BACKA.ZCR", POINTER_DOWN, 8, 15 },
		{ "LEFTA.ZCR", POINTER_LEFT, 0, 8 },
	};

	for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
		struct canvas canvas = blank(POINTER_SIDE, POINTER_SIDE);

		draw_pointer(&canvas, pointers[i].pointer);
		add_cursor(members, pointers[i].name, &canvas, pointers[i].hot_x,
			   pointers[i].hot_y);
	}
}

static void add_texts(struct members *members)
{
	static const char *const names[] = { "universe.scr", "g.scr",	 "ga.scr",
					     "gary.scr",     "gath.scr", "galm.scr",
					     "gb.scr",	     "gbce.scr", "gbst.scr",
					     "gjlg.scr",     "pump.lev", "keeper.sub" };
	static const char *const wide[] = { "keeper.txt", "study.txt", "end.txt",
					    "nemesis.str" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		read_text(BEACON_SOURCES, names[i], add(members, names[i]));
	for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
		struct exh_writer text = { .limit = BEACON_LIMIT };

		read_text(BEACON_SOURCES, wide[i], &text);
		widen(&text, add(members, wide[i]));
		exh_writer_free(&text);
	}
}

static void add_pictures(struct members *members)
{
	add_room(members, "BEACH.TGA", VIEW_WIDE, VIEW_HIGH, draw_beach);
	add_room(members, "TOWER.TGA", VIEW_WIDE, TILT_HIGH, draw_tower);
	add_room(members, "CELLAR.TGA", VIEW_WIDE, VIEW_HIGH, draw_cellar);
	add_room(members, "STUDY.TGA", VIEW_WIDE, VIEW_HIGH, draw_study);
	add_room(members, "LAMP.TGA", AROUND_WIDE, VIEW_HIGH, draw_lamp_room);
	add_safe(members, "SAFEFULL.TGA", true);
	add_safe(members, "SAFEVOID.TGA", false);
	add_lens(members);
	add_room(members, "BOOK.TGA", VIEW_WIDE, VIEW_HIGH, draw_book);
	add_lens_cursor(members, "05IDLEA.ZCR", 8);
	add_lens_cursor(members, "05IDLEB.ZCR", 7);
	add_lens_cursor(members, "05ACTA.ZCR", 10);
	add_lens_cursor(members, "05ACTB.ZCR", 9);
	add_pointers(members);
}

void make_beacon(const char *root)
{
	struct members members = { .count = 0 };

	add_pictures(&members);
	write_dial(add(&members, "DIAL.RLF"));
	write_pump(add(&members, "PUMP.RLF"));
	write_candle(add(&members, "CANDLE.RLF"));
	write_beam(add(&members, "BEAM.RLF"));
	write_flare(add(&members, "FLARE.RLF"));
	write_video(add(&members, "KEEPER.AVI"));
	write_tide(add(&members, "TIDE00G.RAW"));
	save_archive(&beacon, root, "BEACON.ZFS", &members);

	members.count = 0;
	add_texts(&members);
	save_archive(&beacon, root, "SCRIPTS.ZFS", &members);
}
