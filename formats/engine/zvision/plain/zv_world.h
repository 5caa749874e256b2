/*
 * A plain second implementation of ticks and places, for tests: random worlds of flat
 * rooms without pictures, in which puzzles set keys, start timers, carry items and send
 * the player from place to place, and in which he clicks toggles and slots.
 *
 * Source: zvision 9 and 10, second part 2 and 9; README.md, "Ticks and places".
 */
#ifndef EXH_ENGINE_ZVISION_PLAIN_WORLD_H
#define EXH_ENGINE_ZVISION_PLAIN_WORLD_H

#include "exhume/zv_engine.h"
#include "zv_engine.h"

enum { PLAIN_SCRIPTS = 17, PLAIN_TIMERS = 64, PLAIN_CONTROLS = 4, PLAIN_QUEUE = 64 };

enum plain_event { PLAIN_UP, PLAIN_DOWN, PLAIN_DOUBLE, PLAIN_EVENTS };

/* A push_toggle, or a slot. */
struct plain_control {
	bool is_slot;
	int key;
	int left, top, width, height; /* hot spot */
	enum plain_event event;	      /* toggles only */
	int count_to;		      /* toggles only; -1: not given */
	int eligible[2];	      /* slots only */
};

struct plain_script {
	const char *name;
	struct plain_scope scope;
	struct exh_writer text;
	struct plain_control controls[PLAIN_CONTROLS]; /* places only */
	int control_count;
};

struct plain_click {
	enum plain_event event;
	int x, y; /* on the screen */
};

struct plain_timer {
	int key, left_ms;
};

struct plain_world {
	struct plain plain; /* first: a pointer to it is one to the world */
	struct plain_script scripts[PLAIN_SCRIPTS];
	enum exh_zv_game game;
	enum exh_zv_rules rules;
	char place[5];
	bool is_changing, was_left, was_right;
	int ticks_left, offset;
	char target[5];
	struct plain_timer timers[PLAIN_TIMERS];
	int timer_count;
	struct plain_click queue[PLAIN_QUEUE];
	int queue_count, tick;
	struct plain_click last_press;
	int last_press_tick; /* 0: none that a second one could follow */
	int toggles, swaps;  /* statistics */
};

/*
 * Random worlds.
 */

static const char *const plain_script_names[PLAIN_SCRIPTS] = {
	"universe.scr", "g.scr",    "h.scr",	"ga.scr",   "gb.scr",	"ha.scr",
	"hb.scr",	"gj.scr",   "gary.scr", "garz.scr", "gbay.scr", "gbaz.scr",
	"hary.scr",	"haaz.scr", "hbay.scr", "gjma.scr", "gjmb.scr",
};

/* The last places have no scripts, and "0000" is the previous place. */
static const char *const plain_places[] = { "gary", "garz", "gbay", "gbaz", "hary",
					    "haaz", "hbay", "gjma", "gjmb", "0000",
					    "0000", "gazz", "iiii" };

/* Keys of their own, and some of the engine's. */
static const int plain_world_keys[] = { 200, 201, 202, 203, 204, 205, 206, 207, 208, 209,
					210, 211, 200, 201, 202, 203, 204, 205, 206, 207,
					7,   8,	  9,   10,  18,	 76,  100, 101, 102 };

static const struct plain_plan plain_world_plan = {
	.keys = plain_world_keys,
	.key_count = sizeof plain_world_keys / sizeof *plain_world_keys,
	.places = plain_places,
	.place_count = sizeof plain_places / sizeof *plain_places,
	.most_puzzles = 5,
	.actions = PLAIN_ACTIONS,
};

static inline const struct plain_script *plain_script(const struct plain_world *world,
						      const char *name, size_t size)
{
	for (size_t i = 0; i < PLAIN_SCRIPTS; i++)
		if (strlen(plain_script_names[i]) == size + 4 &&
		    memcmp(plain_script_names[i], name, size) == 0)
			return &world->scripts[i];
	return NULL;
}

/* Functions of struct exh_zv_files. */
static inline bool plain_read(void *context, const char *name, struct exh_bytes *out)
{
	const struct plain_world *world = context;

	for (size_t i = 0; i < PLAIN_SCRIPTS; i++)
		if (strcmp(plain_script_names[i], name) == 0) {
			*out = exh_writer_bytes(&world->scripts[i].text);
			return true;
		}
	return false;
}

static inline void plain_release(void *context, struct exh_bytes bytes)
{
	(void)context;
	(void)bytes;
}

