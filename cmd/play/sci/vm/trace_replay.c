#include "vm.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIND = 32 };

void trace_replay_close(struct trace_replay *replay)
{
	trace_reader_close(&replay->reader);
	trace_lines_free(&replay->context);
	trace_calls_free(&replay->calls);
	trace_calls_free(&replay->our_calls);
	free(replay->ours);
}

/* Returns the next line, which stays the next one until it is used; NULL: the trace has
 * ended, or the game has left it. Heads are skipped. */
static const char *peek(struct trace_replay *replay)
{
	if (replay->has_ended || replay->has_parted)
		return NULL;
	while (!replay->has_line || replay->reader.line[0] == 'V') {
		replay->has_line = trace_reader_next(&replay->reader, &replay->err);
		if (!replay->has_line) {
			replay->has_ended = true;
			return NULL;
		}
	}
	replay->has_changes |= replay->reader.line[0] == 'M';
	replay->has_sums |= replay->reader.line[0] == 'Z';
	return replay->reader.line;
}

static void part(struct trace_replay *replay, const char *ours, size_t size)
{
	replay->has_parted = true;
	replay->ours = mem_text_part(ours, size);
}

void trace_replay_line(struct trace_replay *replay, const char *line, size_t size)
{
	const char *theirs = peek(replay);

	if (!theirs)
		return;
	if ((line[0] == 'M' && !replay->has_changes) ||
	    (line[0] == 'Z' && !replay->has_sums))
		return;
	trace_calls_add(&replay->our_calls, line, size);
	trace_calls_add(&replay->calls, theirs, replay->reader.size);
	if (!trace_line_is_same(line, size, theirs, replay->reader.size)) {
		part(replay, line, size);
		return;
	}
	trace_lines_add(&replay->context, line, size);
	replay->has_line = false;
}

/* Returns the text after the kind and the step of a line; NULL if these do not match. */
static const char *fields(const char *line, char kind, uint64_t step)
{
	char *end;

	if (!line || line[0] != kind || line[1] != ' ' ||
	    strtoull(line + 2, &end, 10) != step || *end != ' ')
		return NULL;
	return end + 1;
}

/*
 * Kernel functions.
 */

static void part_call(struct trace_replay *replay, const struct exh_sci_vm *vm,
		      const struct exh_sci_kernel_call *call)
{
	char text[256];
	const int size = snprintf(text, sizeof text, "K %llu %.*s %zu ...",
				  (unsigned long long)exh_sci_vm_steps(vm),
				  (int)(call->name.size < 64 ? call->name.size : 64),
				  call->name.size ? (const char *)call->name.data : "",
				  call->count);

	part(replay, text, size < (int)sizeof text ? (size_t)size : sizeof text - 1);
}

enum { MOST_HUNKS = 1 << 20, VALUE_SIZE = 32 };

/* Adds a hunk and returns its number; 0: out of memory. */
static unsigned long add_hunk(struct exh_sci_vm *vm)
{
	const struct exh_sci_reg hunk = exh_sci_vm_add_hunk(vm, 0);
	struct exh_writer text = { .limit = VALUE_SIZE };
	unsigned long number = 0;

	exh_sci_vm_print(vm, hunk, &text);
	exh_write_u8(&text, '\0');
	if (!text.failed && text.data[0] == 'H')
		number = strtoul((const char *)text.data + 1, NULL, 10);
	exh_writer_free(&text);
	return number;
}

/* Reads a value. A hunk of the traced host gets the same number here, after hunks that
 * the trace does not mention. */
static bool take_value(struct exh_sci_vm *vm, const char *text, struct exh_sci_reg *out)
{
	const unsigned long wanted = *text == 'H' ? strtoul(text + 1, NULL, 10) : 0;
	unsigned long number = 0;

	if (exh_sci_vm_value(vm, bytes_of_text(text), out))
		return true;
	if (wanted > MOST_HUNKS)
		return false;
	do {
		number = wanted ? add_hunk(vm) : 0;
	} while (number && number < wanted);
	return number && exh_sci_vm_value(vm, bytes_of_text(text), out);
}

