/*
 * Places to which the player may come from a place: the strongly connected components of
 * the ways.
 *
 * A place leads to its room, that to its world, and that to the universe, whose ways can
 * be taken there. A way back to the last place leads to those from which a way leads
 * here.
 */
#include "logic_after.h"

#include <string.h>

enum { MOST_BYTES = 8 << 20 };

struct edges {
	struct logic_after *after;
	const logic_tables *t;
	uint32_t *first; /* first edge of each scope, and one more */
	uint32_t *to;
	size_t count;
	bool fills; /* else they are counted */
};

static void add_edge(struct edges *e, size_t from, size_t to)
{
	if (e->fills)
		e->to[e->first[from]++] = (uint32_t)to;
	else
		e->first[from + 1]++;
	e->count++;
}

static bool is_place(const logic_tables *t, size_t scope)
{
	return t->logic->nodes[scope].is_reached &&
	       strlen(t->logic->nodes[scope].name) == 4;
}

/* The scope around one; the universe's is itself. */
static size_t around(const logic_tables *t, size_t scope)
{
	const char *name = t->logic->nodes[scope].name;
	const size_t size = strlen(name) / 2;
	char outer[3] = { 0 };

	for (size_t i = 0; i < size && i < sizeof outer - 1; i++)
		outer[i] = name[i];
	return exh_zv_logic_scope(t->logic, outer);
}

bool exh_logic_is_menu(const logic_tables *t, size_t scope)
{
	return strncmp(t->logic->nodes[scope].name, "gj", 2) == 0;
}

/* From a place back to those that lead there. The last index is that of all places. */
static void add_back(struct edges *e, size_t place)
{
	const logic_tables *t = e->t;
	const size_t anywhere = t->logic->scope_count;

	if (!is_place(t, place) || exh_logic_is_menu(t, place))
		return;
	if (t->back_is_anywhere || e->after->leaves_menu)
		add_edge(e, place, anywhere);
	for (uint32_t i = t->scope_ways[place]; i < t->scope_ways[place + 1]; i++) {
		const struct exh_zv_logic_node *actor =
			exh_logic_actor_node(t, t->writes[t->ways[i]].actor);

		if (actor->is_reached && actor->node)
			add_edge(e, place,
				 is_place(t, actor->scope) ? actor->scope : anywhere);
	}
}

static void add_backs(struct edges *e, size_t scope)
{
	const logic_tables *t = e->t;
	const char *name = t->logic->nodes[scope].name;

	for (size_t i = scope; i < t->logic->scope_count &&
			       strncmp(name, t->logic->nodes[i].name, strlen(name)) == 0;
	     i++)
		add_back(e, i);
}

/* Writes of one scope follow each other. */
static void add_edges(struct edges *e)
{
	const logic_tables *t = e->t;
	size_t last = t->logic->scope_count; /* scope whose ways back were added last */

	e->count = 0;
	for (size_t i = 0; i < t->logic->scope_count; i++) {
		if (i)
			add_edge(e, i, around(t, i));
		if (is_place(t, i))
			add_edge(e, t->logic->scope_count, i);
	}
	for (size_t i = 0; i < t->write_count; i++) {
		const struct logic_write *write = &t->writes[i];
		const struct exh_zv_logic_node *actor =
			exh_logic_actor_node(t, write->actor);

		if (!actor->is_reached)
			continue;
		if (write->kind == LOGIC_GO)
			add_edge(e, actor->scope, (size_t)write->target);
		if (write->kind != LOGIC_BACK || actor->scope == last)
			continue;
		last = actor->scope;
		add_backs(e, last);
	}
}

/* True if a way leads out of the menu to a given place. */
static bool leaves_menu(const logic_tables *t)
{
	for (size_t i = 0; i < t->write_count; i++)
		if (t->writes[i].kind == LOGIC_GO &&
		    exh_logic_is_menu(
			    t, exh_logic_actor_node(t, t->writes[i].actor)->scope) &&
		    !exh_logic_is_menu(t, (size_t)t->writes[i].target))
			return true;
	return false;
}

static bool make_edges(struct edges *e, struct exh_arena *arena, size_t count)
{
	e->first = exh_alloc(arena, count + 2, sizeof *e->first);
	if (!e->first)
		return false;
	add_edges(e);
	e->to = exh_alloc(arena, e->count + 1, sizeof *e->to);
	if (!e->to)
		return false;
	for (size_t i = 0; i < count; i++)
		e->first[i + 1] += e->first[i];
	e->fills = true;
	add_edges(e);
	for (size_t i = count; i > 0; i--) /* each was moved to its end */
		e->first[i] = e->first[i - 1];
	e->first[0] = 0;
	return true;
}

/*
 * Components, by Tarjan's algorithm: those that are led to have lower numbers.
 */