static inline void plain_world_free(struct plain_world *world)
{
	for (size_t i = 0; i < PLAIN_SCRIPTS; i++)
		exh_writer_free(&world->scripts[i].text);
}

/*
 * Results.
 */

static inline int plain_wrap(int64_t value)
{
	return (int)(int32_t)(uint32_t)(uint64_t)value;
}

static inline int plain_find_timer(const struct plain_world *world, int key)
{
	int i = 0;

	while (i < world->timer_count && world->timers[i].key != key)
		i++;
	return i;
}

static inline int plain_unit_ms(const struct plain_world *world)
{
	return world->game == EXH_ZV_NEMESIS ? 1000 : 100;
}

static inline void plain_end_timer(struct plain_world *world, int at, bool is_killed)
{
	const struct plain_timer timer = world->timers[at];
	const int units = timer.left_ms > 0 ? timer.left_ms / plain_unit_ms(world) : 0;

	world->timer_count--;
	memmove(&world->timers[at], &world->timers[at + 1],
		(size_t)(world->timer_count - at) * sizeof *world->timers);
	plain_set(&world->plain, timer.key, 2);
	if (is_killed && units > 0)
		plain_set(&world->plain, timer.key, units);
}

static inline void plain_start_timer(struct plain_world *world, int key, int units)
{
	if (plain_find_timer(world, key) < world->timer_count ||
	    world->timer_count == PLAIN_TIMERS)
		return;
	/* Long timers never end here; negative ones end in the next tick. */
	units = units > 100000 ? 100000 : units < 0 ? -1 : units;
	world->timers[world->timer_count++] =
		(struct plain_timer){ key, units * plain_unit_ms(world) };
	plain_set(&world->plain, key, 1);
}

static inline void plain_add_item(struct plain *plain, int item)
{
	int count = plain->values[100];

	count = count < 0 ? 0 : count > 49 ? 49 : count;
	if (!count) {
		plain_set(plain, 101, 0);
		plain_set(plain, 100, count = 1);
	}
	for (int i = 0; i < count; i++)
		if (plain->values[101 + i] == item)
			return;
	if (count == 49)
		return;
	for (int i = count; i > 0; i--)
		plain_set(plain, 101 + i, plain->values[100 + i]);
	plain_set(plain, 101, item);
	plain_set(plain, 9, item);
	plain_set(plain, 100, count + 1);
}

static inline void plain_drop_item(struct plain *plain, int item)
{
	int count = plain->values[100], at = 0;

	count = count < 0 ? 0 : count > 49 ? 49 : count;
	while (at < count && plain->values[101 + at] != item)
		at++;
	if (at == count)
		return;
	for (; at + 1 < count; at++)
		plain_set(plain, 101 + at, plain->values[102 + at]);
	plain_set(plain, 101 + at, 0);
	plain_set(plain, 100, count - 1);
	plain_set(plain, 9, plain->values[101]);
}

static inline void plain_cycle(struct plain *plain)
{
	const int first = plain->values[101];
	int count = plain->values[100];

	count = count < 0 ? 0 : count > 49 ? 49 : count;
	if (!count)
		return;
	for (int i = 0; i + 1 < count; i++)
		plain_set(plain, 101 + i, plain->values[102 + i]);
	plain_set(plain, 100 + count, first);
	plain_set(plain, 9, plain->values[101]);
}

static inline void plain_go(struct plain_world *world, const char *place, int offset)
{
	world->is_changing = true;
	world->ticks_left = 2;
	world->offset = offset;
	memcpy(world->target, place, 5);
}

static inline void plain_act(struct plain *plain, enum zv_scope scope,
			     const struct plain_result *result)
{
	struct plain_world *world = (struct plain_world *)plain;
	const int key = result->key;
	const int value = result->value_is_key ? (int16_t)plain->values[result->value]
					       : result->value;

	(void)scope;
	switch (result->action) {
	case PLAIN_ASSIGN:
		plain_set(plain, key, value);
		break;
	case PLAIN_ADD:
		plain_set(plain, key, plain_wrap((int64_t)plain->values[key] + value));
		break;
	case PLAIN_ENABLE:
		plain_set_flags(plain, key, plain->flags[key] & ~EXH_ZV_DISABLED);
		break;
	case PLAIN_DISABLE:
		plain_set_flags(plain, key, plain->flags[key] | EXH_ZV_DISABLED);
		break;
	case PLAIN_TIMER:
		plain_start_timer(world, key, value);
		break;
	case PLAIN_KILL:
		if (plain_find_timer(world, key) < world->timer_count)
			plain_end_timer(world, plain_find_timer(world, key), true);
		break;
	case PLAIN_KILL_TIMERS:
		while (world->timer_count)
			plain_end_timer(world, 0, true);
		break;
	case PLAIN_ADD_ITEM:
		plain_add_item(plain, value);
		break;
	case PLAIN_ADD_ITEM_OF:
		plain_add_item(plain, plain->values[key]);
		break;
	case PLAIN_DROP_ITEM:
		plain_drop_item(plain, value == -1 ? plain->values[9] : value);
		break;
	case PLAIN_CYCLE:
		plain_cycle(plain);
		break;
	case PLAIN_GO:
		plain_go(world, result->place, value);
		break;
	default:
		plain->stops = true;
		break;
	}
}

