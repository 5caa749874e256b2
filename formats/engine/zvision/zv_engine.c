#include "zv_parts.h"
#include "exhume/advanced/zv_engine.h"

#include <stdlib.h>
#include <string.h>

struct exh_zv_engine *exh_zv_engine_new(void)
{
	return calloc(1, sizeof(struct exh_zv_engine));
}

void exh_zv_engine_clear(struct exh_zv_engine *engine)
{
	exh_zv_scheduler_free(&engine->scheduler);
	exh_zv_effects_free(&engine->effects);
	exh_zv_view_free(engine);
	exh_zv_controls_free(engine);
	exh_zv_saves_free(&engine->saves);
	free(engine->video.pixels);
	*engine = (struct exh_zv_engine){ 0 };
}

void exh_zv_engine_free(struct exh_zv_engine *engine)
{
	if (engine)
		exh_zv_engine_clear(engine);
	free(engine);
}

/*
 * The start.
 */

/* Sets keys to their values at the start of a game. */
static void set_keys(struct exh_zv_engine *engine)
{
	engine->scheduler.values[ZV_KEY_STYLE] = engine->world->game == EXH_ZV_NEMESIS;
	exh_zv_preferences_start(engine);
}

static enum exh_status check_place(const char *place, struct exh_error *err)
{
	if (exh_zv_is_place(place) && !place[PLACE_SIZE])
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"a place has four small letters or digits, as in \"gary\"");
}

enum exh_status exh_zv_engine_start(struct exh_zv_engine *engine,
				    struct exh_zv_world *world,
				    const struct exh_zv_start *start,
				    struct exh_error *err)
{
	const char *place = start->place[0] ? start->place : "gary";
	const enum exh_status status = check_place(place, err);

	if (status)
		return status;
	exh_zv_engine_clear(engine);
	engine->world = world;
	engine->rules = start->rules;
	engine->random = start->seed;
	engine->input.x = EXH_ZV_SCREEN_WIDTH / 2;
	engine->input.y = EXH_ZV_SCREEN_HEIGHT / 2;
	engine->before = engine->input;
	engine->menu.x = engine->input.x;
	engine->menu.y = engine->input.y;
	if (!exh_zv_scheduler_start(&engine->scheduler, zv_key_count(world)))
		return no_memory(err);
	set_keys(engine);
	exh_zv_view_start(engine);
	exh_zv_scope_load(&engine->scheduler, ZV_UNIVERSE,
			  exh_zv_place_program(engine, ZV_UNIVERSE));
	exh_zv_change_place(engine, place, start->offset);
	engine->change.ticks_left = 1; /* the first tick begins there */
	return engine->end_name ? no_memory(err) : EXH_OK;
}

enum exh_status exh_zv_engine_go(struct exh_zv_engine *engine, const char *place,
				 int32_t offset, struct exh_error *err)
{
	const enum exh_status status = check_place(place, err);

	if (!status)
		exh_zv_change_place(engine, place, offset);
	return status;
}

bool exh_zv_engine_copy(struct exh_zv_engine *to, const struct exh_zv_engine *from)
{
	const struct zv_film *film = from->video.film;
	struct exh_zv_engine old = *to;
	bool good;

	exh_zv_engine_clear(&old);
	*to = *from;
	to->scheduler = (struct zv_scheduler){ 0 };
	to->effects.count = 0;
	to->controls.items = NULL;
	to->controls.count = 0;
	to->window = NULL;
	to->background = (struct exh_zv_picture){ 0 };
	to->pano_arena = (struct exh_arena){ 0 };
	to->video.pixels = exh_zv_copy_pixels(from->video.pixels,
					      film ? film->width * film->height : 0);
	exh_zv_saves_copy(&to->saves, &from->saves);
	if (!from->world)
		return true;
	good = exh_zv_scheduler_start(&to->scheduler, from->scheduler.key_count) &&
	       exh_zv_scheduler_copy(&to->scheduler, &from->scheduler) &&
	       exh_zv_effects_copy(&to->effects, &from->effects) &&
	       exh_zv_view_copy(to, from) && exh_zv_controls_copy(to, from) &&
	       !to->video.pixels == !from->video.pixels;
	if (!good)
		exh_zv_end(to, "memory");
	return good;
}

/*
 * A tick.
 */

static void set_if_new(struct exh_zv_engine *engine, int32_t key, int32_t value)
{
	if (zv_get(engine, key) != value)
		exh_zv_set(engine, key, value);
}

static void set_input_keys(struct exh_zv_engine *engine)
{
	set_if_new(engine, KEY_LEFT_BUTTON, engine->input.left);
	set_if_new(engine, KEY_RIGHT_BUTTON, engine->input.right);
	for (size_t i = 0; i < engine->input.press_count; i++)
		exh_zv_set(engine, KEY_PRESSED, engine->input.presses[i]);
}

static enum zv_scope scope_of(const struct exh_zv_engine *engine, enum zv_phase phase)
{
	static const enum zv_scope orders[][ZV_SCOPES] = {
		[EXH_ZV_RULES_GAME] = { ZV_NODEVIEW, ZV_ROOM, ZV_WORLD, ZV_UNIVERSE },
		[EXH_ZV_RULES_ZENGINE] = { ZV_WORLD, ZV_ROOM, ZV_NODEVIEW, ZV_UNIVERSE },
	};

	if (phase == PHASE_PLACE_ROOM)
		return ZV_ROOM;
	if (phase == PHASE_PLACE_VIEW)
		return ZV_NODEVIEW;
	return orders[engine->rules][phase - PHASE_FIRST_SCOPE];
}

