#include "exhume/advanced/sci_code.h"

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_said.h"
#include "script_testing.h"

enum { MEMORY = 1 << 24, BASE = 1000, ROUNDS = 3000, LARGEST = 65535 };

struct opened {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_code code;
	struct exh_error err;
	enum exh_status status;
	uint8_t *bytes;
};

static void open_bytes(struct opened *o, const void *data, size_t size)
{
	*o = (struct opened){ .arena.limit = MEMORY };
	o->notes.arena = &o->arena;
	o->bytes = tight_copy(data, size);
	o->status = exh_sci_code_read((struct exh_bytes){ o->bytes, size, BASE },
				      &o->arena, &o->code, &o->notes, &o->err);
}

/* Opens the script, and closes the builder. */
static void open_script(struct opened *o, struct script_builder *b)
{
	open_bytes(o, b->out.data, b->out.size);
	exh_writer_free(&b->out);
	assert_int_equal(o->status, EXH_OK);
}

static void close_script(struct opened *o)
{
	exh_arena_free(&o->arena);
	free(o->bytes);
}

/* Asserts properties of any script that opens. */
static void check_lists(const struct exh_sci_code *code)
{
	size_t end = 0;

	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];

		assert_true(in->size && in->offset >= end);
		end = (size_t)in->offset + in->size;
		assert_true(end <= code->bytes.size);
		assert_int_equal(exh_sci_code_instruction(code, in->offset), i);
		assert_true(code->marks[in->offset] & EXH_SCI_AT_INSTRUCTION);
	}
	assert_int_equal(exh_sci_code_instruction(code, 65536), code->instruction_count);
	for (size_t i = 0; i < code->function_count; i++) {
		const struct exh_sci_function *f = &code->functions[i];

		assert_true(f->start < f->end && f->end <= code->bytes.size);
		assert_true(!i || f[-1].end <= f->start);
		assert_ptr_equal(exh_sci_code_function(code, f->start), f);
		assert_ptr_equal(exh_sci_code_function(code, f->end - 1u), f);
		assert_int_equal(code->instructions[f->first_instruction].offset,
				 f->start);
	}
	for (size_t i = 0; i < code->object_count; i++) {
		const struct exh_sci_object *o = &code->objects[i];

		assert_ptr_equal(exh_sci_code_object(code, o->address), o);
		assert_true(!i || o[-1].address < o->address);
		assert_true(!o->is_class == !o->selectors);
	}
	assert_null(exh_sci_code_section(code, (unsigned)code->bytes.size));
}

/*
 * A whole script.
 */

enum { SELECTOR_X = 4, SELECTOR_INIT = 6 };

/* Places of the script's parts. */
struct places {
	size_t exports, code, init, call, strings, saids, locals, relocations;
	unsigned class, object;
};

static const char strings[] = "Thing\0box\0";

static void add_objects(struct script_builder *b, struct places *p)
{
	const uint16_t name = (uint16_t)p->strings, init = (uint16_t)p->init;
	const uint16_t class[] = { 0, EXH_SCI_NO_CLASS, 0x8000, name, 7 };
	const uint16_t object[] = { 0, 0, 0, (uint16_t)(name + 6), 9 };
	const uint16_t selectors[] = { 0, 1, 2, 3, SELECTOR_X };
	const uint16_t methods[] = { SELECTOR_INIT };

	p->class = script_object(b, &(struct script_object){ .is_class = true,
							     .properties = class,
							     .selectors = selectors,
							     .property_count = 5,
							     .method_selectors = methods,
							     .methods = &init,
							     .method_count = 1 });
	p->object = script_object(
		b, &(struct script_object){ .properties = object, .property_count = 5 });
}

