/* Builds scripts section by section, for tests: valid ones, and ones that no compiler
 * makes. */
#ifndef EXH_SCI_SCRIPT_TESTING_H
#define EXH_SCI_SCRIPT_TESTING_H

#include "exhume/advanced/sci_code.h"

#include "../base/testing.h"

enum { SCRIPT_LIMIT = 1 << 17 };

struct script_builder {
	struct exh_writer out;
	size_t section; /* offset of the current section's header */
};

static inline void script_start(struct script_builder *b)
{
	*b = (struct script_builder){ .out.limit = SCRIPT_LIMIT };
}

/* Overwrites a word. */
static inline void script_patch(struct script_builder *b, size_t at, unsigned value)
{
	assert_true(at + 2 <= b->out.size);
	b->out.data[at] = (uint8_t)value;
	b->out.data[at + 1] = (uint8_t)(value >> 8);
}

static inline void script_word(struct script_builder *b, unsigned value)
{
	exh_write_u16le(&b->out, (uint16_t)value);
}

static inline void script_words(struct script_builder *b, const uint16_t *words,
				size_t count)
{
	for (size_t i = 0; i < count; i++)
		script_word(b, words[i]);
}

/* Begins a section; returns the offset of its data. */
static inline size_t script_section(struct script_builder *b, unsigned type)
{
	b->section = b->out.size;
	script_word(b, type);
	script_word(b, 0);
	return b->out.size;
}

/* Ends a section: pads it with a 0 to an even size, and stores its size. */
static inline void script_section_end(struct script_builder *b)
{
	if ((b->out.size - b->section) % 2)
		exh_write_u8(&b->out, 0);
	script_patch(b, b->section + 2, (unsigned)(b->out.size - b->section));
}

/* Adds a section of bytes; returns their offset. */
static inline size_t script_bytes(struct script_builder *b, unsigned type,
				  const void *data, size_t size)
{
	const size_t at = script_section(b, type);

	exh_write_bytes(&b->out, data, size);
	script_section_end(b);
	return at;
}

/* Adds exports or relocations: their number, then the list. */
static inline size_t script_list(struct script_builder *b, unsigned type,
				 const uint16_t *words, size_t count)
{
	const size_t at = script_section(b, type);

	script_word(b, (unsigned)count);
	script_words(b, words, count);
	script_section_end(b);
	return at + 2;
}

struct script_object {
	bool is_class;
	const uint16_t *properties, *selectors; /* selectors: only for a class */
	size_t property_count;
	const uint16_t *method_selectors, *methods;
	size_t method_count;
};

/* Adds an object; returns its address. */
static inline unsigned script_object(struct script_builder *b,
				     const struct script_object *o)
{
	const size_t lists = o->is_class ? 2 : 1;
	const size_t at = script_section(b, o->is_class ? EXH_SCI_SECTION_CLASS
							: EXH_SCI_SECTION_OBJECT);

	script_word(b, EXH_SCI_OBJECT_MAGIC);
	script_word(b, 0);
	script_word(b, (unsigned)(2 * lists * o->property_count + 2));
	script_word(b, (unsigned)o->property_count);
	script_words(b, o->properties, o->property_count);
	if (o->is_class)
		script_words(b, o->selectors, o->property_count);
	script_word(b, (unsigned)o->method_count);
	script_words(b, o->method_selectors, o->method_count);
	script_word(b, 0);
	script_words(b, o->methods, o->method_count);
	script_section_end(b);
	return (unsigned)(at + EXH_SCI_OBJECT_HEAD);
}

static inline void script_end(struct script_builder *b)
{
	script_word(b, EXH_SCI_SECTION_END);
	assert_false(b->out.failed);
}

/* Adds an instruction, as narrow as possible. */
static inline void script_op(struct script_builder *b, unsigned opcode, int32_t first,
			     int32_t second, int32_t third)
{
	struct exh_sci_instruction in = { .opcode = (uint8_t)opcode,
					  .operands = { first, second, third } };

	in.is_narrow = exh_sci_opcode(opcode)->is_sized && exh_sci_instruction_fits(&in);
	assert_int_equal(exh_sci_instruction_write(&in, &b->out, NULL), EXH_OK);
}

#endif
