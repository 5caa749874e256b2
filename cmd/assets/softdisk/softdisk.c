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
static bool load(const struct softdisk_run *run, const struct content *item,
		 struct exh_arena *arena, struct exh_bytes *out)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_error err;
	enum exh_status status;

	*arena = (struct exh_arena){ .limit = ARENA_LIMIT };
	status = content_load(&run->library.contents, item, arena, out, &notes, &err);
	report_notes(run->report, run->library.contents.path, &notes);
	if (status)
		report_failure(run->report, run->library.contents.path, &err);
	return !status;
}

static json_t *member_to_json(const struct content *item)
{
	const struct exh_softdisk_member *member = item->member;
	char *stored = content_stored_name(member);
	json_t *json = json_object();

	json_set_number(json, "index", member->index);
	json_set_text(json, "name", stored);
	json_set_number(json, "offset", member->offset);
	json_set_number(json, "packed_size", member->packed_size);
	json_set_number(json, "size", member->size);
	json_set_string(json, "method", exh_softdisk_method_name(member->method));
	json_set_number(json, "method_number", member->method);
	if (member->lost)
		json_object_set_new(json, "lost", json_true());
	free(stored);
	return json;
}

static void print_member(struct softdisk_run *run, const struct content *item,
			 enum softdisk_type type)
{
	const struct exh_softdisk_member *member = item->member;
	char *title = content_title(&run->library.contents, item);
	char *line =
		mem_format("%s: %s, %zu bytes, %zu packed, %s\n", title,
			   member->lost ? "lost" : softdisk_type_name(type), member->size,
			   member->packed_size, exh_softdisk_method_name(member->method));

	report_write(run->report, "-",
		     (struct exh_bytes){ (const uint8_t *)line, strlen(line), 0 });
	free(title);
	free(line);
}

/* What the member is needs it expanded; what is wrong with it is reported on the way. */
static void list(struct softdisk_run *run)
{
	json_t *members = json_array();

	for (size_t i = 0; i < run->library.contents.count; i++) {
		const struct content *item = &run->library.contents.items[i];
		struct softdisk_content asset = { 0 };
		struct exh_arena arena;
		struct exh_bytes bytes;
		struct exh_error err;
		json_t *json;

		if (!is_wanted(run->request, item->name))
			continue;
		json = member_to_json(item);
		if (load(run, item, &arena, &bytes)) {
			softdisk_judge(bytes, &asset, NULL, &err);
			json_set_string(json, "kind", softdisk_type_name(asset.type));
		}
		exh_arena_free(&arena);
		json_array_append_new(members, json);
		if (!run->request->common.json)
			print_member(run, item, asset.type);
	}
	json_object_set_new(run->result, "members", members);
}

/*
 * Extracting.
 */

/* Nothing is touched when one of the files exists. */
static bool all_free(const struct softdisk_run *run)
{
	bool good = true;

	for (size_t i = 0; i < run->library.contents.count; i++) {
		char *path = file_join(run->output, run->library.contents.items[i].name);

		good &= !is_wanted(run->request, run->library.contents.items[i].name) ||
			output_is_free(run->report, path);
		free(path);
	}
	return good;
}

static void extract_member(struct softdisk_run *run, const struct content *item,
			   json_t *members)
{
	char *path = file_join(run->output, item->name);
	json_t *json = member_to_json(item);
	struct exh_arena arena;
	struct exh_bytes bytes;

	if (load(run, item, &arena, &bytes)) {
		if (report_write(run->report, path, bytes))
			json_set_text(json, "output", path);
		report_info(run->report, "%s: %zu bytes", path, bytes.size);
	}
	exh_arena_free(&arena);
	json_array_append_new(members, json);
	free(path);
}

