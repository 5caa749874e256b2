/* An index that an earlier run wrote. */
#include "game.h"

#include "task/json_stream.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

/* Zeros unless they are the digits of a hash. */
static void read_digits(const char *digits, uint8_t sha256[SHA256_SIZE])
{
	if (strlen(digits) == 2 * SHA256_SIZE)
		for (size_t i = 0; i < SHA256_SIZE; i++)
			sha256[i] =
				(uint8_t)text_hex_pair((const uint8_t *)digits + 2 * i);
	if (!sha256_has_digits(sha256, digits))
		memset(sha256, 0, SHA256_SIZE);
}

/* The number of the path; a path that is listed twice has the last hash. */
static uint32_t add_file(struct old_index *index, const char *path,
			 const struct json *digits)
{
	const size_t number = text_set_add(&index->paths, path);
	struct old_file *file;

	if (number == index->files.count)
		*MEM_ADD(&index->files) = (struct old_file){ .has_hash = false };
	file = &index->files.items[number];
	if (json_is_text(digits)) {
		read_digits(json_text_of(digits), file->sha256);
		file->has_hash = true;
	}
	return (uint32_t)number;
}

static void add_named(struct old_index *index, const struct json *item, const char *key,
		      const char *digest_key)
{
	const char *path = json_text_at(item, key);

	if (path)
		add_file(index, path, json_get(item, digest_key));
}

static void add_asset(struct old_index *index, const struct json *asset, size_t place)
{
	const struct json *files = json_get(asset, "files"), *name;
	const struct json *digests = json_get(asset, "files_sha256");
	size_t i;

	json_each(files, i, name)
	{
		if (json_is_text(name))
			*MEM_ADD(&index->listed) =
				(struct old_listed){ add_file(index, json_text_of(name),
							      json_at(digests, i)),
						     (uint32_t)place };
	}
	add_named(index, asset, "original", "original_sha256");
	add_named(index, asset, "more", "more_sha256");
}

static void add_source(struct old_index *index, const struct json *item)
{
	struct old_source *source = MEM_ADD(&index->sources);
	const struct json *size = json_get(item, "size");
	const char *digits = json_text_at(item, "sha256");

	*source = (struct old_source){
		.name = text_store_add(&index->texts, json_text_at(item, "name")),
		.error = text_store_add(&index->texts, json_text_at(item, "error")),
		.size = (uint64_t)json_number_of(size),
		.has_sha256 = digits,
	};
	if (digits)
		read_digits(digits, source->sha256);
	source->has_others = json_key_count(item) != (source->error ? 2 : 3) ||
			     (!source->error && !json_is_whole(size));
}

static bool visit(void *context, const char *key, size_t place, struct json *value)
{
	struct old_index *index = context;

	if (place == JSON_NO_ITEM)
		json_set_shared(index->head, key, value);
	else if (strcmp(key, "assets") == 0)
		add_asset(index, value, place);
	else if (strcmp(key, "documents") == 0)
		add_named(index, value, "file", "sha256");
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
	status = json_visit_file(path, visit, index, err);
	format = json_text_at(index->head, "format");
	if (!status && !(format && strcmp(format, wanted_format) == 0))
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "its format is another");
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

/* An index of another command, or a file that happens to have its name. */
static bool may_replace(const char *folder, const char *name, const char *why,
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
	       may_replace(folder, name, err.text, report);
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
