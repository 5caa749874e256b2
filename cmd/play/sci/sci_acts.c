#include "play_sci.h"

#include "play/play.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	ENTER = '\r',
	NO_CHARACTER = 0x80,
	CODE_SHIFT = 24,  /* position of EXH_SCI_KEY_CODE's lowest bit */
	ROW_SHIFT = 9,	  /* position of EXH_SCI_KEY_Y's lowest bit */
	DIRECTION = 0xe0, /* first code of the joystick's directions, 0 to 8 */
	DIRECTIONS = 9,
	MOST_FRAMES = 10000, /* most frames for an act that waits for the game */
	MOST_ROOM = 999,
	ROOM_SECONDS = 60, /* longest time for entering a room */
	TEXT_LIMIT = 1 << 16,
};

const char *const sci_acts[] = { "type",    "press",  "move", "click", "rclick", "walk",
				 "dismiss", "choose", "set",  "room",  "joy",	 NULL };

static enum exh_status wrong(struct exh_error *err, size_t at, const char *text)
{
	return exh_fail(err, EXH_INVALID, at, "%s", text);
}

static enum engine_act fail(struct exh_error *err, const char *text)
{
	wrong(err, EXH_NO_OFFSET, text);
	return ENGINE_ACT_FAILED;
}

/*
 * Keys by name.
 */

static const struct act_key key_names[] = {
	{ "enter", ENTER },
	{ "esc", 27 },
	{ "escape", 27 },
	{ "tab", 9 },
	{ "backspace", 8 },
	{ "space", ' ' },
	{ "f1", NO_CHARACTER + 59 },
	{ "f2", NO_CHARACTER + 60 },
	{ "f3", NO_CHARACTER + 61 },
	{ "f4", NO_CHARACTER + 62 },
	{ "f5", NO_CHARACTER + 63 },
	{ "f6", NO_CHARACTER + 64 },
	{ "f7", NO_CHARACTER + 65 },
	{ "f8", NO_CHARACTER + 66 },
	{ "f9", NO_CHARACTER + 67 },
	{ "f10", NO_CHARACTER + 68 },
	{ "home", NO_CHARACTER + 71 },
	{ "up", NO_CHARACTER + 72 },
	{ "pgup", NO_CHARACTER + 73 },
	{ "left", NO_CHARACTER + 75 },
	{ "center", NO_CHARACTER + 76 },
	{ "right", NO_CHARACTER + 77 },
	{ "end", NO_CHARACTER + 79 },
	{ "down", NO_CHARACTER + 80 },
	{ "pgdn", NO_CHARACTER + 81 },
	{ "del", NO_CHARACTER + 83 },
	{ NULL, 0 },
};

/* Returns the game's byte for a character; 0: none. ASCII characters can be typed even if
 * the game's font has other letters there. */
static unsigned character_code(const struct exh_code_page *page, const char *name,
			       size_t size)
{
	struct exh_writer out = { .limit = 1 };
	unsigned code = 0;

	if (!exh_code_page_from_utf8(page,
				     (struct exh_bytes){ (const uint8_t *)name, size, 0 },
				     EXH_CP437_TEXT, &out, NULL) &&
	    out.size == 1)
		code = out.data[0];
	else if (size == 1 && (unsigned char)*name < NO_CHARACTER)
		code = (unsigned char)*name;
	exh_writer_free(&out);
	return code;
}

/* Returns the key bits for a key's name or a single character; 0: none. context is the
 * code page. */
static uint32_t key_code(const void *context, const char *name, size_t size)
{
	const bool is_letter = size == 1 || (unsigned char)*name >= NO_CHARACTER;
	const unsigned code = is_letter ? character_code(context, name, size) : 0;

	if (is_letter)
		return code ? EXH_SCI_KEY_OF(code) : 0;
	if (size == 6 && !strncasecmp(name, "ctrl-", 5) && name[5] >= 'a' &&
	    name[5] <= 'z')
		return EXH_SCI_KEY_OF(name[5] & 0x1f);
	return (uint32_t)act_key_named(key_names, name, size) << CODE_SHIFT;
}

/*
 * Syntax of acts.
 */

static bool read_place(const char *text, long *x, long *y)
{
	return act_is_place(text, EXH_SCI_SCREEN_WIDTH, EXH_SCI_SCREEN_HEIGHT, x, y);
}

