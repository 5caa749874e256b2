#include "exhume/advanced/panorama.h"

#include "../../base/testing.h"

#include <math.h>

enum { LIMIT = 1 << 24 };

/* A table, and a picture of noise. */
struct room {
	struct exh_arena arena;
	struct exh_zv_pano pano;
	struct exh_zv_picture picture;
};

static struct exh_zv_pano_options options_of(enum exh_zv_pano_kind kind, double angle,
					     double linscale)
{
	return (struct exh_zv_pano_options){ .kind = kind,
					     .angle = angle,
					     .linscale = linscale };
}

static enum exh_status enter(struct room *room, struct exh_zv_pano_options options,
			     size_t width, size_t height)
{
	*room = (struct room){ .arena = { .limit = LIMIT } };
	return exh_zv_pano_make(&room->pano, &options, width, height, &room->arena, NULL);
}

static void hang(struct room *room, size_t width, size_t height, uint64_t seed)
{
	room->picture =
		(struct exh_zv_picture){ width, height, malloc(width * height * 2) };
	assert_non_null(room->picture.pixels);
	for (size_t i = 0; i < width * height; i++)
		room->picture.pixels[i] = (uint16_t)(1 + roll(&seed, 0x7fff));
}

static void leave(struct room *room)
{
	free(room->picture.pixels);
	exh_arena_free(&room->arena);
}

/*
 * The table.
 */

/* Worked out by hand: R = 4 / tan 45 = 4; the columns' angles are atan(-1.99 / 4) and so
 * on, -0.4615 -0.2426 0.0025 0.2473, which times 4 plus 2 are 0.154 1.030 2.010 2.989;
 * their cosines are 0.8954 0.9707 1.0000 0.9696. Just above 4 rows down, rows become
 * floor(4 + 0.99..), 4 again. */
static void a_small_table_is_as_by_hand(void **state)
{
	static const uint16_t along[] = { 0, 1, 2, 2 };
	static const uint16_t rows[] = { 0, 1, 2, 3, 4, 4, 5, 6 };
	struct room pana, tilt;

	(void)state;
	assert_int_equal(enter(&pana, options_of(EXH_ZV_PANA, 45, 1), 4, 8), EXH_OK);
	assert_int_equal(enter(&tilt, options_of(EXH_ZV_TILT, 45, 1), 8, 4), EXH_OK);
	assert_memory_equal(pana.pano.along, along, sizeof along);
	assert_memory_equal(tilt.pano.along, along, sizeof along);
	for (size_t x = 0; x < 4; x++)
		for (size_t y = 0; y < 8; y++) {
			assert_int_equal(pana.pano.across[y * 4 + x], rows[y]);
			assert_int_equal(tilt.pano.across[x * 8 + y], rows[y]);
		}
	leave(&pana);
	leave(&tilt);
}

/* zvision 8: "at (183,91) offsets (52,13) fetch (235,104)". The description does not name
 * the room; these two match. */
static void the_described_offset_is_found(void **state)
{
	struct room room;
	int32_t dx, dy;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 39.5, 0.7), 640, 344),
			 EXH_OK);
	exh_zv_pano_offset(&room.pano, 183, 91, &dx, &dy);
	assert_int_equal(dx, 52);
	assert_int_equal(dy, 13);
	hang(&room, 1440, 344, 1);
	{
		const struct exh_zv_pano_point under =
			exh_zv_pano_under(&room.pano, &room.picture, 320,
					  (struct exh_zv_pano_point){ 183, 91 });

		assert_int_equal(under.x, 235);
		assert_int_equal(under.y, 104);
	}
	leave(&room);
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 58, 0.32), 512, 320),
			 EXH_OK);
	exh_zv_pano_offset(&room.pano, 183, 91, &dx, &dy);
	assert_int_equal(dx, 52);
	assert_int_equal(dy, 13);
	leave(&room);
}

/* R = 160 / tan 27 = 314.018; column 0: atan(-255.99 / R) = -0.684002, times R and 0.55
 * is -118.13; its cosine 0.775101. */
