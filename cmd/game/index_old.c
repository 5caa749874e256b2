/* An index that an earlier run wrote. */
#include "game.h"

#include "task/json_stream.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE_LIMIT = 64 << 10 }; /* bytes of EXTRACT_PLACE */

/* Reads a hash. Zeros and false if the value is not one. */
static bool read_hash(const struct json *value, uint8_t sha256[SHA256_SIZE])
{
	const char *digits = json_text_of(value);

	memset(sha256, 0, SHA256_SIZE);
	if (digits && strlen(digits) == 2 * SHA256_SIZE)
		for (size_t i = 0; i < SHA256_SIZE; i++)
			sha256[i] =
				(uint8_t)text_hex_pair((const uint8_t *)digits + 2 * i);
	if (digits && !sha256_has_digits(sha256, digits))
		memset(sha256, 0, SHA256_SIZE);
	return digits;
}

/* Adds a file of the asset; JSON_NO_ITEM: of none. A path that is listed twice gets the
 * last hash. */
static void add_file(struct old_index *index, const char *path, const struct json *digits,
		     size_t asset)
{
	size_t number;
	struct old_file *file;

	if (!path)
		return;
	number = text_set_add(&index->paths, path);
	if (number == index->files.count)
		*MEM_ADD(&index->files) = (struct old_file){ .has_hash = false };
	file = &index->files.items[number];
	file->has_hash |= read_hash(digits, file->sha256);
	if (asset != JSON_NO_ITEM)
		*MEM_ADD(&index->listed) =
			(struct old_listed){ (uint32_t)number, (uint32_t)asset };
}

static void add_asset(struct old_index *index, const struct json *asset, size_t place)
{
	const struct json *digits = json_get(asset, "files_sha256"), *name;
	size_t i;

	json_each(json_get(asset, "files"), i, name)
		add_file(index, json_text_of(name), json_at(digits, i), place);
	add_file(index, json_text_at(asset, "original"),
		 json_get(asset, "original_sha256"), JSON_NO_ITEM);
	add_file(index, json_text_at(asset, "more"), json_get(asset, "more_sha256"),
		 JSON_NO_ITEM);
}

static void add_source(struct old_index *index, const struct json *item)
{
	const struct json *size = json_get(item, "size");
	const bool has_size = json_is_whole(size) && json_number_of(size) >= 0;
	struct old_source *source = MEM_ADD(&index->sources);
	const size_t count = json_key_count(item);

	*source = (struct old_source){
		.name = text_store_add(&index->texts, json_text_at(item, "name")),
		.error = text_store_add(&index->texts, json_text_at(item, "error")),
		.size = has_size ? (uint64_t)json_number_of(size) : 0
	};
	source->has_sha256 = read_hash(json_get(item, "sha256"), source->sha256);
	source->has_others = source->error ? count != 2 : count != 3 || !has_size;
}

static bool add_value(void *context, const char *key, size_t place, struct json *value)
{
	struct old_index *index = context;

	if (place == JSON_NO_ITEM)
		json_set_shared(index->head, key, value);
	else if (strcmp(key, "assets") == 0)
		add_asset(index, value, place);
	else if (strcmp(key, "documents") == 0)
		add_file(index, json_text_at(value, "file"), json_get(value, "sha256"),
			 JSON_NO_ITEM);
	else if (strcmp(key, "sources") == 0)
		add_source(index, value);
	return true;
}

static enum exh_status read_index(struct old_index *index, const char *path,
				  const char *wanted_format, struct exh_error *err)
{
	enum exh_status status;
	const char *format;

	index->head = json_new_object();
	status = json_visit_file(path, add_value, index, err);
	format = json_text_at(index->head, "format");
	if (!status && !(format && strcmp(format, wanted_format) == 0))
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "its format is another");
	if (!status)
		status = json_check_format(index->head, wanted_format, 1, "extract", err);
	if (status)
		old_index_free(index);
	return status;
}

enum exh_status old_index_open(struct old_index *index, const char *folder,
			       const char *name, const char *format,
			       struct exh_error *err)
{
	char *path = file_join(folder, name);
	enum exh_status status = EXH_OK;

	*index = (struct old_index){ 0 };
	if (file_exists(path))
		status = read_index(index, path, format, err);
	free(path);
	return status;
}

bool old_index_gives_way(const char *folder, const char *name, const char *why,
			 struct report *report)
{
	char *path = file_join(folder, name);

	if (!report->common->force)
		report_error(report, path, EXH_NO_OFFSET,
			     "exists, and is no index of extract (%s): choose another "
			     "folder with -o; -f overwrites it",
			     why);
	free(path);
	return report->common->force;
}

bool old_index_read(struct old_index *index, const char *folder, const char *name,
		    const char *format, struct report *report)
{
	struct exh_error err;

	return !old_index_open(index, folder, name, format, &err) ||
	       old_index_gives_way(folder, name, err.text, report);
}

void old_index_free(struct old_index *index)
{
	json_free(index->head);
	text_set_free(&index->paths);
	free(index->files.items);
	free(index->listed.items);
	free(index->sources.items);
	text_store_free(&index->texts);
	*index = (struct old_index){ 0 };
}

const struct old_file *old_index_file(const struct old_index *index, const char *path)
{
	const size_t number = text_set_find(&index->paths, path);

	return number != TEXT_NONE && index->files.items[number].has_hash
		       ? &index->files.items[number]
		       : NULL;
}

const char *old_index_game(const struct old_index *index)
{
	return json_text_at(json_get(index->head, "game"), "path");
}

char *old_index_noted(const char *folder, size_t line)
{
	char *path = file_join(folder, EXTRACT_PLACE), *text = NULL;
	struct file file;

	if (file_exists(path) && !file_read_own(path, PLACE_LIMIT, &file, NULL)) {
		struct lines lines;

		lines_split(file_bytes(&file), &lines);
		if (line < lines.count && lines.items[line].size)
			text = mem_text_part((const char *)lines.items[line].data,
					     lines.items[line].size);
		lines_free(&lines);
		free(file.data);
	}
	free(path);
	return text;
}

char *old_index_place(const struct old_index *index, const char *folder,
		      enum old_place place)
{
	const char *name = old_index_game(index);

	if (place == OLD_PLACE_NOTED)
		return old_index_noted(folder, 0);
	if (!name || (place == OLD_PLACE_RELATIVE && *name == '/'))
		return NULL;
	return place == OLD_PLACE_RELATIVE ? file_join(folder, name) : mem_text(name);
}
