#include "debugger.h"

#include "task/jobs.h"
#include "task/memory.h"
#include "task/text.h"
#include "task/text_encoding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_LIMIT = 1 << 24, MOST_LISTED = 60 };

/*
 * Completion.
 */

struct completion {
	const char *word;
	size_t size;
	char common[128]; /* prefix that all names share */
	size_t common_size;
	size_t count;
	struct exh_writer *list;
};

static bool begins(struct exh_bytes name, const struct completion *c)
{
	return name.size >= c->size && name.size && !memcmp(name.data, c->word, c->size);
}

void completion_add(struct completion *c, struct exh_bytes name)
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
	/* A repeated name counts once. */
	if (c->count && same == name.size && same == c->common_size)
		return;
	c->common_size = same;
	if (c->count++ < MOST_LISTED) {
		exh_write_bytes(c->list, name.data, name.size);
		exh_write_u8(c->list, ' ');
	}
}

static void add_commands(const struct debugger *d, struct completion *c)
{
	for (size_t t = 0; d->type->tables[t]; t++)
		for (const struct debugger_command *at = d->type->tables[t]; at->name;
		     at++)
			completion_add(c, bytes_of_text(at->name));
}

/* Returns the position where the word to complete begins. */
static size_t word_start(const char *line, size_t size)
{
	size_t start = size;

	while (start && !strchr(" \t?.:", line[start - 1]))
		start--;
	return start;
}

static size_t complete(void *debugger, const char *line, size_t size,
		       struct exh_writer *added, struct exh_writer *list)
{
	struct debugger *d = debugger;
	const size_t start = word_start(line, size);
	struct completion c = { .word = line + start,
				.size = size - start,
				.list = list };

	if (!start)
		add_commands(d, &c);
	d->type->complete(d, start ? line[start - 1] : 0, &c);
	if (c.count)
		exh_write_bytes(added, c.common + c.size, c.common_size - c.size);
	if (c.count == 1)
		exh_write_u8(added, ' ');
	return c.count;
}

/*
 * Commands.
 */

static const struct debugger_command *command_named(const struct debugger *d,
						    const char *name)
{
	for (size_t t = 0; d->type->tables[t]; t++)
		for (const struct debugger_command *c = d->type->tables[t]; c->name; c++)
			if (!strcmp(c->name, name) ||
			    (c->other && !strcmp(c->other, name)))
				return c;
	return NULL;
}

static void help_for(struct debugger *d, const struct debugger_command *c)
{
	char names[32];

	snprintf(names, sizeof names, "%s%s%s", c->name, c->other ? ", " : "",
		 c->other ? c->other : "");
	text_put(&d->out, "%-*s %-*s %s\n", d->type->name_width, names,
		 d->type->usage_width, c->usage, c->help);
}

static bool help(struct debugger *d)
{
	const struct debugger_command *found =
		d->count ? command_named(d, d->words[0]) : NULL;

	if (d->count && !found) {
		text_put(&d->out, "there is no command %s", d->words[0]);
		return false;
	}
	if (found) {
		help_for(d, found);
		return true;
	}
	for (size_t t = 0; d->type->tables[t]; t++)
		for (const struct debugger_command *c = d->type->tables[t]; c->name; c++)
			help_for(d, c);
	d->type->help(d);
	return true;
}

static bool run_named(struct debugger *d, const char *name)
{
	const struct debugger_command *c = command_named(d, name);
	int done;

	if (!strcmp(name, "help"))
		return help(d);
	if (c && d->count >= c->least && d->count <= c->most)
		return c->run(d);
	if (c) {
		text_put(&d->out, "expected: %s %s", c->name, c->usage);
		return false;
	}
	done = d->type->run_other(d, name);
	if (!done)
		text_put(&d->out, "there is no command %s: help lists them", name);
	return done > 0;
}

/* Runs one line. False: wrong, with the reason in d->out. */
static bool run_line(struct debugger *d, const char *line)
{
	char *copy = mem_text(line);
	char *words[DEBUGGER_WORDS];
	const size_t count = line_words(copy, words, DEBUGGER_WORDS);
	bool good = true;

	d->text = line;
	d->words = words + 1;
	d->count = count - 1;
	if (count && *words[0] != '#')
		good = run_named(d, words[0]);
	free(copy);
	return good;
}

/*
 * Lines.
 */

void debugger_open(struct debugger *d, const struct debugger_type *type,
		   struct report *report)
{
	d->type = type;
	d->report = report;
	d->out.limit = OUT_LIMIT;
	d->input = line_input_open(complete, d);
	d->is_terminal = line_input_is_terminal(d->input);
}

static void free_break(struct debug_break *b)
{
	free(b->text);
	free(b->place);
}