static void the_defaults_make_nemesis_panorama(void **state)
{
	struct exh_zv_pano_options options;
	size_t width, height;
	struct room room;
	int32_t dx, dy;

	(void)state;
	exh_zv_pano_defaults(EXH_ZV_PANA, &options);
	exh_zv_pano_window(EXH_ZV_NEMESIS, &width, &height);
	assert_int_equal(width, 512);
	assert_int_equal(height, 320);
	assert_int_equal(enter(&room, options, width, height), EXH_OK);
	assert_int_equal(room.pano.along[0], 137); /* 256 - 118.13 */
	assert_int_equal(room.pano.across[0], 35); /* 160 - 160 * 0.7751 */
	assert_int_equal(room.pano.along[256], 256);
	exh_zv_pano_offset(&room.pano, 0, 319, &dx, &dy);
	assert_int_equal(dx, 137);
	assert_int_equal(dy, 283 - 319); /* 160 + 159 * 0.7751 = 283.24 */
	leave(&room);
	exh_zv_pano_window(EXH_ZV_ZGI, &width, &height);
	assert_int_equal(width, 640);
	assert_int_equal(height, 344);
}

/* A linscale above 1 would read columns outside of the window. */
static void the_table_stays_within_the_window(void **state)
{
	struct room room;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 10, 1.5), 64, 32), EXH_OK);
	assert_int_equal(room.pano.along[0], 0);
	assert_int_equal(room.pano.along[1], 0);
	assert_int_equal(room.pano.along[63], 63);
	leave(&room);
}

static void options_and_windows_without_sense_are_refused(void **state)
{
	static const double bad_angles[] = { 0, 0.001, -27, 90, 89.999, 180, 1e300 };
	static const double bad_scales[] = { 0, -0.55, 1e-9, 1001, 1e300 };
	struct room room;

	(void)state;
	for (size_t i = 0; i < sizeof bad_angles / sizeof *bad_angles; i++)
		assert_int_equal(
			enter(&room, options_of(EXH_ZV_PANA, bad_angles[i], 1), 8, 8),
			EXH_INVALID);
	for (size_t i = 0; i < sizeof bad_scales / sizeof *bad_scales; i++)
		assert_int_equal(
			enter(&room, options_of(EXH_ZV_TILT, 27, bad_scales[i]), 8, 8),
			EXH_INVALID);
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, (double)NAN, 1), 8, 8),
			 EXH_INVALID);
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 27, (double)NAN), 8, 8),
			 EXH_INVALID);
	assert_int_equal(
		enter(&room, options_of(EXH_ZV_PANA, 27, (double)INFINITY), 8, 8),
		EXH_INVALID);
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 27, 1), 0, 8), EXH_LIMIT);
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 27, 1), 8, 4097),
			 EXH_LIMIT);
	/* A flat room has neither. */
	assert_int_equal(enter(&room, options_of(EXH_ZV_FLAT, 0, 0), 8, 8), EXH_OK);
	leave(&room);
}

static void memory_may_be_short(void **state)
{
	const struct exh_zv_pano_options options = options_of(EXH_ZV_PANA, 27, 1);

	(void)state;
	for (size_t limit = 0; limit < 2 * (8 + 64); limit += 16) {
		struct exh_arena arena = { .limit = limit };
		struct exh_zv_pano pano;

		assert_int_equal(exh_zv_pano_make(&pano, &options, 8, 8, &arena, NULL),
				 EXH_NO_MEMORY);
		exh_arena_free(&arena);
	}
}

/*
 * Views.
 */

/* Computes each pixel from the description, without the table. */
static uint16_t plain(const struct room *room, int32_t location, size_t x, size_t y)
{
	const int64_t width = (int64_t)room->pano.width,
		      height = (int64_t)room->pano.height;
	const int64_t own_width = (int64_t)room->picture.width,
		      own_height = (int64_t)room->picture.height;
	int64_t from_x, from_y;
	int32_t dx, dy;

	exh_zv_pano_offset(&room->pano, x, y, &dx, &dy);
	from_x = (int64_t)x + dx;
	from_y = (int64_t)y + dy;
	if (room->pano.options.kind == EXH_ZV_PANA)
		from_x = ((from_x - width / 2 + location) % own_width + own_width) %
			 own_width;
	if (room->pano.options.kind == EXH_ZV_TILT)
		from_y += location - height / 2;
	if (from_x < 0 || from_x >= own_width || from_y < 0 || from_y >= own_height)
		return 0;
	return room->picture.pixels[from_y * own_width + from_x];
}

static void compare(const struct room *room, int32_t location)
{
	const size_t width = room->pano.width, count = width * room->pano.height;
	uint16_t *pixels = malloc(count * sizeof *pixels);

	assert_non_null(pixels);
	memset(pixels, 0xaa, count * sizeof *pixels);
	exh_zv_pano_render(&room->pano, &room->picture, location, pixels);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(pixels[i], plain(room, location, i % width, i / width));
	free(pixels);
}

