/* The logic of the puzzles as JSON. */
#include "zv_world_logic.h"

#include "task/fields.h"
#include "task/memory.h"

#include <exhume/advanced/zvision_lever.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST_SETTERS = 16,
	MOST_SOURCES = 256,
	MOST_WORK = 100000000,	/* results that are looked at */
	ALL_MEMORY = 108 << 20, /* bytes of scripts, logic, and entries */
	ENTRY = 1500,		/* bytes of one of them, at most */
	LEVERS = 32 << 20,	/* bytes of descriptions that are read */
	MEMORY = 48 << 20,	/* bytes of the logic */
};

/*
 * Tables.
 */

struct condition {
	const struct json *text;
	bool has_key, has_value, has_value_of, has_item;
	int64_t key, arg;
	char op[2];
	struct json *set_by;
};
#define ROW struct condition
static const struct field condition_field[] = {
	FIELD_MADE(FIELD_JSON, ROW, text, &text_fields, "the condition as text"),
	FIELD(ROW, key, NULL, "key that is tested", FIELD_HAS(ROW, has_key)),
	FIELD_OF("op", FIELD_CHARS, ROW, op, NULL,
		 "=, !, > or <; E: the puzzle of this key is enabled",
		 FIELD_HAS(ROW, has_key)),
	FIELD_AS("value", ROW, arg, NULL, "number it is compared to",
		 FIELD_HAS(ROW, has_value)),
	FIELD_AS("value_of", ROW, arg, NULL, "key whose value it is compared to",
		 FIELD_HAS(ROW, has_value_of)),
	FIELD_AS("item", ROW, key, NULL, "item that the player has had",
		 FIELD_HAS(ROW, has_item)),
	FIELD_ITEMS(ROW, set_by, &number_fields,
		    "keys of the first 16 puzzles and controls that make it true"),
};
#undef ROW
static const struct fields condition_table =
	FIELDS("condition", struct condition, condition_field);

static const struct fields all_table =
	FIELDS_LIST("all", &condition_table, "conditions that must all hold");
static const struct fields set_table = FIELDS_LIST("set", &text_fields, "all of these");

struct source {
	const char *from, *script;
	uint32_t line;
	bool has_puzzle, has_control;
	int64_t key;
	struct json *any;
};
#define ROW struct source
static const struct field source_field[] = {
	FIELD(ROW, from, NULL,
	      "place, room or world where it happens, or universe; menu: the engine's"),
	FIELD(ROW, script, NULL, "its script; null: the engine", FIELD_OR_NULL),
	FIELD(ROW, line, NULL, "line of the script, from 1; 0: the engine"),
	FIELD_AS("puzzle", ROW, key, NULL, "puzzle that does it",
		 FIELD_HAS(ROW, has_puzzle)),
	FIELD_AS("control", ROW, key, NULL, "control that does it",
		 FIELD_HAS(ROW, has_control)),
	FIELD_ITEMS(ROW, any, &all_table,
		    "conditions that may hold, simplified: all of one of these"),
};
#undef ROW
static const struct fields source_table = FIELDS("source", struct source, source_field);

/* Fields that nodes of all kinds have. */
struct needs {
	struct json *sources, *requires, *needs;
	bool is_reached, is_whole;
};
#define NEEDS(ROW)                                                                       \
	FIELD_AS("is_reached", ROW, n.is_reached, NULL,                                  \
		 "false: it never is; true: as far as conditions show"),                 \
		FIELD_OF(                                                                \
			"sources", FIELD_JSON_LIST, ROW, n.sources, NULL,                \
			"the first 256 results and controls that lead to it or give it", \
			.of = &source_table),                                            \
		FIELD_OF("requires", FIELD_JSON_LIST, ROW, n.requires, NULL,             \
			 "sets of items and spells, of which one is needed",             \
			 .of = &set_table),                                              \
		FIELD_AS("is_whole", ROW, n.is_whole, NULL,                              \
			 "false: there are more such sets than are listed"),             \
		FIELD_OF("needs", FIELD_JSON_LIST, ROW, n.needs, NULL,                   \
			 "items and conditions without which it never is",               \
			 .of = &text_fields)

