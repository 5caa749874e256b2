/* Paths through an atlas: the conditions of ways, and the best path. */
#include "exhume/advanced/zvision_atlas.h"

#include "script_words.h"

#include <stdlib.h>

/*
 * Weighing ways.
 */

struct weighing {
	const struct exh_zv_xref *xref;
	struct exh_zv_findings findings;
};

static int by_key(const void *a, const void *b)
{
	const int64_t key = *(const int64_t *)a;
	const struct exh_zv_xref_key *other = b;

	return key < other->key ? -1 : key > other->key;
}

static bool is_written(const struct exh_zv_set_use *use)
{
	return use->use.kind == EXH_ZV_USE_WRITE || use->use.kind == EXH_ZV_USE_PUZZLE ||
	       use->use.kind == EXH_ZV_USE_CONTROL;
}

/* True if a criterion holds while all keys are 0. */
static bool holds_at_first(const struct exh_zv_node *criterion)
{
	const int64_t arg = criterion->arg_is_key ? 0 : criterion->arg;

	switch (criterion->op) {
	case '=':
		return arg == 0;
	case '!':
		return arg != 0;
	case '>':
		return arg < 0;
	default:
		return arg > 0;
	}
}

enum need { NEEDS_NOTHING, NEEDS_OTHERS, NEEDS_WHAT_NEVER_IS };

/* script: the criterion's script. Keys that the engine writes may get any value. */
static enum need need_of(const struct weighing *weighing,
			 const struct exh_zv_node *criterion, size_t script)
{
	const struct exh_zv_xref *xref = weighing->xref;
	const struct exh_zv_xref_key *key = bsearch(
		&criterion->key, xref->keys, xref->key_count, sizeof *xref->keys, by_key);
	enum need need = NEEDS_WHAT_NEVER_IS;

	if (!key || holds_at_first(criterion))
		return NEEDS_NOTHING;
	for (size_t i = 0; i < key->count; i++)
		if (is_written(&key->uses[i]) && key->uses[i].script == script)
			return NEEDS_NOTHING;
		else if (is_written(&key->uses[i]))
			need = NEEDS_OTHERS;
	return key->meaning || criterion->arg_is_key ? NEEDS_OTHERS : need;
}

/* Counts the criteria that need other scripts; UINT32_MAX if some criterion can never
 * hold. */
static uint32_t needs_of_block(const struct weighing *weighing,
			       const struct exh_zv_node *block, size_t script)
{
	uint32_t needs = 0;

	for (const struct exh_zv_node *node = block->first; node; node = node->next) {
		const enum need need = node->kind == EXH_ZV_CRITERION
					       ? need_of(weighing, node, script)
					       : NEEDS_NOTHING;

		if (need == NEEDS_WHAT_NEVER_IS)
			return UINT32_MAX;
		needs += need == NEEDS_OTHERS;
	}
	return needs;
}

/* Empty blocks are ignored. */
static bool is_block(const struct exh_zv_node *node)
{
	return node->kind == EXH_ZV_CRITERIA &&
	       exh_zv_script_count(node, EXH_ZV_CRITERION) != 0;
}

static uint32_t needs_of(const struct weighing *weighing,
			 const struct exh_zv_node *puzzle, size_t script)
{
	uint32_t least = UINT32_MAX, needs;
	bool has_blocks = false;

	for (const struct exh_zv_node *node = puzzle ? puzzle->first : NULL; node;
	     node = node->next) {
		if (!is_block(node))
			continue;
		has_blocks = true;
		needs = needs_of_block(weighing, node, script);
		least = needs < least ? needs : least;
	}
	return has_blocks ? least : 0;
}

/* Findings are sorted by script, then line. */
static bool is_unreached(const struct weighing *weighing, size_t script, uint32_t line)
{
	const struct exh_zv_findings *findings = &weighing->findings;
	size_t low = 0, high = findings->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct exh_zv_finding *item = &findings->items[middle];

		if (item->script < script ||
		    (item->script == script && item->problem.line < line))
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < findings->count && findings->items[low].script == script &&
	       findings->items[low].problem.line == line;
	     low++)
		if (findings->items[low].problem.kind == EXH_ZV_PROBLEM_UNREACHED)
			return true;
	return false;
}

static void weigh(const struct weighing *weighing, struct exh_zv_atlas_way *way)
{
	const struct exh_zv_set_use *use = way->way->use;
	const struct exh_zv_node *puzzle = use->use.owner;

	way->needs = needs_of(weighing, puzzle, use->script);
	way->is_impossible =
		way->needs == UINT32_MAX ||
		is_unreached(weighing, use->script, use->use.line) ||
		(puzzle && is_unreached(weighing, use->script, puzzle->line));
	if (way->needs == UINT32_MAX)
		way->needs = 0;
}

