/* The logic of a game, step by step. */
#include "logic_parts.h"

#include <string.h>

/* Lists the ways to each scope. */
static void list_ways(logic_tables *t)
{
	const size_t scopes = t->logic->scope_count;
	uint32_t *filled = exh_logic_alloc(t, scopes, sizeof *filled);

	t->scope_ways = exh_logic_alloc(t, scopes + 1, sizeof *t->scope_ways);
	t->ways = exh_logic_alloc(t, t->write_count, sizeof *t->ways);
	if (t->failed)
		return;
	for (size_t i = 0; i < t->write_count; i++)
		if (t->writes[i].kind == LOGIC_GO)
			t->scope_ways[t->writes[i].target + 1]++;
	for (size_t i = 0; i < scopes; i++)
		t->scope_ways[i + 1] += t->scope_ways[i];
	for (size_t i = 0; i < t->write_count; i++) {
		const int32_t to = t->writes[i].target;

		if (t->writes[i].kind == LOGIC_GO)
			t->ways[t->scope_ways[to] + filled[to]++] = (uint32_t)i;
	}
}

/* Runs the steps; stops when memory is out. */
static void make(logic_tables *t, const char *const *names, size_t count,
		 const char *start)
{
	static void (*const steps[])(logic_tables * t) = {
		exh_logic_read_facts,  exh_logic_read_writes,  list_ways,
		exh_logic_reach,       exh_logic_find_dangers, exh_logic_find_needs,
		exh_logic_find_losses,
	};

	exh_logic_read_scopes(t, names, count, start);
	for (size_t i = 0; i < sizeof steps / sizeof *steps && !t->failed; i++) {
		exh_logic_allow_work(t, LOGIC_MOST_WORK);
		steps[i](t);
	}
}

enum exh_status exh_zv_logic_make(const struct exh_zv_script *const *scripts,
				  const char *const *names, size_t count,
				  const char *start,
				  const struct exh_zv_logic_levers *levers,
				  struct exh_arena *arena, struct exh_zv_logic *out,
				  struct exh_error *err)
{
	logic_tables *t = exh_alloc(arena, 1, sizeof *t);

	*out = (struct exh_zv_logic){ .tables = t };
	if (strlen(start) != 4)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%s: a place has four letters or digits", start);
	if (t) {
		*t = (logic_tables){ .logic = out,
				     .scripts = scripts,
				     .script_count = count,
				     .levers = levers,
				     .arena = arena };
		t->keys = exh_logic_alloc(t, LOGIC_KEYS + 1, sizeof *t->keys);
	}
	if (t && !t->failed)
		make(t, names, count, start);
	return t && !t->failed ? EXH_OK
			       : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
					  "out of memory for the logic");
}