static void add_code(struct script_builder *b, struct places *p)
{
	p->code = p->init = script_section(b, EXH_SCI_SECTION_CODE);
	script_op(b, EXH_SCI_OP_PTOA, 8, 0, 0);	 /* +0 */
	script_op(b, EXH_SCI_OP_BNT, 4, 0, 0);	 /* +2: to +8 */
	script_op(b, EXH_SCI_OP_PUSH0, 0, 0, 0); /* +4 */
	script_op(b, EXH_SCI_OP_CALL, 2, 0, 0);	 /* +5: to +10 */
	script_op(b, EXH_SCI_OP_RET, 0, 0, 0);	 /* +8 */
	script_op(b, EXH_SCI_OP_DUP, 0, 0, 0);	 /* +9: not reached */
	p->call = b->out.size;
	script_op(b, EXH_SCI_OP_LDI, 1, 0, 0); /* +10 */
	script_op(b, EXH_SCI_OP_RET, 0, 0, 0); /* +12, and a 0 */
	script_section_end(b);
}

static void build_whole(struct script_builder *b, struct places *p)
{
	static const uint8_t said[] = { EXH_SCI_SAID_END };
	static const uint16_t synonyms[] = { 10, 11, 0xffff };
	uint16_t list[] = { 0, 0, 0 };

	script_start(b);
	p->exports = script_list(b, EXH_SCI_SECTION_EXPORTS, list, 3);
	add_code(b, p);
	p->strings = script_bytes(b, EXH_SCI_SECTION_STRINGS, strings, 10);
	add_objects(b, p);
	p->saids = script_bytes(b, EXH_SCI_SECTION_SAID, said, sizeof said);
	script_section(b, EXH_SCI_SECTION_SYNONYMS);
	script_words(b, synonyms, 3);
	script_section_end(b);
	script_bytes(b, EXH_SCI_SECTION_PRELOAD_TEXT, "", 0);
	p->locals = script_section(b, EXH_SCI_SECTION_LOCALS);
	script_word(b, (unsigned)p->strings);
	script_word(b, 5);
	script_section_end(b);
	list[0] = (uint16_t)(p->class + 6);
	list[1] = (uint16_t)(p->object + 6);
	list[2] = (uint16_t)p->locals;
	p->relocations = script_list(b, EXH_SCI_SECTION_RELOCATION, list, 3);
	script_end(b);
	script_patch(b, p->exports, (unsigned)p->init);
	script_patch(b, p->exports + 2, p->object);
}

static void open_whole(struct opened *o, struct places *p)
{
	struct script_builder b;

	build_whole(&b, p);
	open_script(o, &b);
}

static void a_whole_script_has_all_its_parts(void **state)
{
	struct places p;
	struct opened o;

	(void)state;
	open_whole(&o, &p);
	assert_int_equal(o.notes.damage_count + o.notes.warning_count, 0);
	check_lists(&o.code);
	assert_int_equal(o.code.export_count, 3);
	assert_int_equal(o.code.exports[0], p.init);
	assert_int_equal(o.code.exports[1], p.object);
	assert_int_equal(o.code.relocation_count, 3);
	assert_int_equal(o.code.relocations[2], p.locals);
	assert_true(o.code.marks[p.locals] & EXH_SCI_IS_RELOCATED);
	assert_false(o.code.marks[p.locals + 2] & EXH_SCI_IS_RELOCATED);
	assert_int_equal(o.code.local_count, 2);
	assert_int_equal(o.code.locals_offset, p.locals);
	assert_int_equal(o.code.locals[0], p.strings);
	assert_int_equal(o.code.locals[1], 5);
	assert_true(o.code.has_preload_text);
	assert_int_equal(o.code.script.said_count, 1);
	assert_int_equal(o.code.script.synonym_count, 1);
	assert_int_equal(o.code.script.string_count, 2);
	close_script(&o);
}

