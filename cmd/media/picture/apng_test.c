#include "animation.h"
#include "testing.h"

#include <png.h>
#include <zlib.h>

enum { MAX_FRAMES = 16, LIMIT = 1 << 24 };

/* Input of an animation, and the expected pictures. */
struct movie {
	size_t width, height, frame_count;
	struct exh_palette palette; /* entry 1 is transparent, or ... */
	bool opaque;		    /* ... no entry is: then the file has one more */
	struct exh_image parts[MAX_FRAMES];
	size_t x[MAX_FRAMES], y[MAX_FRAMES];
	uint8_t *canvases[MAX_FRAMES];
	struct exh_writer file;
};

/* State of reading a file, chunk by chunk. */
struct scan {
	const struct movie *movie;
	struct exh_bytes left;
	const uint8_t *data; /* data of the current chunk */
	size_t data_size;
	char name[5];
	unsigned depth;
	uint32_t sequence; /* expected next number */
	size_t frame;	   /* counted from 1 */
	size_t width, x;   /* width and x of the frame in the file */
	struct exh_writer packed;
	uint8_t *canvas;
};

static void roll_pixels(uint64_t *seed, const struct movie *movie, bool noisy,
			struct exh_image *image)
{
	const size_t count = image->width * image->height;

	image->pixels = malloc(count);
	assert_non_null(image->pixels);
	for (size_t i = 0; i < count; i++)
		image->pixels[i] =
			(uint8_t)(noisy || roll(seed, 9) == 0
					  ? roll(seed, (uint32_t)movie->palette.count)
					  : i % movie->palette.count);
}

static void paste(const struct exh_image *part, size_t x, size_t y, size_t width,
		  uint8_t *canvas)
{
	for (size_t row = 0; row < part->height; row++)
		memcpy(canvas + (y + row) * width + x, part->pixels + row * part->width,
		       part->width);
}

/* Makes parts of all sizes at all places; the first is the whole picture. */
static void roll_movie(uint64_t *seed, size_t color_count, bool noisy,
		       struct movie *movie)
{
	movie->palette.count = color_count;
	for (size_t i = 0; i < color_count; i++)
		movie->palette.colors[i] =
			(struct exh_color){ (uint8_t)i, (uint8_t)(255 - i),
					    (uint8_t)roll(seed, 256),
					    i == 1 && !movie->opaque ? 0 : 255 };
	for (size_t i = 0; i < movie->frame_count; i++) {
		struct exh_image *part = &movie->parts[i];

		part->width = movie->width;
		part->height = movie->height;
		if (i) {
			part->width = 1 + roll(seed, (uint32_t)movie->width);
			part->height = 1 + roll(seed, (uint32_t)movie->height);
			movie->x[i] =
				roll(seed, (uint32_t)(movie->width - part->width + 1));
			movie->y[i] =
				roll(seed, (uint32_t)(movie->height - part->height + 1));
		}
		roll_pixels(seed, movie, noisy, part);
		movie->canvases[i] = tight_copy(i ? movie->canvases[i - 1] : part->pixels,
						movie->width * movie->height);
		paste(part, movie->x[i], movie->y[i], movie->width, movie->canvases[i]);
	}
}

static uint16_t delay_num(size_t frame)
{
	return (uint16_t)(0x1234 * frame);
}

static uint16_t delay_den(size_t frame)
{
	return (uint16_t)(70 + frame * 256);
}

static void write_movie(struct movie *movie, uint32_t play_count)
{
	struct apng *apng;

	movie->file.limit = LIMIT;
	apng = apng_begin(movie->width, movie->height, &movie->palette,
			  movie->frame_count, play_count, &movie->file);
	for (size_t i = 0; i < movie->frame_count; i++)
		assert_int_equal(apng_add(apng, &movie->parts[i], movie->x[i],
					  movie->y[i], delay_num(i), delay_den(i), NULL),
				 EXH_OK);
	assert_int_equal(apng_end(apng, EXH_OK, NULL), EXH_OK);
}