/* Performs results from where they stopped, until one has to wait. */
static bool do_results(struct exh_zv_engine *engine)
{
	struct zv_run *run = &engine->run;
	const struct zv_program *program = engine->scheduler.scopes[run->scope].program;
	const struct zv_puzzle *puzzle = &program->puzzles[run->puzzle];

	while (run->result < puzzle->result_count) {
		exh_zv_act(engine, &(struct zv_where){ program, run->scope,
						       &puzzle->results[run->result] });
		run->result++;
		if (engine->wait != WAIT_NONE || engine->end_name || engine->is_restored)
			return false;
	}
	return true;
}

/* False: waiting, or the game has ended. */
static bool run_scope(struct exh_zv_engine *engine, enum zv_scope scope)
{
	struct zv_run *run = &engine->run;
	const struct zv_puzzle *puzzle;

	if (!run->is_on)
		exh_zv_run_begin(&engine->scheduler, scope, run);
	else if (run->fires && !do_results(engine))
		return false;
	for (;;) {
		run->is_leaving = engine->change.is_pending;
		puzzle = exh_zv_run_next(&engine->scheduler, run, exh_zv_trace_check,
					 engine);
		if (!puzzle)
			return true;
		engine->fired++;
		exh_zv_watch(engine, engine->scheduler.scopes[scope].program, puzzle);
		if (!do_results(engine))
			return false;
	}
}

/* A restored game has no previous place; it has the settings of the player. */
static void change_place(struct exh_zv_engine *engine)
{
	const bool is_restored = !engine->place[0] && zv_get(engine, KEY_RESTORED) == 1;

	engine->room_is_new = engine->place_is_new = false;
	exh_zv_request_place(engine);
	if (is_restored && engine->place_is_new) {
		exh_zv_fixes_restore(engine);
		exh_zv_game_heal(engine);
	}
}

static bool do_phase(struct exh_zv_engine *engine)
{
	switch (engine->phase) {
	case PHASE_KEYS:
		set_input_keys(engine);
		return true;
	case PHASE_SCROLL:
		exh_zv_view_scroll(engine);
		return true;
	case PHASE_PLACE:
		change_place(engine);
		return true;
	case PHASE_PLACE_ROOM:
		return !engine->room_is_new || run_scope(engine, ZV_ROOM);
	case PHASE_PLACE_VIEW:
		if (engine->place_is_new && !run_scope(engine, ZV_NODEVIEW))
			return false;
		if (engine->place_is_new)
			exh_zv_view_settle(engine);
		return true;
	case PHASE_EFFECTS:
		exh_zv_effects_tick(engine);
		return true;
	case PHASE_CONTROLS:
		exh_zv_menu_tick(engine);
		exh_zv_cheats_tick(engine);
		exh_zv_controls_tick(engine);
		exh_zv_request_tick(engine);
		return true;
	default:
		return run_scope(engine, scope_of(engine, engine->phase));
	}
}

static void do_phases(struct exh_zv_engine *engine)
{
	while (engine->phase < PHASE_END && !engine->end_name) {
		if (!do_phase(engine))
			return;
		engine->phase++;
	}
}

static void take_input(struct exh_zv_engine *engine, const struct exh_zv_input *input)
{
	engine->before = engine->input;
	engine->input = *input;
	if (engine->input.press_count > EXH_ZV_PRESSES)
		engine->input.press_count = EXH_ZV_PRESSES;
	exh_zv_controls_input(engine);
}

bool exh_zv_engine_step(struct exh_zv_engine *engine, const struct exh_zv_input *input,
			const struct exh_host *host)
{
	if (engine->end_name || !engine->world)
		return false;
	engine->host = host;
	engine->tick++;
	engine->keys_set = engine->fired = 0;
	engine->is_restored = engine->is_dark = engine->is_turning = false;
	take_input(engine, input);
	if (engine->tick == 1)
		exh_zv_fixes_read(engine, engine->scheduler.scopes[ZV_UNIVERSE].program);
	if (engine->wait == WAIT_NONE) {
		engine->phase = PHASE_KEYS;
		do_phases(engine);
	} else if (!exh_zv_wait_tick(engine)) {
		exh_zv_request_tick(engine);
		do_phases(engine);
	}
	if (engine->scheduler.failed)
		exh_zv_end(engine, "memory");
	if (!engine->end_name)
		exh_zv_view_render(engine);
	engine->host = NULL;
	return !engine->end_name;
}

/*
 * Views of the state.
 */

void exh_zv_engine_state(const struct exh_zv_engine *engine,
			 struct exh_zv_engine_state *state)
{
	*state = (struct exh_zv_engine_state){
		.tick = engine->tick,
		.offset = engine->world ? zv_get(engine, KEY_OFFSET) : 0,
		.effects = engine->effects.count,
		.keys_set = engine->keys_set,
		.fired = engine->fired,
		.unknown_actions = engine->unknown_actions,
		.waits = engine->wait != WAIT_NONE,
		.is_changing = engine->change.is_pending,
		.events = engine->event_count,
		.has_ended = engine->end_name != NULL,
		.end_name = engine->end_name ? engine->end_name : "running",
	};
	memcpy(state->place, engine->place, PLACE_SIZE);
}

int32_t exh_zv_engine_key_count(const struct exh_zv_engine *engine)
{
	return engine->scheduler.key_count;
}

int32_t exh_zv_engine_key(const struct exh_zv_engine *engine, int32_t key)
{
	return zv_get(engine, zv_known(engine, key));
}

void exh_zv_engine_set_key(struct exh_zv_engine *engine, int32_t key, int32_t value)
{
	exh_zv_set(engine, zv_known(engine, key), value);
}