/*
 * Places.
 */

static inline bool plain_is_menu(const char *place)
{
	return place[0] == 'g' && place[1] == 'j';
}

static inline void plain_load_script(struct plain_world *world, enum zv_scope scope)
{
	static const size_t sizes[] = { 4, 2, 1 };
	const struct plain_script *script =
		plain_script(world, world->place, sizes[scope]);

	if (script)
		plain_load(&world->plain, scope, &script->scope);
	else
		world->plain.scopes[scope] = (struct plain_scope){ .count = 0 };
}

/* The timers of a scope's actions end, in the order of the script. */
static inline void plain_leave(struct plain_world *world, enum zv_scope number)
{
	const struct plain_scope *scope = &world->plain.scopes[number];

	for (int i = 0; i < scope->count; i++)
		for (int k = 0; k < scope->puzzles[i].result_count; k++) {
			const struct plain_result *result = &scope->puzzles[i].results[k];
			const int at = plain_find_timer(world, result->key);

			if (result->action == PLAIN_TIMER && at < world->timer_count)
				plain_end_timer(world, at, true);
		}
}

/* Drops the table and lists the scopes that stay. */
static inline void plain_load_place(struct plain_world *world, bool has_new_room,
				    bool has_new_world)
{
	struct plain *plain = &world->plain;

	plain->filled_count = 0;
	plain->filled[plain->filled_count++] = ZV_UNIVERSE;
	if (!has_new_room)
		plain->filled[plain->filled_count++] = ZV_ROOM;
	if (!has_new_world)
		plain->filled[plain->filled_count++] = ZV_WORLD;
	plain_leave(world, ZV_NODEVIEW);
	if (has_new_room)
		plain_leave(world, ZV_ROOM);
	if (has_new_world)
		plain_leave(world, ZV_WORLD);
	plain_load_script(world, ZV_NODEVIEW);
	if (has_new_room)
		plain_load_script(world, ZV_ROOM);
	if (has_new_world)
		plain_load_script(world, ZV_WORLD);
	if (has_new_room)
		plain_run(plain, ZV_ROOM, NULL);
	if (!plain->stops)
		plain_run(plain, ZV_NODEVIEW, NULL);
}

static inline void plain_change(struct plain_world *world, const char *to, int offset)
{
	struct plain *plain = &world->plain;
	const bool has_new_world = to[0] != world->place[0];
	const bool has_new_room = has_new_world || to[1] != world->place[1];
	const int kept = plain_is_menu(to) ? 45 : 40;

	/* At the start there is no place to go back to. */
	if (world->place[0] && !plain_is_menu(world->place))
		for (int i = 0; i < 5; i++)
			plain_set(plain, kept + i, plain->values[3 + i]);
	memcpy(world->place, to, 5);
	for (int i = 0; i < 4; i++)
		plain_set(plain, 3 + i, to[i]);
	plain_set(plain, 7, offset);
	plain_load_place(world, has_new_room, has_new_world);
}

static inline void plain_change_tick(struct plain_world *world)
{
	const int *values = world->plain.values;
	const int kept = plain_is_menu(world->place) ? 45 : 40;
	int offset = world->offset;
	char to[5];

	if (!world->is_changing || --world->ticks_left)
		return;
	world->is_changing = false;
	memcpy(to, world->target, 5);
	if (strcmp(to, "0000") == 0) {
		for (int i = 0; i < 4; i++)
			to[i] = (char)values[kept + i];
		offset = values[kept + 4];
	}
	/* These keys are 0 if there was no place before. */
	if (to[0] && strcmp(to, world->place) != 0)
		plain_change(world, to, offset);
}

/*
 * Controls.
 */

