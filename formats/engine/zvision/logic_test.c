/*
 * The logic of puzzles against the engine: random worlds with random players. Nothing
 * that the engine does is called impossible, and what is needed for a thing came before
 * it.
 */
#include "zv_parts.h"
#include "plain/zv_world.h"

#include "../../base/testing.h"
#include "../../zvision/logic_parts.h"

#include <stdlib.h>

enum { WORLDS = 400, PLAYERS = 6, TICKS = 80, MEMORY = 1 << 26 };

/* A world, its logic, and what has been so far in a game. */
struct history {
	struct plain_world world;
	struct exh_arena arena;
	struct exh_zv_script scripts[PLAIN_SCRIPTS];
	const struct exh_zv_script *read[PLAIN_SCRIPTS];
	struct exh_zv_logic logic;
	int32_t values[PLAIN_KEYS];
	bool *was;    /* one flag a node */
	bool *fired;  /* in this tick, one flag a node */
	bool *struck; /* one flag a loss: nothing helps any more */
};

/* Totals over all worlds: something that never happens is not tested. */
struct totals {
	size_t unreached, needs, sets, places, items, facts, losses, struck;
};

static struct totals totals;

/*
 * Worlds.
 */

static void put_controls(struct plain_dice *dice, struct exh_writer *out)
{
	const int *keys = plain_world_keys;

	plain_put(out, "control:%d push_toggle {\nflat_hotspot(0, 0, 255, 319)\n",
		  keys[plain_roll(dice, 12)]);
	if (plain_roll(dice, 2))
		plain_put(out, "count_to(%d)\n", 1 + plain_roll(dice, 4));
	plain_put(out, "}\ncontrol:%d slot {\nhotspot(256, 0, 511, 319)\n",
		  keys[plain_roll(dice, 12)]);
	plain_put(out, "eligible_objects(%d %d)\n}\n", plain_roll(dice, 4),
		  plain_roll(dice, 4));
}

/* Results that few random puzzles have: numbers by chance, and counts. */
static void put_more(struct plain_dice *dice, struct exh_writer *out)
{
	const int *keys = plain_world_keys;

	plain_put(out, "puzzle:%d {\ncriteria {\n[%d] > %d\n}\nresults {\n",
		  220 + plain_roll(dice, 60), keys[plain_roll(dice, 12)],
		  plain_roll(dice, 3) - 1);
	plain_put(out, "action:add(%d %d)\n", 212 + plain_roll(dice, 3),
		  1 + plain_roll(dice, 2));
	if (plain_roll(dice, 2))
		plain_put(out, "action:random:%d(%d)\n", keys[plain_roll(dice, 12)],
			  plain_roll(dice, 4));
	if (plain_roll(dice, 16) == 0) /* a letter of the last place */
		plain_put(out, "action:assign(%d %d)\n", 40 + plain_roll(dice, 9),
			  "gahbryz"[plain_roll(dice, 7)]);
	if (plain_roll(dice, 8) == 0)
		plain_put(out, "action:assign([%d] %d)\n", keys[plain_roll(dice, 12)],
			  plain_roll(dice, 4));
	plain_put(out, "}\n}\npuzzle:%d {\ncriteria {\n[%d] = %d\n}\nresults {\n",
		  220 + plain_roll(dice, 60), 212 + plain_roll(dice, 3),
		  1 + plain_roll(dice, 4));
	plain_put(out, "action:inventory(add %d)\n}\n}\n", 4 + plain_roll(dice, 4));
}

/* Adds an item for a key that one result sets, and another undoes. */
static void put_loss(struct plain_dice *dice, struct exh_writer *out)
{
	const int first = 280 + 4 * plain_roll(dice, 5), key = 215 + plain_roll(dice, 4);

	for (int i = 0; i < 2; i++) {
		plain_put(out, "puzzle:%d {\ncriteria {\n[8] = %d\n}\nresults {\n",
			  first + i, 1 + plain_roll(dice, 3));
		plain_put(out, "action:assign(%d %d)\n}\n}\n", key, 1 + i);
	}
	plain_put(out, "puzzle:%d {\ncriteria {\n[%d] = 1\n[8] = %d\n}\nresults {\n",
		  first + 2, key, 1 + plain_roll(dice, 3));
	plain_put(out, "action:inventory(add %d)\n}\n}\n", 10 + plain_roll(dice, 4));
}

