/* The disassembler's values and objects. */
#include "disasm.h"

#include "../base/reader.h"
#include "exhume/sci_parser.h"
#include "basics.h"

#include <string.h>

enum { PER_LINE = 16 /* bytes */ };

bool exh_sci_disasm_comment(struct disasm *d)
{
	if (!d->options->is_plain)
		write_text(d->out, "\t; ");
	return !d->options->is_plain;
}

void exh_sci_write_quoted(struct exh_writer *out, struct exh_bytes text, size_t most)
{
	const size_t size = text.size < most ? text.size : most;

	exh_write_u8(out, '"');
	for (size_t i = 0; i < size; i++) {
		const uint8_t c = text.data[i];

		if (c == '\n') {
			write_text(out, "\\n");
		} else if (c == '"' || c == '\\') {
			exh_write_u8(out, '\\');
			exh_write_u8(out, c);
		} else if (c < ' ' || c >= 0x7f) {
			write_text(out, "\\x");
			exh_sci_write_hex(out, c, 2);
		} else {
			exh_write_u8(out, c);
		}
	}
	write_text(out, size < text.size ? "...\"" : "\"");
}

void exh_sci_disasm_bytes(struct disasm *d, struct exh_bytes bytes)
{
	for (size_t i = 0; i < bytes.size; i++) {
		const bool is_last = i + 1 == bytes.size || i % PER_LINE == PER_LINE - 1;

		write_text(d->out, i % PER_LINE ? ", $" : "\t.byte\t$");
		exh_sci_write_hex(d->out, bytes.data[i], 2);
		if (is_last)
			exh_write_u8(d->out, '\n');
	}
}

/*
 * Said specs.
 */

bool exh_sci_disasm_said(struct disasm *d, struct exh_bytes spec)
{
	const struct exh_sci_lexicon *lexicon = d->naming->program->lexicon;
	const size_t before = d->out->size;
	struct exh_bytes text;

	exh_write_u8(d->out, '\'');
	if (!exh_sci_said_decompile(spec, lexicon, d->out, NULL) && !d->out->failed) {
		text = (struct exh_bytes){ d->out->data + before + 1,
					   d->out->size - before - 1, 0 };
		d->scratch->size = 0;
		if (!memchr(text.data, '\'', text.size) &&
		    !memchr(text.data, '\n', text.size) &&
		    !exh_sci_said_compile(text, lexicon, EXH_SCI_SAID_LENIENT, d->scratch,
					  NULL) &&
		    same_bytes(exh_writer_bytes(d->scratch), spec)) {
			exh_write_u8(d->out, '\'');
			return true;
		}
	}
	d->out->size = d->out->failed ? d->out->size : before;
	return false;
}

/*
 * Values.
 */

void exh_sci_disasm_word(struct disasm *d, uint16_t value, bool is_relocated)
{
	if (!is_relocated) {
		exh_sci_write_number(d->out, (int16_t)value);
		return;
	}
	exh_write_u8(d->out, '@');
	exh_sci_write_label(&d->labels, value, d->out);
}

void exh_sci_disasm_comment_string(struct disasm *d, uint16_t value, bool is_relocated)
{
	struct exh_bytes text;

	if (is_relocated && exh_sci_code_string(d->code, value, &text) &&
	    exh_sci_disasm_comment(d))
		exh_sci_write_quoted(d->out, text, EXH_SCI_SHOW_ALL);
}

bool exh_sci_disasm_is_relocated(const struct disasm *d, size_t offset)
{
	return d->has_relocations && exh_sci_code_is_address(d->code, offset);
}

/*
 * Objects.
 */

/* True if the vocabulary has the name of a selector with a question mark after it. */
static bool is_questioned(const struct exh_sci_program *program, struct exh_bytes name)
{
	for (size_t i = 0; i < program->selectors.count; i++) {
		const struct exh_bytes other = program->selectors.items[i].text;

		if (other.size == name.size + 1 && other.data[name.size] == '?' &&
		    !memcmp(other.data, name.data, name.size))
			return true;
	}
	return false;
}

bool exh_sci_disasm_selector(const struct disasm *d, int32_t value)
{
	const struct exh_sci_program *program = d->naming->program;
	const bool is_early = d->code->script.is_early;
	const bool is_odd = is_early && value & 1;
	const unsigned selector = (unsigned)value >> is_early;
	const struct exh_bytes name =
		value < 0 ? (struct exh_bytes){ .size = 0 }
			  : exh_sci_program_selector(program, selector);

	if (!name.size || !d->naming->selectors[selector] ||
	    (is_odd && is_questioned(program, name)))
		return false;
	exh_write_bytes(d->out, name.data, name.size);
	if (is_odd)
		exh_write_u8(d->out, '?');
	return true;
}

