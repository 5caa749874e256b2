/*
 * Any two scripts as a game: its exports are called, in a strict and in a lenient
 * machine, traced and not. They end, fault or use up their steps; with and without a
 * trace the same comes out, and the machine is whole: also when it is watched, paused,
 * sent messages, restarted and replayed.
 *
 * Input: the size of script 0 (2 bytes; bits 12 to 14: enum setting), script 0, script 1
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci.h"
#include "exhume/advanced/sci_vm.h"

#include "../../base/fuzzing.h"
#include "machine.h"

enum { MEMORY = 1 << 26, MOST = 4096, STEPS = SMALLER(100, 1000), EXPORTS = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SELECTORS = 4 };

enum setting {
	LACKS_PLAY = 1, /* play and replay are no selectors */
	HAS_HOST = 2,	/* kernel functions that the machine does not have itself */
	USUAL_LIMITS = 4,
	SETTINGS_SHIFT = 12,
};

struct outcome {
	uint64_t steps;
	struct exh_sci_reg acc;
	unsigned fault;
	size_t passed;
};

static void trace(void *context, const char *line, size_t size)
{
	(void)context;
	assert(size && line[0]);
}

/* Ends, waits once, or sends a message to its first argument, by the number of its
 * arguments; it answers with the last one. */
static bool host_kernel(void *context, struct exh_sci_vm *vm,
			struct exh_sci_kernel_call *call)
{
	(void)context;
	(void)vm;
	if (call->count)
		call->result = call->arguments[call->count - 1];
	if (call->is_again || !call->count)
		return call->count;
	if (call->count == 1) {
		call->end = EXH_SCI_KERNEL_WAITS;
	} else if (call->count == 2) {
		call->end = EXH_SCI_KERNEL_SENDS;
		call->receiver = call->arguments[0];
		call->selector = call->arguments[1].offset;
	}
	return true;
}

static void write_selectors(struct exh_writer *out, size_t count)
{
	static const char *const names[SELECTORS] = { "species", "x", "play", "replay" };
	struct exh_sci_name items[SELECTORS] = { 0 };
	const struct exh_sci_names list = { .layout = EXH_SCI_NAMES_MAX_INDEX,
					    .items = items,
					    .count = count };

	for (size_t i = 0; i < count; i++)
		items[i].text = (struct exh_bytes){ (const uint8_t *)names[i],
						    strlen(names[i]), 0 };
	assert(!exh_sci_names_write(&list, out, NULL));
}

/* Pauses at the third instruction. */
static void watch(void *context, const struct exh_sci_vm *vm)
{
	unsigned *seen = context;

	if (++*seen == 3)
		exh_sci_vm_pause((struct exh_sci_vm *)vm);
}

static void check_globals(struct exh_sci_vm *vm)
{
	struct exh_sci_reg value, again;

	for (unsigned i = 0; i < 3; i++)
		if (exh_sci_vm_global(vm, i, &value)) {
			assert(exh_sci_vm_set_global(vm, i, value));
			assert(exh_sci_vm_global(vm, i, &again));
			assert(again.segment == value.segment);
			assert(again.offset == value.offset);
		}
	assert(!exh_sci_vm_set_global(vm, UINT16_MAX, (struct exh_sci_reg){ 0 }));
}

/* Turned on where it was off, and the other way round. */
static void check_paused(struct exh_sci_vm *vm, bool is_traced)
{
	unsigned seen = 0;

	assert(exh_sci_vm_trace(vm, 2, is_traced ? NULL : trace));
	if (!is_traced) /* The level changes. */
		assert(exh_sci_vm_trace(vm, 1, trace));
	exh_sci_vm_watch(vm, watch, &seen);
	exh_sci_vm_run(vm, STEPS);
	assert(!exh_vm_check(vm));
	exh_sci_vm_watch(vm, NULL, NULL);
}

static void check_send(struct exh_sci_vm *vm)
{
	const struct exh_sci_reg arguments[] = { { 0, 3 }, { 0, 4 } };
	struct exh_sci_reg object, result;

	if (!exh_sci_vm_global(vm, 0, &object) || !object.segment)
		object = exh_sci_vm_game(vm);
	if (object.segment)
		exh_sci_vm_send(vm, object, 2, arguments, 2, &result);
	assert(!exh_vm_check(vm));
}

