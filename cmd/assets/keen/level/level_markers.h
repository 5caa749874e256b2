/* The tiles that stand for a level's info values: their number on a coloured square. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_MARKERS_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_MARKERS_H

#include <exhume/base.h>

/*
 * Draws marker number (none for 0) into the cell of 16x16 pixels at x, y. Sixteen numbers
 * that follow each other share a colour.
 */
void markers_draw(struct exh_image *image, size_t x, size_t y, unsigned number);

/* The colours of markers: 0 is transparent, the squares let the level shine through. */
void markers_palette(struct exh_palette *palette);

#endif
