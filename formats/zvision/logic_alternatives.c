/* Alternatives: the nodes on which a node depends. */
#include "logic_parts.h"

#include <string.h>

bool exh_zv_logic_has_value(const struct exh_zv_logic *logic, int64_t key, int32_t value)
{
	const struct logic_test test = { '=', value };

	return exh_logic_values_meet(&logic->tables->keys[exh_logic_key(key)].values, 0,
				     &test, 1);
}

bool exh_logic_write_meets(const logic_tables *t, const struct logic_write *write,
			   const struct logic_test *test)
{
	const struct logic_values *key =
		write->target_is_key ? NULL : &t->keys[write->target].values;
	const int64_t arg =
		write->arg_is_key ? t->keys[write->arg].values.high : write->arg;
	struct logic_values range = { .is_range = true, .low = 0, .high = 0 };

	if (write->target_is_key && t->keys[write->target].values.is_range)
		return write->kind < LOGIC_ENABLE;
	switch (write->kind) {
	case LOGIC_ASSIGN:
		return write->arg_is_key
			       ? exh_logic_values_meet(&t->keys[write->arg].values, 0,
						       test, 1)
			       : exh_logic_test_holds(test, write->arg);
	case LOGIC_ADD:
		return write->arg_is_key || !key ||
		       exh_logic_values_meet(key, write->arg, test, 1);
	case LOGIC_RANDOM:
		range.high = arg > 0 ? (int32_t)arg : 0;
		break;
	case LOGIC_TIMER:
		range.low = 1;
		range.high = arg > 2 ? (int32_t)arg : 2;
		break;
	case LOGIC_RANGE:
		range.low = write->node && key && key->low < 0 &&
					    write->node->kind == EXH_ZV_CONTROL
				    ? INT32_MIN
				    : write->arg;
		range.high = write->high;
		break;
	default:
		return false;
	}
	return exh_logic_values_meet(&range, 0, test, 1);
}

/*
 * Alternatives.
 */

struct report {
	const logic_tables *t;
	exh_zv_logic_fn *fn;
	void *context;
};

static void report_nodes(const struct report *r, const size_t *nodes, size_t count,
			 uint32_t line)
{
	for (size_t i = 0; i < count; i++)
		if (!r->t->logic->nodes[nodes[i]].is_reached)
			return;
	r->fn(r->context, nodes, count, line);
}

static void report_one(const struct report *r, size_t node, uint32_t line)
{
	report_nodes(r, &node, 1, line);
}

static size_t actor_of(const struct report *r, const struct logic_write *write)
{
	return r->t->logic->first_actor + write->actor;
}

static uint32_t line_of(const struct logic_write *write)
{
	return write->node ? write->node->line : 0;
}

static bool is_prefix(const char *prefix, const char *name)
{
	return strncmp(prefix, name, strlen(prefix)) == 0;
}

static void report_scope(const struct report *r, size_t scope)
{
	const logic_tables *t = r->t;
	const struct exh_zv_logic *logic = t->logic;
	const char *name = logic->nodes[scope].name;

	if (scope == t->start || !*name) {
		r->fn(r->context, NULL, 0, 0);
		return;
	}
	if (strlen(name) < 4) {
		for (size_t i = scope + 1;
		     i < logic->scope_count && is_prefix(name, logic->nodes[i].name); i++)
			if (strlen(logic->nodes[i].name) == 4)
				report_one(r, i, 0);
		if (t->back_is_anywhere)
			r->fn(r->context, NULL, 0, 0);
		return;
	}
	for (uint32_t i = t->scope_ways[scope]; i < t->scope_ways[scope + 1]; i++) {
		const struct logic_write *write = &t->writes[t->ways[i]];

		report_one(r, actor_of(r, write), line_of(write));
	}
	if (t->back_is_anywhere)
		r->fn(r->context, NULL, 0, 0);
}

enum { MOST_NODES = 256 };

static void report_block(const struct report *r, const size_t *first, size_t first_count,
			 const struct logic_block *block)
{
	const logic_tables *t = r->t;
	size_t nodes[MOST_NODES], count = 0;

	for (size_t i = 0; i < first_count; i++)
		nodes[count++] = first[i];
	for (uint32_t i = 0; block && i < block->count && count < MOST_NODES; i++)
		nodes[count++] = t->logic->first_fact + t->facts[block->first + i];
	r->fn(r->context, nodes, count, 0);
}

