#include "softdisk.h"

#include "task/fields.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/ilbm.h>

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum {
	ARENA_LIMIT = 512 << 20, /* bytes of an expanded member */
	TEXT_LIMIT = 1 << 30,
};

/* One input. */
struct job {
	const struct softdisk_request *request;
	struct softdisk_library library; /* the library, or the file if it is not one */
	const struct contents *contents; /* contents of library */
	struct report *report;
	const char *path;
	const char *output; /* file or folder; NULL: standard output */
	struct json *result;
};

/*
 * Descriptions of members.
 */

struct member_row {
	struct exh_softdisk_member member;
	const char *name, *method, *kind, *output;
};
#define ROW struct member_row
static const char *const methods[] = { "store", "lzss", "lzh", "unknown", NULL };
static const char *const member_kinds[] = { "other", "picture", "screen", "text", NULL };
static const struct field member_fields[] = {
	FIELD_AS("index", ROW, member.index, NULL, "its number in the directory"),
	FIELD(ROW, name, NULL, "its name, as it is stored"),
	FIELD_AS("offset", ROW, member.offset, "bytes",
		 "offset of its chunk in the library"),
	FIELD_AS("packed_size", ROW, member.packed_size, "bytes",
		 "its size in the library"),
	FIELD_AS("size", ROW, member.size, "bytes", "its size, expanded"),
	FIELD(ROW, method, NULL, "how it is packed", .names = methods),
	FIELD_AS("method_number", ROW, member.method, NULL, "the method's number"),
	FIELD_AS("lost", ROW, member.lost, NULL, "true: nothing of it can be read",
		 FIELD_IF_ANY),
	FIELD(ROW, kind, NULL, "kind, when listed", .names = member_kinds, FIELD_IF_ANY),
	FIELD(ROW, output, NULL, "the file that was written, when extracted",
	      FIELD_IF_ANY),
};
#undef ROW
static const struct fields member_table =
	FIELDS("member", struct member_row, member_fields);

/* A screen or a text. */
struct text_row {
	bool is_screen, is_text, ended;
	size_t columns, rows;
	struct json *lines, *attributes;
	const char *kind, *name;
};
static const struct field text_row_fields[] = {
	FIELD(struct text_row, columns, "cells", "width of the screen",
	      FIELD_HAS(struct text_row, is_screen)),
	FIELD(struct text_row, rows, "cells", "height of the screen",
	      FIELD_HAS(struct text_row, is_screen)),
	FIELD(struct text_row, ended, NULL, "true: the text has a tilde, its end mark",
	      FIELD_HAS(struct text_row, is_text)),
	FIELD_ITEMS(struct text_row, lines, &text_fields,
		    "the lines; those of a screen have all columns"),
	FIELD_ITEMS(struct text_row, attributes, &text_fields,
		    "for screens: colours of each row, two hexadecimal digits a cell",
		    FIELD_IF_ANY),
	FIELD(struct text_row, kind, NULL, "kind: screen or text"),
	FIELD(struct text_row, name, NULL, "name of the member or file"),
};
static const struct fields text_table =
	FIELDS("screen", struct text_row, text_row_fields);

static const char *const libraries[] = { "", "slib", "comp", "cmp1", NULL };

struct result_row {
	unsigned library, version;
	struct json *members, *texts;
};
static const struct field library_fields[] = {
	FIELD_OF("library", FIELD_NAME, struct result_row, library, NULL,
		 "kind of the library; missing for other files", .names = libraries),
	FIELD(struct result_row, version, NULL, "version of its format"),
};
static const struct fields library_table =
	FIELDS("library", struct result_row, library_fields);
static const struct field result_fields[] = {
	FIELD_ITEMS(struct result_row, members, &member_table,
		    "members of the library, when listed or extracted", FIELD_IF_ANY),
	FIELD_ITEMS(struct result_row, texts, &text_table,
		    "screens and texts, when shown", FIELD_IF_ANY),
};
static const struct fields *const result_with[] = { &library_table, NULL };
const struct fields softdisk_fields = { .name = "softdisk",
					.size = sizeof(struct result_row),
					.items = result_fields,
					.count = 2,
					.with = result_with };

static bool is_wanted(const struct softdisk_request *request, const char *name)
{
	for (size_t i = 0; i < request->only.count; i++)
		if (!fnmatch(request->only.items[i], name, FNM_CASEFOLD))
			return true;
	return !request->only.count;
}

/*
 * Listing.
 */

/* Expands a member to examine it; the arena is to be freed. */
static bool load(const struct job *job, const struct content *item,
		 struct exh_arena *arena, struct exh_bytes *out)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_error err;
	enum exh_status status;

	*arena = (struct exh_arena){ .limit = ARENA_LIMIT };
	status = content_load(job->contents, item, arena, out, &notes, &err);
	report_notes(job->report, job->path, &notes);
	if (status)
		report_failure(job->report, job->path, &err);
	return !status;
}

static void add_member(struct json *members, const struct content *item, const char *kind,
		       const char *output)
{
	char *stored = content_stored_name(item->member);
	const struct member_row row = { *item->member, stored,
					exh_softdisk_method_name(item->member->method),
					kind, output };

	json_push(members, fields_to_json(&member_table, &row));
	free(stored);
}

