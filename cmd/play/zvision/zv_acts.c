#include "play_zvision.h"

#include "play/play.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum {
	F1 = 0x70, /* virtual-key codes of Windows */
	DELETE = 0x2e,
	/* pixels per tick that the mouse is dragged; the game measures a lever's path
	 * every 8 */
	DRAG_STEP = 10,
	PLACE_TICKS = 20000, /* most ticks for going to a place */
	SPELLS = 12,
	FIRST_SPELL = 0xe0, /* number of a spell, and of one in the reversed book */
	FIRST_REVERSED_SPELL = 0xee,
	KEY_REVERSED = 206,
};

#define CODE_1 (EXH_ZV_KEY_CODE & -EXH_ZV_KEY_CODE)
#define Y_1 (EXH_ZV_KEY_Y & -EXH_ZV_KEY_Y)

const char *const zv_acts[] = { "type",	 "press",  "key",	"release",	"move",
				"click", "rclick", "dclick",	"drag",		"set",
				"goto",	 "look",   "save_game", "restore_game", "menu",
				"spell", NULL };

static enum exh_status wrong(struct exh_error *err, const char *text)
{
	return exh_fail(err, EXH_INVALID, 0, "%s", text);
}

static enum engine_act fail(struct exh_error *err, const char *text)
{
	exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s", text);
	return ENGINE_ACT_FAILED;
}

/*
 * Keys by name.
 */

static const struct act_key key_names[] = {
	{ "enter", 0x0d },
	{ "esc", 0x1b },
	{ "escape", 0x1b },
	{ "tab", 0x09 },
	{ "backspace", 0x08 },
	{ "space", 0x20 },
	{ "shift", 0xa0 },
	{ "ctrl", 0xa2 },
	{ "alt", 0x12 },
	{ "pgup", 0x21 },
	{ "pgdn", 0x22 },
	{ "end", 0x23 },
	{ "home", 0x24 },
	{ "left", 0x25 },
	{ "up", 0x26 },
	{ "right", 0x27 },
	{ "down", 0x28 },
	{ "ins", 0x2d },
	{ "del", DELETE },
	{ "f1", F1 },
	{ "f2", F1 + 1 },
	{ "f3", F1 + 2 },
	{ "f4", F1 + 3 },
	{ "f5", F1 + 4 },
	{ "f6", F1 + 5 },
	{ "f7", F1 + 6 },
	{ "f8", F1 + 7 },
	{ "f9", F1 + 8 },
	{ "f10", F1 + 9 },
	{ "f11", F1 + 10 },
	{ "f12", F1 + 11 },
	{ "ctrl-s", EXH_ZV_CODE_CTRL_S },
	{ "ctrl-r", EXH_ZV_CODE_CTRL_R },
	{ "ctrl-p", EXH_ZV_CODE_CTRL_P },
	{ "ctrl-q", EXH_ZV_CODE_CTRL_Q },
	{ NULL, 0 },
};

static uint32_t key_code(const void *context, const char *name, size_t size)
{
	static const char signs[] = ";=,-./`", brackets[] = "[\\]'";
	const char *sign = strchr(signs, *name), *bracket = strchr(brackets, *name);

	(void)context;
	if (size != 1)
		return act_key_named(key_names, name, size);
	if (sign)
		return 0xba + (unsigned)(sign - signs);
	if (bracket)
		return 0xdb + (unsigned)(bracket - brackets);
	if (*name >= 'a' && *name <= 'z')
		return (unsigned)(*name - 'a' + 'A');
	return (*name >= 'A' && *name <= 'Z') || (*name >= '0' && *name <= '9') ||
			       *name == ' '
		       ? (unsigned)*name
		       : 0;
}

/* The arrows turn the view as well. */
static uint32_t key_bits(unsigned code)
{
	static const uint32_t arrows[] = { EXH_ZV_KEY_LEFT, EXH_ZV_KEY_UP,
					   EXH_ZV_KEY_RIGHT, EXH_ZV_KEY_DOWN };
	const unsigned arrow = code - 0x25;

	return exh_zv_key_number(code, false) * (uint32_t)CODE_1 |
	       (arrow < 4 ? arrows[arrow] : 0);
}

/*
 * Syntax of acts.
 */