/* "g12=3" */
static bool read_setting(const char *text, unsigned *number, int *value)
{
	char *end;
	long read;

	if (*text != 'g')
		return false;
	*number = (unsigned)strtoul(text + 1, &end, 10);
	if (end == text + 1 || *end != '=' || *number > UINT16_MAX)
		return false;
	text = end + 1;
	read = strtol(text, &end, 10);
	*value = (int)read;
	return end != text && !*end && read >= INT16_MIN && read <= UINT16_MAX;
}

/*
 * Checks.
 */

static bool read_room(const char *text, unsigned *number)
{
	char *end;
	const unsigned long value = strtoul(text, &end, 10);

	*number = (unsigned)value;
	return *text >= '0' && *text <= '9' && !*end && value && value <= MOST_ROOM;
}

static bool read_direction(const char *text, unsigned *direction)
{
	*direction = (unsigned)(*text - '0');
	return *text >= '0' && *direction < DIRECTIONS && !text[1];
}

enum exh_status sci_act_check(const struct exh_code_page *page,
			      const struct exh_input_act *act, struct exh_error *err)
{
	const char *text = act->text;
	unsigned number;
	int value;
	long x, y;

	if (act_is_named(act, "type"))
		return act_check_keys(text, true, key_code, page, err);
	if (act_is_named(act, "press"))
		return act_check_keys(text, false, key_code, page, err);
	if (act_is_named(act, "choose"))
		return act_quoted_size(text) && !text[act_quoted_size(text)]
			       ? EXH_OK
			       : wrong(err, 0, "expected a button's text in quotes");
	if (act_is_named(act, "dismiss"))
		return *text ? wrong(err, 0, "expected nothing more") : EXH_OK;
	if (act_is_named(act, "set"))
		return read_setting(text, &number, &value)
			       ? EXH_OK
			       : wrong(err, 0,
				       "expected a global variable and its value: g12=3");
	if (act_is_named(act, "joy"))
		return read_direction(text, &number)
			       ? EXH_OK
			       : wrong(err, 0,
				       "expected a direction: 1 is up, 3 right, 5 down, "
				       "7 left, 0 none");
	if (act_is_named(act, "room"))
		return read_room(text, &number)
			       ? EXH_OK
			       : wrong(err, 0, "expected the number of a room");
	return read_place(text, &x, &y)
		       ? EXH_OK
		       : wrong(err, 0,
			       "expected a place on the screen, 1 to 319 and 1 "
			       "to 199: 160 120");
}

/*
 * Execution of acts.
 */

static struct exh_sci_engine *engine_of(const void *player)
{
	return ((const struct sci_player *)player)->engine;
}

static void put_shown(const void *player, const char *text, struct exh_writer *out)
{
	exh_code_page_to_utf8(((const struct sci_player *)player)->page,
			      bytes_of_text(text), EXH_CP437_TEXT, out);
}

/* Types one key after another, with a frame in between. Each key waits until the game has
 * read the one before. */
static enum engine_act type(const void *player, const struct exh_input_act *act,
			    struct engine_act_state *state, struct exh_input_frame *input)
{
	uint32_t keys;

	if (exh_sci_engine_waiting_events(engine_of(player)) &&
	    state->calls < MOST_FRAMES)
		return ENGINE_ACT_AGAIN;
	if (state->calls % 2) /* releases the last key */
		return ENGINE_ACT_AGAIN;
	keys = act_next_key(act->text, &state->at, key_code,
			    ((const struct sci_player *)player)->page);
	if (!keys)
		return ENGINE_ACT_DONE;
	input->keys = keys;
	return ENGINE_ACT_AGAIN;
}

/* Holds the button in the first two frames. */
static enum engine_act click(const void *player, const struct engine_act_state *state,
			     struct exh_input_frame *input, long x, long y,
			     uint32_t button)
{
	if (state->calls >= 3 && (!exh_sci_engine_waiting_events(engine_of(player)) ||
				  state->calls > MOST_FRAMES))
		return ENGINE_ACT_DONE;
	input->keys = (uint32_t)x | (uint32_t)y << ROW_SHIFT;
	if (state->calls < 2)
		input->keys |= button;
	return ENGINE_ACT_AGAIN;
}

static enum engine_act at_place(const void *player, const struct exh_input_act *act,
				const struct engine_act_state *state,
				struct exh_input_frame *input)
{
	const uint32_t button = act_is_named(act, "rclick") ? EXH_SCI_KEY_RIGHT_CLICK
				: act_is_named(act, "move") ? 0
							    : EXH_SCI_KEY_CLICK;
	enum engine_act result;
	long x = 0, y = 0;