struct place {
	const char *place, *script;
	struct needs n;
};
static const struct field place_field[] = {
	FIELD(struct place, place, NULL, "name of the place"),
	FIELD(struct place, script, NULL, "its script; null: the game has none",
	      FIELD_OR_NULL),
	NEEDS(struct place),
};
static const struct fields place_table = FIELDS("logic place", struct place, place_field);

struct item {
	int64_t item;
	struct needs n;
};
static const struct field item_field[] = {
	FIELD(struct item, item, NULL, "number of the item"),
	NEEDS(struct item),
};
static const struct fields item_table = FIELDS("item", struct item, item_field);

struct fact {
	struct condition c;
	const char *meaning;
	bool is_reached;
	struct json *sources;
};
static const struct field more_field[] = {
	FIELD(struct fact, meaning, NULL, "purpose of the key for the engine",
	      FIELD_IF_ANY),
	FIELD(struct fact, is_reached, NULL,
	      "false: it never holds; true: as far as conditions show"),
	FIELD_ITEMS(struct fact, sources, &source_table,
		    "the first 256 results and controls that make it true"),
};
static const struct fields more_table = FIELDS("more", struct fact, more_field);
static const struct field fact_field[] = {
	FIELD_MEMBERS_OF(struct fact, c, &condition_table),
	{ .name = "",
	  .type = FIELD_MEMBERS,
	  .size = sizeof(struct fact),
	  .of = &more_table },
};
static const struct fields fact_table = FIELDS("fact", struct fact, fact_field);

struct loss {
	struct json *lost, *by, *needed_by, *loses;
	bool is_one_way;
};
#define ROW struct loss
static const struct field loss_field[] = {
	FIELD_MADE(FIELD_JSON, ROW, lost, &text_fields,
		   "condition, item or puzzle that can be lost forever"),
	FIELD_MADE(FIELD_JSON, ROW, by, &source_table, "the result that loses it"),
	FIELD(ROW, is_one_way, NULL,
	      "true: by leads away from all that gives it; false: by undoes it"),
	FIELD_MADE(FIELD_JSON, ROW, needed_by, &source_table,
		   "puzzle that can't fire then"),
	FIELD_MADE(FIELD_JSON, ROW, loses, &text_fields,
		   "a place or item that needs that puzzle"),
};
#undef ROW
static const struct fields loss_table = FIELDS("loss", struct loss, loss_field);

struct one_way {
	const char *to;
	struct json *by;
};
static const struct field one_way_field[] = {
	FIELD(struct one_way, to, NULL, "place from which nothing leads back"),
	FIELD_MADE(FIELD_JSON, struct one_way, by, &source_table, "the way"),
};
static const struct fields one_way_table =
	FIELDS("one way", struct one_way, one_way_field);

struct told {
	struct json *places, *items, *facts, *never, *losses, *one_ways;
	size_t losses_left_out, needs_left_out, left_out;
	bool is_cut;
};
#define ROW struct told
static const struct field logic_field[] = {
	FIELD_ITEMS(ROW, places, &place_table, "places"),
	FIELD_ITEMS(ROW, items, &item_table, "items of the inventory"),
	FIELD_ITEMS(ROW, facts, &fact_table, "conditions that puzzles test"),
	FIELD_ITEMS(ROW, never, &source_table, "puzzles that never fire"),
	FIELD_ITEMS(ROW, losses, &loss_table, "things that can be lost forever"),
	FIELD_ITEMS(ROW, one_ways, &one_way_table, "ways without a way back"),
	FIELD(ROW, losses_left_out, NULL, "losses that were not looked into",
	      FIELD_IF_ANY),
	FIELD(ROW, needs_left_out, NULL, "conditions that are in no list of needs",
	      FIELD_IF_ANY),
	FIELD(ROW, left_out, NULL,
	      "entries of lists that are left out, as it would be too long",
	      FIELD_IF_ANY),
	FIELD(ROW, is_cut, NULL,
	      "true: it would have taken too long, and was not worked out whole",
	      FIELD_IF_ANY),
};
#undef ROW
static const struct fields logic_table = FIELDS("logic", struct told, logic_field);

struct result {
	struct json *logic;
};
static const struct field result_field[] = {
	FIELD_MADE(FIELD_JSON, struct result, logic, &logic_table,
		   "the logic of the puzzles; with --logic"),
};
const struct fields zv_world_logic_fields =
	FIELDS("logic result", struct result, result_field);

