/* PNG pictures, by libpng: indexed ones are written, any are read. */
#ifndef CMD_MEDIA_PICTURE_PNG_H
#define CMD_MEDIA_PICTURE_PNG_H

#include <exhume/base.h>

/*
 * Appends the picture as a PNG file: 1, 2, 4 or 8 bits a pixel, as few as the palette
 * needs. EXH_LIMIT for a side of 0 or above libpng's limit.
 */
enum exh_status png_encode(const struct exh_image *image,
			   const struct exh_palette *palette, struct exh_writer *out,
			   struct exh_error *err);

/* The same, packed with zlib's level 1 to 9: for many pictures, when speed matters. */
enum exh_status png_encode_at(const struct exh_image *image,
			      const struct exh_palette *palette, int level,
			      struct exh_writer *out, struct exh_error *err);

/* It starts with the signature of PNG files. */
bool png_is(struct exh_bytes in);

/* A picture as it was read. pixels is to be freed. */
struct png_picture {
	size_t width, height; /* pixels */
	/* Indexed: one byte a pixel, which may be above the palette's last. Else count 0,
	 * and four bytes a pixel: red, green, blue, alpha. */
	struct exh_palette palette;
	uint8_t *pixels;
};

/*
 * Reads a whole PNG file: any depth, gray, colour, indexed or not, interlaced or not. 16
 * bits a channel become 8, gray becomes colour, a transparent colour alpha; gamma and
 * profiles are ignored. EXH_INVALID if it is no PNG file or damaged, EXH_LIMIT for
 * more than limit pixels.
 */
enum exh_status png_decode(struct exh_bytes in, size_t limit, struct png_picture *out,
			   struct exh_error *err);

#endif
