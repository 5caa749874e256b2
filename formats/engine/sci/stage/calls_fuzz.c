/*
 * Any kernel functions of the stage with any arguments, one after the other, on resources
 * that are any bytes. The stage stays whole: it can be saved, and what was saved loads to
 * the same.
 *
 * Input: number of the function (1 byte), number of arguments (1), arguments (2 each: a
 * kind and a value), until the first half ends; the second half is all resources.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "calls_testing.h"

#include "../../../base/fuzzing.h"

enum {
	MOST_CALLS = SMALLER(10, 200),
	FUNCTIONS = 128,
	/* It takes longer than all calls: those of one size of so many are saved. */
	SAVED_SIZES = SMALLER(64, 8)
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t list_functions(const struct stage_function **out)
{
	size_t count = 0;

	for (size_t k = 0; k < sizeof tested_tables / sizeof *tested_tables; k++)
		for (const struct stage_function *f = tested_tables[k]; f->name; f++)
			if (count < FUNCTIONS)
				out[count++] = f;
	return count;
}

/* Numbers that matter, references of all kinds, and any other number. */
static reg argument(const struct tested *t, reg list, reg bits, uint8_t kind,
		    uint8_t value)
{
	static const int32_t numbers[] = { 0,	1,   2,	  3,  7,  15,	  100,	   190,
					   200, 319, 320, -1, -2, 0x7fff, -0x8000, 0x1b };

	switch (kind % 10) {
	case 0:
	case 1:
		return stage_int(numbers[value & 15]);
	case 2:
		return stage_int(value);
	case 3:
		return stage_int(value * 129);
	case 4:
	case 5:
		return t->objects[value % TESTED_OBJECTS];
	case 6:
		return t->text;
	case 7:
		return t->room;
	case 8:
		return list;
	default:
		return bits;
	}
}

static void check_saving(const struct tested *t)
{
	stage *copy = exh_sci_engine_copy(t->s);

	assert(copy);
	assert(exh_sci_engine_hash(copy) == exh_sci_engine_hash(t->s));
	exh_sci_engine_free(copy);
}

static void run_calls(struct tested *t, const uint8_t *data, size_t size)
{
	const struct stage_function *functions[FUNCTIONS];
	const size_t count = list_functions(functions);
	reg arguments[TESTED_ARGUMENTS], list = stage_int(0), bits = stage_int(0);

	for (int calls = 0; calls < MOST_CALLS && size >= 2; calls++) {
		const size_t which = data[0] % (count + 1);
		const size_t argument_count = data[1] % TESTED_ARGUMENTS;
		reg result;

		data += 2;
		size -= 2;
		if (size < 2 * argument_count)
			break;
		for (size_t i = 0; i < argument_count; i++, data += 2, size -= 2)
			arguments[i] = argument(t, list, bits, data[0], data[1]);
		if (which == count) { /* a property */
			if (argument_count > 1)
				exh_stage_set_reg(
					t->s, arguments[0],
					(enum stage_selector)(arguments[1].offset %
							      STAGE_SELECTORS),
					argument_count > 2 ? arguments[2]
							   : stage_int(calls));
			continue;
		}
		result = tested_run(t, functions[which]->run, arguments, argument_count);
		if (result.segment)
			bits = result;
	}
}

/* The program is the same each time. */
static const struct exh_sci_program *own_program(void)
{
	static _Thread_local struct tested made;

	if (!made.s) {
		const bool is_made = tested_start(&made, EXH_SCI_ANIMATE_CORRECTED, NULL);

		assert(is_made);
	}
	return &made.program;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t half = size / 2;
	struct exh_bytes calls = take(&data, &size, half);
	struct exh_bytes resource = take(&data, &size, size);
	struct tested t = { .program = *own_program() };
	bool is_made;

	for (size_t i = 0; i < 16 && resource.size; i++)
		t.resources[i] = resource;
	is_made = tested_start(&t, EXH_SCI_ANIMATE_CORRECTED, NULL);
	assert(is_made);
	run_calls(&t, calls.data, calls.size);
	if (calls.size % SAVED_SIZES == SMALLER(4, 0))
		check_saving(&t);
	tested_end(&t);
	discard(calls);
	discard(resource);
	return 0;
}
