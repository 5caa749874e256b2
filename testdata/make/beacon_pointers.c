/* What the mouse looks like in the beacon, and the log book of the study. */
#include "beacon.h"

#include <stddef.h>

#define SKIN rgb(28, 22, 17)
#define EDGE rgb(4, 3, 3)
#define PAPER rgb(28, 27, 22)

/* Of a letter a pixel: '#' its edge, 'o' what is within. */
static const char *const arrow[POINTER_SIDE] = {
	"#...............", "##..............", "#o#.............", "#oo#............",
	"#ooo#...........", "#oooo#..........", "#ooooo#.........", "#oooooo#........",
	"#ooooooo#.......", "#oooooooo#......", "#ooooo#####.....", "#oo#oo#.........",
	"#o#.#oo#........", "##..#oo#........", ".....#oo#.......", ".....####.......",
};
static const char *const hand[POINTER_SIDE] = {
	"......##........", ".....#oo#.......", ".....#oo#.......", ".....#oo#.......",
	".....#oo###.....", ".....#oo#oo##...", ".....#oo#oo#o##.", ".###.#oo#oo#o#o#",
	"#ooo##oooooooo#.", "#ooo#ooooooooo#.", ".#oooooooooooo#.", "..#oooooooooo#..",
	"..#oooooooooo#..", "...#oooooooo#...", "....#oooooo#....", "....########....",
};
/* The way that it points is turned: this is up. */
static const char *const way[POINTER_SIDE] = {
	".......##.......", "......#oo#......", ".....#oooo#.....", "....#oooooo#....",
	"...#oooooooo#...", "..#oooooooooo#..", ".#oooooooooooo#.", "######oooo######",
	".....#oooo#.....", ".....#oooo#.....", ".....#oooo#.....", ".....#oooo#.....",
	".....#oooo#.....", ".....#oooo#.....", ".....#oooo#.....", ".....######.....",
};

/* As many quarter turns to the right. */
static void stamp(struct canvas *c, const char *const *shape, int turns, uint16_t color)
{
	const int last = POINTER_SIDE - 1;

	for (int y = 0; y < POINTER_SIDE; y++)
		for (int x = 0; x < POINTER_SIDE; x++) {
			const char pixel = shape[y][x];
			const int to_x = turns == 0   ? x
					 : turns == 1 ? last - y
					 : turns == 2 ? last - x
						      : y;
			const int to_y = turns == 0   ? y
					 : turns == 1 ? x
					 : turns == 2 ? last - y
						      : last - x;

			if (pixel != '.')
				dot(c, to_x, to_y, pixel == '#' ? EDGE : color);
		}
}

void draw_pointer(struct canvas *c, enum pointer pointer)
{
	switch (pointer) {
	case POINTER_IDLE:
		stamp(c, arrow, 0, rgb(29, 29, 27));
		break;
	case POINTER_PRESSED:
		stamp(c, arrow, 0, rgb(29, 22, 8));
		break;
	case POINTER_HAND:
		stamp(c, hand, 0, SKIN);
		break;
	case POINTER_UP:
	case POINTER_RIGHT:
	case POINTER_DOWN:
	case POINTER_LEFT:
		stamp(c, way, (int)(pointer - POINTER_UP), rgb(12, 24, 14));
		break;
	}
}

/* Two pages with three lines each. */
void draw_book(struct canvas *c)
{
	fill(c, 0, 0, c->width, c->height, rgb(9, 6, 4));
	fill(c, 36, 26, 440, 258, rgb(14, 5, 4));
	fill(c, 44, 32, 424, 246, PAPER);
	for (int i = 0; i < 12; i++)
		fill(c, 244 + i, 32, 24 - 2 * i, 246, mix(PAPER, 0, i / 2));
	for (int side = 0; side < 2; side++) {
		const int x = BOOK_X + side * BOOK_STEP_X;

		letters(c, x, 48, side ? "GO BACK TO" : "WRITE", 2, rgb(12, 5, 4));
		for (int line = 0; line < BOOK_LINES; line++)
			fill(c, x, BOOK_Y + line * BOOK_STEP_Y + 26, 160, 1,
			     rgb(14, 14, 17));
	}
	letters(c, 190, 292, "CLOSE THE BOOK", 2, rgb(24, 20, 14));
}