static void free_movie(struct movie *movie)
{
	for (size_t i = 0; i < movie->frame_count; i++) {
		free(movie->parts[i].pixels);
		free(movie->canvases[i]);
	}
	exh_writer_free(&movie->file);
}

/*
 * Reading it back, following the specification literally.
 */

static void next_chunk(struct scan *scan)
{
	const uint8_t *at = scan->left.data;

	assert_true(scan->left.size >= 12);
	scan->data_size = png_get_uint_32(at);
	assert_true(scan->data_size <= scan->left.size - 12);
	memcpy(scan->name, at + 4, 4);
	scan->data = at + 8;
	assert_int_equal(png_get_uint_32(scan->data + scan->data_size),
			 crc32(0, at + 4, (uInt)scan->data_size + 4));
	assert_true(exh_bytes_slice(scan->left, scan->data_size + 12,
				    scan->left.size - scan->data_size - 12, &scan->left));
}

static void take_sequence(struct scan *scan)
{
	assert_int_equal(png_get_uint_32(scan->data), scan->sequence);
	scan->sequence++;
}

/* True if unchanged pixels are stored as transparent ones. */
static bool keeps(const struct movie *movie)
{
	return movie->opaque && movie->frame_count > 1 && movie->palette.count < 256;
}

/* Pastes and compares a frame whose data is complete. */
static void end_frame(struct scan *scan)
{
	const struct movie *movie = scan->movie;
	const size_t index = scan->frame - 1;
	const struct exh_image *part = &movie->parts[index];
	const size_t row_size = 1 + (scan->width * scan->depth + 7) / 8;
	uLongf size =
		/* one byte more would be an error */
		(uLongf)(row_size * part->height + 1);
	uint8_t *rows = malloc(size);
	const unsigned mask = (1U << scan->depth) - 1;
	size_t kept_count = 0;

	assert_non_null(rows);
	assert_int_equal(
		uncompress(rows, &size, scan->packed.data, (uLong)scan->packed.size),
		Z_OK);
	assert_int_equal(size, row_size * part->height);
	for (size_t y = 0; y < part->height; y++) {
		const uint8_t *row = rows + y * row_size;
		uint8_t *to =
			scan->canvas + (movie->y[index] + y) * movie->width + scan->x;

		assert_int_equal(row[0], 0); /* no filter */
		for (size_t x = 0; x < scan->width; x++) {
			const size_t bit = x * scan->depth;

			const unsigned pixel =
				row[1 + bit / 8] >> (8 - scan->depth - bit % 8) & mask;

			if (pixel < movie->palette.count)
				to[x] = (uint8_t)pixel;
			else
				kept_count++;
		}
	}
	assert_memory_equal(scan->canvas, movie->canvases[index],
			    movie->width * movie->height);
	assert_true(!kept_count || (keeps(movie) && index));
	free(rows);
	exh_writer_free(&scan->packed);
}

static void check_frame_control(struct scan *scan)
{
	const size_t i = scan->frame;
	const struct movie *movie = scan->movie;

	assert_true(i < movie->frame_count);
	assert_int_equal(scan->data_size, 26);
	take_sequence(scan);
	scan->width = png_get_uint_32(scan->data + 4);
	scan->x = png_get_uint_32(scan->data + 12);
	/* Parts start at the left edge, as ffmpeg needs. */
	assert_int_equal(scan->x, scan->depth < 8 ? 0 : movie->x[i]);
	assert_int_equal(scan->x + scan->width, movie->x[i] + movie->parts[i].width);
	assert_int_equal(png_get_uint_32(scan->data + 8), movie->parts[i].height);
	assert_int_equal(png_get_uint_32(scan->data + 16), movie->y[i]);
	assert_int_equal(png_get_uint_16(scan->data + 20), delay_num(i));
	assert_int_equal(png_get_uint_16(scan->data + 22), delay_den(i));
	assert_int_equal(scan->data[24], 0);
	assert_int_equal(scan->data[25], keeps(movie) && i);
}