static void views_of_all_sizes_and_locations(void **state)
{
	static const int32_t ends[] = { INT32_MIN, INT32_MIN + 1, -1,	    0,
					1,	   INT32_MAX - 1, INT32_MAX };
	static const enum exh_zv_pano_kind kinds[] = { EXH_ZV_FLAT, EXH_ZV_PANA,
						       EXH_ZV_TILT };
	uint64_t seed = 3;

	(void)state;
	for (int turn = 0; turn < 300; turn++) {
		const double angle = 1 + roll(&seed, 88),
			     scale = 0.1 + roll(&seed, 20) / 10.0;
		struct room room;

		assert_int_equal(enter(&room, options_of(kinds[turn % 3], angle, scale),
				       1 + roll(&seed, 40), 1 + roll(&seed, 40)),
				 EXH_OK);
		hang(&room, 1 + roll(&seed, turn % 2 ? 90 : 6),
		     1 + roll(&seed, turn % 4 < 2 ? 90 : 6), (uint64_t)turn + 1);
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
			compare(&room, ends[i]);
		for (int i = 0; i < 20; i++)
			compare(&room, (int32_t)roll(&seed, 200) - 50);
		leave(&room);
	}
}

/* Worked out by hand, with the table above: the window's middle is column 2, and rows are
 * as there. */
static void a_panorama_goes_round(void **state)
{
	static uint16_t in[] = { 1, 2, 3 }, out[4 * 8];
	static const uint16_t first[] = { 2, 3, 1, 1 }; /* columns -2 -1 0 0 */
	struct room room;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 45, 1), 4, 8), EXH_OK);
	room.picture = (struct exh_zv_picture){ 3, 1, in };
	exh_zv_pano_render(&room.pano, &room.picture, 0, out);
	assert_memory_equal(out, first, sizeof first);
	for (size_t i = 4; i < 32; i++)
		assert_int_equal(out[i], 0);
	exh_arena_free(&room.arena);
}

static void a_picture_of_no_pixels_is_black(void **state)
{
	struct room room;
	uint16_t pixels[64];

	(void)state;
	for (int kind = EXH_ZV_FLAT; kind <= EXH_ZV_TILT; kind++) {
		assert_int_equal(enter(&room,
				       options_of((enum exh_zv_pano_kind)kind, 27, 1), 8,
				       8),
				 EXH_OK);
		memset(pixels, 1, sizeof pixels);
		exh_zv_pano_render(&room.pano, &room.picture, 5, pixels);
		for (size_t i = 0; i < 64; i++)
			assert_int_equal(pixels[i], 0);
		assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, 0),
				 kind == EXH_ZV_TILT ? room.pano.gap : 0);
		leave(&room);
	}
}

/*
 * Locations.
 */

/* R = 256 / tan 27 = 502.428; 502.428 * atan(160 / 502.428) * 0.65 = 100.67. */
static void a_tilt_picture_keeps_its_gap(void **state)
{
	struct exh_zv_pano_options options;
	struct room room;

	(void)state;
	exh_zv_pano_defaults(EXH_ZV_TILT, &options);
	assert_int_equal(enter(&room, options, 512, 320), EXH_OK);
	hang(&room, 512, 800, 1);
	assert_int_equal(room.pano.gap, 100);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, INT32_MIN), 100);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, 99), 100);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, 101), 101);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, 701), 700);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, INT32_MAX), 700);
	room.picture.height = 150; /* too low for both: the top counts */
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, 75), 100);
	leave(&room);
}

/* QUIRK: the gap is truncated to a whole number, and rows are rounded towards the top. At
 * the upper end of the range the first rows of the view are those above the picture: 59 -
 * 160 + 100. */
static void at_its_gap_a_tilt_picture_shows_black(void **state)
{
	static uint16_t pixels[512 * 320];
	struct exh_zv_pano_options options;
	struct room room;

	(void)state;
	exh_zv_pano_defaults(EXH_ZV_TILT, &options);
	assert_int_equal(enter(&room, options, 512, 320), EXH_OK);
	hang(&room, 512, 800, 1);
	assert_int_equal(room.pano.along[0], 59); /* 160 - 100.67 */
	assert_int_equal(room.pano.along[1], 59); /* 160 - 100.09 */
	exh_zv_pano_render(&room.pano, &room.picture, 100, pixels);
	for (size_t x = 0; x < 512; x++) {
		assert_int_equal(pixels[x], 0);
		assert_int_equal(pixels[512 + x], 0);
		assert_int_not_equal(pixels[2 * 512 + x], 0);
	}
	leave(&room);
}

