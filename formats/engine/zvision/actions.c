#include "actions.h"

#include "../../zvision/script.h"

#include <stdio.h>
#include <string.h>

/*
 * Arguments.
 */

static const struct zv_argument *argument(const struct zv_where *where, size_t i)
{
	const struct zv_arguments *args = &where->result->args;

	return i < args->count ? &args->items[i] : NULL;
}

int32_t exh_zv_arg(const struct exh_zv_engine *engine, const struct zv_where *where,
		   size_t i)
{
	const struct zv_argument *arg = argument(where, i);

	return !arg ? 0 : arg->is_key ? zv_get(engine, arg->key) : arg->number;
}

int32_t exh_zv_arg_key(const struct exh_zv_engine *engine, const struct zv_where *where,
		       size_t i)
{
	const int32_t key = exh_zv_arg(engine, where, i);

	return argument(where, i) && key >= 0 && key < engine->scheduler.key_count
		       ? key
		       : ZV_NO_KEY;
}

/* A word may stand in quotes. */
static struct exh_bytes word(const struct zv_where *where, size_t i)
{
	const struct zv_argument *arg = argument(where, i);
	struct exh_bytes text = arg ? arg->text : (struct exh_bytes){ 0 };

	if (text.size && text.data[0] == '"')
		exh_bytes_slice(text, 1, text.size - 1, &text);
	if (text.size && text.data[text.size - 1] == '"')
		text.size--;
	return text;
}

bool exh_zv_arg_name(const struct zv_where *where, size_t i, char name[ZV_NAME_SIZE])
{
	return exh_zv_world_name(word(where, i), name);
}

struct zv_rectangle exh_zv_arg_rectangle(const struct exh_zv_engine *engine,
					 const struct zv_where *where, size_t i)
{
	return (struct zv_rectangle){ exh_zv_arg(engine, where, i),
				      exh_zv_arg(engine, where, i + 1),
				      exh_zv_arg(engine, where, i + 2),
				      exh_zv_arg(engine, where, i + 3) };
}

bool exh_zv_arg_is(const struct zv_where *where, size_t i, const char *wanted)
{
	return exh_zv_script_is_word(word(where, i), wanted);
}

void exh_zv_action_note(struct exh_zv_engine *engine, const struct zv_where *where,
			const char *what)
{
	char name[ZV_NAME_SIZE] = "an action", once[2 * ZV_NAME_SIZE + 8];

	exh_zv_world_name(
		exh_zv_script_text(&where->program->script, where->result->node->name),
		name);
	snprintf(once, sizeof once, "%s: %s", name, what);
	if (exh_zv_world_once(engine->world, once))
		exh_note(&engine->world->notes, EXH_WARNING,
			 where->result->node->text.offset, "%s: line %u: %s: %s",
			 where->program->name, (unsigned)where->result->node->line, name,
			 what);
}

/*
 * Keys and flags.
 */

static void assign(struct exh_zv_engine *engine, const struct zv_where *where)
{
	exh_zv_set(engine, exh_zv_arg_key(engine, where, 0),
		   exh_zv_arg(engine, where, 1));
}

static void add(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t key = exh_zv_arg_key(engine, where, 0);
	const uint32_t sum =
		(uint32_t)zv_get(engine, key) + (uint32_t)exh_zv_arg(engine, where, 1);

	exh_zv_set(engine, key, (int32_t)sum);
}

static void random_value(struct exh_zv_engine *engine, const struct zv_where *where)
{
	exh_zv_set(engine, where->result->slot,
		   exh_zv_random(engine, exh_zv_arg(engine, where, 0)));
}

static void set_disabled(struct exh_zv_engine *engine, int32_t key, bool is_disabled)
{
	uint8_t flags;

	if (key == ZV_NO_KEY)
		return;
	flags = engine->scheduler.flags[key] & (uint8_t)~EXH_ZV_DISABLED;
	exh_zv_set_flags(&engine->scheduler, key,
			 is_disabled ? flags | EXH_ZV_DISABLED : flags);
}

static void enable_control(struct exh_zv_engine *engine, const struct zv_where *where)
{
	set_disabled(engine, exh_zv_arg_key(engine, where, 0), false);
}

static void disable_control(struct exh_zv_engine *engine, const struct zv_where *where)
{
	set_disabled(engine, exh_zv_arg_key(engine, where, 0), true);
}

static void set_venus(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t key = exh_zv_arg_key(engine, where, 0);

	if (zv_get(engine, key) > 0)
		exh_zv_set(engine, KEY_VENUS, key);
}

static void disable_venus(struct exh_zv_engine *engine, const struct zv_where *where)
{
	exh_zv_set(engine, exh_zv_arg_key(engine, where, 0), 0);
}

static void timer(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t unit = engine->world->game == EXH_ZV_NEMESIS ? 1000 : 100;
	const int64_t units = exh_zv_arg(engine, where, 0);

	if (!exh_zv_effect_find(engine, where->result->slot))
		exh_zv_effect_start(
			engine, &(struct zv_effect){ .kind = EFFECT_TIMER,
						     .key = where->result->slot,
						     .scope = where->scope,
						     .timer = { units * unit, unit } });
}

