/* Needs of nodes: facts and items without which they can't be reached. */
#include "logic_parts.h"

#include <string.h>

enum {
	MOST_ROUNDS = 64,
	MOST_SETS = 1 << 15,
	BITS = LOGIC_WORDS * 64,
	SET_BITS = LOGIC_SET_WORDS * 64
};

/*
 * Nodes that are kept track of.
 */

static void track(logic_tables *t, size_t node)
{
	if (node >= t->logic->node_count || t->node_bits[node] >= 0)
		return;
	if (t->bit_count == BITS) {
		t->logic->needs_left_out++;
		return;
	}
	t->node_bits[node] = (int16_t)t->bit_count;
	t->bit_nodes[t->bit_count++] = (uint32_t)node;
}

/* True for keys that only results of puzzles change, and not for the picture or sound. */
static bool tells_progress(const logic_tables *t, const struct exh_zv_logic_node *fact)
{
	const struct logic_test test = { fact->op, fact->arg };

	return fact->is_reached && fact->op != 'E' && !fact->arg_is_key &&
	       !exh_zv_key_meaning(fact->key) && !exh_logic_test_holds(&test, 0) &&
	       t->keys[exh_logic_key(fact->key)].tells_progress;
}

static void choose_bits(logic_tables *t)
{
	const struct exh_zv_logic *logic = t->logic;

	for (size_t i = logic->first_item; i < logic->node_count; i++)
		track(t, i);
	for (int i = 0; i < LOGIC_SPELL_COUNT; i++) {
		const size_t fact = exh_logic_fact(t, LOGIC_SPELLS + i, '!', 0);

		if (logic->nodes[fact].is_reached)
			track(t, fact);
	}
	t->set_bits = t->bit_count < SET_BITS ? t->bit_count : SET_BITS;
	for (size_t i = 0; i < t->danger_count; i++) {
		track(t, t->dangers[i].needed_by);
		track(t, t->dangers[i].fact);
	}
	for (size_t i = 0; i < logic->fact_count; i++)
		if (tells_progress(t, &logic->nodes[logic->first_fact + i]))
			track(t, logic->first_fact + i);
}

/*
 * Needs: those of all alternatives, from all nodes down.
 */

struct meeting {
	const logic_tables *t;
	uint64_t words[LOGIC_WORDS];
	bool has_any;
};

static void meet(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct meeting *m = context;
	uint64_t words[LOGIC_WORDS] = { 0 };

	(void)line;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < LOGIC_WORDS; k++)
			words[k] |= m->t->needs[nodes[i] * LOGIC_WORDS + k];
	for (size_t k = 0; k < LOGIC_WORDS; k++)
		m->words[k] &= words[k];
	m->has_any = true;
}

/* True if the node's needs have changed. */
static bool update_needs(logic_tables *t, size_t node)
{
	uint64_t *needs = t->needs + node * LOGIC_WORDS;
	struct meeting m = { .t = t };
	const int bit = t->node_bits[node];

	memset(m.words, 0xff, sizeof m.words);
	exh_zv_logic_alternatives(t->logic, node, meet, &m);
	if (!m.has_any)
		memset(m.words, 0, sizeof m.words);
	if (bit >= 0)
		m.words[bit / 64] |= UINT64_C(1) << (bit % 64);
	if (memcmp(needs, m.words, sizeof m.words) == 0)
		return false;
	memcpy(needs, m.words, sizeof m.words);
	return true;
}

static void find_needs(logic_tables *t)
{
	const size_t size = t->logic->node_count * LOGIC_WORDS * sizeof *t->needs;
	bool changes = true;

	memset(t->needs, 0xff, size);
	for (int round = 0; round < MOST_ROUNDS && changes; round++) {
		changes = false;
		for (size_t i = 0; i < t->order_count && !exh_logic_is_spent(t); i++)
			changes |= update_needs(t, t->order[i]);
	}
	if (!changes && !exh_logic_is_spent(t))
		return;
	memset(t->needs, 0, size);
	t->logic->needs_left_out += t->bit_count;
	t->logic->is_cut = true;
}

