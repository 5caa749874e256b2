#include "exhume/advanced/sci_disasm.h"

#include "program_testing.h"

enum { MANY = 32768 };

/* A script assembled from a text in a program. */
struct result {
	struct test_program t;
	struct exh_writer out;
	struct exh_sci_asm_place place;
	struct exh_error err;
	enum exh_status status;
};

static void assemble(struct result *r, struct exh_bytes text)
{
	*r = (struct result){ .out.limit = TEST_LIMIT };
	test_start(&r->t);
	r->status = exh_sci_assemble(text, &r->t.naming, &r->out, &r->place, &r->err);
}

static void release(struct result *r)
{
	exh_writer_free(&r->out);
	exh_arena_free(&r->t.arena);
}

static void assert_bytes(const char *text, const void *expected, size_t size)
{
	struct result r;

	assemble(&r, test_text(text));
	if (r.status)
		fail_msg("%s: %zu:%zu: %s", text, r.place.line, r.place.column,
			 r.err.text);
	assert_same_bytes(exh_writer_bytes(&r.out), expected, size);
	release(&r);
}

#define BYTES(text, ...)                                         \
	do {                                                     \
		static const uint8_t bytes_[] = { __VA_ARGS__ }; \
		assert_bytes(text, bytes_, sizeof bytes_);       \
	} while (0)

/*
 * Meaning of the text.
 */

static void an_empty_text_is_an_end_mark(void **state)
{
	(void)state;
	BYTES("", 0, 0);
	BYTES("\n\r\n ; nothing\n", 0, 0);
	BYTES(".script 5 ; of which nothing is written", 0, 0);
}

static void numbers_have_several_forms(void **state)
{
	(void)state;
	BYTES(".locals\n .word 10, -1, $ff, 0xFFFF, #view, #7\r\n\t.fill\t2, -$2\n", 10,
	      0, 20, 0, 10, 0, 255, 255, 255, 0, 255, 255, 4, 0, 7, 0, 254, 255, 254, 255,
	      0, 0);
	BYTES(".locals\n .byte -128, 255, #7\n", 10, 0, 8, 0, 128, 255, 7, 0, 0, 0);
}

static void sections_are_written_in_their_order(void **state)
{
	(void)state;
	BYTES(".synonyms\n .word 1\n.strings\n .string \"a\"\n.section 9\n.said\n"
	      ".section 1\n .byte 1\n",
	      3, 0, 6, 0, 1, 0, 5, 0, 6, 0, 'a', 0, 9, 0, 4, 0, 4, 0, 4, 0, 1, 0, 5, 0, 1,
	      0, 0);
}

static void rest_replaces_the_end_mark(void **state)
{
	(void)state;
	BYTES(".section 9\n.rest\n .byte 1, 2, 3\n", 9, 0, 4, 0, 1, 2, 3);
	BYTES(".early 7\n.section 9\n", 7, 0, 9, 0, 4, 0, 0, 0);
}

/* view is selector 4, north is 6 in these tests' names. */
static void early_scripts_double_selectors(void **state)
{
	(void)state;
	BYTES(".early 0\n.code\n pushi #north\n pushi #north?\n pushi #13\n pushi 13\n",
	      0, 0, 2, 0, 12, 0, 0x39, 12, 0x39, 13, 0x39, 13, 0x39, 13, 0, 0);
	BYTES(".early 0\n.class a\n view = 1\n .method north = 0\n", 0, 0, 6, 0, 24, 0,
	      0x34, 0x12, 0, 0, 6, 0, 1, 0, 1, 0, 8, 0, 1, 0, 12, 0, 0, 0, 0, 0, 0, 0);
	BYTES(".code\n pushi #north\n", 2, 0, 6, 0, 0x39, 6, 0, 0);
}

static void strings_have_escapes(void **state)
{
	(void)state;
	BYTES(".strings\n .string \"a;'\\n\\\"\\\\\\xfe\" ; b\n", 5, 0, 12, 0, 'a', ';',
	      '\'', '\n', '"', '\\', 0xfe, 0, 0, 0);
}

