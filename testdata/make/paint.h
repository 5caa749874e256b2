/*
 * Brushes for art: integers and a fixed hash alone, so that the pixels are the same on
 * every machine. A colour is 0 to 15 or ART_TRANSPARENT; in strings it is a hex digit or
 * a dot. A ramp is a string of colours, from shade to light.
 */
#ifndef PAINT_H
#define PAINT_H

#include "art.h"

enum tint { T_NONE, T_MAGENTA, T_GREEN, T_AMBER };

/* A cel of a sheet of hex digits, and how to lay it down; a dot leaves what is below. */
struct cel {
	const char *const *rows;
	int column, width, height;
	bool flip, upside;
	enum tint tint;
};

/* Two bytes of chance that are the same each time. */
unsigned hash(int x, int y, int seed);
int colour_of(char digit);

/* An image of one colour. */
void start(struct art *a, int width, int height, int colour);
/* Points outside are left out. */
void put(struct art *a, int x, int y, int colour);
int get(const struct art *a, int x, int y);
void rect(struct art *a, int x, int y, int width, int height, int colour);
void line(struct art *a, int x, int y, int x2, int y2, int colour);
/* A box with a lit upper left edge and a shaded lower right one. */
void bevel(struct art *a, int x, int y, int width, int height, const char *ramp);
/* A lit ellipse with a black outline. */
void ball(struct art *a, int cx, int cy, int rx, int ry, const char *ramp);
void ring(struct art *a, int cx, int cy, int radius, int colour);
bool in_ellipse(int x, int y, int rx, int ry);
/* -8 to 7: an ordered dither. */
int bayer(int x, int y);

void stamp(struct art *a, int x, int y, struct cel cel);
void paste(struct art *a, int x, int y, const struct art *from, bool flip);

/* Cells around fixed points, wrapping at the tile's edges so that tiles join. The ramps
 * of stones: crack, shade, middle, light. */
int stone_at(const char *ramp, int x, int y);

/* One colour in the ink, or one for each row of the font; returns where it ends. */
int text(struct art *a, int x, int y, const char *string, int scale, const char *ink);

#endif
