/* What lies about, is thrown or opens; and the panel with the score. */
#include "dreams.h"

#include <stdio.h>

/* The arrow of the mouse. */
static void draw_arrow(struct art *a, int unused)
{
	(void)unused;
	for (int y = 0; y < 12; y++) {
		rect(a, 0, y, y < 10 ? y + 2 : 5, 1, 0);
		rect(a, 1, y, y < 9 ? y : 0, 1, 15);
	}
	for (int i = 0; i < 7; i++) {
		rect(a, 4 + i / 2, 9 + i, 5, 1, 0);
		rect(a, 5 + i / 2, 9 + i - 1, 3, 1, 15);
	}
}

static void twinkle(struct art *a, int x, int y)
{
	line(a, x - 2, y, x + 2, y, 14);
	line(a, x, y - 2, x, y + 2, 14);
	put(a, x, y, 15);
}

/* The tile of that number, with a twinkle every second frame. */
static void treasure(struct art *a, int tile, int frame)
{
	struct art stamp_art;

	if (art_draw(ART_TILE16M, (size_t)tile, &stamp_art))
		paste(a, 0, 0, &stamp_art, false);
	if (frame)
		twinkle(a, 5 + tile % 5, 4 + tile % 3);
}

/* Worth 100 to 5000 points: pairs of frames. */
static void draw_points(struct art *a, int what)
{
	static const unsigned char tiles[] = { 41, 27, 16, 12, 26, 42 };

	treasure(a, tiles[what / 2], what & 1);
}

static void draw_helmet(struct art *a, int frame)
{
	ball(a, 8, 8, 6, 5, "66eeeef");
	rect(a, 0, 9, 17, 6, 0);
	rect(a, 0, 9, 17, 1, 0);
	rect(a, 0, 10, 16, 2, 6);
	rect(a, 0, 12, 17, 3, ART_TRANSPARENT);
	rect(a, 0, 12, 16, 1, 0);
	ball(a, 11, 6, 2, 2, frame ? "fff" : "7bf");
	if (frame)
		twinkle(a, 12, 5);
}

static void draw_chest(struct art *a, int frame)
{
	struct art chest;

	art_draw(ART_PICM, 1, &chest);
	for (int y = 8; y < 24; y++)
		for (int x = 0; x < 24; x++)
			put(a, x, y - 8, get(&chest, x * 4 / 3, y < 16 ? y - 4 : y));
	twinkle(a, 4 + 5 * frame, 2 + frame % 2);
}

/* A tulip: its cup at a place, its stem down to the ground. */
static void tulip(struct art *a, int x, int y, int root, int ground)
{
	line(a, x - 1, y, root - 1, ground, 0);
	line(a, x + 2, y, root + 2, ground, 0);
	line(a, x, y, root, ground, 10);
	line(a, x + 1, y, root + 1, ground, 2);
	ball(a, x, y - 3, 3, 4, "55dddf");
	rect(a, x - 1, y - 8, 3, 2, ART_TRANSPARENT);
	line(a, x, y - 7, x, y - 2, 5);
}

static void draw_flower(struct art *a, int frame)
{
	static const signed char lean[] = { 0, 2, 4, 1 };

	for (int i = 0; i < 5; i++) {
		line(a, 11, 31 - i / 2, 3 + frame, 20 + i, i == 0 ? 0 : 2);
		line(a, 12, 31 - i / 2, 20 + frame / 2, 19 + i, i == 0 ? 0 : 10);
	}
	line(a, 11, 31, 11 + lean[frame], 12, 0);
	tulip(a, 11 + lean[frame], 14 + frame / 2, 12, 31);
	ball(a, 11 + lean[frame], 9 + frame / 2, 5, 6, "555dddff");
	for (int i = -1; i <= 1; i++) {
		const int x = 11 + lean[frame] + 4 * i;

		rect(a, x - 1, 2 + frame / 2, 2, 3, ART_TRANSPARENT);
		rect(a, x, 3 + frame / 2, 1, 3, 0);
	}
	rect(a, 9 + lean[frame], 9 + frame / 2, 2, 2, 0);
	rect(a, 13 + lean[frame], 9 + frame / 2, 2, 2, 0);
	rect(a, 10 + lean[frame], 13 + frame / 2, 4, 1, 0);
}

/* The bulb that is thrown, turning. */
static void draw_bulb(struct art *a, int frame)
{
	ball(a, 3, 4, 2, 2, "66eef");
	line(a, 3, 2, frame ? 6 : 3, 0, 10);
	put(a, frame ? 1 : 3, frame ? 6 : 7, 15);
}

