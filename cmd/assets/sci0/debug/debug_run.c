/* Commands that run the machine, and say where it stops. */
#include "debug.h"
#include "task/text.h"

#include <string.h>

/* Lets the machine run. */
static bool go_on(struct debugger *d, enum debug_mode mode, uint64_t target)
{
	if (d->is_over) {
		text_put(&d->out, "nothing runs any more: rs and rgo go back");
		return false;
	}
	d->mode = mode;
	d->target = target;
	d->goes_on = true;
	return true;
}

static bool read_count(struct debugger *d, char *const *words, size_t count,
		       unsigned *out)
{
	*out = 1;
	if (!count || (debug_number_read(words[0], 1000000000, out) && *out))
		return true;
	text_put(&d->out, "%s: expected a number from 1 on", words[0]);
	return false;
}

static bool step(struct debugger *d, char *const *words, size_t count)
{
	unsigned steps;

	return read_count(d, words, count, &steps) &&
	       go_on(d, DEBUG_STEPS, exh_sci0_vm_steps(debug_vm(d)) + steps);
}

static bool step_over(struct debugger *d, char *const *words, size_t count)
{
	struct exh_sci0_where where = { .depth = 0 };

	(void)words;
	(void)count;
	exh_sci0_vm_where(debug_vm(d), &where);
	return go_on(d, DEBUG_OVER, where.depth);
}

/* The depth below the running call. */
static bool finish(struct debugger *d, char *const *words, size_t count)
{
	struct exh_sci0_where where = { .depth = 0 };

	(void)words;
	(void)count;
	exh_sci0_vm_where(debug_vm(d), &where);
	if (!where.depth) {
		text_put(&d->out, "there is no call to return from");
		return false;
	}
	return go_on(d, DEBUG_OVER, where.depth - 1);
}

static bool to_kernel(struct debugger *d, char *const *words, size_t count)
{
	const struct exh_sci0_program *program = d->program;
	unsigned number;
	int found = -1;

	if (!count)
		return go_on(d, DEBUG_KERNEL, UINT64_MAX);
	found = exh_sci0_program_kernel_named(
		program,
		(struct exh_bytes){ (const uint8_t *)words[0], strlen(words[0]), 0 });
	if (found < 0 && debug_number_read(words[0], UINT16_MAX, &number))
		found = (int)number;
	if (found < 0)
		text_put(&d->out, "there is no kernel function %s", words[0]);
	return found >= 0 && go_on(d, DEBUG_KERNEL, (uint64_t)found);
}

static bool to_event(struct debugger *d, char *const *words, size_t count)
{
	char name[] = "GetEvent";
	char *event = name;

	(void)words;
	(void)count;
	return to_kernel(d, &event, 1);
}

static bool to_return(struct debugger *d, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	return go_on(d, DEBUG_RETURN, 0);
}

static bool to_global(struct debugger *d, char *const *words, size_t count)
{
	unsigned number;

	(void)count;
	if (!debug_number_read(words[0], UINT16_MAX, &number) ||
	    !exh_sci0_vm_global(debug_vm(d), number, &d->global)) {
		text_put(&d->out, "there is no global %s", words[0]);
		return false;
	}
	return go_on(d, DEBUG_GLOBAL, number);
}

static bool go(struct debugger *d, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	return go_on(d, DEBUG_GOES, 0);
}

/*
 * Back.
 */

static bool go_back(struct debugger *d, enum debug_mode mode, uint64_t target)
{
	if (!d->states.count) {
		text_put(&d->out, "there is no state to go back to");
		return false;
	}
	d->mode = mode;
	d->target = target;
	d->found = UINT64_MAX;
	d->wish = DEBUG_GOES_BACK;
	d->goes_on = true;
	return true;
}

static bool step_back(struct debugger *d, char *const *words, size_t count)
{
	const uint64_t now = exh_sci0_vm_steps(debug_vm(d));
	unsigned steps;

	return read_count(d, words, count, &steps) &&
	       go_back(d, DEBUG_TO_STEP, steps < now ? now - steps : 0);
}