static void a_panorama_takes_locations_modulo(void **state)
{
	struct room room;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 60, 1), 16, 8), EXH_OK);
	hang(&room, 1440, 1, 1);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, 1440), 0);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, -1), 1439);
	assert_int_equal(exh_zv_pano_clamp(&room.pano, &room.picture, INT32_MIN),
			 1440 - 2147483648 % 1440);
	leave(&room);
}

static void the_mouse_finds_what_is_shown(void **state)
{
	uint64_t seed = 9;

	(void)state;
	for (int kind = EXH_ZV_FLAT; kind <= EXH_ZV_TILT; kind++) {
		struct room room;
		uint16_t pixels[40 * 24];

		assert_int_equal(enter(&room,
				       options_of((enum exh_zv_pano_kind)kind, 50, 0.8),
				       40, 24),
				 EXH_OK);
		hang(&room, 100, 80, 2);
		for (int i = 0; i < 500; i++) {
			const int32_t location = 12 + (int32_t)roll(&seed, 56);
			const struct exh_zv_pano_point point = { roll(&seed, 40),
								 roll(&seed, 24) };
			const struct exh_zv_pano_point under = exh_zv_pano_under(
				&room.pano, &room.picture, location, point);

			exh_zv_pano_render(&room.pano, &room.picture, location, pixels);
			assert_int_equal(room.picture.pixels[under.y * 100 + under.x],
					 pixels[point.y * 40 + point.x]);
		}
		leave(&room);
	}
}

/* Points of flat pictures are taken modulo their size; without a picture nothing is. */
static void points_beside_the_picture(void **state)
{
	static const struct {
		enum exh_zv_pano_kind kind;
		int32_t location;
		/* Points under the window's middle. */
		struct exh_zv_pano_point with, without;
	} cases[] = {
		{ EXH_ZV_FLAT, 0, { 8, 1 }, { 8, 4 } },
		{ EXH_ZV_PANA, -30, { 2, 4 }, { -30, 4 } },
		{ EXH_ZV_TILT, -30, { 8, 0 }, { 8, -30 } },
	};
	const struct exh_zv_picture none = { 0 };
	struct room room;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct exh_zv_pano_point middle = { 8, 4 };
		struct exh_zv_pano_point under;

		assert_int_equal(enter(&room, options_of(cases[i].kind, 60, 1), 16, 8),
				 EXH_OK);
		hang(&room, cases[i].kind == EXH_ZV_PANA ? 16 : 12, 3, 1);
		under = exh_zv_pano_under(&room.pano, &room.picture, cases[i].location,
					  middle);
		assert_int_equal(under.x, cases[i].with.x);
		assert_int_equal(under.y, cases[i].with.y);
		under = exh_zv_pano_under(&room.pano, &none, cases[i].location, middle);
		assert_int_equal(under.x, cases[i].without.x);
		assert_int_equal(under.y, cases[i].without.y);
		leave(&room);
	}
}

static void outside_of_the_window_is_the_corner(void **state)
{
	static const struct exh_zv_pano_point outside[] = {
		{ -1, 5 }, { 5, -1 }, { 16, 5 }, { 5, 8 }, { INT64_MIN, INT64_MAX }
	};
	struct room room;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 60, 1), 16, 8), EXH_OK);
	hang(&room, 40, 8, 1);
	for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
		const struct exh_zv_pano_point under =
			exh_zv_pano_under(&room.pano, &room.picture, 20, outside[i]);

		assert_int_equal(under.x, 0);
		assert_int_equal(under.y, 0);
	}
	leave(&room);
}

/*
 * Scrolling.
 */

static struct exh_zv_pano_input at_rest(int64_t x, int64_t y)
{
	return (struct exh_zv_pano_input){
		.mouse = { x, y },
		.mouse_speed = EXH_ZV_PANO_MOUSE_SPEED,
		.keyboard_speed = EXH_ZV_PANO_KEYBOARD_SPEED,
	};
}

