/* safe: a dial that turns to where it is clicked. hotmovie: an animation to be caught. */
#include "control_types.h"

#include "../../zvision/script.h"

#include <math.h>

/*
 * safe
 */

static int32_t modulo(int64_t number, int64_t by)
{
	return (int32_t)((number % by + by) % by);
}

static int32_t states_of(const struct zv_control *control)
{
	const int32_t count = exh_zv_parameter_number(control, "num_states", 0, 1);

	return count < 1 ? 1 : count > 360 ? 360 : count;
}

static int32_t start_of(const struct zv_control *control)
{
	return modulo(exh_zv_parameter_number(control, "pointer_offset", 0, 0),
		      states_of(control));
}

static void load_safe(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	char name[ZV_NAME_SIZE];

	state->safe.state = start_of(state->control);
	if (exh_zv_parameter_file(state->control, "animation", name))
		exh_zv_control_film_open(engine, state, name);
}

static int64_t square(int64_t number)
{
	return number * number;
}

static bool is_on_dial(const struct zv_control *control, int64_t dx, int64_t dy)
{
	const int64_t inner = exh_zv_parameter_number(control, "dial_inner_radius", 0, 0);
	const int64_t outer = exh_zv_parameter_number(control, "radius", 0, 0);
	const int64_t distance = square(dx) + square(dy);

	return distance >= square(inner) && distance <= square(outer);
}

static void turn_to(struct zv_control_state *state, int64_t dx, int64_t dy)
{
	const int32_t count = states_of(state->control);
	const int32_t zero =
		exh_zv_parameter_number(state->control, "zero_radians_offset", 0, 0);
	const int32_t angle = (int32_t)(atan2((double)dx, (double)dy) * 57.29578);
	const int32_t part = modulo((int64_t)angle + 540, 360) / (360 / count);
	const int32_t ground = modulo((int64_t)count - part, count);
	struct zv_control_safe *safe = &state->safe;

	safe->state = modulo((int64_t)safe->state + ground - zero + count - 1, count);
	safe->to_frame =
		modulo((int64_t)safe->state + count - start_of(state->control), count);
	safe->turns = true;
	safe->wait_ms = 0;
}

static bool is_over_safe(const struct zv_control_state *state,
			 struct exh_zv_pano_point at)
{
	const struct zv_control *control = state->control;
	const struct zv_rectangle place =
		exh_zv_parameter_rectangle(control, "rectangle");

	return zv_is_in(&place, at) &&
	       is_on_dial(control,
			  at.x - exh_zv_parameter_number(control, "center", 0, 0),
			  at.y - exh_zv_parameter_number(control, "center", 1, 0));
}

static bool safe_event(struct exh_zv_engine *engine, struct zv_control_state *state,
		       enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	const struct zv_control *control = state->control;
	const int64_t dx = at.x - exh_zv_parameter_number(control, "center", 0, 0);
	const int64_t dy = at.y - exh_zv_parameter_number(control, "center", 1, 0);

	if (kind != EVENT_UP || !is_over_safe(state, at))
		return false;
	exh_zv_control_used(engine, state);
	turn_to(state, dx, dy);
	return true;
}

static int32_t frame_ms(const struct zv_control_state *state)
{
	return state->film.film ? (int32_t)state->film.film->frame_ms : EXH_ZV_TICK_MS;
}

/* A frame at a time, the way that the numbers go. */
static void tick_safe(struct exh_zv_engine *engine, struct zv_control_state *state,
		      int32_t ms)
{
	const struct zv_rectangle place =
		exh_zv_parameter_rectangle(state->control, "rectangle");
	struct zv_control_safe *safe = &state->safe;

	if (!safe->turns)
		return;
	for (safe->wait_ms -= ms; safe->wait_ms <= 0 && safe->frame != safe->to_frame;
	     safe->wait_ms += frame_ms(state))
		safe->frame += safe->frame < safe->to_frame ? 1 : -1;
	if (safe->frame != state->film.shown)
		exh_zv_control_film_show(engine, state, safe->frame, &place);
	if (safe->frame != safe->to_frame)
		return;
	safe->turns = false;
	exh_zv_set(engine, state->control->key, safe->state);
}

const struct zv_control_type exh_zv_safe = { .name = "safe",
					     .load = load_safe,
					     .is_over = is_over_safe,
					     .event = safe_event,
					     .tick = tick_safe };

/*
 * hotmovie
 */

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

/* "frame:x1 y1 x2 y2~" */
static bool read_spot(struct exh_bytes line, int32_t *frame, struct zv_rectangle *spot)
{
	int32_t *const numbers[] = { &spot->x1, &spot->y1, &spot->x2, &spot->y2 };
	struct exh_bytes left = exh_zv_script_trim(line);
	int64_t number;

	if (!exh_zv_script_take_digits(&left, &number) || number > INT32_MAX ||
	    !exh_zv_script_take_byte(&left, ':'))
		return false;
	*frame = (int32_t)number;
	for (int i = 0; i < 4; i++) {
		left = exh_zv_script_skip_blanks(left);
		if (!exh_zv_script_take_digits(&left, &number) || number > INT32_MAX)
			return false;
		*numbers[i] = (int32_t)number;
	}
	return true;
}

static bool is_line_end(uint8_t c)
{
	return c == '\r' || c == '\n';
}

/* The rectangle of a frame: the last line of its number counts. */
static bool find_spot(struct exh_bytes text, int32_t wanted, struct zv_rectangle *spot)
{
	bool found = false;

	while (text.size) {
		struct zv_rectangle read;
		int32_t frame;
		size_t size = 0;

		while (size < text.size && !is_line_end(text.data[size]))
			size++;
		if (read_spot((struct exh_bytes){ text.data, size, text.base }, &frame,
			      &read) &&
		    frame == wanted) {
			*spot = read;
			found = true;
		}
		text = script_skip(text, size < text.size ? size + 1 : size);
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
	is_hit = find_spot(text, state->movie.frame, &spot) && zv_is_in(&spot, at);
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

static void tick_movie(struct exh_zv_engine *engine, struct zv_control_state *state,
		       int32_t ms)
{
	const struct zv_rectangle place =
		exh_zv_parameter_rectangle(state->control, "rectangle");
	struct zv_control_movie *movie = &state->movie;

	if (movie->is_over)
		return;
	for (movie->wait_ms -= movie->frame < 0 ? 0 : ms;
	     movie->wait_ms <= 0 && !movie->is_over; movie->wait_ms += frame_ms(state))
		next_frame(engine, state);
	if (movie->frame != state->film.shown)
		exh_zv_control_film_show(engine, state, movie->frame, &place);
}

const struct zv_control_type exh_zv_hotmovie = {
	.name = "hotmovie", .load = load_movie, .event = movie_event, .tick = tick_movie
};