static inline struct plain_control plain_roll_control(struct plain_dice *dice)
{
	struct plain_control control = { .is_slot = plain_roll(dice, 3) == 0 };

	control.key = plain_roll_key(dice, &plain_world_plan);
	control.left = plain_roll(dice, 48) * 8 - 8;
	control.top = plain_roll(dice, 30) * 8 - 8;
	control.width = 64 + plain_roll(dice, 48) * 8;
	control.height = 64 + plain_roll(dice, 32) * 8;
	control.event = (enum plain_event)plain_roll(dice, PLAIN_EVENTS);
	control.count_to = plain_roll(dice, 5) - 1;
	for (int i = 0; i < 2; i++)
		control.eligible[i] = plain_roll(dice, 4) - 1;
	return control;
}

static inline void plain_put_control(struct exh_writer *out,
				     const struct plain_control *control)
{
	static const char *const events[PLAIN_EVENTS] = { "up", "down", "double" };

	plain_put(out, "control:%d %s {\n", control->key,
		  control->is_slot ? "slot" : "push_toggle");
	if (control->is_slot)
		plain_put(out, "hotspot(%d, %d, %d, %d)\neligible_objects(%d %d)\n}\n",
			  control->left, control->top, control->left + control->width,
			  control->top + control->height, control->eligible[0],
			  control->eligible[1]);
	else {
		plain_put(out, "flat_hotspot(%d %d %d %d)\nmouse_event(%s)\n",
			  control->left, control->top, control->width, control->height,
			  events[control->event]);
		if (control->count_to >= 0)
			plain_put(out, "count_to(%d)\n", control->count_to);
		plain_put(out, "}\n");
	}
}

/* Takes an item out of a slot, puts one in, or changes one for another. */
static inline void plain_swap(struct plain_world *world,
			      const struct plain_control *control)
{
	struct plain *plain = &world->plain;
	const int inside = plain->values[control->key], held = plain->values[9];
	const bool fits = control->eligible[0] == held || control->eligible[1] == held;

	if (inside && held && fits) {
		plain_drop_item(plain, held);
		plain_add_item(plain, inside);
		plain_set(plain, control->key, held);
	} else if (inside && !held) {
		plain_add_item(plain, inside);
		plain_set(plain, control->key, 0);
	} else if (!inside && held && fits) {
		plain_set(plain, control->key, held);
		plain_drop_item(plain, held);
	} else if (!inside && !held && fits) {
		plain_drop_item(plain, 0);
		plain_set(plain, control->key, 0);
	}
	world->swaps++;
}

static inline void plain_toggle(struct plain_world *world,
				const struct plain_control *control)
{
	struct plain *plain = &world->plain;
	int states = control->count_to > 0 ? control->count_to : 2;

	if (control->count_to > 0 && world->rules == EXH_ZV_RULES_ZENGINE)
		states++;
	plain_set(plain, control->key,
		  (int)(((int64_t)plain->values[control->key] + 1) % states));
	world->toggles++;
}

/* True if a control has consumed the click. A slot's hot spot lacks its last corner. */
static inline bool plain_click_at(struct plain_world *world, enum plain_event event,
				  int x, int y)
{
	const struct plain_script *script = plain_script(world, world->place, 4);

	for (int i = script ? script->control_count : 0; i-- > 0;) {
		const struct plain_control *control = &script->controls[i];
		const int right = control->left + control->width + !control->is_slot;
		const int bottom = control->top + control->height + !control->is_slot;

		if (world->plain.flags[control->key] & EXH_ZV_DISABLED ||
		    x < control->left || x >= right || y < control->top || y >= bottom)
			continue;
		if (control->is_slot && event == PLAIN_UP)
			plain_swap(world, control);
		if (control->is_slot || control->event != event)
			continue;
		plain_toggle(world, control);
		return true;
	}
	return false;
}

/* One click of the queue. Outside of the window it is one at its corner. */
static inline void plain_controls_tick(struct plain_world *world)
{
	const bool is_nemesis = world->game == EXH_ZV_NEMESIS;
	struct plain_click click = world->queue[0];

	if (!world->queue_count)
		return;
	world->queue_count--;
	memmove(world->queue, world->queue + 1,
		(size_t)world->queue_count * sizeof *world->queue);
	click.x -= is_nemesis ? 64 : 0;
	click.y -= is_nemesis ? 80 : 68;
	if (click.x < 0 || click.y < 0 || click.x >= (is_nemesis ? 512 : 640) ||
	    click.y >= (is_nemesis ? 320 : 344))
		click.x = click.y = 0;
	if (!plain_click_at(world, click.event, click.x, click.y) &&
	    click.event == PLAIN_DOUBLE)
		plain_click_at(world, PLAIN_DOWN, click.x, click.y);
}