static void check_head(struct scan *scan, unsigned depth, uint32_t play_count)
{
	const struct exh_palette *palette = &scan->movie->palette;

	next_chunk(scan);
	assert_string_equal(scan->name, "IHDR");
	assert_int_equal(png_get_uint_32(scan->data), scan->movie->width);
	assert_int_equal(png_get_uint_32(scan->data + 4), scan->movie->height);
	assert_int_equal(scan->data[8], depth);
	assert_int_equal(scan->data[9], PNG_COLOR_TYPE_PALETTE);
	scan->depth = depth;
	next_chunk(scan);
	assert_string_equal(scan->name, "acTL");
	assert_int_equal(scan->data_size, 8);
	assert_int_equal(png_get_uint_32(scan->data), scan->movie->frame_count);
	assert_int_equal(png_get_uint_32(scan->data + 4), play_count);
	next_chunk(scan);
	assert_string_equal(scan->name, "PLTE");
	assert_int_equal(scan->data_size, (palette->count + keeps(scan->movie)) * 3);
	for (size_t i = 0; i < palette->count; i++)
		assert_memory_equal(scan->data + i * 3, &palette->colors[i], 3);
	if (scan->movie->opaque && !keeps(scan->movie))
		return;
	next_chunk(scan);
	assert_string_equal(scan->name, "tRNS");
	assert_int_equal(scan->data_size, scan->movie->opaque ? palette->count + 1 : 2);
	for (size_t i = 0; i < scan->data_size; i++)
		assert_int_equal(scan->data[i], i + 1 < scan->data_size ? 255 : 0);
}

static void check_frames(struct scan *scan)
{
	size_t data_count = 0;

	for (;;) {
		next_chunk(scan);
		if (strcmp(scan->name, "fcTL") == 0 || strcmp(scan->name, "IEND") == 0) {
			assert_int_equal(data_count == 0, scan->frame == 0);
			if (scan->frame)
				end_frame(scan);
			if (scan->name[0] == 'I')
				return;
			check_frame_control(scan);
			scan->frame++;
			data_count = 0;
			continue;
		}
		data_count++;
		assert_string_equal(scan->name, scan->frame == 1 ? "IDAT" : "fdAT");
		if (scan->frame > 1) {
			take_sequence(scan);
			scan->data += 4;
			scan->data_size -= 4;
		}
		exh_write_bytes(&scan->packed, scan->data, scan->data_size);
	}
}

static void assert_movie(const struct movie *movie, unsigned depth, uint32_t play_count)
{
	const struct exh_bytes file = { movie->file.data, movie->file.size, 0 };
	struct scan scan = { .movie = movie, .packed.limit = LIMIT };

	scan.canvas = malloc(movie->width * movie->height);
	assert_non_null(scan.canvas);
	assert_true(exh_bytes_slice(file, 8, file.size - 8, &scan.left));
	assert_memory_equal(file.data, "\x89PNG\r\n\x1a\n", 8);
	check_head(&scan, depth, play_count);
	check_frames(&scan);
	assert_int_equal(scan.frame, movie->frame_count);
	assert_int_equal(scan.left.size, 0);
	free(scan.canvas);
}

/* Checks with libpng, which knows nothing about animations. */
static void assert_is_png_of_first_frame(const struct movie *movie)
{
	png_image image = { .version = PNG_IMAGE_VERSION };
	const size_t count = movie->width * movie->height;
	uint8_t *pixels;

	assert_true(png_image_begin_read_from_memory(&image, movie->file.data,
						     movie->file.size));
	image.format = PNG_FORMAT_RGBA;
	pixels = malloc(PNG_IMAGE_SIZE(image));
	assert_non_null(pixels);
	assert_int_equal(PNG_IMAGE_SIZE(image), count * 4);
	assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
	for (size_t i = 0; i < count; i++) {
		const struct exh_color *color =
			&movie->palette.colors[movie->canvases[0][i]];

		assert_int_equal(pixels[i * 4 + 3], color->alpha);
		if (color->alpha)
			assert_memory_equal(pixels + i * 4, color, 3);
	}
	free(pixels);
}

