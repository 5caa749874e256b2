/*
 * The shortest path as an animation: each place as the player comes to it, a turn to the
 * spot that leads on, and that spot with a frame around it.
 */
#include "zv_world.h"

#include "assets/zvision/panorama/zv_panorama.h"
#include "media/sequence/sequence.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	FRAME_MS = 33,	/* the engine's tick */
	LOOK = 20,	/* frames after coming to a place */
	POINT = 20,	/* frames in which the spot that leads on is shown */
	TURN_STEP = 10, /* pixels a frame, as held arrows turn */
	MAX_TURN = 4096,
	BORDER = 3, /* pixels */
	TABLE_LIMIT = 64 << 20,
	MARK = 0x7fe0, /* yellow */
};

/* A place on the path. */
struct stop {
	const struct exh_zv_atlas_place *place;
	int32_t from, to; /* locations: when coming, and at the spot that leads on */
	int32_t spot[4];  /* spot that leads on: x, y, width, height */
	bool has_spot;
	size_t first, count; /* frames */
};

struct walking {
	struct zv_world_report *world;
	struct stop *stops;
	size_t count;
	/* State of the stop that is shown. */
	size_t shown;
	struct exh_arena arena;
	struct exh_zv_pano pano;
	struct exh_zv_picture plain, marked;
	size_t width, height;
	uint16_t *pixels;
};

/*
 * One place.
 */

static void release(struct walking *w)
{
	exh_arena_free(&w->arena);
	free(w->plain.pixels);
	free(w->marked.pixels);
	w->arena = (struct exh_arena){ .limit = TABLE_LIMIT };
	w->plain = w->marked = (struct exh_zv_picture){ 0 };
	w->shown = w->count;
}

static void mark(const struct exh_zv_picture *picture, const int32_t spot[4])
{
	const int64_t right = (int64_t)spot[0] + spot[2];
	const int64_t bottom = (int64_t)spot[1] + spot[3];

	for (int64_t y = spot[1]; y <= bottom; y++)
		for (int64_t x = spot[0]; x <= right; x++) {
			const bool is_inside =
				x >= spot[0] + BORDER && x <= right - BORDER &&
				y >= spot[1] + BORDER && y <= bottom - BORDER;

			if (!is_inside && x >= 0 && y >= 0 &&
			    x < (int64_t)picture->width && y < (int64_t)picture->height)
				picture->pixels[(size_t)y * picture->width + (size_t)x] =
					MARK;
		}
}

static void mark_copy(struct walking *w, const struct stop *stop)
{
	w->marked = w->plain;
	w->marked.pixels = mem_copy(w->plain.pixels, w->plain.width * w->plain.height,
				    sizeof *w->plain.pixels);
	if (stop->has_spot)
		mark(&w->marked, stop->spot);
}

/* A place without a picture, or with one that can't be read, is black. */
static enum exh_status open_stop(struct walking *w, size_t i, struct exh_error *err)
{
	const struct stop *stop = &w->stops[i];
	const struct zv_map *map = &w->world->map;
	struct pano_script room;
	enum exh_status status;

	release(w);
	pano_script_of(map->scripts[stop->place->script], &room);
	status = exh_zv_pano_make(&w->pano, &room.options, w->width, w->height, &w->arena,
				  err);
	if (status)
		return status;
	if (zv_map_picture(map, stop->place, &w->plain, NULL)) {
		free(w->plain.pixels);
		w->plain =
			(struct exh_zv_picture){ 1, 1, mem_alloc(1, sizeof(uint16_t)) };
	}
	mark_copy(w, stop);
	w->shown = i;
	return EXH_OK;
}

/* The distance to turn: in a panorama the shorter one. */
static int32_t distance(const struct walking *w, const struct stop *stop)
{
	const int32_t width = (int32_t)w->plain.width;
	int32_t by = exh_zv_pano_clamp(&w->pano, &w->plain, stop->to) -
		     exh_zv_pano_clamp(&w->pano, &w->plain, stop->from);

	if (w->pano.options.kind == EXH_ZV_PANA && by > width / 2)
		by -= width;
	if (w->pano.options.kind == EXH_ZV_PANA && by < -width / 2)
		by += width;
	return w->pano.options.kind == EXH_ZV_FLAT ? 0 : by;
}

