#include "game.h"

#include "task/disk.h"
#include "task/jobs.h"
#include "task/json_stream.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

const char *const index_names[] = { "index.json", "index.jsonl", "index.sqlite", NULL };

/* Notes another form of the index in index.json. */
static void note_index(struct extraction *x, const char *name, const char *path)
{
	uint8_t sha256[SHA256_SIZE];
	uint64_t size;

	if (!sha256_of_own(path, sha256, &size, NULL))
		new_index_add_document(&x->made, PAGE_KIND, name, size, sha256);
}

/*
 * The index itself.
 */

static void add_list(struct json_stream *stream, const char *key, const struct json *list)
{
	const struct json *item;
	size_t i;

	json_stream_start_list(stream, key);
	json_each(list, i, item) json_stream_add_item(stream, item);
	json_stream_end_list(stream);
}

static void add_item(struct json_stream *stream, struct json *item)
{
	json_stream_add_item(stream, item);
	json_free(item);
}

static void add_all(struct json_stream *stream, const struct extraction *x)
{
	const struct json *value;
	const char *key;

	json_each_key(x->head, key, value) json_stream_add(stream, key, value);
	json_stream_start_list(stream, "assets");
	for (size_t i = 0; i < x->made.count; i++)
		add_item(stream, new_index_asset(&x->made, i));
	json_stream_end_list(stream);
	if (x->made.rooms)
		add_list(stream, "rooms", x->made.rooms);
	add_list(stream, "documents", x->made.documents);
	json_stream_start_list(stream, "sources");
	for (size_t i = 0; i < x->sources.count; i++)
		add_item(stream, fields_to_json(&source_fields, &x->sources.items[i]));
	json_stream_end_list(stream);
	if (x->left_out)
		add_list(stream, "left_out", x->left_out);
	add_list(stream, "others", x->others);
}

/* Appends the whole path as a line. True if the index can't hold it. */
static bool put_place(const struct extraction *x, const char *path,
		      struct exh_writer *out)
{
	char *place = file_absolute(path), *name;
	bool is_far;

	name = file_relative(x->output, path, &is_far);
	text_put(out, "%s\n", place);
	free(name);
	free(place);
	return is_far;
}

void index_write_place(const struct extraction *x)
{
	const struct strings *loose = &x->request->common.loose;
	char *path = file_join(x->output, EXTRACT_PLACE);
	char *shown = game_shown_path(x->found, x->game);
	struct exh_writer out = { .limit = SIZE_MAX };
	bool is_far = put_place(x, shown, &out);
	struct exh_error err;

	for (size_t i = 0; i < loose->count; i++)
		is_far |= put_place(x, loose->items[i], &out);
	mem_check(&out);
	if (!is_far)
		disk_remove(path);
	else if (file_write(path, exh_writer_bytes(&out), true, &err))
		report_failure(x->report, path, &err);
	exh_writer_free(&out);
	free(shown);
	free(path);
}

/* Rewrites the file with one text of its head replaced, if that is present. */
static enum exh_status replace_in_head(const struct file_reader *file, const char *path,
				       const char *from, const char *to,
				       struct exh_error *err)
{
	enum { HEAD = 1 << 10 };
	char head[HEAD + 1] = "";
	struct file_stream stream;
	enum exh_status status = file_reader_read(
		file, 0, (uint8_t *)head, file->size < HEAD ? file->size : HEAD, err);
	const char *found = strstr(head, from);
	size_t at;

	if (status || !found)
		return status;
	at = (size_t)(found - head);
	status = file_stream_open(&stream, path, false, true, err);
	if (status)
		return status;
	status = file_stream_write(&stream, head, at, err);
	if (!status)
		status = file_stream_write(&stream, to, strlen(to), err);
	if (!status)
		status = file_stream_copy(&stream, file, at + strlen(from), err);
	return file_stream_close(&stream, status, err);
}

void index_mark_incomplete(const struct extraction *x)
{
	char *path = file_join(x->output, EXTRACT_INDEX);
	struct file_reader file;
	struct exh_error err;

	if (json_flag_of(json_get(x->old.head, "is_complete")) &&
	    !file_reader_open_own(&file, path, NULL)) {
		if (replace_in_head(&file, path, "\"is_complete\": true",
				    "\"is_complete\": false", &err))
			report_failure(x->report, path, &err);
		file_reader_close(&file);
	}
	free(path);
}