static bool read_point(const char **text, long *x, long *y)
{
	return act_place(text, EXH_ZV_SCREEN_WIDTH, EXH_ZV_SCREEN_HEIGHT, x, y);
}

/* "123=1" */
static bool read_setting(const char *text, long *key, int32_t *value)
{
	char *end;

	*key = strtol(text, &end, 10);
	return end != text && *end == '=' && *key >= 0 && *key <= UINT16_MAX &&
	       zv_number(end + 1, value);
}

/* Reads "gary 0", or "gary" alone. */
static bool read_target(const char *text, char place[ZV_PLACE_SIZE + 1], int32_t *offset)
{
	const size_t size = strcspn(text, " \t");

	*offset = 0;
	if (size != ZV_PLACE_SIZE || !zv_read_place(text, place))
		return false;
	text += size + strspn(text + size, " \t");
	return !*text || zv_number(text, offset);
}

static bool read_angle(const char *text, double *angle)
{
	char *end;

	*angle = strtod(text, &end);
	return end != text && !*end && *angle >= -360 && *angle <= 360;
}

/* Reads "items 3", or "save", as a menu and an entry of it. */
static bool read_menu(const char *text, enum exh_zv_menu *menu, int32_t *entry)
{
	static const char *const entries[] = { "save", "restore", "settings", "exit" };
	const size_t size = strcspn(text, " \t");
	const char *number = text + size + strspn(text + size, " \t");

	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		if (strcmp(text, entries[i]) == 0) {
			*menu = EXH_ZV_MENU_MAIN;
			*entry = (int32_t)i;
			return true;
		}
	*menu = EXH_ZV_MENU_ITEMS;
	if (size == 5 && strncmp(text, "magic", size) == 0)
		*menu = EXH_ZV_MENU_MAGIC;
	else if (size != 5 || strncmp(text, "items", size) != 0)
		return false;
	return zv_number(number, entry) && *entry >= 0;
}

/* Reads "0xe3", "227", or a spell's place in the book, 0 to 11. */
static bool read_spell(const char *text, long *number)
{
	char *end;

	*number = strtol(text, &end, 0);
	return end != text && !*end && *number >= 0 && *number <= UINT8_MAX;
}

/*
 * Checks.
 */

static bool are_points(const char *text, size_t least, size_t most)
{
	size_t count = 0;
	long x, y;

	while (*text && count <= most && read_point(&text, &x, &y))
		count++;
	return !*text && count >= least && count <= most;
}

static const char *check_points(const struct exh_input_act *act)
{
	if (act_is_named(act, "drag"))
		return are_points(act->text, 2, SIZE_MAX - 1)
			       ? NULL
			       : "expected two or more places on the screen, 1 to 639 "
				 "and "
				 "1 to 479: 100,200 140,200";
	return are_points(act->text, 1, 1) ? NULL
					   : "expected a place on the screen, 1 to 639 "
					     "and 1 to 479: 320 240";
}

static const char *check_menu(const struct exh_input_act *act)
{
	enum exh_zv_menu menu;
	int32_t entry;
	long number;

	if (act_is_named(act, "spell"))
		return read_spell(act->text, &number)
			       ? NULL
			       : "expected the number of a spell, as in key 205, or its "
				 "place in the book: 0xe3";
	return read_menu(act->text, &menu, &entry)
		       ? NULL
		       : "expected save, restore, settings, exit, items N or magic N";
}

static const char *check_words(const struct exh_input_act *act)
{
	char place[ZV_PLACE_SIZE + 1];
	double angle;
	int32_t value;
	long key;

	if (act_is_named(act, "release"))
		return *act->text ? "expected nothing more" : NULL;
	if (act_is_named(act, "set"))
		return read_setting(act->text, &key, &value)
			       ? NULL
			       : "expected a key and its value: "
				 "123=1";
	if (act_is_named(act, "goto"))
		return read_target(act->text, place, &value)
			       ? NULL
			       : "expected a place and maybe its offset: gary 0";
	if (act_is_named(act, "look"))
		return read_angle(act->text, &angle)
			       ? NULL
			       : "expected an angle in degrees, -360 to 360";
	if (act_is_named(act, "save_game") || act_is_named(act, "restore_game"))
		return *act->text && !strpbrk(act->text, " \t/\\")
			       ? NULL
			       : "expected the name of a saved game";
	if (act_is_named(act, "menu") || act_is_named(act, "spell"))
		return check_menu(act);
	return check_points(act);
}

