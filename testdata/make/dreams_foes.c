/*
 * What grows and creeps in the mole's garden. All look right on their cells; the lowest
 * line of a cell is the ground. Strides have the frames 0 to 3.
 */
#include "dreams.h"

/* Two feet, of which one is lifted. */
static void feet(struct art *a, int x, int ground, int frame, int stride,
		 const char *ramp)
{
	static const signed char swing[] = { 2, 0, -2, 0 };
	static const unsigned char far_lift[] = { 0, 2, 0, 0 };
	static const unsigned char near_lift[] = { 0, 0, 0, 2 };
	const int far = x - swing[frame & 3] * stride / 2;
	const int near = x + swing[frame & 3] * stride / 2;

	ball(a, far + 1, ground - 2 - far_lift[frame & 3], 3, 1, ramp);
	ball(a, near + 1, ground - 2 - near_lift[frame & 3], 3, 1, ramp);
}

/* Eyes that look to the right. */
static void eyes(struct art *a, int x, int y, int height)
{
	for (int i = 0; i < 2; i++) {
		rect(a, x + 5 * i - 1, y - 1, 5, height + 2, 0);
		rect(a, x + 5 * i, y, 3, height, 15);
		rect(a, x + 5 * i + 2, y + height / 2, 1, height - height / 2, 0);
	}
}

static void frown(struct art *a, int x, int y)
{
	line(a, x - 1, y, x + 2, y + 1, 0);
	line(a, x + 5, y + 1, x + 9, y, 0);
}

static void teeth(struct art *a, int x, int y, int count)
{
	rect(a, x - 1, y - 1, 2 * count + 1, 4, 0);
	for (int i = 0; i < count; i++)
		rect(a, x + 2 * i, y, 1, 2, 15);
}

/* A pointed leaf from its root to its tip, broadest at a third of the way. */
static void leaf(struct art *a, int x, int y, int x2, int y2, int width)
{
	for (int pass = 0; pass < 3; pass++)
		for (int i = 0; i <= 16; i++) {
			const int along = i < 5 ? i * 3 : 22 - i * 22 / 16;
			const int half = width * along / 15 / (pass == 2 ? 2 : 1);
			const int u = x + (x2 - x) * i / 16, v = y + (y2 - y) * i / 16;

			if (pass == 0)
				rect(a, u - half - 1, v - half / 2 - 1, 2 * half + 3,
				     half + 3, 0);
			else
				rect(a, u - half, v - half / 2,
				     2 * half + (pass == 1 ? 1 : 0), half + 1,
				     pass == 1 ? 2 : 10);
		}
}

/* A row of balls that touch, under one outline. */
static void tail(struct art *a, int x, int y, int x2, int y2, int width)
{
	for (int pass = 1; pass >= 0; pass--)
		for (int i = 0; i <= 16; i++) {
			const int half = width * i / 16 + pass;
			const int u = x + (x2 - x) * i / 16;
			const int v = y + (y2 - y) * i * i / 256;

			rect(a, u - half, v - half, 2 * half + 1, 2 * half + 1,
			     pass ? 0 : 12);
		}
}

/*
 * The hammer mushroom: walks, and brings its cap down in front of it.
 */

static void cap(struct art *a, int x, int y, int width, int height)
{
	ball(a, x, y, width, height, "444444ccccccccf");
	for (int i = 0; i < 4; i++) {
		const int dx = (i * 7 % 4 - 2) * width / 3 + width / 6;
		const int dy = (i % 2 ? -1 : 1) * height / 3;

		rect(a, x + dx, y + dy, 3, 2, 15);
	}
}

static void draw_hammer(struct art *a, int frame)
{
	const int bob = frame & 1;

	feet(a, 11, 32, frame, 5, "66e");
	ball(a, 12, 22 + bob, 6, 6, "8777777ff");
	eyes(a, 11, 18 + bob, 4);
	frown(a, 11, 16 + bob);
	teeth(a, 13, 25 + bob, 3);
	cap(a, 11, 9 + bob, 11, 8);
}

