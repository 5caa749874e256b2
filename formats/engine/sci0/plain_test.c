/*
 * The machine does what a second, plain interpreter does: each line of its trace is the
 * one that the other says, for code by chance and for the first steps of real games.
 *
 * EXHUME_PROGRAMS is the number of programs, EXHUME_STEPS that of a game's steps;
 * EXHUME_SUMS each how many steps sums are compared.
 */
#include "chance_testing.h"
#include "plain_run.h"
#include "state.h"
#include "tracer.h"

enum { STEPS = 600, STACK = 400, CALLS = 20, LIMIT = 1 << 28 };

static unsigned long number_from(const char *name, unsigned long usual)
{
	const char *text = getenv(name);

	return text ? strtoul(text, NULL, 10) : usual;
}

static void add_line(void *context, const char *line, size_t size)
{
	exh_write_bytes(context, line, size);
	exh_write_u8(context, '\n');
}

/* The fault at the end of a trace; "": there is none. */
static const char *last_fault(const char *trace, char name[32])
{
	const char *at = strstr(trace, "\nF ");

	*name = '\0';
	if (at)
		sscanf(at, "\nF %*s %31s", name);
	return name;
}

/* The plain machine is where the trace begins. */
static void follow(struct plain *p, const struct exh_writer *trace)
{
	char name[32];

	p->lines = (const char *)trace->data;
	last_fault(p->lines, name);
	plain_run_to(p, 0);
	if (*p->wrong)
		fail_msg("%s", p->wrong);
	if (p->fault && *p->fault)
		assert_string_equal(p->fault, name);
	else if (!p->fault)
		assert_string_equal(name, "");
	if (!p->fault && *p->lines == 'Z')
		plain_skip(p);
	assert_int_equal(*p->lines, p->fault ? 'F' : '\0');
}

/*
 * Code by chance.
 */

static void trace_one(const struct test_program *t, struct exh_writer *trace)
{
	const struct exh_sci0_host host = { .context = trace,
					    .trace = add_line,
					    .trace_level = 2 };
	const struct exh_sci0_vm_options options = { .most_calls = CALLS,
						     .stack_size = STACK };
	struct exh_sci0_vm *vm;

	assert_int_equal(exh_sci0_vm_new(&t->program, &options, &host, &vm, NULL),
			 EXH_OK);
	vm->tracer->sum_steps = 1;
	exh_sci0_vm_call(vm, 0, 0, (const uint16_t[]){ 3, 4 }, 2);
	exh_sci0_vm_run(vm, STEPS);
	exh_write_u8(trace, 0);
	exh_sci0_vm_free(vm);
}

static void run_one(uint64_t *seed, struct plain *p)
{
	struct exh_writer trace = { .limit = LIMIT };
	struct test_program t;
	char code[CHANCE_CODE];

	make_code(seed, code, sizeof code);
	test_start(&t);
	test_script(&t, 999, chance_system);
	test_script(&t, 0, code);
	trace_one(&t, &trace);
	assert_true(plain_open(p, &t.program, STACK, CALLS));
	plain_floor(p);
	p->stack[0] = pv_int(2);
	p->stack[1] = pv_int(3);
	p->stack[2] = pv_int(4);
	p->sp = 3;
	plain_enter_function(p, 0, test_code(&t, 0)->exports[0], 0, 0, 2);
	follow(p, &trace);
	plain_close(p);
	exh_writer_free(&trace);
	exh_arena_free(&t.arena);
}

static void code_by_chance_does_the_same(void **state)
{
	const unsigned long count = number_from("EXHUME_PROGRAMS", 1500);
	struct plain *p = malloc(sizeof *p);
	uint64_t seed = 20;

	(void)state;
	assert_non_null(p);
	for (unsigned long i = 0; i < count; i++)
		run_one(&seed, p);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(code_by_chance_does_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
