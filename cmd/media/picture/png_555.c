#include "png.h"

#include "task/memory.h"

#include <zlib.h>

#include <stdlib.h>
#include <string.h>

/*
 * Written without libpng: its rule for choosing filters fails for dithered pictures, and
 * it hides settings of zlib that must be tuned for speed.
 */
enum {
	BAND_ROWS = 9,	/* rows of a trial, of each ... */
	BAND_STEP = 64, /* ... group of this many rows */
};

enum filter { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH };

/* Method of compressing rows. */
struct way {
	enum filter filter;
	struct deflate_way deflate;
};

/*
 * From the fastest to the slowest. The last method is the one of other programs, with
 * which sizes are compared.
 */
static const struct way ways[] = {
#ifdef EXH_HAVE_LIBDEFLATE
	/* 200 frames of 640x344: 23.3 MB in the first, 21.4 MB in the last, which
	 * takes 1.5 times as long. */
	{ FILTER_UP, { .level = 1 } },	 { FILTER_PAETH, { .level = 1 } },
	{ FILTER_SUB, { .level = 1 } },	 { FILTER_NONE, { .level = 2 } },
	{ FILTER_NONE, { .level = 4 } }, { FILTER_PAETH, { .level = 4 } },
	{ FILTER_SUB, { .level = 4 } },	 { FILTER_NONE, { .level = 6 } },
#else
	/* Measured on 640x344 pixels, in ms: about 3.3 for run lengths, 5 for the first
	 * levels, up to 16 where it is tuned; 9 for smooth pictures to 40 for dithered
	 * ones in the last. */
	{ FILTER_NONE, { 6, Z_HUFFMAN_ONLY, { 0 } } },
	{ FILTER_UP, { 6, Z_RLE, { 0 } } },
	{ FILTER_SUB, { 6, Z_RLE, { 0 } } },
	{ FILTER_PAETH, { 6, Z_RLE, { 0 } } },
	{ FILTER_NONE, { 1, Z_DEFAULT_STRATEGY, { 0 } } },
	{ FILTER_UP, { 3, Z_DEFAULT_STRATEGY, { 0 } } },
	{ FILTER_PAETH, { 3, Z_DEFAULT_STRATEGY, { 0 } } },
	{ FILTER_NONE, { 6, Z_DEFAULT_STRATEGY, { 4, 8, 24, 24 } } },
	{ FILTER_NONE, { 6, Z_DEFAULT_STRATEGY, { 4, 4, 32, 40 } } },
	{ FILTER_NONE, { 6, Z_DEFAULT_STRATEGY, { 0 } } },
#endif
};

enum { WAYS = sizeof ways / sizeof ways[0] };

/* Greatest size of a faster method, relative to the last one. */
static const double worth = 1.05;

struct packed_picture {
	const uint16_t *pixels; /* NULL: 24-bit colours */
	const uint8_t *colors;	/* red, green, blue */
	size_t width, height;
	int clear;
	size_t pixel_size; /* 3 or 4 bytes */
	size_t row_size;   /* bytes, without that of the filter */
	/* the preceding row (zeros above the first) and the current one */
	uint8_t *rows[2];
	uint8_t *filtered; /* rows, with their filters' numbers before them */
	/* low and high bytes of 15-bit colours, widened */
	uint32_t wide[2][256];
};

/*
 * Rows.
 */

/* Widens three channels at once, from 5 bits in a byte to 8: red in the lowest byte. */
static uint32_t widen(uint32_t pixel)
{
	const uint32_t narrow =
		(pixel >> 10 & 0x1f) | (pixel << 3 & 0x1f00) | (pixel << 16 & 0x1f0000);

	return narrow << 3 | (narrow >> 2 & 0x070707);
}

static inline void store_u32le(uint8_t *out, uint32_t value)
{
	out[0] = (uint8_t)value;
	out[1] = (uint8_t)(value >> 8);
	out[2] = (uint8_t)(value >> 16);
	out[3] = (uint8_t)(value >> 24);
}

static inline uint32_t wide(const struct packed_picture *picture, uint16_t pixel)
{
	return picture->wide[0][pixel & 0xff] | picture->wide[1][pixel >> 8];
}

