#include "exhume/advanced/sci_disasm.h"

#include "program_testing.h"
#include "script_testing.h"

enum { NUMBER = 5, ROUNDS = 1500, LONGEST_SECTION = 300 };

static void open_bytes(struct test_program *t, struct exh_bytes script)
{
	test_start(t);
	test_add(t, EXH_SCI_SCRIPT, NUMBER, script);
	test_open(t);
}

static void disassemble(const struct test_program *t,
			const struct exh_sci_disasm_options *options,
			struct exh_writer *text)
{
	struct exh_error err;

	*text = (struct exh_writer){ .limit = TEST_LIMIT };
	if (exh_sci_disassemble(&t->naming, exh_sci_program_script(&t->program, NUMBER),
				options, text, &err))
		fail_msg("%s", err.text);
}

/* Returns the text as a string that the arena keeps. */
static const char *text_of(struct test_program *t,
			   const struct exh_sci_disasm_options *options)
{
	struct exh_writer text;
	struct exh_bytes copy;

	disassemble(t, options, &text);
	copy = exh_memdup(&t->arena, exh_writer_bytes(&text));
	exh_writer_free(&text);
	assert_non_null(copy.data);
	return (const char *)copy.data;
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no \"%s\" in:\n%s", part, text);
}

static void assemble_again(const struct test_program *t, struct exh_bytes script,
			   bool is_plain)
{
	const struct exh_sci_disasm_options options = { .is_plain = is_plain,
							.selector = -1 };
	struct exh_writer text, bytes = { .limit = TEST_LIMIT };
	struct exh_sci_asm_place place;
	struct exh_error err;

	disassemble(t, &options, &text);
	if (exh_sci_assemble(exh_writer_bytes(&text), &t->naming, &bytes, &place, &err))
		fail_msg("%zu:%zu: %s\n%.*s", place.line, place.column, err.text,
			 (int)text.size, (const char *)text.data);
	if (bytes.size != script.size ||
	    memcmp(bytes.data, script.data, script.size) != 0)
		fail_msg("other bytes:\n%.*s", (int)text.size, (const char *)text.data);
	exh_writer_free(&bytes);
	exh_writer_free(&text);
}

/* False if it doesn't open. */
static bool comes_back(struct exh_bytes script)
{
	struct test_program t;
	bool is_open;

	open_bytes(&t, script);
	is_open = exh_sci_program_script(&t.program, NUMBER)->is_open;
	for (int plain = 0; plain < 2 && is_open; plain++)
		assemble_again(&t, script, plain);
	exh_arena_free(&t.arena);
	return is_open;
}

/* Asserts the round trip, and closes the builder. */
static void assert_comes_back(struct script_builder *b)
{
	assert_true(comes_back(exh_writer_bytes(&b->out)));
	exh_writer_free(&b->out);
}

/*
 * Contents of the text.
 */

static const char source[] =
	".exports\n\tbox\n\te1\n.code\n.self Thing\nm:\tpToa view\n bnt L\n"
	" pushi #doit\n push0\n class 0\n send 4\nL: ret\ne1: lofsa s2\n"
	" callk Load, 2\n ldi.w 1\n push0\n call p, 0\n jmp e1\np: ret\n dup\n"
	" ret\n.class Thing\n species = 0\n superClass = -1\n -info- = $8000\n"
	" name = @s1\n view = 7\n #60000 = 300\n .method init = m\n"
	" .method #60001 = e1\n.object box\n _ = 0\n _ = 0\n _ = 0\n _ = @s2\n"
	" _ = 5\n _ = 6\n.strings\ns1: .string \"Thing\"\ns2: .string \"box\"\n"
	"s3: .string \"a\\nb\"\n.said\nsp: .spec '//'\n.synonyms\n"
	" .word 1, 2, $ffff\n.section 9\n.locals\n .word 5, @s3\n .fill 4, -1\n"
	".relocations\n";

