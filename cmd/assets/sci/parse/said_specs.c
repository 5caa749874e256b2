#include "parse.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_LIMIT = 1 << 29,
	TEXT_LIMIT = 1 << 20,
	FILE_LIMIT = 1 << 28,
	FIRST_OPERATOR = 0xf0, /* first byte value of operators in code */
};

/* Operators in a spec's text; words are between them. */
#define OPERATORS ",&/()[]#<>"

void said_specs_start(struct said_specs *specs)
{
	*specs = (struct said_specs){ .arena = { .limit = MEMORY_LIMIT } };
}

void said_specs_free(struct said_specs *specs)
{
	exh_arena_free(&specs->arena);
	free(specs->items);
}

/*
 * Adding a spec given as bytes.
 */

static enum exh_status fail_limit(struct exh_error *err)
{
	return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
			"the specs are larger than the limit of %d bytes", MEMORY_LIMIT);
}

static enum exh_status keep_bytes(struct exh_arena *arena, struct exh_bytes *bytes,
				  struct exh_error *err)
{
	*bytes = exh_memdup(arena, *bytes);
	return bytes->data ? EXH_OK : fail_limit(err);
}

static enum exh_status keep_text(struct said_spec *spec,
				 const struct exh_sci_lexicon *lexicon,
				 struct exh_arena *arena, struct exh_error *err)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	enum exh_status status = exh_sci_said_decompile(spec->code, lexicon, &text, err);

	spec->text = exh_writer_bytes(&text);
	if (!status)
		status = keep_bytes(arena, &spec->text, err);
	exh_writer_free(&text);
	return status;
}

/* Builds the tree in a large arena, and keeps only its used part. */
static enum exh_status build(struct said_spec *spec, struct exh_arena *arena,
			     struct exh_error *err)
{
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_said_span spans[EXH_SCI_TREE_NODES];
	enum exh_status status;

	spec->tree = (struct exh_sci_tree){ nodes, 0, EXH_SCI_TREE_NODES };
	status = exh_sci_said_tree(spec->code, &spec->tree, spans, NULL, err);
	if (status)
		return status;
	spec->spans = exh_alloc(arena, spec->tree.count, sizeof *spec->spans);
	spec->tree.nodes = exh_alloc(arena, spec->tree.count, sizeof *spec->tree.nodes);
	if (!spec->spans || !spec->tree.nodes)
		return fail_limit(err);
	memcpy(spec->spans, spans, spec->tree.count * sizeof *spans);
	memcpy(spec->tree.nodes, nodes, spec->tree.count * sizeof *nodes);
	spec->tree.capacity = spec->tree.count;
	return exh_sci_said_prepare(&spec->tree, arena, &spec->said, err);
}

static enum exh_status add_code(struct said_specs *specs,
				const struct exh_sci_lexicon *lexicon,
				struct exh_bytes code, size_t number, int script,
				struct exh_error *err)
{
	struct said_spec *spec = MEM_ADD(specs);
	enum exh_status status;

	*spec = (struct said_spec){ .number = number,
				    .code = code,
				    .has_script = script >= 0,
				    .script = script };
	status = keep_bytes(&specs->arena, &spec->code, err);
	if (!status)
		status = build(spec, &specs->arena, err);
	if (!status)
		status = keep_text(spec, lexicon, &specs->arena, err);
	specs->count -= status != EXH_OK;
	return status;
}

/*
 * Text, or hexadecimal digits.
 */

/* Reads bytes of one whole spec, as digits. Spec text never looks like this: it begins
 * with an operator. */
static bool read_code(struct exh_bytes text, struct exh_writer *out)
{
	size_t size;

	return text_read_hex(text, out) && out->size > 1 && !out->failed &&
	       !exh_sci_said_size(exh_writer_bytes(out), &size, NULL) &&
	       size == out->size;
}

static enum exh_status add_line(struct said_specs *specs,
				const struct exh_sci_lexicon *lexicon,
				struct exh_bytes line, size_t number,
				struct exh_error *err)
{
	struct exh_writer text = { .limit = TEXT_LIMIT }, code = { .limit = TEXT_LIMIT };
	const bool is_hex = read_code(line, &code);
	enum exh_status status = EXH_OK;

	if (!is_hex) {
		code.size = 0;
		status = exh_sci_said_from_utf8(line, lexicon->page, &text, err);
		if (!status)
			status = exh_sci_said_compile(exh_writer_bytes(&text), lexicon,
						      EXH_SCI_SAID_STRICT, &code, err);
	}
	if (!status)
		status = add_code(specs, lexicon, exh_writer_bytes(&code), number, -1,
				  err);
	if (!status && !is_hex) {
		struct said_spec *spec = &specs->items[specs->count - 1];

		spec->given = line;
		spec->typed = exh_writer_bytes(&text);
		status = keep_bytes(&specs->arena, &spec->given, err);
		if (!status)
			status = keep_bytes(&specs->arena, &spec->typed, err);
	}
	if (status && is_hex)
		err->offset = EXH_NO_OFFSET; /* the digits have no column */
	exh_writer_free(&text);
	exh_writer_free(&code);
	return status;
}

/* Reports an error, with its column if known. */
static void tell(struct report *report, const char *file, const char *where,
		 struct exh_bytes line, const struct exh_error *err)
{
	const int size = line.size > 80 ? 80 : (int)line.size;

