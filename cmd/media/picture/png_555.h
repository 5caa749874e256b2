/*
 * PNG pictures of 15-bit colour: 16 bits a pixel, red in bits 14 to 10, green in 9 to 5,
 * blue in 4 to 0; bit 15 is ignored.
 */
#ifndef CMD_MEDIA_PICTURE_PNG_555_H
#define CMD_MEDIA_PICTURE_PNG_555_H

#include <exhume/base.h>

/*
 * Appends the picture as a PNG file of 8 bits a channel, by bit replication. clear:
 * pixels of this colour are transparent, and the file is RGBA; below 0 none is, and it is
 * RGB. way: how to pack it; 0: a trial decides. EXH_LIMIT for a side of 0 or
 * above libpng's limit.
 */
enum exh_status png_encode_555(const uint16_t *pixels, size_t width, size_t height,
			       int clear, unsigned way, struct exh_writer *out,
			       struct exh_error *err);

/* The fastest way to pack such pictures well, for many that look alike: above 0. */
unsigned png_choose_way(const uint16_t *pixels, size_t width, size_t height);

#endif