/* 0 to 3: bends its knees, leaps, bows, has struck. */
static void draw_hammer_blow(struct art *a, int frame)
{
	static const signed char caps[][4] = {
		{ 11, 17, 12, 6 }, { 12, 4, 9, 8 }, { 25, 12, 8, 9 }, { 29, 24, 14, 6 }
	};
	const int low = frame == 0 ? 4 : frame == 1 ? -4 : 0;

	feet(a, 11, frame == 1 ? 28 : 32, 0, 3, "66e");
	ball(a, 12 + frame / 2 * 2, 24 + low, 6, frame == 3 ? 4 : 6, "8777777ff");
	if (frame < 2) {
		eyes(a, 11, 22 + low, 3);
		frown(a, 11, 20 + low);
	}
	cap(a, caps[frame][0], caps[frame][1], caps[frame][2], caps[frame][3]);
	for (int i = 0; frame == 3 && i < 3; i++)
		line(a, 44 + i, 26 - 4 * i, 48 + i, 23 - 6 * i, 15);
}

/* The onion that bounces. */
static void draw_onion(struct art *a, int frame)
{
	const int flat = frame ? 0 : 3;

	leaf(a, 10, 6 + flat, 6, flat, 1);
	leaf(a, 12, 6 + flat, 12, flat - 2, 1);
	leaf(a, 14, 6 + flat, 18, flat, 1);
	ball(a, 12, 14 + flat / 2, 9 + flat / 2, 8 - flat / 2, "555555ddddddddff");
	for (int i = -2; i <= 2; i++)
		line(a, 12 + i, 6 + flat, 12 + 4 * i, 14 + flat / 2, 5);
	eyes(a, 13, 11 + flat / 2, 4);
	teeth(a, 14, 18, 3);
}

/* The chili that runs, and leaps where the ground ends. */
static void draw_chili(struct art *a, int frame)
{
	const int bob = frame & 1, leaping = frame == 4;

	if (!leaping)
		feet(a, 17, 32, frame, 8, "00e");
	tail(a, 1, (leaping ? 5 : 9) + bob + frame % 2 * 2, 20, (leaping ? 17 : 21) + bob,
	     6);
	ball(a, 20, (leaping ? 17 : 20) + bob, 8, 7, "444444ccccccccccf");
	ball(a, 24, (leaping ? 11 : 14) + bob, 4, 2, "22a");
	leaf(a, 25, (leaping ? 10 : 13) + bob, 31, (leaping ? 3 : 6) + bob, 1);
	eyes(a, 19, (leaping ? 15 : 18) + bob, 4);
	teeth(a, 20, (leaping ? 21 : 24) + bob, 3);
	if (leaping) {
		ball(a, 30, 24, 3, 1, "00e");
		ball(a, 9, 27, 3, 1, "00e");
	}
}

/* The gherkin, which is a caterpillar: long, low and fast. */
static void draw_gherkin(struct art *a, int frame)
{
	for (int i = 0; i < 5; i++)
		ball(a, 4 + 7 * i + (frame + i) % 2, 14, 2, 1, "66e");
	for (int i = 0; i < 5; i++)
		ball(a, 5 + 6 * i, 9 - ((frame + i) % 4 == 0 ? 2 : 0), 5, 4,
		     "22222aaaaaaf");
	ball(a, 32, 7, 6, 6, "22222aaaaaaaf");
	eyes(a, 31, 4, 4);
	line(a, 30, 1, 27, -3 + frame % 2, 0);
	line(a, 34, 1, 34, -3 + frame % 2, 0);
	put(a, 27, -4 + frame % 2, 14);
	put(a, 34, -4 + frame % 2, 14);
	teeth(a, 33, 10, 2);
}