/* The text with comments. */
static const char expected_text[] =
	".script\t5\t; 190 bytes\n\n.exports\n\tbox\t; 0\n\tcode_001a\t; 1\n\n"
	".code\n\n.self\tThing\nThing::init:\n\tpToa\tview\n\tbnt\tL_0019\n"
	"\tpushi\t#doit\n\tpush0\n\tclass\tThing\n\tsend\t4\nL_0019:\n\tret\n\n"
	".self\tThing\ncode_001a:\t; export 1\n\tlofsa\tstr_0082\t; \"box\"\n"
	"\tcallk\tLoad, 2\n\tldi.w\t1\n\tpush0\n\tcall\tproc_0028, 0\n"
	"\tjmp\tcode_001a\n\nproc_0028:\n\tret\n\t; not reached:\n\tdup\n"
	"\tret\n\n.class\tThing\n\tspecies = 0\t; \"Thing\"\n"
	"\tsuperClass = -1\n\t-info- = -32768\n"
	"\tname = @str_007c\t; \"Thing\"\n\tview = 7\n\t#60000 = 300\n"
	"\t.method\tinit = Thing::init\n\t.method\t#60001 = code_001a\n\n"
	".object\tbox\n\tspecies = 0\t; \"Thing\"\n"
	"\tsuperClass = 0\t; \"Thing\"\n\t-info- = 0\n"
	"\tname = @str_0082\t; \"box\"\n\tview = 5\n\t_ = 6\n\n.strings\n"
	"str_007c:\n\t.string\t\"Thing\"\nstr_0082:\n\t.string\t\"box\"\n"
	"str_0086:\n\t.string\t\"a\\nb\"\n\n.said\nsaid_008e:\n\t.spec\t'//'\n"
	"\n.synonyms\n\t.word\t$0001, $0002\n\t.word\t$ffff\n\n"
	".section\t9\t; preload-text\n\n.locals\n\t.word\t5\t; 0\n"
	"\t.word\t@str_0086\t; 1\t; \"a\\nb\"\n\t.fill\t4, -1\t; 2\n\n"
	".relocations\n";

static void open_text(struct test_program *t, const char *text)
{
	test_start(t);
	test_script(t, NUMBER, text);
}

/* A program made of the source, and its text. */
static const char *text_by(struct test_program *t,
			   const struct exh_sci_disasm_options *options)
{
	open_text(t, source);
	return text_of(t, options);
}

static void a_text_has_names_labels_and_comments(void **state)
{
	const struct exh_sci_disasm_options options = { .selector = -1 };
	struct test_program t;

	(void)state;
	assert_string_equal(text_by(&t, &options), expected_text);
	exh_arena_free(&t.arena);
}

static void positions_are_those_of_lines(void **state)
{
	size_t positions[190] = { 0 };
	const struct exh_sci_disasm_options options = { .selector = -1,
							.positions = positions };
	struct test_program t;
	const char *text = text_by(&t, &options);

	(void)state;
	for (size_t i = 0; i < sizeof positions / sizeof *positions; i++)
		if (positions[i])
			assert_int_equal(text[positions[i] - 1], '\n');
	assert_memory_equal(text + positions[0x19], "\tret\n\n.self", 10);
	assert_memory_equal(text + positions[0x1a], "\tlofsa\tstr_0082", 15);
	assert_int_equal(positions[0x18], 0);
	exh_arena_free(&t.arena);
}

static void selectors_of_early_scripts_are_halved(void **state)
{
	static const char halved[] =
		".script\t5\n.early\t0\n\n.code\n\n.self\tmole\nmole::north:\n"
		"\tpushi\t#north\n\tpush0\n\tself\t4\n\tpushi\t#view?\n\tpush0\n"
		"\tself\t4\n\tret\n\n.class\tmole\n\tspecies = -1\n\tview = 0\n"
		"\t#201 = 0\n\t.method\tnorth = mole::north\n";
	const struct exh_sci_disasm_options options = { .is_plain = true,
							.selector = -1 };
	struct exh_writer out = { .limit = TEST_LIMIT };
	struct exh_sci_asm_place place;
	struct test_program t;
	struct exh_error err;
	const char *text;

	(void)state;
	test_start(&t);
	if (exh_sci_assemble(test_text(halved), &t.naming, &out, &place, &err))
		fail_msg("%zu: %s", place.line, err.text);
	exh_arena_free(&t.arena);
	open_bytes(&t, exh_writer_bytes(&out));
	text = text_of(&t, &options);
	assert_has(text, "pushi\t#north\n");
	assert_has(text, "pushi\t#view?\n");
	assert_true(comes_back(exh_writer_bytes(&out)));
	exh_writer_free(&out);
	exh_arena_free(&t.arena);
}