static void draw_poof(struct art *a, int frame)
{
	static const signed char clouds[4][5][3] = {
		{ { 12, 28, 8 },
		  { 4, 20, 6 },
		  { 19, 19, 6 },
		  { 12, 12, 7 },
		  { 12, 20, 7 } },
		{ { 12, 22, 6 },
		  { 5, 15, 5 },
		  { 18, 14, 5 },
		  { 12, 8, 5 },
		  { 12, 15, 5 } },
		{ { 12, 11, 4 }, { 6, 8, 3 }, { 18, 7, 3 }, { 12, 4, 3 }, { 12, 8, 3 } },
		{ { 12, 7, 1 }, { 6, 5, 1 }, { 17, 4, 1 }, { 11, 2, 1 }, { 14, 8, 1 } },
	};

	for (int i = 0; i < 5; i++)
		ball(a, clouds[frame][i][0], clouds[frame][i][1], clouds[frame][i][2],
		     clouds[frame][i][2] - (frame < 3), frame < 2 ? "777fff" : "87ff");
}

/* Five of them in a pot. */
static void draw_pot(struct art *a, int frame)
{
	tulip(a, 3 + frame, 9, 6, 16);
	tulip(a, 12 - frame, 9, 9, 16);
	tulip(a, 7 + frame, 7, 7, 16);
	for (int y = 0; y < 8; y++) {
		rect(a, 2 + y / 3, 15 + y, 13 - y / 3 * 2, 1, 0);
		rect(a, 3 + y / 3, 15 + y, 11 - y / 3 * 2, 1, y < 2 ? 12 : 4);
	}
	rect(a, 2, 23, 13, 1, ART_TRANSPARENT);
	rect(a, 4, 23, 9, 1, 0);
}

/* Dynamite: 0 and 2 have a burning fuse. */
static void draw_dynamite(struct art *a, int frame)
{
	struct art tile;

	if (art_draw(ART_TILE16M, 44, &tile))
		paste(a, 0, 0, &tile, frame == 2);
	if (frame != 1)
		twinkle(a, frame == 2 ? 5 : 10, 2);
}

static void draw_boom(struct art *a, int frame)
{
	ball(a, 11, 11, 9 + frame, 9 + frame, "444ccee");
	ball(a, 11, 11, 5 + frame, 5 + frame, "ceeff");
	for (int i = 0; i < 9; i++) {
		const int x = (int)(hash(i, frame, 31) % 22);
		const int y = (int)(hash(i, frame, 32) % 22);

		rect(a, x, y, 2, 2, i % 3 ? 14 : 15);
	}
}

static void draw_key(struct art *a, int frame)
{
	ball(a, 3, 4, 2, 2, "66eef");
	rect(a, 3, 4, 1, 1, 0);
	rect(a, 5, 2, 10, 4, 0);
	rect(a, 6, 3, 8, 1, 14);
	rect(a, 6, 4, 8, 1, 6);
	rect(a, 11, 5, 2, 2, 14);
	rect(a, 13, 5, 1, 2, 0);
	if (frame)
		twinkle(a, 12, 3);
}

/* What a thing was worth, as it rises. */
static void outlined(struct art *a, int x, int y, const char *string, const char *ink)
{
	for (int i = 0; i < 9; i++)
		text(a, x + i % 3, y + i / 3, string, 1, "0");
	text(a, x + 1, y + 1, string, 1, ink);
}

static void draw_worth(struct art *a, int points)
{
	char digits[16];

	snprintf(digits, sizeof digits, "%d", points);
	outlined(a, 0, -1, digits, "ffffeee666");
}

static void draw_word(struct art *a, int which)
{
	static const char *const words[] = { "1UP", "SUPER!", "+1", "+5", "BOOM", "KEY" };

	outlined(a, 0, 0, words[which], which == 1 ? "ffdddd5555" : "ffaaaa2222");
}

static void draw_door(struct art *a, int unused)
{
	(void)unused;
	rect(a, 0, 0, 16, 64, 0);
	for (int i = 0; i < 3; i++) {
		rect(a, 1 + 5 * i, 1, 4, 62, 6);
		rect(a, 1 + 5 * i, 1, 1, 62, 14);
		for (int y = 0; y < 6; y++)
			rect(a, 3 + 5 * i, 4 + y * 10 + i * 3, 1, 5, 4);
	}
	for (int i = 0; i < 3; i++) {
		rect(a, 0, 6 + 22 * i, 16, 4, 0);
		rect(a, 0, 7 + 22 * i, 16, 2, 8);
		rect(a, 0, 7 + 22 * i, 16, 1, 7);
	}
	ball(a, 8, 40, 3, 4, "66eef");
	rect(a, 8, 39, 1, 4, 0);
}

