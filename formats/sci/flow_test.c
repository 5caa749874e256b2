#include "exhume/advanced/sci_flow.h"

#include "program_testing.h"
#include "script_testing.h"

enum { NUMBER = 5, MOST = 16, ROUNDS = 2000 };

/*
 * Basic blocks.
 */

/* The blocks of some code, given as lines. */
static size_t blocks_of(struct test_program *t, const char *code,
			struct exh_sci_block **blocks)
{
	char text[1000];
	size_t count;

	snprintf(text, sizeof text, ".exports\na\n.code\na:\n%s", code);
	test_start(t);
	test_script(t, NUMBER, text);
	assert_int_equal(
		exh_sci_blocks(test_code(t, NUMBER), &t->arena, blocks, &count, NULL),
		EXH_OK);
	return count;
}

struct expected_block {
	size_t instructions;
	int32_t next, branch;
};

static void assert_blocks(const char *code, const struct expected_block *expected,
			  size_t expected_count)
{
	struct exh_sci_block *blocks;
	struct test_program t;
	const size_t count = blocks_of(&t, code, &blocks);
	size_t first = 0;

	assert_int_equal(count, expected_count);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(blocks[i].first_instruction, first);
		assert_int_equal(blocks[i].instruction_count, expected[i].instructions);
		assert_int_equal(blocks[i].next, expected[i].next);
		assert_int_equal(blocks[i].branch, expected[i].branch);
		assert_int_equal(blocks[i].start,
				 test_code(&t, NUMBER)->instructions[first].offset);
		assert_true(!i || blocks[i].start == blocks[i - 1].end);
		first += blocks[i].instruction_count;
	}
	exh_arena_free(&t.arena);
}

#define ASSERT_BLOCKS(code, ...)                                                      \
	do {                                                                          \
		static const struct expected_block expected_[] = { __VA_ARGS__ };     \
		assert_blocks(code, expected_, sizeof expected_ / sizeof *expected_); \
	} while (0)

static void blocks_end_at_branches_and_targets(void **state)
{
	(void)state;
	ASSERT_BLOCKS(" push0\n ret\n", { 2, -1, -1 });
	/* if, then, else, end */
	ASSERT_BLOCKS(" bnt b\n push0\n jmp c\nb: push1\nc: ret\n", { 1, 1, 2 },
		      { 2, -1, 3 }, { 1, 3, -1 }, { 1, -1, -1 });
	/* a loop */
	ASSERT_BLOCKS(" push0\nb: push1\n bt b\n ret\n", { 1, 1, -1 }, { 2, 2, 1 },
		      { 1, -1, -1 });
	/* a call begins a block elsewhere, and ends none here */
	ASSERT_BLOCKS(" call b, 0\n ret\nb: ret\n", { 2, -1, -1 }, { 1, -1, -1 });
}

static void branches_to_no_block_have_none(void **state)
{
	(void)state;
	ASSERT_BLOCKS(" bnt.w 5000\n ret\n", { 1, 1, -1 }, { 1, -1, -1 });
	ASSERT_BLOCKS(" jmp.b a+1\n ret\n", { 1, -1, -1 }, { 1, -1, -1 });
}

static void no_code_has_no_blocks(void **state)
{
	struct exh_sci_block *blocks;
	struct test_program t;
	size_t count;

	(void)state;
	test_start(&t);
	test_script(&t, NUMBER, ".strings\n .string \"a\"\n");
	assert_int_equal(
		exh_sci_blocks(test_code(&t, NUMBER), &t.arena, &blocks, &count, NULL),
		EXH_OK);
	assert_int_equal(count, 0);
	exh_arena_free(&t.arena);
}

/*
 * Calls and stores.
 */

struct seen {
	struct exh_sci_call calls[MOST];
	struct exh_sci_value values[MOST][MOST];
	size_t count;
	struct exh_sci_store stores[MOST];
	size_t store_count;
};