static void check_restart(const struct exh_sci_vm *vm)
{
	struct exh_sci_vm *again;

	if (exh_sci_vm_restart(vm, &again, NULL))
		return;
	assert(exh_sci_vm_steps(again) == exh_sci_vm_steps(vm));
	exh_sci_vm_run(again, STEPS);
	check_globals(again);
	if (!exh_sci_vm_fault(again, NULL))
		check_send(again);
	assert(!exh_vm_check(again));
	if (exh_sci_vm_replay(again, 7))
		exh_sci_vm_run(again, STEPS);
	assert(!exh_vm_check(again));
	exh_sci_vm_free(again);
}

static struct outcome run(const struct exh_sci_program *program, unsigned settings,
			  bool is_lenient, bool is_traced)
{
	const struct exh_sci_host host = { .kernel = settings & HAS_HOST ? host_kernel
									 : NULL,
					   .trace = is_traced ? trace : NULL };
	const uint32_t stack_size = settings & USUAL_LIMITS ? 1 << 16
				    : is_lenient	    ? 0
							    : 512;
	const struct exh_sci_vm_options options = {
		.is_lenient = is_lenient,
		.most_upcall_steps = settings & USUAL_LIMITS ? 0 : STEPS,
		.seed = is_lenient,
		.most_calls = is_lenient ? 0 : 64,
		.stack_size = stack_size
	};
	struct outcome out = { .steps = 0 };
	struct exh_writer text = { .limit = 1 << 20 };
	struct exh_sci_vm *vm;

	if (exh_sci_vm_new(program, &options, &host, &vm, NULL))
		return out;
	for (unsigned i = 0; i < EXPORTS && !exh_sci_vm_fault(vm, NULL); i++) {
		exh_sci_vm_call(vm, i / 2, i % 2, (const uint16_t[]){ 3, 4 }, 2);
		exh_sci_vm_run(vm, STEPS);
		assert(!exh_vm_check(vm));
	}
	(void)exh_sci_vm_game(vm);
	exh_sci_vm_backtrace(vm, &text);
	out = (struct outcome){ exh_sci_vm_steps(vm), exh_sci_vm_accumulator(vm),
				(unsigned)exh_sci_vm_fault(vm, NULL),
				exh_sci_vm_passed_faults(vm) };
	exh_writer_free(&text);
	if (SMALLER(!is_traced, true)) {
		check_restart(vm);
		check_paused(vm, is_traced);
	}
	exh_sci_vm_free(vm);
	return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* A search runs one of both machines, by the size. */
	const int least = SMALLER(size % 2, false), most = SMALLER(size % 2, true);
	const size_t first = size > 1 ? (size_t)(data[0] | data[1] << 8) % MOST : 0;
	const unsigned settings = size > 1 ? data[1] >> (SETTINGS_SHIFT - 8) : 0;
	struct exh_bytes head = take(&data, &size, 2), scripts[2];
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer selectors = { .limit = 1 << 12 };
	struct exh_sci_program program;

	scripts[0] = take(&data, &size, first);
	scripts[1] = take(&data, &size, size > MOST ? MOST : size);
	write_selectors(&selectors, settings & LACKS_PLAY ? 2 : SELECTORS);
	if (!exh_sci_program_open(
		    (struct exh_sci_part[]){
			    { EXH_SCI_SCRIPT, 0, scripts[0] },
			    { EXH_SCI_SCRIPT, 1, scripts[1] },
			    { EXH_SCI_VOCAB, 997, exh_writer_bytes(&selectors) } },
		    3, &arena, &program, &notes, NULL))
		for (int is_lenient = least; is_lenient <= most; is_lenient++) {
			const struct outcome a =
				run(&program, settings, is_lenient, false);
			const struct outcome b =
				run(&program, settings, is_lenient, true);

			assert(a.steps == b.steps && a.fault == b.fault);
			assert(a.passed == b.passed);
			assert(a.acc.segment == b.acc.segment);
			assert(a.acc.offset == b.acc.offset);
		}
	exh_writer_free(&selectors);
	exh_arena_free(&arena);
	discard(head);
	discard(scripts[0]);
	discard(scripts[1]);
	return 0;
}