/*
 * Limits.
 */

/* True if there is room for so many more entries; counts them, or what is left out. */
static bool has_room(struct zv_logic *l, size_t count)
{
	if (count > l->most_entries - l->entries ||
	    exh_zv_logic_work(&l->logic) > MOST_WORK) {
		l->left_out += count;
		return false;
	}
	l->entries += count;
	return true;
}

/*
 * Conditions.
 */

const char *zv_logic_scope_name(const struct zv_logic *l, size_t scope)
{
	const char *name = l->logic.nodes[scope].name;

	return *name ? name : "universe";
}

bool zv_logic_is_place(const struct zv_logic *l, size_t node)
{
	return l->logic.nodes[node].kind == EXH_ZV_LOGIC_SCOPE &&
	       strlen(l->logic.nodes[node].name) == 4;
}

static struct json *make_name(const struct exh_zv_logic_node *node)
{
	char text[80];

	if (node->kind == EXH_ZV_LOGIC_ITEM)
		snprintf(text, sizeof text, "item %" PRId64, node->key);
	else if (node->op == 'E')
		snprintf(text, sizeof text, "puzzle %" PRId64 " enabled", node->key);
	else
		snprintf(text, sizeof text,
			 node->arg_is_key ? "[%" PRId64 "] %c [%" PRId64 "]"
					  : "[%" PRId64 "] %c %" PRId64,
			 node->key, node->op, node->arg);
	return json_of_text(text);
}

const struct json *zv_logic_name(struct zv_logic *l, size_t node)
{
	if (!l->names[node])
		l->names[node] = make_name(&l->logic.nodes[node]);
	return l->names[node];
}

struct setters {
	const struct zv_logic *l;
	struct json *keys;
	int64_t last[MOST_SETTERS];
	size_t count;
};

static void add_setter(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct setters *s = context;

	(void)line;
	for (size_t i = 0; i < count && s->count < MOST_SETTERS; i++) {
		const struct exh_zv_logic_node *node = &s->l->logic.nodes[nodes[i]];
		bool is_new = node->kind == EXH_ZV_LOGIC_ACTOR && node->node;

		if (node->kind == EXH_ZV_LOGIC_ITEM)
			exh_zv_logic_alternatives(&s->l->logic, nodes[i], add_setter, s);

		for (size_t k = 0; k < s->count && is_new; k++)
			is_new = s->last[k] != node->node->key;
		if (!is_new)
			continue;
		s->last[s->count++] = node->node->key;
		json_push(s->keys, json_new_number(node->node->key));
	}
}

static struct condition condition_of(struct zv_logic *l, size_t number)
{
	const struct exh_zv_logic_node *node = &l->logic.nodes[number];
	const bool is_item = node->kind == EXH_ZV_LOGIC_ITEM;
	struct setters setters = { .l = l, .keys = json_new_list() };

	if (exh_zv_logic_work(&l->logic) <= MOST_WORK)
		exh_zv_logic_alternatives(&l->logic, number, add_setter, &setters);
	return (struct condition){
		.text = json_share(zv_logic_name(l, number)),
		.has_key = !is_item,
		.has_value = !is_item && !node->arg_is_key && node->op != 'E',
		.has_value_of = node->arg_is_key,
		.has_item = is_item,
		.key = node->key,
		.arg = node->arg,
		.op = { node->op },
		.set_by = setters.keys,
	};
}

static struct json *condition_json(struct zv_logic *l, size_t node)
{
	if (!l->conditions[node]) {
		const struct condition row = condition_of(l, node);

		l->conditions[node] = fields_to_json(&condition_table, &row);
	}
	return json_share(l->conditions[node]);
}

/*
 * Sources.
 */

struct blocks {
	struct zv_logic *l;
	struct json *any;
	bool is_free; /* one has no conditions */
};

static void add_block(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct blocks *blocks = context;
	struct json *all = json_new_list();

	(void)line;
	for (size_t i = 0; i < count; i++)
		if (blocks->l->logic.nodes[nodes[i]].kind == EXH_ZV_LOGIC_FACT &&
		    has_room(blocks->l, 1))
			json_push(all, condition_json(blocks->l, nodes[i]));
	blocks->is_free |= !json_size(all);
	json_push(blocks->any, all);
}