static size_t turn_frames(const struct walking *w, const struct stop *stop)
{
	const int32_t by = abs(distance(w, stop));

	return (size_t)((by < MAX_TURN ? by : MAX_TURN) + TURN_STEP - 1) / TURN_STEP;
}

/*
 * The whole path.
 */

static void start_stop(struct walking *w, size_t i, const struct exh_zv_atlas_way *in,
		       const struct exh_zv_atlas_way *out)
{
	const struct zv_map *map = &w->world->map;
	struct stop *stop = &w->stops[i];
	bool is_tilt;

	stop->from = stop->to = in ? zv_world_offset(in) : 0;
	stop->has_spot = out && zv_world_spot(map, out, stop->spot);
	is_tilt = strcmp(stop->place->kind, "tilt") == 0;
	if (stop->has_spot)
		stop->to = is_tilt ? stop->spot[1] + stop->spot[3] / 2
				   : stop->spot[0] + stop->spot[2] / 2;
}

/* Plans the stops: each way of the path begins where the one before ends. */
static bool plan(struct walking *w, const struct exh_zv_atlas_way *const *path,
		 size_t from, struct exh_error *err)
{
	const struct exh_zv_atlas *atlas = &w->world->map.atlas;
	size_t first = 0;

	for (size_t i = 0; i < w->count; i++) {
		struct stop *stop = &w->stops[i];

		stop->place = &atlas->places[i ? path[i - 1]->to : from];
		start_stop(w, i, i ? path[i - 1] : NULL,
			   i + 1 < w->count ? path[i] : NULL);
		if (open_stop(w, i, err))
			return false;
		stop->first = first;
		stop->count = LOOK + turn_frames(w, stop) + POINT;
		first += stop->count;
	}
	return true;
}

static enum exh_status get_frame(void *context, size_t i, const uint16_t **pixels,
				 struct exh_error *err)
{
	struct walking *w = context;
	const struct stop *stop;
	size_t at = 0, frame, turns;
	enum exh_status status;
	int32_t by;

	while (at + 1 < w->count && i >= w->stops[at + 1].first)
		at++;
	status = w->shown == at ? EXH_OK : open_stop(w, at, err);
	if (status)
		return status;
	stop = &w->stops[at];
	frame = i - stop->first;
	turns = turn_frames(w, stop);
	by = distance(w, stop);
	if (frame < LOOK)
		by = 0;
	else if (frame < LOOK + turns)
		by = (int32_t)(by * (int64_t)(frame - LOOK) / (int64_t)turns);
	exh_zv_pano_render(
		&w->pano, frame < LOOK + turns ? &w->plain : &w->marked,
		exh_zv_pano_clamp(&w->pano, &w->plain,
				  exh_zv_pano_clamp(&w->pano, &w->plain, stop->from) +
					  by),
		w->pixels);
	*pixels = w->pixels;
	return EXH_OK;
}

static void write(struct walking *w)
{
	const struct zv_world_request *request = w->world->request;
	const struct stop *last = &w->stops[w->count - 1];
	const struct sequence_options options = {
		.format = sequence_choose_rgb15(&request->frames, request->walk),
		.scale = request->frames.scale,
	};
	const struct sequence_source source = { .width = w->width,
						.height = w->height,
						.count = last->first + last->count,
						.time_num = FRAME_MS,
						.time_den = 1000,
						.get = get_frame,
						.context = w };

	sequence_write(&source, &options, request->walk, request->walk, w->world->report,
		       w->world->result);
}

void zv_world_walk(struct zv_world_report *world,
		   const struct exh_zv_atlas_way *const *path, size_t count, size_t from)
{
	struct walking w = { .world = world, .count = count + 1 };
	struct exh_error err;

	zv_game_window(world->map.game, &w.width, &w.height);
	w.arena.limit = TABLE_LIMIT;
	w.stops = mem_alloc(w.count, sizeof *w.stops);
	w.pixels = mem_alloc(w.width * w.height, sizeof *w.pixels);
	if (plan(&w, path, from, &err))
		write(&w);
	else
		report_failure(world->report, NULL, &err);
	release(&w);
	free(w.stops);
	free(w.pixels);
}