static void see_call(void *context, const struct exh_sci_call *call)
{
	struct seen *s = context;

	assert_true(s->count < MOST && call->value_count < MOST);
	s->calls[s->count] = *call;
	if (call->value_count)
		memcpy(s->values[s->count], call->values,
		       call->value_count * sizeof *call->values);
	s->calls[s->count].values = s->values[s->count];
	s->count++;
}

static void see_store(void *context, const struct exh_sci_store *store)
{
	struct seen *s = context;

	assert_true(s->store_count < MOST);
	s->stores[s->store_count++] = *store;
}

/* Collects the calls and stores of some code, which ends with ret. */
static void flow_of(struct test_program *t, struct seen *s, const char *code)
{
	char text[2000];

	snprintf(text, sizeof text,
		 ".exports\na\n.code\na:\n%s ret\nproc: ret\n"
		 ".strings\nstr: .string \"text\"\n",
		 code);
	*s = (struct seen){ .count = 0 };
	test_start(t);
	test_script(t, NUMBER, text);
	assert_int_equal(
		exh_sci_calls(test_code(t, NUMBER), &t->arena, see_call, s, NULL),
		EXH_OK);
	assert_int_equal(
		exh_sci_stores(test_code(t, NUMBER), &t->arena, see_store, s, NULL),
		EXH_OK);
}

static void assert_value(const struct exh_sci_value *value, unsigned kind,
			 unsigned number)
{
	assert_int_equal(value->kind, kind);
	if (kind != EXH_SCI_VALUE_UNKNOWN)
		assert_int_equal(value->number, number);
}

