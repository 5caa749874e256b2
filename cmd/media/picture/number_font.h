/* A small font for numbers and words on level cells and on charts. */
#ifndef CMD_MEDIA_PICTURE_NUMBER_FONT_H
#define CMD_MEDIA_PICTURE_NUMBER_FONT_H

#include <exhume/base.h>

enum {
	NUMBER_FONT_CELL = 16,	    /* pixels, side of the cell that a number stands in */
	NUMBER_FONT_DECIMAL = 1000, /* numbers from here on are four hexadecimal digits */
};

/*
 * Writes a number of 16 bits into the middle of the cell whose top left corner is at x,
 * y: one to three decimal digits below NUMBER_FONT_DECIMAL, else four hexadecimal ones
 * in two lines, in ink on a box of paper that is a pixel larger. What lies outside the
 * image is left out.
 */
void number_font_draw(struct exh_image *image, size_t x, size_t y, unsigned number,
		      uint8_t ink, uint8_t paper);

/* Digits, letters (drawn large) and : . , ' % - / ( ), from x, y on; five pixels high.
 * Other characters are blanks. */
void number_font_text(struct exh_image *image, size_t x, size_t y, const char *text,
		      uint8_t ink);
/* The same, enlarged. */
void number_font_text_large(struct exh_image *image, size_t x, size_t y, const char *text,
			    size_t scale, uint8_t ink);
/* Pixels, not enlarged. */
size_t number_font_width(const char *text);

#endif