static void every_frame_comes_back_in_all_depths(void **state)
{
	static const struct {
		size_t color_count;
		unsigned depth, opaque_depth; /* for one frame, and for more */
	} cases[] = { { 2, 1, 2 },  { 3, 2, 2 },  { 4, 2, 4 },	{ 5, 4, 4 },
		      { 16, 4, 8 }, { 17, 8, 8 }, { 256, 8, 8 } };
	uint64_t seed = 1;

	(void)state;
	for (size_t i = 0; i < 140; i++) {
		const size_t which = i % 7;
		struct movie movie = { .width = 1 + roll(&seed, 70),
				       .height = 1 + roll(&seed, 50),
				       .frame_count = 1 + roll(&seed, MAX_FRAMES),
				       .opaque = i / 7 % 2 };

		roll_movie(&seed, cases[which].color_count, i % 2, &movie);
		write_movie(&movie, (uint32_t)i);
		assert_movie(&movie,
			     keeps(&movie) ? cases[which].opaque_depth
					   : cases[which].depth,
			     (uint32_t)i);
		assert_is_png_of_first_frame(&movie);
		free_movie(&movie);
	}
}

/* Noise does not compress: libpng makes several chunks of a frame. */
static void frames_of_several_chunks_come_back(void **state)
{
	struct movie movie = { .width = 300, .height = 200, .frame_count = 5 };
	uint64_t seed = 2;

	(void)state;
	roll_movie(&seed, 256, true, &movie);
	write_movie(&movie, 0);
	assert_true(movie.file.size > 60000);
	assert_movie(&movie, 8, 0);
	assert_is_png_of_first_frame(&movie);
	free_movie(&movie);
}

/* Two colours, 8x8 pixels. */
static struct apng *begin(size_t frame_count, struct exh_writer *out)
{
	static const struct exh_palette palette = { .count = 2 };

	return apng_begin(8, 8, &palette, frame_count, 0, out);
}

static enum exh_status add(struct apng *apng, size_t width, size_t height, size_t x,
			   size_t y, struct exh_error *err)
{
	uint8_t pixels[64] = { 0 };
	const struct exh_image part = { width, height, pixels };

	return apng_add(apng, &part, x, y, 1, 70, err);
}

static void the_first_frame_is_the_whole_picture(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct apng *apng = begin(1, &out);
	struct exh_error err;

	(void)state;
	assert_int_equal(add(apng, 7, 8, 0, 0, &err), EXH_INVALID);
	assert_string_equal(err.text, "frame 0: 7x8 pixels at (0, 0) do not fill 8x8");
	assert_int_equal(add(apng, 8, 7, 0, 1, &err), EXH_INVALID);
	assert_int_equal(out.size, 0);
	assert_int_equal(add(apng, 8, 8, 0, 0, &err), EXH_OK);
	assert_int_equal(apng_end(apng, EXH_OK, &err), EXH_OK);
	exh_writer_free(&out);
}

static void a_part_that_lies_outside_is_refused(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct apng *apng = begin(2, &out);
	struct exh_error err;
	size_t size;

	(void)state;
	assert_int_equal(add(apng, 8, 8, 0, 0, &err), EXH_OK);
	size = out.size;
	assert_int_equal(add(apng, 4, 4, 5, 0, &err), EXH_INVALID);
	assert_int_equal(add(apng, 4, 4, 0, 5, &err), EXH_INVALID);
	assert_int_equal(add(apng, 9, 1, 0, 0, &err), EXH_INVALID);
	assert_int_equal(add(apng, 1, 1, SIZE_MAX, 0, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "frame 1: 1x1 pixels at"));
	assert_int_equal(add(apng, 0, 1, 3, 0, &err), EXH_INVALID);
	assert_int_equal(add(apng, 1, 0, 3, 0, &err), EXH_INVALID);
	assert_int_equal(out.size, size);
	assert_int_equal(add(apng, 4, 4, 4, 4, &err), EXH_OK);
	assert_int_equal(apng_end(apng, EXH_OK, &err), EXH_OK);
	exh_writer_free(&out);
}

