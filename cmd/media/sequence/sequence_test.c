#include "assets/assets.h"
#include "media/picture/plain/gif.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "sequence.h"
#include "task/outputs.h"

#include <unistd.h>

enum { WIDTH = 37, HEIGHT = 23, PIXELS = WIDTH * HEIGHT, FRAMES = 30, MAX_SCALE = 3 };

static uint16_t film[FRAMES][PIXELS];

/* A buffer of its own, since frames are only valid until the next call. */
static uint16_t shown[PIXELS];

static enum exh_status get(void *context, size_t i, const uint16_t **pixels,
			   struct exh_error *err)
{
	(void)context;
	(void)err;
	memcpy(shown, film[i], sizeof shown);
	*pixels = shown;
	return EXH_OK;
}

/* The film as 24-bit colours, with lower bits that 15 bits do not have. */
static uint8_t shown_rgb[3 * PIXELS];

static void widen_frame(size_t i, uint8_t *out)
{
	for (size_t k = 0; k < PIXELS; k++)
		for (unsigned c = 0; c < 3; c++)
			*out++ = (uint8_t)(((unsigned)film[i][k] >> (10 - 5 * c) & 31)
						   << 3 |
					   c);
}

static enum exh_status get_rgb24(void *context, size_t i, const uint8_t **pixels,
				 struct exh_error *err)
{
	(void)context;
	(void)err;
	widen_frame(i, shown_rgb);
	*pixels = shown_rgb;
	return EXH_OK;
}

/* Adds random patches to the preceding frame; some frames change nothing. Bit 15 is
 * noise. */
static void shoot(uint64_t *seed, uint32_t colors)
{
	for (size_t i = 0; i < FRAMES; i++) {
		const size_t left = roll(seed, WIDTH), top = roll(seed, HEIGHT);
		const size_t width = 1 + roll(seed, (uint32_t)(WIDTH - left));
		const size_t height = 1 + roll(seed, (uint32_t)(HEIGHT - top));

		if (i)
			memcpy(film[i], film[i - 1], sizeof film[i]);
		for (size_t k = 0; k < PIXELS; k++) {
			const size_t x = k % WIDTH, y = k / WIDTH;
			const bool inside = x >= left && x < left + width && y >= top &&
					    y < top + height;

			if (i == 0 || (inside && i % 5))
				film[i][k] =
					(uint16_t)(roll(seed, colors) * 127 & 0x7fff);
			if (i % 3 == 0)
				film[i][k] ^= 0x8000;
		}
	}
}

/* Returns the output of sequence_write for the film; the caller frees it. */
static struct exh_bytes write_film(enum sequence_format format, unsigned scale,
				   unsigned jobs, bool is_rgb24, struct json *result)
{
	const struct sequence_options options = { .format = format, .scale = scale };
	const struct common common = {
		.jobs = jobs, .force = true, .verbosity = -1, .progress = PROGRESS_NEVER
	};
	const struct sequence_source source = { .width = WIDTH,
						.height = HEIGHT,
						.count = FRAMES,
						.time_num = 66,
						.time_den = 1000,
						.get = get,
						.get_rgb24 =
							is_rgb24 ? get_rgb24 : NULL };
	char path[] = "/tmp/frames_test.XXXXXX";
	const int fd = mkstemp(path);
	struct report report;
	struct exh_bytes out;

	assert_true(fd >= 0);
	close(fd);
	report_start(&report, "frames", &common);
	assert_true(sequence_write(&source, &options, path, "film", &report, result));
	assert_false(report.failed);
	report_end(&report);
	out = load_file(path);
	assert_non_null(out.data);
	unlink(path);
	return out;
}

static unsigned wide(unsigned level)
{
	return level * 8 + level / 4;
}

/* Returns the pixel of a frame at a position of the enlarged one. */
static unsigned pixel_at(size_t frame, size_t at, unsigned scale)
{
	const size_t x = at % (WIDTH * scale) / scale, y = at / (WIDTH * scale) / scale;

	return film[frame][y * WIDTH + x] & 0x7fff;
}

