#include "game.h"

#include "assets/assets.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDEX_LIMIT = 1 << 30 };

/*
 * The one that was there.
 */

static void add_hashes(struct json *hashes, const struct json *files,
		       const struct json *digests)
{
	const struct json *name;
	size_t i;

	json_each(files, i, name)
	{
		struct json *digest = json_at(digests, i);

		if (json_is_text(name) && json_is_text(digest))
			json_set_shared(hashes, json_text_of(name), digest);
	}
}

static void add_hash(struct json *hashes, const struct json *item, const char *key,
		     const char *digest_key)
{
	const char *name = json_text_at(item, key);

	if (name)
		json_set_shared(hashes, name, json_get(item, digest_key));
}

static struct json *collect_hashes(const struct json *document)
{
	struct json *hashes = json_new_object();
	const struct json *item;
	size_t i;

	json_each(json_get(document, "assets"), i, item)
	{
		add_hashes(hashes, json_get(item, "files"),
			   json_get(item, "files_sha256"));
		add_hash(hashes, item, "original", "original_sha256");
		add_hash(hashes, item, "more", "more_sha256");
	}
	json_each(json_get(document, "documents"), i, item)
	{
		add_hash(hashes, item, "file", "sha256");
	}
	return hashes;
}

static enum exh_status read_document(struct old_index *index, const char *path,
				     const char *wanted_format, struct exh_error *err)
{
	struct file file;
	const char *format;

	if (file_read_own(path, INDEX_LIMIT, &file, err))
		return err->status;
	index->document = json_parse(file_bytes(&file), err);
	free(file.data);
	if (!index->document)
		return err->status;
	format = json_text_at(index->document, "format");
	if (format && strcmp(format, wanted_format) == 0) {
		index->hashes = collect_hashes(index->document);
		return EXH_OK;
	}
	json_free(index->document);
	index->document = NULL;
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "its format is another");
}

enum exh_status old_index_open(struct old_index *index, const char *folder,
			       const char *name, const char *format,
			       struct exh_error *err)
{
	char *path = file_join(folder, name);
	enum exh_status status = EXH_OK;

	*index = (struct old_index){ 0 };
	if (file_exists(path))
		status = read_document(index, path, format, err);
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
	json_free(index->document);
	json_free(index->hashes);
}

const char *old_index_hash(const struct old_index *index, const char *path)
{
	return json_text_at(index->hashes, path);
}

/*
 * Files that are there.
 */

/* Data of the page that a run made which never came to write its index, say because the
 * disk was full. They are for the page alone, and known by the call that they begin with.
 */
static bool is_left_data(const char *path, const char *name)
{
	static const char call[] = "exhume";
	char first[sizeof call] = "";
	struct file_reader reader;

	if (strncmp(name, PAGE_DATA "/", sizeof PAGE_DATA) != 0 &&
	    strcmp(name, PAGE_INDEX) != 0 && strcmp(name, PAGE_TEXTS) != 0)
		return false;
	if (file_reader_open_own(&reader, path, NULL))
		return false;
	if (file_reader_read(&reader, 0, first, sizeof first - 1, NULL))
		first[0] = '\0';
	file_reader_close(&reader);
	return strcmp(first, call) == 0;
}

enum output_existing extraction_judge(void *context, const char *path,
				      const uint8_t sha256[32])
{
	const struct extraction *x = context;
	const char *name = path + strlen(x->output) + 1;
	const char *recorded = old_index_hash(&x->old, name);

	if (!recorded)
		return is_left_data(path, name) ? OUTPUT_REPLACE : OUTPUT_REFUSE;
	return sha256_has_digits(sha256, recorded) ? OUTPUT_REPLACE : OUTPUT_KEEP;
}

void extraction_note_unwritten(struct extraction *x, const struct outputs *outputs)
{
	for (size_t i = 0; i < outputs->count; i++)
		x->lacks_files |= output_is_unwritten(&outputs->items[i]);
}