/* The game writes digits, and what there is to throw, into the dark fields. */
static void draw_panel(struct art *a, int unused)
{
	(void)unused;
	bevel(a, 0, 0, 72, 32, "06e");
	bevel(a, 2, 2, 68, 28, "e64");
	rect(a, 15, 3, 50, 10, 0);
	rect(a, 15, 19, 10, 10, 0);
	rect(a, 31, 15, 18, 15, 0);
	rect(a, 47, 19, 18, 10, 0);
	draw_helmet(a, 0);
	rect(a, 0, 0, 17, 14, 6);
	bevel(a, 0, 0, 17, 16, "06e");
	rect(a, 2, 2, 13, 12, 6);
	text(a, 4, 3, "$", 1, "e");
	ball(a, 8, 23, 4, 3, "66eeeef");
	rect(a, 2, 24, 12, 5, 6);
	rect(a, 3, 24, 11, 1, 0);
	rect(a, 3, 25, 11, 1, 14);
	rect(a, 0, 0, 72, 1, 0);
	rect(a, 0, 31, 72, 1, 0);
	rect(a, 0, 0, 1, 32, 0);
	rect(a, 71, 0, 1, 32, 0);
}

/* clang-format off */
#define ITEM(chunk, draw, arg, width, ...) { chunk, draw, arg, false, 0, width, __VA_ARGS__ }
#define PAIR(chunk, draw, arg, width, ...) \
	ITEM(chunk, draw, arg, width, __VA_ARGS__), ITEM(chunk + 1, draw, (arg) + 1, width, __VA_ARGS__)

const struct dreams_frame dreams_items[] = {
	ITEM(71, draw_arrow, 0, 24, 0, 0, 368, 368, 4),
	PAIR(162, draw_bulb, 0, 8, 0, 16, 112, 112, 4),
	PAIR(164, draw_flower, 0, 24, 96, 16, 272, 496, 1),
	PAIR(166, draw_flower, 2, 24, 96, 16, 272, 496, 1),
	PAIR(168, draw_poof, 0, 24, 0, 0, 368, 496, 1),
	PAIR(170, draw_poof, 2, 24, 0, 0, 368, 240, 1),
	PAIR(172, draw_points, 0, 16, 16, 16, 224, 240, 1),
	PAIR(174, draw_points, 2, 16, 16, 16, 224, 240, 1),
	PAIR(176, draw_points, 4, 16, 16, 16, 224, 240, 1),
	PAIR(178, draw_points, 6, 16, 16, 16, 224, 240, 1),
	PAIR(180, draw_points, 8, 16, 16, 16, 224, 240, 1),
	PAIR(182, draw_points, 10, 16, 16, 16, 224, 240, 1),
	PAIR(184, draw_helmet, 0, 16, 0, 32, 240, 240, 1),
	PAIR(186, draw_chest, 0, 24, 0, 0, 368, 240, 1),
	PAIR(188, draw_chest, 2, 24, 0, 0, 368, 240, 1),
	PAIR(190, draw_pot, 0, 16, 32, 0, 208, 368, 1),
	PAIR(192, draw_dynamite, 0, 16, 16, 0, 224, 240, 1),
	ITEM(194, draw_dynamite, 2, 16, 16, 0, 224, 240, 1),
	PAIR(195, draw_boom, 0, 24, 0, 0, 368, 368, 1),
	PAIR(197, draw_key, 0, 16, 0, 16, 240, 128, 1),
	ITEM(199, draw_worth, 100, 24, 0, 0, 240, 128, 1),
	ITEM(200, draw_worth, 200, 24, 0, 0, 240, 128, 1),
	ITEM(201, draw_worth, 500, 24, 0, 0, 240, 128, 1),
	ITEM(202, draw_worth, 1000, 32, 0, 0, 368, 128, 1),
	ITEM(203, draw_worth, 2000, 32, 0, 0, 368, 128, 1),
	ITEM(204, draw_worth, 5000, 32, 0, 0, 368, 128, 1),
	ITEM(205, draw_word, 0, 24, 0, 0, 368, 176, 1),
	ITEM(206, draw_word, 1, 48, 0, 0, 752, 176, 1),
	ITEM(207, draw_word, 2, 16, 0, 0, 240, 176, 1),
	ITEM(208, draw_word, 3, 16, 0, 0, 240, 176, 1),
	ITEM(209, draw_word, 4, 40, 0, 0, 496, 176, 1),
	ITEM(210, draw_word, 5, 32, 0, 0, 368, 176, 1),
	ITEM(211, draw_door, 0, 16, 0, 0, 240, 1008, 1),
	ITEM(212, draw_panel, 0, 72, 0, 0, 1136, 496, 4),
	{ 0 },
};
/* clang-format on */
