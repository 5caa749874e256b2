/* PNG files. */
#ifndef CMD_MEDIA_PICTURE_PNG_H
#define CMD_MEDIA_PICTURE_PNG_H

#include <exhume/base.h>
#include <exhume/zvision.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * PNG pictures, by libpng: indexed ones are written, any are read.
 */

/*
 * Appends the picture as a PNG file: 1, 2, 4 or 8 bits a pixel, as few as the palette
 * needs. EXH_LIMIT for a side of 0 or above libpng's limit.
 */
enum exh_status png_encode(const struct exh_image *image,
			   const struct exh_palette *palette, struct exh_writer *out,
			   struct exh_error *err);

/* Encodes with zlib's level 1 to 9: for many pictures, when speed matters. */
enum exh_status png_encode_at(const struct exh_image *image,
			      const struct exh_palette *palette, int level,
			      struct exh_writer *out, struct exh_error *err);

/* True if it starts with the signature of PNG files. */
bool png_is(struct exh_bytes in);

/* A picture that was read. pixels is to be freed. */
struct png_picture {
	size_t width, height; /* pixels */
	/* Indexed: one byte per pixel, which may be above the palette's last. Otherwise
	 * count is 0, and a pixel has four bytes: red, green, blue, alpha. */
	struct exh_palette palette;
	uint8_t *pixels;
};

/* Returns the colour of a pixel; transparent black for an index above the palette's
 * last. */
static inline struct exh_color png_picture_color(const struct png_picture *picture,
						 size_t pixel)
{
	const uint8_t *p = picture->pixels + pixel * 4;
	const struct exh_palette *palette = &picture->palette;

	if (!palette->count)
		return (struct exh_color){ p[0], p[1], p[2], p[3] };
	return picture->pixels[pixel] < palette->count
		       ? palette->colors[picture->pixels[pixel]]
		       : (struct exh_color){ 0 };
}

/*
 * Reads a whole PNG file: any depth, gray, colour, indexed or not, interlaced or not. 16
 * bits per channel become 8, gray becomes colour, a transparent colour becomes alpha;
 * gamma and profiles are ignored. EXH_INVALID if it is not a PNG file or damaged,
 * EXH_LIMIT for more than limit pixels.
 */
enum exh_status png_decode(struct exh_bytes in, size_t limit, struct png_picture *out,
			   struct exh_error *err);

/*
 * PNG pictures of 16 bits per channel: for numbers shown as colours.
 */

/*
 * Appends the picture as a PNG file. samples: red, green and blue of each pixel,
 * row-major. EXH_LIMIT for a side of 0 or above libpng's limit.
 */
enum exh_status png_encode_48(const uint16_t *samples, size_t width, size_t height,
			      struct exh_writer *out, struct exh_error *err);

/*
 * PNG pictures of 15-bit colour: 16 bits per pixel, red in bits 14 to 10, green in 9 to
 * 5, blue in 4 to 0; bit 15 is ignored.
 */

/*
 * Appends the picture as a PNG file of 8 bits per channel, by bit replication. clear:
 * pixels of this colour are transparent, and the file is RGBA; below 0 none is, and it is
 * RGB. way: method of compression; 0: a trial decides. EXH_LIMIT for a side of 0 or above
 * libpng's limit.
 */
enum exh_status png_encode_555(const uint16_t *pixels, size_t width, size_t height,
			       int clear, unsigned way, struct exh_writer *out,
			       struct exh_error *err);

/* Returns the fastest method that compresses such pictures well, above 0; for many
 * pictures that look alike. */
unsigned png_choose_way(const uint16_t *pixels, size_t width, size_t height);

/* The same for pictures of 24-bit colour: red, green and blue of each pixel. */
enum exh_status png_encode_888(const uint8_t *colors, size_t width, size_t height,
			       unsigned way, struct exh_writer *out,
			       struct exh_error *err);
unsigned png_choose_way_888(const uint8_t *colors, size_t width, size_t height);

/*
 * Chunks of PNG files.
 */

enum { PNG_MAX_SIDE = 1000000 /* pixels; libpng's own limit for readers */ };

/* Checks a size. EXH_LIMIT for a side of 0 or above PNG_MAX_SIDE, and for more than
 * most_rows rows. */
enum exh_status png_check_size(size_t width, size_t height, size_t most_rows,
			       struct exh_error *err);

