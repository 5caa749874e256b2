#include "exhume/advanced/sci_opcode.h"

#include "../base/testing.h"

enum { ROUNDS = 100000, LONGEST = 64 };

static bool is_named(unsigned opcode)
{
	return exh_sci_opcode(opcode)->name;
}

static bool is_fixed_size(unsigned opcode)
{
	return !exh_sci_opcode(opcode)->is_sized;
}

/* Bytes of an operand, as sci0-vm 3.2 describes its kind. */
static unsigned operand_bytes(unsigned kind, bool is_narrow)
{
	return kind == EXH_SCI_OPERAND_NONE		    ? 0
	       : kind == EXH_SCI_OPERAND_FRAME || is_narrow ? 1
							    : 2;
}

static bool is_signed(unsigned kind)
{
	return kind == EXH_SCI_OPERAND_SIGNED || kind == EXH_SCI_OPERAND_RELATIVE;
}

/* The least and the most that an operand can be. */
static int32_t bound(unsigned kind, bool is_narrow, bool is_most)
{
	const int bits = 8 * (int)operand_bytes(kind, is_narrow);

	if (!bits)
		return 0;
	if (is_signed(kind))
		return is_most ? (1 << (bits - 1)) - 1 : -(1 << (bits - 1));
	return is_most ? (1 << bits) - 1 : 0;
}

static void names_and_opcodes_match(void **state)
{
	static const struct {
		unsigned opcode;
		const char *name;
	} some[] = {
		{ 0x00, "bnot" },  { 0x19, "jmp" },	 { 0x23, "calle" },
		{ 0x24, "ret" },   { 0x28, "class" },	 { 0x2b, "super" },
		{ 0x2c, "&rest" }, { 0x30, "pprev" },	 { 0x38, "dpTos" },
		{ 0x3a, "lofss" }, { 0x3e, "pushSelf" }, { 0x40, "lag" },
		{ 0x46, "lst" },   { 0x4b, "lapi" },	 { 0x52, "sat" },
		{ 0x61, "+al" },   { 0x72, "-at" },	 { 0x7f, "-spi" },
	};
	unsigned count = 0;

	(void)state;
	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		assert_string_equal(exh_sci_opcode(some[i].opcode)->name, some[i].name);
	for (unsigned i = 0; i < EXH_SCI_OPCODES; i++) {
		const char *name = exh_sci_opcode(i)->name;

		if (!name)
			continue;
		count++;
		assert_int_equal(exh_sci_opcode_named((struct exh_bytes){
					 (const uint8_t *)name, strlen(name), 0 }),
				 i);
	}
	assert_int_equal(count, EXH_SCI_OPCODES - 5);
}

static void no_instruction_has_these_opcodes(void **state)
{
	static const uint8_t unused[] = { 0x26, 0x27, 0x29, 0x2f, 0x3f };
	struct exh_writer out = { .limit = LONGEST };
	struct exh_error err;

	(void)state;
	for (size_t i = 0; i < sizeof unused; i++)
		for (int narrow = 0; narrow < 2; narrow++) {
			const uint8_t bytes[] = { (uint8_t)(unused[i] << 1 | narrow), 1,
						  2 };
			struct exh_sci_instruction in;

			assert_false(is_named(unused[i]));
			assert_int_equal(exh_sci_instruction_size(unused[i], narrow), 0);
			assert_false(exh_sci_instruction_read(
				(struct exh_bytes){ bytes, sizeof bytes, 0 }, 0, &in));
			assert_int_equal(in.opcode, unused[i]);
			assert_int_equal(in.size, 0);
			assert_int_equal(exh_sci_instruction_write(&in, &out, &err),
					 EXH_INVALID);
			assert_non_null(strstr(err.text, "opcode"));
		}
	assert_int_equal(out.size, 0);
	assert_null(exh_sci_opcode(EXH_SCI_OPCODES));
	assert_null(exh_sci_opcode(255));
	assert_int_equal(exh_sci_instruction_size(EXH_SCI_OPCODES, false), 0);
	assert_int_equal(exh_sci_opcode_named((struct exh_bytes){ NULL, 0, 0 }), -1);
	assert_int_equal(
		exh_sci_opcode_named((struct exh_bytes){ (const uint8_t *)"ad", 2, 0 }),
		-1);
	assert_int_equal(
		exh_sci_opcode_named((struct exh_bytes){ (const uint8_t *)"addx", 4, 0 }),
		-1);
}

