#include "zv_parts.h"
#include "exhume/advanced/zv_engine.h"

#include <string.h>

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
	exh_zv_hint(engine, exh_zv_arg_key(engine, where, 0));
}

static void disable_venus(struct exh_zv_engine *engine, const struct zv_where *where)
{
	exh_zv_set(engine, exh_zv_arg_key(engine, where, 0), 0);
}

static void timer(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t unit = zv_timer_unit_ms(engine->world);
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
	char place[] = "gary", name[ZV_NAME_SIZE];
	size_t size = 0;

	/* The place of the start fills in for what is missing. */
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; exh_zv_arg_name(where, i, name) && name[k]; k++)
			if (size < PLACE_SIZE)
				place[size++] = name[k];
	exh_zv_change_place(engine, place, exh_zv_arg(engine, where, 3));
	exh_zv_trace_place(engine, "leave", place, engine->change.offset);
}

static void quit(struct exh_zv_engine *engine, const struct zv_where *where)
{
	if (exh_zv_arg(engine, where, 0) == 1)
		exh_zv_end(engine, "quit");
	else
		exh_zv_ask(engine, TALK_QUIT);
}

/*
 * Effects by their keys.
 */

static void stop(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_effect *effect =
		exh_zv_effect_find(engine, exh_zv_arg_key(engine, where, 0));

	if (effect && zv_has_film(effect)) {
		exh_zv_animation_stop(engine, &effect->animation);
		effect->kind = EFFECT_PRELOADED; /* the film stays */
	} else if (effect) {
		exh_zv_effect_kill(engine, effect);
	}
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
	const struct zv_argument *arg = &where->result->args.items[0];

	if (arg->is_key || (arg->text.size && script_is_digit(arg->text.data[0])))
		exh_zv_effect_kill_key(engine, exh_zv_arg_key(engine, where, 0));
	else
		kill_kinds(engine, where);
}

/*
 * The inventory.
 */

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
 * Display.
 */

static void cursor(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct exh_bytes text = exh_zv_arg_word(where, 0);

	engine->cursor_is_hidden = text.size && script_lower(text.data[0]) == 'h';
}

static void delay_render(struct exh_zv_engine *engine, const struct zv_where *where)
{
	engine->render_delay =
		(unsigned)zv_clamp(exh_zv_arg(engine, where, 0), 0, INT32_MAX);
}

/* The older engine flashes black for a tick; here only the trace has it. */
static void dissolve(struct exh_zv_engine *engine, const struct zv_where *where)
{
	(void)where;
	engine->is_dark = engine->rules == EXH_ZV_RULES_ZENGINE;
}

static void menu_bar_enable(struct exh_zv_engine *engine, const struct zv_where *where)
{
	engine->menu_bits = exh_zv_arg_is_number(where, 0)
				    ? (uint32_t)exh_zv_arg(engine, where, 0) & MENU_BITS
				    : MENU_BITS;
}

static void flush_mouse_events(struct exh_zv_engine *engine, const struct zv_where *where)
{
	(void)where;
	engine->event_count = 0;
}

/* Ignores actions that the engine does not need or the games do not use. */
static void do_nothing(struct exh_zv_engine *engine, const struct zv_where *where)
{
	(void)engine;
	(void)where;
}

static void restart(struct exh_zv_engine *engine)
{
	exh_zv_game_restart(engine);
	exh_zv_preferences_start(engine);
}

/* Grand Inquisitor begins again from a saved game of its own; without that one it begins
 * as at the start. */
static void restore_game(struct exh_zv_engine *engine, const struct zv_where *where)
{
	char name[ZV_NAME_SIZE];
	struct exh_error err;

	if (!exh_zv_arg_name(where, 0, name) ||
	    !exh_zv_engine_restore_game(engine, name, &err))
		return;
	exh_zv_action_note(engine, where, err.text);
	if (engine->world->game == EXH_ZV_ZGI && strcmp(name, "r.svr") == 0)
		restart(engine);
}

static void save_game(struct exh_zv_engine *engine, const struct zv_where *where)
{
	char name[ZV_NAME_SIZE];

	if (exh_zv_arg_name(where, 0, name) && !exh_zv_engine_keep_game(engine, name))
		exh_zv_action_note(engine, where, "no more than 16 saved games are kept");
}

static void preferences(struct exh_zv_engine *engine, const struct zv_where *where)
{
	if (!exh_zv_arg_is(where, 0, "save"))
		exh_zv_preferences_read(engine);
	else if (!exh_zv_preferences_save(engine))
		exh_zv_action_note(engine, where, "no more than 16 saved games are kept");
}

