/*
 * Losses: a fact is made untrue, or a way leads away from all that
 * makes it true, and nothing makes it true afterwards.
 */
#include "logic_after.h"

#include <string.h>

enum {
	MOST_DANGERS = 4096,
	MOST_LOSSES = 1000,
	MOST_SOURCES = 32, /* alternatives of a fact that are looked at */
};

struct search {
	logic_tables *t;
	struct logic_after after;
	/* Actors that need each fact in all of their blocks. */
	uint32_t *first_user, *users;
	uint32_t *crossings; /* writes: ways without a way back */
};

/* The writes of a key, until too much work was done. */
static const struct logic_write *write_of(struct search *s, uint32_t number)
{
	return exh_logic_is_spent(s->t) ? NULL : exh_logic_write(s->t, number);
}
#define EACH_WRITE(s, key, write)                                                     \
	for (const struct logic_write *write = write_of(s, (s)->t->keys[key].writes); \
	     write; write = write_of(s, write->next))

static void add_danger(struct search *s, struct exh_zv_logic_loss danger)
{
	logic_tables *t = s->t;

	if (t->danger_count == MOST_DANGERS)
		t->logic->losses_left_out++;
	else
		t->dangers[t->danger_count++] = danger;
}

static size_t scope_of(const logic_tables *t, uint32_t actor)
{
	return exh_logic_actor_node(t, actor)->scope;
}

static bool is_reached(const logic_tables *t, uint32_t actor)
{
	return exh_logic_actor_node(t, actor)->is_reached;
}

/*
 * Facts that actors need.
 */

/* Facts of a block are in order. */
static bool block_has(const logic_tables *t, const struct logic_block *block,
		      uint32_t fact)
{
	uint32_t low = 0, high = block->count;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (t->facts[block->first + middle] < fact)
			low = middle + 1;
		else
			high = middle;
	}
	return low < block->count && t->facts[block->first + low] == fact;
}

/* True if all blocks that may hold have the fact. */
static bool needs_fact(logic_tables *t, uint32_t number, uint32_t fact)
{
	const struct logic_actor *actor = &t->actors[number];
	bool has_any = false;

	for (uint32_t i = 0; i < actor->block_count; i++, t->work++) {
		const struct logic_block *block = &t->blocks[actor->first_block + i];

		if (block->is_possible && !block_has(t, block, fact))
			return false;
		has_any |= block->is_possible;
	}
	return has_any;
}

typedef void user_fn(struct search *s, uint32_t fact, uint32_t actor);

static void each_user(struct search *s, user_fn *fn)
{
	logic_tables *t = s->t;

	for (uint32_t a = 1; a < t->logic->actor_count; a++) {
		const struct logic_actor *actor = &t->actors[a];
		const struct logic_block *block = NULL;

		for (uint32_t i = 0; i < actor->block_count && !block; i++)
			if (t->blocks[actor->first_block + i].is_possible)
				block = &t->blocks[actor->first_block + i];
		for (uint32_t i = 0; block && is_reached(t, a) && i < block->count; i++)
			if (needs_fact(t, a, t->facts[block->first + i]))
				fn(s, t->facts[block->first + i], a);
	}
}

static void count_user(struct search *s, uint32_t fact, uint32_t actor)
{
	(void)actor;
	s->first_user[fact + 1]++;
}

static void add_user(struct search *s, uint32_t fact, uint32_t actor)
{
	s->users[s->first_user[fact]++] = actor;
}

static bool list_users(struct search *s)
{
	const size_t count = s->t->logic->fact_count;

	s->first_user = exh_logic_alloc(s->t, count + 1, sizeof *s->first_user);
	if (s->t->failed)
		return false;
	each_user(s, count_user);
	for (size_t i = 0; i < count; i++)
		s->first_user[i + 1] += s->first_user[i];
	s->users = exh_logic_alloc(s->t, s->first_user[count], sizeof *s->users);
	if (s->t->failed)
		return false;
	each_user(s, add_user);
	for (size_t i = count; i > 0; i--)
		s->first_user[i] = s->first_user[i - 1];
	s->first_user[0] = 0;
	return true;
}

