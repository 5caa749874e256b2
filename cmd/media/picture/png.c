#include "png.h"

#include "task/memory.h"

#include <png.h>
#include <zlib.h>

#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LEVEL = 8, /* zlib's level, see set_compression */
};

/* Last error message of libpng. */
struct message {
	char text[128];
};

/* Receiver of the file's bytes, and memory that is freed after an error. */
struct sink {
	struct exh_writer *out;
	struct exh_writer packed; /* all rows */
};

static void write_data(png_structp png, png_bytep data, size_t size)
{
	struct sink *sink = png_get_io_ptr(png);

	exh_write_bytes(sink->out, data, size);
}

static void flush_data(png_structp png)
{
	(void)png;
}

static void on_error(png_structp png, png_const_charp message)
{
	struct message *last = png_get_error_ptr(png);

	snprintf(last->text, sizeof last->text, "%s", message);
	png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
}

static int bit_depth(size_t color_count)
{
	return color_count <= 2 ? 1 : color_count <= 4 ? 2 : color_count <= 16 ? 4 : 8;
}

static void set_palette(png_structp png, png_infop info,
			const struct exh_palette *palette)
{
	png_color colors[256];
	png_byte alphas[256];
	int alpha_count = 0;

	for (size_t i = 0; i < palette->count; i++) {
		const struct exh_color *color = &palette->colors[i];

		colors[i] = (png_color){ color->red, color->green, color->blue };
		alphas[i] = color->alpha;
		if (color->alpha != 255)
			alpha_count = (int)i + 1;
	}
	png_set_PLTE(png, info, colors, (int)palette->count);
	if (alpha_count)
		png_set_tRNS(png, info, alphas, alpha_count, NULL);
}

/*
 * No filter, since indices are not quantities. Level 8 of zlib: the 1,828 pictures of
 * Keen Dreams take 520.0 kB with it, 526.6 kB with level 6 for 63% of the instructions,
 * 519.5 kB with level 9 for 151%. A window no larger than the picture saves a tenth of
 * the instructions, as zlib sets up all of it for every tile.
 */
static void set_compression(png_structp png, size_t raw_size, int level)
{
	int window_bits = 9;

	while (window_bits < MAX_WBITS && (size_t)1 << window_bits < raw_size + 262)
		window_bits++;
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
	png_set_compression_level(png, level);
	png_set_compression_window_bits(png, window_bits);
	png_set_compression_mem_level(png, window_bits < 12 ? 4 : MAX_MEM_LEVEL);
}

static void write_rows(png_structp png, png_infop info, const struct exh_image *image,
		       size_t raw_size, int level)
{
	set_compression(png, raw_size, level);
	png_write_info(png, info);
	png_set_packing(png);
	for (size_t y = 0; y < image->height; y++)
		png_write_row(png, image->pixels + y * image->width);
	png_write_end(png, info);
}

#ifdef EXH_HAVE_LIBDEFLATE

/* Setting up libdeflate costs more than packing a tile by zlib. */
enum { LEAST_WHOLE = 8192 /* bytes */ };

static void pack_row(const uint8_t *row, size_t width, int depth, uint8_t *out)
{
	const size_t count = 8 / (size_t)depth; /* pixels a byte */

	if (count == 1) {
		memcpy(out, row, width);
		return;
	}
	for (size_t x = 0; x < width; x += count) {
		unsigned byte = 0;

		for (size_t i = 0; i < count; i++)
			byte = byte << depth | (x + i < width ? row[x + i] : 0);
		*out++ = (uint8_t)byte;
	}
}

/* Compresses the rows of a large picture at once. False if they are too long for a
 * chunk. */
static bool write_whole(png_structp png, png_infop info, const struct exh_image *image,
			int depth, int level)
{
	/* Level 7 of libdeflate compresses as well as zlib's 6, in two thirds of the
	 * time; 8 as well as 8, in less than half. */
	const struct deflate_way way = { .level = level == 6 ? 7 : level };
	const size_t row_size = (image->width * (size_t)depth + 7) / 8 + 1;
	struct exh_writer *packed = &((struct sink *)png_get_io_ptr(png))->packed;
	uint8_t *raw = mem_alloc(image->height, row_size);

	for (size_t y = 0; y < image->height; y++)
		pack_row(image->pixels + y * image->width, image->width, depth,
			 raw + y * row_size + 1);
	deflate_all(&way, (struct exh_bytes){ raw, image->height * row_size, 0 }, packed);
	free(raw);
	if (mem_check_limit(packed, NULL))
		return false;
	png_write_info(png, info);
	png_write_chunk(png, (png_const_bytep) "IDAT", packed->data, packed->size);
	png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
	return true;
}

#else

enum { LEAST_WHOLE = INT_MAX };

static bool write_whole(png_structp png, png_infop info, const struct exh_image *image,
			int depth, int level)
{
	(void)png;
	(void)info;
	(void)image;
	(void)depth;
	(void)level;
	return false;
}

#endif

