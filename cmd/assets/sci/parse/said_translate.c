#include "parse.h"

#include "assets/sci/sci.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SPECS_LIMIT = 1 << 28,
	LINE_LIMIT = 1 << 24,
};

struct work {
	const struct said_compile_request *request;
	struct said_out out;
	struct report *report;
	size_t script_count;
};

static bool is_blank(uint8_t c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/*
 * Compiling.
 */

static bool is_of_word(uint8_t c)
{
	return !strchr(" \t\n\v\f\r,&/()[]#<>{}'", c);
}

/* True if a blank is between letters. */
static bool has_blank_in_word(struct exh_bytes text)
{
	size_t blanks = 0, letters = 0;

	for (size_t i = 0; i < text.size; i++) {
		if (is_blank(text.data[i])) {
			blanks++;
			continue;
		}
		if (blanks && letters && is_of_word(text.data[i]))
			return true;
		letters = is_of_word(text.data[i]);
		blanks = 0;
	}
	return false;
}

static enum exh_sci_said_check check_of(const struct said_compile_request *request)
{
	if (request->compiler == SAID_BY_COMPANION)
		return request->lenient ? EXH_SCI_SAID_JOIN_LENIENT : EXH_SCI_SAID_JOIN;
	return request->lenient ? EXH_SCI_SAID_LENIENT : EXH_SCI_SAID_STRICT;
}

static void refuse(struct work *work, struct exh_bytes text,
		   const struct said_place *place, const struct exh_error *err)
{
	const bool is_hinted =
		work->request->compiler != SAID_BY_COMPANION && has_blank_in_word(text);
	char message[sizeof err->text + 80];

	snprintf(message, sizeof message, "%s%s", err->text,
		 is_hinted ? " (--compiler companion drops the blanks within a word)"
			   : "");
	said_out_fail(&work->out, place,
		      err->offset == EXH_NO_OFFSET ? 0 : err->offset + 1, message,
		      work->report);
}

static void compile(struct work *work, struct exh_bytes utf8,
		    const struct said_place *place)
{
	struct exh_writer text = { .limit = LINE_LIMIT }, code = { .limit = LINE_LIMIT };
	struct exh_error err;

	const struct exh_sci_lexicon *lexicon = work->out.lexicon;

	if (exh_sci_said_from_utf8(utf8, lexicon ? lexicon->page : NULL, &text, &err))
		said_out_fail(&work->out, place, text.size + 1, err.text, work->report);
	else if (exh_sci_said_compile(exh_writer_bytes(&text), lexicon,
				      check_of(work->request), &code, &err))
		refuse(work, exh_writer_bytes(&text), place, &err);
	else
		said_out_add(&work->out, exh_writer_bytes(&code), place, work->report);
	exh_writer_free(&text);
	exh_writer_free(&code);
}

typedef void take_line(struct work *work, struct exh_bytes line,
		       const struct said_place *place);

static void take_lines(struct work *work, struct exh_bytes text, const char *file,
		       take_line *take)
{
	struct lines lines;

	lines_split(text, &lines);
	for (size_t i = 0; i < lines.count; i++) {
		const struct said_place place = { .file = file, .line = i + 1 };

		take(work, lines.items[i], &place);
	}
	lines_free(&lines);
}

static void compile_all(struct work *work)
{
	const struct said_compile_request *request = work->request;
	struct said_place place = { 0 };
	struct file file;

	if (!request->file) {
		for (size_t i = 0; i < request->common.operand_count; i++) {
			place.line = i + 1;
			compile(work, bytes_of_text(request->common.operands[i]), &place);
		}
		return;
	}
	if (!report_read(work->report, request->file, SPECS_LIMIT, &file))
		return;
	take_lines(work, text_without_mark(file_bytes(&file)), request->file, compile);
	free(file.data);
}

/*
 * Decompiling.
 */

static bool is_hex(struct exh_bytes text)
{
	size_t count = 0;

	for (size_t i = 0; i < text.size; i++) {
		if (text_hex_digit(text.data[i]) >= 0)
			count++;
		else if (!is_blank(text.data[i]))
			return false;
	}
	return count > 0;
}

/* Returns the column of a byte's first digit, from 1; for the size of the text the
 * column after the last byte. */
static size_t column_of(struct exh_bytes text, size_t byte)
{
	size_t digits = 0, column = 1;

	for (size_t i = 0; i < text.size; i++) {
		if (text_hex_digit(text.data[i]) < 0)
			continue;
		if (digits++ == 2 * byte)
			return i + 1;
		column = i + 2;
	}
	return column;
}

static enum exh_status check_code(struct exh_bytes code, struct exh_error *err)
{
	size_t size;
	const enum exh_status status = exh_sci_said_size(code, &size, err);

	if (status || size == code.size)
		return status;
	return exh_fail(err, EXH_INVALID, size,
			"%zu byte%s after the 0xff that ends the spec", code.size - size,
			text_plural(code.size - size));
}

/* Decompiles a line of hexadecimal digits. */
static void decompile(struct work *work, struct exh_bytes text,
		      const struct said_place *place)
{
	struct exh_writer code = { .limit = SIZE_MAX };
	const bool is_read = text_read_hex(text, &code);
	struct exh_error err;

	mem_check(&code);
	if (!is_read)
		said_out_fail(&work->out, place, column_of(text, code.size),
			      "expected two hexadecimal digits per byte", work->report);
	else if (check_code(exh_writer_bytes(&code), &err))
		said_out_fail(&work->out, place, column_of(text, err.offset), err.text,
			      work->report);
	else
		said_out_add(&work->out, exh_writer_bytes(&code), place, work->report);
	exh_writer_free(&code);
}

/* Returns the size up to the next 0xff, to continue after an invalid spec. */
static size_t size_with_end(struct exh_bytes bytes)
{
	const uint8_t *end = memchr(bytes.data, EXH_SCI_SAID_END, bytes.size);

	return end ? (size_t)(end - bytes.data) + 1 : bytes.size;
}

/* Decompiles specs stored one after another, as in scripts. */
static void decompile_bytes(struct work *work, struct exh_bytes bytes, const char *file)
{
	struct said_place place = { .file = file };

	while (place.offset < bytes.size &&
	       !(place.offset + 1 == bytes.size && !bytes.data[place.offset])) {
		struct exh_bytes rest;
		struct exh_error err;
		size_t size;

		exh_bytes_slice(bytes, place.offset, bytes.size - place.offset, &rest);
		if (exh_sci_said_size(rest, &size, &err)) {
			const struct said_place bad = { .file = file,
							.offset = err.offset,
							.file_offset = err.offset };

			said_out_fail(&work->out, &bad, 0, err.text, work->report);
			size = size_with_end(rest);
		} else {
			rest.size = size;
			said_out_add(&work->out, rest, &place, work->report);
		}
		place.offset += size;
		place.file_offset = place.offset;
	}
}

static void decompile_file(struct work *work, const char *path)
{
	struct file file;

	if (!report_read(work->report, path, SPECS_LIMIT, &file))
		return;
	if (is_hex(text_without_mark(file_bytes(&file))))
		take_lines(work, text_without_mark(file_bytes(&file)), path, decompile);
	else if (file.size)
		decompile_bytes(work, file_bytes(&file), path);
	else
		report_error(work->report, path, EXH_NO_OFFSET, "no bytes");
	free(file.data);
}

static void decompile_all(struct work *work)
{
	const struct strings *list = &work->request->decompile;

	for (size_t i = 0; i < list->count; i++) {
		const struct said_place place = { .line = i + 1 };

		if (strcmp(list->items[i], "-") == 0 || file_exists(list->items[i]))
			decompile_file(work, list->items[i]);
		else if (is_hex(bytes_of_text(list->items[i])))
			decompile(work, bytes_of_text(list->items[i]), &place);
		else
			report_error(work->report, NULL, EXH_NO_OFFSET,
				     "--decompile %s: neither hexadecimal digits nor a "
				     "file",
				     list->items[i]);
	}
	if (work->request->specs)
		decompile_file(work, work->request->specs);
}

/*
 * The output.
 */

static void report_check(struct work *work)
{
	struct exh_writer *out = &work->out.bytes;
	const size_t wrong = work->out.failed_count + work->out.different_count;

	text_put(out, "%zu spec%s", work->out.count, text_plural(work->out.count));
	if (work->out.scripts)
		text_put(out, " of %zu script%s", work->script_count,
			 text_plural(work->script_count));
	if (wrong)
		text_put(out, ": %zu do%s not compile to the original bytes\n", wrong,
			 wrong == 1 ? "es" : "");
	else
		text_put(out, ": all compile to the original bytes\n");
}

struct result {
	size_t count, scripts, different;
	bool has_scripts, is_check;
	struct json *specs;
};

static const struct field document_fields[] = {
	FIELD_ITEMS(struct result, specs, &said_out_fields, "the specs, in their order"),
};
static const struct fields document_table =
	FIELDS("said", struct result, document_fields);

const struct document said_document = {
	.format = "said",
	.schema = 1,
	.made_by = "said-compile",
	.meaning = "Said specs of scripts of SCI: bytes and text",
	.fields = &document_table,
};

static const struct field result_fields[] = {
	FIELD(struct result, count, NULL, "number of specs"),
	FIELD(struct result, scripts, NULL,
	      "with --script: number of scripts that have specs",
	      FIELD_HAS(struct result, has_scripts)),
	FIELD(struct result, different, NULL,
	      "with --check: number of specs that do not compile to the same bytes",
	      FIELD_HAS(struct result, is_check)),
};
static const struct fields *const result_with[] = { &document_table, NULL };
const struct fields said_compile_fields =
	FIELDS_WITH("said-compile", struct result, result_fields, result_with);

static void add_result(const struct work *work, struct json *result)
{
	const struct result row = {
		.count = work->out.count,
		.has_scripts = work->out.scripts,
		.scripts = work->script_count,
		.is_check = work->out.check,
		.different = work->out.different_count,
		.specs = work->out.check ? NULL : json_share(work->out.list),
	};

	fields_put(&said_compile_fields, &row, result);
	fields_put(&document_table, &row, result);
}

/* Writes the output. With --json standard output is used by the report. */
static void write_output(struct work *work, const char *output, struct json *result)
{
	const struct said_compile_request *request = work->request;

	if (request->common.json)
		add_result(work, result);
	if (request->common.json && !request->common.output)
		return;
	/* No file is made if no spec could be read. */
	if (work->report->failed && !work->out.count)
		return;
	if (work->out.check)
		report_check(work);
	if (!work->out.check && work->out.format == SAID_JSON)
		output_write_json(
			work->report, output,
			document_to_json(
				&said_document,
				&(struct result){ .specs = json_share(work->out.list) }));
	else
		output_write_text(work->report, output, &work->out.bytes);
}

static unsigned format_of(const struct said_compile_request *request)
{
	static const struct file_ending endings[] = {
		{ ".json", SAID_JSON },
		{ ".tsv", SAID_TSV },
		{ ".c", SAID_C },
		{ ".h", SAID_C },
		{ ".bin", SAID_BINARY },
		{ ".txt", SAID_TEXT },
		{ 0 },
	};

	if (request->format)
		return request->format;
	return file_ending_value(request->common.output, endings,
				 request->numbers	    ? SAID_TSV
				 : request->decompile.count ? SAID_TEXT
							    : SAID_HEX);
}

/* Only text needs the words of groups. */
static enum sci_words_use use_of(const struct said_compile_request *request)
{
	const unsigned format = format_of(request);
	const bool has_text =
		(format != SAID_HEX && format != SAID_BINARY) || request->common.json;

	return has_text ? (enum sci_words_use)request->words : SCI_WORDS_FIRST;
}

/* input: a game or script with --script, else NULL or the file of specs. */
void said_compile_run_input(void *context, const char *input, const char *output,
			    struct report *report, struct json *result)
{
	const struct said_compile_request *request = context;
	struct work work = { .request = request, .report = report };
	struct sci_words words = { 0 };
	const enum sci_words_use use = use_of(request);
	const struct said_scripts scripts = { request->vocab, request->ranges,
					      request->range_count, use };

	work.out = (struct said_out){ .format = (enum said_format)format_of(request),
				      .tree = request->tree,
				      .scripts = request->numbers,
				      .check = request->check };
	if (request->common.json || work.out.format == SAID_JSON)
		work.out.list = json_new_list();
	said_out_begin(&work.out);
	if (request->numbers) {
		said_scripts_add(&scripts, input, &work.out, &work.script_count, report);
		write_output(&work, output, result);
	} else if (!request->vocab ||
		   sci_words_open(&words, request->vocab, use, report)) {
		work.out.lexicon = request->vocab ? &words.lexicon : NULL;
		if (request->decompile.count)
			decompile_all(&work);
		else
			compile_all(&work);
		write_output(&work, output, result);
	}
	sci_words_close(&words);
	exh_writer_free(&work.out.bytes);
	json_free(work.out.list);
}

/*
 * The command line.
 */

char *said_compile_output_for(void *context, const char *input, bool several)
{
	static const char *const endings[] = {
		[SAID_HEX] = ".said.hex",    [SAID_TEXT] = ".said.txt",
		[SAID_BINARY] = ".said.bin", [SAID_C] = ".said.c",
		[SAID_JSON] = ".said.json",  [SAID_TSV] = ".said.tsv"
	};
	const struct said_compile_request *request = context;
	const char *output = request->common.output;

	if (!output || strcmp(output, "-") == 0)
		return mem_text("-");
	return output_file_for(&request->common, input, several, "",
			       endings[format_of(request)]);
}
