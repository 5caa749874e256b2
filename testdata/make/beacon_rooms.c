/* The rooms of the beacon: beach, tower, cellar, study, and the lamp's room. */
#include "beacon.h"
#include "paint.h"

#define WOOD rgb(15, 10, 5)
#define STONE rgb(15, 14, 15)
#define IRON rgb(8, 9, 11)
#define BRASS rgb(25, 19, 7)
#define DARK rgb(2, 2, 3)

/* Bands of dark water; where the moon or a lamp is, its light lies on them. */
static void sea(struct canvas *c, int y, int height, int light_x)
{
	for (int row = 0; row < height; row++) {
		const int wide = 6 + row / 2 + (int)(hash(row / 3, 5, 2) % 16);

		fill(c, 0, y + row, c->width, 1,
		     row / 4 % 3 == 0 ? rgb(3, 6, 13) : rgb(2, 4, 10));
		if (row / 3 % 2 == 0)
			fill(c, light_x - wide, y + row, 2 * wide, 1, rgb(14, 16, 20));
	}
}

static void door(struct canvas *c, int x, int y, int width, int height)
{
	fill(c, x - 6, y - 6, width + 12, height + 6, mix(STONE, 0, 8));
	planks(c, x, y, width, height, width / 4, WOOD);
	fill(c, x, y + height / 5, width, 5, IRON);
	fill(c, x, y + height * 3 / 4, width, 5, IRON);
	disc(c, x + width - 9, y + height / 2, 4, BRASS);
}

static void ladder(struct canvas *c, int x, int y, int width, int height)
{
	for (int rung = 8; rung < height; rung += 20)
		fill(c, x, y + rung, width, 5, mix(WOOD, rgb(31, 31, 31), 2));
	fill(c, x, y, 6, height, WOOD);
	fill(c, x + width - 6, y, 6, height, WOOD);
}

/*
 * Outside.
 */

static void lighthouse(struct canvas *c, int x)
{
	for (int stripe = 0; stripe < 5; stripe++) {
		const int y = 82 + stripe * 40;

		taper(c, y, x - 34 - stripe * 5, x + 34 + stripe * 5, y + 39,
		      x - 38 - stripe * 5, x + 38 + stripe * 5,
		      stripe % 2 ? rgb(22, 22, 21) : rgb(19, 6, 5));
		taper(c, y, x + 10, x + 34 + stripe * 5, y + 39, x + 12,
		      x + 38 + stripe * 5, stripe % 2 ? rgb(15, 15, 16) : rgb(13, 4, 4));
	}
	fill(c, x - 46, 74, 92, 8, IRON);
	fill(c, x - 24, 40, 48, 34, rgb(5, 6, 9));
	for (int i = 0; i < 5; i++)
		fill(c, x - 24 + i * 11, 40, 3, 34, IRON);
	taper(c, 18, x - 2, x + 2, 40, x - 30, x + 30, rgb(14, 4, 4));
	disc(c, x, 16, 4, BRASS);
}

void draw_beach(struct canvas *c)
{
	night(c, SEA_TOP);
	disc(c, 110, 64, 26, rgb(29, 29, 25));
	disc(c, 102, 58, 6, rgb(26, 26, 22));
	disc(c, 119, 72, 4, rgb(26, 26, 22));
	sea(c, SEA_TOP, VIEW_HIGH - SEA_TOP, 110);
	for (int i = 0; i < 7; i++) {
		const int height = 120 - i * 15;

		taper(c, VIEW_HIGH - height, 300 - i * 12, 520, VIEW_HIGH - 1,
		      270 - i * 26, 520, mix(rgb(12, 10, 8), rgb(17, 15, 10), i * 2));
	}
	lighthouse(c, 390);
	door(c, 368, 222, 44, 66);
	letters(c, 168, 132, "THE BEACON", 2, rgb(20, 20, 26));
}

/*
 * The tower, to look up and down.
 */

