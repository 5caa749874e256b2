#include "play_zvision.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct zv_debug_command *const tables[] = { zv_debug_run_commands,
							 zv_debug_look_commands };
enum { TABLES = sizeof tables / sizeof *tables };

static const struct zv_debug_command *command_named(const char *name)
{
	for (size_t t = 0; t < TABLES; t++)
		for (const struct zv_debug_command *c = tables[t]; c->name; c++)
			if (!strcmp(c->name, name) ||
			    (c->other && !strcmp(c->other, name)))
				return c;
	return NULL;
}

/*
 * Acts as commands.
 */

static const char *act_named(const char *command)
{
	for (const char *const *act = zv_acts; *act; act++)
		if (!strcmp(*act, command))
			return *act;
	return NULL;
}

/* It begins with the next tick. */
static bool begin_act(struct zv_debug *debug, const char *name, const char *text)
{
	struct exh_error err = { .status = EXH_OK };

	if (debug->has_act) {
		text_put(&debug->out, "%s is still under way", debug->act_name);
		return false;
	}
	snprintf(debug->act_name, sizeof debug->act_name, "%s", name);
	snprintf(debug->act_text, sizeof debug->act_text, "%s",
		 text + strspn(text, " \t"));
	debug->act = (struct exh_input_act){ .name = debug->act_name,
					     .text = debug->act_text,
					     .file = "standard input" };
	debug->act_state = (struct engine_act_state){ .calls = 0 };
	debug->has_act = !zv_act_check(&debug->act, &err);
	if (!debug->has_act)
		text_put(&debug->out, "%s %s: %s", name, debug->act_text, err.text);
	return debug->has_act;
}

/*
 * Lines.
 */

static void help_for(struct zv_debug *debug, const struct zv_debug_command *c)
{
	char names[32];

	snprintf(names, sizeof names, "%s%s%s", c->name, c->other ? ", " : "",
		 c->other ? c->other : "");
	text_put(&debug->out, "%-12s %-26s %s\n", names, c->usage, c->help);
}

static bool help(struct zv_debug *debug, const char *name)
{
	const struct zv_debug_command *found = name ? command_named(name) : NULL;

	if (name && !found) {
		text_put(&debug->out, "there is no command %s", name);
		return false;
	}
	if (found) {
		help_for(debug, found);
		return true;
	}
	for (size_t t = 0; t < TABLES; t++)
		for (const struct zv_debug_command *c = tables[t]; c->name; c++)
			help_for(debug, c);
	text_put(&debug->out, "In the next ticks, as in exhume-input(5):");
	for (const char *const *act = zv_acts; *act; act++)
		text_put(&debug->out, " %s", *act);
	text_put(&debug->out, "\n");
	return true;
}

static bool run_words(struct zv_debug *debug, const char *line, char *const *words,
		      size_t count)
{
	const struct zv_debug_command *c = command_named(words[0]);
	const char *act = act_named(words[0]);

	if (!strcmp(words[0], "help"))
		return help(debug, count > 1 ? words[1] : NULL);
	if (c && count - 1 >= c->least && count - 1 <= c->most)
		return c->run(debug, words + 1, count - 1);
	if (c)
		text_put(&debug->out, "expected: %s %s", c->name, c->usage);
	else if (act)
		return begin_act(debug, act,
				 line + strspn(line, " \t\r") + strlen(words[0]));
	else
		text_put(&debug->out, "there is no command %s: help lists them",
			 words[0]);
	return false;
}

bool zv_debug_command_run(struct zv_debug *debug, const char *line)
{
	char *copy = mem_text(line);
	char *words[ZV_DEBUG_WORDS];
	bool good = true;
	size_t count;

	count = line_words(copy, words, ZV_DEBUG_WORDS);
	if (count && *words[0] != '#')
		good = run_words(debug, line, words, count);
	free(copy);
	return good;
}

/*
 * Completion: the first word of a line.
 */

struct completion {
	const char *word;
	size_t size, count, common; /* letters that all have in common */
	const char *first;
	struct exh_writer *list;
};

static void add(struct completion *c, const char *name)
{
	size_t same = 0;

	if (strncmp(name, c->word, c->size) != 0)
		return;
	if (!c->count++) {
		c->first = name;
		c->common = strlen(name);
	}
	while (same < c->common && name[same] == c->first[same])
		same++;
	c->common = same;
	text_put(c->list, "%s ", name);
}

size_t zv_debug_complete(void *debug, const char *line, size_t size,
			 struct exh_writer *added, struct exh_writer *list)
{
	struct completion c = { .word = line, .size = size, .list = list };

	(void)debug;
	for (size_t i = 0; i < size; i++)
		if (line[i] == ' ' || line[i] == '\t')
			return 0;
	for (size_t t = 0; t < TABLES; t++)
		for (const struct zv_debug_command *command = tables[t]; command->name;
		     command++)
			add(&c, command->name);
	for (const char *const *act = zv_acts; *act; act++)
		add(&c, *act);
	if (c.count)
		exh_write_bytes(added, c.first + size, c.common - size);
	if (c.count == 1)
		exh_write_u8(added, ' ');
	return c.count;
}