bool exh_zv_atlas_weigh(struct exh_zv_atlas *atlas,
			const struct exh_zv_script *const *scripts, size_t count,
			const struct exh_zv_xref *xref)
{
	struct weighing weighing = { .xref = xref };
	const bool good = exh_zv_set_lint(scripts, count, NULL, &weighing.findings);

	for (size_t i = 0; i < atlas->way_count && good; i++)
		weigh(&weighing, &atlas->ways[i]);
	exh_zv_findings_free(&weighing.findings);
	return good;
}

/*
 * The best path, by Dijkstra's algorithm.
 */

/* Compared from the first member on. */
struct cost {
	uint32_t impossible, first, second;
};

struct search {
	const struct exh_zv_atlas *atlas;
	enum exh_zv_atlas_order order;
	struct cost *costs;
	bool *is_found, *is_done;
	const struct exh_zv_atlas_way **by; /* way to each place, and ... */
	size_t *before;			    /* ... the place where that way began */
};

static bool is_less(struct cost a, struct cost b)
{
	if (a.impossible != b.impossible)
		return a.impossible < b.impossible;
	if (a.first != b.first)
		return a.first < b.first;
	return a.second < b.second;
}

static struct cost with(const struct search *search, struct cost cost,
			const struct exh_zv_atlas_way *way)
{
	const bool by_ways = search->order == EXH_ZV_BY_WAYS;

	cost.impossible += way->is_impossible;
	cost.first += by_ways ? 1 : way->needs;
	cost.second += by_ways ? way->needs : 1;
	return cost;
}

static bool start_search(struct search *search, size_t start, struct exh_arena *arena)
{
	const size_t room = search->atlas->place_count + 1;

	search->costs = exh_alloc(arena, room, sizeof *search->costs);
	search->is_found = exh_alloc(arena, room, sizeof *search->is_found);
	search->is_done = exh_alloc(arena, room, sizeof *search->is_done);
	search->by = exh_alloc(arena, room, sizeof *search->by);
	search->before = exh_alloc(arena, room, sizeof *search->before);
	if (!search->costs || !search->is_found || !search->is_done || !search->by ||
	    !search->before)
		return false;
	search->is_found[start] = true;
	return true;
}

static void follow(struct search *search, size_t place)
{
	search->is_done[place] = true;
	for (size_t i = 0; i < search->atlas->way_count; i++) {
		const struct exh_zv_atlas_way *way = &search->atlas->ways[i];
		const struct cost cost = with(search, search->costs[place], way);

		if (way->to == EXH_ZV_NOWHERE || search->is_done[way->to] ||
		    (search->is_found[way->to] &&
		     !is_less(cost, search->costs[way->to])) ||
		    !exh_zv_atlas_leads(search->atlas, way, place))
			continue;
		search->is_found[way->to] = true;
		search->costs[way->to] = cost;
		search->by[way->to] = way;
		search->before[way->to] = place;
	}
}

/* Returns the place to visit next; EXH_ZV_NOWHERE when no more are found. */
static size_t nearest(const struct search *search)
{
	size_t best = EXH_ZV_NOWHERE;

	for (size_t i = 0; i < search->atlas->place_count; i++)
		if (search->is_found[i] && !search->is_done[i] &&
		    (best == EXH_ZV_NOWHERE ||
		     is_less(search->costs[i], search->costs[best])))
			best = i;
	return best;
}

/* Traces the path backwards from its end. */
static bool trace_path(const struct search *search, size_t from, size_t to,
		       struct exh_arena *arena,
		       const struct exh_zv_atlas_way *const **path, size_t *count)
{
	const struct exh_zv_atlas_way **ways;

	for (size_t at = to; at != from; at = search->before[at])
		++*count;
	ways = exh_alloc(arena, *count + 1, sizeof *ways);
	if (!ways)
		return false;
	for (size_t at = to, i = *count; at != from; at = search->before[at])
		ways[--i] = search->by[at];
	*path = ways;
	return true;
}

bool exh_zv_atlas_path(const struct exh_zv_atlas *atlas, size_t from, size_t to,
		       enum exh_zv_atlas_order order, struct exh_arena *arena,
		       const struct exh_zv_atlas_way *const **path, size_t *count)
{
	struct search search = { .atlas = atlas, .order = order };

	*path = NULL;
	*count = 0;
	if (!start_search(&search, from, arena))
		return false;
	for (size_t at = from; at != EXH_ZV_NOWHERE && at != to; at = nearest(&search))
		follow(&search, at);
	return from == to || !search.is_found[to] ||
	       trace_path(&search, from, to, arena, path, count);
}
