/* The facts that a game's criteria test. */
#include "logic_parts.h"

#include <stdlib.h>
#include <string.h>

/* A line of criteria; op 'E': a puzzle is enabled. */
struct fact {
	int32_t at; /* the key that is kept track of */
	int64_t key, arg;
	char op;
	bool arg_is_key;
};

static int compare(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_fact(const void *a, const void *b)
{
	const struct fact *one = a, *other = b;
	int order = compare(one->at, other->at);

	if (!order)
		order = compare(one->key, other->key);
	if (!order)
		order = compare(one->arg_is_key, other->arg_is_key);
	if (!order)
		order = compare(one->op, other->op);
	return order ? order : compare(one->arg, other->arg);
}

static struct fact fact_of(const struct exh_zv_node *node)
{
	return (struct fact){ .at = exh_logic_key(node->key),
			      .key = node->key,
			      .arg = node->arg,
			      .op = node->op,
			      .arg_is_key = node->arg_is_key };
}

static bool is_same_key(const struct fact *a, const struct fact *b)
{
	return a->key == b->key && a->arg_is_key == b->arg_is_key;
}

/* Simplifies the sorted numeric conditions on one key: returns how many are left, or -1
 * if they contradict each other. */
static int merge_key(struct fact *facts, size_t count)
{
	int64_t above = INT64_MIN, below = INT64_MAX;
	size_t kept = 0, equals = 0;
	struct fact equal = facts[0];

	for (size_t i = 0; i < count; i++) {
		if (facts[i].op == '=' && equals++ && facts[i].arg != equal.arg)
			return -1;
		if (facts[i].op == '=')
			equal = facts[i];
		if (facts[i].op == '>' && facts[i].arg > above)
			above = facts[i].arg;
		if (facts[i].op == '<' && facts[i].arg < below)
			below = facts[i].arg;
	}
	if (above >= below || (above != INT64_MIN && above + 1 >= below))
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct logic_test test = { facts[i].op, facts[i].arg };
		const bool bounds = facts[i].op == '>'	 ? facts[i].arg == above
				    : facts[i].op == '<' ? facts[i].arg == below
							 : facts[i].arg > above &&
								   facts[i].arg < below;

		if (equals && !exh_logic_test_holds(&test, equal.arg))
			return -1;
		if (equals ? facts[i].op == '=' && !kept
			   : bounds && (!kept || by_fact(&facts[kept - 1], &facts[i])))
			facts[kept++] = facts[i];
	}
	return (int)kept;
}

static size_t drop_repeated(struct fact *facts, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (!kept || by_fact(&facts[kept - 1], &facts[i]))
			facts[kept++] = facts[i];
	return kept;
}

/* Sorts and simplifies a block. -1: it contradicts itself. */
static long simplify(struct fact *facts, size_t count)
{
	size_t kept = 0;

	qsort(facts, count, sizeof *facts, by_fact);
	for (size_t i = 0, end; i < count; i = end) {
		long left;

		for (end = i + 1; end < count && is_same_key(&facts[i], &facts[end]);)
			end++;
		left = facts[i].arg_is_key ? (long)drop_repeated(facts + i, end - i)
					   : merge_key(facts + i, end - i);
		if (left < 0)
			return -1;
		memmove(facts + kept, facts + i, (size_t)left * sizeof *facts);
		kept += (size_t)left;
	}
	return (long)kept;
}

/* The facts of all blocks, one block after another. */
struct raw {
	struct fact *items;
	size_t count;
};

static void read_blocks(logic_tables *t, struct raw *raw, uint32_t number)
{
	struct logic_actor *actor = &t->actors[number];
	const struct exh_zv_node *puzzle = exh_logic_actor_node(t, number)->node;

	actor->first_block = (uint32_t)t->block_count;
	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		struct fact *facts = raw->items + raw->count;
		size_t count = 0;
		long left;

		for (const struct exh_zv_node *node =
			     block->kind == EXH_ZV_CRITERIA ? block->first : NULL;
		     node; node = node->next)
			if (node->kind == EXH_ZV_CRITERION)
				facts[count++] = fact_of(node);
		actor->has_blocks |= count != 0;
		left = count ? simplify(facts, count) : -1;
		if (left < 0)
			continue;
		t->blocks[t->block_count++] =
			(struct logic_block){ (uint32_t)raw->count, (uint32_t)left,
					      true };
		raw->count += (size_t)left;
	}
	actor->block_count = (uint32_t)t->block_count - actor->first_block;
}

