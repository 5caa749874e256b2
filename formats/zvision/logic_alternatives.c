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
	case LOGIC_TIMER:
		range.low = write->kind == LOGIC_TIMER;
		range.high = (int32_t)exh_logic_greatest(t, write);
		break;
	case LOGIC_RANGE:
		range.low = key ? exh_logic_least(t, write) : write->arg;
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

enum {
	MOST_NODES = 256,
	MOST_WILD = 64,
	MOST_WORK = 1 << 17, /* steps of a report */
};

struct report {
	logic_tables *t;
	exh_zv_logic_fn *fn;
	void *context;
	size_t most_work;
};

/* True if the report has become too long: the rest is left out. */
static bool is_long(const struct report *r)
{
	return r->t->work > r->most_work;
}

static const struct logic_write *write_of(const struct report *r, uint32_t number)
{
	return is_long(r) ? NULL : exh_logic_write(r->t, number);
}
#define EACH_WRITE(r, key, write)                                                     \
	for (const struct logic_write *write = write_of(r, (r)->t->keys[key].writes); \
	     write; write = write_of(r, write->next))

static void report_free(const struct report *r)
{
	r->fn(r->context, NULL, 0, 0);
}

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

static void report_by(const struct report *r, const struct logic_write *write)
{
	report_one(r, actor_of(r, write), line_of(write));
}

static bool is_prefix(const char *prefix, const char *name)
{
	return strncmp(prefix, name, strlen(prefix)) == 0;
}

static void report_scope(const struct report *r, size_t scope)
{
	logic_tables *t = r->t;
	const struct exh_zv_logic *logic = t->logic;
	const char *name = logic->nodes[scope].name;

	if (scope == t->start || !*name) {
		report_free(r);
		return;
	}
	if (strlen(name) < 4) {
		for (size_t i = scope + 1;
		     i < logic->scope_count && is_prefix(name, logic->nodes[i].name);
		     i++, t->work++)
			if (strlen(logic->nodes[i].name) == 4)
				report_one(r, i, 0);
		if (t->back_is_anywhere)
			report_free(r);
		return;
	}
	for (uint32_t i = t->scope_ways[scope]; i < t->scope_ways[scope + 1];
	     i++, t->work++)
		report_by(r, &t->writes[t->ways[i]]);
	if (t->back_is_anywhere)
		report_free(r);
}

