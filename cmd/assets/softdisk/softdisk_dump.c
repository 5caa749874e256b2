#include "softdisk.h"

#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/ilbm.h>

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum {
	ARENA_LIMIT = 512 << 20, /* bytes of one member, expanded */
	TEXT_LIMIT = 1 << 30,
};

/* One input. */
struct job {
	const struct softdisk_request *request;
	struct softdisk_library library; /* or the file, if it is none */
	const struct contents *contents; /* of library */
	struct report *report;
	const char *path;
	const char *output; /* file or folder; NULL: standard output */
	struct json *result;
};

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

/* Expands a member for a look at it; the arena is to be freed. */
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

static struct json *member_to_json(const struct content *item)
{
	const struct exh_softdisk_member *member = item->member;
	char *stored = content_stored_name(member);
	struct json *json = json_new_object();

	json_set_number(json, "index", member->index);
	json_set_text(json, "name", stored);
	json_set_number(json, "offset", member->offset);
	json_set_number(json, "packed_size", member->packed_size);
	json_set_number(json, "size", member->size);
	json_set_string(json, "method", exh_softdisk_method_name(member->method));
	json_set_number(json, "method_number", member->method);
	if (member->lost)
		json_set(json, "lost", json_new_flag(true));
	free(stored);
	return json;
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

/* What the member is needs it expanded; what is wrong with it is reported on the way. */
static void list(struct job *job)
{
	struct json *members = json_new_list();

	for (size_t i = 0; i < job->contents->count; i++) {
		const struct content *item = &job->contents->items[i];
		struct softdisk_content asset = { 0 };
		struct exh_arena arena;
		struct exh_bytes bytes;
		struct exh_error err;
		struct json *json;

		if (!is_wanted(job->request, item->name))
			continue;
		json = member_to_json(item);
		if (load(job, item, &arena, &bytes)) {
			softdisk_judge(bytes, &asset, NULL, &err);
			json_set_string(json, "kind", softdisk_type_name(asset.type));
		}
		exh_arena_free(&arena);
		json_push(members, json);
		if (!job->request->common.json)
			print_member(job, item, asset.type);
	}
	json_set(job->result, "members", members);
}

/*
 * Extracting.
 */

/* Nothing is touched when one of the files exists. */
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
	struct json *json = member_to_json(item);
	struct exh_arena arena;
	struct exh_bytes bytes;

	if (load(job, item, &arena, &bytes)) {
		if (report_write(job->report, path, bytes))
			json_set_text(json, "output", path);
		report_info(job->report, "%s: %zu bytes", path, bytes.size);
	}
	exh_arena_free(&arena);
	json_push(members, json);
	free(path);
}

static void extract(struct job *job)
{
	struct exh_error err;
	struct json *members;

	json_set_text(job->result, "output", job->output);
	members = json_set(job->result, "members", json_new_list());
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
		/* After the last line end there is no line. */
		if (i < text.size || i > from)
			json_push(lines, json_new_text((const char *)text.data + from,
						       i - from));
		from = i + 1;
	}
	return lines;
}

/* The attributes of a row, two hexadecimal digits a cell. */
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

static struct json *screen_to_json(const struct exh_text_screen *screen)
{
	struct json *json = json_new_object(), *rows = json_new_list(),
		    *attributes = json_new_list();

	for (size_t y = 0; y < screen->rows; y++) {
		struct exh_writer out = { .limit = SIZE_MAX };

		exh_text_screen_row(screen, y, &out);
		json_push(rows, json_of_written(&out));
		json_push(attributes, attributes_to_json(screen, y));
		exh_writer_free(&out);
	}
	json_set_number(json, "columns", screen->columns);
	json_set_number(json, "rows", screen->rows);
	json_set(json, "lines", rows);
	json_set(json, "attributes", attributes);
	return json;
}

static struct json *text_to_json(const struct exh_keen_text *text)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };
	struct json *json = json_new_object();

	exh_keen_text_to_utf8(text, &out);
	json_set_flag(json, "ended", text->ended);
	json_set(json, "lines", lines_to_json(exh_writer_bytes(&out)));
	exh_writer_free(&out);
	return json;
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
	struct json *json;

	if (load(job, item, &arena, &asset.bytes)) {
		notes.arena = &arena;
		softdisk_judge(asset.bytes, &asset, &notes, &err);
		known = asset.type == SOFTDISK_SCREEN || asset.type == SOFTDISK_TEXT;
	}
	if (known) {
		report_notes(job->report, title, &notes);
		json = asset.type == SOFTDISK_SCREEN ? screen_to_json(&asset.screen)
						     : text_to_json(&asset.text);
		json_set_string(json, "kind", softdisk_type_name(asset.type));
		json_set_text(json, "name", item->name);
		json_push(texts, json);
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
		json_set_text(job->result, "output", job->output);
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
	json_set(job->result, "texts", texts);
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

/* Where extraction or a text goes. */
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
	static const char *const kinds[] = { "none", "slib", "comp", "cmp1" };
	const struct exh_softdisk_library *directory = &job->contents->library;
	const bool library = contents_is_library(job->contents);
	struct exh_error err;

	if (library) {
		json_set_string(job->result, "library", kinds[directory->kind]);
		json_set_number(job->result, "version", directory->version);
	}
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
