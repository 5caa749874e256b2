#include "exhume/advanced/sci_vm.h"

#include "../../base/common.h"

#include "kernel.h"
#include "messages.h"

#include <stdlib.h>
#include <string.h>

enum {
	STACK_SIZE = 4096,
	MOST_CALLS = 256,
	MOST_UPCALL_STEPS = 1000000,
	MEMORY = 1 << 26,
	FIRST_SEED = 1,
};

static const char *const selector_names[VM_SELECTORS] = {
#define NAME(selector, name) name,
	VM_SELECTOR_NAMES(NAME)
#undef NAME
};

bool exh_vm_add_stack(struct exh_sci_vm *vm, uint16_t segment)
{
	struct vm_segment *s = &vm->segments[segment];

	s->cells = exh_alloc(&vm->arena, vm->options.stack_size, sizeof(reg));
	s->cell_count = s->cells ? vm->options.stack_size : 0;
	vm->stack = s->cells;
	vm->stack_size = (uint32_t)s->cell_count;
	return s->cells;
}

static bool make_segments(struct exh_sci_vm *vm)
{
	vm->stack_segment = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_STACK);
	vm->string_segment = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_STRINGS);
	vm->clone_segment = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_CLONES);
	vm->list_segment = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_LISTS);
	vm->node_segment = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_NODES);
	vm->hunk_segment = exh_vm_add_segment(vm, EXH_SCI_SEGMENT_HUNKS);
	if (!vm->hunk_segment)
		return false;
	return exh_vm_add_stack(vm, vm->stack_segment);
}

static bool make_tables(struct exh_sci_vm *vm)
{
	const struct exh_sci_program *program = vm->program;

	vm->segment_of =
		exh_alloc(&vm->arena, program->script_count + 1, sizeof *vm->segment_of);
	vm->classes =
		exh_alloc(&vm->arena, program->class_count + 1, sizeof *vm->classes);
	vm->cache = exh_alloc(&vm->arena, VM_CACHE, sizeof *vm->cache);
	vm->frames = exh_alloc(&vm->arena, vm->options.most_calls, sizeof *vm->frames);
	return vm->segment_of && vm->classes && vm->cache && vm->frames &&
	       exh_vm_kernel_bind(vm) && exh_vm_emulation_bind(vm);
}

static void set_options(struct exh_sci_vm *vm, const struct exh_sci_vm_options *options)
{
	vm->options = *options;
	if (!vm->options.stack_size || vm->options.stack_size > 1 << 15)
		vm->options.stack_size = STACK_SIZE;
	if (!vm->options.most_calls)
		vm->options.most_calls = MOST_CALLS;
	if (!vm->options.most_upcall_steps)
		vm->options.most_upcall_steps = MOST_UPCALL_STEPS;
	vm->random = options->seed ? options->seed : FIRST_SEED;
}

struct exh_sci_vm *exh_vm_make(const struct exh_sci_program *program,
			       const struct exh_sci_vm_options *options,
			       const struct exh_sci_host *host)
{
	struct exh_sci_vm *vm = calloc(1, sizeof *vm);

	if (!vm)
		return NULL;
	vm->program = program;
	vm->host = *host;
	vm->step_context = host->context;
	vm->arena.limit = MEMORY;
	vm->send = exh_sci_vm_send;
	set_options(vm, options);
	for (size_t i = 0; i < VM_SELECTORS; i++)
		vm->selectors[i] = exh_sci_program_selector_named(
			vm->program, bytes_of_text(selector_names[i]));
	if (make_tables(vm) && (!host->trace || exh_vm_trace_open(vm)))
		return vm;
	exh_sci_vm_free(vm);
	return NULL;
}

static enum exh_status fail_no_memory(struct exh_sci_vm *vm, struct exh_error *err)
{
	exh_sci_vm_free(vm);
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			"the machine needs more than %d bytes of memory", MEMORY);
}

enum exh_status exh_sci_vm_new(const struct exh_sci_program *program,
			       const struct exh_sci_vm_options *options,
			       const struct exh_sci_host *host, struct exh_sci_vm **out,
			       struct exh_error *err)
{
	struct exh_sci_vm *vm = exh_vm_make(program, options, host);
	uint16_t first;

