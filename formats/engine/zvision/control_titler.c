/* titler: shows a line of a text. */
#include "zv_parts.h"

bool exh_zv_titler_show(struct exh_zv_engine *engine, int32_t key, int32_t line)
{
	bool is_there = false;

	for (size_t i = 0; i < engine->controls.count; i++) {
		struct zv_control_state *state = &engine->controls.items[i];

		if (state->type != &exh_zv_titler || state->control->key != key)
			continue;
		state->titler.line = line < 0 ? -1 : line;
		state->titler.shown = -1;
		is_there = true;
	}
	return is_there;
}

static void load(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	(void)engine;
	state->titler.line = state->titler.shown = -1;
}

static void show(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const struct zv_rectangle place =
		exh_zv_parameter_rectangle(state->control, "rectangle");
	struct zv_control_titler *titler = &state->titler;
	const struct zv_lines *lines = NULL;
	char name[ZV_NAME_SIZE];

	exh_zv_uncover(engine, &state->cover);
	titler->shown = titler->line;
	state->cover.screen = engine->screen;
	if (exh_zv_parameter_file(state->control, "string_resource_file", name))
		lines = exh_zv_world_lines(engine->world, name);
	if (titler->line >= 0 && lines && (size_t)titler->line < lines->text.line_count &&
	    exh_zv_cover(engine, &state->cover, place))
		exh_zv_text_draw(engine, &place, &lines->text.lines[titler->line], 1,
				 SIZE_MAX);
}

/* Another background needs the line anew. */
static void tick(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const struct zv_control_titler *titler = &state->titler;

	if (engine->background.pixels &&
	    (titler->shown != titler->line ||
	     (titler->line >= 0 && state->cover.screen != engine->screen) ||
	     (titler->line < 0 && state->cover.pixels)))
		show(engine, state);
}

const struct zv_control_type exh_zv_titler = { .name = "titler",
					       .load = load,
					       .tick = tick };