static void add_dangers(struct search *s, uint32_t fact, size_t lost,
			const struct logic_write *by, bool is_one_way)
{
	for (uint32_t i = s->first_user[fact]; i < s->first_user[fact + 1];
	     i++, s->t->work++)
		if (s->users[i] != by->actor &&
		    (!is_one_way || exh_logic_may_follow(&s->after, (size_t)by->target,
							 scope_of(s->t, s->users[i]))))
			add_danger(s, (struct exh_zv_logic_loss){
					      .fact = lost,
					      .by = s->t->logic->first_actor + by->actor,
					      .line = by->node->line,
					      .is_one_way = is_one_way,
					      .needed_by = s->t->logic->first_actor +
							   s->users[i] });
}

/*
 * Results that make a fact untrue.
 */

/* True if the write may make the fact true after the other, and any number of times. */
static bool restores(struct search *s, const struct logic_write *write,
		     const struct logic_write *after, uint32_t fact)
{
	logic_tables *t = s->t;

	return is_reached(t, write->actor) && !t->actors[write->actor].is_once &&
	       (!write->actor || !needs_fact(t, write->actor, fact)) &&
	       (!write->actor ||
		exh_logic_may_follow(&s->after, scope_of(t, after->actor),
				     scope_of(t, write->actor)));
}

static bool is_restored(struct search *s, int32_t key, const struct logic_test *test,
			const struct logic_write *after, uint32_t fact)
{
	EACH_WRITE(s, key, write)
	if (write->kind < LOGIC_ENABLE &&
	    (write->kind == LOGIC_SLOT || exh_logic_write_meets(s->t, write, test)) &&
	    restores(s, write, after, fact))
		return true;
	return s->t->wild_count != 0 || exh_logic_is_spent(s->t);
}

static bool is_by_puzzle(const logic_tables *t, const struct logic_write *write)
{
	return write->actor && !write->is_effect && is_reached(t, write->actor) &&
	       exh_logic_actor_node(t, write->actor)->node->kind == EXH_ZV_PUZZLE;
}

/* Values of keys that a result adds to depend on all that was added. */
static void check_key(struct search *s, uint32_t number)
{
	const logic_tables *t = s->t;
	const struct exh_zv_logic_node *fact = exh_logic_fact_node(t, number);
	const struct logic_test test = { fact->op, fact->arg };
	const struct logic_test opposite = exh_logic_opposite(&test);
	const int32_t key = exh_logic_key(fact->key);

	if (t->keys[key].is_added_to)
		return;
	EACH_WRITE(s, key, write)
	if (write->kind < LOGIC_ENABLE && is_by_puzzle(t, write) &&
	    !(write->is_own && !write->arg) &&
	    exh_logic_write_meets(t, write, &opposite) &&
	    !is_restored(s, key, &test, write, number))
		add_dangers(s, number, t->logic->first_fact + number, write, false);
}

/* The item that a fact is about: "[9] = 5", or a slot that only this item can be in. */
static size_t item_of(struct search *s, const struct exh_zv_logic_node *fact)
{
	const logic_tables *t = s->t;
	const struct logic_test test = { fact->op, fact->arg };
	const int32_t key = exh_logic_key(fact->key);
	bool is_slot = key == LOGIC_HELD || key == LOGIC_ITEMS || key == LOGIC_CELLS;

	if (fact->op != '=' || fact->arg_is_key || !fact->arg)
		return t->logic->node_count;
	EACH_WRITE(s, key, write)
	{
		if (write->actor && write->kind < LOGIC_ENABLE && key != LOGIC_ITEMS &&
		    exh_logic_write_meets(t, write, &test))
			return t->logic->node_count;
		is_slot |= write->kind == LOGIC_SLOT;
	}
	return is_slot ? exh_logic_item(t, fact->arg) : t->logic->node_count;
}

static bool may_drop(const logic_tables *t, const struct logic_write *write, int64_t item)
{
	const struct logic_test test = { '=', item };

	if (write->kind != LOGIC_DROP)
		return false;
	return write->arg_is_key
		       ? exh_logic_values_meet(&t->keys[write->arg].values, 0, &test, 1)
		       : write->arg == item;
}

/* A slot and the menu give back only what was put there, or what a result puts there. */
static bool item_is_restored(struct search *s, int64_t item,
			     const struct logic_write *after, uint32_t fact)
{
	const logic_tables *t = s->t;
	const struct logic_test test = { '=', item };

	EACH_WRITE(s, LOGIC_ITEMS, write)
	{
		if (!exh_logic_write_meets(t, write, &test) ||
		    !restores(s, write, after, fact))
			continue;
		if (!exh_logic_is_exchange(write))
			return true;
		EACH_WRITE(s, write->arg, put)
		if (put->actor && exh_logic_write_meets(t, put, &test) &&
		    restores(s, put, after, fact))
			return true;
	}
	return t->wild_count != 0 || exh_logic_is_spent(s->t);
}