/*
 * APNG: each frame becomes a PNG file again, and is placed as in its fcTL.
 */

struct player {
	struct exh_bytes in;
	size_t at;
	uint8_t header[13]; /* IHDR; each frame has its own width and height in it */
	uint32_t sequence;
	uint8_t *canvas; /* red, green, blue */
	unsigned scale;
};

struct chunk {
	const uint8_t *name, *data;
	size_t size;
};

static bool is_named(const struct chunk *chunk, const char *name)
{
	return memcmp(chunk->name, name, 4) == 0;
}

static struct chunk peek(const struct player *player)
{
	const uint8_t *at = player->in.data + player->at;

	assert_true(player->in.size - player->at >= 12);
	return (struct chunk){ at + 4, at + 8, png_load_u32(at) };
}

static struct chunk take(struct player *player)
{
	const struct chunk chunk = peek(player);

	assert_true(chunk.size <= player->in.size - player->at - 12);
	player->at += chunk.size + 12;
	return chunk;
}

static void draw(struct player *player, const uint8_t *control, struct exh_bytes data)
{
	static const char mark[] = "\x89PNG\r\n\x1a\n";
	struct exh_writer png = { .limit = LIMIT };
	const size_t width = png_load_u32(control + 4),
		     height = png_load_u32(control + 8);
	const size_t left = png_load_u32(control + 12), top = png_load_u32(control + 16);
	const size_t stride = (size_t)WIDTH * player->scale;
	struct png_picture picture;

	assert_true(left + width <= stride && top + height <= HEIGHT * player->scale);
	memcpy(player->header, control + 4, 8);
	exh_write_bytes(&png, mark, 8);
	png_write_chunk_of(&png, "IHDR", (struct exh_bytes){ player->header, 13, 0 });
	png_write_chunk_of(&png, "IDAT", data);
	png_write_chunk_of(&png, "IEND", (struct exh_bytes){ 0 });
	assert_int_equal(png_decode(exh_writer_bytes(&png), MAX_PIXELS, &picture, NULL),
			 EXH_OK);
	assert_int_equal(picture.palette.count, 0);
	for (size_t i = 0; i < width * height; i++)
		memcpy(player->canvas +
			       3 * ((top + i / width) * stride + left + i % width),
		       picture.pixels + 4 * i, 3);
	free(picture.pixels);
	exh_writer_free(&png);
}

static void play_frame(struct player *player)
{
	const struct chunk control = take(player);
	struct exh_writer data = { .limit = LIMIT };

	assert_true(is_named(&control, "fcTL") && control.size == 26);
	assert_int_equal(png_load_u32(control.data), player->sequence++);
	assert_int_equal(png_load_u32(control.data + 20), 33U << 16 | 500);
	assert_int_equal(control.data[24], 0); /* not removed */
	assert_int_equal(control.data[25], 0); /* not blended */
	for (struct chunk next = peek(player);
	     is_named(&next, "IDAT") || is_named(&next, "fdAT"); next = peek(player)) {
		const bool later = is_named(&next, "fdAT");

		take(player);
		if (later)
			assert_int_equal(png_load_u32(next.data), player->sequence++);
		exh_write_bytes(&data, next.data + 4 * later, next.size - 4 * later);
	}
	draw(player, control.data, exh_writer_bytes(&data));
	exh_writer_free(&data);
}

static void check_pixel(size_t frame, size_t at, unsigned scale, bool is_rgb24,
			const uint8_t *found)
{
	const unsigned pixel = pixel_at(frame, at, scale);

	for (unsigned c = 0; c < 3; c++) {
		const unsigned level = pixel >> (10 - 5 * c) & 31;

		assert_int_equal(found[c], is_rgb24 ? (level << 3 | c) : wide(level));
	}
}

