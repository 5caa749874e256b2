#include "debug.h"

#include "task/text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { OUT_LIMIT = 1 << 24 };

bool sci_debugger_open(struct sci_debugger *d, const struct script_program *program,
		       const char *game, const char *sources,
		       const struct debug_host *host, struct report *report)
{
	*d = (struct sci_debugger){ .program = &program->program,
				    .naming = &program->naming,
				    .game = game,
				    .host = *host,
				    .mode = DEBUG_STEPS };
	debugger_open(&d->common, &debug_type, report);
	return !sources ||
	       debug_names_read(&d->names, sources, &program->project, report);
}

void sci_debugger_close(struct sci_debugger *d)
{
	debugger_close(&d->common);
	debug_states_free(&d->states);
	debug_names_free(&d->names);
	free(d->restored.data);
}

static void take_commands(struct sci_debugger *d)
{
	d->wish = DEBUG_NOTHING;
	debugger_take_commands(&d->common);
	if (d->common.quits)
		d->wish = DEBUG_QUITS;
}

/*
 * Stopping.
 */

static bool is_global_changed(struct sci_debugger *d, const struct exh_sci_vm *vm)
{
	struct exh_sci_reg now;

	return exh_sci_vm_global(vm, (unsigned)d->target, &now) &&
	       (now.segment != d->global.segment || now.offset != d->global.offset);
}

/* True if the machine has got to the point it was run to. */
static bool is_reached(struct sci_debugger *d, const struct exh_sci_vm *vm)
{
	struct exh_sci_instruction in;
	struct exh_sci_where where;

	switch (d->mode) {
	case DEBUG_STEPS:
	case DEBUG_TO_STEP:
		return exh_sci_vm_steps(vm) >= d->target;
	case DEBUG_OVER:
		return exh_sci_vm_where(vm, &where) && where.depth <= d->target;
	case DEBUG_KERNEL:
		return debug_next_instruction(vm, d->program, &in) &&
		       in.opcode == EXH_SCI_OP_CALLK &&
		       (d->target == UINT64_MAX || d->target == (uint64_t)in.operands[0]);
	case DEBUG_RETURN:
		return debug_next_instruction(vm, d->program, &in) &&
		       in.opcode == EXH_SCI_OP_RET;
	case DEBUG_GLOBAL:
		return is_global_changed(d, vm);
	default:
		return false;
	}
}

/* Takes commands while the machine is stopped. */
static void stand(struct sci_debugger *d)
{
	debug_show_place(&d->common);
	debugger_flush(&d->common);
	take_commands(d);
	if (d->wish != DEBUG_NOTHING)
		exh_sci_vm_pause(debug_vm(&d->common));
}

/* Goes back to a breakpoint: the machine runs up to where the search began, and notes the
 * last breakpoint; then the program goes back to that. */
static void search(struct sci_debugger *d, const struct exh_sci_vm *vm)
{
	const uint64_t now = exh_sci_vm_steps(vm);
	struct exh_writer changes = { .limit = OUT_LIMIT };

	if (debug_breaks_find(d, vm, &changes) && now <= d->target)
		d->found = now;
	exh_writer_free(&changes);
	if (now < d->target)
		return;
	if (d->found == now) {
		stand(d);
		return;
	}
	if (d->found == UINT64_MAX)
		text_put(&d->common.out, "no breakpoint comes before\n");
	d->mode = DEBUG_TO_STEP;
	d->target = d->found == UINT64_MAX ? 0 : d->found;
	d->wish = DEBUG_GOES_BACK;
	exh_sci_vm_pause(debug_vm(&d->common));
}

static bool has_break(struct sci_debugger *d, const struct exh_sci_vm *vm)
{
	struct exh_writer found = { .limit = OUT_LIMIT };
	struct debug_break *b = debug_breaks_find(d, vm, &found);

	if (b)
		debugger_hit(&d->common, b);
	if (b && b->is_watch)
		exh_write_bytes(&d->common.out, found.data, found.size);
	exh_writer_free(&found);
	return b;
}

void sci_debugger_step(void *context, const struct exh_sci_vm *vm)
{
	struct sci_debugger *d = context;

	if (d->is_busy || d->wish != DEBUG_NOTHING)
		return;
	if (debugger_is_interrupted(&d->common)) {
		stand(d);
		return;
	}
	if (d->mode == DEBUG_SEARCHES) {
		search(d, vm);
		return;
	}
	if ((d->mode != DEBUG_TO_STEP && has_break(d, vm)) || is_reached(d, vm)) {
		debug_breaks_refresh(d, vm);
		stand(d);
	}
}

void sci_debugger_end(struct sci_debugger *d, const char *end, const char *unit)
{
	const struct exh_sci_vm *vm = debug_vm(&d->common);
	const char *why;
	const enum exh_sci_fault fault = exh_sci_vm_fault(vm, &why);

	if (fault)
		text_put(&d->common.out, "%s at step %" PRIu64 ": %s\n",
			 exh_sci_fault_name(fault), exh_sci_vm_steps(vm), why);
	else
		text_put(&d->common.out, "%s after %" PRIu64 " %s\n", end,
			 exh_sci_vm_steps(vm), unit);
	debugger_flush(&d->common);
	d->is_over = true;
	take_commands(d);
	d->is_over = false;
}

bool sci_debugger_follow(struct sci_debugger *d, size_t *frame)
{
	const bool restores = d->wish == DEBUG_RESTORES;
	const struct debug_state *back =
		restores ? NULL
			 : debug_states_back(&d->states,
					     d->mode == DEBUG_SEARCHES ? 0 : d->target);
	struct exh_bytes state = { 0 };

	if (restores)
		state = file_bytes(&d->restored);
	else if (back)
		state = (struct exh_bytes){ back->bytes, back->size, 0 };
	if (!d->host.load(d->host.context, state))
		return false;
	if (back && frame)
		*frame = back->frame;
	if (restores) {
		debug_states_free(&d->states);
		d->mode = DEBUG_STEPS;
		d->target = 0;
	}
	d->wish = DEBUG_NOTHING;
	debug_breaks_refresh(d, debug_vm(&d->common));
	return true;
}