static void display_message(struct exh_zv_engine *engine, const struct zv_where *where)
{
	if (!exh_zv_titler_show(engine, exh_zv_arg_key(engine, where, 0),
				exh_zv_arg(engine, where, 1)))
		exh_zv_action_note(engine, where, "the place has no such titler");
}

/*
 * All of them.
 */
static const struct {
	size_t least; /* minimum number of arguments; actions with fewer are ignored */
	zv_act_fn *act;
} actions[ZV_ACTIONS] = {
	[ZV_ACT_ADD] = { 2, add },
	[ZV_ACT_ADD_PREBLT] = { 0, do_nothing },
	[ZV_ACT_ANIMPLAY] = { 5, exh_zv_animplay },
	[ZV_ACT_ANIMPRELOAD] = { 1, exh_zv_animpreload },
	[ZV_ACT_ANIMUNLOAD] = { 1, exh_zv_animunload },
	[ZV_ACT_ASSIGN] = { 2, assign },
	[ZV_ACT_ATTENUATE] = { 2, exh_zv_attenuate },
	[ZV_ACT_CHANGE_LOCATION] = { 0, change_location },
	[ZV_ACT_CLEAR_SYSTEM_MESSAGE] = { 0, do_nothing },
	[ZV_ACT_COPY_FILE] = { 0, do_nothing },
	[ZV_ACT_CROSSFADE] = { 7, exh_zv_crossfade },
	[ZV_ACT_CURSOR] = { 1, cursor },
	[ZV_ACT_DEBUG] = { 0, do_nothing },
	[ZV_ACT_DELAY_RENDER] = { 1, delay_render },
	[ZV_ACT_DISABLE_CONTROL] = { 1, disable_control },
	[ZV_ACT_DISABLE_VENUS] = { 1, disable_venus },
	[ZV_ACT_DISPLAY_MESSAGE] = { 2, display_message },
	[ZV_ACT_DISSOLVE] = { 0, dissolve },
	[ZV_ACT_DISTORT] = { 6, exh_zv_distort },
	[ZV_ACT_ENABLE_CONTROL] = { 1, enable_control },
	[ZV_ACT_FLUSH_MOUSE_EVENTS] = { 0, flush_mouse_events },
	[ZV_ACT_INVENTORY] = { 1, inventory },
	[ZV_ACT_KILL] = { 1, kill },
	[ZV_ACT_MENU_BAR_ENABLE] = { 0, menu_bar_enable },
	[ZV_ACT_MUSIC] = { 3, exh_zv_music },
	[ZV_ACT_PAN_TRACK] = { 2, exh_zv_pan_track },
	[ZV_ACT_PLAYPRELOAD] = { 1, exh_zv_playpreload },
	[ZV_ACT_PREFERENCES] = { 0, preferences },
	[ZV_ACT_QUIT] = { 0, quit },
	[ZV_ACT_RANDOM] = { 1, random_value },
	[ZV_ACT_REGION] = { 8, exh_zv_region },
	[ZV_ACT_REMOVE_PREBLT] = { 0, do_nothing },
	[ZV_ACT_RESTORE_GAME] = { 1, restore_game },
	[ZV_ACT_ROTATE_TO] = { 2, exh_zv_rotate_to },
	[ZV_ACT_SAVE_GAME] = { 1, save_game },
	[ZV_ACT_SET_MASTER_VOLUME] = { 0, do_nothing },
	[ZV_ACT_SET_PARTIAL_SCREEN] = { 3, exh_zv_set_partial_screen },
	[ZV_ACT_SET_SCREEN] = { 1, exh_zv_set_screen },
	[ZV_ACT_SET_VENUS] = { 1, set_venus },
	[ZV_ACT_STOP] = { 1, stop },
	[ZV_ACT_STREAMVIDEO] = { 5, exh_zv_streamvideo },
	[ZV_ACT_SYNCSOUND] = { 3, exh_zv_syncsound },
	[ZV_ACT_TIMER] = { 1, timer },
	[ZV_ACT_TTYTEXT] = { 6, exh_zv_ttytext },
	[ZV_ACT_UNIVERSE_MUSIC] = { 3, exh_zv_universe_music },
	[ZV_ACT_ZOOM] = { 0, do_nothing },
};

bool exh_zv_act_is_done(enum zv_action action)
{
	return actions[action].act != do_nothing;
}

void exh_zv_act(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const enum zv_action action = where->result->action;

	exh_zv_trace_result(engine, where);
	if (action == ZV_ACT_UNKNOWN) {
		engine->unknown_actions++;
		exh_zv_action_note(engine, where, "no such action is known");
	} else if (where->result->args.count < actions[action].least) {
		exh_zv_action_note(engine, where, "too few arguments; it is left out");
	} else {
		actions[action].act(engine, where);
	}
}