static void check_apng(struct exh_bytes in, unsigned scale, bool is_rgb24)
{
	static uint8_t canvas[3 * PIXELS * MAX_SCALE * MAX_SCALE];
	struct player player = { .in = in, .at = 8, .canvas = canvas, .scale = scale };
	struct chunk chunk = take(&player);

	assert_true(is_named(&chunk, "IHDR") && chunk.size == 13);
	memcpy(player.header, chunk.data, 13);
	for (chunk = peek(&player); !is_named(&chunk, "fcTL"); chunk = peek(&player))
		take(&player);
	for (size_t i = 0; i < FRAMES; i++) {
		play_frame(&player);
		for (size_t k = 0; k < (size_t)PIXELS * scale * scale; k++) {
			check_pixel(i, k, scale, is_rgb24, canvas + 3 * k);
		}
	}
	chunk = take(&player);
	assert_true(is_named(&chunk, "IEND"));
	assert_int_equal(player.at, in.size);
}

static void animated_png_shows_each_frame(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (unsigned round = 0; round < 12; round++) {
		const unsigned scale = 1 + round % MAX_SCALE;
		const bool is_rgb24 = round % 4 > 1;
		struct json *result = json_new_object();
		struct exh_bytes in;

		shoot(&seed, round % 2 ? 5 : 32768);
		in = write_film(SEQUENCE_APNG, scale, 1 + round % 4, is_rgb24, result);
		check_apng(in, scale, is_rgb24);
		free((void *)in.data);
		json_free(result);
	}
}

/*
 * GIF.
 */

static void count_film(uint64_t *counts)
{
	memset(counts, 0, COLORS_555 * sizeof *counts);
	for (size_t i = 0; i < FRAMES; i++)
		for (size_t k = 0; k < PIXELS; k++)
			counts[film[i][k] & 0x7fff]++;
}

static void check_gif(struct exh_bytes in, unsigned scale, const struct color_map *map)
{
	static struct screen screen;
	struct reader reader = { in.data, in.size, 0 };
	struct seen seen = { 0 };
	unsigned hundredths = 0;

	read_head(&reader, &screen, 0);
	assert_int_equal(screen.width, WIDTH * scale);
	assert_int_equal(screen.height, HEIGHT * scale);
	for (size_t i = 0; i < FRAMES; i++) {
		hundredths += read_frame(&reader, &screen, &seen);
		/* 66 ms per frame, within half a hundredth */
		assert_true(labs(10L * hundredths - 66L * (long)(i + 1)) <= 5);
		for (size_t k = 0; k < (size_t)PIXELS * scale * scale; k++) {
			const unsigned entry = map->index[pixel_at(i, k, scale)];
			const struct exh_color *wanted = &map->palette.colors[entry];
			const uint8_t *found = screen.colors[screen.pixels[k]];

			assert_int_equal(found[0], wanted->red);
			assert_int_equal(found[1], wanted->green);
			assert_int_equal(found[2], wanted->blue);
		}
	}
	assert_int_equal(next_byte(&reader), 0x3b);
	assert_int_equal(reader.at, in.size);
}

/* Few colours; 255 and one for unchanged pixels; 256 and none left for these; too
 * many. */
static void gif_shows_each_frame(void **state)
{
	static const uint32_t color_counts[] = { 1, 2, 5, 100, 255, 256, 257, 3000 };
	static uint64_t counts[COLORS_555];
	static struct color_map map;
	uint64_t seed = 2;

	(void)state;
	for (unsigned i = 0; i < sizeof color_counts / sizeof color_counts[0]; i++) {
		const unsigned scale = 1 + i % MAX_SCALE;
		struct json *result = json_new_object();
		struct exh_bytes in;

		shoot(&seed, color_counts[i]);
		count_film(counts);
		color_map_make(counts, 256, &map);
		assert_true(map.color_count == color_counts[i] || color_counts[i] > 257);
		if (map.color_count > 256)
			color_map_make(counts, 255, &map);
		in = write_film(SEQUENCE_GIF, scale, 1 + i % 4, i % 2, result);
		check_gif(in, scale, &map);
		assert_int_equal(json_flag_of(json_get(result, "exact")),
				 map.color_count <= 256);
		free((void *)in.data);
		json_free(result);
	}
}