/* Stores the fourth byte of a pixel of three, too: the next one overwrites it. */
static void expand_row(const struct packed_picture *picture, size_t y, uint8_t *out)
{
	const uint16_t *in;

	if (!picture->pixels) {
		if (picture->colors)
			memcpy(out, picture->colors + y * picture->row_size,
			       picture->row_size);
		return;
	}
	in = picture->pixels + y * picture->width;
	if (picture->pixel_size == 3) {
		for (size_t x = 0; x < picture->width; x++)
			store_u32le(out + 3 * x, wide(picture, in[x]));
		return;
	}
	for (size_t x = 0; x < picture->width; x++)
		store_u32le(
			out + 4 * x,
			wide(picture, in[x]) |
				((in[x] & 0x7fff) == picture->clear ? 0 : 0xff000000));
}

/* Written without branches, so that many are computed at once. */
static inline uint8_t paeth(int left, int up, int both)
{
	const int left_step = up - both, up_step = left - both;
	const int to_left = left_step < 0 ? -left_step : left_step;
	const int to_up = up_step < 0 ? -up_step : up_step;
	const int both_step = left_step + up_step;
	const int to_both = both_step < 0 ? -both_step : both_step;
	const int other = to_up <= to_both ? up : both;

	return (uint8_t)(((to_left <= to_up) & (to_left <= to_both)) ? left : other);
}

/* Fills a row with the differences of each byte from its prediction. */
static uint8_t *filter_row(const struct packed_picture *picture, enum filter filter,
			   uint8_t *restrict out)
{
	const uint8_t *restrict row = picture->rows[1], *restrict above =
								picture->rows[0];
	const size_t size = picture->row_size, step = picture->pixel_size;

	*out++ = (uint8_t)filter;
	switch (filter) {
	case FILTER_SUB:
		memcpy(out, row, step);
		for (size_t i = step; i < size; i++)
			out[i] = (uint8_t)(row[i] - row[i - step]);
		break;
	case FILTER_UP:
		for (size_t i = 0; i < size; i++)
			out[i] = (uint8_t)(row[i] - above[i]);
		break;
	case FILTER_PAETH:
		for (size_t i = 0; i < step; i++)
			out[i] = (uint8_t)(row[i] - above[i]);
		for (size_t i = step; i < size; i++)
			out[i] = (uint8_t)(row[i] - paeth(row[i - step], above[i],
							  above[i - step]));
		break;
	default:
		memcpy(out, row, size);
	}
	return out + size;
}

static void next_row(struct packed_picture *picture, size_t y)
{
	uint8_t *last = picture->rows[0];

	picture->rows[0] = picture->rows[1];
	picture->rows[1] = last;
	expand_row(picture, y, last);
}

/*
 * Packing.
 */

/* Returns the bytes that some bands of the picture take with this method. */
static size_t try_way(struct packed_picture *picture, const struct way *way)
{
	struct exh_writer packed = { .limit = SIZE_MAX };
	uint8_t *end = picture->filtered;
	size_t size;

	for (size_t y = 0; y < picture->height; y++) {
		if (y % BAND_STEP >= BAND_ROWS)
			continue;
		next_row(picture, y);
		if (y % BAND_STEP)
			end = filter_row(picture, way->filter, end);
	}
	deflate_all(&way->deflate,
		    (struct exh_bytes){ picture->filtered,
					(size_t)(end - picture->filtered), 0 },
		    &packed);
	mem_check(&packed);
	size = packed.size;
	exh_writer_free(&packed);
	return size;
}

static unsigned choose_way(struct packed_picture *picture)
{
	const size_t last = try_way(picture, &ways[WAYS - 1]);
	unsigned best = WAYS - 1;
	size_t best_size = last;

	for (unsigned i = 0; i + 1 < WAYS; i++) {
		const size_t size = try_way(picture, &ways[i]);

		if ((double)size <= (double)last * worth)
			return i;
		if (size >= best_size)
			continue;
		best = i;
		best_size = size;
	}
	return best;
}