static void a_plain_text_has_no_comments(void **state)
{
	const struct exh_sci_disasm_options options = { .is_plain = true,
							.selector = -1 };
	struct test_program t;
	const char *text = text_by(&t, &options);

	(void)state;
	assert_null(strchr(text, ';'));
	assert_has(text, "Thing::init:\n\tpToa\tview\n\tbnt\tL_0019\n");
	exh_arena_free(&t.arena);
}

static void parts_are_an_object_or_a_method(void **state)
{
	struct exh_sci_disasm_options options = { .is_plain = true, .selector = -1 };
	struct test_program t;
	const char *text;

	(void)state;
	open_text(&t, source);
	options.object = &test_code(&t, NUMBER)->objects[1];
	text = text_of(&t, &options);
	assert_has(text, ".object\tbox\n");
	assert_null(strstr(text, "ret"));
	options.object = &test_code(&t, NUMBER)->objects[0];
	text = text_of(&t, &options);
	assert_has(text, ".class\tThing\n");
	assert_has(text, "Thing::init:\n");
	assert_has(text, "code_001a:\n");
	assert_null(strstr(text, "proc_0028:"));
	options.object = NULL;
	options.selector = 60001;
	text = text_of(&t, &options);
	assert_has(text, "code_001a:\n");
	assert_null(strstr(text, "Thing::init:"));
	assert_null(strstr(text, ".class"));
	exh_arena_free(&t.arena);
}

static void other_strings_stand_in(void **state)
{
	const struct exh_bytes strings[3] = { { 0 },
					      test_text("a \"quoted\" \xe9"),
					      test_text("") };
	const struct exh_sci_disasm_options options = { .selector = -1,
							.strings = strings };
	struct test_program t;
	const char *text = text_by(&t, &options);

	(void)state;
	assert_has(text, "str_007c:\n\t.string\t\"Thing\"\n");
	assert_has(text, "str_0082:\n\t.string\t\"a \\\"quoted\\\" \\xe9\"\n");
	assert_has(text, "str_0086:\n\t.string\t\"\"\n");
	exh_arena_free(&t.arena);
}

static void a_full_writer_is_reported(void **state)
{
	const struct exh_sci_disasm_options options = { .selector = -1 };
	struct exh_writer text = { .limit = 50 };
	struct test_program t;
	struct exh_error err;

	(void)state;
	open_text(&t, source);
	assert_int_equal(exh_sci_disassemble(&t.naming, &t.program.scripts[0], &options,
					     &text, &err),
			 EXH_LIMIT);
	assert_non_null(strstr(err.text, "script 5"));
	exh_writer_free(&text);
	exh_arena_free(&t.arena);
}

/* The plain text of code at offset 12, which is export 0. */
static const char *text_of_code(struct test_program *t, const void *code, size_t size)
{
	static const uint16_t export = 12;
	const struct exh_sci_disasm_options options = { .is_plain = true,
							.selector = -1 };
	struct script_builder b;

	script_start(&b);
	script_list(&b, EXH_SCI_SECTION_EXPORTS, &export, 1);
	script_bytes(&b, EXH_SCI_SECTION_CODE, code, size);
	script_end(&b);
	open_bytes(t, exh_writer_bytes(&b.out));
	assert_comes_back(&b);
	return text_of(t, &options);
}