/* The garlic that hangs from its vine, and falls. */
static void draw_garlic(struct art *a, int falling)
{
	if (!falling)
		for (int i = 0; i < 8; i++)
			put(a, 12 + (i & 2 ? 1 : 0), i - 1, i & 1 ? 2 : 10);
	ball(a, 12, 10, 3, 5, "777fff");
	ball(a, 6, 15, 5, 6, "777fff");
	ball(a, 18, 15, 5, 6, "777fff");
	ball(a, 12, 15, 6, 7, "777ffff");
	line(a, 12, 8, 12, 11, 8);
	if (falling) {
		eyes(a, 9, 12, 4);
		ball(a, 12, 19, 2, 2, "4");
	} else {
		rect(a, 8, 14, 3, 1, 0);
		rect(a, 13, 14, 3, 1, 0);
		rect(a, 10, 19, 4, 1, 0);
	}
}

/* The artichoke, with a lance: 4 winds up, 5 thrusts. */
static void lance(struct art *a, int x, int y, int length)
{
	rect(a, x, y - 1, length, 4, 0);
	rect(a, x, y, length, 1, 14);
	rect(a, x, y + 1, length, 1, 6);
	for (int i = 0; i < 5; i++)
		rect(a, x + length + i, y - 2 + i / 2, 1, 6 - i / 2 * 2, i < 1 ? 0 : 7);
}

static void draw_artichoke(struct art *a, int frame)
{
	const int bob = frame < 4 ? frame & 1 : 0;

	feet(a, 14, 32, frame < 4 ? frame : 0, frame == 5 ? 8 : 5, "11b");
	ball(a, 15, 17 + bob, 9, 11, "22aa");
	for (int row = 0; row < 3; row++)
		for (int i = 0; i < 4 - row % 2; i++)
			ball(a, 9 + 4 * i + row % 2 * 2, 6 + 5 * row + bob, 2, 3,
			     "22aaf");
	rect(a, 9, 19 + bob, 15, 5, 0);
	eyes(a, 15, 19 + bob, 3);
	leaf(a, 13, 6 + bob, 9, -1 + bob, 2);
	leaf(a, 17, 6 + bob, 21, -1 + bob, 2);
	if (frame == 4)
		lance(a, 2, 25, 24);
	else
		lance(a, frame == 5 ? 18 : 10, 25 + bob, frame == 5 ? 22 : 16);
	ball(a, frame == 5 ? 24 : 18, 26 + bob, 2, 2, "22a");
}

/* The cart of the mine. */
static void draw_cart(struct art *a, int frame)
{
	for (int i = 0; i < 5; i++)
		ball(a, 9 + 7 * i, 6 - i % 2, 4, 3, i % 2 ? "66eef" : "199bf");
	rect(a, 2, 8, 44, 3, 0);
	rect(a, 3, 9, 42, 1, 7);
	for (int y = 11; y < 19; y++) {
		rect(a, 4 + (y - 11) / 2, y, 40 - (y - 11) / 2 * 2, 1, 0);
		rect(a, 5 + (y - 11) / 2, y, 38 - (y - 11) / 2 * 2, 1, y < 13 ? 7 : 8);
	}
	for (int i = 0; i < 4; i++)
		put(a, 12 + 8 * i, 14, 15);
	for (int i = 0; i < 2; i++) {
		const int x = 13 + 22 * i;

		ball(a, x, 20, 3, 3, "44c");
		line(a, x - (frame ? 2 : 0), 20 - (frame ? 0 : 2), x + (frame ? 2 : 0),
		     20 + (frame ? 0 : 2), 15);
	}
}

/* The pumpkin that throws its seeds: 4 takes aim, 5 has thrown. */
static void draw_pumpkin(struct art *a, int frame)
{
	const int bob = frame < 4 ? frame & 1 : 0;

	feet(a, 10, 32, frame < 4 ? frame : 0, 5, "22a");
	leaf(a, 11, 9 + bob, 16, 2 + bob, 1);
	ball(a, 5, 18 + bob, 5, 8, "444666666e");
	ball(a, 19, 18 + bob, 4, 8, "444666666e");
	ball(a, 12, 18 + bob, 7, 9, "444666666666666ee");
	eyes(a, 11, 14 + bob, 4);
	frown(a, 11, 12 + bob);
	teeth(a, 11, 22 + bob, 4);
	if (frame == 4)
		ball(a, 2, 10, 2, 2, "22a");
	else if (frame == 5)
		ball(a, 25, 14, 2, 2, "22a");
	else
		ball(a, 4, 23 + bob, 2, 2, "22a");
	if (frame == 4)
		ball(a, 3, 7, 2, 1, "7ff");
}