bool exh_sci_disasm_property(const struct disasm *d, const struct exh_sci_object *object,
			     size_t place, struct exh_writer *out)
{
	size_t count;
	const uint16_t *selectors =
		exh_sci_program_selectors(d->naming->program, object, &count);

	if (place >= count || selectors[place] >= d->naming->program->selectors.count ||
	    !d->naming->selectors[selectors[place]])
		return false;
	for (size_t i = 0; i < place; i++)
		if (selectors[i] == selectors[place])
			return false;
	exh_sci_write_selector(d->naming, selectors[place], out);
	return true;
}

/* Objects are in the order of their sections. */
const struct exh_sci_object *exh_sci_disasm_object_of(const struct disasm *d,
						      size_t section)
{
	size_t first = 0, end = d->code->object_count;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;

		if (d->code->objects[middle].section < section)
			first = middle + 1;
		else
			end = middle;
	}
	return first < d->code->object_count && d->code->objects[first].section == section
		       ? &d->code->objects[first]
		       : NULL;
}

/* True if halving the selectors of an early script loses no bit. */
static bool are_even(struct exh_bytes in, size_t first, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (in.data[first + 2 * i] & 1)
			return false;
	return true;
}

/* True if the section contains exactly what an object with these lists needs. */
static bool is_regular(const struct exh_sci_object *object,
		       const struct exh_sci_section *section, bool is_early)
{
	const struct exh_bytes in = section->data;
	const size_t words = object->property_count * (object->is_class ? 2 : 1);
	const size_t methods = 8 + 2 * words + 2;
	const size_t zero = methods + 2 * object->method_count;

	return exh_sci_is_whole_section(section) &&
	       zero + 2 + 2 * object->method_count == in.size &&
	       load_u16le(in.data + 2) == 0 &&
	       load_u16le(in.data + 4) == methods - EXH_SCI_OBJECT_HEAD &&
	       load_u16le(in.data + zero) == 0 &&
	       (!is_early || (are_even(in, methods + 2, object->method_count) &&
			      are_even(in, 8 + 2 * object->property_count,
				       words - object->property_count)));
}

bool exh_sci_disasm_find_regular(struct disasm *d, struct exh_arena *arena)
{
	d->regular = exh_alloc(arena, d->code->object_count + 1, 1);
	for (size_t i = 0; i < d->code->object_count && d->regular; i++)
		d->regular[i] =
			is_regular(&d->code->objects[i],
				   &d->code->script.sections[d->code->objects[i].section],
				   d->code->script.is_early);
	return d->regular;
}

bool exh_sci_disasm_is_regular(const struct disasm *d,
			       const struct exh_sci_object *object)
{
	return d->regular[object - d->code->objects];
}

static void write_class_comment(struct disasm *d, size_t place, uint16_t value)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(d->naming->program, value);

	if (place <= EXH_SCI_SUPERCLASS && class && class->name.size &&
	    exh_sci_disasm_comment(d))
		exh_sci_write_quoted(d->out, class->name, EXH_SCI_SHOW_ALL);
}

static void write_property(struct disasm *d, const struct exh_sci_object *object,
			   size_t place)
{
	const uint16_t value = object->properties[place];
	const bool relocated =
		exh_sci_disasm_is_relocated(d, object->address + 2 * place);

	exh_write_u8(d->out, '\t');
	if (!exh_sci_disasm_property(d, object, place, d->out)) {
		if (object->selectors) {
			exh_write_u8(d->out, '#');
			exh_sci_write_number(d->out, object->selectors[place]
							     << d->code->script.is_early);
		} else {
			exh_write_u8(d->out, '_');
		}
	}
	write_text(d->out, " = ");
	exh_sci_disasm_word(d, value, relocated);
	exh_sci_disasm_comment_string(d, value, relocated);
	if (!relocated)
		write_class_comment(d, place, value);
	exh_write_u8(d->out, '\n');
}

static bool is_code(const struct disasm *d, unsigned offset)
{
	const struct exh_sci_section *s = exh_sci_code_section(d->code, offset);

	return s && s->type == EXH_SCI_SECTION_CODE;
}

static void write_method(struct disasm *d, const struct exh_sci_method *method)
{
	write_text(d->out, "\t.method\t");
	if (!exh_sci_disasm_selector(d, method->selector << d->code->script.is_early)) {
		exh_write_u8(d->out, '#');
		exh_sci_write_number(d->out,
				     method->selector << d->code->script.is_early);
	}
	write_text(d->out, " = ");
	if (is_code(d, method->code))
		exh_sci_write_label(&d->labels, method->code, d->out);
	else
		exh_sci_write_number(d->out, method->code);
	exh_write_u8(d->out, '\n');
}

void exh_sci_disasm_object(struct disasm *d, const struct exh_sci_object *object)
{
	write_text(d->out, object->is_class ? "\n.class\t" : "\n.object\t");
	exh_sci_write_label(&d->labels, object->address, d->out);
	exh_write_u8(d->out, '\n');
	for (size_t i = 0; i < object->property_count; i++)
		write_property(d, object, i);
	for (size_t i = 0; i < object->method_count; i++)
		write_method(d, &object->methods[i]);
}
