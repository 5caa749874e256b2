/* Events that the rest of the game waits for: videos, turns of the view, questions and
 * messages. Their clocks run while those of the side effects stand. */
#include "zv_parts.h"

#include <stdlib.h>

enum { KEY_SPACE = 0x20, TURN_MS = 500 };

/*
 * Videos.
 */

static bool is_skipped(const struct exh_zv_engine *engine)
{
	for (size_t i = 0; i < engine->input.press_count; i++)
		if (engine->input.presses[i] == KEY_SPACE)
			return true;
	return false;
}

void exh_zv_wait_end(struct exh_zv_engine *engine)
{
	free(engine->video.pixels);
	engine->video = (struct zv_video){ 0 };
	engine->wait = WAIT_NONE;
}

static bool tick_video(struct exh_zv_engine *engine)
{
	struct zv_video *video = &engine->video;
	const struct zv_film *film = video->film;
	const uint64_t frame =
		video->elapsed_ms * film->den / ((uint64_t)film->num * 1000);

	if (frame >= film->frame_count || is_skipped(engine)) {
		exh_zv_video_hold(engine);
		exh_zv_wait_end(engine);
		return false;
	}
	exh_zv_film_seek(film, video->shown, (int32_t)frame, video->pixels);
	video->shown = (int32_t)frame;
	video->elapsed_ms += EXH_ZV_TICK_MS;
	return true;
}

void exh_zv_video_start(struct exh_zv_engine *engine, const struct zv_film *film,
			const struct zv_rectangle *place)
{
	struct zv_video *video = &engine->video;

	*video = (struct zv_video){ .film = film, .shown = -1, .place = *place };
	if (place->x2 < place->x1 || place->y2 < place->y1)
		video->place = zv_film_at(engine, film, 0, 0);
	video->pixels = calloc(film->width * film->height, sizeof *video->pixels);
	if (!video->pixels) {
		exh_zv_end(engine, "memory");
		return;
	}
	engine->wait = WAIT_VIDEO;
	tick_video(engine); /* the first frame is this tick's */
}

/*
 * Turns.
 */

/* Goes on by a step, or in the last one to the target. QUIRK: a step below 0 shows the
 * wrong side of the seam, as in the games' engine. */
static void turn(struct exh_zv_engine *engine)
{
	struct zv_turn *state = &engine->turn;
	const int64_t width = (int64_t)engine->background.width;
	int64_t offset = (int64_t)zv_get(engine, KEY_OFFSET) + state->step;

	offset = offset < 0 ? width - offset : offset % width;
	state->steps_left--;
	exh_zv_set(engine, KEY_OFFSET,
		   state->steps_left ? (int32_t)offset : state->target);
}

void exh_zv_turn_start(struct exh_zv_engine *engine, int32_t target, int32_t steps)
{
	const int64_t width = (int64_t)engine->background.width;
	const int32_t now = zv_get(engine, KEY_OFFSET);
	int64_t way;

	if (!zv_is_panorama(engine) || !width)
		return;
	steps = zv_clamp(steps, 1, INT32_MAX - 1);
	way = zv_modulo((int64_t)target - now, width);
	if (way > width / 2)
		way -= width;
	engine->turn = (struct zv_turn){
		.target = zv_modulo(target, width),
		.step = (int32_t)(way / steps),
		.steps_left = (uint32_t)steps + 1,
		.step_ms = steps < TURN_MS ? (uint32_t)(TURN_MS / steps) : 1,
	};
	engine->wait = WAIT_TURN;
	turn(engine); /* the first frame is this tick's */
}

/* Each frame has its time; the turn is over after the last one's. */
static bool tick_turn(struct exh_zv_engine *engine)
{
	struct zv_turn *state = &engine->turn;

	state->waited_ms += EXH_ZV_TICK_MS;
	while (state->steps_left && state->waited_ms >= state->step_ms) {
		state->waited_ms -= state->step_ms;
		turn(engine);
	}
	if (state->steps_left || state->waited_ms < state->step_ms)
		return true;
	engine->wait = WAIT_NONE;
	return false;
}

bool exh_zv_wait_tick(struct exh_zv_engine *engine)
{
	switch (engine->wait) {
	case WAIT_VIDEO:
		return tick_video(engine);
	case WAIT_TURN:
		return tick_turn(engine);
	case WAIT_QUESTION:
	case WAIT_MESSAGE:
		return exh_zv_talk_tick(engine);
	default:
		return false;
	}
}
