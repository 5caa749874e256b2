#include "png_555.h"

#include "png_chunk.h"

#include <zlib.h>

#include <stdlib.h>
#include <string.h>

/*
 * Without libpng: it chooses filters by a rule that fails for dithered pictures, and
 * hides what of zlib has to be tuned to be fast.
 * Measured on 640x344 pixels, in ms and as part of what zlib's level 6 makes of rows
 * without a filter: a dithered gradient 16 for 38, 0.98; a texture 14 for 38, 1.11; a
 * smooth gradient 4 for 7, 0.4.
 */
enum {
	MOST_SIDE = 1000000, /* pixels; libpng's own limit for readers */
	LEVEL = 6,
	/* As deflateTune names them. */
	GOOD_LENGTH = 4,
	MOST_LAZY = 8,
	NICE_LENGTH = 24,
	MOST_CHAIN = 28,
	TRIAL_LEVEL = 1,
	BAND_ROWS = 4,	 /* of a trial, of each ... */
	BAND_STEP = 64,	 /* ... so many rows */
	PIECE = 1 << 14, /* of zlib's output */
};

enum filter { FILTER_NONE, FILTER_SUB, FILTER_UP, FILTER_AVERAGE, FILTER_PAETH };

/* How the rows are packed. */
struct way {
	enum filter filter;
	int strategy; /* of zlib */
};

struct picture {
	const uint16_t *pixels;
	size_t width, height;
	int clear;
	size_t pixel_size; /* 3 or 4 bytes */
	size_t row_size;   /* bytes, without the filter's */
	uint8_t *rows[2];  /* the one before (zeros above the first) and this one */
	uint8_t *filtered; /* filter's number and row */
};

/*
 * Rows.
 */

static uint8_t widen(unsigned channel)
{
	return (uint8_t)(channel << 3 | channel >> 2);
}

static void expand_row(const struct picture *picture, size_t y, uint8_t *out)
{
	const uint16_t *in = picture->pixels + y * picture->width;

	for (size_t x = 0; x < picture->width; x++, out += picture->pixel_size) {
		const unsigned pixel = in[x];

		out[0] = widen(pixel >> 10 & 31);
		out[1] = widen(pixel >> 5 & 31);
		out[2] = widen(pixel & 31);
		if (picture->pixel_size == 4)
			out[3] = (int)(pixel & 0x7fff) == picture->clear ? 0 : 255;
	}
}

static uint8_t paeth(int left, int up, int both)
{
	const int to_left = abs(up - both), to_up = abs(left - both);
	const int to_both = abs(left + up - 2 * both);

	if (to_left <= to_up && to_left <= to_both)
		return (uint8_t)left;
	return (uint8_t)(to_up <= to_both ? up : both);
}

/* What is left of a row when each byte is told by those before it. */
static void filter_row(const struct picture *picture, enum filter filter)
{
	const uint8_t *row = picture->rows[1], *above = picture->rows[0];
	const size_t size = picture->row_size, step = picture->pixel_size;
	uint8_t *out = picture->filtered;

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
}

static void next_row(struct picture *picture, size_t y)
{
	uint8_t *last = picture->rows[0];

	picture->rows[0] = picture->rows[1];
	picture->rows[1] = last;
	expand_row(picture, y, last);
}

/*
 * Packing.
 */

static bool start_zlib(z_stream *stream, int level, int strategy)
{
	*stream = (z_stream){ 0 };
	if (deflateInit2(stream, level, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL, strategy) !=
	    Z_OK)
		return false;
	if (level == LEVEL)
		deflateTune(stream, GOOD_LENGTH, MOST_LAZY, NICE_LENGTH, MOST_CHAIN);
	return true;
}

/* Everything that zlib has to give for now. */
static void drain(z_stream *stream, int flush, struct exh_writer *out)
{
	uint8_t piece[PIECE];
	int result;

	do {
		stream->next_out = piece;
		stream->avail_out = sizeof piece;
		result = deflate(stream, flush);
		exh_write_bytes(out, piece, sizeof piece - stream->avail_out);
	} while (!stream->avail_out && result == Z_OK);
}

static void pack_row(struct picture *picture, struct way way, z_stream *stream,
		     struct exh_writer *out)
{
	filter_row(picture, way.filter);
	stream->next_in = picture->filtered;
	stream->avail_in = (uInt)(picture->row_size + 1);
	drain(stream, Z_NO_FLUSH, out);
}