/*
 * Places, and the end.
 */

static void change_location(struct exh_zv_engine *engine, const struct zv_where *where)
{
	char place[PLACE_SIZE], name[ZV_NAME_SIZE];
	size_t size = 0;

	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; exh_zv_arg_name(where, i, name) && name[k]; k++)
			if (size < PLACE_SIZE)
				place[size++] = name[k];
	if (size < PLACE_SIZE) {
		exh_zv_action_note(engine, where, "expected a place of four letters");
		return;
	}
	exh_zv_change_place(engine, place, exh_zv_arg(engine, where, 3));
	exh_zv_trace_place(engine, "leave", place, engine->change.offset);
}

static void quit(struct exh_zv_engine *engine, const struct zv_where *where)
{
	if (exh_zv_arg(engine, where, 0))
		exh_zv_end(engine, "quit");
}

/*
 * Effects by their keys.
 */

static void stop(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_effect *effect =
		exh_zv_effect_find(engine, exh_zv_arg_key(engine, where, 0));

	if (effect && effect->kind != EFFECT_PRELOADED)
		exh_zv_effect_kill(engine, effect);
}

static void kill_kinds(struct exh_zv_engine *engine, const struct zv_where *where)
{
	static const struct {
		const char *name;
		enum zv_effect_kind kind;
	} kinds[] = {
		{ "anim", EFFECT_ANIMATION },	  { "anim", EFFECT_PRELOADED },
		{ "audio", EFFECT_MUSIC },	  { "distort", EFFECT_DISTORT },
		{ "pantrack", EFFECT_PAN_TRACK }, { "region", EFFECT_REGION },
		{ "timer", EFFECT_TIMER },	  { "ttytext", EFFECT_TEXT },
	};
	bool is_known = exh_zv_arg_is(where, 0, "all");

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (exh_zv_arg_is(where, 0, "all") ||
		    exh_zv_arg_is(where, 0, kinds[i].name)) {
			exh_zv_effects_kill_kind(engine, kinds[i].kind);
			is_known = true;
		}
	if (!is_known)
		exh_zv_action_note(engine, where, "neither a key nor a kind of effects");
}

static void kill(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct zv_argument *arg = argument(where, 0);

	if (arg->is_key || (arg->text.size && script_is_digit(arg->text.data[0])))
		exh_zv_effect_kill_key(engine, exh_zv_arg_key(engine, where, 0));
	else
		kill_kinds(engine, where);
}

/*
 * The inventory.
 */

static void set_count(struct exh_zv_engine *engine, int32_t count)
{
	exh_zv_set(engine, KEY_ITEM_COUNT, count);
}

/* A script may have written anything there. */
static int32_t item_count(const struct exh_zv_engine *engine)
{
	const int32_t count = zv_get(engine, KEY_ITEM_COUNT);

	return count < 0 ? 0 : count > MAX_ITEMS ? MAX_ITEMS : count;
}

/* Where an item is in the list, or its end. */
static int32_t find_item(const struct exh_zv_engine *engine, int32_t item)
{
	const int32_t count = item_count(engine);
	int32_t at = 0;

	while (at < count && zv_get(engine, KEY_ITEMS + at) != item)
		at++;
	return at;
}

void exh_zv_inventory_add(struct exh_zv_engine *engine, int32_t item)
{
	int32_t count = item_count(engine);

	if (!count) {
		exh_zv_set(engine, KEY_ITEMS, 0);
		set_count(engine, ++count);
	}
	if (find_item(engine, item) < count || count == MAX_ITEMS)
		return;
	for (int32_t i = count; i > 0; i--)
		exh_zv_set(engine, KEY_ITEMS + i, zv_get(engine, KEY_ITEMS + i - 1));
	exh_zv_set(engine, KEY_ITEMS, item);
	exh_zv_set(engine, KEY_ITEM, item);
	set_count(engine, count + 1);
}

void exh_zv_inventory_drop(struct exh_zv_engine *engine, int32_t item)
{
	const int32_t count = item_count(engine);
	int32_t at = find_item(engine, item);

	if (at == count)
		return;
	for (; at + 1 < count; at++)
		exh_zv_set(engine, KEY_ITEMS + at, zv_get(engine, KEY_ITEMS + at + 1));
	exh_zv_set(engine, KEY_ITEMS + at, 0);
	set_count(engine, count - 1);
	exh_zv_set(engine, KEY_ITEM, zv_get(engine, KEY_ITEMS));
}

void exh_zv_inventory_cycle(struct exh_zv_engine *engine)
{
	const int32_t count = item_count(engine), first = zv_get(engine, KEY_ITEMS);

	if (!count)
		return;
	for (int32_t i = 0; i + 1 < count; i++)
		exh_zv_set(engine, KEY_ITEMS + i, zv_get(engine, KEY_ITEMS + i + 1));
	exh_zv_set(engine, KEY_ITEMS + count - 1, first);
	exh_zv_set(engine, KEY_ITEM, zv_get(engine, KEY_ITEMS));
}