	read_place(act->text, &x, &y);
	result = click(player, state, input, x, y, button);
	if (result == ENGINE_ACT_DONE && act_is_named(act, "walk") &&
	    !sci_is_idle(player) && state->calls < MOST_FRAMES)
		return ENGINE_ACT_AGAIN;
	return result;
}

/* Presses Enter until the topmost window is closed. */
static enum engine_act dismiss(const void *player, struct engine_act_state *state,
			       struct exh_input_frame *input, struct exh_error *err)
{
	const size_t windows = sci_state_of(player).windows;

	if (!state->calls)
		state->at = windows;
	if (windows < state->at || state->at <= 1)
		return ENGINE_ACT_DONE;
	if (state->calls > MOST_FRAMES)
		return fail(err, "the window does not go");
	if (state->calls % 4 == 0 && !exh_sci_engine_waiting_events(engine_of(player)))
		input->keys = (uint32_t)ENTER << CODE_SHIFT;
	return ENGINE_ACT_AGAIN;
}

/* True if the game shows the text, regardless of blanks around it and of case. */
static bool is_shown(const void *player, const struct exh_sci_shown_text *shown,
		     const char *text, size_t size)
{
	struct exh_writer utf8 = { .limit = TEXT_LIMIT };
	const char *begin;
	size_t length;
	bool is_same;

	put_shown(player, shown->text + strspn(shown->text, " "), &utf8);
	begin = (const char *)utf8.data;
	length = utf8.size;
	while (length && begin[length - 1] == ' ')
		length--;
	is_same = length == size && (!size || !strncasecmp(begin, text, size));
	exh_writer_free(&utf8);
	return is_same;
}

/* Returns the middle of the last button with this text; false if there is none. Some
 * games draw buttons by themselves; then the last such text counts. */
static bool find_button(const void *player, const char *text, size_t size, long *x,
			long *y)
{
	struct exh_sci_shown_text shown;
	bool is_there = false, is_button = false;

	for (size_t i = 0; exh_sci_engine_text(engine_of(player), i, &shown); i++) {
		const bool is_one = shown.kind == EXH_SCI_SHOWN_BUTTON;

		if (!is_shown(player, &shown, text, size) || (is_button && !is_one))
			continue;
		is_button = is_one;
		*x = shown.rect.x + shown.rect.width / 2;
		*y = shown.rect.y + shown.rect.height / 2;
		is_there = true;
	}
	return is_there;
}

static enum engine_act choose(const void *player, const struct exh_input_act *act,
			      struct engine_act_state *state,
			      struct exh_input_frame *input, struct exh_error *err)
{
	long x = (long)(state->at & 0x1ff), y = (long)(state->at >> ROW_SHIFT);

	if (!state->calls) {
		if (!find_button(player, act->text + 1, strlen(act->text) - 2, &x, &y))
			return fail(err, "no such button is on the screen");
		state->at = (uint64_t)x | (uint64_t)y << ROW_SHIFT;
	}
	return click(player, state, input, x, y, EXH_SCI_KEY_CLICK);
}

/* Holds the stick for a frame. */
static enum engine_act push_stick(const void *player, const char *text,
				  const struct engine_act_state *state,
				  struct exh_input_frame *input)
{
	unsigned direction = 0;

	if (state->calls >= 2 && (!exh_sci_engine_waiting_events(engine_of(player)) ||
				  state->calls > MOST_FRAMES))
		return ENGINE_ACT_DONE;
	read_direction(text, &direction);
	if (!state->calls)
		input->keys = (uint32_t)(DIRECTION + direction) << CODE_SHIFT;
	return ENGINE_ACT_AGAIN;
}

static enum engine_act set(const void *player, const char *text, struct exh_error *err)
{
	unsigned number = 0;
	int value = 0;

	read_setting(text, &number, &value);
	return exh_sci_vm_set_global(exh_sci_engine_vm(engine_of(player)), number,
				     (struct exh_sci_reg){ 0, (uint16_t)value })
		       ? ENGINE_ACT_DONE
		       : fail(err, "the game has fewer global variables");
}

/* Requests the room until the game has entered it. */
static enum engine_act enter_room(const void *player, const char *text,
				  const struct engine_act_state *start,
				  struct exh_error *err)
{
	const struct exh_sci_engine_state state = sci_state_of(player);
	unsigned number = 0;

