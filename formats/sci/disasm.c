#include "disasm.h"

#include "code.h"

#include "../base/reader.h"

#include <string.h>

enum { REPEATED = 4, SCRATCH = 1 << 16, USUAL_GAME = 1 };

static size_t start_of(const struct disasm *d, const struct exh_sci_section *s)
{
	return s->data.base - d->code->bytes.base;
}

static void directive(struct disasm *d, const char *name)
{
	exh_write_u8(d->out, '\n');
	exh_write_u8(d->out, '.');
	write_text(d->out, name);
	exh_write_u8(d->out, '\n');
}

/*
 * Other sections. These functions return false if the lines could not give the same bytes
 * again.
 */

static void write_raw(struct disasm *d, const struct exh_sci_section *s)
{
	write_text(d->out, "\n.section\t");
	exh_sci_write_number(d->out, s->type);
	if (exh_sci_disasm_comment(d))
		write_text(d->out, exh_sci_section_name(s->type));
	exh_write_u8(d->out, '\n');
	for (size_t at = start_of(d, s), end = at + s->data.size; at < end;) {
		struct exh_bytes bytes;
		size_t next = at + 1;

		if (exh_sci_has_label(&d->labels, (unsigned)at)) {
			exh_sci_write_label(&d->labels, (unsigned)at, d->out);
			write_text(d->out, ":\n");
		}
		while (next < end && !exh_sci_has_label(&d->labels, (unsigned)next))
			next++;
		exh_bytes_slice(d->code->bytes, at, next - at, &bytes);
		exh_sci_disasm_bytes(d, bytes);
		at = next;
	}
}

static bool write_code(struct disasm *d, const struct exh_sci_section *s)
{
	const size_t start = start_of(d, s);
	const size_t size = s->data.size;
	const bool ends_in_data =
		size && !(d->code->marks[start + size - 1] & EXH_SCI_IN_INSTRUCTION) &&
		!exh_sci_has_label(&d->labels, (unsigned)(start + size - 1));

	directive(d, "code");
	exh_sci_disasm_code(
		d, start,
		start + size - (ends_in_data && exh_sci_is_padded(s->data, size - 1)));
	return true;
}

static bool write_exports(struct disasm *d, const struct exh_sci_section *s)
{
	const size_t count = d->code->export_count;

	if (s->data.size != 2 + 2 * count || load_u16le(s->data.data) != count)
		return false;
	directive(d, "exports");
	for (size_t i = 0; i < count; i++) {
		const uint16_t offset = d->code->exports[i];

		exh_write_u8(d->out, '\t');
		if (exh_sci_has_label(&d->labels, offset))
			exh_sci_write_label(&d->labels, offset, d->out);
		else
			exh_sci_write_number(d->out, offset);
		if (exh_sci_disasm_comment(d))
			exh_sci_write_number(d->out, (int32_t)i);
		exh_write_u8(d->out, '\n');
	}
	return true;
}

static bool is_replaced(const struct disasm *d, size_t string)
{
	return d->options->strings && d->options->strings[string].data;
}

static bool write_strings(struct disasm *d, const struct exh_sci_section *s)
{
	const struct exh_bytes *strings = d->code->script.strings;

	directive(d, "strings");
	for (size_t i = 0; i < d->code->script.string_count; i++) {
		const size_t at = strings[i].base - s->data.base;
		const bool is_last = at + strings[i].size >= s->data.size;

		if (strings[i].base < s->data.base || at >= s->data.size)
			continue;
		if (!strings[i].size && exh_sci_is_padded(s->data, at) && !is_last &&
		    !is_replaced(d, i))
			continue;
		exh_sci_write_label(&d->labels,
				    (unsigned)(strings[i].base - d->code->bytes.base),
				    d->out);
		write_text(d->out, ":\n");
		if (is_last && !is_replaced(d, i)) {
			exh_sci_disasm_bytes(d, strings[i]);
			continue;
		}
		write_text(d->out, "\t.string\t");
		exh_sci_write_quoted(
			d->out, is_replaced(d, i) ? d->options->strings[i] : strings[i],
			EXH_SCI_SHOW_ALL);
		exh_write_u8(d->out, '\n');
	}
	return true;
}

static bool write_saids(struct disasm *d, const struct exh_sci_section *s)
{
	const struct exh_sci_script *script = &d->code->script;
	size_t at = 0;

	directive(d, "said");
	for (size_t i = 0; i <= script->said_count; i++) {
		const size_t next = i == script->said_count
					    ? s->data.size
					    : script->saids[i].base - s->data.base;
		struct exh_bytes between;

		if (i < script->said_count &&
		    (script->saids[i].base < s->data.base || next >= s->data.size))
			continue;
		exh_bytes_slice(s->data, at, next - at, &between);
		if (i < script->said_count || !exh_sci_is_padded(s->data, at))
			exh_sci_disasm_bytes(d, between);
		if (i == script->said_count)
			break;
		exh_sci_write_label(
			&d->labels,
			(unsigned)(script->saids[i].base - d->code->bytes.base), d->out);
		write_text(d->out, ":\n\t.spec\t");
		if (exh_sci_disasm_said(d, script->saids[i])) {
			exh_write_u8(d->out, '\n');
		} else {
			d->out->size -= d->out->failed ? 0 : strlen("\t.spec\t");
			exh_sci_disasm_bytes(d, script->saids[i]);
		}
		at = next + script->saids[i].size;
	}
	return true;
}