static void free_breaks(struct debugger *d)
{
	for (size_t i = 0; i < d->breaks.count; i++)
		free_break(&d->breaks.items[i]);
	d->breaks.count = 0;
}

void debugger_close(struct debugger *d)
{
	line_input_close(d->input);
	free_breaks(d);
	free(d->breaks.items);
	exh_writer_free(&d->out);
	free(d->last);
}

static void clear(struct debugger *d)
{
	exh_writer_free(&d->out);
	d->out = (struct exh_writer){ .limit = OUT_LIMIT };
}

/* Shows the text without control characters that a terminal would obey. */
void debugger_flush(struct debugger *d)
{
	struct exh_writer text = { .limit = 2 * OUT_LIMIT };
	struct exh_writer safe = { .limit = 4 * OUT_LIMIT };

	if (d->type->is_stored)
		text_lines_to_utf8(text_page(d->report->common->encoding),
				   exh_writer_bytes(&d->out), &text);
	terminal_put(exh_writer_bytes(d->type->is_stored ? &text : &d->out), &safe);
	if (safe.size)
		fwrite(safe.data, 1, safe.size, stdout);
	fflush(stdout);
	exh_writer_free(&text);
	exh_writer_free(&safe);
	clear(d);
}

/* Shows what is wrong with a line: to a person as text, in a script of commands as an
 * error. */
static void complain(struct debugger *d)
{
	exh_write_u8(&d->out, d->is_terminal ? '\n' : 0);
	if (d->is_terminal) {
		debugger_flush(d);
		return;
	}
	report_error(d->report, "standard input", EXH_NO_OFFSET, "line %u: %s", d->line,
		     d->out.failed ? "" : (const char *)d->out.data);
	clear(d);
}

/* Returns the line; at a terminal an empty line repeats the last command. */
static const char *line_of(struct debugger *d, const char *line)
{
	if (!d->is_terminal)
		return line;
	if (!*line)
		return d->last ? d->last : line;
	free(d->last);
	d->last = mem_text(line);
	return line;
}

void debugger_take_commands(struct debugger *d)
{
	d->goes_on = false;
	while (!d->goes_on && !d->quits) {
		const char *line = line_input_line(d->input);

		d->line++;
		if (!line)
			d->quits = true;
		else if (run_line(d, line_of(d, line)))
			debugger_flush(d);
		else
			complain(d);
	}
}

bool debugger_is_interrupted(const struct debugger *d)
{
	return d->is_terminal && interrupt_take();
}

char *debugger_join(char *const *words, size_t count)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	for (size_t i = 0; i < count; i++)
		text_put(&out, "%s%s", i ? " " : "", words[i]);
	exh_write_u8(&out, 0);
	mem_check(&out);
	return (char *)out.data;
}

bool debugger_number(const char *text, unsigned most, unsigned *out)
{
	const bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *end;
	unsigned long value;

	if (*text < '0' || *text > '9')
		return false;
	value = strtoul(text, &end, is_hex ? 16 : 10);
	*out = (unsigned)value;
	return !*end && value <= most;
}

/*
 * Breakpoints.
 */

void debugger_add_break(struct debugger *d, char *text, void *place, bool is_watch)
{
	const unsigned number = ++d->breaks.last;

	*MEM_ADD(&d->breaks) = (struct debug_break){
		.number = number, .text = text, .is_watch = is_watch, .place = place
	};
	text_put(&d->out, "%u: %s\n", number, text);
}

void debugger_hit(struct debugger *d, struct debug_break *b)
{
	b->hits++;
	if (!b->is_watch)
		text_put(&d->out, "breakpoint %u: %s\n", b->number, b->text);
}

bool debugger_list_breaks(struct debugger *d)
{
	for (size_t i = 0; i < d->breaks.count; i++) {
		const struct debug_break *b = &d->breaks.items[i];

		text_put(&d->out, "%u: %s%s, %lu time%s\n", b->number,
			 b->is_watch ? "watch " : "", b->text, b->hits,
			 b->hits == 1 ? "" : "s");
	}
	return true;
}

bool debugger_delete_break(struct debugger *d)
{
	struct debug_breaks *breaks = &d->breaks;
	unsigned number;
	size_t i = 0;

	if (!d->count) {
		free_breaks(d);
		return true;
	}
	if (!debugger_number(d->words[0], UINT32_MAX, &number))
		number = 0;
	while (i < breaks->count && breaks->items[i].number != number)
		i++;
	if (i == breaks->count) {
		text_put(&d->out, "there is no breakpoint %s", d->words[0]);
		return false;
	}
	free_break(&breaks->items[i]);
	memmove(&breaks->items[i], &breaks->items[i + 1],
		(--breaks->count - i) * sizeof *breaks->items);
	return true;
}

bool debugger_quit(struct debugger *d)
{
	d->quits = true;
	return true;
}