static void objects_have_properties_methods_and_names(void **state)
{
	struct places p;
	struct opened o;
	const struct exh_sci_object *class, *object;

	(void)state;
	open_whole(&o, &p);
	assert_int_equal(o.code.object_count, 2);
	class = exh_sci_code_object(&o.code, p.class);
	object = exh_sci_code_object(&o.code, p.object);
	assert_true(class && class->is_class);
	assert_true(object && !object->is_class);
	assert_int_equal(class->property_count, 5);
	assert_int_equal(class->selectors[4], SELECTOR_X);
	assert_int_equal(class->properties[4], 7);
	assert_int_equal(class->method_count, 1);
	assert_int_equal(class->methods[0].selector, SELECTOR_INIT);
	assert_int_equal(class->methods[0].code, p.init);
	assert_same_bytes(class->name, "Thing", 5);
	assert_same_bytes(object->name, "box", 3);
	assert_int_equal(object->properties[4], 9);
	assert_int_equal(object->method_count, 0);
	assert_null(exh_sci_code_object(&o.code, p.class + 1));
	assert_null(exh_sci_code_object(&o.code, 0));
	close_script(&o);
}

static void code_is_what_entries_and_branches_reach(void **state)
{
	static const uint8_t offsets[] = { 0, 2, 4, 5, 8, 9, 10, 12 };
	struct places p;
	struct opened o;
	const struct exh_sci_function *f;

	(void)state;
	open_whole(&o, &p);
	assert_int_equal(o.code.instruction_count, sizeof offsets);
	for (size_t i = 0; i < sizeof offsets; i++) {
		assert_int_equal(o.code.instructions[i].offset, p.code + offsets[i]);
		assert_int_equal(
			!(o.code.marks[p.code + offsets[i]] & EXH_SCI_IS_REACHED),
			offsets[i] == 9);
	}
	assert_true(o.code.marks[p.code + 8] & EXH_SCI_IS_TARGET);
	assert_true(o.code.marks[p.call] & EXH_SCI_IS_ENTRY);
	assert_false(o.code.marks[p.code + 13] & EXH_SCI_IN_INSTRUCTION);
	assert_int_equal(o.code.function_count, 2);
	f = exh_sci_code_function(&o.code, (unsigned)p.code + 9);
	assert_int_equal(f->start, p.init);
	assert_int_equal(f->end, p.call);
	assert_int_equal(f->instruction_count, 6);
	assert_int_equal(f->selector, SELECTOR_INIT);
	assert_int_equal(f->export_number, 0);
	assert_int_equal(f->object->address, p.class);
	assert_null(f[1].object);
	assert_int_equal(f[1].export_number, -1);
	assert_int_equal(f[1].end, p.code + 14);
	assert_null(exh_sci_code_function(&o.code, (unsigned)p.code - 1));
	assert_null(exh_sci_code_function(&o.code, (unsigned)p.code + 14));
	close_script(&o);
}

static void strings_are_found_by_offset(void **state)
{
	struct places p;
	struct opened o;
	struct exh_bytes text;

	(void)state;
	open_whole(&o, &p);
	assert_true(exh_sci_code_string(&o.code, (unsigned)p.strings + 2, &text));
	assert_same_bytes(text, "ing", 3);
	assert_true(exh_sci_code_string(&o.code, (unsigned)p.strings + 5, &text));
	assert_int_equal(text.size, 0);
	assert_false(exh_sci_code_string(&o.code, (unsigned)p.strings - 1, &text));
	assert_false(exh_sci_code_string(&o.code, (unsigned)p.strings + 10, &text));
	assert_false(exh_sci_code_string(&o.code, 65535, &text));
	assert_int_equal(exh_sci_code_section(&o.code, (unsigned)p.strings)->type,
			 EXH_SCI_SECTION_STRINGS);
	/* a header belongs to no section's data */
	assert_null(exh_sci_code_section(&o.code, (unsigned)p.strings - 1));
	close_script(&o);
}

/*
 * Damage.
 */