static void write_picture(png_structp png, png_infop info, const struct exh_image *image,
			  const struct exh_palette *palette, int level)
{
	const int depth = bit_depth(palette->count);
	const size_t raw_size = (image->width * (size_t)depth + 15) / 8 * image->height;

	png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height,
		     depth, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	set_palette(png, info, palette);
	if (raw_size < LEAST_WHOLE || !write_whole(png, info, image, depth, level))
		write_rows(png, info, image, raw_size, level);
}

enum exh_status png_encode_at(const struct exh_image *image,
			      const struct exh_palette *palette, int level,
			      struct exh_writer *out, struct exh_error *err)
{
	struct sink sink = { .out = out, .packed.limit = UINT32_MAX >> 1 };
	struct message message = { "" };
	png_structp png;
	png_infop info;

	if (png_check_size(image->width, image->height, PNG_MAX_SIDE, err))
		return EXH_LIMIT;
	png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &message, on_error,
				      on_warning);
	info = png ? png_create_info_struct(png) : NULL;
	if (!info)
		mem_end();
	if (setjmp(png_jmpbuf(png))) {
		png_destroy_write_struct(&png, &info);
		exh_writer_free(&sink.packed);
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "PNG: %s", message.text);
	}
	png_set_write_fn(png, &sink, write_data, flush_data);
	write_picture(png, info, image, palette, level);
	png_destroy_write_struct(&png, &info);
	exh_writer_free(&sink.packed);
	return mem_check_limit(out, err);
}

enum exh_status png_encode(const struct exh_image *image,
			   const struct exh_palette *palette, struct exh_writer *out,
			   struct exh_error *err)
{
	return png_encode_at(image, palette, LEVEL, out, err);
}

/*
 * Reading.
 */

bool png_is(struct exh_bytes in)
{
	enum { SIGNATURE_SIZE = 8 };

	return in.size >= SIGNATURE_SIZE && png_sig_cmp(in.data, 0, SIGNATURE_SIZE) == 0;
}

static void read_data(png_structp png, png_bytep data, size_t size)
{
	struct exh_bytes *left = png_get_io_ptr(png);

	if (size > left->size)
		png_error(png, "the file ends early");
	memcpy(data, left->data, size);
	left->data += size;
	left->size -= size;
}

static void get_palette(png_structp png, png_infop info, struct exh_palette *palette)
{
	png_colorp colors = NULL;
	png_bytep alphas = NULL;
	int count = 0, alpha_count = 0;

	png_get_PLTE(png, info, &colors, &count);
	if (png_get_valid(png, info, PNG_INFO_tRNS))
		png_get_tRNS(png, info, &alphas, &alpha_count, NULL);
	palette->count = (size_t)count;
	for (int i = 0; i < count; i++)
		palette->colors[i] =
			(struct exh_color){ colors[i].red, colors[i].green,
					    colors[i].blue,
					    i < alpha_count ? alphas[i] : 255 };
}

/* Converts to one byte per pixel, or to four. Returns that number. */
static size_t set_transforms(png_structp png, png_infop info, bool indexed)
{
	if (indexed) {
		png_set_packing(png);
		return 1;
	}
	png_set_expand(png);
	png_set_scale_16(png);
	if (!(png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR))
		png_set_gray_to_rgb(png);
	png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
	return 4;
}

/* Reads a picture. Allocated memory is in *out, so that it survives libpng's longjmp. */
static void read_picture(png_structp png, png_infop info, size_t limit,
			 struct png_picture *out)
{
	size_t pixel_size, stride;
	int passes;

	png_read_info(png, info);
	out->width = png_get_image_width(png, info);
	out->height = png_get_image_height(png, info);
	if (out->width > limit / out->height)
		png_error(png, "too many pixels");
	if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE)
		get_palette(png, info, &out->palette);
	pixel_size = set_transforms(png, info, out->palette.count != 0);
	passes = png_set_interlace_handling(png);
	png_read_update_info(png, info);
	stride = out->width * pixel_size;
	if (png_get_rowbytes(png, info) != stride)
		png_error(png, "rows of an unexpected size");
	out->pixels = mem_alloc(out->height, stride);
	for (int pass = 0; pass < passes; pass++)
		for (size_t y = 0; y < out->height; y++)
			png_read_row(png, out->pixels + y * stride, NULL);
	png_read_end(png, NULL);
}

enum exh_status png_decode(struct exh_bytes in, size_t limit, struct png_picture *out,
			   struct exh_error *err)
{
	struct exh_bytes left = in;
	struct message message = { "" };
	png_structp png;
	png_infop info;

	*out = (struct png_picture){ 0 };
	if (!png_is(in))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"not a PNG file, expected one");
	png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &message, on_error,
				     on_warning);
	info = png ? png_create_info_struct(png) : NULL;
	if (!info)
		mem_end();
	if (setjmp(png_jmpbuf(png))) {
		png_destroy_read_struct(&png, &info, NULL);
		free(out->pixels);
		out->pixels = NULL;
		if (out->height && out->width > limit / out->height)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"%zux%zu pixels, at most %zu are read",
					out->width, out->height, limit);
		return exh_fail(err, EXH_INVALID, in.size - left.size, "PNG: %s",
				message.text);
	}
	png_set_read_fn(png, &left, read_data);
	read_picture(png, info, limit, out);
	png_destroy_read_struct(&png, &info, NULL);
	return EXH_OK;
}