static void branches_that_lead_nowhere_are_shown(void **state)
{
	static const struct {
		uint8_t code[10];
		size_t size;
		const char *text;
	} cases[] = {
		/* out of the code: forward, around, to a header */
		{ { 0x33, 100 }, 2, "\tjmp.b\t$0072\n" },
		{ { 0x2e, 0xd0, 0x8a, 0x48 }, 4, "\tbt.w\t$8adf\n" },
		{ { 0x32, 0, 0x80 }, 3, "\tjmp.w\t$800f\n" },
		{ { 0x31, 0xfb, 0x48 }, 3, "\tbnt.b\t$0009\n" },
		/* into an instruction */
		{ { 0x34, 1, 2, 0x31, 0xfc, 0x48 }, 6, "\tbnt\texport_0+1\n" },
		{ { 0x33, 0xff }, 2, "\tjmp\texport_0+1\n" },
		{ { 0x31, 1, 0x48, 0x34, 1, 2, 0x30, 0xfb, 0xff, 0x48 },
		  10,
		  "\tbnt.w\tL_000f+1\n" },
		{ { 0x41, 1, 0, 0x34, 1, 2, 0x48 }, 7, "\tcall\texport_0+4, 0\n" },
		/* bytes that are no instruction, or a cut one, stay bytes */
		{ { 0x4c, 1, 2, 3 }, 4, ".exports\n\t12\n\n.code\n\t.byte\t$4c, $01" },
		{ { 0x48, 0x4c, 0x4d, 0 }, 4, "\tret\n\t.byte\t" },
		{ { 0x36, 0x46 }, 2, "\tpush\n\t.byte\t" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct test_program t;

		assert_has(text_of_code(&t, cases[i].code, cases[i].size), cases[i].text);
		exh_arena_free(&t.arena);
	}
}

static void sizes_that_the_assembler_would_not_choose_are_marked(void **state)
{
	/* ldi.w 5; pushi.w 300; lofsa.w to 12; ret with the bit of a narrow one */
	static const uint8_t code[] = { 0x34, 5,    0,	  0x38, 44,   1,
					0x72, 0xf7, 0xff, 0x49, 0x33, 0xfe };
	struct test_program t;
	const char *text = text_of_code(&t, code, sizeof code);

	(void)state;
	assert_has(text, "\tldi.w\t5\n\tpushi\t300\n\tlofsa.w\texport_0\n\tret.b\n");
	exh_arena_free(&t.arena);
}

static void numbers_without_names_stay_numbers(void **state)
{
	/* class 300; callk 200; super 300; push selector 60000 for a send; pToa 9 */
	static const uint8_t code[] = { 0x50, 44,   1,	  0x43, 200,  0, 0x56, 44, 1,	0,
					0x38, 0x60, 0xea, 0x76, 0x4a, 4, 0x63, 9,  0x48 };
	struct test_program t;
	const char *text = text_of_code(&t, code, sizeof code);

	(void)state;
	assert_has(text, "\tclass\t300\n\tcallk\t200, 0\n\tsuper\t300, 0\n");
	assert_has(text, "\tpushi\t-5536\n\tpush0\n\tsend\t4\n\tpToa\t9\n");
	exh_arena_free(&t.arena);
}

/* Objects whose names can't be labels are labelled by their address. */
static void names_that_could_be_something_else_are_not_written(void **state)
{
	static const char *const names[] = { "two words", "12",	       "$ff",  "twin",
					     "twin",	  "L_0012",    "a:b",  ".code",
					     "export_0",  "\xe9t\xe9", "x\"y", "" };
	struct script_builder b;
	struct test_program t;
	const char *found;

	(void)state;
	script_start(&b);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		uint16_t words[4] = { 0, 0, 0, 0 };

		words[EXH_SCI_NAME] = (uint16_t)script_bytes(
			&b, EXH_SCI_SECTION_STRINGS, names[i], strlen(names[i]) + 1);
		script_object(&b, &(struct script_object){ .properties = words,
							   .property_count = 4 });
	}
	script_end(&b);
	open_bytes(&t, exh_writer_bytes(&b.out));
	assert_comes_back(&b);
	found = text_of(&t, &(const struct exh_sci_disasm_options){ .selector = -1 });
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		found = strstr(found, ".object\t");
		assert_non_null(found);
		found += strlen(".object\t");
		assert_int_equal(strncmp(found, "object_", strlen("object_")), 0);
	}
	exh_arena_free(&t.arena);
}

/*
 * Damage.
 */