/*
 * The new one.
 */

void new_index_start(struct new_index *index, const struct game_type *type,
		     const char *path)
{
	*index = (struct new_index){ .type = type,
				     .path = path,
				     .assets = json_new_list(),
				     .by_id = json_new_object(),
				     .documents = json_new_list() };
}

void new_index_free(struct new_index *index)
{
	json_free(index->assets);
	json_free(index->by_id);
	json_free(index->documents);
	json_free(index->rooms);
}

struct json *asset_id(const char *kind, unsigned number, const char *name)
{
	char text[512];

	if (number != ASSET_NO_NUMBER)
		snprintf(text, sizeof text, "%s:%u", kind, number);
	else
		snprintf(text, sizeof text, "%s:%s", kind, name);
	return json_of_text(text);
}

/* A path below the game's folder. */
static struct json *source_name(const struct new_index *index, const char *file)
{
	const size_t size = strlen(index->path);

	if (strncmp(file, index->path, size) == 0 && file[size] == '/')
		return json_of_text(file + size + 1 + strspn(file + size + 1, "/"));
	return json_of_text(file_name(file));
}

static void add_notes(struct json *list, const struct exh_notes *notes)
{
	for (const struct exh_note *note = notes->first; note; note = note->next) {
		struct json *object = json_new_object();

		if (note->offset != EXH_NO_OFFSET)
			json_set_number(object, "offset", note->offset);
		json_set_flag(object, "is_damage", note->severity == EXH_DAMAGE);
		json_set_text(object, "text", note->text);
		json_push(list, object);
	}
}

/* What is known of where it was. */
static void add_place(const struct new_index *index, const struct loaded_asset *item,
		      struct json *object)
{
	const struct asset *asset = &item->asset;
	const char *file = asset->container ? asset->container : asset->file;

	if (file)
		json_set(object, "source", source_name(index, file));
	if (asset->packed_size) {
		json_set_number(object, "offset", asset->packed_offset);
		json_set_number(object, "packed_size", asset->packed_size);
	} else if (asset->bytes.data) {
		json_set_number(object, "offset", asset->bytes.base);
	}
}

static void add_notes_of(const struct loaded_asset *item, struct json *object)
{
	struct json *notes = json_new_list();

	add_notes(notes, &item->load_notes);
	add_notes(notes, &item->notes);
	if (json_size(notes))
		json_set_shared(object, "notes", notes);
	if (item->load_notes.damage_count + item->notes.damage_count)
		json_set(object, "is_damaged", json_new_flag(true));
	json_free(notes);
}

/* What a kind calls its assets' "kind" is their "format" here, and the name that a game
 * gave them their "title". */
static void add_described(const struct assets *assets, const struct asset *asset,
			  struct json *object)
{
	struct json *described = json_new_object();
	struct json *format, *title, *size;

	assets->kind->describe(assets->options, asset, described);
	format = json_get(described, "kind");
	if (format)
		json_set_shared(object, "format", format);
	title = json_get(described, "name");
	if (title)
		json_set_shared(object, "title", title);
	/* Of assets that are not held in memory. */
	size = json_get(described, "size");
	if (size && !asset->bytes.data)
		json_set_shared(object, "size", size);
	json_take_missing(object, described);
	json_free(described);
}

static void add_description(const struct assets *assets, const struct loaded_asset *item,
			    struct json *object)
{
	if (item->status) {
		json_set_text(object, "error", item->err.text);
		return;
	}
	/* Levels, and streams, are not held as they are. */
	if (item->asset.bytes.data) {
		json_set_number(object, "size", item->asset.bytes.size);
		json_set(object, "sha256", sha256_to_json(item->asset.bytes));
	}
	if (assets->kind->describe)
		add_described(assets, &item->asset, object);
}