static void make_world(struct history *h, struct plain_dice *dice)
{
	struct exh_error err;

	plain_world_roll(&h->world, dice);
	h->arena = (struct exh_arena){ .limit = MEMORY };
	for (size_t i = 0; i < PLAIN_SCRIPTS; i++) {
		struct exh_writer *text = &h->world.scripts[i].text;

		if (plain_roll(dice, 2))
			put_more(dice, text);
		if (plain_roll(dice, 4) == 0)
			put_loss(dice, text);
		if (strlen(plain_script_names[i]) == 8)
			put_controls(dice, text);
		h->read[i] = NULL;
		if (text->size &&
		    exh_zv_script_parse(exh_writer_bytes(text), &h->arena, &h->scripts[i],
					NULL, &err) == EXH_OK)
			h->read[i] = &h->scripts[i];
	}
	assert_int_equal(exh_zv_logic_make(h->read, plain_script_names, PLAIN_SCRIPTS,
					   "gary", NULL, &h->arena, &h->logic, &err),
			 EXH_OK);
	h->was = calloc(h->logic.node_count, sizeof *h->was);
	h->fired = calloc(h->logic.node_count, sizeof *h->fired);
	h->struck = calloc(h->logic.loss_count + 1, sizeof *h->struck);
	assert_true(h->was && h->fired && h->struck);
	totals.losses += h->logic.loss_count;
}

/*
 * Events of a game.
 */

/* Shows what a failure is about. */
static void tell(const struct history *h, size_t node, size_t need)
{
	const size_t all[] = { node, need };

	for (size_t i = 0; i < 2; i++) {
		const struct exh_zv_logic_node *n = &h->logic.nodes[all[i]];

		print_message("%s: kind %d, %s, key %d %c %d, line %u of %s\n",
			      i ? "need" : "node", (int)n->kind, n->name ? n->name : "",
			      (int)n->key, n->op ? n->op : '-', (int)n->arg,
			      n->node ? n->node->line : 0,
			      n->script == EXH_ZV_NO_SCRIPT
				      ? "-"
				      : plain_script_names[n->script]);
	}
	for (size_t i = 0; i < PLAIN_SCRIPTS; i++)
		print_message("--- %s\n%.*s\n", plain_script_names[i],
			      (int)h->world.scripts[i].text.size,
			      (const char *)h->world.scripts[i].text.data);
}

struct happening {
	struct history *h;
	size_t node; /* that happens now */
	bool any_set;
};

static void check_needs(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	const struct happening *now = context;

	(void)line;
	for (size_t i = 0; i < count; i++) {
		if (!now->h->was[nodes[i]])
			tell(now->h, now->node, nodes[i]);
		assert_true(now->h->was[nodes[i]]);
		totals.needs++;
	}
}

static void check_set(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct happening *now = context;
	bool all = true;

	(void)line;
	for (size_t i = 0; i < count; i++)
		all &= now->h->was[nodes[i]];
	now->any_set |= all;
	totals.sets += count != 0;
}

/* Notes that a node is true, or reached; what it needs must have been before. */
static void happen(struct history *h, size_t node)
{
	struct happening now = { h, node, false };
	bool is_whole;

	if (h->was[node])
		return;
	assert_true(h->logic.nodes[node].is_reached);
	exh_zv_logic_needs(&h->logic, node, check_needs, &now);
	is_whole = exh_zv_logic_requires(&h->logic, node, check_set, &now);
	if (!now.any_set && is_whole)
		tell(h, node, node);
	assert_true(now.any_set || !is_whole);
	h->was[node] = true;
	totals.places += h->logic.nodes[node].kind == EXH_ZV_LOGIC_SCOPE;
	totals.items += h->logic.nodes[node].kind == EXH_ZV_LOGIC_ITEM;
	totals.facts += h->logic.nodes[node].kind == EXH_ZV_LOGIC_FACT;
}

static int64_t value_of(const struct history *h, int64_t key)
{
	return key >= 0 && key < PLAIN_KEYS ? h->values[key] : 0;
}

static bool holds(const struct history *h, const struct exh_zv_logic_node *fact)
{
	const int64_t a = value_of(h, fact->key);
	const int64_t b = fact->arg_is_key ? value_of(h, fact->arg) : fact->arg;

	return fact->op == '='	 ? a == b
	       : fact->op == '!' ? a != b
	       : fact->op == '>' ? a > b
	       : fact->op == '<' ? a < b
				 : false;
}