static void extract(struct softdisk_run *run)
{
	struct exh_error err;
	json_t *members;

	json_set_text(run->result, "output", run->output);
	members = json_put(run->result, "members", json_array());
	if (!contents_is_library(&run->library.contents)) {
		report_error(run->report, run->library.contents.path, 0,
			     "not a library: expected SLIB, COMP or CMP1");
		return;
	}
	if (!all_free(run))
		return;
	if (file_make_folder(run->output, &err)) {
		report_failure(run->report, run->output, &err);
		return;
	}
	if (run->library.contents.renamed)
		report_info(run->report, "%s: some names were made safe or distinct",
			    run->library.contents.path);
	for (size_t i = 0; i < run->library.contents.count && !interrupt_pending(); i++)
		if (is_wanted(run->request, run->library.contents.items[i].name))
			extract_member(run, &run->library.contents.items[i], members);
}

/*
 * Texts.
 */

static json_t *lines_to_json(struct exh_bytes text)
{
	json_t *lines = json_array();
	size_t from = 0;

	for (size_t i = 0; i <= text.size; i++) {
		if (i < text.size && text.data[i] != '\n')
			continue;
		/* After the last line end there is no line. */
		if (i < text.size || i > from)
			json_array_append_new(
				lines,
				json_stringn((const char *)text.data + from, i - from));
		from = i + 1;
	}
	return lines;
}

/* The attributes of a row, two hexadecimal digits a cell. */
static json_t *attributes_to_json(const struct exh_text_screen *screen, size_t row)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	json_t *json;

	for (size_t x = 0; x < screen->columns; x++)
		exh_write_u8(&out, exh_text_screen_cell(screen, x, row).attribute);
	mem_check(&out);
	json = json_hex(exh_writer_bytes(&out));
	exh_writer_free(&out);
	return json;
}

static json_t *screen_to_json(const struct exh_text_screen *screen)
{
	json_t *json = json_object(), *rows = json_array(), *attributes = json_array();

	for (size_t y = 0; y < screen->rows; y++) {
		struct exh_writer out = { .limit = SIZE_MAX };

		exh_text_screen_row(screen, y, &out);
		json_array_append_new(rows, json_written(&out));
		json_array_append_new(attributes, attributes_to_json(screen, y));
		exh_writer_free(&out);
	}
	json_set_number(json, "columns", screen->columns);
	json_set_number(json, "rows", screen->rows);
	json_object_set_new(json, "lines", rows);
	json_object_set_new(json, "attributes", attributes);
	return json;
}

static json_t *text_to_json(const struct exh_keen_text *text)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };
	json_t *json = json_object();

	exh_keen_text_to_utf8(text, &out);
	json_set_flag(json, "ended", text->ended);
	json_object_set_new(json, "lines", lines_to_json(exh_writer_bytes(&out)));
	exh_writer_free(&out);
	return json;
}

/* Adds a screen or a text to the output; false if it is neither. */
static bool show(struct softdisk_run *run, const struct content *item,
		 struct exh_writer *out, json_t *texts)
{
	struct exh_notes notes = { 0 };
	struct exh_arena arena;
	struct softdisk_content asset;
	struct exh_error err;
	char *title = content_title(&run->library.contents, item);
	bool known = false;
	json_t *json;

	if (load(run, item, &arena, &asset.bytes)) {
		notes.arena = &arena;
		softdisk_judge(asset.bytes, &asset, &notes, &err);
		known = asset.type == SOFTDISK_SCREEN || asset.type == SOFTDISK_TEXT;
	}
	if (known) {
		report_notes(run->report, title, &notes);
		json = asset.type == SOFTDISK_SCREEN ? screen_to_json(&asset.screen)
						     : text_to_json(&asset.text);
		json_set_string(json, "kind", softdisk_type_name(asset.type));
		json_set_text(json, "name", item->name);
		json_array_append_new(texts, json);
		softdisk_encode(&asset, run->request->format, out);
	} else if (!contents_is_library(&run->library.contents)) {
		report_failure(run->report, title, &err);
	}
	exh_arena_free(&arena);
	free(title);
	return known;
}