/* Blocks of a puzzle. Without conditions, or with unknown ones, there are none. */
static struct json *blocks_of(struct zv_logic *l, size_t actor)
{
	struct json **kept = &l->blocks[actor - l->logic.first_actor];
	struct blocks blocks = { .l = l };

	if (!*kept) {
		blocks.any = json_new_list();
		exh_zv_logic_alternatives(&l->logic, actor, add_block, &blocks);
		if (blocks.is_free) {
			json_free(blocks.any);
			blocks.any = json_new_list();
		}
		*kept = blocks.any;
	}
	return json_share(*kept);
}

/* Returns the blocks of an actor, or the condition with; with may be node_count. */
static struct json *any_of(struct zv_logic *l, size_t actor, size_t with)
{
	struct json *any, *all;

	if (with == l->logic.node_count)
		return blocks_of(l, actor);
	any = json_new_list();
	all = json_push(any, json_new_list());
	json_push(all, condition_json(l, with));
	return any;
}

static size_t count_conditions(const struct json *any)
{
	size_t count = 0;

	for (size_t i = 0; i < json_size(any); i++)
		count += json_size(json_at(any, i));
	return count;
}

/* NULL: there is no room for it. */
static struct json *source_with(struct zv_logic *l, size_t actor, uint32_t line,
				size_t with)
{
	const struct exh_zv_logic_node *node = &l->logic.nodes[actor];
	struct source row = { .from = "menu", .any = any_of(l, actor, with) };

	if (!has_room(l, 1 + count_conditions(row.any))) {
		json_free(row.any);
		return NULL;
	}
	if (node->node) {
		row.from = zv_logic_scope_name(l, node->scope);
		row.script = l->world->map.names[node->script];
		row.line = line ? line : node->node->line;
		row.has_puzzle = node->node->kind == EXH_ZV_PUZZLE;
		row.has_control = !row.has_puzzle;
		row.key = node->node->key;
	}
	return fields_to_json(&source_table, &row);
}

static struct json *source_json(struct zv_logic *l, size_t actor, uint32_t line)
{
	return source_with(l, actor, line, l->logic.node_count);
}

struct sources {
	struct zv_logic *l;
	struct json *list;
};

/* An alternative is an actor, and perhaps an item, or the actor that takes it; or an item
 * alone, which has sources of its own. */
static void add_source(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct sources *sources = context;
	struct zv_logic *l = sources->l;
	size_t actor = l->logic.node_count, with = l->logic.node_count;
	struct json *source;

	for (size_t i = 0; i < count; i++)
		if (l->logic.nodes[nodes[i]].kind == EXH_ZV_LOGIC_ACTOR)
			actor = nodes[i];
		else
			with = nodes[i];
	if (json_size(sources->list) == MOST_SOURCES)
		return;
	if (actor == l->logic.node_count) {
		if (count && l->logic.nodes[with].kind == EXH_ZV_LOGIC_ITEM)
			exh_zv_logic_alternatives(&l->logic, with, add_source, sources);
		return;
	}
	source = source_with(l, actor, line, with);
	if (source)
		json_push(sources->list, source);
}

struct sets {
	struct zv_logic *l;
	struct json *list;
	bool is_one; /* the list is the set */
};

static void add_set(void *context, const size_t *nodes, size_t count, uint32_t line)
{
	struct sets *sets = context;
	struct json *set = sets->is_one ? sets->list : json_new_list();

	(void)line;
	for (size_t i = 0; i < count; i++)
		json_push(set, json_share(zv_logic_name(sets->l, nodes[i])));
	if (!sets->is_one)
		json_push(sets->list, set);
}

static struct json *sources_of(struct zv_logic *l, size_t node)
{
	struct sources sources = { l, json_new_list() };

	if (exh_zv_logic_work(&l->logic) <= MOST_WORK)
		exh_zv_logic_alternatives(&l->logic, node, add_source, &sources);
	else
		l->left_out++;
	return sources.list;
}

static struct needs needs_of(struct zv_logic *l, size_t node)
{
	struct needs row = { sources_of(l, node), json_new_list(), json_new_list(),
			     l->logic.nodes[node].is_reached, true };