static void set_value(struct history *h, int64_t key, int64_t value)
{
	struct exh_zv_logic *logic = &h->logic;

	if (key < 0 || key >= PLAIN_KEYS || h->values[key] == value)
		return;
	assert_true(exh_zv_logic_has_value(logic, key, (int32_t)value));
	h->values[key] = (int32_t)value;
	for (size_t i = logic->first_item; i < logic->node_count && value; i++)
		if (key >= 101 && key <= 149 && logic->nodes[i].key == value)
			happen(h, i);
	for (size_t i = logic->first_fact; i < logic->first_item; i++)
		if ((logic->nodes[i].key == key ||
		     (logic->nodes[i].arg_is_key && logic->nodes[i].arg == key)) &&
		    holds(h, &logic->nodes[i]))
			happen(h, i);
}

static int64_t field(const struct exh_event *event, const char *name)
{
	for (size_t i = 0; i < event->count; i++)
		if (strcmp(event->fields[i].key, name) == 0)
			return event->fields[i].number;
	return -1;
}

static const char *text_of(const struct exh_event *event, const char *name)
{
	for (size_t i = 0; i < event->count; i++)
		if (strcmp(event->fields[i].key, name) == 0)
			return event->fields[i].text;
	return "";
}

/* A puzzle fires: not one that has been lost. */
static void fire_actor(struct history *h, size_t node)
{
	happen(h, node);
	h->fired[node] = true;
	for (size_t i = 0; i < h->logic.loss_count; i++) {
		if (h->struck[i] && h->logic.losses[i].needed_by == node)
			tell(h, h->logic.losses[i].by, h->logic.losses[i].fact);
		assert_false(h->struck[i] && h->logic.losses[i].needed_by == node);
	}
}

/* A puzzle fires, found by its place in a script. */
static void fire(struct history *h, const struct exh_event *event)
{
	const struct exh_zv_logic *logic = &h->logic;

	for (size_t i = logic->first_actor + 1; i < logic->first_fact; i++)
		if (logic->nodes[i].node->line == (uint32_t)field(event, "line") &&
		    strcmp(plain_script_names[logic->nodes[i].script],
			   text_of(event, "script")) == 0)
			fire_actor(h, i);
	set_value(h, field(event, "puzzle"), 1);
}

static void trace(void *context, const struct exh_event *event)
{
	if (strcmp(event->name, "key") == 0)
		set_value(context, field(event, "key"), field(event, "value"));
	if (strcmp(event->name, "fire") == 0)
		fire(context, event);
}

/* Reached scopes, and keys that were set without an event: those of puzzles that are
 * loaded again. */
static void look(struct history *h, const struct exh_zv_engine *engine)
{
	struct exh_zv_engine_state state;
	char name[5] = { 0 };
	size_t scope;

	for (int32_t i = 0; i < PLAIN_KEYS; i++)
		set_value(h, i, engine->scheduler.values[i]);
	exh_zv_engine_state(engine, &state);
	if (!state.place[0])
		return;
	for (size_t size = 1; size <= 4; size += size) {
		memcpy(name, state.place, size);
		scope = exh_zv_logic_scope(&h->logic, name);
		/* Letters that scripts write may be of a place that no script names. */
		assert_true(scope < h->logic.node_count ||
			    h->logic.tables->back_is_anywhere);
		if (scope < h->logic.node_count)
			happen(h, scope);
	}
}

/*
 * Losses.
 */

static bool is_true_now(const struct history *h, const struct exh_zv_engine *engine,
			size_t node)
{
	const struct exh_zv_logic_node *n = &h->logic.nodes[node];

	if (n->kind == EXH_ZV_LOGIC_FACT)
		return holds(h, n);
	if (n->kind == EXH_ZV_LOGIC_ACTOR)
		return !exh_zv_has_flag(&engine->scheduler, (int32_t)n->node->key,
					EXH_ZV_DISABLED);
	for (int32_t i = 101; i < 150; i++)
		if (h->values[i] == n->key)
			return true;
	return h->values[9] == n->key;
}

struct sources {
	const struct history *h;
	bool are_spent;
};

/* Results that happen once may still come. */
static void check_source(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct sources *sources = context;
	const struct exh_zv_logic *logic = &sources->h->logic;

	(void)line;
	for (size_t i = 0; i < count; i++)
		if (logic->nodes[nodes[i]].kind == EXH_ZV_LOGIC_ACTOR &&
		    logic->tables->actors[nodes[i] - logic->first_actor].is_once &&
		    !sources->h->was[nodes[i]])
			sources->are_spent = false;
}