static void report_actor(const struct report *r, uint32_t number)
{
	const logic_tables *t = r->t;
	const struct logic_actor *actor = &t->actors[number];
	size_t nodes[2] = { exh_logic_actor_node(t, number)->scope };
	size_t count = 1;

	if (actor->enabled)
		nodes[count++] = t->logic->first_fact + actor->enabled - 1;
	if (!actor->has_blocks)
		report_nodes(r, nodes, count, 0);
	for (uint32_t i = 0; i < actor->block_count; i++)
		if (t->blocks[actor->first_block + i].is_possible)
			report_block(r, nodes, count, &t->blocks[actor->first_block + i]);
}

/*
 * Facts.
 */

/* Reports the results that put an item into the player's hand without the inventory, each
 * with the actors that take it from there. */
static void report_hand(const struct report *r, const size_t *takers, size_t count,
			const struct logic_test *test)
{
	const logic_tables *t = r->t;
	size_t nodes[3];

	memcpy(nodes, takers, count * sizeof *takers);
	for (uint32_t i = t->keys[LOGIC_HELD].writes; i; i = t->writes[i - 1].next) {
		nodes[count] = actor_of(r, &t->writes[i - 1]);
		if (t->writes[i - 1].actor &&
		    exh_logic_write_meets(t, &t->writes[i - 1], test))
			report_nodes(r, nodes, count + 1, line_of(&t->writes[i - 1]));
	}
	if (t->wild_count)
		report_nodes(r, takers, count, 0);
}

/* A slot gets the item that the player holds. */
static void report_slot(const struct report *r, const struct logic_write *write,
			const struct logic_test *test)
{
	const logic_tables *t = r->t;
	struct exh_bytes items = exh_logic_eligible(t, write), word;
	size_t nodes[2] = { actor_of(r, write) };

	if (exh_logic_test_holds(test, 0))
		report_one(r, nodes[0], line_of(write));
	while (exh_zv_script_argument(&items, &word)) {
		const int32_t item = exh_zv_script_leading_number(word);
		const struct logic_test is_item = { '=', item };

		if (!exh_logic_test_holds(test, item) ||
		    !exh_logic_values_meet(&t->keys[LOGIC_HELD].values, 0, &is_item, 1))
			continue;
		nodes[1] = exh_logic_item(t, item);
		report_nodes(r, nodes, nodes[1] < t->logic->node_count ? 2 : 1,
			     line_of(write));
		report_hand(r, nodes, 1, &is_item);
	}
}

static void report_write(const struct report *r, const struct logic_write *write,
			 const struct logic_test *test)
{
	if (write->kind == LOGIC_SLOT)
		report_slot(r, write, test);
	else if (write->actor && exh_logic_write_meets(r->t, write, test))
		report_one(r, actor_of(r, write), line_of(write));
}

enum { MOST_WILD = 64 };

/* Reports results that write any key; of more than a few only that there are some. kind:
 * ENABLE, or one for values, which meet the test if there is one. */
static void report_wild(const struct report *r, enum logic_write_kind kind,
			const struct logic_test *test)
{
	const logic_tables *t = r->t;

	if (t->wild_count > MOST_WILD) {
		r->fn(r->context, NULL, 0, 0);
		return;
	}
	for (size_t i = 0; i < t->wild_count; i++) {
		const struct logic_write *write = &t->writes[t->wild[i]];

		if (test)
			report_write(r, write, test);
		else if ((write->kind == LOGIC_ENABLE) == (kind == LOGIC_ENABLE))
			report_one(r, actor_of(r, write), line_of(write));
	}
}

static void report_letters(const struct report *r, int32_t key,
			   const struct logic_test *test)
{
	const struct exh_zv_logic *logic = r->t->logic;
	const int32_t letter = exh_logic_letter_key(key) - LOGIC_PLACE;

	for (size_t i = 0; i < logic->scope_count; i++)
		if (strlen(logic->nodes[i].name) == 4 &&
		    exh_logic_test_holds(test, (uint8_t)logic->nodes[i].name[letter]))
			report_one(r, i, 0);
	if (r->t->back_is_anywhere)
		r->fn(r->context, NULL, 0, 0);
}