static void add_author_name(const struct new_index *index, const struct asset *asset,
			    struct json *object)
{
	struct json *name = index->game && index->type->author_name
				    ? index->type->author_name(index->game, asset)
				    : NULL;

	if (name)
		json_set(object, "author_name", name);
}

/* Borrowed. */
static struct json *new_asset(struct new_index *index, const struct assets *assets,
			      const struct loaded_asset *item, const char *kind,
			      struct json *id)
{
	const struct asset *asset = &item->asset;
	struct json *object = json_new_object();

	json_set_shared(object, "id", id);
	json_set_string(object, "kind", kind);
	json_set_string(object, "family", assets->kind->family);
	if (asset->number != ASSET_NO_NUMBER)
		json_set_number(object, "number", asset->number);
	json_set_text(object, "name", asset->name);
	add_author_name(index, asset, object);
	add_place(index, item, object);
	add_description(assets, item, object);
	add_notes_of(item, object);
	json_set(object, "files", json_new_list());
	json_set(object, "files_size", json_new_list());
	json_set(object, "files_sha256", json_new_list());
	json_set_shared(index->by_id, json_text_of(id), object);
	json_push(index->assets, object);
	return object;
}

static struct json *path_in(const char *folder, const char *name)
{
	char *path = file_join(folder, name);
	struct json *json = json_of_text(path);

	free(path);
	return json;
}

static void add_file(struct json *object, const char *folder,
		     const struct planned_file *planned)
{
	json_push(json_get(object, "files"), path_in(folder, planned->name));
	json_push(json_get(object, "files_size"),
		  json_new_number((int64_t)planned->size));
	json_push(json_get(object, "files_sha256"), sha256_digits(planned->sha256));
}

/* Those of one asset, which has id; an object that is borrowed. */
static struct json *find_asset(struct new_index *index, const struct assets *assets,
			       size_t i, const char *kind)
{
	const struct loaded_asset *item = &assets->items[i];
	struct json *id = asset_id(kind, item->asset.number, item->asset.name), *object;

	object = json_get(index->by_id, json_text_of(id));
	if (!object)
		object = new_asset(index, assets, item, kind, id);
	json_free(id);
	return object;
}

static void add_whole(struct new_index *index, const struct assets *assets,
		      const char *folder, const char *kind)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];
		char *path;

		if (!planned->is_done || planned->asset != ASSET_WHOLE)
			continue;
		path = file_join(folder, planned->name);
		new_index_add_document(index, kind, path, planned->size, planned->sha256);
		free(path);
	}
}

void new_index_add(struct new_index *index, const struct assets *assets,
		   const char *folder, const char *kind)
{
	struct json **objects = mem_alloc(assets->count, sizeof *objects);

	for (size_t i = 0; i < assets->count; i++)
		objects[i] = find_asset(index, assets, i, kind);
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];

		if (planned->asset == ASSET_WHOLE)
			continue;
		if (planned->is_done)
			add_file(objects[planned->asset], folder, planned);
		else if (planned->is_left_out)
			json_set(objects[planned->asset], "is_too_large",
				 json_new_flag(true));
	}
	free(objects);
	add_whole(index, assets, folder, kind);
}

void new_index_add_originals(struct new_index *index, const struct assets *assets,
			     const char *folder, const char *kind)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];
		struct json *object;

		if (!planned->is_done || planned->asset == ASSET_WHOLE)
			continue;
		object = find_asset(index, assets, planned->asset, kind);
		json_set(object, "original", path_in(folder, planned->name));
		json_set(object, "original_sha256", sha256_digits(planned->sha256));
	}
}

void new_index_add_document(struct new_index *index, const char *kind, const char *name,
			    uint64_t size, const uint8_t sha256[32])
{
	struct json *object = json_new_object();

	json_set_string(object, "kind", kind);
	json_set_text(object, "file", name);
	json_set_number(object, "size", size);
	json_set(object, "sha256", sha256_digits(sha256));
	json_push(index->documents, object);
}
