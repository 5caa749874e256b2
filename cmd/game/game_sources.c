#include "game.h"

#include "task/file.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SOURCES_LIMIT ((uint64_t)16 << 30) /* bytes */

/* Returns the path of a source; to be freed. */
static char *path_of(const struct sources *sources, const struct source *source)
{
	return source->loose ? mem_text(source->loose)
			     : files_path(sources->files, source->name);
}

void sources_hash(void *context, size_t i)
{
	const struct sources *sources = context;
	struct source *source = &sources->items[i];
	struct exh_error err = { 0 };
	char *path;

	if (source->error)
		return;
	path = path_of(sources, source);
	if (sources->is_file && file_is_special(path))
		exh_fail(&err, EXH_INVALID, EXH_NO_OFFSET,
			 "a device or a pipe, expected a file");
	else
		sha256_of_file(path, source->sha256, &source->size, &err);
	if (err.status)
		source->error = mem_text(err.text);
	source->has_content = !err.status;
	free(path);
}

static int by_name(const void *a, const void *b)
{
	return strcasecmp(((const struct source *)a)->name,
			  ((const struct source *)b)->name);
}

static void add_loose(struct sources *sources, const struct common *common,
		      struct loose_files *loose)
{
	for (size_t i = 0; i < loose->count; i++) {
		char *path = loose->items[i].path;

		loose->items[i].path = NULL;
		sources->items[sources->count++] =
			(struct source){ .name = loose_file_name(common, path),
					 .loose = path,
					 .has_content = true };
	}
	if (loose->count)
		qsort(sources->items, sources->count, sizeof *sources->items, by_name);
}

/* Limits the size: a sparse file takes no room on a disk, but hours to read. */
static void bound(struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		struct source *source = &sources->items[i];
		char *path = path_of(sources, source);
		struct stat info;
		const uint64_t size = stat(path, &info) == 0 && S_ISREG(info.st_mode)
					      ? (uint64_t)info.st_size
					      : 0;

		if (size > SOURCES_LIMIT - sources->size) {
			source->error = mem_format(
				"left out: with it the game's files have more than "
				"%u GiB, the limit",
				(unsigned)(SOURCES_LIMIT >> 30));
			source->is_beyond = true;
			source->has_content = false;
		} else {
			sources->size += size;
		}
		free(path);
	}
}

void sources_open(struct sources *sources, const struct game_type *type, const char *path,
		  const struct common *common)
{
	struct files *files = game_type_list(type, path);
	struct loose_files loose = { 0 };

	if (type->find_loose)
		type->find_loose(common, &loose);
	*sources = (struct sources){
		.files = files,
		.is_file = !file_is_folder(path),
		.items = mem_alloc(files_count(files) + loose.count,
				   sizeof *sources->items),
	};
	for (size_t i = 0; i < files_count(files); i++)
		if (!files_item_is_folder(files, i))
			sources->items[sources->count++] =
				(struct source){ .name = files_name(files, i),
						 .has_content = true };
	add_loose(sources, common, &loose);
	loose_files_free(&loose);
	bound(sources);
}

void sources_free(struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		free(sources->items[i].error);
		if (sources->items[i].loose)
			free((char *)sources->items[i].name);
		free(sources->items[i].loose);
	}
	free(sources->items);
	files_close(sources->files);
}

static const struct field source_list[] = {
	FIELD(struct source, name, NULL, "name of the file, in the game's folder"),
	FIELD(struct source, error, NULL, "why it could not be read",
	      .flags = FIELD_OMITTED),
	FIELD(struct source, size, "bytes", "its size",
	      FIELD_HAS(struct source, has_content)),
	FIELD_OF("sha256", FIELD_DIGITS, struct source, sha256, NULL,
		 "SHA-256 of its content", FIELD_HAS(struct source, has_content)),
};
const struct fields source_fields = FIELDS("source", struct source, source_list);

static bool is_text(const char *text, const char *listed)
{
	struct json *json = json_of_text(text);
	const bool same = listed && strcmp(json_text_of(json), listed) == 0;

	json_free(json);
	return same;
}

static bool is_source(const struct source *source, const struct old_source *old)
{
	if (old->has_others || !is_text(source->name, old->name))
		return false;
	if (source->error)
		return is_text(source->error, old->error);
	return !old->error && old->has_sha256 && source->size == old->size &&
	       memcmp(source->sha256, old->sha256, SHA256_SIZE) == 0;
}

bool sources_are(const struct sources *sources, const struct old_index *index)
{
	bool same = sources->count == index->sources.count;

	for (size_t i = 0; i < sources->count && same; i++)
		same = is_source(&sources->items[i], &index->sources.items[i]);
	return same;
}

/* Names are sorted regardless of case. */
static int compare_name(const void *name, const void *item)
{
	return strcasecmp(name, ((const struct source *)item)->name);
}

void sources_mark_used(struct sources *sources, const struct new_index *index)
{
	const char *last = NULL;

	for (size_t i = 0; i < index->count; i++) {
		const char *name = index->items[i].source;
		struct source *source =
			name && name != last
				? bsearch(name, sources->items, sources->count,
					  sizeof *sources->items, compare_name)
				: NULL;

		if (source)
			source->is_used = true;
		last = name;
	}
}

bool sources_report(const struct sources *sources, struct report *report)
{
	bool good = true;

	for (size_t i = 0; i < sources->count; i++) {
		const struct source *source = &sources->items[i];
		char *path;

		if (!source->error || (source->is_used && !source->is_beyond))
			continue;
		path = path_of(sources, source);
		report_error(report, path, EXH_NO_OFFSET, "%s", source->error);
		free(path);
		good = false;
	}
	return good;
}

struct other_row {
	const char *name, *format, *title, *error;
	uint64_t size;
};

static const struct field other_list[] = {
	FIELD(struct other_row, name, NULL, "name of the file, in the game's folder"),
	FIELD(struct other_row, size, "bytes", "its size"),
	FIELD(struct other_row, format, NULL, "its format; null: unknown", FIELD_OR_NULL),
	FIELD(struct other_row, title, NULL, "the format in words", FIELD_IF_ANY),
	FIELD(struct other_row, error, NULL, "why it could not be read", FIELD_IF_ANY),
};
const struct fields other_fields = FIELDS("other", struct other_row, other_list);

static struct json *other_to_json(const struct identify_finding *finding)
{
	const struct exh_format *format = finding->format;
	const struct other_row row = { .name = file_name(finding->path),
				       .format = format ? format->name : NULL,
				       .title = format ? format->title : NULL,
				       .error = finding->err.status ? finding->err.text
								    : NULL,
				       .size = finding->size };

	return fields_to_json(&other_fields, &row);
}

struct json *sources_others(const struct sources *sources, const struct report *report)
{
	struct identify_finding *findings = mem_alloc(sources->count, sizeof *findings);
	char *path = sources->count ? path_of(sources, &sources->items[0]) : NULL;
	struct files *files = path ? files_open_around(path) : NULL;
	struct json *array = json_new_list();
	size_t count = 0;

	for (size_t i = 0; i < sources->count; i++)
		if (!sources->items[i].is_used && !sources->items[i].error)
			findings[count++] = (struct identify_finding){
				.path = path_of(sources, &sources->items[i]),
				.files = files
			};
	jobs_run(report->common, "identify", count, identify, findings);
	for (size_t i = 0; i < count; i++) {
		json_push(array, other_to_json(&findings[i]));
		free((char *)findings[i].path);
	}
	files_close(files);
	free(path);
	free(findings);
	return array;
}
