#include "debug.h"

#include "task/jobs.h"
#include "task/line_input.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/cp437.h>
#include <stdio.h>
#include <stdlib.h>

enum { OUT_LIMIT = 1 << 24 };

bool debugger_open(struct debugger *d, const struct script_program *program,
		   const char *game, const char *sources, const struct debug_host *host,
		   struct report *report)
{
	*d = (struct debugger){ .program = &program->program,
				.naming = &program->naming,
				.game = game,
				.host = *host,
				.report = report,
				.out = { .limit = OUT_LIMIT },
				.mode = DEBUG_STEPS };
	d->input = line_input_open(debug_complete, d);
	d->is_terminal = line_input_is_terminal(d->input);
	return !sources ||
	       debug_names_read(&d->names, sources, &program->project, report);
}

void debugger_close(struct debugger *d)
{
	line_input_close(d->input);
	debug_breaks_free(&d->breaks);
	debug_states_free(&d->states);
	debug_names_free(&d->names);
	exh_writer_free(&d->out);
	free(d->last);
	free(d->restored.data);
}

/*
 * Commands.
 */

/* What the game's code page has becomes UTF-8, and nothing that a terminal obeys. */
static void flush(struct debugger *d)
{
	struct exh_writer text = { .limit = 2 * OUT_LIMIT }, safe = text;

	exh_cp437_to_utf8(exh_writer_bytes(&d->out), EXH_CP437_TEXT, &text);
	terminal_put(exh_writer_bytes(&text), &safe);
	if (safe.size)
		fwrite(safe.data, 1, safe.size, stdout);
	fflush(stdout);
	exh_writer_free(&text);
	exh_writer_free(&safe);
	exh_writer_free(&d->out);
	d->out = (struct exh_writer){ .limit = OUT_LIMIT };
}

/* What is wrong is an error of a script of commands, not of a person. */
static void complain(struct debugger *d)
{
	exh_write_u8(&d->out, d->is_terminal ? '\n' : 0);
	if (d->is_terminal) {
		flush(d);
		return;
	}
	report_error(d->report, "standard input", EXH_NO_OFFSET, "line %u: %s", d->line,
		     d->out.failed ? "" : (const char *)d->out.data);
	exh_writer_free(&d->out);
	d->out = (struct exh_writer){ .limit = OUT_LIMIT };
}

/* An empty line at a terminal is the last command again. */
static void keep_line(struct debugger *d, const char *line)
{
	if (!d->is_terminal || !*line)
		return;
	free(d->last);
	d->last = mem_text(line);
}

static void take_commands(struct debugger *d)
{
	d->goes_on = false;
	d->wish = DEBUG_NOTHING;
	while (!d->goes_on) {
		const char *line = line_input_line(d->input);

		d->line++;
		if (!line) {
			d->wish = DEBUG_QUITS;
			return;
		}
		if (!*line && d->last)
			line = d->last;
		else
			keep_line(d, line);
		if (debug_command_run(d, line))
			flush(d);
		else
			complain(d);
	}
}

/*
 * Stopping.
 */

static bool is_global_changed(struct debugger *d, const struct exh_sci0_vm *vm)
{
	struct exh_sci0_reg now;

	return exh_sci0_vm_global(vm, (unsigned)d->target, &now) &&
	       (now.segment != d->global.segment || now.offset != d->global.offset);
}

/* Is this what the machine was run for? */
static bool is_reached(struct debugger *d, const struct exh_sci0_vm *vm)
{
	struct exh_sci0_instruction in;
	struct exh_sci0_where where;

	switch (d->mode) {
	case DEBUG_STEPS:
	case DEBUG_TO_STEP:
		return exh_sci0_vm_steps(vm) >= d->target;
	case DEBUG_OVER:
		return exh_sci0_vm_where(vm, &where) && where.depth <= d->target;
	case DEBUG_KERNEL:
		return debug_next_instruction(vm, d->program, &in) &&
		       in.opcode == EXH_SCI0_OP_CALLK &&
		       (d->target == UINT64_MAX || d->target == (uint64_t)in.operands[0]);
	case DEBUG_RETURN:
		return debug_next_instruction(vm, d->program, &in) &&
		       in.opcode == EXH_SCI0_OP_RET;
	case DEBUG_GLOBAL:
		return is_global_changed(d, vm);
	default:
		return false;
	}
}

/* Takes commands where the machine stands. */
static void stand(struct debugger *d)
{
	debug_show_place(d);
	flush(d);
	take_commands(d);
	if (d->wish != DEBUG_NOTHING)
		exh_sci0_vm_pause(debug_vm(d));
}

/* The way back to a breakpoint: all are looked at up to where it began, then the last is
 * gone to. */
static void search(struct debugger *d, const struct exh_sci0_vm *vm)
{
	const uint64_t now = exh_sci0_vm_steps(vm);
	struct exh_writer changes = { .limit = OUT_LIMIT };

	if (debug_breaks_find(&d->breaks, vm, d->program, &changes) && now <= d->target)
		d->found = now;
	exh_writer_free(&changes);
	if (now < d->target)
		return;
	if (d->found == now) {
		stand(d);
		return;
	}
	if (d->found == UINT64_MAX)
		text_put(&d->out, "no breakpoint comes before\n");
	d->mode = DEBUG_TO_STEP;
	d->target = d->found == UINT64_MAX ? 0 : d->found;
	d->wish = DEBUG_GOES_BACK;
	exh_sci0_vm_pause(debug_vm(d));
}

static bool has_break(struct debugger *d, const struct exh_sci0_vm *vm)
{
	struct exh_writer found = { .limit = OUT_LIMIT };
	struct debug_break *b = debug_breaks_find(&d->breaks, vm, d->program, &found);

	if (b)
		b->hits++;
	if (b && b->kind < WATCH_VARIABLE)
		text_put(&d->out, "breakpoint %u: %s\n", b->number, b->text);
	else if (b)
		exh_write_bytes(&d->out, found.data, found.size);
	exh_writer_free(&found);
	return b;
}

void debugger_step(void *context, const struct exh_sci0_vm *vm)
{
	struct debugger *d = context;

	if (d->is_busy || d->wish != DEBUG_NOTHING)
		return;
	if (d->is_terminal && interrupt_take()) {
		stand(d);
		return;
	}
	if (d->mode == DEBUG_SEARCHES) {
		search(d, vm);
		return;
	}
	if ((d->mode != DEBUG_TO_STEP && has_break(d, vm)) || is_reached(d, vm)) {
		debug_breaks_refresh(&d->breaks, vm);
		stand(d);
	}
}

void debugger_end(struct debugger *d, const char *text)
{
	text_put(&d->out, "%s\n", text);
	flush(d);
	d->is_over = true;
	take_commands(d);
	d->is_over = false;
}

const struct debug_state *debugger_back(struct debugger *d)
{
	return debug_states_back(&d->states, d->mode == DEBUG_SEARCHES ? 0 : d->target);
}

void debugger_loaded(struct debugger *d)
{
	if (d->wish == DEBUG_RESTORES) {
		d->mode = DEBUG_STEPS;
		d->target = 0;
	}
	d->wish = DEBUG_NOTHING;
	debug_breaks_refresh(&d->breaks, debug_vm(d));
}