static void every_prefix_comes_back(void **state)
{
	struct test_program t;
	struct exh_bytes script;

	(void)state;
	open_text(&t, source);
	script = test_code(&t, NUMBER)->bytes;
	for (size_t size = 0; size <= script.size; size++)
		assert_int_equal(comes_back((struct exh_bytes){ script.data, size, 0 }),
				 size >= 4);
	exh_arena_free(&t.arena);
}

static void start_with_text(struct script_builder *b)
{
	script_start(b);
	script_bytes(b, EXH_SCI_SECTION_STRINGS, "a longer text", 14);
}

static void sections_of_all_sizes_come_back(void **state)
{
	static const unsigned sizes[] = { 0, 2, 3, 4, 5, 6, 7, 65534, 65535 };

	(void)state;
	for (unsigned type = 0; type <= EXH_SCI_SECTIONS; type++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			struct script_builder b;

			start_with_text(&b);
			script_section(&b, type);
			script_patch(&b, b.section + 2, sizes[i]);
			for (unsigned k = 0; k < 6; k++)
				script_word(&b, k & 1 ? 0x4848 : 3);
			script_end(&b);
			assert_comes_back(&b);
		}
}

/* Gives each word of an object each of these values. */
static void objects_that_are_irregular_come_back(void **state)
{
	static const uint16_t words[] = { 0, 1, 2, 3 };
	static const unsigned values[] = { 0, 1, 7, 0x1234, 0x7fff, 0xffff };
	struct script_object o = { .properties = words,
				   .selectors = words,
				   .property_count = 4,
				   .method_selectors = words,
				   .methods = words,
				   .method_count = 2 };

	(void)state;
	for (size_t at = 0; at < 28; at += 2)
		for (size_t i = 0; i < 12; i++) {
			struct script_builder b;
			unsigned address;

			start_with_text(&b);
			o.is_class = i & 1;
			address = script_object(&b, &o);
			script_end(&b);
			script_patch(&b, address - EXH_SCI_OBJECT_HEAD + at,
				     values[i / 2]);
			assert_comes_back(&b);
		}
}

static void relocations_outside_come_back(void **state)
{
	static const uint16_t lists[][3] = { { 22, 24, 26 }, { 24, 22, 22 },
					     { 23, 4, 0 },   { 60000, 65535, 27 },
					     { 22, 22, 22 }, { 30, 32, 34 } };

	(void)state;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct script_builder b;

		start_with_text(&b);
		assert_int_equal(
			script_bytes(&b, EXH_SCI_SECTION_LOCALS, "\4\0\5\0\xff\xff", 6),
			22);
		script_list(&b, EXH_SCI_SECTION_RELOCATION, lists[i], 3);
		script_end(&b);
		assert_comes_back(&b);
	}
}

static void strings_without_end_come_back(void **state)
{
	static const char texts[][4] = { { 'a', 'b', 'c', 'd' },
					 { 'a', 0, 'b', 'c' },
					 { 0, 0, 0, 'b' },
					 { 'a', 'b', 'c', 0 },
					 { 'a', 'b', 0, 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct script_builder b;

		script_start(&b);
		script_bytes(&b, EXH_SCI_SECTION_STRINGS, texts[i], 4);
		script_end(&b);
		assert_comes_back(&b);
	}
}

/*
 * Random code.
 */

static void roll_code(uint64_t *seed, struct script_builder *b, size_t most)
{
	script_section(b, EXH_SCI_SECTION_CODE);
	while (b->out.size - b->section < most) {
		uint8_t bytes[EXH_SCI_MAX_INSTRUCTION];
		struct exh_sci_instruction in;

		roll_bytes(seed, bytes, sizeof bytes);
		if (roll(seed, 3) == 0) /* near branches */
			bytes[0] = (uint8_t)((EXH_SCI_OP_BT + roll(seed, 3)) << 1 | 1);
		if (exh_sci_instruction_read((struct exh_bytes){ bytes, sizeof bytes, 0 },
					     0, &in))
			exh_write_bytes(&b->out, bytes, in.size);
		else if (roll(seed, 20) == 0)
			exh_write_u8(&b->out, bytes[0]);
	}
	script_section_end(b);
}

static void roll_object(uint64_t *seed, struct script_builder *b)
{
	enum { MOST = 20 };
	uint16_t words[4][MOST];

	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < MOST; k++)
			words[i][k] = (uint16_t)roll(seed, roll(seed, 4) ? 600 : 65536);
	script_object(b, &(struct script_object){ .is_class = roll(seed, 2),
						  .properties = words[0],
						  .selectors = words[1],
						  .property_count = roll(seed, MOST),
						  .method_selectors = words[2],
						  .methods = words[3],
						  .method_count = roll(seed, MOST) });
	if (roll(seed, 4) == 0)
		script_patch(b, b->section + 4 + 2 * roll(seed, 4), roll(seed, 65536));
}

