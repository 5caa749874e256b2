/*
 * TrueMotion 1, one thread, 640x480 pixels: decoding of key frames and of inter frames,
 * in turn with memcpy of the same pixels; encoding, and how near its pictures are. The
 * film: a camera pans over a textured landscape, or stands still before discs that move.
 *
 * usage: bench_truemotion1
 *        bench_truemotion1 --write FILE KEY_INTERVAL   only writes the film, many times
 * over bench_truemotion1 --play FILE                 only decodes such a file
 */
#include "bench.h"

#include <exhume/advanced/avi.h>
#include <exhume/advanced/truemotion1.h>

#include <math.h>

enum {
	WIDTH = 640,
	HEIGHT = 480,
	PIXELS = WIDTH * HEIGHT,
	FRAMES = 40,
	TIMES = 25, /* the film is written as often */
	DISCS = 5,
	LIMIT = 1 << 30,
	DUCK = 0x4b435544, /* four letters */
	VIDS = 0x73646976,
};

static unsigned frame_count;
static uint8_t picture[PIXELS * 3], shown[PIXELS * 3];

struct film {
	struct exh_truemotion1_options options;
	bool pans;
	struct exh_writer packets[FRAMES];
	size_t size; /* bytes */
	double seconds, error;
};

/* A number from 0 to 1 for each corner of a grid. */
static double corner(int x, int y, unsigned seed)
{
	uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ seed;

	h ^= h >> 15;
	h *= 0x2c1b3c6du;
	h ^= h >> 12;
	h *= 0x297a2d39u;
	return (double)(h >> 8) / (1 << 24);
}

/* Smooth noise: corners of a grid of this size, and what lies between them. */
static double smooth(int x, int y, int size, unsigned seed)
{
	const int gx = x / size, gy = y / size;
	const double fx = (double)(x % size) / size, fy = (double)(y % size) / size;
	const double above = corner(gx, gy, seed) * (1 - fx) +
			     corner(gx + 1, gy, seed) * fx,
		     below = corner(gx, gy + 1, seed) * (1 - fx) +
			     corner(gx + 1, gy + 1, seed) * fx;

	return above * (1 - fy) + below * fy;
}

/* A point of the landscape. */
static void ground(int x, int y, uint8_t *rgb)
{
	double light = 0, part = 120;

	for (int size = 128; size >= 2; size /= 3, part /= 2)
		light += part * smooth(x, y, size, (unsigned)size);
	light = 20 + light * 0.8;
	rgb[0] = (uint8_t)(light * (0.7 + 0.5 * smooth(x, y, 90, 1001)));
	rgb[1] = (uint8_t)(light * (0.8 + 0.3 * smooth(x, y, 70, 1002)));
	rgb[2] = (uint8_t)(light * (0.5 + 0.6 * smooth(x, y, 110, 1003)));
}

static void paint(unsigned frame, bool pans)
{
	const int shift = pans ? (int)frame * 2 : 0;

	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			ground(x + shift, y, picture + (y * WIDTH + x) * 3);
	for (int disc = 0; disc < DISCS; disc++) {
		const int left = (disc * 131 + (int)frame * (2 + disc)) % (WIDTH - 60);

		for (int y = 0; y < 60; y++)
			for (int x = 0; x < 60; x++) {
				uint8_t *rgb = picture +
					       ((disc * 90 + y) * WIDTH + left + x) * 3;

				if ((x - 30) * (x - 30) + (y - 30) * (y - 30) >= 900)
					continue;
				rgb[0] = (uint8_t)(200 - 25 * disc + x / 2);
				rgb[1] = (uint8_t)(60 + 30 * disc);
				rgb[2] = (uint8_t)(90 + y);
			}
	}
}

static void encode(struct film *film)
{
	struct exh_truemotion1 video = { 0 };
	const struct exh_truemotion1_picture of = { WIDTH, HEIGHT, NULL, picture };
	struct exh_error err;

	for (unsigned i = 0; i < frame_count; i++) {
		double start;

		film->packets[i].limit = LIMIT;
		paint(i, film->pans);
		start = now();
		if (exh_truemotion1_encode(&video, &of, &film->options, &film->packets[i],
					   &err))
			fail("%s", err.text);
		film->seconds += now() - start;
		film->size += film->packets[i].size;
		exh_truemotion1_rgb(&video, shown);
		for (size_t k = 0; k < sizeof picture; k++)
			film->error += (picture[k] - shown[k]) * (picture[k] - shown[k]);
	}
	exh_truemotion1_free(&video);
}

/* Peak signal-to-noise ratio in decibels. */
static double quality(const struct film *film)
{
	return 10 * log10(255.0 * 255 * sizeof picture * frame_count / film->error);
}

/* Seconds for all frames. */
static double play(const struct film *film, struct exh_truemotion1 *video)
{
	const double start = now();

	for (unsigned i = 0; i < frame_count; i++)
		if (exh_truemotion1_decode(video, exh_writer_bytes(&film->packets[i]),
					   NULL, NULL))
			fail("frame %u is not decoded", i);
	return now() - start;
}