static void exports_and_relocations_are_counted(void **state)
{
	(void)state;
	BYTES(".exports\n 0\n a\n.code\na: ret\n.locals\n .word @a, a, @a+1\n"
	      ".relocations\n",
	      7, 0, 10, 0, 2, 0, 0, 0, 14, 0,	 /* exports */
	      2, 0, 6, 0, 0x48, 0,		 /* code: a at 14 */
	      10, 0, 10, 0, 14, 0, 14, 0, 15, 0, /* locals at 20 */
	      8, 0, 10, 0, 2, 0, 20, 0, 24, 0, 0, 0);
	BYTES(".relocations\n .word 5, 6\n", 8, 0, 10, 0, 2, 0, 5, 0, 6, 0, 0, 0);
}

static void objects_have_their_lists(void **state)
{
	(void)state;
	BYTES(".class a\n species = 0\n x = @s\n .method init = m\n .method #9 = 1\n"
	      ".object b\n _ = 5\n.code\nm: ret\n.strings\ns: .string \"\"\n"
	      ".relocations\n",
	      6, 0, 32, 0, 0x34, 0x12, 0, 0, 10, 0, 2, 0, 0, 0, 60, 0, 0, 0, 13, 0, 2, 0,
	      14, 0, 9, 0, 0, 0, 54, 0, 1, 0, 1, 0, 18, 0, 0x34, 0x12, 0, 0, 4, 0, 1, 0,
	      5, 0, 0, 0, 0, 0, 2, 0, 6, 0, 0x48, 0, 5, 0, 6, 0, 0, 0, 8, 0, 8, 0, 1, 0,
	      14, 0, 0, 0);
}

/*
 * Instructions.
 */

static void write_text(struct exh_writer *out, const char *format, ...) EXH_PRINTF(2, 3);

static void write_text(struct exh_writer *out, const char *format, ...)
{
	char line[100];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	exh_write_bytes(out, line, strlen(line));
}

/* Writes an instruction with operands 1, 2, 3, or as many as it has. */
static void write_line(struct exh_writer *text, struct exh_sci_instruction *in)
{
	const struct exh_sci_opcode *opcode = exh_sci_opcode(in->opcode);
	const char *suffix = in->is_narrow ? ".b" : opcode->is_sized ? ".w" : "";

	write_text(text, " %s%s", opcode->name, suffix);
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS && opcode->operands[i]; i++) {
		in->operands[i] = i + 1;
		if (opcode->operands[i] == EXH_SCI_OPERAND_RELATIVE)
			write_text(text, " %u",
				   in->offset + 1u +
					   exh_sci_instruction_size(in->opcode,
								    in->is_narrow));
		else
			write_text(text, "%s%d", i ? ", " : " ", i + 1);
	}
	write_text(text, "\n");
}

static void each_instruction_is_written_in_both_sizes(void **state)
{
	struct exh_writer text = { .limit = TEST_LIMIT }, code = { .limit = TEST_LIMIT };
	struct result r;

	(void)state;
	write_text(&text, ".code\n");
	for (unsigned i = 0; i < 2 * EXH_SCI_OPCODES; i++) {
		struct exh_sci_instruction in = { .opcode = (uint8_t)(i >> 1),
						  .is_narrow = i & 1,
						  .offset = (uint16_t)(4 + code.size) };

		if (!exh_sci_opcode(i >> 1)->name)
			continue;
		write_line(&text, &in);
		assert_int_equal(exh_sci_instruction_write(&in, &code, NULL), EXH_OK);
	}
	assemble(&r, exh_writer_bytes(&text));
	if (r.status)
		fail_msg("%zu:%zu: %s", r.place.line, r.place.column, r.err.text);
	assert_true(r.out.size >= code.size + 6);
	assert_memory_equal(r.out.data + 4, code.data, code.size);
	release(&r);
	exh_writer_free(&text);
	exh_writer_free(&code);
}

static void instructions_are_as_narrow_as_they_can_be(void **state)
{
	(void)state;
	BYTES(".code\n ldi 127\n ldi 128\n ldi -128\n ldi $ff80\n lag 255\n lag 256\n", 2,
	      0, 18, 0, 0x35, 127, 0x34, 128, 0, 0x35, 0x80, 0x35, 0x80, 0x81, 255, 0x80,
	      0, 1, 0, 0);
	/* an instruction's operands all have one size, except the frame's */
	BYTES(".code\n calle 1, 256, 2\n", 2, 0, 10, 0, 0x46, 1, 0, 0, 1, 2, 0, 0);
}

