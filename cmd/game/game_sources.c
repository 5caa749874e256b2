#include "game.h"

#include "task/file.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <strings.h>

static void hash(void *context, size_t i)
{
	struct source *source = (struct source *)context + i;

	if (file_is_special(source->path))
		exh_fail(&source->err, EXH_INVALID, EXH_NO_OFFSET,
			 "a device or a pipe, expected a file");
	else
		sha256_of_file(source->path, source->sha256, &source->size, &source->err);
}

static void collect(struct sources *sources, const char *path)
{
	struct files *files =
		file_is_folder(path) ? files_open_folder(path) : files_open_file(path);

	sources->items = mem_alloc(files_count(files), sizeof *sources->items);
	for (size_t i = 0; i < files_count(files); i++) {
		struct source *source = &sources->items[sources->count];

		if (files_is_folder(files, files_name(files, i)))
			continue;
		source->path = files_path(files, files_name(files, i));
		source->name = file_name(source->path);
		sources->count++;
	}
	files_close(files);
}

bool sources_open(struct sources *sources, const char *path, bool with_hashes,
		  struct report *report)
{
	*sources = (struct sources){ 0 };
	collect(sources, path);
	return !with_hashes ||
	       report_jobs(report, "reading", sources->count, hash, sources->items);
}

void sources_free(struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		free(sources->items[i].path);
	free(sources->items);
}

struct json *sources_to_json(const struct sources *sources)
{
	struct json *array = json_new_list();

	for (size_t i = 0; i < sources->count; i++) {
		const struct source *source = &sources->items[i];
		struct json *object = json_new_object();

		json_set_text(object, "name", source->name);
		if (source->err.status) {
			json_set_text(object, "error", source->err.text);
		} else {
			json_set_number(object, "size", source->size);
			json_set(object, "sha256", sha256_digits(source->sha256));
		}
		json_push(array, object);
	}
	return array;
}

/* Names are sorted without regard to case. */
static int compare_name(const void *name, const void *item)
{
	return strcasecmp(name, ((const struct source *)item)->name);
}

void sources_mark_used(struct sources *sources, const struct json *assets)
{
	const struct json *asset;
	size_t i;

	json_each(assets, i, asset)
	{
		const char *name = json_text_at(asset, "source");
		struct source *source =
			name ? bsearch(name, sources->items, sources->count,
				       sizeof *sources->items, compare_name)
			     : NULL;

		if (source)
			source->is_used = true;
	}
}

static struct json *other_to_json(const struct identify_finding *finding)
{
	struct json *object = json_new_object();

	json_set_text(object, "name", file_name(finding->path));
	json_set_number(object, "size", finding->size);
	json_set(object, "format",
		 finding->format ? json_new_string(finding->format->name)
				 : json_new_null());
	if (finding->format)
		json_set_string(object, "title", finding->format->title);
	if (finding->err.status)
		json_set_text(object, "error", finding->err.text);
	return object;
}

struct json *sources_others(const struct sources *sources, const struct report *report)
{
	struct identify_finding *findings = mem_alloc(sources->count, sizeof *findings);
	struct files *files =
		sources->count ? files_open_around(sources->items[0].path) : NULL;
	struct json *array = json_new_list();
	size_t count = 0;

	for (size_t i = 0; i < sources->count; i++)
		if (!sources->items[i].is_used && !sources->items[i].err.status)
			findings[count++] =
				(struct identify_finding){ .path = sources->items[i].path,
							   .files = files };
	jobs_run(report->common, "identify", count, identify, findings);
	for (size_t i = 0; i < count; i++)
		json_push(array, other_to_json(&findings[i]));
	files_close(files);
	free(findings);
	return array;
}
