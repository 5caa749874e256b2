/*
 * The beacon: a small ZVision game of our own. What its sources share: a canvas of 15-bit
 * colours, drawn with integers alone, so that the pixels are the same on every machine.
 */
#ifndef BEACON_H
#define BEACON_H

#include <exhume/zvision.h>

#include <stdbool.h>

enum {
	BEACON_LIMIT = 1 << 22, /* bytes of a file */
	VIEW_WIDE = 512,	/* Nemesis's window */
	VIEW_HIGH = 320,
	SEA_TOP = 200, /* of the beach */
	TILT_HIGH = 400,
	AROUND_WIDE = 640,
	CANVAS_PIXELS = AROUND_WIDE * 344,
	/* The safe's dial. */
	DIAL_SIDE = 72,
	DIAL_MARKS = 8,
	DIAL_X = 222,
	DIAL_Y = 106,
	SAFE_MARK = 5, /* opens it */
	/* The pump's lever. */
	PUMP_WIDE = 48,
	PUMP_HIGH = 96,
	PUMP_POSITIONS = 4,
	PUMP_X = 88,
	PUMP_Y = 120,
	/* The book's first line, and the way to the next and to the other page. */
	BOOK_X = 64,
	BOOK_Y = 92,
	BOOK_STEP_X = 220,
	BOOK_STEP_Y = 50,
	BOOK_LINES = 3,
	POINTER_SIDE = 16,
};

struct canvas {
	int width, height;
	uint16_t *pixels;
};

/* Of channels from 0 to 31, kept within. */
uint16_t rgb(int red, int green, int blue);
/* Parts of 16 from one colour towards the other. */
uint16_t mix(uint16_t from, uint16_t to, int sixteenths);

/* What lies outside of a canvas is left out. */
void dot(struct canvas *c, int x, int y, uint16_t color);
void fill(struct canvas *c, int x, int y, int width, int height, uint16_t color);
void disc(struct canvas *c, int x, int y, int radius, uint16_t color);
/* From the edges of row y1 to those of row y2. */
void taper(struct canvas *c, int y1, int left1, int right1, int y2, int left2, int right2,
	   uint16_t color);
/* Rows of bricks with mortar between them. */
void bricks(struct canvas *c, int x, int y, int width, int height, uint16_t color);
/* Planks that lie side by side. */
void planks(struct canvas *c, int x, int y, int width, int height, int plank,
	    uint16_t color);
/* A flame with its tip at the top, lit as the step of its flicker says. */
void flame(struct canvas *c, int x, int y, int height, unsigned step);
/* In the font of the art. */
void letters(struct canvas *c, int x, int y, const char *text, int scale, uint16_t color);
/* Sky of the night, from row 0 down to the horizon: bands, stars and no moon. */
void night(struct canvas *c, int horizon);

/* Rooms. */
void draw_beach(struct canvas *c);
void draw_tower(struct canvas *c);
void draw_cellar(struct canvas *c);
void draw_study(struct canvas *c);
void draw_lamp_room(struct canvas *c);
/* The inside of the open safe, as large as the dial. */
void draw_safe(struct canvas *c, bool has_lens);
void draw_dial(struct canvas *c, int x, int y, unsigned state);
void draw_pump(struct canvas *c, int x, int y, unsigned position);
void draw_lens(struct canvas *c, int x, int y, int radius);

/* The log book, with lines for titles on both pages. */
void draw_book(struct canvas *c);

/* The mouse's: ways in the order of quarter turns to the right. */
enum pointer {
	POINTER_IDLE,
	POINTER_PRESSED,
	POINTER_HAND,
	POINTER_UP,
	POINTER_RIGHT,
	POINTER_DOWN,
	POINTER_LEFT,
};
void draw_pointer(struct canvas *c, enum pointer pointer);

/* Files of animations, appended. */
void write_dial(struct exh_writer *out);
void write_pump(struct exh_writer *out);
void write_candle(struct exh_writer *out);
void write_beam(struct exh_writer *out);
/* For the panorama: stored with rows and columns exchanged. */
void write_flare(struct exh_writer *out);
void write_video(struct exh_writer *out);

/* 8000 Hz, ADPCM. */
void write_tide(struct exh_writer *out);
/* As many bytes as samples: a hum that rises. */
void write_hum(uint8_t *bytes, size_t count);

#endif