static void roll_words(uint64_t *seed, struct script_builder *b, unsigned type)
{
	const uint32_t count = roll(seed, 20);

	script_section(b, type);
	if (type != EXH_SCI_SECTION_LOCALS)
		script_word(b, roll(seed, 9) ? count : roll(seed, 65536));
	for (uint32_t i = 0; i < count; i++)
		script_word(b, roll(seed, 3) ? roll(seed, 600) : 0);
	script_section_end(b);
}

static void roll_section(uint64_t *seed, struct script_builder *b)
{
	const unsigned type = 1 + roll(seed, EXH_SCI_SECTIONS - 1);
	uint8_t bytes[LONGEST_SECTION];

	switch (type) {
	case EXH_SCI_SECTION_OBJECT:
	case EXH_SCI_SECTION_CLASS:
		roll_object(seed, b);
		break;
	case EXH_SCI_SECTION_CODE:
		roll_code(seed, b, roll(seed, LONGEST_SECTION));
		break;
	case EXH_SCI_SECTION_EXPORTS:
	case EXH_SCI_SECTION_RELOCATION:
	case EXH_SCI_SECTION_LOCALS:
		roll_words(seed, b, type);
		break;
	default:
		roll_skewed(seed, bytes, sizeof bytes);
		script_bytes(b, type, bytes, roll(seed, LONGEST_SECTION));
	}
}

static void roll_script(uint64_t *seed, struct script_builder *b)
{
	script_start(b);
	if (roll(seed, 10) == 0)
		script_word(b, roll(seed, 300));
	for (uint32_t i = 0, count = 1 + roll(seed, 8); i < count; i++)
		roll_section(seed, b);
	if (roll(seed, 10))
		script_end(b);
	if (roll(seed, 10) == 0)
		script_patch(b, roll(seed, (uint32_t)b->out.size - 1), roll(seed, 65536));
}

static void scripts_by_chance_come_back(void **state)
{
	uint64_t seed = 1988;
	int opened = 0;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct script_builder b;

		roll_script(&seed, &b);
		opened += comes_back(exh_writer_bytes(&b.out));
		exh_writer_free(&b.out);
	}
	assert_true(opened > ROUNDS * 9 / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_has_names_labels_and_comments),
		cmocka_unit_test(positions_are_those_of_lines),
		cmocka_unit_test(selectors_of_early_scripts_are_halved),
		cmocka_unit_test(a_plain_text_has_no_comments),
		cmocka_unit_test(parts_are_an_object_or_a_method),
		cmocka_unit_test(other_strings_stand_in),
		cmocka_unit_test(a_full_writer_is_reported),
		cmocka_unit_test(branches_that_lead_nowhere_are_shown),
		cmocka_unit_test(sizes_that_the_assembler_would_not_choose_are_marked),
		cmocka_unit_test(numbers_without_names_stay_numbers),
		cmocka_unit_test(names_that_could_be_something_else_are_not_written),
		cmocka_unit_test(every_prefix_comes_back),
		cmocka_unit_test(sections_of_all_sizes_come_back),
		cmocka_unit_test(objects_that_are_irregular_come_back),
		cmocka_unit_test(relocations_outside_come_back),
		cmocka_unit_test(strings_without_end_come_back),
		cmocka_unit_test(scripts_by_chance_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