	*out = NULL;
	if (!vm || !make_segments(vm))
		return fail_no_memory(vm, err);
	first = exh_vm_load(vm, 0);
	if (vm->fault)
		return fail_no_memory(vm, err);
	if (!first) {
		exh_sci_vm_free(vm);
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the game has no script 0 that can be read");
	}
	vm->globals = vm->segments[first].locals;
	*out = vm;
	return EXH_OK;
}

void exh_sci_vm_free(struct exh_sci_vm *vm)
{
	if (!vm)
		return;
	for (size_t i = 1; i < vm->segment_count; i++) {
		struct vm_segment *s = &vm->segments[i];

		free(s->code.ops);
		free(s->bytes);
		free(s->lists);
		free(s->nodes);
		for (size_t k = 0; k < s->count && s->hunks; k++)
			free(s->hunks[k].bytes);
		free(s->hunks);
		/* Objects of scripts lie in the arena. */
		if (s->type == EXH_SCI_SEGMENT_CLONES) {
			for (size_t k = 0; k < s->count; k++)
				free(s->objects[k].values);
			free(s->objects);
		}
	}
	exh_vm_trace_close(vm);
	free(vm->segments);
	free(vm->shapes);
	exh_arena_free(&vm->arena);
	free(vm);
}

/*
 * Running.
 */

/* Sends a message to the game's object. */
static bool send_to_game(struct exh_sci_vm *vm, enum vm_selector selector)
{
	reg game;

	if (!exh_vm_export(vm, exh_vm_load(vm, 0), 0, &game))
		return exh_vm_fault(vm, EXH_SCI_BADEXPORT, "script 0 exports nothing");
	if (vm->selectors[selector] < 0)
		return exh_vm_fault(vm, EXH_SCI_BADSEL, "the game has no selector %s",
				    selector_names[selector]);
	return exh_vm_begin_message(vm, game, (unsigned)vm->selectors[selector], NULL,
				    0) ||
	       (!vm->fault &&
		exh_vm_fault(vm, EXH_SCI_BADSEL, "the game has no method %s",
			     selector_names[selector]));
}

bool exh_sci_vm_start(struct exh_sci_vm *vm)
{
	return send_to_game(vm, VM_SEL_PLAY);
}

bool exh_sci_vm_replay(struct exh_sci_vm *vm, uint64_t steps)
{
	vm->frame_count = 0;
	vm->sp = vm->rest = 0;
	vm->steps = steps;
	vm->restarting = VM_RESTORING;
	return send_to_game(vm, VM_SEL_REPLAY);
}

enum exh_status exh_sci_vm_restart(const struct exh_sci_vm *vm, struct exh_sci_vm **out,
				   struct exh_error *err)
{
	const enum exh_status status =
		exh_sci_vm_new(vm->program, &vm->options, &vm->host, out, err);

	if (status || !*out)
		return status;
	(*out)->step_context = vm->step_context;
	(*out)->steps = vm->steps;
	(*out)->random = vm->random;
	(*out)->restarting = VM_RESTARTING;
	memcpy((*out)->strings[0], vm->strings[0], VM_STRING_SIZE);
	exh_vm_trace_resume(*out);
	exh_sci_vm_start(*out);
	return EXH_OK;
}

bool exh_sci_vm_call(struct exh_sci_vm *vm, unsigned script, unsigned number,
		     const uint16_t *arguments, size_t count)
{
	const uint16_t segment = exh_vm_load(vm, script);
	const uint32_t base = vm->sp;
	reg code;
	bool is_good;

	if (!segment || !exh_vm_export(vm, segment, number, &code))
		return exh_vm_fault(vm, EXH_SCI_BADEXPORT, "no export %u of script %u",
				    number, script);
	is_good = exh_vm_push_floor(vm, vm_int(0)) &&
		  exh_vm_push(vm, vm_int((unsigned)count));
	for (size_t i = 0; i < count && is_good; i++)
		is_good = exh_vm_push(vm, vm_int(arguments[i]));
	return is_good &&
	       exh_vm_enter_function(vm, segment, code.offset,
				     vm->segments[segment].locals, base, (uint32_t)count);
}