enum exh_status zv_act_check(const struct exh_code_page *page,
			     const struct exh_input_act *act, struct exh_error *err)
{
	const char *fault;

	(void)page;
	if (act_is_named(act, "type"))
		return act_check_keys(act->text, true, key_code, NULL, err);
	if (act_is_named(act, "key") || (act_is_named(act, "press") && *act->text))
		return act_check_keys(act->text, false, key_code, NULL, err);
	fault = act_is_named(act, "press") ? NULL : check_words(act);
	return fault ? wrong(err, fault) : EXH_OK;
}

/*
 * Execution of acts.
 */

static struct exh_zv_engine *engine_of(const void *player)
{
	return ((const struct zv_player *)player)->engine;
}

/* Types one key after another, with a tick in between. */
static enum engine_act type(const struct exh_input_act *act,
			    struct engine_act_state *state, struct exh_input_frame *input)
{
	unsigned code;

	if (state->calls % 2) /* releases the last key */
		return ENGINE_ACT_AGAIN;
	code = act_next_key(act->text, &state->at, key_code, NULL);
	if (!code)
		return ENGINE_ACT_DONE;
	input->keys = key_bits(code);
	return ENGINE_ACT_AGAIN;
}

static uint32_t mouse_at(long x, long y)
{
	return (uint32_t)x | (uint32_t)y * Y_1;
}

/* Moves the mouse there. From the second tick on, every other tick holds the button. */
static enum engine_act click(const void *player, const struct exh_input_act *act,
			     const struct engine_act_state *state,
			     struct exh_input_frame *input)
{
	const bool is_right = act_is_named(act, "rclick");
	const uint64_t clicks = act_is_named(act, "move")     ? 0
				: act_is_named(act, "dclick") ? 2
							      : 1;
	const char *text = act->text;
	long x, y;

	if (state->calls > 2 * clicks && !zv_player_state(player).events)
		return ENGINE_ACT_DONE;
	if (!read_point(&text, &x, &y))
		return ENGINE_ACT_DONE;
	input->keys = mouse_at(x, y);
	if (state->calls % 2 && state->calls < 2 * clicks)
		input->keys |= is_right ? EXH_ZV_KEY_RIGHT_CLICK : EXH_ZV_KEY_CLICK;
	return ENGINE_ACT_AGAIN;
}

/* Holds the button for "press", until "release". */
static enum engine_act hold(struct zv_player *player,
			    const struct engine_act_state *state, bool holds)
{
	player->holds = holds;
	return state->calls ? ENGINE_ACT_DONE : ENGINE_ACT_AGAIN;
}

static long ticks_between(long x1, long y1, long x2, long y2)
{
	const long dx = labs(x2 - x1), dy = labs(y2 - y1);
	const long way = dx > dy ? dx : dy;

	return way ? (way + DRAG_STEP - 1) / DRAG_STEP : 1;
}

/* Returns in x and y where the mouse is after so many ticks on its way from the first
 * place. False: the way is over; x and y are its last place. */
static bool drag_point(const char *text, long ticks, long *x, long *y)
{
	long to_x, to_y;

	read_point(&text, x, y);
	while (read_point(&text, &to_x, &to_y)) {
		const long count = ticks_between(*x, *y, to_x, to_y);

		if (ticks <= count) {
			*x += (to_x - *x) * ticks / count;
			*y += (to_y - *y) * ticks / count;
			return true;
		}
		ticks -= count;
		*x = to_x;
		*y = to_y;
	}
	return false;
}

/* Drags the mouse: a tick at the first place, the way with the button held, a tick at the
 * last place. */
static enum engine_act drag(const void *player, const struct exh_input_act *act,
			    struct engine_act_state *state, struct exh_input_frame *input)
{
	long x, y;
	const bool is_held =
		!state->calls || drag_point(act->text, (long)state->calls - 1, &x, &y);