static bool is_spent(const struct history *h, const struct exh_zv_logic_loss *loss)
{
	struct sources sources = { h, true };

	if (h->logic.nodes[loss->fact].kind == EXH_ZV_LOGIC_ACTOR)
		return false; /* a result that enables it may still come */
	exh_zv_logic_alternatives(&h->logic, loss->fact, check_source, &sources);
	return sources.are_spent;
}

/* True if the player is where a one-way way leads. */
static bool is_at_end(const struct history *h, const struct exh_zv_logic_loss *loss,
		      const char *place)
{
	for (size_t i = 0; i < h->logic.one_way_count; i++)
		if (h->logic.one_ways[i].by == loss->by &&
		    h->logic.one_ways[i].line == loss->line &&
		    strncmp(h->logic.nodes[h->logic.one_ways[i].to].name, place, 4) == 0)
			return true;
	return false;
}

static void strike(struct history *h, const struct exh_zv_engine *engine)
{
	for (size_t i = 0; i < h->logic.loss_count; i++) {
		const struct exh_zv_logic_loss *loss = &h->logic.losses[i];
		const bool now =
			loss->is_one_way
				? !h->was[loss->fact] && is_at_end(h, loss, engine->place)
				: h->fired[loss->by] &&
					  !is_true_now(h, engine, loss->fact) &&
					  is_spent(h, loss);

		totals.struck += now && !h->struck[i];
		h->struck[i] |= now;
	}
	memset(h->fired, 0, h->logic.node_count * sizeof *h->fired);
}

static struct exh_zv_input roll_input(struct plain_dice *dice)
{
	struct exh_zv_input input = { .x = 64 + plain_roll(dice, 512), .y = 240 };

	input.left = plain_roll(dice, 3) == 0;
	input.right = plain_roll(dice, 5) == 0;
	if (plain_roll(dice, 4) == 0) {
		input.presses[0] = (uint8_t)(1 + plain_roll(dice, 3));
		input.press_count = 1;
	}
	return input;
}

static void play(struct history *h, struct plain_dice *dice)
{
	const struct exh_zv_files files = { plain_read, plain_release, &h->world };
	const struct exh_host host = { .trace = trace, .context = h };
	struct exh_zv_world *world = exh_zv_world_new(&files, h->world.game);
	struct exh_zv_engine *engine = exh_zv_engine_new();

	memset(h->was, 0, h->logic.node_count * sizeof *h->was);
	memset(h->values, 0, sizeof h->values);
	memset(h->struck, 0, h->logic.loss_count);
	for (size_t i = h->logic.first_fact; i < h->logic.first_item; i++)
		h->was[i] = holds(h, &h->logic.nodes[i]);
	assert_int_equal(
		exh_zv_engine_start(engine, world, &(struct exh_zv_start){ 0 }, NULL),
		EXH_OK);
	for (int i = 0; i < TICKS; i++) {
		const struct exh_zv_input input = roll_input(dice);
		const bool goes_on = exh_zv_engine_step(engine, &input, &host);

		look(h, engine);
		strike(h, engine);
		if (!goes_on)
			break;
	}
	exh_zv_engine_free(engine);
	exh_zv_world_free(world);
}

static void the_engine_does_nothing_that_is_called_impossible(void **state)
{
	static struct history h;
	struct plain_dice dice = { .seed = 1996 };

	(void)state;
	totals = (struct totals){ 0 };
	for (int i = 0; i < WORLDS; i++) {
		make_world(&h, &dice);
		for (size_t k = 0; k < h.logic.node_count; k++)
			totals.unreached += !h.logic.nodes[k].is_reached;
		for (int k = 0; k < PLAYERS; k++)
			play(&h, &dice);
		free(h.was);
		free(h.fired);
		free(h.struck);
		exh_arena_free(&h.arena);
		plain_world_free(&h.world);
	}
	assert_true(totals.unreached > 50 * WORLDS && totals.places > 10 * WORLDS);
	assert_true(totals.needs > WORLDS && totals.sets > WORLDS);
	assert_true(totals.items > WORLDS && totals.facts > 50 * WORLDS);
	assert_true(totals.losses > WORLDS / 10 && totals.struck > WORLDS / 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_engine_does_nothing_that_is_called_impossible),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
