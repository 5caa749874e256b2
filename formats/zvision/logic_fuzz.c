/*
 * For any scripts: what is reached has an alternative whose nodes are reached, and what
 * is needed for a node is part of each of its alternatives, or needed for it; losses are
 * of nodes that are reached. Without one of the scripts nothing more is reached, and no
 * key gets more values.
 *
 * Input: the number of the script that is left out the second time, then texts of
 *        scripts, each up to a byte of 0, for the places, rooms and worlds below
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "logic_parts.h"

#include "../base/fuzzing.h"

enum { SCRIPTS = 6, MEMORY = 1 << 26, TEXT = 1 << 14, WORK = 1 << 16 };

static const char *const names[SCRIPTS] = { "gary.scr", "HALL.SCR",	"ha.scr",
					    "h.scr",	"universe.scr", "gjma.scr" };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct game {
	struct exh_bytes texts[SCRIPTS];
	struct exh_zv_script parsed[SCRIPTS];
	const struct exh_zv_script *scripts[SCRIPTS];
	struct exh_arena arena;
};

static void read_game(struct game *game, const uint8_t *data, size_t size)
{
	game->arena = (struct exh_arena){ .limit = MEMORY };
	for (size_t i = 0; i < SCRIPTS; i++) {
		const uint8_t *end = size ? memchr(data, 0, size) : NULL;

		game->texts[i] = take(&data, &size, end ? (size_t)(end - data) : size);
		discard(take(&data, &size, 1));
		game->scripts[i] = NULL;
		if (!exh_zv_script_parse(game->texts[i], &game->arena, &game->parsed[i],
					 NULL, NULL))
			game->scripts[i] = &game->parsed[i];
	}
}

struct checked {
	const struct exh_zv_logic *logic;
	size_t node, alternatives;
};

static void check_alternative(void *context, const size_t *nodes, size_t count,
			      uint32_t line)
{
	struct checked *checked = context;
	const logic_tables *t = checked->logic->tables;

	(void)line;
	for (size_t i = 0; i < count; i++)
		assert(nodes[i] < checked->logic->node_count);
	for (size_t k = 0; k < LOGIC_WORDS; k++) {
		uint64_t left = t->needs[checked->node * LOGIC_WORDS + k];

		if (t->node_bits[checked->node] >= 0 &&
		    (size_t)t->node_bits[checked->node] / 64 == k)
			left &= ~(UINT64_C(1) << (t->node_bits[checked->node] % 64));
		for (size_t i = 0; i < count; i++)
			left &= ~t->needs[nodes[i] * LOGIC_WORDS + k];
		assert(!left);
	}
	checked->alternatives++;
}

static void check_reached(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct checked *checked = context;

	(void)line;
	for (size_t i = 0; i < count; i++)
		assert(checked->logic->nodes[nodes[i]].is_reached);
	checked->alternatives++;
}

static void check_node(const struct exh_zv_logic *logic, size_t node)
{
	struct checked checked = { logic, node, 0 }, sets = { logic, node, 0 };

	exh_zv_logic_alternatives(logic, node, check_alternative, &checked);
	exh_zv_logic_needs(logic, node, check_reached, &sets);
	exh_zv_logic_requires(logic, node, check_reached, &sets);
	if (!logic->nodes[node].is_reached)
		assert(!checked.alternatives && !sets.alternatives);
	else if (logic->nodes[node].kind == EXH_ZV_LOGIC_SCOPE)
		assert(checked.alternatives && sets.alternatives >= 2);
}

static void check_losses(const struct exh_zv_logic *logic)
{
	for (size_t i = 0; i < logic->loss_count; i++) {
		const struct exh_zv_logic_loss *loss = &logic->losses[i];

		assert(logic->nodes[loss->fact].is_reached);
		assert(logic->nodes[loss->by].is_reached && loss->line);
		assert(logic->nodes[loss->needed_by].is_reached);
		assert(logic->nodes[loss->loses].is_reached);
	}
	for (size_t i = 0; i < logic->one_way_count; i++)
		assert(logic->nodes[logic->one_ways[i].from].is_reached &&
		       logic->nodes[logic->one_ways[i].to].is_reached);
}

/* Nothing is reached with fewer scripts that is not with all. */
static void compare(const struct exh_zv_logic *all, const struct exh_zv_logic *fewer)
{
	for (size_t i = 0; i < fewer->scope_count; i++) {
		const size_t same = exh_zv_logic_scope(all, fewer->nodes[i].name);

		assert(!fewer->nodes[i].is_reached ||
		       (same < all->node_count && all->nodes[same].is_reached));
	}
	for (int32_t key = 0; key < LOGIC_KEYS; key++) {
		const struct logic_values *few = &fewer->tables->keys[key].values;
		const struct logic_values *more = &all->tables->keys[key].values;

		assert(more->low <= few->low && more->high >= few->high);
		for (uint32_t i = 0; i < few->count && !few->is_range; i++)
			assert(exh_zv_logic_has_value(all, key, few->items[i]));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct game game;
	struct exh_zv_logic all, fewer;
	const size_t left_out = size ? data[0] % SCRIPTS : 0;

	if (!size || size > TEXT)
		return 0;
	read_game(&game, data + 1, size - 1);
	assert(!exh_zv_logic_make(game.scripts, names, SCRIPTS, "gary", NULL, &game.arena,
				  &all, NULL));
	for (size_t i = 0; i < all.node_count && exh_zv_logic_work(&all) < WORK; i++)
		check_node(&all, i);
	check_losses(&all);
	game.scripts[left_out] = NULL;
	assert(!exh_zv_logic_make(game.scripts, names, SCRIPTS, "gary", NULL, &game.arena,
				  &fewer, NULL));
	if (!fewer.is_cut)
		compare(&all, &fewer);
	exh_arena_free(&game.arena);
	for (size_t i = 0; i < SCRIPTS; i++)
		discard(game.texts[i]);
	return 0;
}