static inline void plain_queue_click(struct plain_world *world,
				     const struct exh_zv_input *input)
{
	struct plain_click click = { PLAIN_UP, input->x, input->y };
	const int dx = click.x - world->last_press.x, dy = click.y - world->last_press.y;

	if (input->left == world->was_left || world->queue_count == PLAIN_QUEUE)
		return;
	if (input->left) {
		const bool is_second = world->last_press_tick &&
				       world->tick - world->last_press_tick <= 15 &&
				       dx >= -4 && dx <= 4 && dy >= -4 && dy <= 4;

		click.event = is_second ? PLAIN_DOUBLE : PLAIN_DOWN;
		world->last_press = click;
		world->last_press_tick = is_second ? 0 : world->tick;
	}
	world->queue[world->queue_count++] = click;
}

/*
 * Ticks.
 */

static inline void plain_roll_controls(struct plain_dice *dice,
				       struct plain_script *script)
{
	script->control_count = plain_roll(dice, PLAIN_CONTROLS + 1);
	for (int i = 0; i < script->control_count; i++) {
		script->controls[i] = plain_roll_control(dice);
		plain_put_control(&script->text, &script->controls[i]);
	}
}

static inline void plain_world_roll(struct plain_world *world, struct plain_dice *dice)
{
	struct plain *plain = &world->plain;

	*world = (struct plain_world){ .plain.act = plain_act };
	world->game = plain_roll(dice, 2) ? EXH_ZV_ZGI : EXH_ZV_NEMESIS;
	world->rules = plain_roll(dice, 3) ? EXH_ZV_RULES_GAME : EXH_ZV_RULES_ZENGINE;
	for (size_t i = 0; i < PLAIN_SCRIPTS; i++) {
		world->scripts[i].text.limit = 1 << 16;
		plain_roll_script(dice, &plain_world_plan, &world->scripts[i].scope);
		plain_put_script(&world->scripts[i].text, &world->scripts[i].scope);
		if (strlen(plain_script_names[i]) == 8)
			plain_roll_controls(dice, &world->scripts[i]);
	}
	plain->values[50] = 5;
	plain->values[51] = 1;
	plain->values[53] = 540;
	plain->values[57] = plain->values[58] = 1;
	plain->values[69] = plain->values[74] = 1;
	plain->values[78] = 2; /* MPEG films can't be played */
	plain->values[76] = world->game == EXH_ZV_NEMESIS;
	plain_load(plain, ZV_UNIVERSE, &world->scripts[0].scope);
	plain_go(world, "gary", 0);
	world->ticks_left = 1; /* the game begins in its first tick */
}

static inline void plain_input(struct plain_world *world,
			       const struct exh_zv_input *input)
{
	struct plain *plain = &world->plain;

	world->tick++;
	plain_queue_click(world, input);
	if (input->right && !world->was_right && world->game == EXH_ZV_NEMESIS)
		plain_cycle(plain);
	world->was_left = input->left;
	world->was_right = input->right;
	if (plain->values[10] != input->left)
		plain_set(plain, 10, input->left);
	if (plain->values[18] != input->right)
		plain_set(plain, 18, input->right);
	for (size_t i = 0; i < input->press_count; i++)
		plain_set(plain, 8, input->presses[i]);
}

static inline void plain_timers_tick(struct plain_world *world)
{
	for (int i = 0; i < world->timer_count; i++)
		world->timers[i].left_ms -= EXH_ZV_TICK_MS;
	for (int i = 0; i < world->timer_count;)
		if (world->timers[i].left_ms <= 0)
			plain_end_timer(world, i, false);
		else
			i++;
}

/* False: the game has ended. */
static inline bool plain_world_tick(struct plain_world *world,
				    const struct exh_zv_input *input)
{
	static const enum zv_scope orders[2][ZV_SCOPES] = {
		[EXH_ZV_RULES_GAME] = { ZV_NODEVIEW, ZV_ROOM, ZV_WORLD, ZV_UNIVERSE },
		[EXH_ZV_RULES_ZENGINE] = { ZV_WORLD, ZV_ROOM, ZV_NODEVIEW, ZV_UNIVERSE },
	};

	plain_input(world, input);
	plain_change_tick(world);
	if (world->plain.stops)
		return false;
	plain_timers_tick(world);
	for (int i = 0; i < ZV_SCOPES && !world->plain.stops; i++)
		plain_run(&world->plain, orders[world->rules][i], NULL);
	if (!world->plain.stops)
		plain_controls_tick(world);
	return !world->plain.stops;
}

#endif
