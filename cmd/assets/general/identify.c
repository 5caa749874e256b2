#include "general.h"

#include "assets/assets.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* of a larger file only the head is read */
	HEAD_SIZE = 16 << 20,
	TABLE_LIMIT = 256 << 10,
};

/* The file to identify, and the last one beside it that a format needed. */
struct surroundings {
	const char *path;
	const struct files *files; /* in its folder */
	struct file companion;
};

static bool find_companion(void *context, const char *stem, size_t index,
			   struct exh_bytes *out)
{
	struct surroundings *around = context;
	const char *dot = strrchr(file_name(around->path), '.');
	const char **found = files_with_stem(around->files, stem, dot ? dot : "");
	size_t count = 0;
	bool good;

	while (found[count])
		count++;
	free(around->companion.data);
	around->companion = (struct file){ 0 };
	good = index < count && files_read(around->files, found[index], TABLE_LIMIT,
					   &around->companion, NULL) == EXH_OK;
	free(found);
	*out = file_bytes(&around->companion);
	return good;
}

static void print_facts(const struct exh_facts *facts, FILE *out)
{
	for (size_t i = 0; i < facts->count; i++) {
		const struct exh_fact *fact = &facts->items[i];

		fprintf(out, i ? ", " : " (");
		if (fact->is_number)
			fprintf(out, "%s %" PRIu64, fact->key, fact->number);
		else
			fprintf(out, "%s %s", fact->key, fact->text);
	}
	if (facts->count)
		fprintf(out, ")");
}

static void print_folder(const struct identify_finding *finding, FILE *out)
{
	const char *key;
	const json_t *value;
	size_t i, count = 0;

	if (!finding->game) {
		fprintf(out, "%s: a folder without a known game\n", finding->path);
		return;
	}
	fprintf(out, "%s: game of %s", finding->path, finding->game);
	print_facts(&finding->facts, out);
	json_object_foreach(finding->assets, key, value)
		fprintf(out, "%s %" JSON_INTEGER_FORMAT " %s", count++ ? "," : ":",
			json_integer_value(value), key);
	fprintf(out, "; subcommands:");
	json_array_foreach(finding->subcommands, i, value)
		fprintf(out, "%s %s", i ? "," : "", json_string_value(value));
	fprintf(out, "\n");
}

static void print_text(const struct identify_finding *finding, FILE *out)
{
	if (finding->is_folder) {
		print_folder(finding, out);
		return;
	}
	if (!finding->format) {
		fprintf(out, "%s: unknown\n", finding->path);
		return;
	}
	fprintf(out, "%s: %s: %s", finding->path, finding->format->name,
		finding->format->title);
	print_facts(&finding->facts, out);
	fprintf(out, "\n");
}

json_t *identify_facts(const struct exh_facts *facts)
{
	json_t *json = json_object();

	for (size_t i = 0; i < facts->count; i++) {
		const struct exh_fact *fact = &facts->items[i];

		json_object_set_new(json, fact->key,
				    fact->is_number
					    ? json_integer((json_int_t)fact->number)
					    : json_text(fact->text));
	}
	return json;
}

/* The release is null where the files don't say it. */
static json_t *folder_to_json(const struct identify_finding *finding)
{
	json_t *json = json_object(), *facts, *release;

	json_set_text(json, "folder", finding->path);
	json_object_set_new(json, "game",
			    finding->game ? json_string(finding->game) : json_null());
	if (!finding->game)
		return json;
	facts = identify_facts(&finding->facts);
	release = json_object_get(facts, "release");
	json_set_string(json, "family", finding->family);
	json_object_set_new(json, "release",
			    release ? json_incref(release) : json_null());
	json_object_set_new(json, "facts", facts);
	json_object_set(json, "assets", finding->assets);
	json_object_set(json, "subcommands", finding->subcommands);
	return json;
}

static json_t *to_json(const struct identify_finding *finding)
{
	const struct exh_format *format = finding->format;
	json_t *json;

	if (finding->is_folder)
		return folder_to_json(finding);
	json = json_object();
	json_set_text(json, "file", finding->path);
	json_set_number(json, "size", finding->size);
	json_object_set_new(json, "format",
			    format ? json_string(format->name) : json_null());
	json_set_number(json, "score", finding->score);
	if (!format)
		return json;
	json_set_string(json, "title", format->title);
	json_set_string(json, "family", format->family);
	json_object_set_new(json, "facts", identify_facts(&finding->facts));
	return json;
}

/* A job of jobs_run: context is the array of findings. */
void identify(void *context, size_t i)
{
	struct identify_finding *finding = (struct identify_finding *)context + i;
	struct surroundings around = { .path = finding->path, .files = finding->files };
	const bool standard = strcmp(finding->path, "-") == 0;
	struct exh_probe probe;
	struct file file;

	if (finding->is_folder)
		return;
	if (file_read_head(finding->path, FILE_LIMIT, HEAD_SIZE, &file, &finding->size,
			   &finding->err))
		return;
	probe = (struct exh_probe){
		.name = standard ? NULL : file_name(finding->path),
		.data = file_bytes(&file),
		.file_size = finding->size,
		.companion = find_companion,
		.context = &around,
	};
	finding->format = exh_identify(&probe, &finding->score);
	if (finding->format && finding->format->describe)
		finding->format->describe(&probe, &finding->facts);
	if (finding->format && file.size < finding->size)
		exh_fact_number(&finding->facts, "read_size", file.size);
	free(file.data);
	free(around.companion.data);
}

/* The document, or a line a file; to be freed. */
char *identify_print(const struct identify_finding *findings, size_t count, bool json,
		     const struct report *report)
{
	json_t *document, *files;
	char *text = NULL;
	size_t size;
	FILE *out;

	if (!json) {
		out = open_memstream(&text, &size);
		for (size_t i = 0; i < count && out; i++)
			if (!findings[i].err.status)
				print_text(&findings[i], out);
		if (!out || fclose(out) != 0)
			mem_end();
		return text;
	}
	document = json_document("identify");
	files = json_array();
	for (size_t i = 0; i < count; i++)
		if (!findings[i].err.status)
			json_array_append_new(files, to_json(&findings[i]));
	json_object_set_new(document, "results", files);
	json_object_set(document, "errors", report->errors);
	text = json_print(document);
	json_decref(document);
	return text;
}

bool identify_same_folder(const char *a, const char *b)
{
	const size_t size = (size_t)(file_name(a) - a);

	return size == (size_t)(file_name(b) - b) && memcmp(a, b, size) == 0 &&
	       strcmp(a, "-") != 0 && strcmp(b, "-") != 0;
}
