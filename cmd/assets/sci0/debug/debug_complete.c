#include "debug.h"

#include <string.h>

enum { MOST_LISTED = 60 };

struct completion {
	const char *word;
	size_t size;
	char common[128]; /* what all have in common */
	size_t common_size;
	size_t count;
	struct exh_writer *list;
};

static bool begins(struct exh_bytes name, const struct completion *c)
{
	return name.size >= c->size && name.size && !memcmp(name.data, c->word, c->size);
}

static void add(struct completion *c, struct exh_bytes name)
{
	size_t same = 0;

	if (!begins(name, c) || name.size >= sizeof c->common)
		return;
	if (!c->count) {
		memcpy(c->common, name.data, name.size);
		c->common_size = name.size;
	}
	while (same < c->common_size && same < name.size &&
	       (uint8_t)c->common[same] == name.data[same])
		same++;
	/* The same name again is one. */
	if (c->count && same == name.size && same == c->common_size)
		return;
	c->common_size = same;
	if (c->count++ < MOST_LISTED) {
		exh_write_bytes(c->list, name.data, name.size);
		exh_write_u8(c->list, ' ');
	}
}

static void add_commands(struct completion *c)
{
	size_t at = 0;
	const char *name;

	while ((name = debug_command_like(c->word, c->size, &at)))
		add(c, (struct exh_bytes){ (const uint8_t *)name, strlen(name), 0 });
}

static void add_selectors(struct completion *c, const struct exh_sci0_program *program)
{
	for (unsigned i = 0; i < program->selectors.count; i++)
		add(c, exh_sci0_program_selector(program, i));
	for (unsigned i = 0; i < program->kernel.count; i++)
		add(c, exh_sci0_program_kernel(program, i));
}

/* Those of all scripts, loaded or not. */
static void add_objects(struct completion *c, const struct exh_sci0_program *program)
{
	for (size_t i = 0; i < program->script_count; i++) {
		const struct exh_sci0_code *code = &program->scripts[i].code;

		for (size_t k = 0; program->scripts[i].is_open && k < code->object_count;
		     k++)
			add(c, code->objects[k].name);
	}
}

/* The place in the line where the word that is completed begins. */
static size_t word_start(const char *line, size_t size)
{
	size_t start = size;

	while (start && !strchr(" \t?.:", line[start - 1]))
		start--;
	return start;
}

size_t debug_complete(void *debugger, const char *line, size_t size,
		      struct exh_writer *added, struct exh_writer *list)
{
	const struct debugger *d = debugger;
	const size_t start = word_start(line, size);
	struct completion c = { .word = line + start,
				.size = size - start,
				.list = list };
	const char before = start ? line[start - 1] : 0;

	if (!start) {
		add_commands(&c);
	} else if (before == ':' || before == '.') {
		add_selectors(&c, d->program);
	} else {
		add_objects(&c, d->program);
		if (before != '?')
			add_selectors(&c, d->program);
	}
	if (c.count && c.common_size > c.size)
		exh_write_bytes(added, c.common + c.size, c.common_size - c.size);
	if (c.count == 1)
		exh_write_u8(added, ' ');
	return c.count;
}
