/* input: a field for text. */
#include "zv_parts.h"

#include <stdio.h>
#include <string.h>

enum {
	BACKSPACE = 0x08,
	TAB = 0x09,
	RETURN = 0x0d,
	NUMPAD_0 = 0x60,
	SIGN_0 = 0xba,
	BRACKET_0 = 0xdb,
	LINE_SIZE = 512,
};

struct zv_control_input *exh_zv_input_find(struct exh_zv_engine *engine, int32_t key)
{
	for (size_t i = 0; i < engine->controls.count; i++) {
		struct zv_control_state *state = &engine->controls.items[i];

		if (state->type == &exh_zv_input_control && state->control->key == key)
			return &state->input;
	}
	return NULL;
}

/* Gives the focus to one field; NULL: to none. */
static void focus(struct exh_zv_engine *engine, struct zv_control_input *input)
{
	for (size_t i = 0; i < engine->controls.count; i++) {
		struct zv_control_state *state = &engine->controls.items[i];

		if (state->type != &exh_zv_input_control ||
		    state->input.is_focused == (&state->input == input))
			continue;
		state->input.is_focused = &state->input == input;
		state->input.is_drawn = false;
	}
}

static void load(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	(void)engine;
	state->input.is_focused =
		exh_zv_parameter_number(state->control, "focus", 0, 0) != 0;
}

/* Returns the line of the game's texts that has the field's style; "" if there is none.
 */
static const char *style_of(const struct exh_zv_engine *engine,
			    const struct zv_control_state *state)
{
	const char *const parameter =
		state->input.is_fixed ? "chooser_init_string" : "string_init";
	const int32_t line = exh_zv_parameter_number(state->control, parameter, 0, -1);

	return exh_zv_system_string(engine, line);
}

/*
 * Keys.
 */