static void report_block(const struct report *r, const size_t *first, size_t first_count,
			 const struct logic_block *block)
{
	logic_tables *t = r->t;
	size_t nodes[MOST_NODES], count = 0;

	for (size_t i = 0; i < first_count; i++)
		nodes[count++] = first[i];
	for (uint32_t i = 0; i < block->count && count < MOST_NODES; i++, t->work++)
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
	logic_tables *t = r->t;
	size_t nodes[3];

	memcpy(nodes, takers, count * sizeof *takers);
	EACH_WRITE(r, LOGIC_HELD, write)
	{
		nodes[count] = actor_of(r, write);
		if (write->actor && exh_logic_write_meets(t, write, test))
			report_nodes(r, nodes, count + 1, line_of(write));
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
	while (!is_long(r) && exh_zv_script_argument(&items, &word)) {
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

/* Reports results that write any key; of more than a few only that there are some. kind:
 * ENABLE, or one for values, which meet the test if there is one. */
static void report_wild(const struct report *r, enum logic_write_kind kind,
			const struct logic_test *test)
{
	const logic_tables *t = r->t;

	if (t->wild_count > MOST_WILD) {
		report_free(r);
		return;
	}
	for (size_t i = 0; i < t->wild_count; i++) {
		const struct logic_write *write = &t->writes[t->wild[i]];

		if (test)
			report_write(r, write, test);
		else if ((write->kind == LOGIC_ENABLE) == (kind == LOGIC_ENABLE))
			report_by(r, write);
	}
}

static void report_letters(const struct report *r, int32_t key,
			   const struct logic_test *test)
{
	const struct exh_zv_logic *logic = r->t->logic;
	const int32_t letter = exh_logic_letter_key(key) - LOGIC_PLACE;

	for (size_t i = 0; i < logic->scope_count; i++, r->t->work++)
		if (strlen(logic->nodes[i].name) == 4 &&
		    exh_logic_test_holds(test, (uint8_t)logic->nodes[i].name[letter]))
			report_one(r, i, 0);
	if (r->t->back_is_anywhere)
		report_free(r);
}

static void report_items(const struct report *r, const struct logic_test *test)
{
	const struct exh_zv_logic *logic = r->t->logic;

	for (size_t i = logic->first_item; i < logic->node_count; i++)
		if (exh_logic_test_holds(test, logic->nodes[i].key))
			report_one(r, i, 0);
	if (r->t->keys[LOGIC_ITEMS].values.is_range)
		report_free(r);
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
	logic_tables *t = r->t;

	if (exh_logic_is_place_key(key))
		report_letters(r, key, test);
	if (key == LOGIC_HELD || key == LOGIC_ITEMS || key == LOGIC_CELLS)
		report_items(r, test);
	if (key == LOGIC_SPELL)
		report_spells(r, test);
	if (key > LOGIC_LAST_CELL && key <= LOGIC_MOST_CELLS &&
	    t->keys[LOGIC_CELL_COUNT].values.high > LOGIC_LAST_CELL - LOGIC_CELLS + 1)
		report_free(r);
	EACH_WRITE(r, key, write)
	if (!write->actor && write->kind == LOGIC_RANGE &&
	    exh_logic_write_meets(t, write, test))
		report_free(r);
}

/* Reports, of a counter, the actors without which it can't get that far. False: none. */
static bool report_counter(const struct report *r, int32_t key,
			   const struct logic_test *test)
{
	const int64_t least = test->op == '=' ? test->arg : test->arg + 1;
	size_t nodes[MOST_NODES], count = 0;

	if (test->op != '=' && test->op != '>')
		return false;
	EACH_WRITE(r, key, write)
	if (r->t->keys[key].sum - write->arg < least && count < MOST_NODES)
		nodes[count++] = actor_of(r, write);
	if (count)
		report_nodes(r, nodes, count, 0);
	return count != 0;
}

static void report_writes(const struct report *r, int32_t key,
			  const struct logic_test *test)
{
	EACH_WRITE(r, key, write)
	report_write(r, write, test);
	report_wild(r, LOGIC_ASSIGN, test);
}

/* Reports all that enables the puzzle of the key; or, with ASSIGN, all that sets it. */
static void report_any_write(const struct report *r, int32_t key,
			     enum logic_write_kind kind)
{
	EACH_WRITE(r, key, write)
	if (kind == LOGIC_ENABLE ? write->kind == kind : write->kind < LOGIC_ENABLE)
		report_by(r, write);
	report_wild(r, kind, NULL);
}

/* The two keys are 0 at first: one of them is written. */
static void report_either(const struct report *r, int32_t key)
{
	if (exh_logic_is_place_key(key) || exh_zv_key_meaning(key))
		report_free(r);
	else
		report_any_write(r, key, LOGIC_ASSIGN);
}

static void report_fact(const struct report *r, const struct exh_zv_logic_node *fact)
{
	const struct logic_test test = { fact->op, fact->arg };
	const int32_t number = exh_logic_key(fact->key);
	const struct logic_test at_first = { fact->op, fact->arg_is_key ? 0 : fact->arg };

	if (fact->op == 'E') {
		report_any_write(r, number, LOGIC_ENABLE);
		return;
	}
	if (exh_logic_test_holds(&at_first, 0))
		report_free(r);
	if (fact->arg_is_key) {
		report_either(r, number);
		report_either(r, exh_logic_key(fact->arg));
		return;
	}
	if (r->t->keys[number].is_counter && !exh_logic_test_holds(&test, 0) &&
	    report_counter(r, number, &test))
		return;
	report_engine(r, number, &test);
	if (number != LOGIC_ITEMS)
		report_writes(r, number, &test);
}

/*
 * Items.
 */

/* An item in a slot can be taken; but one that the player put there was had before. */
static void report_from_slot(const struct report *r, const struct logic_write *take,
			     const struct logic_test *test)
{
	logic_tables *t = r->t;

	EACH_WRITE(r, take->arg, write)
	{
		const size_t nodes[] = { actor_of(r, take), actor_of(r, write) };

		if (write->kind == LOGIC_SLOT)
			report_hand(r, nodes, 2, test);
		else if (write->actor && exh_logic_write_meets(t, write, test))
			report_nodes(r, nodes, 2, line_of(write));
	}
	if (take->arg == LOGIC_CELLS)
		report_hand(r, (size_t[]){ actor_of(r, take) }, 1, test);
}

static void report_item(const struct report *r, int64_t item)
{
	logic_tables *t = r->t;
	const struct logic_test test = { '=', item };

	EACH_WRITE(r, LOGIC_ITEMS, write)
	if (exh_logic_is_exchange(write))
		report_from_slot(r, write, &test);
	else
		report_write(r, write, &test);
	report_wild(r, LOGIC_ASSIGN, &test);
	if (t->keys[LOGIC_CELL_COUNT].values.high > LOGIC_LAST_CELL - LOGIC_CELLS + 1)
		report_free(r);
}

void exh_zv_logic_alternatives(const struct exh_zv_logic *logic, size_t number,
			       exh_zv_logic_fn *fn, void *context)
{
	logic_tables *t = logic->tables;
	const struct report r = { t, fn, context, t->work + MOST_WORK };
	const struct exh_zv_logic_node *node = &logic->nodes[number];

	if (!node->is_reached)
		return;
	t->work++;
	if (node->kind == EXH_ZV_LOGIC_SCOPE)
		report_scope(&r, number);
	else if (number == logic->first_actor)
		report_free(&r);
	else if (node->kind == EXH_ZV_LOGIC_ACTOR)
		report_actor(&r, (uint32_t)(number - logic->first_actor));
	else if (node->kind == EXH_ZV_LOGIC_FACT)
		report_fact(&r, node);
	else
		report_item(&r, node->key);
	if (is_long(&r))
		report_free(&r);
}

size_t exh_zv_logic_work(const struct exh_zv_logic *logic)
{
	return logic->tables->work;
}