static bool write_synonyms(struct disasm *d, const struct exh_sci_section *s)
{
	if (s->data.size % 2)
		return false;
	directive(d, "synonyms");
	for (size_t i = 0; i + 1 < s->data.size; i += 2) {
		write_text(d->out, i % 4 ? ", $" : "\t.word\t$");
		exh_sci_write_hex(d->out, load_u16le(s->data.data + i), 4);
		if (i % 4 || i + 3 >= s->data.size)
			exh_write_u8(d->out, '\n');
	}
	return true;
}

static size_t equal_locals(const struct disasm *d, size_t first, size_t start)
{
	size_t i = first;

	while (i < d->code->local_count && d->code->locals[i] == d->code->locals[first] &&
	       !exh_sci_disasm_is_relocated(d, start + 2 * i))
		i++;
	return i - first;
}

static bool write_locals(struct disasm *d, const struct exh_sci_section *s)
{
	const size_t start = start_of(d, s);

	if (s->data.size % 2)
		return false;
	directive(d, "locals");
	for (size_t i = 0, count; i < d->code->local_count; i += count) {
		const bool relocated = exh_sci_disasm_is_relocated(d, start + 2 * i);

		count = equal_locals(d, i, start);
		if (count >= REPEATED) {
			write_text(d->out, "\t.fill\t");
			exh_sci_write_number(d->out, (int32_t)count);
			write_text(d->out, ", ");
		} else {
			write_text(d->out, "\t.word\t");
			count = 1;
		}
		exh_sci_disasm_word(d, d->code->locals[i], relocated);
		if (exh_sci_disasm_comment(d))
			exh_sci_write_number(d->out, (int32_t)i);
		if (relocated)
			exh_sci_disasm_comment_string(d, d->code->locals[i], relocated);
		exh_write_u8(d->out, '\n');
	}
	return true;
}

/* True if other sections write the word at an offset as an address. */
static bool is_shown(const struct disasm *d, unsigned at)
{
	const struct exh_sci_section *s = exh_sci_code_section(d->code, at);
	const struct exh_sci_object *object;

	if (!s)
		return false;
	if (s->type == EXH_SCI_SECTION_LOCALS)
		return s->data.size % 2 == 0 && (at - start_of(d, s)) % 2 == 0 &&
		       start_of(d, s) == d->code->locals_offset;
	object = exh_sci_disasm_object_of(d, (size_t)(s - d->code->script.sections));
	return object && exh_sci_disasm_is_regular(d, object) && at >= object->address &&
	       (at - object->address) % 2 == 0 &&
	       (at - object->address) / 2u < object->property_count;
}

/* True if the relocations are sorted, and other sections write all of them as
 * addresses. */
static bool are_usual(const struct disasm *d)
{
	const struct exh_sci_code *code = d->code;

	for (size_t i = 0; i < code->relocation_count; i++) {
		const uint16_t at = code->relocations[i];

		if ((i && at <= code->relocations[i - 1]) || !is_shown(d, at))
			return false;
	}
	return true;
}

/* True if the first section of relocations can be written as such. */
static bool find_relocations(const struct exh_sci_code *code)
{
	for (size_t i = 0; i < code->script.section_count; i++) {
		const struct exh_sci_section *s = &code->script.sections[i];

		if (s->type == EXH_SCI_SECTION_RELOCATION)
			return exh_sci_is_whole_section(s) &&
			       s->data.size == 2 + 2 * code->relocation_count &&
			       load_u16le(s->data.data) == code->relocation_count;
	}
	return false;
}

static bool write_relocations(struct disasm *d)
{
	const struct exh_sci_code *code = d->code;

	if (!d->has_relocations)
		return false;
	directive(d, "relocations");
	if (are_usual(d))
		return true;
	for (size_t i = 0; i < code->relocation_count; i++) {
		write_text(d->out, "\t.word\t$");
		exh_sci_write_hex(d->out, code->relocations[i], 4);
		exh_write_u8(d->out, '\n');
	}
	return true;
}

/*
 * The whole text.
 */

static bool is_first(const struct disasm *d, const struct exh_sci_section *s)
{
	const struct exh_sci_section *all = d->code->script.sections;

	for (const struct exh_sci_section *before = all; before < s; before++)
		if (before->type == s->type)
			return false;
	return true;
}