static void every_prefix_opens_or_says_why_not(void **state)
{
	struct script_builder b;
	struct places p;

	(void)state;
	build_whole(&b, &p);
	for (size_t size = 0; size < b.out.size; size++) {
		struct opened o;

		open_bytes(&o, b.out.data, size);
		if (size < 4)
			assert_int_equal(o.status,
					 size < 2 ? EXH_TRUNCATED : EXH_INVALID);
		else
			assert_int_equal(o.status, EXH_OK);
		if (o.status == EXH_OK) {
			check_lists(&o.code);
			assert_true(o.notes.damage_count + o.notes.warning_count > 0);
		} else {
			assert_true(o.err.offset >= BASE && o.err.offset <= BASE + size);
		}
		close_script(&o);
	}
	exh_writer_free(&b.out);
}

/* Opens a section with this type and size, then bytes that may be read as its data. */
static void open_sized(struct opened *o, unsigned type, unsigned size)
{
	struct script_builder b;

	script_start(&b);
	script_bytes(&b, EXH_SCI_SECTION_STRINGS, strings, 10);
	script_section(&b, type);
	script_patch(&b, b.section + 2, size);
	for (int i = 0; i < 8; i++)
		script_word(&b, i ? 0 : EXH_SCI_OBJECT_MAGIC);
	script_end(&b);
	open_script(o, &b);
	check_lists(&o->code);
}

static void sections_of_impossible_sizes_are_noted(void **state)
{
	static const unsigned sizes[] = { 0, 2, 3, 65534, 65535 };

	(void)state;
	for (unsigned type = 1; type < EXH_SCI_SECTIONS; type++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			struct opened o;

			open_sized(&o, type, sizes[i]);
			assert_true(has_note(&o.notes, EXH_DAMAGE,
					     sizes[i] < 4 ? "of which its header takes 4"
							  : "is truncated"));
			assert_int_equal(o.code.script.section_count,
					 sizes[i] < 4 ? 1 : 2);
			close_script(&o);
		}
}

static void empty_sections_have_nothing(void **state)
{
	(void)state;
	for (unsigned type = 1; type < EXH_SCI_SECTIONS; type++) {
		struct opened o;

		open_sized(&o, type, 4);
		assert_int_equal(o.code.object_count, 0);
		assert_int_equal(o.code.instruction_count, 0);
		assert_int_equal(o.code.local_count, 0);
		assert_int_equal(o.code.export_count + o.code.relocation_count, 0);
		close_script(&o);
	}
}

/* Opens an object with another value for the word at an offset of its section. */
static void open_changed_object(struct opened *o, bool is_class, size_t at,
				unsigned value)
{
	static const uint16_t words[] = { 0, 1, 2, 3 };
	struct script_builder b;
	unsigned address;

	script_start(&b);
	address = script_object(&b, &(struct script_object){ .is_class = is_class,
							     .properties = words,
							     .selectors = words,
							     .property_count = 4,
							     .method_selectors = words,
							     .methods = words,
							     .method_count = 2 });
	script_patch(&b, address - EXH_SCI_OBJECT_HEAD + at, value);
	script_bytes(&b, EXH_SCI_SECTION_STRINGS, strings, 10);
	script_end(&b);
	open_script(o, &b);
	check_lists(&o->code);
}

static void objects_that_leave_their_section_are_left_out(void **state)
{
	static const struct {
		bool is_class;
		size_t at;
		unsigned value;
	} cases[] = {
		{ false, 0, 0x1235 }, /* magic */
		{ false, 6, 11 },     /* properties: one more than fit, with no methods */
		{ false, 6, 0xffff },  { true, 6, 11 }, { true, 6, 0xffff },
		{ false, 16, 3 }, /* methods: one too many */
		{ false, 16, 0xffff }, { true, 24, 3 }, { true, 24, 0xffff },
		{ true, 24, 0x4000 }, /* four times that is 0 in 16 bits */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct opened o;

		open_changed_object(&o, cases[i].is_class, cases[i].at, cases[i].value);
		assert_int_equal(o.code.object_count, 0);
		assert_true(has_note(&o.notes, EXH_DAMAGE,
				     cases[i].is_class ? "the class at 0x0000"
						       : "the object at 0x0000"));
		close_script(&o);
	}
}