static void print_member(struct job *job, const struct content *item,
			 enum softdisk_type type)
{
	const struct exh_softdisk_member *member = item->member;
	char *title = content_title(job->contents, item);
	char *line =
		mem_format("%s: %s, %zu bytes, %zu packed, %s\n", title,
			   member->lost ? "lost" : softdisk_type_name(type), member->size,
			   member->packed_size, exh_softdisk_method_name(member->method));

	report_write(job->report, "-",
		     (struct exh_bytes){ (const uint8_t *)line, strlen(line), 0 });
	free(title);
	free(line);
}

/* Lists the members. Each is expanded to find its kind; errors are reported. */
static void list(struct job *job)
{
	struct json *members = json_new_list();

	for (size_t i = 0; i < job->contents->count; i++) {
		const struct content *item = &job->contents->items[i];
		struct softdisk_content asset = { 0 };
		struct exh_arena arena;
		struct exh_bytes bytes;
		struct exh_error err;
		bool is_known;

		if (!is_wanted(job->request, item->name))
			continue;
		is_known = load(job, item, &arena, &bytes);
		if (is_known)
			softdisk_judge(bytes, &asset, NULL, &err);
		exh_arena_free(&arena);
		add_member(members, item,
			   is_known ? softdisk_type_name(asset.type) : NULL, NULL);
		if (!job->request->common.json)
			print_member(job, item, asset.type);
	}
	fields_put(&softdisk_fields, &(struct result_row){ .members = members },
		   job->result);
}

/*
 * Extracting.
 */

/* True if all files can be written; otherwise nothing is. */
static bool all_free(const struct job *job)
{
	bool good = true;

	for (size_t i = 0; i < job->contents->count; i++) {
		char *path = file_join(job->output, job->contents->items[i].name);

		good &= !is_wanted(job->request, job->contents->items[i].name) ||
			output_is_free(job->report, path);
		free(path);
	}
	return good;
}

static void extract_member(struct job *job, const struct content *item,
			   struct json *members)
{
	char *path = file_join(job->output, item->name);
	bool is_written = false;
	struct exh_arena arena;
	struct exh_bytes bytes;

	if (load(job, item, &arena, &bytes)) {
		is_written = report_write(job->report, path, bytes);
		report_info(job->report, "%s: %zu bytes", path, bytes.size);
	}
	exh_arena_free(&arena);
	add_member(members, item, NULL, is_written ? path : NULL);
	free(path);
}

static void extract(struct job *job)
{
	struct exh_error err;
	struct json *members = json_new_list();
	result_output(job->result, job->output);
	fields_put(&softdisk_fields, &(struct result_row){ .members = members },
		   job->result);
	if (!contents_is_library(job->contents)) {
		report_error(job->report, job->path, 0,
			     "not a library: expected SLIB, COMP or CMP1");
		return;
	}
	if (!all_free(job))
		return;
	if (file_make_folder(job->output, &err)) {
		report_failure(job->report, job->output, &err);
		return;
	}
	if (job->contents->renamed)
		report_info(job->report, "%s: some names were made safe or distinct",
			    job->path);
	for (size_t i = 0; i < job->contents->count && !interrupt_pending(); i++)
		if (is_wanted(job->request, job->contents->items[i].name))
			extract_member(job, &job->contents->items[i], members);
}

/*
 * Texts.
 */

static struct json *lines_to_json(struct exh_bytes text)
{
	struct json *lines = json_new_list();
	size_t from = 0;

	for (size_t i = 0; i <= text.size; i++) {
		if (i < text.size && text.data[i] != '\n')
			continue;
		/* No line follows the last line end. */
		if (i < text.size || i > from)
			json_push(lines, json_new_text((const char *)text.data + from,
						       i - from));
		from = i + 1;
	}
	return lines;
}

/* Returns the attributes of a row, two hexadecimal digits per cell. */
static struct json *attributes_to_json(const struct exh_text_screen *screen, size_t row)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	struct json *json;

	for (size_t x = 0; x < screen->columns; x++)
		exh_write_u8(&out, exh_text_screen_cell(screen, x, row).attribute);
	mem_check(&out);
	json = json_of_hex(exh_writer_bytes(&out));
	exh_writer_free(&out);
	return json;
}

static void fill_screen(const struct exh_text_screen *screen, struct text_row *row)
{
	row->is_screen = true;
	row->columns = screen->columns;
	row->rows = screen->rows;
	row->lines = json_new_list();
	row->attributes = json_new_list();
	for (size_t y = 0; y < screen->rows; y++) {
		struct exh_writer out = { .limit = SIZE_MAX };

		exh_text_screen_row(screen, y, &out);
		json_push(row->lines, json_take(&out));
		json_push(row->attributes, attributes_to_json(screen, y));
	}
}

static void fill_text(const struct exh_keen_text *text, struct text_row *row)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };

	exh_keen_text_to_utf8(text, &out);
	row->is_text = true;
	row->ended = text->ended;
	row->lines = lines_to_json(exh_writer_bytes(&out));
	exh_writer_free(&out);
}

