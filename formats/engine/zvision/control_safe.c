/* safe: a dial that turns to where it is clicked. */
#include "zv_parts.h"

#include <math.h>

static int32_t states_of(const struct zv_control *control)
{
	return zv_clamp(exh_zv_parameter_number(control, "num_states", 0, 1), 1, 360);
}

static int32_t start_of(const struct zv_control *control)
{
	return zv_modulo(exh_zv_parameter_number(control, "pointer_offset", 0, 0),
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
	const int32_t part = zv_modulo((int64_t)angle + 540, 360) / (360 / count);
	const int32_t ground = zv_modulo((int64_t)count - part, count);
	struct zv_control_safe *safe = &state->safe;

	safe->state = zv_modulo((int64_t)safe->state + ground - zero + count - 1, count);
	safe->to_frame =
		zv_modulo((int64_t)safe->state + count - start_of(state->control), count);
	safe->turns = true;
	safe->wait_ms = 0;
}

static bool is_over_safe(const struct zv_control_state *state,
			 struct exh_zv_pano_point at)
{
	const struct zv_control *control = state->control;

	return zv_is_in(exh_zv_parameter_rectangle(control, "rectangle"), at) &&
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

/* A frame at a time, the way that the numbers go. */
static void tick_safe(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	struct zv_control_safe *safe = &state->safe;

	if (!safe->turns)
		return;
	for (safe->wait_ms -= EXH_ZV_TICK_MS;
	     safe->wait_ms <= 0 && safe->frame != safe->to_frame;
	     safe->wait_ms += exh_zv_control_frame_ms(state))
		safe->frame += safe->frame < safe->to_frame ? 1 : -1;
	if (safe->frame != state->film.shown)
		exh_zv_control_film_show(
			engine, state, safe->frame,
			exh_zv_parameter_rectangle(state->control, "rectangle"));
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