static void draw_pumpkin_seed(struct art *a, int frame)
{
	ball(a, 3, 3, frame ? 2 : 1, frame ? 1 : 2, "7ff");
}

/* The snapdragon on the wall, or on the ceiling: 1 is about to spit. */
static void draw_snapdragon(struct art *a, int spits)
{
	ball(a, 3, 8, 3, 7, "222aa");
	rect(a, 5, 6, 8, 6, 0);
	rect(a, 5, 7, 8, 4, 2);
	rect(a, 5, 8, 8, 1, 10);
	ball(a, 19, 8, 8, 6, "55555dddddddf");
	if (spits) {
		ball(a, 26, 8, 4, 5, "4");
		ball(a, 28, 8, 2, 3, "0");
	} else {
		line(a, 20, 9, 27, 8, 0);
		line(a, 20, 10, 27, 9, 15);
	}
	rect(a, 17, 3, 4, 4, 15);
	rect(a, 19, 4, 2, 2, 0);
}

static void draw_snapdragon_down(struct art *a, int spits)
{
	ball(a, 11, 1, 9, 2, "222aa");
	rect(a, 9, 3, 6, 8, 0);
	rect(a, 10, 3, 4, 8, 2);
	ball(a, 12, 17, 8, 8, "55555dddddddf");
	for (int i = 0; i < 2; i++) {
		rect(a, 6 + 8 * i, 13, 4, 4, 15);
		rect(a, 7 + 8 * i, 15, 2, 2, 0);
	}
	if (spits)
		ball(a, 12, 24, 4, 2, "4");
	else
		line(a, 8, 22, 16, 22, 0);
}

static void draw_spit(struct art *a, int kind)
{
	ball(a, 3, 3, kind == 2 ? 1 : 2, kind == 1 ? 1 : 2, kind < 2 ? "55d" : "55df");
}

/* The radish that leaps on moles: 0, 1 walks, 2 takes off, 3 comes down. */
static void draw_radish(struct art *a, int frame)
{
	const int up = frame == 2 ? 3 : frame == 3 ? 2 : frame;

	if (frame < 2)
		feet(a, 11, 32, frame ? 1 : 0, 6, "66e");
	for (int i = -1; i <= 1; i++)
		leaf(a, 12 + 2 * i, 11 - up, 12 + (frame == 3 ? 4 : 6) * i,
		     (frame == 3 ? -1 : 2) - up + (i ? 2 : 0), 2);
	ball(a, 12, 20 - up, frame == 3 ? 11 : 9, frame == 2 ? 11 : 9,
	     "444444ccccccccccf");
	ball(a, 12, 26 - up, 5, 3, "7fff");
	eyes(a, 11, 15 - up, frame < 2 ? 4 : 5);
	frown(a, 11, 13 - up);
	teeth(a, 12, 22 - up, 4);
	if (frame == 2) {
		ball(a, -2, 29, 3, 1, "66e");
		ball(a, 3, 31, 3, 1, "66e");
	}
	if (frame == 3) {
		ball(a, 4, 28, 3, 1, "66e");
		ball(a, 20, 28, 3, 1, "66e");
	}
}

/* The snail, which climbs poles and slides down them. */
static void draw_snail(struct art *a, int frame)
{
	struct art snail;

	art_draw(ART_SPRITE, frame ? 15 : 14, &snail);
	paste(a, frame == 2 ? -1 : 0, 16, &snail, true);
}

