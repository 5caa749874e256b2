/* The scopes and actors of a game's scripts. */
#include "logic_parts.h"

#include "exhume/advanced/zvision_script_set.h"

#include <stdlib.h>
#include <string.h>

/*
 * Scopes.
 */

struct scope_name {
	char text[LOGIC_SCOPE_SIZE];
	size_t script; /* EXH_ZV_NO_SCRIPT: none */
};

struct scope_names {
	struct scope_name *items;
	size_t count;
};

static int by_name(const void *a, const void *b)
{
	const struct scope_name *one = a, *other = b;
	const int order = strcmp(one->text, other->text);

	if (order)
		return order;
	return one->script < other->script ? -1 : one->script > other->script;
}

/* Adds a name of size letters, of a script or of none. */
static void add_scope(struct scope_names *names, const char *text, size_t size,
		      size_t script)
{
	struct scope_name *name = &names->items[names->count++];

	memcpy(name->text, text, size);
	name->script = script;
}

/* Adds a place, a room or a world, and what is around it. */
static void add_place(struct scope_names *names, const char *text, size_t script)
{
	const size_t size = strlen(text);

	add_scope(names, text, size, script);
	for (size_t part = size / 2; part; part /= 2)
		add_scope(names, text, part, EXH_ZV_NO_SCRIPT);
}

static void add_script(logic_tables *t, struct scope_names *names, const char *file,
		       size_t script)
{
	const char *name = exh_zv_script_place(file, t->arena);
	const size_t size = name ? strlen(name) : 0;

	t->failed |= !name;
	if (size == 1 || size == 2 || size == 4)
		add_place(names, name, script);
	else if (name && strcmp(name, "universe") == 0)
		add_scope(names, "", 0, script);
}

static bool is_go(const struct exh_zv_script *script, const struct exh_zv_node *node)
{
	return node->kind == EXH_ZV_RESULT &&
	       exh_zv_script_action_number(exh_zv_script_text(script, node->name)) ==
		       ZV_ACT_CHANGE_LOCATION;
}

static void add_targets(const struct exh_zv_script *script, struct scope_names *names)
{
	char place[LOGIC_SCOPE_SIZE];

	for (const struct exh_zv_node *node = &script->root; node;
	     node = exh_zv_script_next(node))
		if (is_go(script, node) && exh_logic_target(script, node, place) &&
		    strcmp(place, "0000") != 0)
			add_place(names, place, EXH_ZV_NO_SCRIPT);
}

static size_t count_targets(const struct exh_zv_script *script)
{
	size_t count = 0;

	for (const struct exh_zv_node *node = &script->root; node;
	     node = exh_zv_script_next(node))
		count += is_go(script, node);
	return count;
}

static void list_names(logic_tables *t, const char *const *files, size_t count,
		       const char *start, struct scope_names *names)
{
	size_t room = 32 + 3 * count;

	for (size_t i = 0; i < count; i++)
		room += t->scripts[i] ? 3 * count_targets(t->scripts[i]) : 0;
	names->items = exh_logic_alloc(t, room, sizeof *names->items);
	if (!names->items)
		return;
	add_scope(names, "", 0, EXH_ZV_NO_SCRIPT);
	add_place(names, start, EXH_ZV_NO_SCRIPT);
	for (size_t i = 0; i < LOGIC_MENU_PLACES; i++)
		add_place(names, exh_logic_menu_places[i], EXH_ZV_NO_SCRIPT);
	for (size_t i = 0; i < count; i++)
		if (t->scripts[i]) {
			add_script(t, names, files[i], i);
			add_targets(t->scripts[i], names);
		}
	qsort(names->items, names->count, sizeof *names->items, by_name);
}

/* Keeps the first of each name: that of a script, if there is one. */
static void keep_first(struct scope_names *names)
{
	size_t kept = 0;

	for (size_t i = 0; i < names->count; i++)
		if (!kept ||
		    strcmp(names->items[kept - 1].text, names->items[i].text) != 0)
			names->items[kept++] = names->items[i];
	names->count = kept;
}