struct walk {
	const struct edges *e;
	uint32_t *index, *low, *next; /* index counted from 1; next edge of each */
	uint32_t *stack, *path;
	size_t stacked, depth, found;
	uint32_t *component; /* counted from 1 */
	uint32_t components;
};

static void enter(struct walk *w, uint32_t node)
{
	w->index[node] = w->low[node] = (uint32_t)++w->found;
	w->next[node] = w->e->first[node];
	w->stack[w->stacked++] = node;
	w->path[w->depth++] = node;
}

static void leave(struct walk *w, uint32_t node)
{
	w->depth--;
	if (w->depth && w->low[node] < w->low[w->path[w->depth - 1]])
		w->low[w->path[w->depth - 1]] = w->low[node];
	if (w->low[node] != w->index[node])
		return;
	w->components++;
	do
		w->component[w->stack[--w->stacked]] = w->components;
	while (w->stack[w->stacked] != node);
}

static void step(struct walk *w)
{
	const uint32_t node = w->path[w->depth - 1];
	uint32_t to;

	if (w->next[node] == w->e->first[node + 1]) {
		leave(w, node);
		return;
	}
	to = w->e->to[w->next[node]++];
	if (!w->index[to])
		enter(w, to);
	else if (!w->component[to] && w->index[to] < w->low[node])
		w->low[node] = w->index[to];
}

static bool find_components(struct walk *w, struct exh_arena *arena, size_t count)
{
	uint32_t **const arrays[] = { &w->index, &w->low,  &w->next,
				      &w->stack, &w->path, &w->component };

	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		*arrays[i] = exh_alloc(arena, count + 1, sizeof **arrays[i]);
		if (!*arrays[i])
			return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (!w->index[i])
			enter(w, i);
		while (w->depth)
			step(w);
	}
	return true;
}

/*
 * Rows: the components that come after each.
 */

static uint64_t *row_of(const struct logic_after *after, size_t component)
{
	return after->rows + component * after->words;
}

static void add_row(struct logic_after *after, uint64_t *to, size_t component)
{
	for (size_t i = 0; i < after->words; i++)
		to[i] |= row_of(after, component)[i];
}

/* Nodes by component: those that are led to come first. */
static bool fill_rows(struct logic_after *after, const struct edges *e,
		      struct exh_arena *arena, size_t count)
{
	uint32_t *first = exh_alloc(arena, after->components + 2, sizeof *first);
	uint32_t *nodes = exh_alloc(arena, count + 1, sizeof *nodes);

	if (!first || !nodes)
		return false;
	for (size_t i = 0; i < count; i++)
		first[after->component[i] + 1]++;
	for (size_t i = 0; i <= after->components; i++)
		first[i + 1] += first[i];
	for (size_t i = 0; i < count; i++)
		nodes[first[after->component[i]]++] = (uint32_t)i;
	for (size_t i = 0; i < count; i++) {
		const size_t own = after->component[nodes[i]];

		row_of(after, own)[own / 64] |= UINT64_C(1) << (own % 64);
		for (uint32_t k = e->first[nodes[i]]; k < e->first[nodes[i] + 1]; k++)
			if (after->component[e->to[k]] != own)
				add_row(after, row_of(after, own),
					after->component[e->to[k]]);
	}
	return true;
}

bool exh_logic_after_make(struct logic_after *after, logic_tables *t,
			  struct exh_arena *arena)
{
	const size_t count = t->logic->scope_count + 1;
	struct edges edges = { .after = after, .t = t };
	struct walk walk = { .e = &edges };

	*after = (struct logic_after){ .t = t, .leaves_menu = leaves_menu(t) };
	if (!make_edges(&edges, arena, count) || !find_components(&walk, arena, count))
		return false;
	after->component = walk.component;
	for (size_t i = 0; i < count; i++)
		after->component[i]--;
	after->components = walk.components;
	after->words = (after->components + 63) / 64;
	if (after->words * sizeof(uint64_t) > MOST_BYTES / after->components)
		return false;
	after->rows =
		exh_alloc(arena, after->components * after->words, sizeof *after->rows);
	return after->rows && fill_rows(after, &edges, arena, count);
}

static bool comes_after(const struct logic_after *after, size_t from, size_t to)
{
	const size_t component = after->component[to];

	return row_of(after, after->component[from])[component / 64] >> (component % 64) &
	       1;
}

bool exh_logic_may_follow(const struct logic_after *after, size_t from, size_t to)
{
	const struct exh_zv_logic *logic = after->t->logic;
	const char *name = logic->nodes[from].name;

	if (strlen(name) == 4)
		return comes_after(after, from, to);
	for (size_t i = from; i < logic->scope_count &&
			      strncmp(name, logic->nodes[i].name, strlen(name)) == 0;
	     i++, after->t->work++)
		if (is_place(after->t, i) && comes_after(after, i, to))
			return true;
	return false;
}
