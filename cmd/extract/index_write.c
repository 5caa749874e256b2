#include "index_write.h"

#include "database.h"
#include "page.h"
#include "task/json.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

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

	if (!sha256_of_file(path, sha256, &size, NULL))
		new_index_add_document(&x->made, PAGE_KIND, name, size, sha256);
}

/* A line an asset. */
static enum exh_status write_lines(const char *path, const json_t *document,
				   struct exh_error *err)
{
	struct exh_writer out = { .limit = PAGE_LIMIT };
	enum exh_status status = EXH_OK;
	const json_t *asset;
	size_t i;

	json_array_foreach(json_object_get(document, "assets"), i, asset)
	{
		char *line = json_dumps(asset, JSON_COMPACT);

		if (line)
			exh_write_bytes(&out, line, strlen(line));
		else
			out.failed = true;
		exh_write_bytes(&out, "\n", 1);
		free(line);
	}
	status = out.failed ? exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory")
			    : file_write(path, exh_writer_bytes(&out), true, err);
	exh_writer_free(&out);
	return status;
}

void index_write_other(struct extraction *x, const json_t *document)
{
	const char *name = index_name(x->request->index);
	char *path = file_join(x->output, name);
	json_t *texts;
	struct exh_error err = { 0 };
	enum exh_status status;

	if (!path) {
		report_error(x->report, x->output, EXH_NO_OFFSET, "out of memory");
		return;
	}
	if (x->request->index == INDEX_JSONL) {
		status = write_lines(path, document, &err);
	} else {
		texts = page_texts(document, x->output);
		status = database_write(path, document, texts, &err);
		json_decref(texts);
	}
	if (status)
		report_failure(x->report, path, &err);
	else
		note_index(x, name, path);
	free(path);
}

/* The three files of a page; of those that were written the index knows. */
static void write_page_files(struct extraction *x, struct exh_writer files[3])
{
	static const char *const names[3] = { PAGE_NAME, PAGE_INDEX, PAGE_TEXTS };
	struct outputs outputs = { .hashes = true,
				   .judge = extraction_judge,
				   .context = x };
	bool good = true;

	for (size_t i = 0; i < 3 && good; i++)
		good = !files[i].failed &&
		       outputs_add_content(&outputs, file_join(x->output, names[i]),
					   exh_writer_bytes(&files[i]));
	if (!good)
		report_error(x->report, x->output, EXH_NO_OFFSET, "out of memory");
	else
		outputs_run(&outputs, x->report, x->report->command);
	for (size_t i = 0; i < 3 && i < outputs.count; i++)
		if (outputs.items[i].begun && !outputs.items[i].err.status)
			new_index_add_document(&x->made, PAGE_KIND, names[i],
					       outputs.items[i].size,
					       outputs.items[i].sha256);
	outputs_free(&outputs);
}

void index_write_page(struct extraction *x, const json_t *document)
{
	struct exh_writer files[3] = { { .limit = PAGE_LIMIT },
				       { .limit = PAGE_LIMIT },
				       { .limit = PAGE_LIMIT } };
	json_t *texts = page_texts(document, x->output);
	struct exh_error err;

	page_write(&files[0]);
	if (page_write_index(document, texts, &files[1], &err) ||
	    page_write_texts(texts, &files[2], &err))
		report_failure(x->report, x->output, &err);
	else
		write_page_files(x, files);
	for (size_t i = 0; i < 3; i++)
		exh_writer_free(&files[i]);
	json_decref(texts);
}