size_t exh_zv_logic_scope(const struct exh_zv_logic *logic, const char *name)
{
	size_t low = 0, high = logic->scope_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strcmp(logic->nodes[middle].name, name);

		if (!order)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return logic->node_count;
}

/*
 * Actors.
 */

static bool is_actor(const struct exh_zv_script *script, const struct exh_zv_node *node,
		     const char *scope)
{
	const struct script_control *control;

	if (node->kind == EXH_ZV_PUZZLE)
		return exh_logic_key(node->key) != LOGIC_NO_KEY;
	if (node->kind != EXH_ZV_CONTROL || strlen(scope) != 4)
		return false;
	control = exh_zv_script_control(exh_zv_script_text(script, node->name));
	return control && control->writes;
}

static size_t count_actors(const logic_tables *t, const struct scope_names *names)
{
	size_t count = 1;

	for (size_t i = 0; i < names->count; i++) {
		const size_t script = names->items[i].script;

		for (const struct exh_zv_node *node =
			     script == EXH_ZV_NO_SCRIPT ? NULL
							: t->scripts[script]->root.first;
		     node; node = node->next)
			count += is_actor(t->scripts[script], node, names->items[i].text);
	}
	return count;
}

static void list_actors(logic_tables *t, const struct scope_names *names)
{
	struct exh_zv_logic *logic = t->logic;
	size_t actor = 1;

	for (size_t i = 0; i < names->count; i++) {
		const struct exh_zv_logic_node *scope = &logic->nodes[i];

		t->scope_actors[i] = (uint32_t)actor;
		for (const struct exh_zv_node *node =
			     scope->script == EXH_ZV_NO_SCRIPT
				     ? NULL
				     : t->scripts[scope->script]->root.first;
		     node; node = node->next)
			if (is_actor(t->scripts[scope->script], node, scope->name))
				*exh_logic_actor_node(t, (uint32_t)actor++) =
					(struct exh_zv_logic_node){
						.kind = EXH_ZV_LOGIC_ACTOR,
						.script = scope->script,
						.scope = i,
						.node = node,
					};
	}
	t->scope_actors[names->count] = (uint32_t)actor;
}

/* The largest number of nodes that the scripts may have. */
static size_t count_nodes(const logic_tables *t, size_t scopes, size_t actors)
{
	return scopes + 2 * actors + exh_logic_count(t, EXH_ZV_CRITERION) +
	       LOGIC_SPELL_COUNT + LOGIC_LIST;
}

static void make_scopes(logic_tables *t, const struct scope_names *names)
{
	struct exh_zv_logic *logic = t->logic;

	logic->scope_count = names->count;
	logic->first_actor = names->count;
	logic->actor_count = count_actors(t, names);
	logic->first_fact = logic->first_actor + logic->actor_count;
	logic->nodes =
		exh_logic_alloc(t, count_nodes(t, names->count, logic->actor_count),
				sizeof *logic->nodes);
	t->scope_actors = exh_logic_alloc(t, names->count, sizeof *t->scope_actors);
	t->actors = exh_logic_alloc(t, logic->actor_count, sizeof *t->actors);
	if (t->failed)
		return;
	for (size_t i = 0; i < names->count; i++)
		logic->nodes[i] =
			(struct exh_zv_logic_node){ .kind = EXH_ZV_LOGIC_SCOPE,
						    .name = names->items[i].text,
						    .script = names->items[i].script };
	*exh_logic_actor_node(t, LOGIC_ENGINE) =
		(struct exh_zv_logic_node){ .kind = EXH_ZV_LOGIC_ACTOR,
					    .script = EXH_ZV_NO_SCRIPT };
	list_actors(t, names);
}

void exh_logic_read_scopes(logic_tables *t, const char *const *files, size_t count,
			   const char *start)
{
	struct scope_names names = { 0 };

	list_names(t, files, count, start, &names);
	if (t->failed)
		return;
	keep_first(&names);
	make_scopes(t, &names);
	t->start = exh_zv_logic_scope(t->logic, start);
}