	row.is_whole = exh_zv_logic_requires(&l->logic, node, add_set,
					     &(struct sets){ l, row.requires, false });
	exh_zv_logic_needs(&l->logic, node, add_set,
			   &(struct sets){ l, row.needs, true });
	return row;
}

/*
 * All of it.
 */

/* Places of the engine's menu are only listed if the game has them. */
static void tell_places(struct zv_logic *l, struct json *list)
{
	for (size_t i = 0; i < l->logic.scope_count; i++) {
		const size_t script = l->logic.nodes[i].script;
		const bool has_script = script != EXH_ZV_NO_SCRIPT;
		const bool is_menu = strncmp(l->logic.nodes[i].name, "gj", 2) == 0;
		struct place row = { .place = l->logic.nodes[i].name };

		if (!zv_logic_is_place(l, i) || (is_menu && !has_script) ||
		    !has_room(l, 1))
			continue;
		row.script = has_script ? l->world->map.names[script] : NULL;
		row.n = needs_of(l, i);
		json_push(list, fields_to_json(&place_table, &row));
	}
}

static void tell_items(struct zv_logic *l, struct json *list)
{
	for (size_t i = l->logic.first_item; i < l->logic.node_count; i++) {
		const struct item row = { l->logic.nodes[i].key, needs_of(l, i) };

		json_push(list, fields_to_json(&item_table, &row));
	}
}

static void tell_facts(struct zv_logic *l, struct json *list)
{
	for (size_t i = l->logic.first_fact; i < l->logic.first_item; i++) {
		struct json *json, *condition;
		struct fact row = { .is_reached = l->logic.nodes[i].is_reached };

		if (!has_room(l, 1))
			continue;
		row.meaning = exh_zv_key_meaning(l->logic.nodes[i].key);
		row.sources = sources_of(l, i);
		condition = condition_json(l, i);
		json = json_push(list, json_new_copy(condition));
		json_free(condition);
		fields_put(&more_table, &row, json);
	}
}

static void tell_never(struct zv_logic *l, struct json *list)
{
	for (size_t i = l->logic.first_actor + 1; i < l->logic.first_fact; i++) {
		const struct exh_zv_logic_node *node = &l->logic.nodes[i];
		struct json *source =
			node->is_reached || node->node->kind != EXH_ZV_PUZZLE
				? NULL
				: source_json(l, i, 0);

		if (source)
			json_push(list, source);
	}
}

/* Text of a fact, an item, a place or a puzzle. */
static struct json *name_of(struct zv_logic *l, size_t number)
{
	const struct exh_zv_logic_node *node = &l->logic.nodes[number];
	char text[40];

	if (node->kind == EXH_ZV_LOGIC_SCOPE)
		return json_of_text(zv_logic_scope_name(l, number));
	if (node->kind != EXH_ZV_LOGIC_ACTOR)
		return json_share(zv_logic_name(l, number));
	snprintf(text, sizeof text, "puzzle %" PRId64, node->node->key);
	return json_of_text(text);
}

static void tell_losses(struct zv_logic *l, struct json *list)
{
	for (size_t i = 0; i < l->logic.loss_count; i++) {
		const struct exh_zv_logic_loss *loss = &l->logic.losses[i];
		struct loss row = { .by = source_json(l, loss->by, loss->line),
				    .is_one_way = loss->is_one_way };

		row.needed_by = row.by ? source_json(l, loss->needed_by, 0) : NULL;
		if (!row.needed_by) {
			json_free(row.by);
			continue;
		}
		row.lost = name_of(l, loss->fact);
		row.loses = name_of(l, loss->loses);
		json_push(list, fields_to_json(&loss_table, &row));
	}
}

static void tell_one_ways(struct zv_logic *l, struct json *list)
{
	for (size_t i = 0; i < l->logic.one_way_count; i++) {
		const struct exh_zv_logic_one_way *way = &l->logic.one_ways[i];
		const struct one_way row = { l->logic.nodes[way->to].name,
					     source_json(l, way->by, way->line) };

		if (row.by)
			json_push(list, fields_to_json(&one_way_table, &row));
	}
}

/* Text and graphs do not show facts. */
static bool shows_facts(const struct zv_world_report *world)
{
	return world->request->format == ZV_WORLD_JSON || world->report->common->json;
}