void draw_tower(struct canvas *c)
{
	bricks(c, 0, 0, c->width, c->height, STONE);
	for (int step = 0; step < 12; step++) {
		const int y = 330 - step * 22;

		fill(c, 396 - step * 4, y, 116 + step * 4, 8,
		     mix(STONE, rgb(31, 31, 31), 5));
		fill(c, 396 - step * 4, y + 8, 116 + step * 4, 6, mix(STONE, 0, 10));
	}
	fill(c, 196, 18, 120, 72, mix(WOOD, 0, 6));
	fill(c, 204, 26, 104, 56, DARK);
	disc(c, 230, 44, 1, rgb(26, 26, 30));
	disc(c, 280, 60, 1, rgb(26, 26, 30));
	ladder(c, 232, 30, 48, 130);
	fill(c, 336, 100, 54, 52, mix(STONE, 0, 6));
	letters(c, 352, 106, "5", 4, rgb(27, 8, 6));
	door(c, 56, 190, 76, 130);
	fill(c, 0, 340, c->width, 60, mix(STONE, 0, 8));
	planks(c, 190, 348, 130, 44, 16, WOOD);
	disc(c, 255, 370, 7, IRON);
	disc(c, 255, 370, 4, mix(WOOD, 0, 4));
}

/*
 * Below.
 */

void draw_dial(struct canvas *c, int x, int y, unsigned state)
{
	static const int dx[] = { 0, 18, 25, 18, 0, -18, -25, -18 };
	static const int dy[] = { -25, -18, 0, 18, 25, 18, 0, -18 };
	const int middle_x = x + DIAL_SIDE / 2, middle_y = y + DIAL_SIDE / 2;

	fill(c, x, y, DIAL_SIDE, DIAL_SIDE, IRON);
	disc(c, middle_x, middle_y, 34, mix(BRASS, 0, 6));
	disc(c, middle_x, middle_y, 32, BRASS);
	disc(c, middle_x, middle_y, 15, mix(BRASS, 0, 8));
	disc(c, middle_x, middle_y, 12, mix(BRASS, rgb(31, 31, 31), 6));
	for (unsigned mark = 0; mark < DIAL_MARKS; mark++) {
		const unsigned at = (mark + DIAL_MARKS - state) % DIAL_MARKS;
		const char text[] = { (char)('0' + mark), 0 };

		letters(c, middle_x + dx[at] - 3, middle_y + dy[at] - 5, text, 1, DARK);
	}
	taper(c, y, middle_x - 4, middle_x + 4, y + 5, middle_x, middle_x, rgb(28, 5, 4));
}

void draw_pump(struct canvas *c, int x, int y, unsigned position)
{
	const int handle = y + 12 + (int)position * 22;

	fill(c, x, y, PUMP_WIDE, PUMP_HIGH, mix(STONE, 0, 11));
	fill(c, x + 20, y + 4, 8, PUMP_HIGH - 8, DARK);
	fill(c, x + 6, handle, 36, 8, rgb(24, 6, 5));
	fill(c, x + 6, handle, 36, 2, rgb(30, 14, 12));
	disc(c, x + 24, handle + 4, 7, BRASS);
}

void draw_lens(struct canvas *c, int x, int y, int radius)
{
	disc(c, x, y, radius, BRASS);
	disc(c, x, y, radius - 2, rgb(12, 22, 26));
	disc(c, x - radius / 3, y - radius / 3, radius / 4, rgb(30, 31, 31));
}

void draw_safe(struct canvas *c, bool has_lens)
{
	fill(c, 0, 0, DIAL_SIDE, DIAL_SIDE, IRON);
	fill(c, 5, 5, DIAL_SIDE - 10, DIAL_SIDE - 10, DARK);
	fill(c, 5, DIAL_SIDE - 18, DIAL_SIDE - 10, 13, rgb(11, 3, 6));
	if (has_lens)
		draw_lens(c, DIAL_SIDE / 2, DIAL_SIDE - 28, 14);
}

