/*
 * Reduces many colours to at most 256: Heckbert's median cut, over 15-bit colours (5 bits
 * of red, green and blue each, red highest).
 */
#ifndef CMD_MEDIA_PICTURE_MEDIAN_CUT_H
#define CMD_MEDIA_PICTURE_MEDIAN_CUT_H

#include <exhume/base.h>

enum { COLORS_555 = 1 << 15 };

struct color_map {
	struct exh_palette palette;
	uint8_t index[COLORS_555]; /* of each colour that occurs */
	size_t color_count;	   /* that occur */
	/* What was lost: the mean of the squared distances, in 8-bit steps, over all
	 * pixels and channels; 0 if no colour was lost. */
	double mean_square;
};

/* counts: how often each colour occurs. The palette has at most most colours, in rising
 * order where each has its own. */
void color_map_make(const uint64_t counts[COLORS_555], size_t most,
		    struct color_map *map);

#endif