static void frames_too_few_or_too_many_are_an_error(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct apng *apng = begin(2, &out);
	struct exh_error err;

	(void)state;
	assert_int_equal(add(apng, 8, 8, 0, 0, &err), EXH_OK);
	assert_int_equal(apng_end(apng, EXH_OK, &err), EXH_INVALID);
	assert_string_equal(err.text, "1 frames of the 2 of the animation");
	apng = begin(1, &out);
	assert_int_equal(add(apng, 8, 8, 0, 0, &err), EXH_OK);
	assert_int_equal(add(apng, 8, 8, 0, 0, &err), EXH_INVALID);
	assert_int_equal(apng_end(apng, EXH_OK, &err), EXH_OK);
	apng = begin(0, &out);
	assert_int_equal(apng_end(apng, EXH_OK, &err), EXH_INVALID);
	exh_writer_free(&out);
}

static void a_failure_before_the_end_is_handed_on(void **state)
{
	struct exh_writer out = { .limit = LIMIT };

	(void)state;
	assert_int_equal(apng_end(begin(1, &out), EXH_LIMIT, NULL), EXH_LIMIT);
	assert_int_equal(apng_end(NULL, EXH_NO_MEMORY, NULL), EXH_NO_MEMORY);
	assert_int_equal(out.size, 0);
}

static enum exh_status write_two_frames(struct exh_writer *out)
{
	struct apng *apng = begin(2, out);
	enum exh_status status = add(apng, 8, 8, 0, 0, NULL);

	if (!status)
		status = add(apng, 3, 3, 1, 1, NULL);
	return apng_end(apng, status, NULL);
}

static void every_smaller_limit_fails(void **state)
{
	struct exh_writer whole = { .limit = LIMIT };

	(void)state;
	assert_int_equal(write_two_frames(&whole), EXH_OK);
	for (size_t limit = 0; limit < whole.size; limit++) {
		struct exh_writer out = { .limit = limit };

		assert_int_not_equal(write_two_frames(&out), EXH_OK);
		exh_writer_free(&out);
	}
	exh_writer_free(&whole);
}

static void a_delay_is_the_fraction_or_as_long_as_it_can_be(void **state)
{
	static const struct {
		uint64_t num, den;
		uint16_t delay_num, delay_den;
	} cases[] = {
		{ 3, 70, 3, 70 },
		{ 2, 70, 1, 35 },
		{ 0, 70, 0, 1 },
		{ 140, 70, 2, 1 },
		{ 1234567, 10000000, 4822, 39062 },
		{ 131071, 2, 65535, 1 },
		{ 131072, 1, 65535, 1 },
		{ 70ULL << 40, 70, 65535, 1 },
		{ 0, 0, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct apng_part part;

		apng_part_delay(&part, cases[i].num, cases[i].den);
		assert_int_equal(part.delay_num, cases[i].delay_num);
		assert_int_equal(part.delay_den, cases[i].delay_den);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_frame_comes_back_in_all_depths),
		cmocka_unit_test(frames_of_several_chunks_come_back),
		cmocka_unit_test(the_first_frame_is_the_whole_picture),
		cmocka_unit_test(a_part_that_lies_outside_is_refused),
		cmocka_unit_test(frames_too_few_or_too_many_are_an_error),
		cmocka_unit_test(a_failure_before_the_end_is_handed_on),
		cmocka_unit_test(every_smaller_limit_fails),
		cmocka_unit_test(a_delay_is_the_fraction_or_as_long_as_it_can_be),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