enum exh_sci_vm_state exh_sci_vm_run(struct exh_sci_vm *vm, uint64_t steps)
{
	vm->is_paused = false;
	if (!vm->fault && vm->frame_count)
		exh_vm_run_to(vm, 1, steps);
	if (vm->fault)
		return EXH_SCI_VM_FAULTED;
	if (vm->is_paused)
		return EXH_SCI_VM_PAUSED;
	if (vm->host.trace && !vm->is_waiting)
		exh_vm_trace_sum(vm);
	if (vm->is_waiting) {
		vm->is_waiting = false;
		return EXH_SCI_VM_WAITS;
	}
	return vm->frame_count ? EXH_SCI_VM_RUNS : EXH_SCI_VM_ENDED;
}

bool exh_sci_vm_trace(struct exh_sci_vm *vm, unsigned level,
		      void (*trace)(void *context, const char *line, size_t size))
{
	vm->host.trace = trace;
	vm->host.trace_level = level;
	if (trace && vm->tracer)
		return true;
	if (trace && exh_vm_trace_open(vm)) {
		exh_vm_trace_resume(vm);
		return true;
	}
	exh_vm_trace_close(vm);
	vm->host.trace = NULL;
	return !trace;
}

void exh_sci_vm_watch(struct exh_sci_vm *vm,
		      void (*step)(void *context, const struct exh_sci_vm *vm),
		      void *context)
{
	vm->host.step = step;
	vm->step_context = context;
}

void exh_sci_vm_pause(struct exh_sci_vm *vm)
{
	vm->is_paused = true;
}

bool exh_sci_vm_send(struct exh_sci_vm *vm, struct exh_sci_reg object, unsigned selector,
		     const struct exh_sci_reg *arguments, size_t count,
		     struct exh_sci_reg *result)
{
	const size_t depth = vm->frame_count + 1;
	const uint32_t rest = vm->rest;
	const reg acc = vm->acc, prev = vm->prev;
	bool is_done;

	if (vm->host.trace)
		exh_vm_trace_send(vm, object, selector, arguments, count);
	if (!exh_vm_begin_message(vm, object, selector, arguments, count))
		return false;
	vm->rest = 0;
	vm->upcalls++;
	is_done = exh_vm_run_to(vm, depth, vm->options.most_upcall_steps);
	vm->upcalls--;
	if (!is_done) {
		exh_vm_fault(vm, EXH_SCI_LIMIT, "a kernel function's call does not end");
		return false;
	}
	*result = vm->acc;
	vm->rest = rest;
	vm->acc = acc;
	vm->prev = prev;
	return true;
}

/*
 * Looking.
 */

uint64_t exh_sci_vm_steps(const struct exh_sci_vm *vm)
{
	return vm->steps;
}

struct exh_sci_reg exh_sci_vm_accumulator(const struct exh_sci_vm *vm)
{
	return vm->acc;
}

bool exh_sci_vm_global(const struct exh_sci_vm *vm, unsigned number,
		       struct exh_sci_reg *out)
{
	const struct vm_segment *s = exh_vm_segment(vm, vm->globals);

	if (!s || number >= s->cell_count)
		return false;
	*out = s->cells[number];
	return true;
}

struct exh_sci_reg exh_sci_vm_game(const struct exh_sci_vm *vm)
{
	const uint16_t segment = exh_vm_loaded(vm, 0);
	reg game = vm_int(0);

	if (segment)
		exh_vm_export(vm, segment, 0, &game);
	return game;
}

bool exh_sci_vm_set_global(struct exh_sci_vm *vm, unsigned number,
			   struct exh_sci_reg value)
{
	struct vm_segment *s = exh_vm_segment(vm, vm->globals);

	if (!s || number >= s->cell_count)
		return false;
	exh_vm_trace_cell(vm, vm->globals, number, s->cells[number], value);
	s->cells[number] = value;
	return true;
}