static bool write_structured(struct disasm *d, const struct exh_sci_section *s)
{
	const struct exh_sci_object *object;

	switch (s->type) {
	case EXH_SCI_SECTION_OBJECT:
	case EXH_SCI_SECTION_CLASS:
		object = exh_sci_disasm_object_of(d,
						  (size_t)(s - d->code->script.sections));
		if (!object || !exh_sci_disasm_is_regular(d, object))
			return false;
		exh_sci_disasm_object(d, object);
		return true;
	case EXH_SCI_SECTION_CODE:
		return write_code(d, s);
	case EXH_SCI_SECTION_SAID:
		return write_saids(d, s);
	case EXH_SCI_SECTION_STRINGS:
		return write_strings(d, s);
	case EXH_SCI_SECTION_SYNONYMS:
		return write_synonyms(d, s);
	case EXH_SCI_SECTION_EXPORTS:
		return is_first(d, s) && write_exports(d, s);
	case EXH_SCI_SECTION_RELOCATION:
		return is_first(d, s) && write_relocations(d);
	case EXH_SCI_SECTION_LOCALS:
		return is_first(d, s) && write_locals(d, s);
	default:
		return false;
	}
}

static void write_section(struct disasm *d, const struct exh_sci_section *s)
{
	if (s->data.size % 2 || !write_structured(d, s))
		write_raw(d, s);
}

/* Writes the end mark, unless nothing else is there. */
static void write_rest(struct disasm *d, size_t at)
{
	const struct exh_bytes all = d->code->bytes;
	struct exh_bytes rest;

	exh_bytes_slice(all, at, all.size - at, &rest);
	if (rest.size == 2 && load_u16le(rest.data) == EXH_SCI_SECTION_END)
		return;
	directive(d, "rest");
	exh_sci_disasm_bytes(d, rest);
}

static void write_head(struct disasm *d)
{
	const struct exh_sci_code *code = d->code;

	write_text(d->out, ".script\t");
	exh_sci_write_number(d->out, d->labels.script->number);
	if (exh_sci_disasm_comment(d)) {
		exh_sci_write_number(d->out, (int32_t)code->bytes.size);
		write_text(d->out, " bytes");
	}
	exh_write_u8(d->out, '\n');
	if (code->script.is_early) {
		write_text(d->out, ".early\t");
		exh_sci_write_number(d->out, code->script.locals_count);
		exh_write_u8(d->out, '\n');
	}
}

static void write_all(struct disasm *d)
{
	const struct exh_sci_script *script = &d->code->script;
	size_t at = script->is_early ? 2 : 0;

	write_head(d);
	for (size_t i = 0; i < script->section_count; i++) {
		const struct exh_sci_section *s = &script->sections[i];

		if (!exh_sci_is_whole_section(s))
			break;
		write_section(d, s);
		at = start_of(d, s) + s->data.size;
	}
	write_rest(d, at);
}

/* Writes one object and the code of its methods, or one method of all objects. */
static void write_part(struct disasm *d, const struct exh_sci_object *object)
{
	const int selector = d->options->selector;

	if (selector < 0)
		exh_sci_disasm_object(d, object);
	for (size_t i = 0; i < object->method_count; i++) {
		const struct exh_sci_method *m = &object->methods[i];
		const struct exh_sci_function *f =
			exh_sci_code_function(d->code, m->code);

		if (f && f->start == m->code && (selector < 0 || selector == m->selector))
			exh_sci_disasm_code(d, f->start, f->end);
	}
}

static void write_parts(struct disasm *d)
{
	for (size_t i = 0; i < d->code->object_count; i++)
		if (!d->options->object || d->options->object == &d->code->objects[i])
			write_part(d, &d->code->objects[i]);
}

enum exh_status exh_sci_disassemble(const struct exh_sci_naming *naming,
				    const struct exh_sci_program_script *script,
				    const struct exh_sci_disasm_options *options,
				    struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer scratch = { .limit = SCRATCH };
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct disasm d = { .code = &script->code,
			    .naming = naming,
			    .options = options,
			    .has_relocations = find_relocations(&script->code),
			    .out = out,
			    .scratch = &scratch };
	const int game = exh_sci_game_global(naming->program);
	const bool is_ready = exh_sci_labels_open(&d.labels, naming, script, &arena) &&
			      exh_sci_disasm_find_regular(&d, &arena) &&
			      exh_sci_annotate(&d, &arena);

	d.game_global = game < 0 ? USUAL_GAME : game;
	if (is_ready && (options->object || options->selector >= 0))
		write_parts(&d);
	else if (is_ready)
		write_all(&d);
	exh_arena_free(&arena);
	exh_writer_free(&scratch);
	if (is_ready && !out->failed)
		return EXH_OK;
	return exh_fail(err, is_ready ? EXH_LIMIT : EXH_NO_MEMORY, EXH_NO_OFFSET,
			"script %u: its text needs more memory than there is",
			script->number);
}
