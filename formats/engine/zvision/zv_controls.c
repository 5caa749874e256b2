#include "zv_parts.h"

#include <stdlib.h>
#include <string.h>

enum { DOUBLE_CLICK_TICKS = 15 /* half a second */, DOUBLE_CLICK_WAY = 4 /* pixels */ };

static const struct zv_control_type *const types[] = {
	&exh_zv_push_toggle,   &exh_zv_lever_control, &exh_zv_slot,  &exh_zv_safe,
	&exh_zv_hotmovie,      &exh_zv_fist_control,  &exh_zv_paint, &exh_zv_titler,
	&exh_zv_input_control, &exh_zv_save_control,
};

/*
 * Loading.
 */

static double real(const struct zv_control *control, const char *name, double otherwise)
{
	const struct zv_parameter *parameter = exh_zv_parameter(control, name, NULL);

	return parameter && parameter->args.count
		       ? exh_zv_argument_real(&parameter->args.items[0])
		       : otherwise;
}

static void note(struct exh_zv_engine *engine, const struct zv_program *program,
		 const struct zv_control *control, const char *what)
{
	exh_note(&engine->world->notes, EXH_WARNING, control->node->text.offset,
		 "%s: line %u: %.*s: %s", program->name, (unsigned)control->node->line,
		 (int)(control->type.size < ZV_NAME_SIZE ? control->type.size
							 : ZV_NAME_SIZE),
		 (const char *)control->type.data, what);
}

static void set_room(struct exh_zv_engine *engine, const struct zv_program *program,
		     const struct zv_control *control, enum exh_zv_pano_kind kind)
{
	struct exh_zv_pano_options options;

	exh_zv_pano_defaults(kind, &options);
	options.angle = real(control, "angle", options.angle);
	options.linscale = real(control, "linscale", options.linscale);
	options.reverse = exh_zv_parameter_number(control, "reversepana", 0, 0) != 0;
	options.zeropoint = exh_zv_parameter_number(control, "zeropoint", 0, 0);
	if (exh_zv_view_set_room(engine, &options))
		return;
	if (exh_zv_world_once(engine->world, program->name))
		note(engine, program, control,
		     "no view has such an angle and linscale; the usual ones are taken");
	exh_zv_pano_defaults(kind, &options);
	if (!exh_zv_view_set_room(engine, &options))
		exh_zv_end(engine, "memory");
}

const struct zv_control_type *exh_zv_control_type(struct exh_bytes name)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (exh_zv_script_is_word(name, types[i]->name))
			return types[i];
	return NULL;
}

/* Notes each kind once. */
static void note_type(struct exh_zv_engine *engine, const struct zv_program *program,
		      const struct zv_control *control)
{
	char once[ZV_NAME_SIZE + 8] = "control ";

	if (!exh_zv_world_name(control->type, once + 8) ||
	    !exh_zv_world_once(engine->world, once))
		return;
	note(engine, program, control, "no such control is known");
}

static void load(struct exh_zv_engine *engine, const struct zv_program *program,
		 const struct zv_control *control, struct zv_control_state *state)
{
	const int kind = exh_zv_script_room_kind(control->type);

	*state = (struct zv_control_state){ .control = control };
	if (kind >= 0) {
		set_room(engine, program, control, (enum exh_zv_pano_kind)kind);
		return;
	}
	state->type = exh_zv_control_type(control->type);
	if (!state->type)
		note_type(engine, program, control);
	else if (state->type->load)
		state->type->load(engine, state);
}

void exh_zv_controls_load(struct exh_zv_engine *engine)
{
	const struct zv_program *program = engine->scheduler.scopes[ZV_NODEVIEW].program;
	struct zv_controls *controls = &engine->controls;

	exh_zv_controls_free(engine);
	if (!program)
		return;
	controls->items = calloc(program->control_count + 1, sizeof *controls->items);
	if (!controls->items) {
		exh_zv_end(engine, "memory");
		return;
	}
	for (; controls->count < program->control_count; controls->count++)
		load(engine, program, &program->controls[controls->count],
		     &controls->items[controls->count]);
}

void exh_zv_controls_free(struct exh_zv_engine *engine)
{
	struct zv_controls *controls = &engine->controls;

	for (size_t i = 0; i < controls->count; i++) {
		struct zv_control_state *state = &controls->items[i];

		if (state->type && state->type->free)
			state->type->free(state);
		free(state->film.pixels);
		free(state->cover.pixels);
	}
	free(controls->items);
	*controls = (struct zv_controls){ 0 };
}

static bool copy_state(struct zv_control_state *to, const struct zv_control_state *from)
{
	const struct zv_film *film = from->film.film;

	*to = *from;
	to->film.pixels = exh_zv_copy_pixels(from->film.pixels,
					     film ? film->width * film->height : 0);
	to->cover.pixels =
		exh_zv_copy_pixels(from->cover.pixels, exh_zv_cover_size(&from->cover));
	return (!from->type || !from->type->copy || from->type->copy(to, from)) &&
	       !to->film.pixels == !from->film.pixels &&
	       !to->cover.pixels == !from->cover.pixels;
}