static bool continue_back(struct debugger *d, char *const *words, size_t count)
{
	const uint64_t now = exh_sci0_vm_steps(debug_vm(d));

	(void)words;
	(void)count;
	if (!now) {
		text_put(&d->out, "this is the beginning");
		return false;
	}
	return go_back(d, DEBUG_SEARCHES, now - 1);
}

static bool go_to_step(struct debugger *d, char *const *words, size_t count)
{
	const uint64_t now = exh_sci0_vm_steps(debug_vm(d));
	unsigned step;

	(void)count;
	if (!debug_number_read(words[0], UINT32_MAX, &step)) {
		text_put(&d->out, "%s: expected the number of a step", words[0]);
		return false;
	}
	return step < now ? go_back(d, DEBUG_TO_STEP, step)
			  : go_on(d, DEBUG_TO_STEP, step);
}

static bool quit(struct debugger *d, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	d->wish = DEBUG_QUITS;
	d->goes_on = true;
	return true;
}

/*
 * Breakpoints.
 */

static bool was_added(struct debugger *d, const struct debug_break *added)
{
	if (added)
		text_put(&d->out, "%u: %s\n", added->number, added->text);
	return added;
}

static bool add_break(struct debugger *d, char *const *words, size_t count)
{
	return was_added(d, debug_break_add(&d->breaks, words, count, &d->out));
}

static bool add_export(struct debugger *d, char *const *words, size_t count)
{
	char kind[] = "export";
	char *all[] = { kind, words[0], words[1] };

	(void)count;
	return add_break(d, all, 3);
}

static bool add_watch(struct debugger *d, char *const *words, size_t count)
{
	(void)count;
	return was_added(d, debug_watch_add(&d->breaks, debug_vm(d), d->program, words[0],
					    &d->out));
}

static bool list_breaks(struct debugger *d, char *const *words, size_t count)
{
	(void)words;
	(void)count;
	for (size_t i = 0; i < d->breaks.count; i++) {
		const struct debug_break *b = &d->breaks.items[i];

		text_put(&d->out, "%u: %s%s, %lu time%s\n", b->number,
			 b->kind >= WATCH_VARIABLE ? "watch " : "", b->text, b->hits,
			 b->hits == 1 ? "" : "s");
	}
	return true;
}

static bool delete_break(struct debugger *d, char *const *words, size_t count)
{
	unsigned number;

	(void)count;
	if (debug_number_read(words[0], UINT32_MAX, &number) &&
	    debug_break_remove(&d->breaks, number))
		return true;
	text_put(&d->out, "there is no breakpoint %s", words[0]);
	return false;
}

const struct debug_command debug_run_commands[] = {
	{ "s", 0, 1, "[N]", "run N instructions", step },
	{ "so", 0, 0, "", "run an instruction, and all that it calls", step_over },
	{ "finish", 0, 0, "", "run to the end of this function", finish },
	{ "snk", 0, 1, "[NAME|NUMBER]", "run to the next kernel call (of this function)",
	  to_kernel },
	{ "sret", 0, 0, "", "run to the next ret", to_return },
	{ "se", 0, 0, "", "run to the next GetEvent", to_event },
	{ "sg", 1, 1, "N", "run until global N changes", to_global },
	{ "go", 0, 0, "", "run to the next breakpoint", go },
	{ "rs", 0, 1, "[N]", "go N instructions back", step_back },
	{ "rgo", 0, 0, "", "go back to the breakpoint before", continue_back },
	{ "goto", 1, 1, "STEP", "go to this step, back or on", go_to_step },
	{ "break", 1, DEBUG_WORDS, "PLACE",
	  "stop at SCRIPT:OFFSET, OBJECT::METHOD, kernel NAME, said TEXT, text N,M",
	  add_break },
	{ "bpx", 1, 1, "OBJECT::METHOD", "the same; METHOD: is any that begins so",
	  add_break },
	{ "bpe", 2, 2, "SCRIPT EXPORT", "stop when this function is called", add_export },
	{ "watch", 1, 1, "gN|lN|ADDRESS.PROPERTY", "stop when this changes", add_watch },
	{ "bplist", 0, 0, "", "list breakpoints and what is watched", list_breaks },
	{ "bpdel", 1, 1, "N", "delete breakpoint N", delete_break },
	{ "quit", 0, 0, "", "end here", quit },
	{ 0 },
};