/* Upright on a pole in the middle of 16 pixels. */
static void draw_snail_up(struct art *a, int frame)
{
	struct art snail;

	art_draw(ART_SPRITE, frame & 1 ? 15 : 14, &snail);
	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 24; x++)
			if (get(&snail, x, y) != ART_TRANSPARENT)
				put(a, y - 9, x + 4, get(&snail, x, y));
}

/* Wound up in its shell, rolling: frames 0 to 3. */
static void draw_snail_slide(struct art *a, int frame)
{
	static const signed char spots[][2] = {
		{ 0, -5 }, { 5, 0 }, { 0, 5 }, { -5, 0 }
	};

	ball(a, 8, 11, 8, 8, "44444ccccccf");
	ring(a, 8, 11, 5, 4);
	ring(a, 8, 11, 2, 4);
	ball(a, 8 + spots[frame][0], 11 + spots[frame][1], 2, 2, "22aaf");
}

/* The corn that spits its grains, and a grain on feet. */
static void draw_corn(struct art *a, int frame)
{
	const int bob = frame < 4 ? frame & 1 : 0;

	feet(a, 11, 32, frame < 4 ? frame : 0, 5, "66e");
	ball(a, 12, 14 + bob, 7, 13, "666666eeeeeeeef");
	for (int y = 3; y < 26; y += 3)
		for (int x = 6 + y % 2; x < 19; x += 3)
			if (in_ellipse(x - 12, y - 14, 6, 12))
				put(a, x, y + bob, 6);
	leaf(a, 8, 29, 2, 13 + bob, 3);
	leaf(a, 16, 29, 22, 15 + bob, 3);
	leaf(a, 12, 30, 12, 20 + bob, 3);
	eyes(a, 12, 8 + bob, 4);
	if (frame == 4) {
		ball(a, 18, 16, 3, 3, "4");
		ball(a, 19, 16, 1, 1, "0");
	} else {
		teeth(a, 13, 15 + bob, 3);
	}
}

static void draw_grain(struct art *a, int frame)
{
	feet(a, 7, 16, frame, 4, "66e");
	ball(a, 5, 8 - (frame & 1), 4, 4, "7fff");
	ball(a, 10, 6 - (frame & 1), 4, 3, "77fff");
	ball(a, 10, 9, 3, 3, "7eef");
	rect(a, 9, 5 - (frame & 1), 2, 3, 0);
	rect(a, 13, 5 - (frame & 1), 1, 3, 0);
}

/*
 * The king: a beet as large as a house, on a cell of 64 by 104.
 */

static void crown(struct art *a, int x, int y)
{
	rect(a, x - 15, y, 31, 9, 0);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < 3 * 10; i++) {
			const int middle = x - 12 + i / 10 * 12, row = i % 10;

			if (pass)
				rect(a, middle - row / 2, y - 9 + row, 1 + row / 2 * 2, 1,
				     14);
			else
				rect(a, middle - row / 2 - 1, y - 10 + row,
				     3 + row / 2 * 2, 2, 0);
		}
	rect(a, x - 14, y, 29, 4, 14);
	rect(a, x - 14, y + 4, 29, 3, 6);
	for (int i = 0; i < 3; i++)
		ball(a, x - 12 + 12 * i, y + 3, 1, 1, i == 1 ? "ccf" : "99b");
}

static void king_body(struct art *a, int y)
{
	for (int i = -2; i <= 2; i++)
		leaf(a, 32 + 4 * i, y - 26, 32 + 14 * i, y - 50 + 6 * (i < 0 ? -i : i),
		     4);
	ball(a, 32, y + 2, 27, 34, "111555555dddf");
	ball(a, 34, y + 25, 17, 9, "5dddff");
	for (int i = 0; i < 5; i++)
		line(a, 16 + 9 * i, y + 14 + i % 2 * 3, 22 + 9 * i, y + 15 + i % 2 * 3,
		     1);
	crown(a, 33, y - 32);
}