bool exh_zv_controls_copy(struct exh_zv_engine *to, const struct exh_zv_engine *from)
{
	const struct zv_controls *controls = &from->controls;

	to->controls = (struct zv_controls){ 0 };
	if (!controls->items)
		return true;
	to->controls.items = calloc(controls->count + 1, sizeof *controls->items);
	for (size_t i = 0; i < controls->count && to->controls.items; i++) {
		to->controls.count++;
		if (!copy_state(&to->controls.items[i], &controls->items[i]))
			return false;
	}
	return to->controls.items != NULL;
}

/*
 * Input.
 */

static void put_event(struct exh_zv_engine *engine, enum zv_event_kind kind)
{
	if (engine->event_count < MAX_EVENTS)
		engine->events[engine->event_count++] =
			(struct zv_event){ kind, engine->input.x, engine->input.y };
}

static bool is_near(int32_t a, int32_t b)
{
	const int64_t way = (int64_t)a - b;

	return way >= -DOUBLE_CLICK_WAY && way <= DOUBLE_CLICK_WAY;
}

static void press(struct exh_zv_engine *engine)
{
	const struct exh_zv_input *now = &engine->input;
	struct zv_press *last = &engine->last_press;
	const bool is_double = last->tick &&
			       engine->tick - last->tick <= DOUBLE_CLICK_TICKS &&
			       is_near(now->x, last->x) && is_near(now->y, last->y);

	put_event(engine, is_double ? EVENT_DOUBLE : EVENT_DOWN);
	*last = (struct zv_press){ is_double ? 0 : engine->tick, now->x, now->y };
}

void exh_zv_controls_input(struct exh_zv_engine *engine)
{
	const struct exh_zv_input *now = &engine->input, *before = &engine->before;

	/* Clicks during a video are not meant for the room. */
	if (engine->wait != WAIT_NONE)
		return;
	if (now->left && !before->left)
		press(engine);
	if (!now->left && before->left)
		put_event(engine, EVENT_UP);
	if (now->right && !before->right && engine->world->game == EXH_ZV_NEMESIS)
		exh_zv_inventory_cycle(engine);
}

static bool is_active(const struct exh_zv_engine *engine,
		      const struct zv_control_state *state)
{
	return state->type &&
	       !exh_zv_has_flag(&engine->scheduler, state->control->key, EXH_ZV_DISABLED);
}

static void pass_move(struct exh_zv_engine *engine)
{
	const struct exh_zv_input *now = &engine->input;
	const struct exh_zv_pano_point at = exh_zv_view_under(engine, now->x, now->y);

	for (size_t i = engine->controls.count; i-- > 0;) {
		struct zv_control_state *state = &engine->controls.items[i];

		if (is_active(engine, state) && state->type->move)
			state->type->move(engine, state, at);
	}
}

static bool pass_to(struct exh_zv_engine *engine, enum zv_event_kind kind,
		    struct exh_zv_pano_point at)
{
	for (size_t i = engine->controls.count; i-- > 0;) {
		struct zv_control_state *state = &engine->controls.items[i];

		if (is_active(engine, state) && state->type->event &&
		    state->type->event(engine, state, kind, at))
			return true;
	}
	return false;
}

bool exh_zv_controls_cursor(const struct exh_zv_engine *engine, char name[ZV_NAME_SIZE])
{
	const struct exh_zv_pano_point at =
		exh_zv_view_under(engine, engine->input.x, engine->input.y);

	for (size_t i = engine->controls.count; i-- > 0;) {
		const struct zv_control_state *state = &engine->controls.items[i];

		if (is_active(engine, state) && state->type->is_over &&
		    state->type->is_over(state, at))
			return exh_zv_parameter_file(state->control, "cursor", name);
	}
	return false;
}

/* A double click that no control consumes counts as a press. */
static void pass_event(struct exh_zv_engine *engine)
{
	const struct zv_event event = engine->events[0];
	const struct exh_zv_pano_point at = exh_zv_view_under(engine, event.x, event.y);

	exh_zv_event_drop(engine);
	if (!pass_to(engine, event.kind, at) && event.kind == EVENT_DOUBLE)
		pass_to(engine, EVENT_DOWN, at);
}

void exh_zv_controls_tick(struct exh_zv_engine *engine)
{
	if (engine->input.x != engine->before.x || engine->input.y != engine->before.y)
		pass_move(engine);
	if (engine->event_count)
		pass_event(engine);
	exh_zv_inputs_type(engine);
	for (size_t i = 0; i < engine->controls.count; i++) {
		struct zv_control_state *state = &engine->controls.items[i];

		if (is_active(engine, state) && state->type->tick)
			state->type->tick(engine, state);
	}
}
