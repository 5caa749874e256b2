/* An index that an earlier run wrote. */
#include "game.h"

#include "task/json_stream.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

struct reading {
	struct old_index *index;
	struct exh_writer scratch; /* a text */
};

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

/* Zeros and false unless there is such a text. */
static bool read_hash(struct reading *r, struct exh_bytes value,
		      uint8_t sha256[SHA256_SIZE])
{
	const char *digits = json_raw_text(value, &r->scratch);

	if (digits)
		read_digits(digits, sha256);
	return digits;
}

/* Adds a file of the asset, or with JSON_NO_ITEM of none; a path that is listed twice has
 * the last hash. */
static void add_file(struct reading *r, struct exh_bytes name, struct exh_bytes digits,
		     size_t asset)
{
	struct old_index *index = r->index;
	const char *path = json_raw_text(name, &r->scratch);
	size_t number;
	struct old_file *file;

	if (!path)
		return;
	number = text_set_add(&index->paths, path);
	if (number == index->files.count)
		*MEM_ADD(&index->files) = (struct old_file){ .has_hash = false };
	file = &index->files.items[number];
	file->has_hash |= read_hash(r, digits, file->sha256);
	if (asset != JSON_NO_ITEM)
		*MEM_ADD(&index->listed) =
			(struct old_listed){ (uint32_t)number, (uint32_t)asset };
}

static void add_files(struct reading *r, struct exh_bytes names, struct exh_bytes digits,
		      size_t asset)
{
	struct exh_bytes key, name, own;

	while (json_raw_next(&names, &key, &name)) {
		if (!json_raw_next(&digits, &key, &own))
			own.size = 0;
		add_file(r, name, own, asset);
	}
}

/* The values of some members of an object; empty: there is none. Returns how many members
 * it has. */
static size_t find_members(struct reading *r, struct exh_bytes object,
			   const char *const *keys, struct exh_bytes *values)
{
	struct exh_bytes key, value;
	size_t count = 0;

	for (; object.data[0] != '[' && json_raw_next(&object, &key, &value); count++) {
		const char *name = json_raw_text(key, &r->scratch);

		for (size_t i = 0; keys[i]; i++)
			if (strcmp(keys[i], name) == 0)
				values[i] = value;
	}
	return count;
}

static void add_asset(struct reading *r, struct exh_bytes asset, size_t place)
{
	static const char *const keys[] = { "files",	"files_sha256",
					    "original", "original_sha256",
					    "more",	"more_sha256",
					    NULL };
	struct exh_bytes values[6] = { 0 };

	find_members(r, asset, keys, values);
	if (values[0].size && values[0].data[0] == '[')
		add_files(r, values[0], values[1], place);
	add_file(r, values[2], values[3], JSON_NO_ITEM);
	add_file(r, values[4], values[5], JSON_NO_ITEM);
}

static void add_document(struct reading *r, struct exh_bytes document)
{
	static const char *const keys[] = { "file", "sha256", NULL };
	struct exh_bytes values[2] = { 0 };

	find_members(r, document, keys, values);
	add_file(r, values[0], values[1], JSON_NO_ITEM);
}

static const char *keep_text(struct reading *r, struct exh_bytes value)
{
	return text_store_add(&r->index->texts, json_raw_text(value, &r->scratch));
}

/* False: the value is no size of a file. */
static bool read_size(struct exh_bytes value, uint64_t *size)
{
	*size = 0;
	for (size_t i = 0; i < value.size; i++) {
		if (value.data[i] < '0' || value.data[i] > '9')
			return false;
		*size = *size * 10 + (value.data[i] - '0');
	}
	return value.size;
}

static void add_source(struct reading *r, struct exh_bytes item)
{
	static const char *const keys[] = { "name", "error", "size", "sha256", NULL };
	struct exh_bytes values[4] = { 0 };
	struct old_source *source = MEM_ADD(&r->index->sources);
	const size_t count = find_members(r, item, keys, values);
	bool has_size;

	*source = (struct old_source){ .name = keep_text(r, values[0]),
				       .error = keep_text(r, values[1]) };
	has_size = read_size(values[2], &source->size);
	source->has_sha256 = read_hash(r, values[3], source->sha256);
	source->has_others = source->error ? count != 2 : count != 3 || !has_size;
}

static bool add_member(void *context, const char *key, size_t place, struct json *value)
{
	struct reading *r = context;

	(void)place;
	json_set_shared(r->index->head, key, value);
	return true;
}

static bool add_item(void *context, const char *key, size_t place, struct exh_bytes item)
{
	if (strcmp(key, "assets") == 0)
		add_asset(context, item, place);
	else if (strcmp(key, "documents") == 0)
		add_document(context, item);
	else if (strcmp(key, "sources") == 0)
		add_source(context, item);
	return true;
}

static enum exh_status read_index(struct old_index *index, const char *path,
				  const char *wanted_format, struct exh_error *err)
{
	struct reading r = { .index = index };
	enum exh_status status;
	const char *format;

	index->head = json_new_object();
	status = json_visit_raw_file(path, add_member, add_item, &r, err);
	exh_writer_free(&r.scratch);
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
