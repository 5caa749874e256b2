#include "text.h"

#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/sci.h>

#include <stdio.h>
#include <stdlib.h>

enum { INPUT_LIMIT = 1 << 28 };

struct job {
	const struct text_dump_request *request;
	const char *input;
	struct text_rows rows; /* selected rows, sorted by number and index */
	struct report *report;
};

/* Returns the end of the rows with one number, which are a text. */
static size_t end_of_text(const struct text_rows *rows, size_t first)
{
	size_t end = first;

	while (end < rows->count && rows->items[end].number == rows->items[first].number)
		end++;
	return end;
}

static int compare_rows(const void *a, const void *b)
{
	const struct text_row *left = a, *right = b;

	if (left->number != right->number)
		return left->number < right->number ? -1 : 1;
	if (left->index != right->index)
		return left->index < right->index ? -1 : 1;
	return (left->place > right->place) - (left->place < right->place);
}

/* Selects the strings of --number, in their order. */
static void choose(struct job *job)
{
	const struct sci_choice *choice = &job->request->choice;
	struct text_rows *rows = &job->rows;
	size_t count = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (ranges_have(choice->ranges, choice->range_count,
				rows->items[i].number))
			rows->items[count++] = rows->items[i];
	rows->count = count;
	if (count)
		qsort(rows->items, count, sizeof *rows->items, compare_rows);
}

static void name_of(const struct text_row *row, char *out, size_t size)
{
	if (row->number == ASSET_NO_NUMBER)
		snprintf(out, size, "text");
	else
		snprintf(out, size, "text.%03u", row->number);
}

/* True if the strings of each text are complete, each given once. */
static bool check_rows(const struct job *job)
{
	const struct text_rows *rows = &job->rows;
	size_t expected = 0;

	for (size_t i = 0; i < rows->count; i++) {
		const struct text_row *row = &rows->items[i];
		char name[SCI_NAME_SIZE];

		if (i && row->number != row[-1].number)
			expected = 0;
		name_of(row, name, sizeof name);
		if (row->index < expected) {
			report_error(job->report, job->input, EXH_NO_OFFSET,
				     "%s %zu: %s already has a string %u", rows->place,
				     row->place, name, (unsigned)row->index);
			return false;
		}
		if (row->index > expected) {
			report_error(job->report, job->input, EXH_NO_OFFSET,
				     "%s lacks string %zu, which comes before the one of "
				     "%s %zu",
				     name, expected, rows->place, row->place);
			return false;
		}
		expected++;
	}
	return true;
}

/*
 * Writing.
 */

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct job *job = context;
	const size_t first = output->which, end = end_of_text(&job->rows, first);
	enum exh_status status = EXH_OK;
	size_t header;

	if (!job->request->bare)
		exh_sci_patch_write_header(EXH_SCI_TEXT, out);
	header = out->size;
	for (size_t i = first; i < end && !status; i++) {
		struct exh_bytes bytes = job->rows.items[i].bytes;
		const struct exh_sci_text text = { &bytes, 1, true };

		status = exh_sci_text_write(&text, out, err);
	}
	if (!status && out->size - header > EXH_SCI_UNPACKED_LIMIT)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes, a resource has at most %d",
				out->size - header, EXH_SCI_UNPACKED_LIMIT);
	return status;
}

/* To be freed. */
static char *path_of(const struct job *job, size_t first)
{
	const struct common *common = &job->request->common;
	const char *output = common->output;
	const bool is_only = !first && end_of_text(&job->rows, 0) == job->rows.count;
	char name[SCI_NAME_SIZE];

	name_of(&job->rows.items[first], name, sizeof name);
	if (!output)
		return file_sibling(job->input, name);
	if (is_only && !output_is_folder(output, common->operand_count > 1))
		return mem_text(output);
	return file_join(output, name);
}

struct packed {
	size_t strings;
	const char *output;
	bool has_number;
	unsigned number;
};

static const struct field packed_fields[] = {
	FIELD(struct packed, strings, NULL, "number of strings"),
	FIELD(struct packed, output, NULL, "file that was written"),
	FIELD(struct packed, number, NULL, "number of the text, if it has one",
	      FIELD_HAS(struct packed, has_number)),
};
static const struct fields packed_table = FIELDS("packed", struct packed, packed_fields);

struct result {
	struct json *texts;
};

static const struct field result_fields[] = {
	FIELD_ITEMS(struct result, texts, &packed_table,
		    "with --pack, instead of strings: the texts that were packed"),
};
const struct fields text_pack_fields = FIELDS("text-pack", struct result, result_fields);

static struct json *texts_to_json(const struct job *job, const struct outputs *outputs)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < outputs->count; i++) {
		const struct output *output = &outputs->items[i];
		const size_t first = output->which;
		const unsigned number = job->rows.items[first].number;
		const struct packed row = { end_of_text(&job->rows, first) - first,
					    output->path, number != ASSET_NO_NUMBER,
					    number };

		if (output->begun && !output->err.status)
			json_push(list, fields_to_json(&packed_table, &row));
	}
	return list;
}

static void write_texts(struct job *job, struct json *result)
{
	struct outputs outputs = { .make = make, .context = job };
	struct result row;

	for (size_t i = 0; i < job->rows.count; i = end_of_text(&job->rows, i))
		outputs_add(&outputs, path_of(job, i), 0, i);
	outputs_run(&outputs, job->report, job->report->command);
	row.texts = texts_to_json(job, &outputs);
	fields_put(&text_pack_fields, &row, result);
	outputs_free(&outputs);
}

static void pack_rows(struct job *job, struct json *result)
{
	if (job->rows.skipped_count)
		report_warning(job->report, job->input, EXH_NO_OFFSET,
			       "%zu strings of scripts are left out: exhume sci-script "
			       "--strings --pack packs them",
			       job->rows.skipped_count);
	choose(job);
	if (!job->rows.count)
		report_error(job->report, job->input, EXH_NO_OFFSET,
			     "the file has no strings of texts");
	else if (check_rows(job))
		write_texts(job, result);
}

void text_pack_run_input(void *context, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	struct job job = { .request = context, .input = input, .report = report };
	struct exh_error err;
	struct file file;

	(void)output;
	if (!report_read(report, input, INPUT_LIMIT, &file))
		return;
	if (text_rows_read(file_bytes(&file), job.request->common.encoding, false,
			   &job.rows, &err))
		report_failure(report, input, &err);
	else
		pack_rows(&job, result);
	text_rows_free(&job.rows);
	free(file.data);
}