/* Makes a change. The new value of "P... #0000 H1" may be such a hunk. */
static bool take_change(struct exh_sci_vm *vm, const char *text)
{
	const char *last = strrchr(text, ' ');
	struct exh_sci_reg value;

	if (last && last[1] == 'H')
		take_value(vm, last + 1, &value);
	return exh_sci_vm_change(vm, bytes_of_text(text));
}

/* Reads "Name 2 #0001 #0002 = #0000". */
static bool take_result(const char *text, struct exh_sci_vm *vm,
			struct exh_sci_kernel_call *call)
{
	const char *result = NULL;

	for (const char *at = strstr(text, " = "); at; at = strstr(at + 3, " = "))
		result = at + 3;
	if (!result)
		return false;
	call->keeps_result = strcmp(result, "-") == 0;
	return call->keeps_result || take_value(vm, result, &call->result);
}

/* Reads "send S000+06f4 cue #0001". */
static bool take_message(const char *text, struct exh_sci_vm *vm,
			 const struct exh_sci_program *program,
			 struct exh_sci_kernel_call *call)
{
	struct exh_bytes rest = bytes_of_text(text), name;
	size_t size = exh_sci_vm_value(vm, rest, &call->receiver);
	const char *at = text + size;
	int selector;

	if (!size || *at++ != ' ')
		return false;
	name = (struct exh_bytes){ (const uint8_t *)at, strcspn(at, " "), 0 };
	selector = *at >= '0' && *at <= '9'
			   ? (int)strtol(at, NULL, 10)
			   : exh_sci_program_selector_named(program, name);
	at += name.size;
	call->value_count = 0;
	while (*at == ' ' && call->value_count < EXH_SCI_MESSAGE_VALUES) {
		size = exh_sci_vm_value(vm, bytes_of_text(at + 1),
					&call->values[call->value_count++]);
		if (!size)
			return false;
		at += 1 + size;
	}
	call->selector = (unsigned)selector;
	call->end = EXH_SCI_KERNEL_SENDS;
	/* A message without a receiver would be sent again and again. */
	return selector >= 0 && !*at &&
	       exh_sci_vm_responds(vm, call->receiver, call->selector);
}

/* Carries out a line of a change or from outside. The machine then writes the same line
 * to its own trace, which uses up the trace's line. */
static bool take_line(struct trace_replay *replay, struct exh_sci_vm *vm)
{
	const char *line = replay->reader.line;
	const char *change = fields(line, 'M', exh_sci_vm_steps(vm));
	const char *note = fields(line, 'X', exh_sci_vm_steps(vm));

	if (change && !take_change(vm, change))
		return false;
	if (note)
		exh_sci_vm_note(vm, note);
	return !replay->has_line;
}

void trace_replay_kernel(struct trace_replay *replay, struct exh_sci_vm *vm,
			 struct exh_sci_kernel_call *call)
{
	const uint64_t step = exh_sci_vm_steps(vm);
	bool is_good = true;

	while (is_good) {
		const char *line = peek(replay), *text;

		if (!line)
			return;
		if (line[0] == 'K') {
			is_good = take_result(line, vm, call);
			break;
		}
		text = fields(line, 'X', step);
		if (text && !strncmp(text, "send ", 5)) {
			is_good = take_message(text + 5, vm, replay->program, call);
			break;
		}
		is_good = take_line(replay, vm);
	}
	if (is_good)
		return;
	if (!replay->has_parted)
		part_call(replay, vm, call);
}

/*
 * Random numbers.
 */

bool trace_replay_outside(struct trace_replay *replay, const struct exh_sci_vm *vm,
			  const char *kind, uint32_t *value)
{
	const char *text = fields(peek(replay), 'X', exh_sci_vm_steps(vm));
	const size_t size = strlen(kind);

	if (!text || strncmp(text, kind, size) != 0 || text[size] != ' ')
		return false;
	*value = (uint32_t)strtoul(text + size + 1, NULL, 10);
	return true;
}

void trace_replay_put(const struct trace_replay *replay, struct exh_writer *out)
{
	text_put(out, "parted from line %llu of %s\n",
		 (unsigned long long)replay->reader.line_number, replay->reader.path);
	trace_lines_put(&replay->context, out);
	text_put(out, "- %s\n+ %s\n", replay->reader.line, replay->ours);
	trace_calls_put(&replay->calls, replay->reader.path, out);
	trace_calls_put(&replay->our_calls, "this run", out);
}