/*
 * Sets: the least ones, from none up.
 */

static bool is_part(const uint64_t *set, const uint64_t *of)
{
	for (size_t i = 0; i < LOGIC_SET_WORDS; i++)
		if (set[i] & ~of[i])
			return false;
	return true;
}

static unsigned size_of(const uint64_t *set)
{
	unsigned size = 0;

	for (size_t i = 0; i < LOGIC_SET_WORDS; i++)
		for (uint64_t left = set[i]; left; left &= left - 1)
			size++;
	return size;
}

/* Smaller sets come first, then those that have the first bit in which they differ. */
static bool comes_before(const uint64_t *a, const uint64_t *b)
{
	const unsigned one = size_of(a), other = size_of(b);

	for (size_t i = 0; i < LOGIC_SET_WORDS && one == other; i++) {
		const uint64_t differs = a[i] ^ b[i];

		if (differs)
			return a[i] & differs & (~differs + 1);
	}
	return one < other;
}

static void add_set(struct logic_sets *sets, const uint64_t *set)
{
	const size_t size = sizeof sets->items[0];
	uint8_t kept = 0, at;

	for (uint8_t i = 0; i < sets->count; i++)
		if (is_part(sets->items[i], set))
			return;
	for (uint8_t i = 0; i < sets->count; i++)
		if (!is_part(set, sets->items[i]))
			memmove(sets->items[kept++], sets->items[i], size);
	sets->count = kept;
	for (at = kept; at > 0 && comes_before(set, sets->items[at - 1]);)
		at--;
	if (kept == LOGIC_SETS) {
		sets->is_cut = true;
		if (at == kept)
			return;
		sets->count = --kept;
	}
	memmove(sets->items[at + 1], sets->items[at], (size_t)(kept - at) * size);
	memcpy(sets->items[at], set, size);
	sets->count++;
}

/* All of one with all of the other. */
static void multiply(struct logic_sets *sets, const struct logic_sets *by)
{
	struct logic_sets product = { .is_cut = sets->is_cut || by->is_cut };
	uint64_t both[LOGIC_SET_WORDS];

	for (uint8_t i = 0; i < sets->count; i++)
		for (uint8_t k = 0; k < by->count; k++) {
			for (size_t w = 0; w < LOGIC_SET_WORDS; w++)
				both[w] = sets->items[i][w] | by->items[k][w];
			add_set(&product, both);
		}
	*sets = product;
}

static bool is_free(const struct logic_sets *sets)
{
	static const uint64_t none[LOGIC_SET_WORDS];

	return sets->count == 1 && !sets->is_cut && is_part(sets->items[0], none);
}

/* Sets of which one is empty, of which there are none yet, and that are unknown. */
static const struct logic_sets free_sets = { .count = 1 }, no_sets,
			       any_sets = { .count = 1, .is_cut = true };

struct joining {
	logic_tables *t;
	struct logic_sets sets;
	bool has_any;
};

static void join(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct joining *j = context;
	struct logic_sets sets = { .count = 1 };

	(void)line;
	j->has_any = true;
	for (size_t i = 0; i < count && sets.count; i++)
		if (!is_free(j->t->sets[nodes[i]])) {
			j->t->work += (size_t)sets.count * j->t->sets[nodes[i]]->count;
			multiply(&sets, j->t->sets[nodes[i]]);
		}
	j->sets.is_cut |= sets.is_cut;
	for (uint8_t i = 0; i < sets.count; i++)
		add_set(&j->sets, sets.items[i]);
}

static bool are_same(const struct logic_sets *a, const struct logic_sets *b)
{
	return a->count == b->count && a->is_cut == b->is_cut &&
	       memcmp(a->items, b->items, a->count * sizeof a->items[0]) == 0;
}

/* Keeps the sets of a node: few kinds are shared, and there is room for so many others.
 */