void draw_cellar(struct canvas *c)
{
	bricks(c, 0, 0, c->width, 250, mix(STONE, rgb(4, 4, 12), 8));
	fill(c, 0, 250, c->width, 70, mix(STONE, 0, 11));
	fill(c, 0, 250, c->width, 4, mix(STONE, 0, 5));
	ladder(c, 14, 0, 44, 262);
	fill(c, PUMP_X - 8, PUMP_Y - 8, PUMP_WIDE + 16, PUMP_HIGH + 48, IRON);
	draw_pump(c, PUMP_X, PUMP_Y, 0);
	letters(c, PUMP_X + 8, PUMP_Y - 26, "OIL", 2, BRASS);
	fill(c, 206, 90, 104, 104, mix(IRON, rgb(31, 31, 31), 3));
	fill(c, 210, 94, 96, 96, IRON);
	draw_dial(c, DIAL_X, DIAL_Y, 0);
	fill(c, 198, 194, 120, 60, mix(WOOD, 0, 4));
	fill(c, 194, 194, 128, 8, WOOD);
	fill(c, 334, 136, 12, 30, rgb(28, 28, 24));
	fill(c, 324, 166, 32, 5, IRON);
	door(c, 400, 110, 80, 142);
}

void draw_study(struct canvas *c)
{
	planks(c, 0, 0, c->width, 240, 32, rgb(10, 12, 9));
	fill(c, 0, 240, c->width, 80, rgb(9, 6, 4));
	fill(c, 0, 236, c->width, 6, WOOD);
	door(c, 20, 96, 76, 144);
	fill(c, 152, 44, 208, 144, WOOD);
	fill(c, 160, 52, 192, 128, rgb(27, 27, 24));
	for (int shelf = 0; shelf < 3; shelf++) {
		fill(c, 396, 70 + shelf * 54, 100, 6, WOOD);
		for (int book = 0; book < 9; book++) {
			const int high = 30 + (int)(hash(book, shelf, 4) % 14);
			const int tint = (int)(hash(book, shelf, 5) % 20);

			fill(c, 400 + book * 10, 70 + shelf * 54 - high, 9, high,
			     rgb(6 + tint, 8, 22 - tint));
		}
	}
	fill(c, 206, 258, 110, 10, WOOD);
	fill(c, 214, 268, 8, 52, WOOD);
	fill(c, 300, 268, 8, 52, WOOD);
	fill(c, 234, 226, 54, 32, IRON);
	disc(c, 244, 222, 12, mix(IRON, rgb(31, 31, 31), 3));
	disc(c, 276, 220, 14, mix(IRON, rgb(31, 31, 31), 3));
	disc(c, 260, 240, 7, rgb(20, 22, 24));
}

/*
 * On top: all around.
 */

void draw_lamp_room(struct canvas *c)
{
	night(c, 170);
	disc(c, 560, 60, 22, rgb(29, 29, 25));
	sea(c, 170, 60, 560);
	fill(c, 0, 230, c->width, 90, rgb(9, 7, 6));
	fill(c, 0, 228, c->width, 10, rgb(19, 6, 5));
	fill(c, 0, 0, c->width, 26, rgb(14, 4, 4));
	for (int x = 0; x < c->width; x += 80)
		fill(c, x, 26, 8, 202, IRON);
	taper(c, 214, 290, 350, 310, 274, 366, IRON);
	fill(c, 284, 206, 72, 12, BRASS);
	fill(c, 284, 110, 8, 96, BRASS);
	fill(c, 348, 110, 8, 96, BRASS);
	fill(c, 284, 102, 72, 8, BRASS);
	disc(c, 320, 160, 26, rgb(4, 5, 8));
	planks(c, 60, 268, 96, 44, 16, WOOD);
	fill(c, 60, 268, 96, 3, mix(WOOD, rgb(31, 31, 31), 5));
	disc(c, 108, 290, 6, IRON);
}