static void branches_widen_with_their_distance(void **state)
{
	for (int count = 120; count < 140; count++) {
		struct exh_writer text = { .limit = TEST_LIMIT };
		const bool is_narrow = count <= 127, is_back_narrow = count <= 124;
		struct result r;

		(void)state;
		write_text(&text, ".code\nback: jmp there\n");
		for (int i = 0; i < count; i++)
			write_text(&text, " ret\n");
		write_text(&text, "there: bnt back\n");
		assemble(&r, exh_writer_bytes(&text));
		assert_int_equal(r.status, EXH_OK);
		assert_int_equal(r.out.data[4], is_narrow ? 0x33 : 0x32);
		assert_int_equal(r.out.data[5], count);
		assert_int_equal(r.out.data[(is_narrow ? 6 : 7) + count],
				 is_back_narrow ? 0x31 : 0x30);
		release(&r);
		exh_writer_free(&text);
	}
}

static void names_stand_for_numbers(void **state)
{
	(void)state;
	/* view is property 4: at 8; Load is 0, Joystick 113 */
	BYTES(".code\n.self a\n pToa view\n pToa.w x\n callk Joystick, 2\n pushi #init\n"
	      ".section 9\n.object a\n _=0\n _=0\n _=0\n _=0\n view=0\n x=0\n",
	      2, 0, 14, 0, 0x63, 8, 0x62, 10, 0, 0x43, 113, 2, 0x39, 14, 9, 0, 4, 0, 1, 0,
	      28, 0, 0x34, 0x12, 0, 0, 14, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	      0, 0, 0, 0, 0);
}

static void without_names_numbers_do(void **state)
{
	static const char text[] = ".code\n callk 5, 0\n class 300\n pushi #700\n";
	static const uint8_t expected[] = { 2,	0, 14,	 0,    0x43, 5, 0, 0x50,
					    44, 1, 0x38, 0xbc, 2,    0, 0, 0 };
	struct exh_writer out = { .limit = TEST_LIMIT };
	struct exh_sci_asm_place place;

	(void)state;
	assert_int_equal(exh_sci_assemble(test_text(text), NULL, &out, &place, NULL),
			 EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, sizeof expected);
	exh_writer_free(&out);
	assert_int_equal(exh_sci_assemble(test_text(".code\n callk Load, 0\n"), NULL,
					  &out, &place, NULL),
			 EXH_INVALID);
	assert_int_equal(place.line, 2);
	assert_int_equal(place.column, 8);
	exh_writer_free(&out);
}

/*
 * Errors.
 */

struct wrong {
	const char *text;
	size_t line, column;
	const char *message;
};