static void keep_sets(logic_tables *t, size_t node, const struct logic_sets *sets)
{
	const struct logic_sets **kept = &t->sets[node];
	struct logic_sets *own = (struct logic_sets *)*kept;

	if (are_same(sets, &free_sets)) {
		*kept = &free_sets;
		return;
	}
	if (*kept == &free_sets || *kept == &no_sets || *kept == &any_sets)
		own = t->set_count++ < MOST_SETS ? exh_alloc(t->arena, 1, sizeof *own)
						 : NULL;
	t->logic->is_cut |= !own;
	*kept = own ? own : &any_sets;
	if (own)
		*own = *sets;
}

static bool update_sets(logic_tables *t, size_t node)
{
	struct joining j = { .t = t };
	const int bit = t->node_bits[node];
	struct logic_sets own = { .count = 1 };

	exh_zv_logic_alternatives(t->logic, node, join, &j);
	if (!j.has_any)
		j.sets.count = 1;
	if (bit >= 0 && (size_t)bit < t->set_bits) {
		own.items[0][bit / 64] = UINT64_C(1) << (bit % 64);
		multiply(&j.sets, &own);
	}
	if (t->sets[node] == &any_sets || are_same(t->sets[node], &j.sets))
		return false;
	keep_sets(t, node, &j.sets);
	return true;
}

static void find_sets(logic_tables *t)
{
	bool changes = true;

	for (size_t i = 0; i < t->logic->node_count; i++)
		t->sets[i] = &no_sets;
	for (int round = 0; round < MOST_ROUNDS && changes; round++) {
		changes = false;
		for (size_t i = 0; i < t->order_count && !exh_logic_is_spent(t); i++)
			changes |= update_sets(t, t->order[i]);
	}
	if (!changes && !exh_logic_is_spent(t))
		return;
	t->logic->is_cut = true;
	for (size_t i = 0; i < t->order_count; i++)
		t->sets[t->order[i]] = &any_sets;
}

void exh_logic_find_needs(logic_tables *t)
{
	const size_t count = t->logic->node_count;

	t->bit_nodes = exh_logic_alloc(t, BITS, sizeof *t->bit_nodes);
	t->node_bits = exh_logic_alloc(t, count, sizeof *t->node_bits);
	t->needs = exh_logic_alloc(t, count * LOGIC_WORDS, sizeof *t->needs);
	t->sets = exh_logic_alloc(t, count, sizeof *t->sets);
	if (t->failed)
		return;
	for (size_t i = 0; i < count; i++)
		t->node_bits[i] = -1;
	choose_bits(t);
	find_needs(t);
	exh_logic_allow_work(t, LOGIC_MOST_WORK);
	find_sets(t);
}

/*
 * Reports.
 */

void exh_zv_logic_needs(const struct exh_zv_logic *logic, size_t node,
			exh_zv_logic_fn *report, void *context)
{
	const logic_tables *t = logic->tables;
	size_t nodes[BITS], count = 0;

	for (size_t i = 0; i < t->bit_count; i++)
		if (t->bit_nodes[i] != node && exh_logic_needs_bit(t, node, (int)i) &&
		    logic->nodes[t->bit_nodes[i]].kind != EXH_ZV_LOGIC_ACTOR)
			nodes[count++] = t->bit_nodes[i];
	if (logic->nodes[node].is_reached)
		report(context, nodes, count, 0);
}

bool exh_zv_logic_requires(const struct exh_zv_logic *logic, size_t node,
			   exh_zv_logic_fn *report, void *context)
{
	const logic_tables *t = logic->tables;
	const struct logic_sets *sets = t->sets[node];
	size_t nodes[SET_BITS];

	for (uint8_t i = 0; i < sets->count; i++) {
		size_t count = 0;

		for (size_t bit = 0; bit < t->set_bits; bit++)
			if (sets->items[i][bit / 64] >> (bit % 64) & 1 &&
			    t->bit_nodes[bit] != node)
				nodes[count++] = t->bit_nodes[bit];
		report(context, nodes, count, 0);
	}
	return !sets->is_cut;
}
