/* Pictures of the maps of a pic. */
#ifndef CMD_ASSETS_SCI0_PIC_SCI_PIC_LAYER_H
#define CMD_ASSETS_SCI0_PIC_SCI_PIC_LAYER_H

#include <exhume/sci0_pic.h>

/* What the pixels of a layer are. */
enum sci_pic_pixels {
	SCI_PIC_INDICES, /* of EGA's 16 colours */
	SCI_PIC_PAIRS,	 /* colour bytes */
};

/*
 * Reads a PNG file of 320 by 190 pixels, or enlarged. pixels: EXH_SCI0_PIC_PIXELS.
 * EXH_INVALID for another size, and for a colour that is none of EGA's nor, of_pairs, the
 * mean of two: which pixel it is.
 */
enum exh_status sci_pic_layer_read(struct exh_bytes png, bool of_pairs, uint8_t *pixels,
				   enum sci_pic_pixels *kind, struct exh_error *err);

/* A colour of EGA, or as_pair the colour byte of the mean of two; -1: it is none. */
int sci_pic_layer_value(struct exh_color color, bool as_pair);

#endif