static void check_item(struct search *s, uint32_t fact, size_t item)
{
	const logic_tables *t = s->t;
	const int64_t number = t->logic->nodes[item].key;

	EACH_WRITE(s, LOGIC_ITEMS, write)
	if (is_by_puzzle(t, write) && may_drop(t, write, number) &&
	    !item_is_restored(s, number, write, fact))
		add_dangers(s, fact, item, write, false);
}

/*
 * Puzzles that are switched off.
 */

static bool is_enabled_again(struct search *s, const struct logic_write *after)
{
	const logic_tables *t = s->t;

	EACH_WRITE(s, after->target, write)
	if (write->kind == LOGIC_ENABLE && is_reached(t, write->actor) &&
	    !t->actors[write->actor].is_once &&
	    exh_logic_may_follow(&s->after, scope_of(t, after->actor),
				 scope_of(t, write->actor)))
		return true;
	return t->wild_count != 0 || exh_logic_is_spent(s->t);
}

static void check_switch(struct search *s, const struct logic_write *write)
{
	const logic_tables *t = s->t;

	if (write->target_is_key || !is_by_puzzle(t, write) || is_enabled_again(s, write))
		return;
	EACH_WRITE(s, write->target, own)
	if (own->is_own && own->arg && is_reached(t, own->actor) &&
	    own->actor != write->actor)
		add_danger(s, (struct exh_zv_logic_loss){
				      .fact = t->logic->first_actor + own->actor,
				      .by = t->logic->first_actor + write->actor,
				      .line = write->node->line,
				      .needed_by = t->logic->first_actor + own->actor });
}

/*
 * Ways without a way back.
 */

static bool is_one_way(const struct search *s, const struct logic_write *write)
{
	const logic_tables *t = s->t;
	const size_t from = scope_of(t, write->actor);

	return write->kind == LOGIC_GO && write->actor && is_reached(t, write->actor) &&
	       strlen(t->logic->nodes[from].name) == 4 && !exh_logic_is_menu(t, from) &&
	       !exh_logic_is_menu(t, (size_t)write->target) &&
	       !exh_logic_may_follow(&s->after, (size_t)write->target, from);
}

static void list_one_ways(struct search *s)
{
	logic_tables *t = s->t;
	struct exh_zv_logic *logic = t->logic;
	size_t count = 0;

	for (size_t i = 0; i < t->write_count; i++)
		count += is_one_way(s, &t->writes[i]);
	logic->one_ways = exh_logic_alloc(t, count, sizeof *logic->one_ways);
	s->crossings = exh_logic_alloc(t, count, sizeof *s->crossings);
	for (size_t i = 0; i < t->write_count && !t->failed; i++) {
		const struct logic_write *write = &t->writes[i];

		if (!is_one_way(s, write))
			continue;
		s->crossings[logic->one_way_count] = (uint32_t)i;
		logic->one_ways[logic->one_way_count++] = (struct exh_zv_logic_one_way){
			.from = scope_of(t, write->actor),
			.to = (size_t)write->target,
			.by = logic->first_actor + write->actor,
			.line = write->node->line,
		};
	}
}

/* The scopes of the actors that make something true. */
struct sources {
	const logic_tables *t;
	size_t scopes[MOST_SOURCES], count;
	bool is_known; /* false: it may be true for other reasons */
};

static void add_source(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct sources *sources = context;
	const struct exh_zv_logic_node *node =
		count ? &sources->t->logic->nodes[nodes[count - 1]] : NULL;

	(void)line;
	if (!node || node->kind != EXH_ZV_LOGIC_ACTOR || !node->node ||
	    sources->count == MOST_SOURCES)
		sources->is_known = false;
	else
		sources->scopes[sources->count++] = node->scope;
}

static bool any_may_follow(const struct search *s, size_t from,
			   const struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		if (exh_logic_may_follow(&s->after, from, sources->scopes[i]))
			return true;
	return false;
}