	if (!state->calls)
		drag_point(act->text, 0, &x, &y);
	if (!is_held && state->at && !zv_player_state(player).events)
		return ENGINE_ACT_DONE;
	state->at = !is_held;
	input->keys = mouse_at(x, y);
	if (is_held && state->calls)
		input->keys |= EXH_ZV_KEY_CLICK;
	return ENGINE_ACT_AGAIN;
}

static enum engine_act set(const void *player, const char *text, struct exh_error *err)
{
	int32_t value = 0;
	long key = 0;

	read_setting(text, &key, &value);
	if (key >= exh_zv_engine_key_count(engine_of(player)))
		return fail(err, "the game has fewer keys");
	exh_zv_engine_set_key(engine_of(player), (int32_t)key, value);
	return ENGINE_ACT_DONE;
}

/* Goes to a place; asks once more if the game itself has gone elsewhere. */
static enum engine_act go(const void *player, const char *text,
			  const struct engine_act_state *start, struct exh_error *err)
{
	const struct exh_zv_engine_state state = zv_player_state(player);
	char place[ZV_PLACE_SIZE + 1];
	int32_t offset = 0;

	read_target(text, place, &offset);
	if (memcmp(state.place, place, ZV_PLACE_SIZE) == 0)
		return ENGINE_ACT_DONE;
	if (start->calls > PLACE_TICKS)
		return fail(err, "the game does not get there: it always goes elsewhere, "
				 "or waits");
	if (!state.is_changing && exh_zv_engine_go(engine_of(player), place, offset, err))
		return ENGINE_ACT_FAILED;
	return ENGINE_ACT_AGAIN;
}

static enum engine_act look(const void *player, const char *text, struct exh_error *err)
{
	double angle = 0;

	read_angle(text, &angle);
	return exh_zv_engine_look(engine_of(player), angle)
		       ? ENGINE_ACT_DONE
		       : fail(err, "this place is no panorama and no tilt room");
}

static enum engine_act save_game(const void *player, const char *name,
				 struct exh_error *err)
{
	return exh_zv_engine_keep_game(engine_of(player), name)
		       ? ENGINE_ACT_DONE
		       : fail(err,
			      "no more than 16 saved games are kept, of short names");
}

static enum engine_act restore_game(const void *player, const char *name,
				    struct exh_error *err)
{
	return exh_zv_engine_restore_game(engine_of(player), name, err)
		       ? ENGINE_ACT_FAILED
		       : ENGINE_ACT_DONE;
}

static void find_entry(const void *player, const struct exh_input_act *act,
		       enum exh_zv_menu *menu, int32_t *entry)
{
	const bool is_reversed = exh_zv_engine_key(engine_of(player), KEY_REVERSED) == 1;
	long number;

	if (!act_is_named(act, "spell")) {
		read_menu(act->text, menu, entry);
		return;
	}
	read_spell(act->text, &number);
	*menu = EXH_ZV_MENU_MAGIC;
	*entry = (int32_t)(number < SPELLS ? number
			   : is_reversed   ? number - FIRST_REVERSED_SPELL
					   : number - FIRST_SPELL);
}

/* Moves the mouse to a menu's entry, which takes as long as the menu slides. */
static enum engine_act reach_entry(const void *player, const struct exh_input_act *act,
				   struct engine_act_state *state,
				   struct exh_input_frame *input, struct exh_error *err)
{
	enum exh_zv_menu menu;
	enum exh_zv_menu_way way;
	int32_t entry, x, y;

	if (state->calls > PLACE_TICKS)
		return fail(err, "the menu does not open: the game waits");
	if (zv_player_state(player).waits)
		return ENGINE_ACT_AGAIN;
	find_entry(player, act, &menu, &entry);
	way = exh_zv_engine_menu_way(engine_of(player), menu, entry, &x, &y);
	if (way == EXH_ZV_MENU_MISSING)
		return fail(err, act_is_named(act, "spell")
					 ? "the player does not have this spell now"
					 : "the menu does not have this entry now");
	input->keys = mouse_at(x, y);
	state->at = way == EXH_ZV_MENU_READY;
	return ENGINE_ACT_AGAIN;
}