/*
 * Raw frames, and Y4M.
 */

static void raw_frames_have_three_bytes_a_pixel(void **state)
{
	enum { SCALE = 2 };
	const size_t size = (size_t)PIXELS * SCALE * SCALE * 3;
	struct json *result = json_new_object();
	uint64_t seed = 3;
	struct exh_bytes in;

	(void)state;
	shoot(&seed, 32768);
	in = write_film(SEQUENCE_RAW, SCALE, 1, true, result);
	assert_int_equal(in.size, FRAMES * size);
	for (size_t i = 0; i < FRAMES; i++)
		for (size_t k = 0; k < size / 3; k++)
			check_pixel(i, k, SCALE, true, in.data + i * size + 3 * k);
	free((void *)in.data);
	json_free(result);
}

/* Luminance of a pixel, BT.601, limited range. */
static void y4m_frames_have_all_their_bits(void **state)
{
	static const char mark[] = "FRAME\n";
	struct json *result = json_new_object();
	static uint8_t rgb[3 * PIXELS];
	const uint8_t *at;
	uint64_t seed = 4;
	struct exh_bytes in;

	(void)state;
	shoot(&seed, 32768);
	in = write_film(SEQUENCE_Y4M, 1, 1, true, result);
	at = memchr(in.data, '\n', in.size);
	assert_non_null(at);
	at++;
	assert_int_equal(in.data + in.size - at, FRAMES * (6 + 3 * PIXELS));
	for (size_t i = 0; i < FRAMES; i++, at += 3 * PIXELS) {
		assert_memory_equal(at, mark, 6);
		at += 6;
		widen_frame(i, rgb);
		for (size_t k = 0; k < PIXELS; k++) {
			const double luma = 0.299 * rgb[3 * k] + 0.587 * rgb[3 * k + 1] +
					    0.114 * rgb[3 * k + 2];

			assert_int_equal(at[k], (int)(16.5 + 219 * luma / 255));
		}
	}
	free((void *)in.data);
	json_free(result);
}

/*
 * Names.
 */

static void check_name(const char *output, enum sequence_format format, const char *input,
		       bool several, bool single, const char *expected)
{
	const struct common common = { .output = output };
	char *path = sequence_output(&common, format, input, several, single);

	assert_string_equal(path, expected);
	free(path);
}

static void outputs_are_named_after_their_inputs(void **state)
{
	(void)state;
	check_name(NULL, SEQUENCE_PNG, "a/b.rlf", false, false,
		   "a/b.rlf.extracted/%04d.png");
	check_name(NULL, SEQUENCE_PNG, "a/b.rlf", false, true, "a/b.png");
	check_name(NULL, SEQUENCE_GIF, "a.b/c", false, false, "a.b/c.gif");
	check_name(NULL, SEQUENCE_SHEET, "b.rlf", false, false, "b.sheet.png");
	check_name(NULL, SEQUENCE_RAW, ".rlf", false, false, ".rlf.raw");
	check_name("-", SEQUENCE_PNG, "b.rlf", false, false, "-");
	check_name("x%%y/%d.png", SEQUENCE_PNG, "b.rlf", false, false, "x%%y/%d.png");
	check_name("new/", SEQUENCE_PNG, "b.rlf", false, false, "new/%04d.png");
	check_name("50%/", SEQUENCE_PNG, "b.rlf", false, false, "50%%/%04d.png");
	check_name("new/", SEQUENCE_PNG, "a/b.rlf", false, true, "new/b.png");
	check_name("new", SEQUENCE_GIF, "a/b.rlf", true, false, "new/b.gif");
	check_name("c.gif", SEQUENCE_GIF, "b.rlf", false, false, "c.gif");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(animated_png_shows_each_frame),
		cmocka_unit_test(gif_shows_each_frame),
		cmocka_unit_test(raw_frames_have_three_bytes_a_pixel),
		cmocka_unit_test(y4m_frames_have_all_their_bits),
		cmocka_unit_test(outputs_are_named_after_their_inputs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
