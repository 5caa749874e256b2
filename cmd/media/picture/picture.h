/* Pixels: scaling, turning, fewer colours, outlines; pictures of any format; cursors. */
#ifndef CMD_MEDIA_PICTURE_PICTURE_H
#define CMD_MEDIA_PICTURE_PICTURE_H

#include "png.h"

#include <exhume/base.h>
#include <exhume/keen.h>
#include <exhume/zvision.h>

/*
 * Converts PNG files to the pixels of a game, by colour, since an editor may have changed
 * the palette, the depth and the kind of the picture.
 */

struct picture_rules {
	const struct exh_palette *colors; /* opaque, at most 16 */
	bool masked;			  /* transparency is allowed: EXH_KEEN_MASKED */
	bool quantize;	/* uses the nearest colour if the exact one is missing */
	unsigned scale; /* factor by which pixels are repeated in both directions */
};

/*
 * Returns pixels for exh_keen_bitmap_encode, to be freed. *exact: the picture is indexed
 * with the palette that egagrab writes, so the colours under the mask are known;
 * otherwise they are 0. EXH_INVALID names the first pixel that can't be converted.
 */
enum exh_status picture_read(const char *path, const struct picture_rules *rules,
			     struct exh_image *out, bool *exact, struct exh_error *err);

/* Converts a decoded picture in the same way. */
enum exh_status picture_take(const struct png_picture *png,
			     const struct picture_rules *rules, struct exh_image *out,
			     bool *exact, struct exh_error *err);

/*
 * 15-bit pictures, enlarged or turned.
 */

/* Calls png_encode_555 for the picture with each pixel repeated scale times in both
 * directions; 0 means 1. EXH_LIMIT if it gets too large. */
enum exh_status png_encode_555_scaled(const uint16_t *pixels, size_t width, size_t height,
				      int clear, unsigned scale, struct exh_writer *out,
				      struct exh_error *err);

/* Exchanges rows and columns; pixels is from malloc, and replaced. */
void picture_turn(struct exh_zv_picture *picture);
/* Exchanges rows and columns of a picture of three bytes per pixel; width and height are
 * those of in. */
void picture_turn_rgb(const uint8_t *in, size_t width, size_t height, uint8_t *out);

/*
 * Indexed pictures: boxes of one colour and other pictures in them; made larger.
 */

/* Fills a rectangle, clipped to the image; x and y may have wrapped below 0. */
void image_fill(struct exh_image *image, size_t x, size_t y, size_t width, size_t height,
		uint8_t color);

/* Puts a picture into the image, each pixel repeated scale times in both directions. All
 * of it must be inside. */
void image_put(struct exh_image *image, size_t x, size_t y, const struct exh_image *what,
	       unsigned scale);

/* Repeats each pixel scale times in both directions (0 means 1). With aspect, six lines
 * replace five. pixels is from malloc, and replaced. */
void image_scale(struct exh_image *image, unsigned scale, bool aspect);

/*
 * Reduces many colours to at most 256: Heckbert's median cut, over 15-bit colours (5 bits
 * of red, green and blue each, red highest).
 */

enum { COLORS_555 = 1 << 15 };

struct color_map {
	struct exh_palette palette;
	uint8_t index[COLORS_555]; /* palette index of each colour that occurs */
	size_t color_count;	   /* number of colours that occur */
	/* Loss: the mean of the squared distances, in 8-bit steps, over all pixels and
	 * channels; 0 if no colour was lost. */
	double mean_square;
};

/* counts: number of pixels of each colour. The palette has at most most colours; if all
 * colours fit, they are in ascending order. */
void color_map_make(const uint64_t counts[COLORS_555], size_t most,
		    struct color_map *map);

/*
 * The outline of an area of pixels, for vector pictures.
 */

/*
 * Appends the data of an SVG path around all pixels that are true: "M0,0h3v2h-3z" and so
 * on; holes run in the other direction. work: (width + 1) * (height + 1) bytes. Appends
 * nothing if there are none.
 */
void outline_put(const bool *pixels, size_t width, size_t height, uint8_t *work,
		 struct exh_writer *out);

/*
 * CUR, the mouse cursors of Windows, which have a hot spot.
 */

/* Returns the bytes of a row: a multiple of 4. */
static inline size_t cur_row_size(size_t width, size_t bits)
{
	return (width * bits + 31) / 32 * 4;
}

/* Appends a file of one picture, up to 256 pixels a side and 16 colours. Pixels that are
 * not opaque show the screen. */
void cur_encode(const struct exh_image *image, const struct exh_palette *palette,
		unsigned hot_x, unsigned hot_y, struct exh_writer *out);

/*
 * Reading of CUR files: the picture and its hot spot.
 */

struct cur_picture {
	struct png_picture colors; /* never indexed; pixels is to be freed */
	/* For a picture of 8 bits or less: a byte per pixel, to be freed. Otherwise
	 * NULL. */
	uint8_t *indexes;
	struct exh_palette palette; /* palette of indexes; opaque */
	uint32_t hot_x, hot_y;
	/* Number of pixels that invert the screen, and the position of the first. */
	size_t inverted, inverted_x, inverted_y;
};

/*
 * Reads the picture of side by side pixels, or the first one. It may be a bitmap of 1, 4,
 * 8, 24 or 32 bits, or PNG. EXH_INVALID, EXH_TRUNCATED with the offset; EXH_UNSUPPORTED
 * for compressed bitmaps and those of OS/2. To be freed even after a failure.
 */
enum exh_status cur_decode(struct exh_bytes in, size_t side, struct cur_picture *out,
			   struct exh_error *err);
void cur_free(struct cur_picture *picture);

#endif