static double copy(void)
{
	const double start = now();

	for (unsigned i = 0; i < frame_count; i++) {
		memcpy(shown, picture, 2 * PIXELS);
		keep_memory();
	}
	return now() - start;
}

static void measure(struct film *film, const char *name)
{
	const size_t rounds = loops(ROUNDS);
	struct exh_truemotion1 video = { 0 };
	double seconds[ROUNDS], of_memcpy[ROUNDS], copies[ROUNDS];

	encode(film);
	play(film, &video);
	for (size_t i = 0; i < rounds; i++) {
		seconds[i] = play(film, &video);
		copies[i] = copy();
		of_memcpy[i] = copies[i] / seconds[i];
	}
	exh_truemotion1_free(&video);
	note("%s: %.2f bytes a pixel, %.1f dB", name,
	     (double)film->size / frame_count / PIXELS, quality(film));
	ROW(name, frame_count / median(seconds, rounds), "frames/s", .target = 1500);
	ROW(name, median(of_memcpy, rounds), "x", .peer = "memcpy");
	print_peer(name, "memcpy", frame_count / median(copies, rounds), "frames/s",
		   HIGHER);
}

/* Writes the film TIMES times as an AVI file. */
static void write_film(struct film *film, const char *path)
{
	struct exh_avi_stream stream = { .kind = EXH_AVI_VIDEO,
					 .type = VIDS,
					 .handler = DUCK,
					 .compression = DUCK,
					 .scale = 1,
					 .rate = 15,
					 .width = WIDTH,
					 .height = HEIGHT,
					 .bits = 16 };
	struct exh_avi_stream *const streams[] = { &stream };
	const struct exh_avi avi = { .frame_microseconds = 66667,
				     .width = WIDTH,
				     .height = HEIGHT,
				     .stream_count = 1,
				     .streams = streams };
	struct exh_writer file = { .limit = LIMIT };
	struct exh_avi_writer writer = { .out = &file, .has_index = true };
	FILE *to = fopen(path, "wb");

	encode(film);
	exh_avi_write_start(&writer, &avi);
	for (size_t i = 0; i < loops(TIMES); i++)
		for (unsigned k = 0; k < frame_count; k++)
			exh_avi_write_chunk(&writer, 0,
					    exh_writer_bytes(&film->packets[k]), k == 0);
	exh_avi_write_end(&writer);
	if (!to || file.failed || fwrite(file.data, 1, file.size, to) != file.size ||
	    fclose(to))
		fail("%s: can't be written", path);
	exh_writer_free(&file);
}

static void play_file(const char *path)
{
	const struct exh_bytes file = read_file(path);
	const struct exh_source source = exh_source_of(&file);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_truemotion1 video = { 0 };
	struct exh_error err;
	struct exh_avi avi;

	if (exh_avi_open(&source, &arena, &avi, NULL, &err))
		fail("%s: %s", path, err.text);
	for (size_t i = 0; i < avi.streams[0]->chunk_count; i++) {
		const struct exh_avi_chunk *chunk = &avi.streams[0]->chunks[i];
		struct exh_bytes packet;

		if (!exh_bytes_slice(file, chunk->offset, chunk->size, &packet) ||
		    exh_truemotion1_decode(&video, packet, NULL, &err))
			fail("%s: packet %zu is not decoded", path, i);
	}
	exh_truemotion1_free(&video);
	exh_arena_free(&arena);
	free((void *)file.data);
}

static void free_film(struct film *film)
{
	for (unsigned i = 0; i < frame_count; i++)
		exh_writer_free(&film->packets[i]);
}

static void measure_all(void)
{
	static struct film keys, inter, still;

	exh_truemotion1_defaults(&keys.options);
	inter.options = still.options = keys.options;
	keys.options.key_interval = 1;
	keys.pans = inter.pans = true;
	measure(&keys, "key frames");
	measure(&inter, "inter frames, pan");
	measure(&still, "inter frames, discs");
	ROW("encoding key frames", frame_count / keys.seconds, "frames/s", .target = 30);
	ROW("encoding discs", frame_count / still.seconds, "frames/s");
	ROW("key frames", quality(&keys), "dB");
	free_film(&keys);
	free_film(&inter);
	free_film(&still);
}

int main(int argc, char **argv)
{
	static struct film film;

	frame_count = smoke() ? 2 : FRAMES;
	if (argc == 4 && strcmp(argv[1], "--write") == 0) {
		exh_truemotion1_defaults(&film.options);
		film.options.key_interval = (size_t)atoi(argv[3]);
		film.pans = film.options.key_interval == 1;
		write_film(&film, argv[2]);
		free_film(&film);
	} else if (argc == 3 && strcmp(argv[1], "--play") == 0) {
		play_file(argv[2]);
	} else if (argc == 1) {
		measure_all();
	} else {
		fail("usage: bench_truemotion1 [--write FILE KEY_INTERVAL | --play "
		     "FILE]");
	}
	return 0;
}