static const struct wrong wrongs[] = {
	/* words */
	{ ".strings\n .string \"abc", 2, 10, "a quote has no end on this line" },
	{ ".said\n .spec 'abc", 2, 8, "a quote has no end on this line" },
	{ ".code\n ret 5", 2, 6, "expected the line's end, or ';' before a comment: 5" },
	{ ".code\n call 5 6", 2, 9, "expected ',': 6" },
	{ ".object a\n x 5", 2, 4, "expected '=': 5" },
	{ ".code\n = 5", 2, 2, "expected an instruction or a directive: =" },
	/* values */
	{ ".class a\n .method = 5", 2, 10, "expected a selector: =" },
	{ ".class a\n nosuch = 5", 2, 2, "the vocabulary has no such selector" },
	{ ".class a\n #65536 = 5", 2, 2, "the number is out of range" },
	{ ".code\n ldi x", 2, 6, "expected a number: x" },
	{ ".code\n ldi", 2, 5, "expected a number" },
	{ ".code\n ldi 65536", 2, 6, "the number is out of range: 65536" },
	{ ".code\n ldi -32769", 2, 6, "the number is out of range: -32769" },
	{ ".strings\n .byte 1, 256", 2, 11, "the number is out of range: 256" },
	{ ".strings\n .byte #256", 2, 8, "the number is out of range: #256" },
	{ ".locals\n .word 70000", 2, 8, "the number is out of range: 70000" },
	{ ".locals\n .word #70000", 2, 8, "the number is out of range: #70000" },
	{ ".locals\n .fill 32768, 0", 2, 8, "the number is out of range: 32768" },
	{ ".locals\n .word a+b", 2, 8, "expected NAME+NUMBER: a+b" },
	{ ".locals\n .word @", 2, 8, "expected the name of a place, or a number: @" },
	{ ".locals\n .word =", 2, 8, "expected a value: =" },
	{ ".strings\n .string abc", 2, 10, "expected a text in double quotes: abc" },
	{ ".strings\n .string \"a\\q\"", 2, 10, "after '\\' a text has n" },
	{ ".strings\n .string \"a\\x00\"", 2, 10, "no \\x00" },
	{ ".strings\n .string \"a\\x4\"", 2, 10, "after '\\' a text has n" },
	{ ".said\n .spec 5", 2, 8, "expected a Said spec in single quotes: 5" },
	{ ".said\n .spec 'look'", 2, 9, "" },
	{ ".said\n .spec '//look'", 2, 11, "" },
	/* places */
	{ ".code\na: ret\n a: ret", 3, 2, "the place a is in line 2 already" },
	{ ".code\n jmp nowhere\n", 2, 6, "no place is called nowhere" },
	{ ".code\n5: ret", 2, 1, "a place can't have this name: 5:" },
	{ "a: ret", 1, 1, "a section must begin before this, such as .code: a:" },
	/* directives */
	{ ".byte 5", 1, 1, "a section must begin before this, such as .code: .byte" },
	{ ".nosuch", 1, 1, "no directive has this name: .nosuch" },
	{ ".section 11", 1, 10, "the number is out of range: 11" },
	{ ".section 0", 1, 10, "the number is out of range: 0" },
	{ ".code\n.early 5", 2, 8, ".early must stand before all sections: 5" },
	{ ".code\n.script 5", 2, 1, "one text makes one script" },
	{ ".script -1", 1, 9, "the number is out of range: -1" },
	{ ".rest\n.code", 2, 6, "no section may follow .rest" },
	{ ".section 2\n ret", 2, 2, "here only .byte and .word may stand: ret" },
	{ ".strings\n ret", 2, 2, "expected a directive, such as .code: ret" },
	{ ".strings\na: .string \"x\"\n.locals\n .word @a", 4, 1,
	  "values with @ need a section .relocations" },
	/* objects */
	{ ".object =", 1, 9, "expected the object's name: =" },
	{ ".object a\n\n.object a\n.code", 3, 9, "the place a is in line 1 already" },
	{ ".object a\n .byte 5", 2, 2, "an object has only properties and methods" },
	{ ".code\n.method init = 5", 2, 9, "a method must belong to an object" },
	{ ".code\n.self =", 2, 7, "expected the name of an object: =" },
	{ ".code\n pToa view", 2, 7, "no .self says whose property this is: view" },
	{ ".object a\n.code\n.self a\n pToa view", 4, 7, "a has no property view" },
	/* instructions */
	{ ".code\n nop", 2, 2, "no instruction has this name: nop" },
	{ ".code\n ldi.x 5", 2, 2, "no instruction has this name: ldi.x" },
	{ ".code\n ret.w", 2, 2, "this instruction has no operand that could be wide" },
	{ ".code\n jmp =", 2, 6, "expected the name of a place: =" },
	{ ".code\n callk Nosuch, 0", 2, 8, "the game has no such kernel function" },
	{ ".code\n class Nosuch", 2, 8, "the game has no such class, or several" },
};

static void wrong_text_has_a_line_and_a_column(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
		const struct wrong *w = &wrongs[i];
		struct result r;

		assemble(&r, test_text(w->text));
		if (r.status != EXH_INVALID || !strstr(r.err.text, w->message) ||
		    r.place.line != w->line || r.place.column != w->column)
			fail_msg("%s: %d, %zu:%zu: %s", w->text, r.status, r.place.line,
				 r.place.column, r.err.text);
		assert_int_equal(r.out.size, 0);
		release(&r);
	}
}