	if (err->offset <= line.size)
		report_error(report, file, EXH_NO_OFFSET, "%scolumn %zu of '%.*s': %s",
			     where, err->offset + 1, size, (const char *)line.data,
			     err->text);
	else
		report_error(report, file, EXH_NO_OFFSET, "%s'%.*s': %s", where, size,
			     (const char *)line.data, err->text);
}

void said_specs_add_text(struct said_specs *specs, const struct exh_sci_lexicon *lexicon,
			 const char *text, struct report *report)
{
	const struct exh_bytes line = bytes_of_text(text);
	struct exh_error err;

	if (add_line(specs, lexicon, line, specs->next_number++, &err))
		tell(report, NULL, "--said: ", line, &err);
}

void said_specs_add_file(struct said_specs *specs, const struct exh_sci_lexicon *lexicon,
			 const char *path, struct report *report)
{
	struct file file;
	struct lines lines;
	struct exh_error err;
	char where[40];

	if (!report_read(report, path, FILE_LIMIT, &file))
		return;
	lines_split(text_without_mark(file_bytes(&file)), &lines);
	for (size_t i = 0; i < lines.count; i++) {
		if (!lines.items[i].size ||
		    !add_line(specs, lexicon, lines.items[i], i, &err))
			continue;
		snprintf(where, sizeof where, "line %zu: ", i + 1);
		tell(report, path, where, lines.items[i], &err);
	}
	specs->next_number = lines.count;
	lines_free(&lines);
	free(file.data);
}

/* Takes a malformed spec. It never matches in the interpreter, either. */
static void take_flaw(struct said_specs *specs, const char *file, size_t offset,
		      unsigned script, const struct exh_error *err, struct report *report)
{
	if (specs->flaws)
		*MEM_ADD(specs->flaws) =
			(struct said_flaw){ (uint16_t)script, (uint16_t)offset,
					    mem_text(err->text) };
	else
		report_warning(report, file, offset, "script %u: %s", script, err->text);
}

/* Adds the specs of a script; returns their number, including those left out. */
static size_t add_script(struct said_specs *specs, struct parser_source *source,
			 unsigned number, const char **file, struct report *report)
{
	struct exh_sci_script script;
	struct exh_error err;

	if (!parser_source_script(source, number, &script, file, report))
		return 1;
	for (size_t i = 0; i < script.said_count; i++) {
		const struct exh_bytes code = script.saids[i];

		if (add_code(specs, &source->words.lexicon, code, specs->next_number++,
			     (int)number, &err))
			take_flaw(specs, *file,
				  code.base - (specs->flaws ? script.base : 0), number,
				  &err, report);
		else
			specs->items[specs->count - 1].offset = code.base - script.base;
	}
	return script.said_count;
}

void said_specs_add_scripts(struct said_specs *specs, struct parser_source *source,
			    const struct range *range, struct report *report)
{
	size_t count = 0;
	const char *file = NULL;

	for (uint32_t i = 0; i <= range->last - range->first; i++) {
		const uint32_t number = range_at(range, i);

		if (parser_source_wants(source, range, number))
			count += add_script(specs, source, number, &file, report);
	}
	if (!count && range->first == range->last)
		report_warning(report, file, EXH_NO_OFFSET, "script %u has no Said specs",
			       (unsigned)range->first);
	else if (!count)
		report_warning(report, source->game.folder, EXH_NO_OFFSET,
			       "no script has Said specs");
}

/* Returns the number of words and operators in the first bytes of a code. */
static size_t count_codes(struct exh_bytes code, size_t size)
{
	size_t count = 0;

	for (size_t i = 0; i < size && i < code.size; count++)
		i += code.data[i] < FIRST_OPERATOR ? 2 : 1;
	return count;
}

static bool is_one_of(uint8_t c, const char *list)
{
	return c && strchr(list, c);
}

/* Returns the span of the next word or operator of a text; empty at its end. */
static struct exh_sci_said_span next_code(struct exh_bytes text, size_t at)
{
	size_t end;

	while (at < text.size && is_one_of(text.data[at], " \t'"))
		at++;
	end = at;
	if (at < text.size && is_one_of(text.data[at], OPERATORS))
		end++;
	else
		while (end < text.size && !is_one_of(text.data[end], " \t'" OPERATORS))
			end++;
	return (struct exh_sci_said_span){ at, end };
}

/* Returns the text of the codes from first to before end. */
static struct exh_bytes pick_codes(struct exh_bytes text, size_t first, size_t end)
{
	struct exh_sci_said_span span = { 0, 0 };
	size_t start = 0;

	for (size_t i = 0; i < end; i++) {
		span = next_code(text, span.end);
		start = i == first ? span.first : start;
	}
	return (struct exh_bytes){ text.data + start, span.end - start, 0 };
}

bool said_spec_explain(const struct said_spec *spec,
		       const struct exh_sci_lexicon *lexicon,
		       const struct exh_sci_said_input *input, struct exh_bytes *part)
{
	struct exh_sci_said_failure failure;
	struct exh_sci_said_span span;

	if (!exh_sci_said_explain(&spec->tree, spec->spans, &spec->said, input, &failure))
		return false;
	if (spec->typed.data) {
		*part = pick_codes(spec->typed,
				   count_codes(spec->code, failure.bytes.first),
				   count_codes(spec->code, failure.bytes.end));
		return true;
	}
	span = exh_sci_said_text_span(spec->code, lexicon, failure.bytes);
	return span.first <= span.end &&
	       exh_bytes_slice(spec->text, span.first, span.end - span.first, part);
}