static void check_ways(struct search *s, uint32_t fact, size_t lost)
{
	const logic_tables *t = s->t;
	struct sources sources = { .t = t, .is_known = true };

	if (!t->logic->one_way_count)
		return;
	exh_zv_logic_alternatives(t->logic, lost, add_source, &sources);
	for (size_t i = 0; i < t->logic->one_way_count && sources.is_known &&
			   sources.count && !exh_logic_is_spent(s->t);
	     i++) {
		const struct logic_write *write = &t->writes[s->crossings[i]];

		if (!any_may_follow(s, (size_t)write->target, &sources) &&
		    any_may_follow(s, scope_of(t, write->actor), &sources))
			add_dangers(s, fact, lost, write, true);
	}
}

static void check_fact(struct search *s, uint32_t number)
{
	const struct exh_zv_logic *logic = s->t->logic;
	const struct exh_zv_logic_node *fact = exh_logic_fact_node(s->t, number);
	size_t item;

	if (s->first_user[number] == s->first_user[number + 1] || !fact->is_reached ||
	    fact->op == 'E' || fact->arg_is_key || exh_logic_is_spent(s->t))
		return;
	item = item_of(s, fact);
	if (item < logic->node_count)
		check_item(s, number, item);
	else if (!exh_zv_key_meaning(fact->key))
		check_key(s, number);
	check_ways(s, number,
		   item < logic->node_count ? item : logic->first_fact + number);
}

void exh_logic_find_dangers(logic_tables *t)
{
	struct search s = { .t = t };

	t->dangers = exh_logic_alloc(t, MOST_DANGERS, sizeof *t->dangers);
	if (t->failed)
		return;
	if (!exh_logic_after_make(&s.after, t, t->arena)) {
		t->logic->losses_left_out = t->logic->fact_count;
		t->logic->is_cut = true;
		return;
	}
	list_one_ways(&s);
	if (t->failed || !list_users(&s))
		return;
	for (uint32_t i = 0; i < t->logic->fact_count; i++) {
		t->logic->losses_left_out += exh_logic_is_spent(t);
		check_fact(&s, i);
	}
	for (size_t i = 0; i < t->write_count; i++)
		if (t->writes[i].kind == LOGIC_DISABLE)
			check_switch(&s, &t->writes[i]);
}

/*
 * Losses: dangers to something that is needed.
 */

/* True for a place or an item that needs the node of this bit, and may be got after by.
 */
static bool is_goal(const logic_tables *t, size_t node, int bit, size_t by)
{
	const struct exh_zv_logic *logic = t->logic;

	return logic->nodes[node].is_reached && exh_logic_needs_bit(t, node, bit) &&
	       node != logic->nodes[by].scope &&
	       (t->node_bits[node] < 0 ||
		!exh_logic_needs_bit(t, by, t->node_bits[node]));
}

/* Returns node_count if there is none. */
static size_t goal_of(logic_tables *t, int bit, size_t by)
{
	const struct exh_zv_logic *logic = t->logic;

	t->work += logic->scope_count;
	for (size_t i = logic->first_item; i < logic->node_count; i++)
		if (is_goal(t, i, bit, by))
			return i;
	for (size_t i = 0; i < logic->scope_count; i++)
		if (strlen(logic->nodes[i].name) == 4 && is_goal(t, i, bit, by))
			return i;
	return logic->node_count;
}

static void check_danger(logic_tables *t, struct exh_zv_logic_loss danger)
{
	struct exh_zv_logic *logic = t->logic;
	const int needed = t->node_bits[danger.needed_by];
	const int fact = t->node_bits[danger.fact];

	if (needed < 0 || fact < 0 || logic->loss_count == MOST_LOSSES ||
	    exh_logic_is_spent(t)) {
		logic->losses_left_out++;
		return;
	}
	if (exh_logic_needs_bit(t, danger.by, needed) ||
	    (danger.is_one_way && exh_logic_needs_bit(t, danger.by, fact)))
		return;
	danger.loses = goal_of(t, needed, danger.by);
	if (danger.loses < logic->node_count)
		logic->losses[logic->loss_count++] = danger;
}

void exh_logic_find_losses(logic_tables *t)
{
	t->logic->losses = exh_logic_alloc(t, MOST_LOSSES, sizeof *t->logic->losses);
	for (size_t i = 0; i < t->danger_count && t->logic->losses; i++)
		check_danger(t, t->dangers[i]);
}
