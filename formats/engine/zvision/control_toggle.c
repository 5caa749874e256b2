/* push_toggle: rectangles to click, which count a key up. */
#include "zv_parts.h"

/* x, y, width, height; the corner beyond the last pixel is in it, too. */
static bool is_in(const struct zv_control *control, const char *name,
		  struct exh_zv_pano_point at)
{
	const struct zv_parameter *spot = NULL;

	while ((spot = exh_zv_parameter(control, name, spot))) {
		const struct zv_argument *args = spot->args.items;

		if (spot->args.count >= 4 && at.x >= args[0].number &&
		    at.y >= args[1].number &&
		    at.x <= (int64_t)args[0].number + args[2].number &&
		    at.y <= (int64_t)args[1].number + args[3].number)
			return true;
	}
	return false;
}

static bool is_over(const struct zv_control_state *state, struct exh_zv_pano_point at)
{
	return is_in(state->control, "flat_hotspot", at) ||
	       is_in(state->control, "warp_hotspot", at);
}

static enum zv_event_kind event_of(const struct zv_control *control)
{
	const struct zv_parameter *event = exh_zv_parameter(control, "mouse_event", NULL);

	if (!event || !event->args.count)
		return EVENT_UP;
	if (exh_zv_script_is_word(event->args.items[0].text, "down"))
		return EVENT_DOWN;
	return exh_zv_script_is_word(event->args.items[0].text, "double") ? EVENT_DOUBLE
									  : EVENT_UP;
}

/* The older engine has one state more where count_to is given. */
static int32_t count_of(const struct exh_zv_engine *engine,
			const struct zv_control *control)
{
	const int32_t count = exh_zv_parameter_number(control, "count_to", 0, 0);

	if (count <= 0)
		return 2;
	return engine->rules == EXH_ZV_RULES_ZENGINE && count < INT32_MAX ? count + 1
									  : count;
}

static bool event(struct exh_zv_engine *engine, struct zv_control_state *state,
		  enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	const struct zv_control *control = state->control;
	const int64_t next = (int64_t)zv_get(engine, control->key) + 1;

	if (kind != event_of(control) || !is_over(state, at))
		return false;
	exh_zv_control_used(engine, state);
	exh_zv_set(engine, control->key, (int32_t)(next % count_of(engine, control)));
	return true;
}

const struct zv_control_type exh_zv_push_toggle = { .name = "push_toggle",
						    .is_over = is_over,
						    .event = event };