	read_room(text, &number);
	if (state.room == number)
		return ENGINE_ACT_DONE;
	if (state.tick - start->tick > ROOM_SECONDS * EXH_SCI_TICKS)
		return fail(err, "the game does not enter this room: it asks for no "
				 "events, or has no such room");
	exh_sci_engine_enter_room(engine_of(player), number);
	return ENGINE_ACT_AGAIN;
}

enum engine_act sci_act(void *player, const struct exh_input_act *act,
			struct engine_act_state *state, struct exh_input_frame *input,
			struct exh_error *err)
{
	if (act_is_named(act, "type") || act_is_named(act, "press"))
		return type(player, act, state, input);
	if (act_is_named(act, "dismiss"))
		return dismiss(player, state, input, err);
	if (act_is_named(act, "choose"))
		return choose(player, act, state, input, err);
	if (act_is_named(act, "joy"))
		return push_stick(player, act->text, state, input);
	if (act_is_named(act, "set"))
		return set(player, act->text, err);
	if (act_is_named(act, "room"))
		return enter_room(player, act->text, state, err);
	return at_place(player, act, state, input);
}

/*
 * Values for conditions.
 */

static void put_value(const void *player, struct exh_sci_reg value,
		      struct exh_writer *out)
{
	if (value.segment)
		exh_sci_vm_print(exh_sci_engine_vm(engine_of(player)), value, out);
	else
		text_put(out, "%d", (int16_t)value.offset);
}

static bool put_global(const void *player, unsigned long number, struct exh_writer *out)
{
	struct exh_sci_reg value;

	if (number > UINT16_MAX ||
	    !exh_sci_vm_global(exh_sci_engine_vm(engine_of(player)), (unsigned)number,
			       &value))
		return false;
	put_value(player, value, out);
	return true;
}

static bool put_score(const void *player, struct exh_writer *out)
{
	struct exh_sci_reg score;

	if (!sci_score(player, &score))
		return false;
	put_value(player, score, out);
	return true;
}

const struct condition_name sci_condition_names[] = {
	{ .name = "room", .shown = true },
	{ .name = "score", .kind = CONDITION_TEXT, .shown = true },
	{ .name = "g#", .kind = CONDITION_TEXT, .shown = true },
	{ .name = "ego.x", .shown = true },
	{ .name = "ego.y", .shown = true },
	{ .name = "ego", .kind = CONDITION_PLACE, .shown = true },
	{ .name = "windows", .shown = true },
	{ .name = "cast", .shown = true },
	{ .name = "tick", .shown = true },
	{ .name = "frame crc", .kind = CONDITION_TEXT, .shown = true },
	{ .name = NULL },
};

bool sci_value(const void *player, const char *name, struct exh_writer *out)
{
	struct exh_sci_engine_state state;

	if (name[0] == 'g' && name[1] >= '0' && name[1] <= '9') {
		char *end;
		const unsigned long number = strtoul(name + 1, &end, 10);

		return !*end && put_global(player, number, out);
	}
	state = sci_state_of(player);
	if (!strcmp(name, "room"))
		text_put(out, "%u", state.room);
	else if (!strcmp(name, "score"))
		return put_score(player, out);
	else if (!strcmp(name, "ego.x"))
		text_put(out, "%d", state.ego_x);
	else if (!strcmp(name, "ego.y"))
		text_put(out, "%d", state.ego_y);
	else if (!strcmp(name, "windows"))
		text_put(out, "%zu", state.windows);
	else if (!strcmp(name, "cast"))
		text_put(out, "%zu", state.cast_size);
	else if (!strcmp(name, "tick"))
		text_put(out, "%llu", (unsigned long long)state.tick);
	else if (!strcmp(name, "frame crc"))
		text_put(out, "%08x",
			 (unsigned)exh_crc32((struct exh_bytes){
				 exh_sci_engine_plane(engine_of(player),
						      EXH_SCI_PLANE_SHOWN),
				 EXH_SCI_SCREEN_PIXELS, 0 }));
	else
		return false;
	return true;
}

void sci_texts(const void *player, struct exh_writer *out)
{
	struct exh_sci_shown_text shown;

	for (size_t i = 0; exh_sci_engine_text(engine_of(player), i, &shown); i++) {
		put_shown(player, shown.text, out);
		exh_write_u8(out, '\n');
	}
}

bool sci_is_idle(const void *player)
{
	const struct exh_sci_engine_state state = sci_state_of(player);

	return !state.is_ego_moving && !exh_sci_engine_waiting_events(engine_of(player));
}