static void arguments_are_what_was_pushed(void **state)
{
	static const struct {
		const char *push;
		unsigned kind, number;
	} cases[] = {
		{ " pushi -2\n", EXH_SCI_VALUE_NUMBER, 0xfffe },
		{ " push0\n", EXH_SCI_VALUE_NUMBER, 0 },
		{ " push1\n", EXH_SCI_VALUE_NUMBER, 1 },
		{ " push2\n", EXH_SCI_VALUE_NUMBER, 2 },
		{ " ldi 7\n push\n", EXH_SCI_VALUE_NUMBER, 7 },
		{ " class 9\n push\n", EXH_SCI_VALUE_CLASS, 9 },
		{ " pushSelf\n", EXH_SCI_VALUE_SELF, 0 },
		{ " selfID\n push\n", EXH_SCI_VALUE_SELF, 0 },
		{ " lsg 3\n", EXH_SCI_VALUE_GLOBAL, 3 },
		{ " lsl 4\n", EXH_SCI_VALUE_LOCAL, 4 },
		{ " lst 5\n", EXH_SCI_VALUE_TEMPORARY, 5 },
		{ " lap 6\n push\n", EXH_SCI_VALUE_PARAMETER, 6 },
		{ " pTos 8\n", EXH_SCI_VALUE_PROPERTY, 8 },
		{ " pToa 10\n push\n", EXH_SCI_VALUE_PROPERTY, 10 },
		{ " pushi 3\n toss\n push1\n", EXH_SCI_VALUE_NUMBER, 1 },
		{ " ldi 1\n sag 2\n push\n", EXH_SCI_VALUE_NUMBER, 1 },
		{ " lsgi 3\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " +sg 3\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " -ag 3\n push\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " ipTos 4\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " dpToa 4\n push\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " lea 0, 1\n push\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " pprev\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " push1\n ldi 2\n add\n push\n", EXH_SCI_VALUE_UNKNOWN, 0 },
		{ " ldi 2\n neg\n push\n", EXH_SCI_VALUE_UNKNOWN, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char code[100];
		struct test_program t;
		struct seen s;

		snprintf(code, sizeof code, " push1\n%s callk 20, 2\n", cases[i].push);
		flow_of(&t, &s, code);
		assert_int_equal(s.count, 1);
		assert_int_equal(s.calls[0].value_count, 2);
		assert_value(&s.calls[0].values[0], EXH_SCI_VALUE_NUMBER, 1);
		assert_value(&s.calls[0].values[1], cases[i].kind, cases[i].number);
		assert_ptr_equal(s.calls[0].instruction,
				 &test_code(&t, NUMBER)->instructions[s.calls[0].place]);
		exh_arena_free(&t.arena);
	}
}

static void each_kind_of_call_is_seen_in_its_order(void **state)
{
	static const uint8_t opcodes[] = { EXH_SCI_OP_CALL,  EXH_SCI_OP_CALLK,
					   EXH_SCI_OP_CALLB, EXH_SCI_OP_CALLE,
					   EXH_SCI_OP_SEND,  EXH_SCI_OP_SELF,
					   EXH_SCI_OP_SUPER };
	struct test_program t;
	struct seen s;

	(void)state;
	flow_of(&t, &s,
		" push1\n lofss str\n call proc, 2\n push0\n callk 1, 0\n"
		" push1\n dup\n callb 1, 2\n push0\n calle 7, 1, 0\n"
		" pushi #x\n push0\n class 3\n send 4\n"
		" pushi #x\n push0\n self 4\n pushi #x\n push0\n super 3, 4\n");
	assert_int_equal(s.count, sizeof opcodes);
	for (size_t i = 0; i < sizeof opcodes; i++)
		assert_int_equal(s.calls[i].instruction->opcode, opcodes[i]);
	assert_int_equal(s.calls[0].value_count, 2);
	assert_int_equal(s.calls[0].values[1].kind, EXH_SCI_VALUE_ADDRESS);
	assert_value(&s.calls[2].values[1], EXH_SCI_VALUE_NUMBER, 1);
	assert_value(&s.calls[4].receiver, EXH_SCI_VALUE_CLASS, 3);
	assert_value(&s.calls[5].receiver, EXH_SCI_VALUE_SELF, 0);
	assert_value(&s.calls[6].receiver, EXH_SCI_VALUE_SELF, 0);
	exh_arena_free(&t.arena);
}

static void messages_come_one_after_the_other(void **state)
{
	struct exh_sci_message m;
	struct test_program t;
	struct seen s;
	size_t pos = 0;

	(void)state;
	flow_of(&t, &s,
		" pushi #x\n push1\n pushi 30\n pushi #doit\n push0\n pushi #at\n"
		" push2\n push0\n push1\n lag 0\n send 18\n");
	assert_int_equal(s.count, 1);
	assert_value(&s.calls[0].receiver, EXH_SCI_VALUE_GLOBAL, 0);
	assert_true(exh_sci_next_message(&s.calls[0], &pos, &m));
	assert_value(&m.selector, EXH_SCI_VALUE_NUMBER, 13);
	assert_int_equal(m.argument_count, 1);
	assert_value(&m.arguments[0], EXH_SCI_VALUE_NUMBER, 30);
	assert_true(exh_sci_next_message(&s.calls[0], &pos, &m));
	assert_int_equal(m.argument_count, 0);
	assert_true(exh_sci_next_message(&s.calls[0], &pos, &m));
	assert_value(&m.selector, EXH_SCI_VALUE_NUMBER, 20);
	assert_int_equal(m.argument_count, 2);
	assert_false(exh_sci_next_message(&s.calls[0], &pos, &m));
	exh_arena_free(&t.arena);
}

/* Asserts that the last call of this code is not a message. */
static void assert_no_message(const char *code)
{
	struct exh_sci_message m;
	struct test_program t;
	struct seen s;
	size_t pos = 0;

	flow_of(&t, &s, code);
	assert_true(s.count > 0);
	assert_false(exh_sci_next_message(&s.calls[s.count - 1], &pos, &m));
	assert_int_equal(pos, 0);
	exh_arena_free(&t.arena);
}

static void messages_end_where_their_arguments_are_unknown(void **state)
{
	(void)state;
	assert_no_message(" pushi #x\n lsg 1\n push0\n self 6\n");
	assert_no_message(" pushi #x\n pushi 2\n push0\n self 6\n");
	assert_no_message(" pushi #x\n pushi -1\n push0\n self 6\n");
	assert_no_message(" pushi #x\n self 4\n");
	assert_no_message(" self 0\n");
	/* a call of code is no message */
	assert_no_message(" pushi 2\n push0\n push0\n callk 1, 4\n");
}

static void ways_that_meet_keep_what_they_agree_on(void **state)
{
	struct test_program t;
	struct seen s;

	(void)state;
	/* the accumulator: the same on both ways, or not */
	flow_of(&t, &s,
		" push1\n bnt b\n ldi 5\n jmp c\nb: ldi 5\nc: push\n callk 1, 2\n"
		" push1\n bnt d\n ldi 5\n jmp e\nd: ldi 6\ne: push\n callk 1, 2\n");
	assert_int_equal(s.count, 2);
	assert_value(&s.calls[0].values[1], EXH_SCI_VALUE_NUMBER, 5);
	assert_value(&s.calls[1].values[0], EXH_SCI_VALUE_NUMBER, 1);
	assert_value(&s.calls[1].values[1], EXH_SCI_VALUE_UNKNOWN, 0);
	exh_arena_free(&t.arena);
	/* in a loop it may come from the loop's end */
	flow_of(&t, &s, " ldi 5\nb: push1\n push\n callk 1, 2\n ldi 6\n bt b\n");
	assert_value(&s.calls[0].values[1], EXH_SCI_VALUE_UNKNOWN, 0);
	exh_arena_free(&t.arena);
	/* the result of a call is unknown */
	flow_of(&t, &s, " ldi 5\n push0\n callk 1, 0\n push1\n push\n callk 1, 2\n");
	assert_value(&s.calls[1].values[1], EXH_SCI_VALUE_UNKNOWN, 0);
	exh_arena_free(&t.arena);
}

static void values_pushed_on_several_ways_are_unknown(void **state)
{
	struct test_program t;
	struct seen s;

	(void)state;
	flow_of(&t, &s, " push1\n bnt b\n push1\n jmp c\nb: push2\nc: callk 1, 2\n");
	assert_int_equal(s.count, 1);
	assert_int_equal(s.calls[0].value_count, 2);
	assert_value(&s.calls[0].values[0], EXH_SCI_VALUE_NUMBER, 1);
	assert_value(&s.calls[0].values[1], EXH_SCI_VALUE_UNKNOWN, 0);
	exh_arena_free(&t.arena);
}

static void rest_is_said_once(void **state)
{
	struct test_program t;
	struct seen s;

	(void)state;
	flow_of(&t, &s,
		" pushi #x\n push1\n push2\n &rest 2\n self 6\n push0\n callk 1, 0\n");
	assert_int_equal(s.count, 2);
	assert_true(s.calls[0].has_rest);
	assert_int_equal(s.calls[0].value_count, 3);
	assert_false(s.calls[1].has_rest);
	exh_arena_free(&t.arena);
}

static void an_empty_stack_leaves_values_out(void **state)
{
	struct test_program t;
	struct seen s;

	(void)state;
	flow_of(&t, &s, " toss\n dup\n toss\n add\n push1\n callk 1, 20\n");
	assert_int_equal(s.count, 1);
	assert_int_equal(s.calls[0].value_count, 1);
	exh_arena_free(&t.arena);
}

static void stores_have_their_values(void **state)
{
	struct test_program t;
	struct seen s;

	(void)state;
	flow_of(&t, &s,
		" ldi 7\n sag 1\n pushi 8\n ssl 2\n +ag 3\n -sl 4\n toss\n"
		" pushi 9\n ldi 0\n sagi 5\n ldi 1\n sat 0\n sap 1\n");
	assert_int_equal(s.store_count, 5);
	assert_value(&s.stores[0].value, EXH_SCI_VALUE_NUMBER, 7);
	assert_int_equal(s.stores[0].instruction->operands[0], 1);
	assert_value(&s.stores[1].value, EXH_SCI_VALUE_NUMBER, 8);
	assert_value(&s.stores[2].value, EXH_SCI_VALUE_UNKNOWN, 0);
	assert_value(&s.stores[3].value, EXH_SCI_VALUE_UNKNOWN, 0);
	assert_value(&s.stores[4].value, EXH_SCI_VALUE_NUMBER, 9);
	exh_arena_free(&t.arena);
}

/*
 * Damage.
 */

static void short_memory_is_reported(void **state)
{
	struct exh_arena arena = { .limit = 8 };
	struct exh_sci_block *blocks;
	struct test_program t;
	struct seen s;
	struct exh_error err;
	size_t count;

	(void)state;
	flow_of(&t, &s, " push0\n");
	assert_int_equal(
		exh_sci_blocks(test_code(&t, NUMBER), &arena, &blocks, &count, &err),
		EXH_NO_MEMORY);
	assert_int_equal(exh_sci_calls(test_code(&t, NUMBER), &arena, see_call, &s, &err),
			 EXH_NO_MEMORY);
	assert_int_equal(
		exh_sci_stores(test_code(&t, NUMBER), &arena, see_store, &s, &err),
		EXH_NO_MEMORY);
	exh_arena_free(&arena);
	exh_arena_free(&t.arena);
}

static void check_call(void *context, const struct exh_sci_call *call)
{
	const struct exh_sci_code *code = context;
	struct exh_sci_message m;
	size_t pos = 0, messages = 0;

	assert_true(call->place < code->instruction_count);
	for (size_t i = 0; i < call->value_count; i++) {
		assert_true(call->values[i].kind <= EXH_SCI_VALUE_PROPERTY);
		assert_true(call->values[i].instruction <= (int32_t)call->place);
	}
	while (exh_sci_next_message(call, &pos, &m)) {
		assert_true(pos <= call->value_count);
		assert_true(++messages <= call->value_count);
	}
}

static void check_blocks(const struct exh_sci_code *code, struct exh_arena *arena)
{
	struct exh_sci_block *blocks;
	size_t count, instructions = 0;

	assert_int_equal(exh_sci_blocks(code, arena, &blocks, &count, NULL), EXH_OK);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(blocks[i].first_instruction, instructions);
		instructions += blocks[i].instruction_count;
		assert_true(blocks[i].start < blocks[i].end);
		assert_true(blocks[i].next == -1 || (size_t)blocks[i].next == i + 1);
		assert_true(blocks[i].branch >= -1 && blocks[i].branch < (int32_t)count);
	}
	assert_int_equal(instructions, code->instruction_count);
}

static void code_by_chance_is_gone_through(void **state)
{
	static const uint16_t export = 12;
	uint64_t seed = 305;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct exh_arena arena = { .limit = TEST_LIMIT };
		struct exh_notes notes = { .arena = &arena };
		struct exh_sci_code code;
		struct script_builder b;
		uint8_t bytes[200];

		roll_bytes(&seed, bytes, sizeof bytes);
		script_start(&b);
		script_list(&b, EXH_SCI_SECTION_EXPORTS, &export, 1);
		script_bytes(&b, EXH_SCI_SECTION_CODE, bytes, sizeof bytes);
		script_end(&b);
		assert_int_equal(exh_sci_code_read(exh_writer_bytes(&b.out), &arena,
						   &code, &notes, NULL),
				 EXH_OK);
		check_blocks(&code, &arena);
		assert_int_equal(exh_sci_calls(&code, &arena, check_call, &code, NULL),
				 EXH_OK);
		exh_arena_free(&arena);
		exh_writer_free(&b.out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_end_at_branches_and_targets),
		cmocka_unit_test(branches_to_no_block_have_none),
		cmocka_unit_test(no_code_has_no_blocks),
		cmocka_unit_test(arguments_are_what_was_pushed),
		cmocka_unit_test(each_kind_of_call_is_seen_in_its_order),
		cmocka_unit_test(messages_come_one_after_the_other),
		cmocka_unit_test(messages_end_where_their_arguments_are_unknown),
		cmocka_unit_test(ways_that_meet_keep_what_they_agree_on),
		cmocka_unit_test(values_pushed_on_several_ways_are_unknown),
		cmocka_unit_test(rest_is_said_once),
		cmocka_unit_test(an_empty_stack_leaves_values_out),
		cmocka_unit_test(stores_have_their_values),
		cmocka_unit_test(short_memory_is_reported),
		cmocka_unit_test(code_by_chance_is_gone_through),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