bool index_write(struct extraction *x)
{
	char *path = file_join(x->output, EXTRACT_INDEX);
	struct json_stream stream;
	struct exh_error err;
	enum exh_status status = file_make_folder_of(path, &err);

	if (!status) {
		json_stream_open(&stream, path, &err);
		add_all(&stream, x);
		status = json_stream_close(&stream);
	}
	if (status)
		report_failure(x->report, path, &err);
	free(path);
	return !status;
}

struct json *index_to_json(const struct extraction *x)
{
	struct json *document = json_new_copy(x->head), *list;

	list = json_set(document, "assets", json_new_list());
	for (size_t i = 0; i < x->made.count; i++)
		json_push(list, new_index_asset(&x->made, i));
	if (x->made.rooms)
		json_set_shared(document, "rooms", x->made.rooms);
	json_set_shared(document, "documents", x->made.documents);
	list = json_set(document, "sources", json_new_list());
	for (size_t i = 0; i < x->sources.count; i++)
		json_push(list, fields_to_json(&source_fields, &x->sources.items[i]));
	if (x->left_out)
		json_set_shared(document, "left_out", x->left_out);
	json_set_shared(document, "others", x->others);
	return document;
}

/*
 * Other forms of the index.
 */

/* Writes a line for each asset. */
static enum exh_status write_lines(const struct extraction *x, const char *path,
				   struct exh_error *err)
{
	struct json_stream stream;

	json_stream_open(&stream, path, err);
	for (size_t i = 0; i < x->made.count; i++) {
		struct json *asset = new_index_asset(&x->made, i);

		json_stream_add_line(&stream, asset);
		json_free(asset);
	}
	return json_stream_close_lines(&stream);
}

void index_write_other(struct extraction *x)
{
	const char *name = index_names[x->request->index];
	char *path = file_join(x->output, name);
	struct exh_error err = { 0 };

	if (x->request->index == INDEX_JSONL ? write_lines(x, path, &err)
					     : database_write(path, x, &err))
		report_failure(x->report, path, &err);
	else
		note_index(x, name, path);
	free(path);
}

/* Files of a page that are being written to the output. */
struct page {
	struct extraction *x;
	struct page_files files;
};

static enum exh_status make(void *context, const struct output *output,
			    struct exh_writer *out, struct exh_error *err)
{
	const struct page *page = context;

	return page_files_read(&page->files, output->which, out, err);
}

static enum output_existing judge(void *context, const char *path,
				  const uint8_t sha256[32])
{
	const struct page *page = context;

	return extraction_judge(page->x, path, sha256);
}

/* Writes the files of a page, and lists those written in the index. */
static void write_page_files(struct page *page)
{
	struct extraction *x = page->x;
	const struct page_files *files = &page->files;
	struct outputs outputs = {
		.make = make, .hashes = true, .judge = judge, .context = page
	};

	for (size_t i = 0; i < files->count; i++)
		outputs_add(&outputs, file_join(x->output, files->items[i].name), 0, i);
	/* This is the last part; its number of files is known only now. */
	if (x->report->total && x->report->total->count)
		x->report->total->count = x->report->total->done + outputs.count;
	outputs_run(&outputs, x->report, x->report->command);
	extraction_note_unwritten(x, &outputs);
	for (size_t i = 0; i < outputs.count; i++)
		if (outputs.items[i].begun && !outputs.items[i].err.status)
			new_index_add_document(&x->made, PAGE_KIND, files->items[i].name,
					       outputs.items[i].size,
					       outputs.items[i].sha256);
	outputs_free(&outputs);
}

void index_write_page(struct extraction *x)
{
	struct page page = { .x = x };
	struct exh_error err;

	page_write(&page_of_game, page_files_add(&page.files, PAGE_NAME));
	if (page_add_index(x, &page.files, &err) || page_files_end(&page.files, &err))
		report_failure(x->report, x->output, &err);
	else
		write_page_files(&page);
	page_files_free(&page.files);
}