static void report_items(const struct report *r, const struct logic_test *test)
{
	const struct exh_zv_logic *logic = r->t->logic;

	for (size_t i = logic->first_item; i < logic->node_count; i++)
		if (exh_logic_test_holds(test, logic->nodes[i].key))
			report_one(r, i, 0);
	if (r->t->keys[LOGIC_ITEMS].values.is_range)
		r->fn(r->context, NULL, 0, 0);
}

static void report_spells(const struct report *r, const struct logic_test *test)
{
	for (int i = 0; i < LOGIC_SPELL_COUNT; i++)
		if (exh_logic_test_holds(test, LOGIC_FIRST_SPELL + i) ||
		    exh_logic_test_holds(test, LOGIC_OTHER_SPELL + i))
			report_one(r, exh_logic_fact(r->t, LOGIC_SPELLS + i, '!', 0), 0);
}

/* Reports values that the engine itself writes. */
static void report_engine(const struct report *r, int32_t key,
			  const struct logic_test *test)
{
	const logic_tables *t = r->t;

	if (exh_logic_is_place_key(key))
		report_letters(r, key, test);
	if (key == LOGIC_HELD || key == LOGIC_ITEMS || key == LOGIC_CELLS)
		report_items(r, test);
	if (key == LOGIC_SPELL)
		report_spells(r, test);
	if (key > LOGIC_LAST_CELL && key <= LOGIC_MOST_CELLS &&
	    t->keys[LOGIC_CELL_COUNT].values.high > LOGIC_LAST_CELL - LOGIC_CELLS + 1)
		r->fn(r->context, NULL, 0, 0);
	for (uint32_t i = t->keys[key].writes; i; i = t->writes[i - 1].next)
		if (!t->writes[i - 1].actor && t->writes[i - 1].kind == LOGIC_RANGE &&
		    exh_logic_write_meets(t, &t->writes[i - 1], test))
			r->fn(r->context, NULL, 0, 0);
}

/* Reports, of a counter, the actors without which it can't get that far. False: none. */
static bool report_counter(const struct report *r, const struct logic_key *key,
			   const struct logic_test *test)
{
	const int64_t least = test->op == '=' ? test->arg : test->arg + 1;
	size_t nodes[MOST_NODES], count = 0;

	if (test->op != '=' && test->op != '>')
		return false;
	for (uint32_t i = key->writes; i && count < MOST_NODES;
	     i = r->t->writes[i - 1].next) {
		const struct logic_write *write = &r->t->writes[i - 1];

		if (key->sum - write->arg < least)
			nodes[count++] = actor_of(r, write);
	}
	if (count)
		report_nodes(r, nodes, count, 0);
	return count != 0;
}

static void report_writes(const struct report *r, const struct logic_key *key,
			  const struct logic_test *test)
{
	for (uint32_t i = key->writes; i; i = r->t->writes[i - 1].next)
		report_write(r, &r->t->writes[i - 1], test);
	report_wild(r, LOGIC_ASSIGN, test);
}

/* The two keys are 0 at first: one of them is written. */
static void report_any_write(const struct report *r, int32_t key)
{
	if (exh_logic_is_place_key(key) || exh_zv_key_meaning(key)) {
		r->fn(r->context, NULL, 0, 0);
		return;
	}
	for (uint32_t i = r->t->keys[key].writes; i; i = r->t->writes[i - 1].next)
		if (r->t->writes[i - 1].kind < LOGIC_ENABLE)
			report_one(r, actor_of(r, &r->t->writes[i - 1]),
				   line_of(&r->t->writes[i - 1]));
	report_wild(r, LOGIC_ASSIGN, NULL);
}

static void report_enabled(const struct report *r, int32_t key)
{
	for (uint32_t i = r->t->keys[key].writes; i; i = r->t->writes[i - 1].next)
		if (r->t->writes[i - 1].kind == LOGIC_ENABLE)
			report_one(r, actor_of(r, &r->t->writes[i - 1]),
				   line_of(&r->t->writes[i - 1]));
	report_wild(r, LOGIC_ENABLE, NULL);
}