/* Facts that are tested besides those of blocks: spells, and switches of puzzles. */
static size_t more_facts(logic_tables *t, struct fact *facts)
{
	size_t count = 0;

	for (int i = 0; i < LOGIC_SPELL_COUNT; i++)
		facts[count++] = (struct fact){ .at = LOGIC_SPELLS + i,
						.key = LOGIC_SPELLS + i,
						.op = '!' };
	for (uint32_t i = 1; i < t->logic->actor_count; i++) {
		const struct exh_zv_node *node = exh_logic_actor_node(t, i)->node;
		const unsigned flags =
			node->kind == EXH_ZV_PUZZLE ? exh_zv_script_flags(node) : 0;
		struct logic_key *key = &t->keys[exh_logic_key(node->key)];

		key->has_once |= (flags & EXH_ZV_ONCE_PER_INST) != 0;
		if (flags & EXH_ZV_DISABLED)
			facts[count++] = (struct fact){ .at = exh_logic_key(node->key),
							.key = node->key,
							.op = 'E' };
	}
	return count;
}

static struct fact fact_at(const logic_tables *t, size_t node)
{
	const struct exh_zv_logic_node *fact = &t->logic->nodes[node];

	return (struct fact){ .at = exh_logic_key(fact->key),
			      .key = fact->key,
			      .arg = fact->arg,
			      .op = fact->op,
			      .arg_is_key = fact->arg_is_key };
}

static size_t find_fact(const logic_tables *t, const struct fact *wanted)
{
	size_t low = t->logic->first_fact, high = low + t->logic->fact_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct fact fact = fact_at(t, middle);
		const int order = by_fact(&fact, wanted);

		if (!order)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return t->logic->node_count;
}

size_t exh_logic_fact(const logic_tables *t, int64_t key, char op, int64_t arg)
{
	return find_fact(t, &(struct fact){ exh_logic_key(key), key, arg, op, false });
}

static void make_fact(logic_tables *t, const struct fact *fact)
{
	struct exh_zv_logic *logic = t->logic;
	struct logic_key *key = &t->keys[fact->at];

	if (!key->fact_count++)
		key->first_fact = (uint32_t)logic->fact_count;
	logic->nodes[logic->first_fact + logic->fact_count++] =
		(struct exh_zv_logic_node){ .kind = EXH_ZV_LOGIC_FACT,
					    .script = EXH_ZV_NO_SCRIPT,
					    .key = fact->key,
					    .arg = fact->arg,
					    .op = fact->op,
					    .arg_is_key = fact->arg_is_key };
}

static void make_facts(logic_tables *t, const struct raw *raw)
{
	struct exh_zv_logic *logic = t->logic;
	struct fact *all = exh_logic_alloc(
		t, raw->count + LOGIC_SPELL_COUNT + logic->actor_count, sizeof *all);
	size_t count;

	if (!all)
		return;
	memcpy(all, raw->items, raw->count * sizeof *all);
	count = raw->count + more_facts(t, all + raw->count);
	qsort(all, count, sizeof *all, by_fact);
	count = drop_repeated(all, count);
	for (size_t i = 0; i < count; i++)
		make_fact(t, &all[i]);
	logic->first_item = logic->first_fact + count;
	logic->node_count = logic->first_item;
}

/* Finds the facts of blocks, and of switches. */
static void resolve_facts(logic_tables *t, const struct raw *raw)
{
	const struct exh_zv_logic *logic = t->logic;

	for (size_t i = 0; i < raw->count; i++)
		t->facts[i] =
			(uint32_t)(find_fact(t, &raw->items[i]) - logic->first_fact);
	for (uint32_t i = 1; i < logic->actor_count; i++) {
		const struct exh_zv_node *node = exh_logic_actor_node(t, i)->node;

		if (node->kind == EXH_ZV_PUZZLE &&
		    exh_zv_script_flags(node) & EXH_ZV_DISABLED)
			t->actors[i].enabled =
				(uint32_t)(1 + exh_logic_fact(t, node->key, 'E', 0) -
					   logic->first_fact);
	}
}

void exh_logic_read_facts(logic_tables *t)
{
	const size_t most = exh_logic_count(t, EXH_ZV_CRITERION);
	struct raw raw = { exh_logic_alloc(t, most, sizeof *raw.items), 0 };

	t->blocks = exh_logic_alloc(t, exh_logic_count(t, EXH_ZV_CRITERIA),
				    sizeof *t->blocks);
	t->facts = exh_logic_alloc(t, most, sizeof *t->facts);
	if (t->failed)
		return;
	for (uint32_t i = 1; i < t->logic->actor_count; i++)
		if (exh_logic_actor_node(t, i)->node->kind == EXH_ZV_PUZZLE)
			read_blocks(t, &raw, i);
	make_facts(t, &raw);
	if (!t->failed)
		resolve_facts(t, &raw);
}