/* Writes the signature and IHDR. color: PNG's colour type. */
void png_write_head(struct exh_writer *out, size_t width, size_t height, uint8_t bits,
		    uint8_t color);

static inline void png_store_u32(uint8_t *out, uint32_t value)
{
	out[0] = (uint8_t)(value >> 24);
	out[1] = (uint8_t)(value >> 16);
	out[2] = (uint8_t)(value >> 8);
	out[3] = (uint8_t)value;
}

static inline uint32_t png_load_u32(const uint8_t *in)
{
	return (uint32_t)in[0] << 24 | (uint32_t)in[1] << 16 | (uint32_t)in[2] << 8 |
	       in[3];
}

/* Writes a chunk with data in two parts, since fdAT has a number before its data. */
void png_write_chunk_parts(struct exh_writer *out, const char *name,
			   struct exh_bytes head, struct exh_bytes data);

/* Write a chunk with data written in place: pass begin's result to end. */
size_t png_chunk_begin(struct exh_writer *out, const char *name);
void png_chunk_end(struct exh_writer *out, size_t start);

static inline void png_write_chunk_of(struct exh_writer *out, const char *name,
				      struct exh_bytes data)
{
	png_write_chunk_parts(out, name, (struct exh_bytes){ 0 }, data);
}

/*
 * Conversion of PNG files to pictures of 15-bit colour: the nearest colours, or dithered.
 */

/* Names for OPT_CHOICE: "none", "ordered", "floyd-steinberg", NULL. */
extern const char *const dither_choices[];

enum dither { DITHER_NONE, DITHER_ORDERED, DITHER_FLOYD_STEINBERG };

struct png_555_rules {
	enum dither dither;
	/* Colour under pixels that are not opaque; NULL: they are refused. */
	const struct exh_color *background;
	/* Transparent pixels become 0. As 0 is then taken, black ones become the darkest
	 * blue. */
	bool clear_is_0;
};

struct png_555 {
	struct exh_zv_picture picture; /* pixels are to be freed */
	size_t inexact_count;	       /* pixels whose colour differs from the PNG file */
	size_t first_inexact;	       /* number of the first one, counted along rows */
};

/*
 * A picture whose colours all come from bit replication of 5 bits per channel is kept
 * exactly, with any dither. EXH_INVALID names the first pixel that can't be converted;
 * else as png_decode.
 */
enum exh_status png_read_555(struct exh_bytes in, const struct png_555_rules *rules,
			     struct png_555 *out, struct exh_error *err);

/* Converts a decoded picture in the same way. */
enum exh_status png_take_555(const struct png_picture *png,
			     const struct png_555_rules *rules, struct png_555 *out,
			     struct exh_error *err);

/* Converts a decoded picture to red, green and blue of each pixel, to be freed, with the
 * background of rules. Fails in the same way. */
enum exh_status png_take_rgb(const struct png_picture *png,
			     const struct png_555_rules *rules, uint8_t **out,
			     struct exh_error *err);

/* Parses "#RRGGBB"; the number sign may be missing. */
bool color_parse(const char *text, struct exh_color *out);

/*
 * Whole buffers as zlib streams: by libdeflate if the build found it, otherwise by zlib.
 */

struct deflate_way {
	int level; /* 1 to 9; to 12 for libdeflate */
	/* For zlib alone: its strategy, and good_length, max_lazy, nice_length, max_chain
	 * of deflateTune, or zeros. */
	int strategy;
	int tuning[4];
};

/* Appends the stream. */
void deflate_all(const struct deflate_way *way, struct exh_bytes raw,
		 struct exh_writer *out);

/*
 * CRC-32 of pictures that change little from one to the next: unchanged blocks are not
 * summed again.
 */

struct picture_crc;

/* Begins for pictures of size bytes, compared in blocks; size is a multiple of block. To
 * be freed. */
struct picture_crc *picture_crc_new(size_t size, size_t block);

/* Returns the place for the next picture, which the caller fills. */
uint8_t *picture_crc_room(struct picture_crc *crc);
/* Returns the CRC-32 of that picture, as zlib computes it. */
uint32_t picture_crc_next(struct picture_crc *crc);
/* Returns the last picture, valid until the one after the next is put. */
const uint8_t *picture_crc_last(const struct picture_crc *crc);

void picture_crc_free(struct picture_crc *crc);

#endif