/* Bytes that some bands of the picture take in this way; SIZE_MAX: no memory. */
static size_t try_way(struct picture *picture, struct way way)
{
	struct exh_writer packed = { .limit = SIZE_MAX };
	z_stream stream;

	if (!start_zlib(&stream, TRIAL_LEVEL, way.strategy))
		return SIZE_MAX;
	for (size_t y = 0; y < picture->height; y++) {
		if (y % BAND_STEP >= BAND_ROWS)
			continue;
		next_row(picture, y);
		if (y % BAND_STEP)
			pack_row(picture, way, &stream, &packed);
	}
	drain(&stream, Z_FINISH, &packed);
	deflateEnd(&stream);
	exh_writer_free(&packed);
	return packed.failed ? SIZE_MAX : stream.total_out;
}

static struct way choose_way(struct picture *picture)
{
	static const struct way ways[] = { { FILTER_NONE, Z_DEFAULT_STRATEGY },
					   { FILTER_NONE, Z_HUFFMAN_ONLY },
					   { FILTER_SUB, Z_DEFAULT_STRATEGY },
					   { FILTER_UP, Z_DEFAULT_STRATEGY },
					   { FILTER_PAETH, Z_DEFAULT_STRATEGY } };
	size_t best = 0, best_size = SIZE_MAX;

	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		const size_t size = try_way(picture, ways[i]);

		if (size >= best_size)
			continue;
		best = i;
		best_size = size;
	}
	return ways[best];
}

static void pack_rows(struct picture *picture, struct way way, z_stream *stream,
		      struct exh_writer *out)
{
	memset(picture->rows[1], 0, picture->row_size);
	for (size_t y = 0; y < picture->height; y++) {
		next_row(picture, y);
		pack_row(picture, way, stream, out);
	}
	drain(stream, Z_FINISH, out);
}

/*
 * The file.
 */

static void write_head(const struct picture *picture, struct exh_writer *out)
{
	static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', 13, 10, 26, 10 };
	static const uint8_t bits[] = { 5, 5, 5, 8 };
	const bool clear = picture->pixel_size == 4;
	uint8_t header[13] = { 0 };

	png_store_u32(header, (uint32_t)picture->width);
	png_store_u32(header + 4, (uint32_t)picture->height);
	header[8] = 8;		   /* bits a channel */
	header[9] = clear ? 6 : 2; /* colour, with alpha or without */
	exh_write_bytes(out, signature, sizeof signature);
	png_write_chunk_of(out, "IHDR", (struct exh_bytes){ header, sizeof header, 0 });
	png_write_chunk_of(out, "sBIT",
			   (struct exh_bytes){ bits, picture->pixel_size, 0 });
}

static enum exh_status encode(struct picture *picture, struct exh_writer *out,
			      struct exh_error *err)
{
	struct exh_writer data = { .limit = out->limit };
	const struct way way = choose_way(picture);
	z_stream stream;
	bool good = start_zlib(&stream, LEVEL, way.strategy);

	if (good) {
		pack_rows(picture, way, &stream, &data);
		deflateEnd(&stream);
		write_head(picture, out);
		png_write_chunk_of(out, "IDAT", exh_writer_bytes(&data));
		png_write_chunk_of(out, "IEND", (struct exh_bytes){ 0 });
	}
	good = good && !data.failed && !out->failed;
	exh_writer_free(&data);
	return good ? EXH_OK
		    : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

enum exh_status png_encode_555(const uint16_t *pixels, size_t width, size_t height,
			       int clear, struct exh_writer *out, struct exh_error *err)
{
	struct picture picture = { pixels, width, height, clear, .pixel_size = 3 };
	enum exh_status status;
	uint8_t *rows;

	if (!width || !height || width > MOST_SIDE || height > MOST_SIDE)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels do not fit into a PNG file", width,
				height);
	if (clear >= 0)
		picture.pixel_size = 4;
	picture.row_size = width * picture.pixel_size;
	rows = calloc(3, picture.row_size + 1);
	if (!rows)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	picture.rows[0] = rows;
	picture.rows[1] = rows + picture.row_size;
	picture.filtered = rows + 2 * picture.row_size;
	status = encode(&picture, out, err);
	free(rows);
	return status;
}
