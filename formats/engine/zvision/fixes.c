/*
 * Known faults of the games' scripts that are put right while they run: the changes of
 * scripts are made when a script is read (zv_world.c), the others here.
 */
#include "zv_parts.h"
#include "exhume/advanced/zv_engine.h"

#include <string.h>

static bool begins(const struct exh_zv_fix *fix, const char *word)
{
	return fix && strncmp(fix->change, word, strlen(word)) == 0;
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

/* Copies a word of the change, by its number from 0. False: there are fewer, or it is
 * too long. */
static bool word_of(const struct exh_zv_fix *fix, size_t number, char word[ZV_NAME_SIZE])
{
	const char *at = fix->change;
	size_t size;

	for (size_t i = 0; i < number; i++) {
		at += strcspn(at, " ");
		at += strspn(at, " ");
	}
	size = strcspn(at, " ");
	if (!size || size >= ZV_NAME_SIZE)
		return false;
	memcpy(word, at, size);
	word[size] = '\0';
	return true;
}

static bool number_of(const struct exh_zv_fix *fix, size_t number, int32_t *out)
{
	char word[ZV_NAME_SIZE];

	if (!word_of(fix, number, word))
		return false;
	*out = exh_zv_script_leading_number(bytes_of_text(word));
	return true;
}

/* Sets the key that a sound has kept: "on-read if-key KEY = VALUE set WANTED". */
static void free_key(struct exh_zv_engine *engine, const struct zv_program *program,
		     const struct exh_zv_node *node)
{
	enum { KEY = 2, VALUE = 4, WANTED = 6 };
	int32_t key, value, wanted;

	if (!begins(node->fix, "on-read") || !number_of(node->fix, KEY, &key) ||
	    !number_of(node->fix, VALUE, &value) ||
	    !number_of(node->fix, WANTED, &wanted) || zv_get(engine, key) != value)
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
		const int32_t number = exh_zv_script_leading_number(bytes_of_text(list));
		const int32_t key = zv_known(engine, number);

		if (!exh_zv_has_flag(&engine->scheduler, key, EXH_ZV_DISABLED))
			return false;
		list += strcspn(list, ",");
		list += *list == ',';
	}
	return true;
}

/* Acts on "if-all-disabled set_screen FILE enable KEY". */
void exh_zv_fixes_restore(struct exh_zv_engine *engine)
{
	enum { SCREEN = 2, KEY = 4 };
	const struct zv_program *program = engine->scheduler.scopes[ZV_NODEVIEW].program;
	const struct exh_zv_node *root = program ? &program->script.root : NULL;
	char screen[ZV_NAME_SIZE];
	int32_t key;

	if (!root || !begins(root->fix, "if-all-disabled") ||
	    !word_of(root->fix, SCREEN, screen) || !number_of(root->fix, KEY, &key) ||
	    !are_disabled(engine, root->fix->id))
		return;
	exh_zv_trace_fix(engine, root->fix, program, root->line);
	exh_zv_view_set_screen(engine, screen);
	exh_zv_set_flags(&engine->scheduler, key,
			 engine->scheduler.flags[key] & (uint8_t)~EXH_ZV_DISABLED);
}