static void assert_equal_instructions(const struct exh_sci_instruction *a,
				      const struct exh_sci_instruction *b)
{
	assert_int_equal(a->opcode, b->opcode);
	assert_int_equal(a->is_narrow, b->is_narrow);
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS; i++)
		assert_int_equal(a->operands[i], b->operands[i]);
}

/* Writes it after one byte, reads it again, and all that is cut of it. */
static void write_and_read(const struct exh_sci_instruction *in)
{
	const unsigned size = exh_sci_instruction_size(in->opcode, in->is_narrow);
	struct exh_writer out = { .limit = LONGEST };
	struct exh_sci_instruction found;
	uint8_t *tight;

	exh_write_u8(&out, 0xff);
	assert_int_equal(exh_sci_instruction_write(in, &out, NULL), EXH_OK);
	assert_int_equal(out.size, 1 + size);
	assert_true(size <= EXH_SCI_MAX_INSTRUCTION);
	for (size_t cut = 0; cut <= size; cut++) {
		tight = tight_copy(out.data, 1 + cut);
		assert_int_equal(
			exh_sci_instruction_read((struct exh_bytes){ tight, 1 + cut, 0 },
						 1, &found),
			cut == size);
		assert_int_equal(found.offset, 1);
		assert_int_equal(found.size, cut == size ? size : 0);
		if (cut)
			assert_int_equal(found.opcode, in->opcode);
		free(tight);
	}
	assert_equal_instructions(&found, in);
	exh_writer_free(&out);
}

static void each_opcode_comes_back_in_both_sizes(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 2 * EXH_SCI_OPCODES; i++)
		for (int values = 0; values < 3; values++) {
			struct exh_sci_instruction in = { .opcode = (uint8_t)(i >> 1),
							  .is_narrow = i & 1 };

			if (!is_named(in.opcode))
				continue;
			for (int k = 0; k < EXH_SCI_MAX_OPERANDS && values; k++)
				in.operands[k] =
					bound(exh_sci_opcode(in.opcode)->operands[k],
					      in.is_narrow, values == 1);
			write_and_read(&in);
			if (in.is_narrow && values == 1)
				assert_true(exh_sci_instruction_fits(&in));
		}
}

static void operands_that_do_not_fit_are_refused(void **state)
{
	struct exh_writer out = { .limit = LONGEST };
	struct exh_error err;

	(void)state;
	for (unsigned i = 0; i < 2 * EXH_SCI_OPCODES; i++)
		for (int k = 0; k < EXH_SCI_MAX_OPERANDS; k++)
			for (int most = 0; most < 2; most++) {
				struct exh_sci_instruction in = {
					.opcode = (uint8_t)(i >> 1), .is_narrow = i & 1
				};
				const unsigned kind =
					exh_sci_opcode(in.opcode)->operands[k];

				if (kind == EXH_SCI_OPERAND_NONE)
					continue;
				in.operands[k] =
					bound(kind, in.is_narrow, most) + (most ? 1 : -1);
				assert_int_equal(
					exh_sci_instruction_write(&in, &out, &err),
					EXH_LIMIT);
				assert_non_null(strstr(err.text, "does not fit"));
				if (in.is_narrow)
					assert_false(exh_sci_instruction_fits(&in));
			}
	assert_int_equal(out.size, 0);
}

static void a_full_writer_is_reported(void **state)
{
	const struct exh_sci_instruction in = { .opcode = EXH_SCI_OP_LDI };
	struct exh_writer out = { .limit = 2 };

	(void)state;
	assert_int_equal(exh_sci_instruction_write(&in, &out, NULL), EXH_LIMIT);
	exh_writer_free(&out);
}