static void write_texts(const struct softdisk_run *run, const struct exh_writer *out)
{
	const struct exh_bytes text = exh_writer_bytes(out);
	struct exh_error err;

	if (mem_check_limit(out, &err))
		report_failure(run->report, run->library.contents.path, &err);
	else if (!run->output && file_write_screen(text.data, text.size, &err))
		report_output_failure(run->report, "-", &err);
	else if (!run->output)
		return;
	else if (report_write(run->report, run->output, text))
		json_set_text(run->result, "output", run->output);
}

static bool has_text(const struct softdisk_run *run)
{
	const struct contents *contents = &run->library.contents;

	for (size_t i = 0; i < contents->count; i++) {
		const enum softdisk_type type = run->library.members[i].type;

		if (is_wanted(run->request, contents->items[i].name) &&
		    (type == SOFTDISK_SCREEN || type == SOFTDISK_TEXT))
			return true;
	}
	return false;
}

static void show_all(struct softdisk_run *run)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };
	json_t *texts = json_array();
	size_t count = 0;

	for (size_t i = 0; i < run->library.contents.count; i++)
		if (is_wanted(run->request, run->library.contents.items[i].name))
			count += show(run, &run->library.contents.items[i], &out, texts);
	json_object_set_new(run->result, "texts", texts);
	if (count && (run->output || !run->request->common.json))
		write_texts(run, &out);
	exh_writer_free(&out);
}

/*
 * Runs.
 */

static bool is_any_wanted(const struct softdisk_run *run)
{
	for (size_t i = 0; i < run->library.contents.count; i++)
		if (is_wanted(run->request, run->library.contents.items[i].name))
			return true;
	return !run->request->only.count;
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

static const char *library_name(enum exh_softdisk_kind kind)
{
	static const char *const names[] = { "none", "slib", "comp", "cmp1" };

	return names[kind];
}

static void run_contents(struct softdisk_run *run)
{
	const struct softdisk_request *request = run->request;
	const bool library = contents_is_library(&run->library.contents);
	struct exh_error err;

	if (library) {
		json_set_string(run->result, "library",
				library_name(run->library.contents.library.kind));
		json_set_number(run->result, "version",
				run->library.contents.library.version);
	}
	report_notes(run->report, run->library.contents.path,
		     &run->library.contents.notes);
	if (request->common.operand_count > 1 && run->output && !request->extract &&
	    file_make_folder(request->common.output, &err))
		report_failure(run->report, request->common.output, &err);
	else if (!is_any_wanted(run))
		report_unmet(run->report, run->library.contents.path,
			     "none of the %zu members has such a name",
			     run->library.contents.count);
	else if (request->extract)
		extract(run);
	else if (library && !request->list && run->output && !has_text(run))
		report_error(run->report, run->library.contents.path, EXH_NO_OFFSET,
			     "the library has no screen or text, so nothing is written; "
			     "--extract writes its members");
	else if (library && (request->list || !has_text(run)))
		list(run);
	else if (request->list)
		report_error(run->report, run->library.contents.path, 0,
			     "not a library: expected SLIB, COMP or CMP1");
	else
		show_all(run);
}

void softdisk_run_input(void *context, const char *input, const char *output,
			struct report *report, json_t *result)
{
	struct softdisk_run run = { .request = context,
				    .output = strcmp(output, "-") == 0 ? NULL : output,
				    .report = report,
				    .result = result };
	struct exh_error err;

	if (softdisk_library_open(&run.library, input, &err))
		report_failure(report, input, &err);
	else
		run_contents(&run);
	softdisk_library_free(&run.library);
}

void softdisk_pack_input(void *context, const char *input, const char *output,
			 struct report *report, json_t *result)
{
	const struct softdisk_request *request = context;

	(void)input;
	softdisk_pack(request->common.operands, request->common.operand_count, output,
		      (enum exh_softdisk_method)request->method, report, result);
}