static void methods_outside_of_the_code_are_noted(void **state)
{
	struct opened o;

	(void)state;
	open_changed_object(&o, false, 16, 2);
	assert_int_equal(o.code.object_count, 1);
	assert_int_equal(o.notes.damage_count, 2);
	assert_true(has_note(&o.notes, EXH_DAMAGE,
			     "method 1 of the object at 0x000c is at 0x0001"));
	assert_int_equal(o.code.function_count, 0);
	/* 3 is no string, and no name */
	assert_int_equal(o.code.objects[0].name.size, 0);
	close_script(&o);
}

/* Opens code as export 0. */
static void open_code(struct opened *o, const void *code, size_t size)
{
	static const uint16_t export = 12;
	struct script_builder b;

	script_start(&b);
	script_list(&b, EXH_SCI_SECTION_EXPORTS, &export, 1);
	assert_int_equal(script_bytes(&b, EXH_SCI_SECTION_CODE, code, size), export);
	script_bytes(&b, EXH_SCI_SECTION_STRINGS, strings, 10);
	script_end(&b);
	open_script(o, &b);
	check_lists(&o->code);
}

static void code_that_goes_wrong_is_noted(void **state)
{
	static const struct {
		uint8_t code[8];
		size_t size;
		const char *note;
		size_t instructions;
	} cases[] = {
		/* jmp.b 100 */
		{ { 0x33, 100 }, 2, "jmp at 0x000c goes to 0x0072, which is not in", 1 },
		/* bt.w -30000; ret */
		{ { 0x2e, 0xd0, 0x8a, 0x48 }, 4, "bt at 0x000c goes to 0x8adf", 2 },
		/* call.b 100, 0; ret */
		{ { 0x41, 100, 0, 0x48 }, 4, "call at 0x000c goes to 0x0073", 2 },
		/* jmp.b -1: into itself */
		{ { 0x33, 0xff }, 2, "begins inside an instruction", 1 },
		/* ldi.w $4848; jmp.b -4 */
		{ { 0x34, 0x48, 0x48, 0x33, 0xfc, 0 }, 6, "0x000d begins inside an", 2 },
		/* no instruction has this opcode */
		{ { 0x4c, 0 }, 2, "no instruction at 0x000c, which is reached: 0x4c", 0 },
		/* ldi.w, of which the last byte is missing */
		{ { 0x36, 0x34 }, 2, "no instruction at 0x000d", 1 },
		{ { 0x36, 0x36 }, 2, "the code goes on at its end, 0x000e", 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct opened o;

		open_code(&o, cases[i].code, cases[i].size);
		if (!has_note(&o.notes, EXH_DAMAGE, cases[i].note))
			fail_msg("case %zu: %s", i,
				 o.notes.first ? o.notes.first->text : "no note");
		assert_int_equal(o.notes.first->offset >= BASE + 12, true);
		assert_int_equal(o.code.instruction_count, cases[i].instructions);
		close_script(&o);
	}
}

static void branches_into_an_instruction_are_noted(void **state)
{
	/* bnt.b to the ldi.w after the ret; ldi.w; bnt.b back to the ldi.w; ret */
	uint8_t code[] = { 0x31, 1, 0x48, 0x34, 0x78, 0x78, 0x31, 0xfb, 0x48, 0 };
	struct opened o;

	(void)state;
	open_code(&o, code, sizeof code);
	assert_int_equal(o.notes.damage_count, 0);
	assert_int_equal(o.code.instruction_count, 5);
	close_script(&o);
	code[7] = 0xfc; /* to its operand */
	open_code(&o, code, sizeof code);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "0x0010 begins inside an instr"));
	assert_int_equal(o.code.instruction_count, 5);
	assert_true(o.code.marks[16] & EXH_SCI_IS_TARGET);
	close_script(&o);
}