static void sizes_follow_from_operands(void **state)
{
	(void)state;
	for (unsigned i = 0; i < EXH_SCI_OPCODES; i++)
		for (int narrow = 0; narrow < 2 && is_named(i); narrow++) {
			unsigned size = 1;

			for (int k = 0; k < EXH_SCI_MAX_OPERANDS; k++)
				size += operand_bytes(exh_sci_opcode(i)->operands[k],
						      narrow);
			assert_int_equal(exh_sci_instruction_size(i, narrow), size);
			if (is_fixed_size(i))
				assert_int_equal(exh_sci_instruction_size(i, !narrow),
						 size);
		}
	assert_int_equal(exh_sci_instruction_size(EXH_SCI_OP_CALLE, false), 6);
	assert_int_equal(exh_sci_instruction_size(EXH_SCI_OP_CALLE, true), 4);
	assert_int_equal(exh_sci_instruction_size(EXH_SCI_OP_SEND, true), 2);
}

static void targets_are_relative_and_wrap(void **state)
{
	static const struct {
		uint16_t offset;
		int32_t distance;
		uint16_t target;
	} cases[] = { { 100, 0, 103 },
		      { 100, -103, 0 },
		      { 100, -104, 0xffff },
		      { 0xfffd, 5, 5 },
		      { 0, 0x7fff, 0x8002 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct exh_sci_instruction in = { .opcode = EXH_SCI_OP_LOFSA,
							.offset = cases[i].offset,
							.size = 3,
							.operands = {
								cases[i].distance } };

		assert_int_equal(exh_sci_instruction_target(&in), cases[i].target);
	}
	for (unsigned i = 0; i < EXH_SCI_OPCODES; i++)
		assert_int_equal(exh_sci_is_branch(i), i == EXH_SCI_OP_BT ||
							       i == EXH_SCI_OP_BNT ||
							       i == EXH_SCI_OP_JMP);
}

static void lists_stop_at_the_end_the_room_and_what_is_none(void **state)
{
	/* push1; pushi 300; push2; none */
	static const uint8_t code[] = { 0x78, 0x38, 0x2c, 0x01, 0x7a, 0x4c };
	const struct exh_bytes in = { code, sizeof code, 0 };
	struct exh_sci_instruction out[8];
	size_t at = 0;

	(void)state;
	assert_int_equal(exh_sci_instructions_read(in, &at, sizeof code, out, 8), 3);
	assert_int_equal(at, 5);
	assert_int_equal(out[1].operands[0], 300);
	assert_int_equal(out[2].offset, 4);
	at = 0;
	assert_int_equal(exh_sci_instructions_read(in, &at, sizeof code, out, 2), 2);
	assert_int_equal(at, 4);
	at = 0;
	assert_int_equal(exh_sci_instructions_read(in, &at, 3, out, 8), 1);
	assert_int_equal(at, 1);
	at = 4;
	assert_int_equal(exh_sci_instructions_read(in, &at, 100, out, 8), 1);
	assert_int_equal(at, 5);
	at = 6;
	assert_int_equal(exh_sci_instructions_read(in, &at, 100, out, 8), 0);
	assert_int_equal(at, 6);
	assert_false(exh_sci_instruction_read(in, sizeof code, out));
	assert_int_equal(out[0].size, 0);
}

static void bytes_by_chance_come_back(void **state)
{
	uint64_t seed = 19;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		uint8_t bytes[EXH_SCI_MAX_INSTRUCTION];
		struct exh_writer out = { .limit = LONGEST };
		struct exh_sci_instruction in;

		roll_bytes(&seed, bytes, sizeof bytes);
		if (!exh_sci_instruction_read(
			    (struct exh_bytes){ bytes, sizeof bytes, 0 }, 0, &in))
			continue;
		assert_int_equal(in.size,
				 exh_sci_instruction_size(in.opcode, in.is_narrow));
		assert_int_equal(exh_sci_instruction_write(&in, &out, NULL), EXH_OK);
		assert_same_bytes(exh_writer_bytes(&out), bytes, in.size);
		exh_writer_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_opcodes_match),
		cmocka_unit_test(no_instruction_has_these_opcodes),
		cmocka_unit_test(each_opcode_comes_back_in_both_sizes),
		cmocka_unit_test(operands_that_do_not_fit_are_refused),
		cmocka_unit_test(a_full_writer_is_reported),
		cmocka_unit_test(sizes_follow_from_operands),
		cmocka_unit_test(targets_are_relative_and_wrap),
		cmocka_unit_test(lists_stop_at_the_end_the_room_and_what_is_none),
		cmocka_unit_test(bytes_by_chance_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