static void operands_that_do_not_fit_have_a_place(void **state)
{
	static const struct wrong cases[] = {
		{ ".code\n send 300", 2, 2, "operand 1 of send is 300" },
		{ ".code\n ret\n send -2", 3, 2, "operand 1 of send is -2" },
		{ ".code\n pushi.b 200", 2, 2, "operand 1 of pushi is 200" },
		{ ".code\n jmp.b 400", 2, 2, "operand 1 of jmp is" },
		{ ".locals\n .fill 32767, 0\n", 2, 15, "longer than 65535 bytes" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct result r;

		assemble(&r, test_text(cases[i].text));
		if (r.status != EXH_LIMIT || !strstr(r.err.text, cases[i].message) ||
		    r.place.line != cases[i].line || r.place.column != cases[i].column)
			fail_msg("%s: %d, %zu:%zu: %s", cases[i].text, r.status,
				 r.place.line, r.place.column, r.err.text);
		assert_int_equal(r.out.size, 0);
		release(&r);
	}
}

/* Assembles a head, then a line many times. */
static void assert_too_many(const char *head, const char *line, int count,
			    enum exh_status status, const char *message)
{
	struct exh_writer text = { .limit = TEST_LIMIT };
	struct result r;

	write_text(&text, "%s", head);
	for (int i = 0; i < count; i++)
		write_text(&text, "%s", line);
	assemble(&r, exh_writer_bytes(&text));
	assert_int_equal(r.status, status);
	if (!strstr(r.err.text, message))
		fail_msg("%s: %s", line, r.err.text);
	assert_true(r.place.line > 0);
	release(&r);
	exh_writer_free(&text);
}

static void lists_have_limits(void **state)
{
	(void)state;
	assert_too_many(".class a\n", " x = 0\n", MANY, EXH_INVALID,
			"at most 32,767 properties");
	assert_too_many(".class a\n", " .method init = 0\n", MANY, EXH_INVALID,
			"at most 32,767 methods");
	assert_too_many(".strings\n", " .string \"0123456789abcdef\"\n", MANY, EXH_LIMIT,
			"the script gets longer than 65535 bytes here");
	assert_too_many(".strings\n .string \"", "0123456789", MANY, EXH_INVALID,
			"a quote has no end");
}

static void a_full_writer_is_reported(void **state)
{
	struct exh_writer out = { .limit = 3 };
	struct exh_sci_asm_place place;
	struct exh_error err;

	(void)state;
	assert_int_equal(
		exh_sci_assemble(test_text(".section 9"), NULL, &out, &place, &err),
		EXH_LIMIT);
	assert_int_equal(place.line, 0);
	exh_writer_free(&out);
}

static void the_script_is_appended(void **state)
{
	struct exh_writer out = { .limit = TEST_LIMIT };
	struct exh_sci_asm_place place;

	(void)state;
	exh_write_u8(&out, 0x82);
	assert_int_equal(
		exh_sci_assemble(test_text(".code\n oops"), NULL, &out, &place, NULL),
		EXH_INVALID);
	assert_int_equal(out.size, 1);
	assert_int_equal(exh_sci_assemble(test_text(""), NULL, &out, &place, NULL),
			 EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), "\x82\0\0", 3);
	exh_writer_free(&out);
}

static void texts_cut_anywhere_are_refused_at_their_end_or_before(void **state)
{
	static const char text[] =
		".script 5\n.exports\n a\n.class a\n species = 0\n .method init = m\n"
		".code\n.self a\nm: pToa species\n lofsa s\n bnt m\n ret\n.said\n"
		" .spec '/'\n.strings\ns: .string \"a\\n\"\n.locals\n .word @s, 5\n"
		".relocations\n";

	(void)state;
	for (size_t size = 0; size < sizeof text; size++) {
		struct result r;
		uint8_t *tight = tight_copy(text, size);

		assemble(&r, (struct exh_bytes){ tight, size, 0 });
		if (r.status) {
			assert_true(r.place.line >= 1 && r.place.line <= 21);
			assert_true(r.place.column >= 1 && r.place.column <= size + 1);
		}
		release(&r);
		free(tight);
	}
}

/*
 * Edited texts.
 */

#define CODE_BEFORE                                                                    \
	".exports\na\nproc\n.code\n.self a\nm: lofsa s2\n bnt out\n pToa view\n call " \
	"proc, 0\nout: ret\nproc: lofss s1+1\n ret\n"
#define CLASS_BEFORE                                                               \
	".class a\n species = 0\n superClass = -1\n -info- = $8000\n name = @s1\n" \
	" view = @s2\n .method init = m\n"