static void tell(struct zv_logic *l)
{
	struct told row = { json_new_list(),	      json_new_list(),
			    json_new_list(),	      json_new_list(),
			    json_new_list(),	      json_new_list(),
			    l->logic.losses_left_out, l->logic.needs_left_out,
			    .is_cut = l->logic.is_cut };
	struct result result;

	tell_places(l, row.places);
	tell_items(l, row.items);
	tell_never(l, row.never);
	tell_losses(l, row.losses);
	tell_one_ways(l, row.one_ways);
	if (shows_facts(l->world))
		tell_facts(l, row.facts);
	row.left_out = l->left_out;
	result.logic = fields_to_json(&logic_table, &row);
	fields_put(&zv_world_logic_fields, &result, l->world->result);
	if (row.is_cut)
		l->world->lack = "--logic: it would take too long; keys may have any "
				 "value, and needs, sets and losses are missing";
	else if (row.left_out)
		l->world->lack =
			"--logic: the result would be too long; entries are left "
			"out of its lists";
}

static void forget(struct zv_logic *l)
{
	for (size_t i = 0; i < l->logic.node_count; i++) {
		json_free(l->names[i]);
		json_free(l->conditions[i]);
	}
	for (size_t i = 0; i < l->logic.actor_count; i++)
		json_free(l->blocks[i]);
	free(l->names);
	free(l->conditions);
	free(l->blocks);
}

/* False, and reported: there is no script of the place where the game begins. */
static bool find_start(const struct zv_logic *l)
{
	struct zv_world_report *world = l->world;
	const size_t scope = exh_zv_logic_scope(&l->logic, world->request->begin);
	const bool is_there = l->logic.nodes[scope].script != EXH_ZV_NO_SCRIPT;

	if (zv_world_put_start(world, is_there) && !is_there)
		report_error(world->report, NULL, EXH_NO_OFFSET,
			     "--logic: the game has no script of %s; expected --start "
			     "and the place where it begins",
			     world->request->begin);
	return is_there;
}

struct levers {
	const struct zv_map *map;
	size_t left; /* bytes that may still be read */
};

/* A lever that can't be read does nothing, but the engine may find what this does not. */
static int32_t count_positions(void *context, struct exh_bytes text)
{
	struct levers *levers = context;
	struct exh_arena arena = { .limit = levers->left };
	const char *name = zv_map_file(levers->map, text);
	const struct exh_zv_lever *lever =
		name ? zv_map_lever(levers->map, name, &arena) : NULL;
	const int32_t count = lever ? exh_zv_lever_frames(lever) : -1;

	levers->left -= arena.used;
	exh_arena_free(&arena);
	return count;
}

/* Small nodes of scripts take a fifth more than they count. */
static size_t most_entries(size_t scripts, size_t logic)
{
	const size_t used = scripts + scripts / 5 + logic;

	return used < ALL_MEMORY ? (ALL_MEMORY - used) / ENTRY : 0;
}

void zv_world_tell_logic(struct zv_world_report *world)
{
	struct zv_logic l = { .world = world };
	struct exh_arena arena = { .limit = MEMORY };
	const struct zv_map *map = &world->map;
	const struct exh_zv_logic_levers levers = { count_positions,
						    &(struct levers){ map, LEVERS } };
	struct exh_error err;

	if (world->report->failed) /* a script is missing: nothing would be certain */
		return;
	if (exh_zv_logic_make(map->scripts, map->names, map->count, world->request->begin,
			      &levers, &arena, &l.logic, &err)) {
		report_error(world->report, NULL, err.offset,
			     "--logic: %s: expected a game of at most %d bytes of it",
			     err.text, (int)MEMORY);
	} else if (find_start(&l)) {
		l.most_entries = most_entries(map->arena.used, arena.used);
		l.names = mem_alloc(l.logic.node_count, sizeof(struct json *));
		l.conditions = mem_alloc(l.logic.node_count, sizeof(struct json *));
		l.blocks = mem_alloc(l.logic.actor_count, sizeof(struct json *));
		tell(&l);
		forget(&l);
	}
	exh_arena_free(&arena);
	if (world->report->failed)
		return;
	if (world->request->format == ZV_WORLD_TEXT)
		zv_logic_put_text(world);
	if (world->request->format == ZV_WORLD_DOT)
		zv_logic_put_dot(world);
}