static void king_face(struct art *a, int y)
{
	for (int i = 0; i < 2; i++) {
		ball(a, 28 + 18 * i, y - 12, 6, 7, "fff");
		ball(a, 31 + 18 * i, y - 10, 2, 3, "0");
		put(a, 32 + 18 * i, y - 12, 15);
	}
	for (int i = 0; i < 3; i++) {
		line(a, 20, y - 23 + i, 33, y - 19 + i, 0);
		line(a, 55, y - 23 + i, 41, y - 19 + i, 0);
	}
	rect(a, 26, y + 3, 26, 10, 0);
	for (int i = 0; i < 5; i++) {
		rect(a, 27 + 5 * i, y + 4, 4, 3, 15);
		rect(a, 29 + 5 * i, y + 10, 3, 2, 7);
	}
}

static void king_hand(struct art *a, int x, int y)
{
	ball(a, x, y, 7, 8, "1155dd");
	for (int i = 0; i < 3; i++)
		line(a, x - 4 + 4 * i, y + 3, x - 4 + 4 * i, y + 7, 0);
}

static void draw_king(struct art *a, int frame)
{
	static const int steps[] = { 10, 2, -8, 1 };
	const int bob = frame & 1 ? 2 : 0, step = steps[frame];

	ball(a, 30 - step, frame == 3 ? 95 : 98, 11, 5, "666ee");
	ball(a, 34 + step, frame == 1 ? 95 : 98, 11, 5, "666eef");
	king_hand(a, 57 - step / 4, 62 + bob + step / 2);
	king_body(a, 52 + bob);
	king_face(a, 52 + bob);
	king_hand(a, 9 + step / 4, 64 + bob - step / 2);
}

static void draw_king_leap(struct art *a, int unused)
{
	(void)unused;
	ball(a, 20, 92, 8, 10, "666ee");
	ball(a, 46, 92, 8, 10, "666eef");
	king_body(a, 49);
	king_face(a, 49);
	king_hand(a, -1, 28);
	king_hand(a, 66, 28);
}

/* clang-format off */
#define FOE(chunk, draw, arg, width, ...) { chunk, draw, arg, false, 0, width, __VA_ARGS__ }
#define BACK(chunk, draw, arg, width, ...) { chunk, draw, arg, true, 0, width, __VA_ARGS__ }
#define BOTH(right, left, draw, arg, width, ...) \
	FOE(right, draw, arg, width, __VA_ARGS__), BACK(left, draw, arg, width, __VA_ARGS__)
#define FOUR(right, left, draw, width, ...) \
	BOTH(right, left, draw, 0, width, __VA_ARGS__), \
	BOTH(right + 1, left + 1, draw, 1, width, __VA_ARGS__), \
	BOTH(right + 2, left + 2, draw, 2, width, __VA_ARGS__), \
	BOTH(right + 3, left + 3, draw, 3, width, __VA_ARGS__)

