/* Commands that run the machine, and set breakpoints. */
#include "debug.h"
#include "task/text.h"

/* Lets the machine run. */
static bool go_on(struct debugger *common, enum debug_mode mode, uint64_t target)
{
	struct sci_debugger *d = debug_of(common);

	if (d->is_over) {
		text_put(&common->out, "nothing runs any more: rs and rgo go back");
		return false;
	}
	d->mode = mode;
	d->target = target;
	common->goes_on = true;
	return true;
}

static bool read_count(struct debugger *d, unsigned *out)
{
	*out = 1;
	if (!d->count || (debugger_number(d->words[0], 1000000000, out) && *out))
		return true;
	text_put(&d->out, "%s: expected a number from 1 on", d->words[0]);
	return false;
}

static bool step(struct debugger *d)
{
	unsigned steps;

	return read_count(d, &steps) &&
	       go_on(d, DEBUG_STEPS, exh_sci_vm_steps(debug_vm(d)) + steps);
}

static bool step_over(struct debugger *d)
{
	struct exh_sci_where where = { .depth = 0 };

	exh_sci_vm_where(debug_vm(d), &where);
	return go_on(d, DEBUG_OVER, where.depth);
}

/* Runs to the end of the running call. */
static bool finish(struct debugger *d)
{
	struct exh_sci_where where = { .depth = 0 };

	exh_sci_vm_where(debug_vm(d), &where);
	if (!where.depth) {
		text_put(&d->out, "there is no call to return from");
		return false;
	}
	return go_on(d, DEBUG_OVER, where.depth - 1);
}

/* Returns the number of a kernel function; below 0: no such function. */
static int kernel_named(struct debugger *d, const char *name)
{
	return exh_sci_program_kernel_named(debug_program(d), bytes_of_text(name));
}

static bool to_function(struct debugger *d, int number, const char *name)
{
	if (number < 0)
		text_put(&d->out, "there is no kernel function %s", name);
	return number >= 0 && go_on(d, DEBUG_KERNEL, (uint64_t)number);
}

static bool to_kernel(struct debugger *d)
{
	unsigned number;
	int found;

	if (!d->count)
		return go_on(d, DEBUG_KERNEL, UINT64_MAX);
	found = kernel_named(d, d->words[0]);
	if (found < 0 && debugger_number(d->words[0], UINT16_MAX, &number))
		found = (int)number;
	return to_function(d, found, d->words[0]);
}

static bool to_event(struct debugger *d)
{
	return to_function(d, kernel_named(d, "GetEvent"), "GetEvent");
}

static bool to_return(struct debugger *d)
{
	return go_on(d, DEBUG_RETURN, 0);
}

static bool to_global(struct debugger *d)
{
	unsigned number;

	if (!debugger_number(d->words[0], UINT16_MAX, &number) ||
	    !exh_sci_vm_global(debug_vm(d), number, &debug_of(d)->global)) {
		text_put(&d->out, "there is no global %s", d->words[0]);
		return false;
	}
	return go_on(d, DEBUG_GLOBAL, number);
}

static bool go(struct debugger *d)
{
	return go_on(d, DEBUG_GOES, 0);
}

/*
 * Back.
 */

static bool go_back(struct debugger *common, enum debug_mode mode, uint64_t target)
{
	struct sci_debugger *d = debug_of(common);

	if (!d->states.count) {
		text_put(&common->out, "there is no state to go back to");
		return false;
	}
	d->mode = mode;
	d->target = target;
	d->found = UINT64_MAX;
	d->wish = DEBUG_GOES_BACK;
	common->goes_on = true;
	return true;
}

static bool step_back(struct debugger *d)
{
	const uint64_t now = exh_sci_vm_steps(debug_vm(d));
	unsigned steps;

	return read_count(d, &steps) &&
	       go_back(d, DEBUG_TO_STEP, steps < now ? now - steps : 0);
}

static bool continue_back(struct debugger *d)
{
	const uint64_t now = exh_sci_vm_steps(debug_vm(d));

	if (!now) {
		text_put(&d->out, "this is the beginning");
		return false;
	}
	return go_back(d, DEBUG_SEARCHES, now - 1);
}

static bool go_to_step(struct debugger *d)
{
	const uint64_t now = exh_sci_vm_steps(debug_vm(d));
	unsigned step;

	if (!debugger_number(d->words[0], UINT32_MAX, &step)) {
		text_put(&d->out, "%s: expected the number of a step", d->words[0]);
		return false;
	}
	return step < now ? go_back(d, DEBUG_TO_STEP, step)
			  : go_on(d, DEBUG_TO_STEP, step);
}

/*
 * Breakpoints.
 */

static bool add_break(struct debugger *d)
{
	return debug_break_add(debug_of(d), d->words, d->count);
}

static bool add_export(struct debugger *d)
{
	char kind[] = "export";
	char *all[] = { kind, d->words[0], d->words[1] };

	return debug_break_add(debug_of(d), all, 3);
}

static bool add_watch(struct debugger *d)
{
	return debug_watch_add(debug_of(d), d->words[0]);
}

const struct debugger_command debug_run_commands[] = {
	{ "s", NULL, 0, 1, "[N]", "run N instructions", step },
	{ "so", NULL, 0, 0, "", "run an instruction, and all that it calls", step_over },
	{ "finish", NULL, 0, 0, "", "run to the end of this function", finish },
	{ "snk", NULL, 0, 1, "[NAME|NUMBER]",
	  "run to the next kernel call (of this function)", to_kernel },
	{ "sret", NULL, 0, 0, "", "run to the next ret", to_return },
	{ "se", NULL, 0, 0, "", "run to the next GetEvent", to_event },
	{ "sg", NULL, 1, 1, "N", "run until global N changes", to_global },
	{ "go", NULL, 0, 0, "", "run to the next breakpoint", go },
	{ "rs", NULL, 0, 1, "[N]", "go N instructions back", step_back },
	{ "rgo", NULL, 0, 0, "", "go back to the breakpoint before", continue_back },
	{ "goto", NULL, 1, 1, "STEP", "go to this step, back or on", go_to_step },
	{ "break", NULL, 1, DEBUGGER_WORDS, "PLACE",
	  "stop at SCRIPT:OFFSET, OBJECT::METHOD, kernel NAME, said TEXT, text N,M",
	  add_break },
	{ "bpx", NULL, 1, 1, "OBJECT::METHOD", "the same; METHOD: is any that begins so",
	  add_break },
	{ "bpe", NULL, 2, 2, "SCRIPT EXPORT", "stop when this function is called",
	  add_export },
	{ "watch", NULL, 1, 1, "gN|lN|ADDRESS.PROPERTY", "stop when this changes",
	  add_watch },
	{ "bplist", NULL, 0, 0, "", "list breakpoints and what is watched",
	  debugger_list_breaks },
	{ "bpdel", NULL, 1, 1, "N", "delete breakpoint N", debugger_delete_break },
	{ "quit", NULL, 0, 0, "", "end here", debugger_quit },
	{ 0 },
};
