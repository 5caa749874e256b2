/*
 * Views of panoramas and of a tilt picture, of noise, at locations that go round, one
 * thread, with memcpy of as many pixels in turn.
 *
 * usage: bench_panorama
 */
#include "bench.h"

#include <exhume/advanced/panorama.h>

enum { VIEWS = 300, STEP = 7, MEMORY_LIMIT = 1 << 24 };

static int views;

struct work {
	struct exh_arena arena;
	struct exh_zv_pano pano;
	struct exh_zv_picture picture;
	uint16_t *view;
	size_t view_size; /* bytes */
};

static void prepare(struct work *work, enum exh_zv_pano_kind kind, enum exh_zv_game game,
		    size_t width, size_t height)
{
	struct exh_zv_pano_options options;
	size_t window_width, window_height;
	uint32_t seed = 1;

	*work = (struct work){ .arena = { .limit = MEMORY_LIMIT } };
	exh_zv_pano_defaults(kind, &options);
	exh_zv_pano_window(game, &window_width, &window_height);
	work->view_size = window_width * window_height * sizeof *work->view;
	work->view = malloc(work->view_size);
	work->picture =
		(struct exh_zv_picture){ width, height, malloc(width * height * 2) };
	if (!work->view || !work->picture.pixels ||
	    exh_zv_pano_make(&work->pano, &options, window_width, window_height,
			     &work->arena, NULL))
		fail("out of memory");
	for (size_t i = 0; i < width * height; i++) {
		seed = seed * 1664525 + 1013904223;
		work->picture.pixels[i] = (uint16_t)(seed >> 17);
	}
}

static double time_views(const struct work *work)
{
	const double start = now();

	for (int i = 0; i < views; i++)
		exh_zv_pano_render(
			&work->pano, &work->picture,
			exh_zv_pano_clamp(&work->pano, &work->picture, i * STEP),
			work->view);
	return now() - start;
}

static double time_copies(const struct work *work)
{
	const double start = now();

	for (int i = 0; i < views; i++) {
		memcpy(work->view, work->picture.pixels, work->view_size);
		keep_memory();
	}
	return now() - start;
}

static void measure(const char *name, enum exh_zv_pano_kind kind, enum exh_zv_game game,
		    size_t width, size_t height, double target)
{
	const size_t rounds = loops(ROUNDS);
	double ours[ROUNDS], copies[ROUNDS], ratio[ROUNDS];
	struct work work;

	prepare(&work, kind, game, width, height);
	for (size_t i = 0; i < rounds; i++) {
		ours[i] = time_views(&work);
		copies[i] = time_copies(&work);
		ratio[i] = copies[i] / ours[i];
	}
	ROW(name, views / median(ours, rounds), "views/s", .target = target);
	ROW(name, median(ratio, rounds), "x", .peer = "memcpy");
	print_peer(name, "memcpy", views / median(copies, rounds), "views/s", HIGHER);
	free(work.view);
	free(work.picture.pixels);
	exh_arena_free(&work.arena);
}

int main(void)
{
	views = (int)loops(VIEWS);
	measure("512x320", EXH_ZV_PANA, EXH_ZV_NEMESIS, 1440, 320, 400);
	measure("640x344", EXH_ZV_PANA, EXH_ZV_ZGI, 1800, 344, 0);
	measure("tilt, 512x320", EXH_ZV_TILT, EXH_ZV_NEMESIS, 512, 800, 0);
	return 0;
}
