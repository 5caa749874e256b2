#include "debug.h"

#include "task/line_input.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

static const struct debug_command *const tables[] = { debug_run_commands,
						      debug_look_commands,
						      debug_do_commands };
enum { TABLES = sizeof tables / sizeof *tables };

static const struct debug_command *command_named(const char *name)
{
	for (size_t t = 0; t < TABLES; t++)
		for (const struct debug_command *c = tables[t]; c->name; c++)
			if (!strcmp(c->name, name))
				return c;
	return NULL;
}

const char *debug_command_like(const char *text, size_t size, size_t *at)
{
	size_t i = 0;

	for (size_t t = 0; t < TABLES; t++)
		for (const struct debug_command *c = tables[t]; c->name; c++, i++)
			if (i >= *at && !strncmp(c->name, text, size)) {
				*at = i + 1;
				return c->name;
			}
	return NULL;
}

static void help_for(struct debugger *d, const struct debug_command *c)
{
	text_put(&d->out, "%-11s %-28s %s\n", c->name, c->usage, c->help);
}

static bool help(struct debugger *d, const char *name)
{
	const struct debug_command *found = name ? command_named(name) : NULL;

	if (name && !found) {
		text_put(&d->out, "there is no command %s", name);
		return false;
	}
	if (found) {
		help_for(d, found);
		return true;
	}
	for (size_t t = 0; t < TABLES; t++)
		for (const struct debug_command *c = tables[t]; c->name; c++)
			help_for(d, c);
	text_put(&d->out, "%s", d->host.help ? d->host.help : "");
	text_put(&d->out,
		 "ADDRESS: SEGMENT:OFFSET, &SCRIPT:OFFSET, $PC, $ACC, $PREV or $OBJ "
		 "(+N, -N), ?NAME (.N)\n");
	return true;
}

static bool run_words(struct debugger *d, char *const *words, size_t count)
{
	const struct debug_command *c = command_named(words[0]);
	int done = 0;

	if (!strcmp(words[0], "help"))
		return help(d, count > 1 ? words[1] : NULL);
	if (c && count - 1 >= c->least && count - 1 <= c->most)
		return c->run(d, words + 1, count - 1);
	if (c) {
		text_put(&d->out, "expected: %s %s", c->name, c->usage);
		return false;
	}
	if (d->host.command)
		done = d->host.command(d->host.context, words, count, &d->out);
	if (!done)
		text_put(&d->out, "there is no command %s: help lists them", words[0]);
	return done > 0;
}

bool debug_command_run(struct debugger *d, const char *line)
{
	char *copy = mem_text(line);
	char *words[DEBUG_WORDS];
	const size_t count = line_words(copy, words, DEBUG_WORDS);
	bool good = true;

	if (count && *words[0] != '#')
		good = run_words(d, words, count);
	free(copy);
	return good;
}
