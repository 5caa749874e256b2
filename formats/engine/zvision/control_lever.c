/* lever: an animation that is dragged from position to position. */
#include "zv_parts.h"

static void load(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const bool is_old = engine->rules == EXH_ZV_RULES_ZENGINE;
	const struct exh_zv_lever *lever;
	char name[ZV_NAME_SIZE];

	if (!exh_zv_parameter_file(state->control, "descfile", name))
		return;
	lever = exh_zv_world_lever(engine->world, name);
	if (!lever)
		return;
	exh_zv_lever_start(&state->lever.motion, lever,
			   is_old ? zv_get(engine, state->control->key)
				  : exh_zv_lever_number(lever, EXH_ZV_LEVER_START_POS));
	state->lever.motion.return_goes_on = !is_old;
	if (exh_zv_world_name(lever->filename, name))
		exh_zv_control_film_open(engine, state, name);
}

static void show(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const struct exh_zv_lever_motion *motion = &state->lever.motion;
	const int32_t *coords = motion->lever->fields[EXH_ZV_LEVER_ANIM_COORDS].values;
	const struct zv_rectangle to = { coords[0], coords[1], coords[2], coords[3] };

	exh_zv_control_film_show(engine, state, (int32_t)motion->frame, to);
	state->lever.is_drawn = true;
}

static void show_position(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	show(engine, state);
	exh_zv_set(engine, state->control->key, state->lever.motion.position);
}

/* The hint may be the description's, too. */
static void use(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const int32_t key =
		exh_zv_lever_number(state->lever.motion.lever, EXH_ZV_LEVER_VENUS_ID);

	exh_zv_control_used(engine, state);
	if (key > 0)
		exh_zv_hint(engine, key);
}

static bool is_over(const struct zv_control_state *state, struct exh_zv_pano_point at)
{
	const struct exh_zv_lever_motion *motion = &state->lever.motion;

	return motion->lever &&
	       (motion->is_held ||
		exh_zv_lever_is_over(motion, (int32_t)at.x, (int32_t)at.y));
}

static bool event(struct exh_zv_engine *engine, struct zv_control_state *state,
		  enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	struct exh_zv_lever_motion *motion = &state->lever.motion;

	if (!motion->lever)
		return false;
	if (kind == EVENT_DOWN &&
	    exh_zv_lever_down(motion, (int32_t)at.x, (int32_t)at.y)) {
		use(engine, state);
	} else if (kind == EVENT_UP && motion->is_held) {
		exh_zv_lever_up(motion);
		exh_zv_set(engine, state->control->key, motion->position);
	}
	return false;
}

static void move(struct exh_zv_engine *engine, struct zv_control_state *state,
		 struct exh_zv_pano_point at)
{
	struct exh_zv_lever_motion *motion = &state->lever.motion;

	if (motion->lever && exh_zv_lever_move(motion, (int32_t)at.x, (int32_t)at.y))
		show_position(engine, state);
}

/* The position at rest is drawn once the room has its background. */
static void tick(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	struct exh_zv_lever_motion *motion = &state->lever.motion;
	uint32_t left = EXH_ZV_TICK_MS;

	if (!motion->lever)
		return;
	if (!state->lever.is_drawn && engine->background.pixels)
		show(engine, state);
	while (motion->state == EXH_ZV_LEVER_RETURNS && exh_zv_lever_tick(motion, &left))
		show_position(engine, state);
}

const struct zv_control_type exh_zv_lever_control = { .name = "lever",
						      .load = load,
						      .is_over = is_over,
						      .event = event,
						      .move = move,
						      .tick = tick };
