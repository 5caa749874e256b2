#include "game.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdlib.h>

enum { PAGE_LIMIT = 1 << 30 };

const char *index_name(unsigned format)
{
	static const char *const names[] = { "index.json", "index.jsonl",
					     "index.sqlite" };

	return names[format];
}

/* The index in another form, which the other one knows of. */
static void note_index(struct extraction *x, const char *name, const char *path)
{
	uint8_t sha256[SHA256_SIZE];
	uint64_t size;

	if (!sha256_of_own(path, sha256, &size, NULL))
		new_index_add_document(&x->made, PAGE_KIND, name, size, sha256);
}

/* A line an asset. */
static enum exh_status write_lines(const char *path, const struct json *document,
				   struct exh_error *err)
{
	struct exh_writer out = { .limit = PAGE_LIMIT };
	enum exh_status status;
	const struct json *asset;
	size_t i;

	json_each(json_get(document, "assets"), i, asset)
	{
		json_write(asset, JSON_PACKED, &out);
		exh_write_bytes(&out, "\n", 1);
	}
	status = mem_check_limit(&out, err);
	if (!status)
		status = file_write(path, exh_writer_bytes(&out), true, err);
	exh_writer_free(&out);
	return status;
}

void index_write_other(struct extraction *x, const struct json *document)
{
	const char *name = index_name(x->request->index);
	char *path = file_join(x->output, name);
	struct json *texts;
	struct exh_error err = { 0 };
	enum exh_status status;

	if (x->request->index == INDEX_JSONL) {
		status = write_lines(path, document, &err);
	} else {
		texts = page_texts(document, x->output);
		status = database_write(path, document, texts, &err);
		json_free(texts);
	}
	if (status)
		report_failure(x->report, path, &err);
	else
		note_index(x, name, path);
	free(path);
}

/* Of the files of a page that were written the index knows. */
static void write_page_files(struct extraction *x, const struct page_files *files)
{
	struct outputs outputs = { .hashes = true,
				   .judge = extraction_judge,
				   .context = x };

	for (size_t i = 0; i < files->count; i++)
		outputs_add_content(&outputs, file_join(x->output, files->items[i].name),
				    exh_writer_bytes(&files->items[i].content));
	outputs_run(&outputs, x->report, x->report->command);
	extraction_note_unwritten(x, &outputs);
	for (size_t i = 0; i < outputs.count; i++)
		if (outputs.items[i].begun && !outputs.items[i].err.status)
			new_index_add_document(&x->made, PAGE_KIND, files->items[i].name,
					       outputs.items[i].size,
					       outputs.items[i].sha256);
	outputs_free(&outputs);
}

static enum exh_status make_page(struct extraction *x, const struct json *document,
				 const struct json *texts, struct page_files *files,
				 struct exh_error *err)
{
	enum exh_status status;

	page_write(&page_of_game, page_files_add(files, PAGE_NAME));
	status = page_add_index(document, texts, x->game->path, files, err);
	return status ? status
		      : page_write_call("exhumeTexts", texts,
					page_files_add(files, PAGE_TEXTS), err);
}

void index_write_page(struct extraction *x, const struct json *document)
{
	struct page_files files = { 0 };
	struct json *texts = page_texts(document, x->output);
	struct exh_error err;

	if (make_page(x, document, texts, &files, &err))
		report_failure(x->report, x->output, &err);
	else
		write_page_files(x, &files);
	page_files_free(&files);
	json_free(texts);
}