static void bytes_between_are_code_if_they_fit(void **state)
{
	/* ret; add; ret; a 0 */
	static const uint8_t fits[] = { 0x48, 0x02, 0x48, 0x00 };
	/* valid instruction, then bytes that are none */
	static const uint8_t data[] = { 0x48, 0x02, 0x4c, 0x4c };
	struct opened o;

	(void)state;
	open_code(&o, fits, sizeof fits);
	assert_int_equal(o.code.instruction_count, 3);
	close_script(&o);
	open_code(&o, data, sizeof data);
	assert_int_equal(o.code.instruction_count, 1);
	assert_int_equal(o.code.marks[13], 0);
	assert_int_equal(o.notes.damage_count, 0);
	close_script(&o);
}

static void exports_that_are_nothing_are_noted(void **state)
{
	static const uint16_t exports[] = { 0, 8, 60000 };
	struct script_builder b;
	struct opened o;

	(void)state;
	script_start(&b);
	script_list(&b, EXH_SCI_SECTION_EXPORTS, exports, 3);
	script_list(&b, EXH_SCI_SECTION_EXPORTS, exports, 3);
	script_end(&b);
	script_patch(&b, 4, 40);
	open_script(&o, &b);
	assert_int_equal(o.code.export_count, 3);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "declares 40, and has room for 3"));
	assert_true(has_note(&o.notes, EXH_WARNING, "another section of exports"));
	assert_true(has_note(&o.notes, EXH_WARNING, "export 2 is at 0xea60"));
	assert_int_equal(o.notes.warning_count, 3);
	close_script(&o);
}

static void relocations_outside_are_noted(void **state)
{
	static const uint16_t at[] = { 4, 8, 10, 11, 60000, 65535 };
	struct script_builder b;
	struct opened o;

	(void)state;
	script_start(&b);
	script_bytes(&b, EXH_SCI_SECTION_STRINGS, "abc", 4);
	script_bytes(&b, EXH_SCI_SECTION_LOCALS, "\0\0", 2);
	script_list(&b, EXH_SCI_SECTION_RELOCATION, at, 6);
	script_end(&b);
	open_script(&o, &b);
	assert_int_equal(o.code.relocation_count, 6);
	assert_true(has_note(&o.notes, EXH_WARNING, "relocation 0 is of 0x0004"));
	assert_true(has_note(&o.notes, EXH_WARNING, "relocation 4 is of 0xea60"));
	assert_true(has_note(&o.notes, EXH_WARNING, "relocation 5 is of 0xffff"));
	close_script(&o);
}

static void a_string_without_end_reaches_to_that_of_its_section(void **state)
{
	struct script_builder b;
	struct opened o;
	struct exh_bytes text;

	(void)state;
	script_start(&b);
	script_bytes(&b, EXH_SCI_SECTION_STRINGS, "a\0bcde", 6);
	script_bytes(&b, EXH_SCI_SECTION_LOCALS, "xy", 2);
	script_end(&b);
	open_script(&o, &b);
	assert_true(has_note(&o.notes, EXH_WARNING, "the last string has no end"));
	assert_true(exh_sci_code_string(&o.code, 6, &text));
	assert_same_bytes(text, "bcde", 4);
	close_script(&o);
}

static void early_scripts_have_locals_without_values(void **state)
{
	static const uint16_t locals = 7;
	struct script_builder b;
	struct opened o;

	(void)state;
	script_start(&b);
	script_word(&b, locals);
	script_bytes(&b, EXH_SCI_SECTION_STRINGS, "a", 2);
	script_end(&b);
	open_script(&o, &b);
	assert_true(o.code.script.is_early);
	assert_int_equal(o.code.local_count, locals);
	for (size_t i = 0; i < locals; i++)
		assert_int_equal(o.code.locals[i], 0);
	close_script(&o);
}