static void inventory(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t item = exh_zv_arg(engine, where, 1);
	const int32_t key_item = zv_get(engine, exh_zv_arg_key(engine, where, 1));

	if (exh_zv_arg_is(where, 0, "add"))
		exh_zv_inventory_add(engine, item);
	else if (exh_zv_arg_is(where, 0, "addi"))
		exh_zv_inventory_add(engine, key_item);
	else if (exh_zv_arg_is(where, 0, "drop"))
		exh_zv_inventory_drop(engine,
				      item == -1 ? zv_get(engine, KEY_ITEM) : item);
	else if (exh_zv_arg_is(where, 0, "dropi"))
		exh_zv_inventory_drop(engine, key_item);
	else if (exh_zv_arg_is(where, 0, "cycle"))
		exh_zv_inventory_cycle(engine);
	else
		exh_zv_action_note(engine, where,
				   "expected add, addi, drop, dropi or cycle");
}

/*
 * What is shown.
 */

static void cursor(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct exh_bytes text = word(where, 0);

	engine->cursor_is_hidden = text.size && script_lower(text.data[0]) == 'h';
}

static void delay_render(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t frames = exh_zv_arg(engine, where, 0);

	engine->render_delay = frames < 0		   ? 0
			       : frames > MAX_RENDER_DELAY ? MAX_RENDER_DELAY
							   : (unsigned)frames;
}

static void menu_bar_enable(struct exh_zv_engine *engine, const struct zv_where *where)
{
	engine->menu_bits = (uint32_t)exh_zv_arg(engine, where, 0) & MENU_BITS;
}

static void flush_mouse_events(struct exh_zv_engine *engine, const struct zv_where *where)
{
	(void)where;
	engine->event_count = 0;
}

/* What needs nothing of the engine, or is unused in the games. */
static void do_nothing(struct exh_zv_engine *engine, const struct zv_where *where)
{
	(void)engine;
	(void)where;
}

static void not_played(struct exh_zv_engine *engine, const struct zv_where *where)
{
	exh_zv_action_note(engine, where, "this action is known, but not played yet");
}

/*
 * All of them, in the order of their names.
 */
static const struct zv_action actions[] = {
	{ "add", 2, add },
	{ "add_preblt", 0, do_nothing },
	{ "animplay", 5, exh_zv_animplay },
	{ "animpreload", 1, exh_zv_animpreload },
	{ "animunload", 1, exh_zv_animunload },
	{ "assign", 2, assign },
	{ "attenuate", 2, exh_zv_attenuate },
	{ "change_location", 3, change_location },
	{ "clear_system_message", 0, do_nothing },
	{ "copy_file", 0, do_nothing },
	{ "crossfade", 7, exh_zv_crossfade },
	{ "cursor", 1, cursor },
	{ "debug", 0, do_nothing },
	{ "delay_render", 1, delay_render },
	{ "disable_control", 1, disable_control },
	{ "disable_venus", 1, disable_venus },
	{ "display_message", 2, not_played },
	{ "dissolve", 0, do_nothing },
	{ "distort", 6, exh_zv_distort },
	{ "enable_control", 1, enable_control },
	{ "flush_mouse_events", 0, flush_mouse_events },
	{ "inventory", 1, inventory },
	{ "kill", 1, kill },
	{ "menu_bar_enable", 1, menu_bar_enable },
	{ "music", 3, exh_zv_music },
	{ "pan_track", 2, exh_zv_pan_track },
	{ "playpreload", 1, exh_zv_playpreload },
	{ "preferences", 0, do_nothing },
	{ "quit", 1, quit },
	{ "random", 1, random_value },
	{ "region", 1, exh_zv_region },
	{ "remove_preblt", 0, do_nothing },
	{ "restore_game", 1, not_played },
	{ "rotate_to", 2, exh_zv_rotate_to },
	{ "save_game", 1, not_played },
	{ "set_master_volume", 0, do_nothing },
	{ "set_partial_screen", 3, exh_zv_set_partial_screen },
	{ "set_screen", 1, exh_zv_set_screen },
	{ "set_venus", 1, set_venus },
	{ "stop", 1, stop },
	{ "streamvideo", 5, exh_zv_streamvideo },
	{ "syncsound", 3, exh_zv_syncsound },
	{ "timer", 1, timer },
	{ "ttytext", 6, exh_zv_ttytext },
	{ "universe_music", 3, exh_zv_universe_music },
	{ "zoom", 0, do_nothing },
};

const struct zv_action *exh_zv_action_find(struct exh_bytes name)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (exh_zv_script_is_word(name, actions[i].name))
			return &actions[i];
	return NULL;
}

void exh_zv_act(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct zv_action *action = where->result->action;

	exh_zv_trace_result(engine, where);
	if (!action) {
		engine->unknown_actions++;
		exh_zv_action_note(engine, where, "no such action is known");
	} else if (where->result->args.count < action->least) {
		exh_zv_action_note(engine, where, "too few arguments; it is left out");
	} else {
		action->act(engine, where);
	}
}
