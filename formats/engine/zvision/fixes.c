/*
 * Known faults of the games' scripts that are put right while they run: the changes of
 * scripts are made when a script is read (zv_world.c), the others here.
 */
#include "zv_parts.h"

#include "exhume/advanced/zv_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const struct exh_zv_fix *fix, const char *word)
{
	return fix && strncmp(fix->change, word, strlen(word)) == 0;
}

bool exh_zv_fix_is(const struct exh_zv_node *node, const char *word)
{
	return begins(node->fix, word);
}

/* True for changes that act later than when the script is read. */
static bool is_late(const struct exh_zv_fix *fix)
{
	return begins(fix, "on-read") || begins(fix, "skip-while") ||
	       begins(fix, "if-all");
}

void exh_zv_fixes_read(struct exh_zv_engine *engine, const struct zv_program *program)
{
	for (const struct zv_fixed *fixed = program ? program->fixed : NULL; fixed;
	     fixed = fixed->next)
		if (!is_late(fixed->fix))
			exh_zv_trace_fix(engine, fixed->fix, program, fixed->line);
}

/* Sets the key that a sound has kept. */
static void free_key(struct exh_zv_engine *engine, const struct zv_program *program,
		     const struct exh_zv_node *node)
{
	int key, value, wanted;

	if (!exh_zv_fix_is(node, "on-read") ||
	    sscanf(node->fix->change, "on-read if-key %d = %d set %d", &key, &value,
		   &wanted) != 3 ||
	    zv_get(engine, key) != value)
		return;
	exh_zv_trace_fix(engine, node->fix, program, node->line);
	exh_zv_set(engine, key, wanted);
}

void exh_zv_fixes_load(struct exh_zv_engine *engine, const struct zv_program *program)
{
	exh_zv_fixes_read(engine, program);
	if (!program || !program->fixed)
		return;
	for (const struct exh_zv_node *node = &program->script.root; node;
	     node = exh_zv_script_next(node))
		free_key(engine, program, node);
}

/* True if all the keys of a list are disabled. */
static bool are_disabled(const struct exh_zv_engine *engine, const char *list)
{
	while (*list) {
		char *end;
		const int32_t key = zv_known(engine, (int32_t)strtol(list, &end, 10));

		if (!exh_zv_has_flag(&engine->scheduler, key, EXH_ZV_DISABLED))
			return false;
		list = *end ? end + 1 : end;
	}
	return true;
}

void exh_zv_fixes_restore(struct exh_zv_engine *engine)
{
	const struct zv_program *program = engine->scheduler.scopes[ZV_NODEVIEW].program;
	const struct exh_zv_node *root = program ? &program->script.root : NULL;
	char screen[ZV_NAME_SIZE];
	int key;

	if (!root || !exh_zv_fix_is(root, "if-all-disabled") ||
	    sscanf(root->fix->change, "if-all-disabled set_screen %63s enable %d", screen,
		   &key) != 2 ||
	    !are_disabled(engine, root->fix->id))
		return;
	exh_zv_trace_fix(engine, root->fix, program, root->line);
	exh_zv_view_set_screen(engine, screen);
	exh_zv_set_flags(&engine->scheduler, key,
			 engine->scheduler.flags[key] & (uint8_t)~EXH_ZV_DISABLED);
}