static const struct {
	const char *text;
	const char *first, *second; /* strings of the script */
	size_t methods;
} edits[] = {
	{ CODE_BEFORE CLASS_BEFORE ".strings\ns1: .string \"one\"\ns2: .string \"two\"\n"
				   ".locals\n .word 5, @s2\n.relocations\n",
	  "one", "two", 1 },
	{ CODE_BEFORE CLASS_BEFORE
	  ".strings\ns1: .string \"a much longer text than before\"\n"
	  "s2: .string \"and another\"\n"
	  ".locals\n .word 5, @s2\n.relocations\n",
	  "a much longer text than before", "and another", 1 },
	{ CODE_BEFORE "n: pToa view\n call proc, 0\n jmp m\n" CLASS_BEFORE
		      " .method doit = n\n"
		      ".strings\ns1: .string \"one\"\ns2: .string \"two\"\n"
		      ".locals\n .word 5, @s2\n.relocations\n",
	  "one", "two", 2 },
	{ ".locals\n .word 5, @s2\n.strings\ns0: .string \"new\"\ns1: .string \"one\"\n"
	  "s2: .string \"two\"\n.relocations\n" CODE_BEFORE CLASS_BEFORE,
	  "one", "two", 1 },
};

static void assert_text_at(const struct exh_sci_code *code, unsigned offset,
			   const char *text)
{
	struct exh_bytes found;

	assert_true(exh_sci_code_string(code, offset, &found));
	assert_same_bytes(found, text, strlen(text));
}

static void check_edit(const struct exh_sci_code *code, size_t edit)
{
	const struct exh_sci_object *a = &code->objects[0];
	const struct exh_sci_function *m;

	assert_int_equal(code->object_count, 1);
	assert_int_equal(code->exports[0], a->address);
	assert_text_at(code, a->properties[EXH_SCI_NAME], edits[edit].first);
	assert_text_at(code, a->properties[4], edits[edit].second);
	assert_text_at(code, code->locals[1], edits[edit].second);
	assert_int_equal(code->relocation_count, 3);
	for (size_t i = 0; i < 3; i++) {
		const uint16_t at = code->relocations[i];

		assert_true(at == a->address + 6 || at == a->address + 8 ||
			    at == code->locals_offset + 2);
		assert_true(!i || at > code->relocations[i - 1]);
	}
	assert_int_equal(a->method_count, edits[edit].methods);
	m = exh_sci_code_function(code, a->methods[0].code);
	assert_true(m && m->start == a->methods[0].code);
	assert_text_at(
		code,
		exh_sci_instruction_target(&code->instructions[m->first_instruction]),
		edits[edit].second);
	m = exh_sci_code_function(code, code->exports[1]);
	assert_int_equal(m->start, code->exports[1]);
	assert_text_at(
		code,
		exh_sci_instruction_target(&code->instructions[m->first_instruction]),
		edits[edit].first + 1);
}

static void edited_texts_move_all_that_is_an_address(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
		struct test_program t;

		test_start(&t);
		test_script(&t, 5, edits[i].text);
		check_edit(test_code(&t, 5), i);
		assert_int_equal(t.program.scripts[0].notes.damage_count, 0);
		assert_int_equal(t.program.scripts[0].notes.warning_count, 0);
		exh_arena_free(&t.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_text_is_an_end_mark),
		cmocka_unit_test(numbers_have_several_forms),
		cmocka_unit_test(sections_are_written_in_their_order),
		cmocka_unit_test(rest_replaces_the_end_mark),
		cmocka_unit_test(early_scripts_double_selectors),
		cmocka_unit_test(strings_have_escapes),
		cmocka_unit_test(exports_and_relocations_are_counted),
		cmocka_unit_test(objects_have_their_lists),
		cmocka_unit_test(each_instruction_is_written_in_both_sizes),
		cmocka_unit_test(instructions_are_as_narrow_as_they_can_be),
		cmocka_unit_test(branches_widen_with_their_distance),
		cmocka_unit_test(names_stand_for_numbers),
		cmocka_unit_test(without_names_numbers_do),
		cmocka_unit_test(wrong_text_has_a_line_and_a_column),
		cmocka_unit_test(operands_that_do_not_fit_have_a_place),
		cmocka_unit_test(lists_have_limits),
		cmocka_unit_test(a_full_writer_is_reported),
		cmocka_unit_test(the_script_is_appended),
		cmocka_unit_test(texts_cut_anywhere_are_refused_at_their_end_or_before),
		cmocka_unit_test(edited_texts_move_all_that_is_an_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