static void pack_rows(struct packed_picture *picture, const struct way *way,
		      struct exh_writer *out)
{
	uint8_t *end = picture->filtered;

	memset(picture->rows[1], 0, picture->row_size);
	for (size_t y = 0; y < picture->height; y++) {
		next_row(picture, y);
		end = filter_row(picture, way->filter, end);
	}
	deflate_all(&way->deflate,
		    (struct exh_bytes){ picture->filtered,
					(size_t)(end - picture->filtered), 0 },
		    out);
}

/*
 * The file.
 */

static enum exh_status encode(struct packed_picture *picture, const struct way *way,
			      struct exh_writer *out, struct exh_error *err)
{
	static const uint8_t bits[] = { 5, 5, 5, 8 };
	const uint8_t color =
		picture->pixel_size == 4 ? 6 : 2; /* RGB with alpha, or RGB */
	size_t start;

	png_write_head(out, picture->width, picture->height, 8, color);
	if (picture->pixels)
		png_write_chunk_of(out, "sBIT",
				   (struct exh_bytes){ bits, picture->pixel_size, 0 });
	start = png_chunk_begin(out, "IDAT");
	pack_rows(picture, way, out);
	png_chunk_end(out, start);
	png_write_chunk_of(out, "IEND", (struct exh_bytes){ 0 });
	return mem_check_limit(out, err);
}

/* Allocates the rows of a picture without them; clear as for png_encode_555. */
static void open_rows(struct packed_picture *picture)
{
	uint8_t *rows;

	picture->pixel_size = picture->clear < 0 ? 3 : 4;
	picture->row_size = picture->width * picture->pixel_size;
	rows = mem_alloc(2, picture->row_size + 1);
	picture->filtered = mem_room(picture->height, picture->row_size + 1);
	picture->rows[0] = rows;
	picture->rows[1] = rows + picture->row_size + 1;
	for (uint32_t i = 0; i < 256; i++) {
		picture->wide[0][i] = widen(i);
		picture->wide[1][i] = widen(i << 8);
	}
}

/* Frees the rows; the two may have been exchanged. */
static void close_rows(const struct packed_picture *picture)
{
	free(picture->rows[0] < picture->rows[1] ? picture->rows[0] : picture->rows[1]);
	free(picture->filtered);
}

static unsigned choose(struct packed_picture *picture)
{
	unsigned way;

	if (png_check_size(picture->width, picture->height, PNG_MAX_SIDE, NULL))
		return WAYS;
	open_rows(picture);
	way = choose_way(picture);
	close_rows(picture);
	return way + 1;
}

unsigned png_choose_way(const uint16_t *pixels, size_t width, size_t height)
{
	return choose(&(struct packed_picture){
		.pixels = pixels, .width = width, .height = height, .clear = -1 });
}

unsigned png_choose_way_888(const uint8_t *colors, size_t width, size_t height)
{
	return choose(&(struct packed_picture){
		.colors = colors, .width = width, .height = height, .clear = -1 });
}

static enum exh_status encode_with(struct packed_picture *picture, unsigned way,
				   struct exh_writer *out, struct exh_error *err)
{
	enum exh_status status;

	if (png_check_size(picture->width, picture->height, PNG_MAX_SIDE, err))
		return EXH_LIMIT;
	open_rows(picture);
	if (way == 0 || way > WAYS)
		way = choose_way(picture) + 1;
	status = encode(picture, &ways[way - 1], out, err);
	close_rows(picture);
	return status;
}

enum exh_status png_encode_555(const uint16_t *pixels, size_t width, size_t height,
			       int clear, unsigned way, struct exh_writer *out,
			       struct exh_error *err)
{
	return encode_with(&(struct packed_picture){ .pixels = pixels,
						     .width = width,
						     .height = height,
						     .clear = clear },
			   way, out, err);
}

enum exh_status png_encode_888(const uint8_t *colors, size_t width, size_t height,
			       unsigned way, struct exh_writer *out,
			       struct exh_error *err)
{
	return encode_with(
		&(struct packed_picture){
			.colors = colors, .width = width, .height = height, .clear = -1 },
		way, out, err);
}