/* m = 540 / 16 = 33. In the second pixel: 33 / 60 - 33 = -32.45. */
static void the_mouse_scrolls_at_the_edges(void **state)
{
	static const struct {
		int64_t x;
		int32_t motion;
	} cases[] = {
		{ -1000, -32 }, { 0, -32 },  { 1, -32 },   { 2, -31 }, /* -31.9 */
		{ 30, -16 },					       /* -16.5 */
		{ 58, -1 },	{ 59, -1 },  { 60, 0 },	   { 256, 0 },
		{ 452, 0 },	{ 453, 1 },  { 455, 1 }, /* 1.65 */
		{ 456, 2 },				 /* 2.2 */
		{ 511, 32 },	{ 512, 32 }, { 9999, 32 },
	};
	struct room pana, tilt;

	(void)state;
	assert_int_equal(enter(&pana, options_of(EXH_ZV_PANA, 60, 1), 512, 320), EXH_OK);
	assert_int_equal(enter(&tilt, options_of(EXH_ZV_TILT, 60, 1), 320, 512), EXH_OK);
	hang(&pana, 1440, 1, 1);
	hang(&tilt, 1, 1440, 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_zv_pano_input input = at_rest(cases[i].x, 100);

		assert_int_equal(
			exh_zv_pano_scroll(&pana.pano, &pana.picture, 700, &input, NULL),
			700 + cases[i].motion);
		input = at_rest(100, cases[i].x);
		assert_int_equal(
			exh_zv_pano_scroll(&tilt.pano, &tilt.picture, 700, &input, NULL),
			700 + cases[i].motion);
		input = at_rest(cases[i].x, 320); /* below the window */
		assert_int_equal(
			exh_zv_pano_scroll(&pana.pano, &pana.picture, 700, &input, NULL),
			700);
		pana.pano.options.reverse = true;
		input = at_rest(cases[i].x, 0);
		assert_int_equal(
			exh_zv_pano_scroll(&pana.pano, &pana.picture, 700, &input, NULL),
			700 - cases[i].motion);
		pana.pano.options.reverse = false;
	}
	leave(&pana);
	leave(&tilt);
}

static void without_a_speed_it_is_25(void **state)
{
	static const int32_t none[] = { 0, 15, -1, INT32_MIN };
	struct room room;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 60, 1), 512, 320), EXH_OK);
	hang(&room, 1440, 1, 1);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		struct exh_zv_pano_input input = at_rest(511, 5);

		input.mouse_speed = none[i];
		assert_int_equal(
			exh_zv_pano_scroll(&room.pano, &room.picture, 700, &input, NULL),
			724); /* 25 * 59 / 60 = 24.6 */
	}
	leave(&room);
}

static void held_keys_scroll_and_add_to_the_mouse(void **state)
{
	struct exh_zv_pano_input input = at_rest(256, 100);
	struct room room;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 60, 1), 512, 320), EXH_OK);
	hang(&room, 1440, 1, 1);
	input.forward = true;
	assert_int_equal(
		exh_zv_pano_scroll(&room.pano, &room.picture, 1435, &input, NULL), 5);
	input.back = true;
	assert_int_equal(exh_zv_pano_scroll(&room.pano, &room.picture, 7, &input, NULL),
			 7);
	input.forward = false;
	assert_int_equal(exh_zv_pano_scroll(&room.pano, &room.picture, 7, &input, NULL),
			 1437);
	input.mouse.x = 511;
	assert_int_equal(exh_zv_pano_scroll(&room.pano, &room.picture, 7, &input, NULL),
			 7 + 32 - 10);
	leave(&room);
}

static int rounds_from(struct room *room, int32_t location, bool forward)
{
	struct exh_zv_pano_input input = at_rest(256, 100);
	int rounds = 99;

	input.forward = forward;
	input.back = !forward;
	exh_zv_pano_scroll(&room->pano, &room->picture, location, &input, &rounds);
	return rounds;
}

static void rounds_are_counted_at_the_zeropoint(void **state)
{
	struct room room;

	(void)state;
	assert_int_equal(enter(&room, options_of(EXH_ZV_PANA, 60, 1), 512, 320), EXH_OK);
	hang(&room, 1440, 1, 1);
	room.pano.options.zeropoint = 100;
	assert_int_equal(rounds_from(&room, 90, true), 0); /* ends on it */
	assert_int_equal(rounds_from(&room, 91, true), 1);
	assert_int_equal(rounds_from(&room, 100, true), 1);
	assert_int_equal(rounds_from(&room, 101, true), 0);
	assert_int_equal(rounds_from(&room, 110, false), 0);
	assert_int_equal(rounds_from(&room, 109, false), -1);
	assert_int_equal(rounds_from(&room, 100, false), -1);
	assert_int_equal(rounds_from(&room, 99, false), 0);
	/* Compared before the modulo: the seam is crossed in one direction only. */
	room.pano.options.zeropoint = 0;
	assert_int_equal(rounds_from(&room, 3, false), -1);
	assert_int_equal(rounds_from(&room, 1437, true), 0);
	leave(&room);
	assert_int_equal(enter(&room, options_of(EXH_ZV_TILT, 60, 1), 512, 320), EXH_OK);
	assert_int_equal(rounds_from(&room, 0, true), 0);
	leave(&room);
}