static void report_fact(const struct report *r, const struct exh_zv_logic_node *fact)
{
	const struct logic_test test = { fact->op, fact->arg };
	const int32_t number = exh_logic_key(fact->key);
	const struct logic_key *key = &r->t->keys[number];
	const struct logic_test at_first = { fact->op, fact->arg_is_key ? 0 : fact->arg };

	if (fact->op == 'E') {
		report_enabled(r, number);
		return;
	}
	if (exh_logic_test_holds(&at_first, 0))
		r->fn(r->context, NULL, 0, 0);
	if (fact->arg_is_key) {
		report_any_write(r, number);
		report_any_write(r, exh_logic_key(fact->arg));
		return;
	}
	if (key->is_counter && !exh_logic_test_holds(&test, 0) &&
	    report_counter(r, key, &test))
		return;
	report_engine(r, number, &test);
	if (number != LOGIC_ITEMS)
		report_writes(r, key, &test);
}

/*
 * Items.
 */

/* An item in a slot can be taken; but one that the player put there was had before. */
static void report_from_slot(const struct report *r, const struct logic_write *take,
			     const struct logic_test *test)
{
	const logic_tables *t = r->t;

	for (uint32_t i = t->keys[take->arg].writes; i; i = t->writes[i - 1].next) {
		const struct logic_write *write = &t->writes[i - 1];
		const size_t nodes[] = { actor_of(r, take), actor_of(r, write) };

		if (write->kind == LOGIC_SLOT)
			report_hand(r, nodes, 2, test);
		else if (write->actor && exh_logic_write_meets(t, write, test))
			report_nodes(r, nodes, 2, line_of(write));
	}
	if (take->arg == LOGIC_CELLS)
		report_hand(r, (size_t[]){ actor_of(r, take) }, 1, test);
}

/* True for what slots and the menu give: values that items had before. */
static bool is_exchange(const struct logic_write *write)
{
	return write->kind == LOGIC_ASSIGN && write->arg_is_key &&
	       (!write->node || write->node->kind == EXH_ZV_CONTROL);
}

static void report_item(const struct report *r, int64_t item)
{
	const logic_tables *t = r->t;
	const struct logic_test test = { '=', item };

	for (uint32_t i = t->keys[LOGIC_ITEMS].writes; i; i = t->writes[i - 1].next)
		if (is_exchange(&t->writes[i - 1]))
			report_from_slot(r, &t->writes[i - 1], &test);
		else
			report_write(r, &t->writes[i - 1], &test);
	report_wild(r, LOGIC_ASSIGN, &test);
	if (t->keys[LOGIC_CELL_COUNT].values.high > LOGIC_LAST_CELL - LOGIC_CELLS + 1)
		r->fn(r->context, NULL, 0, 0);
}

void exh_zv_logic_alternatives(const struct exh_zv_logic *logic, size_t number,
			       exh_zv_logic_fn *fn, void *context)
{
	const struct report r = { logic->tables, fn, context };
	const struct exh_zv_logic_node *node = &logic->nodes[number];

	if (!node->is_reached)
		return;
	if (node->kind == EXH_ZV_LOGIC_FACT)
		logic->tables->work +=
			logic->tables->keys[exh_logic_key(node->key)].write_count +
			(node->arg_is_key ? logic->tables->keys[exh_logic_key(node->arg)]
						    .write_count
					  : 0) +
			logic->tables->wild_count;
	if (node->kind == EXH_ZV_LOGIC_ITEM)
		logic->tables->work += logic->tables->keys[LOGIC_ITEMS].write_count;
	if (node->kind == EXH_ZV_LOGIC_SCOPE)
		report_scope(&r, number);
	else if (number == logic->first_actor)
		fn(context, NULL, 0, 0);
	else if (node->kind == EXH_ZV_LOGIC_ACTOR)
		report_actor(&r, (uint32_t)(number - logic->first_actor));
	else if (node->kind == EXH_ZV_LOGIC_FACT)
		report_fact(&r, node);
	else
		report_item(&r, node->key);
}