/* Returns the character of a key; 0: none. */
static char letter_of(uint8_t code)
{
	static const char numpad[] = "0123456789*+,-./";
	static const char signs[] = ";=,-./", brackets[] = "[\\]'";

	if (code == ' ' || (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z'))
		return (char)code;
	if (code >= NUMPAD_0 && code < NUMPAD_0 + sizeof numpad - 1)
		return numpad[code - NUMPAD_0];
	if (code >= SIGN_0 && code < SIGN_0 + sizeof signs - 1)
		return signs[code - SIGN_0];
	return code >= BRACKET_0 && code < BRACKET_0 + sizeof brackets - 1
		       ? brackets[code - BRACKET_0]
		       : 0;
}

/* Returns the text with its style, and further letters; "" without a style too long. */
static void set_text(const struct exh_zv_engine *engine,
		     const struct zv_control_state *state, const char *more,
		     char text[LINE_SIZE])
{
	const char *style = style_of(engine, state);

	if (strlen(style) > LINE_SIZE - ZV_TITLE_SIZE - 1)
		style = "";
	snprintf(text, LINE_SIZE, "%s%s%s", style, state->input.text, more);
}

/* True if a further letter leaves room for the film of the cursor, or the field has no
 * rectangle. */
static bool has_room(const struct exh_zv_engine *engine,
		     const struct zv_control_state *state, char letter)
{
	const struct zv_rectangle place =
		exh_zv_parameter_rectangle(state->control, "rectangle");
	const struct zv_film *film = NULL;
	const char more[] = { letter, '\0' };
	char text[LINE_SIZE], name[ZV_NAME_SIZE];
	const struct exh_zv_text_line line = { .text = text };
	struct zv_lettering lettering = { .lines = &line,
					  .line_count = 1,
					  .width = INT32_MAX };

	if (exh_zv_parameter_file(state->control, "cursor_animation", name))
		film = exh_zv_world_film(engine->world, name);
	set_text(engine, state, more, text);
	exh_zv_set_letters(NULL, &lettering);
	return place.x2 < place.x1 ||
	       lettering.end_x <=
		       (int64_t)place.x2 - place.x1 - (film ? (int64_t)film->width : 0);
}

static void enter(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	state->input.is_entered = true;
	exh_zv_set(engine, state->control->key, 1);
}

static void change(struct exh_zv_engine *engine, struct zv_control_state *state,
		   uint8_t code)
{
	struct zv_control_input *input = &state->input;
	const size_t size = strlen(input->text);
	const char letter = letter_of(code);

	if (input->is_fixed)
		return;
	if (code == BACKSPACE && size)
		input->text[size - 1] = '\0';
	else if (letter && size + 1 < ZV_TITLE_SIZE && has_room(engine, state, letter))
		input->text[size] = letter;
	else
		return;
	input->is_drawn = input->is_entered = false;
	if (zv_get(engine, state->control->key))
		exh_zv_set(engine, state->control->key, 0);
}

static void press(struct exh_zv_engine *engine, struct zv_control_state *state,
		  uint8_t code)
{
	struct zv_control_input *next = NULL;

	if (code == RETURN)
		enter(engine, state);
	else if (code == TAB)
		next = exh_zv_input_find(
			engine,
			exh_zv_parameter_number(state->control, "next_tabstop", 0, -1));
	else
		change(engine, state, code);
	if (next)
		focus(engine, next);
}

static struct zv_control_state *focused(struct exh_zv_engine *engine)
{
	for (size_t i = 0; i < engine->controls.count; i++) {
		struct zv_control_state *state = &engine->controls.items[i];

		if (state->type == &exh_zv_input_control && state->input.is_focused &&
		    !exh_zv_has_flag(&engine->scheduler, state->control->key,
				     EXH_ZV_DISABLED))
			return state;
	}
	return NULL;
}

void exh_zv_inputs_type(struct exh_zv_engine *engine)
{
	for (size_t i = 0; i < engine->input.press_count && !engine->input.control; i++) {
		struct zv_control_state *state = focused(engine);

		if (state)
			press(engine, state, engine->input.presses[i]);
	}
}

/*
 * The mouse.
 */

static bool is_over(const struct zv_control_state *state, struct exh_zv_pano_point at)
{
	return zv_is_in(exh_zv_parameter_rectangle(state->control, "rectangle"), at) ||
	       zv_is_in(exh_zv_parameter_rectangle(state->control, "aux_hotspot"), at);
}

/* A click chooses a fixed field. */
static bool event(struct exh_zv_engine *engine, struct zv_control_state *state,
		  enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	if (kind != EVENT_UP || !is_over(state, at))
		return false;
	exh_zv_control_used(engine, state);
	focus(engine, &state->input);
	if (state->input.is_fixed)
		enter(engine, state);
	return false;
}

/* The mouse alone gives the focus to a fixed field. */
static void move(struct exh_zv_engine *engine, struct zv_control_state *state,
		 struct exh_zv_pano_point at)
{
	if (state->input.is_fixed && !state->input.is_focused && is_over(state, at))
		focus(engine, &state->input);
}

/*
 * Drawing.
 */

static void show(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const struct zv_rectangle place =
		exh_zv_parameter_rectangle(state->control, "rectangle");
	struct zv_control_input *input = &state->input;
	const bool has_caret = input->is_focused && !input->is_fixed;
	char text[LINE_SIZE];
	const struct exh_zv_text_line line = { .text = text };

	set_text(engine, state, has_caret ? "_" : "", text);
	exh_zv_uncover(engine, &state->cover);
	input->is_drawn = true;
	if (exh_zv_cover(engine, &state->cover, place))
		exh_zv_text_draw(engine, &place, &line, 1, SIZE_MAX);
}

static void tick(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const struct zv_control_input *input = &state->input;

	if (engine->background.pixels &&
	    (!input->is_drawn || state->cover.screen != engine->screen))
		show(engine, state);
}

const struct zv_control_type exh_zv_input_control = { .name = "input",
						      .load = load,
						      .is_over = is_over,
						      .event = event,
						      .move = move,
						      .tick = tick };