/* Adds a screen or a text to the output; false if it is neither. */
static bool show(struct job *job, const struct content *item, struct exh_writer *out,
		 struct json *texts)
{
	struct exh_notes notes = { 0 };
	struct exh_arena arena;
	struct softdisk_content asset;
	struct exh_error err;
	char *title = content_title(job->contents, item);
	bool known = false;

	if (load(job, item, &arena, &asset.bytes)) {
		notes.arena = &arena;
		softdisk_judge(asset.bytes, &asset, &notes, &err);
		known = asset.type == SOFTDISK_SCREEN || asset.type == SOFTDISK_TEXT;
	}
	if (known) {
		struct text_row row = { .kind = softdisk_type_name(asset.type),
					.name = item->name };

		report_notes(job->report, title, &notes);
		if (asset.type == SOFTDISK_SCREEN)
			fill_screen(&asset.screen, &row);
		else
			fill_text(&asset.text, &row);
		json_push(texts, fields_to_json(&text_table, &row));
		softdisk_encode(&asset, job->request->format, out);
	} else if (!contents_is_library(job->contents)) {
		report_failure(job->report, title, &err);
	}
	exh_arena_free(&arena);
	free(title);
	return known;
}

static void write_texts(const struct job *job, const struct exh_writer *out)
{
	const struct exh_bytes text = exh_writer_bytes(out);
	struct exh_error err;

	if (mem_check_limit(out, &err))
		report_failure(job->report, job->path, &err);
	else if (!job->output && file_write_screen(text.data, text.size, &err))
		report_output_failure(job->report, "-", &err);
	else if (!job->output)
		return;
	else if (report_write(job->report, job->output, text))
		result_output(job->result, job->output);
}

static bool has_text(const struct job *job)
{
	for (size_t i = 0; i < job->contents->count; i++) {
		const enum softdisk_type type = job->library.members[i].type;

		if (is_wanted(job->request, job->contents->items[i].name) &&
		    (type == SOFTDISK_SCREEN || type == SOFTDISK_TEXT))
			return true;
	}
	return false;
}

static void show_all(struct job *job)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };
	struct json *texts = json_new_list();
	size_t count = 0;

	for (size_t i = 0; i < job->contents->count; i++)
		if (is_wanted(job->request, job->contents->items[i].name))
			count += show(job, &job->contents->items[i], &out, texts);
	fields_put(&softdisk_fields, &(struct result_row){ .texts = texts }, job->result);
	if (count && (job->output || !job->request->common.json))
		write_texts(job, &out);
	exh_writer_free(&out);
}

/*
 * Runs.
 */

static bool is_any_wanted(const struct job *job)
{
	for (size_t i = 0; i < job->contents->count; i++)
		if (is_wanted(job->request, job->contents->items[i].name))
			return true;
	return !job->request->only.count;
}

/* Returns the path for extraction or for a text. */
char *softdisk_plan_output(void *context, const char *input, bool several)
{
	const struct softdisk_request *request = context;
	static const char *const endings[] = { ".txt", ".txt", ".ans", ".bin" };
	const char *output = request->common.output;

	if (request->list || (!request->extract && (!output || !strcmp(output, "-"))))
		return mem_text("-");
	if (output && !several)
		return mem_text(output);
	return request->extract ? output_folder_for(&request->common, input, several)
				: output_file_for(&request->common, input, several, "",
						  endings[request->format]);
}

static void run_contents(struct job *job)
{
	const struct softdisk_request *request = job->request;
	const struct exh_softdisk_library *directory = &job->contents->library;
	const bool library = contents_is_library(job->contents);
	struct exh_error err;

	if (library)
		fields_put(&library_table,
			   &(struct result_row){ .library = directory->kind,
						 .version = directory->version },
			   job->result);
	report_notes(job->report, job->path, &job->contents->notes);
	if (request->common.operand_count > 1 && job->output && !request->extract &&
	    file_make_folder(request->common.output, &err))
		report_failure(job->report, request->common.output, &err);
	else if (!is_any_wanted(job))
		report_unmet(job->report, job->path,
			     "none of the %zu members has such a name",
			     job->contents->count);
	else if (request->extract)
		extract(job);
	else if (library && !request->list && job->output && !has_text(job))
		report_error(job->report, job->path, EXH_NO_OFFSET,
			     "the library has no screen or text, so nothing is written; "
			     "--extract writes its members");
	else if (library && (request->list || !has_text(job)))
		list(job);
	else if (request->list)
		report_error(job->report, job->path, 0,
			     "not a library: expected SLIB, COMP or CMP1");
	else
		show_all(job);
}

void softdisk_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result)
{
	struct job job = { .request = context,
			   .contents = &job.library.contents,
			   .report = report,
			   .path = input,
			   .output = strcmp(output, "-") == 0 ? NULL : output,
			   .result = result };
	struct exh_error err;

	if (softdisk_library_open(&job.library, input, &err))
		report_failure(report, input, &err);
	else
		run_contents(&job);
	softdisk_library_free(&job.library);
}
