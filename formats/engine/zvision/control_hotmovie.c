/* hotmovie: an animation to be caught. */
#include "zv_parts.h"

static void load_movie(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const int32_t cycles =
		exh_zv_parameter_number(state->control, "num_cycles", 0, 1);
	char name[ZV_NAME_SIZE];

	state->movie.frame = -1;
	state->movie.cycles_left = 1;
	if (cycles > 1)
		state->movie.cycles_left = cycles;
	exh_zv_set(engine, state->control->key, 0);
	if (!exh_zv_parameter_file(state->control, "animation", name) ||
	    !exh_zv_control_film_open(engine, state, name))
		state->movie.is_over = true;
}

static int32_t frames_of(const struct zv_control_state *state)
{
	const int32_t all = (int32_t)state->film.film->frame_count;
	const int32_t count =
		exh_zv_parameter_number(state->control, "num_frames", 0, all);

	return count < 1 || count > all ? all : count;
}

/* The rectangle of a frame, as "frame:x1 y1 x2 y2~": the last line of its number counts.
 */
static bool find_spot(struct exh_bytes text, int32_t wanted, struct zv_rectangle *spot)
{
	struct exh_bytes line;
	bool found = false;

	while (exh_zv_script_line(&text, &line)) {
		struct zv_rectangle read;
		int32_t frame;

		if (!exh_zv_take_number(&line, &frame) || frame != wanted ||
		    !exh_zv_script_take_byte(&line, ':') ||
		    !exh_zv_take_rectangle(line, &read))
			continue;
		*spot = read;
		found = true;
	}
	return found;
}

static bool movie_event(struct exh_zv_engine *engine, struct zv_control_state *state,
			enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	struct zv_rectangle spot;
	struct exh_bytes text;
	char name[ZV_NAME_SIZE];
	bool is_hit;

	if (kind != EVENT_UP || state->movie.is_over ||
	    !exh_zv_parameter_file(state->control, "hs_frame_list", name) ||
	    !exh_zv_world_read(engine->world, name, &text))
		return false;
	is_hit = find_spot(text, state->movie.frame, &spot) && zv_is_in(spot, at);
	exh_zv_world_release(engine->world, text);
	if (!is_hit)
		return false;
	exh_zv_control_used(engine, state);
	exh_zv_set(engine, state->control->key, 1);
	return true;
}

static void next_frame(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	struct zv_control_movie *movie = &state->movie;

	if (movie->frame + 1 < frames_of(state)) {
		movie->frame++;
		return;
	}
	if (--movie->cycles_left > 0) {
		movie->frame = 0;
		return;
	}
	movie->is_over = true;
	exh_zv_set(engine, state->control->key, 2);
}

static void tick_movie(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	struct zv_control_movie *movie = &state->movie;

	if (movie->is_over)
		return;
	for (movie->wait_ms -= movie->frame < 0 ? 0 : EXH_ZV_TICK_MS;
	     movie->wait_ms <= 0 && !movie->is_over;
	     movie->wait_ms += exh_zv_control_frame_ms(state))
		next_frame(engine, state);
	if (movie->frame != state->film.shown)
		exh_zv_control_film_show(
			engine, state, movie->frame,
			exh_zv_parameter_rectangle(state->control, "rectangle"));
}

const struct zv_control_type exh_zv_hotmovie = {
	.name = "hotmovie", .load = load_movie, .event = movie_event, .tick = tick_movie
};
