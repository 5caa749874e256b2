#include "vm.h"

#include "play/sci/debug/debug.h"

#include <inttypes.h>

enum {
	STATES_APART = 1 << 14, /* steps, at first */
	HOST_SIZE = 18,		/* bytes of the host's clock and counters in a state */
};

struct debug_run {
	const struct vm_debug *debug;
	struct exh_sci_vm **vm;
	struct sci_debugger debugger;
	uint64_t next_state; /* step */
	struct report *report;
};

static struct exh_sci_vm *machine(void *context)
{
	return *((struct debug_run *)context)->vm;
}

/*
 * States: the host's, then the machine's.
 */

static bool save(void *context, struct exh_writer *out)
{
	const struct debug_run *run = context;
	const struct vm_host *host = run->debug->host;

	exh_write_u32le(out, (uint32_t)host->ticks);
	exh_write_u32le(out, (uint32_t)(host->ticks >> 32));
	exh_write_u32le(out, (uint32_t)host->calls);
	exh_write_u32le(out, (uint32_t)(host->calls >> 32));
	exh_write_u16le(out, host->pic_not_valid);
	return exh_sci_vm_save(*run->vm, out);
}

static uint64_t read_number(const uint8_t *bytes, size_t size)
{
	uint64_t number = 0;

	while (size--)
		number = number << 8 | bytes[size];
	return number;
}

static bool load(void *context, struct exh_bytes state)
{
	struct debug_run *run = context;
	const struct vm_debug *debug = run->debug;
	struct exh_sci_vm *loaded = NULL;
	struct exh_bytes saved;
	struct exh_error err = { .status = EXH_OK };
	size_t used;

	if (state.size < HOST_SIZE ||
	    !exh_bytes_slice(state, HOST_SIZE, state.size - HOST_SIZE, &saved)) {
		report_error(run->report, debug->game, EXH_NO_OFFSET,
			     "%zu bytes: no saved state is as short", state.size);
		return false;
	}
	if (exh_sci_vm_load(&debug->program->program, debug->options, debug->machine_host,
			    saved, &used, &loaded, &err)) {
		report_failure(run->report, debug->game, &err);
		return false;
	}
	exh_sci_vm_free(*run->vm);
	*run->vm = loaded;
	*debug->host = (struct vm_host){ read_number(state.data, 8),
					 read_number(state.data + 8, 8),
					 (uint16_t)read_number(state.data + 16, 2) };
	return true;
}

static void keep_state(struct debug_run *run, const struct exh_sci_vm *vm)
{
	struct exh_writer state = { .limit = SIZE_MAX };

	if (save(run, &state))
		debug_states_add(&run->debugger.states, exh_sci_vm_steps(vm), 0, &state);
	exh_writer_free(&state);
	run->next_state = exh_sci_vm_steps(vm) + run->debugger.states.apart;
}

static void step(void *context, const struct exh_sci_vm *vm)
{
	struct debug_run *run = context;

	if (!run->debugger.is_busy && exh_sci_vm_steps(vm) >= run->next_state &&
	    exh_sci_vm_can_save(vm))
		keep_state(run, vm);
	sci_debugger_step(&run->debugger, vm);
}

/*
 * Running.
 */

static enum exh_sci_vm_state run_on(struct debug_run *run)
{
	enum exh_sci_vm_state state = EXH_SCI_VM_RUNS;
	uint64_t ran;

	exh_sci_vm_watch(*run->vm, step, run);
	while ((ran = exh_sci_vm_steps(*run->vm)) < run->debug->steps &&
	       (state == EXH_SCI_VM_RUNS || state == EXH_SCI_VM_WAITS))
		state = exh_sci_vm_run(*run->vm, run->debug->steps - ran);
	return state;
}

/* Moves the machine to the state that the user has chosen. False: it failed, which is
 * reported. */
static bool follow(struct debug_run *run)
{
	struct sci_debugger *d = &run->debugger;

	if (!sci_debugger_follow(d, NULL))
		return false;
	run->next_state =
		d->states.count ? exh_sci_vm_steps(*run->vm) + d->states.apart : 0;
	return true;
}

enum exh_sci_vm_state vm_debug_run(const struct vm_debug *debug, struct exh_sci_vm **vm,
				   struct report *report)
{
	struct debug_run run = { .debug = debug, .vm = vm, .report = report };
	const struct debug_host host = {
		.context = &run, .vm = machine, .save = save, .load = load
	};
	enum exh_sci_vm_state state = EXH_SCI_VM_PAUSED;

	if (sci_debugger_open(&run.debugger, debug->program, debug->game, debug->sources,
			      &host, report)) {
		run.debugger.states.apart = STATES_APART;
		do {
			state = run_on(&run);
			if (state != EXH_SCI_VM_PAUSED)
				sci_debugger_end(&run.debugger,
						 state == EXH_SCI_VM_ENDED
							 ? "the game ended"
							 : "--steps: stopped",
						 "instructions");
		} while (run.debugger.wish != DEBUG_QUITS && follow(&run));
	}
	sci_debugger_close(&run.debugger);
	exh_sci_vm_watch(*vm, NULL, NULL);
	return state;
}