static void extremes_do_not_overflow(void **state)
{
	static const int32_t ends[] = { INT32_MIN, -1, 0, INT32_MAX };
	struct room room;

	(void)state;
	for (int kind = EXH_ZV_FLAT; kind <= EXH_ZV_TILT; kind++) {
		assert_int_equal(enter(&room,
				       options_of((enum exh_zv_pano_kind)kind, 60, 1),
				       512, 320),
				 EXH_OK);
		hang(&room, 1440, 900, 1);
		for (int i = 0; i < 4 * 4 * 4 * 4; i++) {
			const int32_t last = kind == EXH_ZV_PANA ? 1439 : 900;
			struct exh_zv_pano_input input =
				at_rest(i & 1 ? INT64_MIN : INT64_MAX, 100);
			int32_t to;
			int rounds;

			input.back = i & 2;
			input.forward = !input.back;
			room.pano.options.zeropoint = ends[i / 4 % 4];
			input.mouse_speed = ends[i / 16 % 4];
			input.keyboard_speed = ends[i / 64];
			for (int k = 0; k < 4; k++) {
				to = exh_zv_pano_scroll(&room.pano, &room.picture,
							ends[k], &input, &rounds);
				assert_in_range(to, 0, last);
				assert_true(rounds >= -1 && rounds <= 1);
			}
		}
		leave(&room);
	}
}

static void a_bad_option_is_named_with_its_range(void **state)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_zv_pano_options options;
	struct exh_zv_pano pano;
	struct exh_error err;

	(void)state;
	exh_zv_pano_defaults(EXH_ZV_PANA, &options);
	options.linscale = 0.00025;
	assert_int_equal(exh_zv_pano_make(&pano, &options, 8, 8, &arena, &err),
			 EXH_INVALID);
	assert_string_equal(err.text, "a linscale of 0.000, expected 0.001 to 1000.000");
	options.angle = -90;
	assert_int_equal(exh_zv_pano_make(&pano, &options, 8, 8, &arena, &err),
			 EXH_INVALID);
	assert_string_equal(err.text, "an angle of -90.000, expected 0.010 to 89.990");
	options.angle = NAN;
	assert_int_equal(exh_zv_pano_make(&pano, &options, 8, 8, &arena, &err),
			 EXH_INVALID);
	assert_string_equal(err.text, "an angle of no number, expected 0.010 to 89.990");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bad_option_is_named_with_its_range),
		cmocka_unit_test(a_small_table_is_as_by_hand),
		cmocka_unit_test(the_described_offset_is_found),
		cmocka_unit_test(the_defaults_make_nemesis_panorama),
		cmocka_unit_test(the_table_stays_within_the_window),
		cmocka_unit_test(options_and_windows_without_sense_are_refused),
		cmocka_unit_test(memory_may_be_short),
		cmocka_unit_test(views_of_all_sizes_and_locations),
		cmocka_unit_test(a_panorama_goes_round),
		cmocka_unit_test(a_picture_of_no_pixels_is_black),
		cmocka_unit_test(a_tilt_picture_keeps_its_gap),
		cmocka_unit_test(at_its_gap_a_tilt_picture_shows_black),
		cmocka_unit_test(a_panorama_takes_locations_modulo),
		cmocka_unit_test(the_mouse_finds_what_is_shown),
		cmocka_unit_test(points_beside_the_picture),
		cmocka_unit_test(outside_of_the_window_is_the_corner),
		cmocka_unit_test(the_mouse_scrolls_at_the_edges),
		cmocka_unit_test(without_a_speed_it_is_25),
		cmocka_unit_test(held_keys_scroll_and_add_to_the_mouse),
		cmocka_unit_test(rounds_are_counted_at_the_zeropoint),
		cmocka_unit_test(extremes_do_not_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