const struct dreams_frame dreams_foes[] = {
	FOUR(249, 241, draw_hammer, 24, 16, 0, 352, 496, 1),
	BOTH(253, 245, draw_hammer_blow, 0, 24, 16, 144, 352, 496, 1),
	BOTH(254, 246, draw_hammer_blow, 1, 24, 16, -64, 352, 496, 1),
	FOE(255, draw_hammer_blow, 2, 24, 96, 32, 528, 496, 1),
	BACK(247, draw_hammer_blow, 2, 24, -144, 32, 288, 496, 1),
	FOE(256, draw_hammer_blow, 3, 24, 96, 256, 704, 496, 1),
	BACK(248, draw_hammer_blow, 3, 24, -320, 256, 288, 496, 1),
	BOTH(259, 257, draw_onion, 0, 24, 16, 0, 352, 368, 4),
	BOTH(260, 258, draw_onion, 1, 24, 16, 0, 352, 368, 4),
	FOUR(266, 261, draw_chili, 32, 16, 64, 464, 496, 1),
	BOTH(270, 265, draw_chili, 4, 32, 16, 64, 464, 480, 4),
	FOUR(275, 271, draw_gherkin, 40, 16, 16, 608, 240, 1),
	FOE(279, draw_garlic, 0, 24, 0, 0, 368, 368, 1),
	FOE(280, draw_garlic, 1, 24, 0, 0, 368, 368, 1),
	FOUR(281, 287, draw_artichoke, 32, 64, 16, 432, 496, 1),
	BOTH(285, 291, draw_artichoke, 4, 32, 64, 16, 496, 496, 1),
	FOE(286, draw_artichoke, 5, 32, 64, 16, 704, 496, 1),
	BACK(292, draw_artichoke, 5, 32, -208, 16, 432, 496, 1),
	FOE(293, draw_cart, 0, 48, 48, 128, 704, 288, 4),
	FOE(294, draw_cart, 1, 48, 48, 128, 704, 288, 4),
	FOUR(295, 301, draw_pumpkin, 24, 16, 48, 352, 496, 1),
	BOTH(299, 305, draw_pumpkin, 4, 24, 16, 48, 352, 496, 1),
	BOTH(300, 306, draw_pumpkin, 5, 24, 16, 48, 352, 496, 1),
	FOE(307, draw_pumpkin_seed, 0, 8, 16, 16, 96, 96, 1),
	FOE(308, draw_pumpkin_seed, 1, 8, 16, 16, 96, 96, 1),
	BOTH(309, 311, draw_snapdragon, 0, 32, 0, 16, 496, 240, 1),
	BOTH(310, 312, draw_snapdragon, 1, 32, 0, 16, 496, 240, 1),
	FOE(313, draw_snapdragon_down, 0, 24, 48, 0, 336, 432, 1),
	FOE(314, draw_snapdragon_down, 1, 24, 48, 0, 336, 432, 1),
	BOTH(315, 317, draw_spit, 0, 8, 16, 16, 96, 112, 1),
	BOTH(316, 318, draw_spit, 1, 8, 16, 16, 96, 112, 1),
	FOE(319, draw_spit, 2, 8, 16, 0, 96, 112, 1),
	FOE(320, draw_spit, 3, 8, 16, 0, 96, 112, 1),
	BOTH(321, 325, draw_radish, 0, 24, 32, 48, 352, 496, 1),
	BOTH(322, 326, draw_radish, 1, 24, 32, 48, 352, 496, 1),
	BOTH(323, 327, draw_radish, 2, 24, 0, 48, 368, 496, 4),
	BOTH(324, 328, draw_radish, 3, 24, 0, 48, 368, 496, 4),
	BOTH(329, 332, draw_snail, 0, 24, 16, 272, 368, 496, 1),
	BOTH(330, 333, draw_snail, 1, 24, 16, 272, 368, 496, 1),
	BOTH(331, 334, draw_snail, 2, 24, 16, 272, 368, 496, 1),
	FOE(335, draw_snail_up, 0, 16, -128, 64, 336, 432, 1),
	FOE(336, draw_snail_up, 1, 16, -128, 64, 336, 432, 1),
	FOE(337, draw_snail_slide, 0, 16, 0, 48, 256, 304, 1),
	FOE(338, draw_snail_slide, 1, 16, 0, 48, 256, 304, 1),
	FOE(339, draw_snail_slide, 2, 16, 0, 48, 256, 304, 1),
	FOE(340, draw_snail_slide, 3, 16, 0, 48, 256, 304, 1),
	FOUR(341, 346, draw_corn, 24, 32, 0, 336, 496, 1),
	BOTH(345, 350, draw_corn, 4, 24, 32, 0, 336, 496, 1),
	FOUR(351, 355, draw_grain, 16, 16, 16, 224, 240, 2),
	FOUR(363, 359, draw_king, 64, 256, 128, 752, 1648, 1),
	FOE(367, draw_king_leap, 0, 64, 256, 128, 752, 1648, 4),
	{ 0 },
};
/* clang-format on */