/* Clicks an entry: moves there, then presses and releases the button, a tick each. */
static enum engine_act use_menu(const void *player, const struct exh_input_act *act,
				struct engine_act_state *state,
				struct exh_input_frame *input, struct exh_error *err)
{
	if (!state->at)
		return reach_entry(player, act, state, input, err);
	state->at++;
	if (state->at == 2)
		input->keys = EXH_ZV_KEY_CLICK;
	return state->at > 3 && !zv_player_state(player).events ? ENGINE_ACT_DONE
								: ENGINE_ACT_AGAIN;
}

enum engine_act zv_act(void *player, const struct exh_input_act *act,
		       struct engine_act_state *state, struct exh_input_frame *input,
		       struct exh_error *err)
{
	if (act_is_named(act, "release") || (act_is_named(act, "press") && !*act->text))
		return hold(player, state, act_is_named(act, "press"));
	if (act_is_named(act, "type") || act_is_named(act, "press") ||
	    act_is_named(act, "key"))
		return type(act, state, input);
	if (act_is_named(act, "drag"))
		return drag(player, act, state, input);
	if (act_is_named(act, "set"))
		return set(player, act->text, err);
	if (act_is_named(act, "goto"))
		return go(player, act->text, state, err);
	if (act_is_named(act, "look"))
		return look(player, act->text, err);
	if (act_is_named(act, "save_game"))
		return save_game(player, act->text, err);
	if (act_is_named(act, "restore_game"))
		return restore_game(player, act->text, err);
	if (act_is_named(act, "menu") || act_is_named(act, "spell"))
		return use_menu(player, act, state, input, err);
	return click(player, act, state, input);
}

/*
 * Values for conditions.
 */

static bool put_key(const void *player, const char *text, struct exh_writer *out)
{
	char *end;
	const unsigned long key = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end ||
	    key >= (unsigned long)exh_zv_engine_key_count(engine_of(player)))
		return false;
	text_put(out, "%d", (int)exh_zv_engine_key(engine_of(player), (int32_t)key));
	return true;
}

/* Returns the CRC of the screen's picture, as in --format hash. */
static uint32_t picture_crc(const void *player)
{
	enum { COUNT = EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT };
	uint16_t *pixels = mem_alloc(COUNT, sizeof *pixels);
	uint8_t *bytes = (uint8_t *)pixels;
	uint32_t crc;

	exh_zv_engine_picture(engine_of(player), pixels);
	for (size_t i = 0; i < COUNT; i++) {
		const uint16_t pixel = pixels[i];

		bytes[2 * i] = (uint8_t)pixel;
		bytes[2 * i + 1] = (uint8_t)(pixel >> 8);
	}
	crc = exh_crc32((struct exh_bytes){ bytes, COUNT * sizeof *pixels, 0 });
	free(pixels);
	return crc;
}

const struct condition_name zv_condition_names[] = {
	{ .name = "key #", .shown = true },
	{ .name = "location", .kind = CONDITION_TEXT, .shown = true },
	{ .name = "place", .kind = CONDITION_TEXT },
	{ .name = "offset", .shown = true },
	{ .name = "effects", .shown = true },
	{ .name = "waits", .shown = true },
	{ .name = "tick", .shown = true },
	{ .name = "frame crc", .kind = CONDITION_TEXT, .shown = true },
	{ .name = NULL },
};

bool zv_value(const void *player, const char *name, struct exh_writer *out)
{
	const struct exh_zv_engine_state state = zv_player_state(player);

	if (!strncmp(name, "key ", 4))
		return put_key(player, name + 4 + strspn(name + 4, " \t"), out);
	if (!strcmp(name, "location") || !strcmp(name, "place"))
		text_put(out, "%s", state.place);
	else if (!strcmp(name, "offset"))
		text_put(out, "%d", (int)state.offset);
	else if (!strcmp(name, "effects"))
		text_put(out, "%zu", state.effects);
	else if (!strcmp(name, "waits"))
		text_put(out, "%d", state.waits);
	else if (!strcmp(name, "tick"))
		text_put(out, "%llu", (unsigned long long)state.tick);
	else if (!strcmp(name, "frame crc"))
		text_put(out, "%08x", (unsigned)picture_crc(player));
	else
		return false;
	return !out->failed;
}

bool zv_is_idle(const void *player)
{
	const struct exh_zv_engine_state state = zv_player_state(player);

	return !state.waits && !state.is_changing && !state.events;
}