/* Makes a script of that size, whose code reaches its end. */
static void fill_up(struct script_builder *b, size_t size)
{
	static uint8_t zeros[LARGEST];
	static const uint16_t export = 0;

	memset(zeros, EXH_SCI_OP_RET << 1, sizeof zeros);
	script_start(b);
	script_list(b, EXH_SCI_SECTION_EXPORTS, &export, 1);
	while (size - b->out.size > LARGEST)
		script_bytes(b, EXH_SCI_SECTION_STRINGS, "", 0);
	script_section(b, EXH_SCI_SECTION_CODE);
	script_patch(b, b->section + 2, (unsigned)(size - b->section));
	script_patch(b, 6, (unsigned)b->out.size);
	exh_write_bytes(&b->out, zeros, size - b->out.size);
}

static void scripts_have_a_largest_size(void **state)
{
	static const size_t sizes[] = { 65534, 65535, 65536, 65537, 70000 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct script_builder b;
		struct opened o;

		fill_up(&b, sizes[i]);
		open_bytes(&o, b.out.data, b.out.size);
		exh_writer_free(&b.out);
		if (sizes[i] <= LARGEST) {
			assert_int_equal(o.status, EXH_OK);
			assert_int_equal(o.code.function_count, 1);
			check_lists(&o.code);
		} else {
			assert_int_equal(o.status, EXH_LIMIT);
		}
		close_script(&o);
	}
}

static void short_memory_is_reported(void **state)
{
	struct script_builder b;
	struct places p;
	struct exh_sci_code code;
	enum exh_status status = EXH_NO_MEMORY;

	(void)state;
	build_whole(&b, &p);
	for (size_t limit = 0; status; limit += 8) {
		struct exh_arena arena = { .limit = limit };

		status = exh_sci_code_read(exh_writer_bytes(&b.out), &arena, &code, NULL,
					   NULL);
		assert_true(status == EXH_OK || status == EXH_NO_MEMORY);
		assert_true(limit < MEMORY);
		exh_arena_free(&arena);
	}
	exh_writer_free(&b.out);
}

static void scripts_with_wrong_bytes_keep_what_holds(void **state)
{
	struct script_builder b;
	struct places p;
	uint64_t seed = 7;

	(void)state;
	build_whole(&b, &p);
	for (int round = 0; round < ROUNDS; round++) {
		uint8_t *bytes = tight_copy(b.out.data, b.out.size);
		struct opened o;

		for (uint32_t i = 0, n = 1 + roll(&seed, 4); i < n; i++)
			bytes[roll(&seed, (uint32_t)b.out.size)] =
				(uint8_t)roll(&seed, 256);
		open_bytes(&o, bytes, b.out.size);
		if (o.status == EXH_OK)
			check_lists(&o.code);
		close_script(&o);
		free(bytes);
	}
	exh_writer_free(&b.out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_script_has_all_its_parts),
		cmocka_unit_test(objects_have_properties_methods_and_names),
		cmocka_unit_test(code_is_what_entries_and_branches_reach),
		cmocka_unit_test(strings_are_found_by_offset),
		cmocka_unit_test(every_prefix_opens_or_says_why_not),
		cmocka_unit_test(sections_of_impossible_sizes_are_noted),
		cmocka_unit_test(empty_sections_have_nothing),
		cmocka_unit_test(objects_that_leave_their_section_are_left_out),
		cmocka_unit_test(methods_outside_of_the_code_are_noted),
		cmocka_unit_test(code_that_goes_wrong_is_noted),
		cmocka_unit_test(branches_into_an_instruction_are_noted),
		cmocka_unit_test(bytes_between_are_code_if_they_fit),
		cmocka_unit_test(exports_that_are_nothing_are_noted),
		cmocka_unit_test(relocations_outside_are_noted),
		cmocka_unit_test(a_string_without_end_reaches_to_that_of_its_section),
		cmocka_unit_test(early_scripts_have_locals_without_values),
		cmocka_unit_test(scripts_have_a_largest_size),
		cmocka_unit_test(short_memory_is_reported),
		cmocka_unit_test(scripts_with_wrong_bytes_keep_what_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
