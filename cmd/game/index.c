#include "game.h"

#include "assets/assets.h"
#include "task/json_stream.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Existing files.
 */

/* True for data of the page from a run that never wrote its index, e.g. since the disk
 * was full. Such files belong to the page alone, and begin with a call of its
 * functions. */
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
	const struct old_file *file = old_index_file(&x->old, name);

	if (!file)
		return is_left_data(path, name) ? OUTPUT_REPLACE : OUTPUT_REFUSE;
	return memcmp(sha256, file->sha256, SHA256_SIZE) == 0 ? OUTPUT_REPLACE
							      : OUTPUT_KEEP;
}

void extraction_note_unwritten(struct extraction *x, const struct outputs *outputs)
{
	for (size_t i = 0; i < outputs->count; i++)
		x->lacks_files |= output_is_unwritten(&outputs->items[i]) ||
				  outputs->items[i].is_left_out;
}

/*
 * The new index.
 */

void new_index_start(struct new_index *index, const struct game_type *type,
		     const char *path)
{
	*index = (struct new_index){ .type = type,
				     .path = path,
				     .documents = json_new_list() };
}

void new_index_free(struct new_index *index)
{
	free(index->items);
	free(index->files.items);
	free(index->uses);
	free(index->used_by);
	text_set_free(&index->ids);
	text_set_free(&index->texts);
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

size_t new_index_find(const struct new_index *index, const char *kind, unsigned number,
		      const char *name)
{
	struct json *id = asset_id(kind, number, name);
	const size_t place = text_set_find(&index->ids, json_text_of(id));

	json_free(id);
	return place;
}

/*
 * An asset as JSON.
 */

static const struct field asset_list[] = {
	FIELD(struct index_asset, id, NULL, "kind and number, or kind and name"),
	FIELD(struct index_asset, kind, NULL, "what it is, as --only takes it"),
	FIELD(struct index_asset, family, NULL, "family of formats that it is of"),
	FIELD(struct index_asset, number, NULL, "its number in the game",
	      FIELD_HAS(struct index_asset, has_number)),
	FIELD(struct index_asset, name, NULL, "its name in the game",
	      .flags = FIELD_OMITTED),
	FIELD(struct index_asset, author_name, NULL, "the name that its authors gave it",
	      .flags = FIELD_OMITTED),
	FIELD(struct index_asset, source, NULL, "file of the game that it is in",
	      .flags = FIELD_OMITTED),
	FIELD(struct index_asset, offset, "bytes", "where it begins in that file",
	      FIELD_HAS(struct index_asset, has_offset)),
	FIELD(struct index_asset, packed_size, "bytes", "its size there, if packed",
	      FIELD_HAS(struct index_asset, has_packed_size)),
	FIELD(struct index_asset, size, "bytes", "its size, unpacked",
	      FIELD_HAS(struct index_asset, has_size)),
	FIELD_OF("sha256", FIELD_DIGITS, struct index_asset, sha256, NULL,
		 "SHA-256 of its bytes, unpacked",
		 FIELD_HAS(struct index_asset, has_size)),
};

#define DIGITS(name_, meaning_)                                               \
	{                                                                     \
		.name = name_, .type = FIELD_DIGITS, .flags = FIELD_OPTIONAL, \
		.size = SHA256_SIZE, .meaning = meaning_                      \
	}
static const struct field digest_list[] = { DIGITS("", "SHA-256 of a file") };
static const struct fields digest_fields =
	FIELDS("sha256", uint8_t[SHA256_SIZE], digest_list);

struct note_row {
	bool has_offset, is_damage;
	size_t offset;
	const char *text;
};

static const struct field note_list[] = {
	FIELD(struct note_row, offset, "bytes", "where in the asset",
	      FIELD_HAS(struct note_row, has_offset)),
	FIELD(struct note_row, is_damage, NULL, "true: it is damaged; false: it is odd"),
	FIELD(struct note_row, text, NULL, "description of the fault"),
};
static const struct fields note_fields = FIELDS("note", struct note_row, note_list);

/* Members of the object that are not in the record. */
static const struct field more_list[] = {
	FIELD_ADDED(FIELD_TEXT, "format", NULL, "what its kind calls its form"),
	FIELD_ADDED(FIELD_TEXT, "title", NULL, "the name that the game shows"),
	FIELD_ADDED(FIELD_TEXT, "error", NULL, "why it could not be read"),
	FIELD_ADDED(FIELD_JSON_LIST, "notes", &note_fields, "what is odd in it"),
	FIELD_ADDED(FIELD_FLAG, "is_damaged", NULL, "true: it is damaged"),
	FIELD_ADDED(FIELD_FLAG, "is_too_large", NULL,
		    "true: a file was larger than --max-size, or would have been more "
		    "than --max-output"),
	FIELD_ADDED(FIELD_PATH, "more", NULL, "file with more that is known of it"),
	DIGITS("more_sha256", "SHA-256 of that file"),
	FIELD_ADDED(FIELD_PATH, "original", NULL, "file with its bytes"),
	DIGITS("original_sha256", "SHA-256 of that file"),
	FIELD_ADDED(FIELD_JSON_LIST, "files", &text_fields,
		    "paths of its files, in the folder of the index"),
	FIELD_ADDED(FIELD_JSON_LIST, "files_size", &number_fields, "their sizes"),
	FIELD_ADDED(FIELD_JSON_LIST, "files_sha256", &digest_fields, "their SHA-256"),
	FIELD_ADDED(FIELD_JSON_LIST, "uses", &text_fields, "ids of assets that it uses"),
	FIELD_ADDED(FIELD_JSON_LIST, "used_by", &text_fields,
		    "ids of assets that use it"),
};
static const struct fields more_fields = {
	.name = "more",
	.items = more_list,
	.count = sizeof more_list / sizeof *more_list,
	.with = asset_described,
};
static const struct fields *const asset_with[] = { &more_fields, NULL };
const struct fields index_asset_fields =
	FIELDS_WITH("asset", struct index_asset, asset_list, asset_with);

/* Puts the members that name a file with a role; a second file replaces them. */
static void put_named(struct json *object, const struct index_file *file)
{
	if (file->role == INDEX_TOO_LARGE) {
		json_set(object, "is_too_large", json_new_flag(true));
	} else if (file->role == INDEX_MORE) {
		json_set_text(object, "more", file->path);
		json_set(object, "more_sha256", sha256_digits(file->sha256));
	} else if (file->role == INDEX_ORIGINAL) {
		json_set_text(object, "original", file->path);
		json_set(object, "original_sha256", sha256_digits(file->sha256));
	}
}

static const struct index_file *file_at(const struct new_index *index, uint32_t number)
{
	return number ? &index->files.items[number - 1] : NULL;
}

static void put_files(const struct new_index *index, const struct index_asset *asset,
		      struct json *object)
{
	struct json *files = json_set(object, "files", json_new_list());
	struct json *sizes = json_set(object, "files_size", json_new_list());
	struct json *digests = json_set(object, "files_sha256", json_new_list());
	const struct index_file *file;

	for (file = file_at(index, asset->first_file); file;
	     file = file_at(index, file->next)) {
		put_named(object, file);
		if (file->role != INDEX_FILE)
			continue;
		json_push(files, json_of_text(file->path));
		json_push(sizes, json_new_number((int64_t)file->size));
		json_push(digests, sha256_digits(file->sha256));
	}
}

/* Returns the first pair with this index; pairs are sorted by user or by used. */
static size_t first_use(const struct index_use *pairs, size_t count, bool by_used,
			size_t place)
{
	size_t low = 0;

	while (low < count) {
		const size_t middle = low + (count - low) / 2;

		if ((by_used ? pairs[middle].used : pairs[middle].user) < place)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

static void put_uses(const struct new_index *index, size_t place, struct json *object)
{
	const struct index_use *pairs = index->uses;
	size_t i = first_use(pairs, index->use_count, false, place);

	for (; i < index->use_count && pairs[i].user == place; i++)
		json_add(object, "uses", json_of_text(index->items[pairs[i].used].id));
}

static void put_users(const struct new_index *index, size_t place, struct json *object,
		      bool from_before)
{
	const struct index_use *pairs = index->used_by;
	size_t i = first_use(pairs, index->use_count, true, place);
	const bool is_first =
		i < index->use_count && pairs[i].used == place && pairs[i].user < place;

	for (; i < index->use_count && pairs[i].used == place && from_before == is_first;
	     i++)
		json_add(object, "used_by", json_of_text(index->items[pairs[i].user].id));
}

struct json *new_index_asset(const struct new_index *index, size_t place)
{
	const struct index_asset *asset = &index->items[place];
	struct json *rest = asset->rest ? json_of_dump(asset->rest) : NULL, *object;

	if (asset->is_kept) {
		object = rest;
	} else {
		object = fields_to_json(&index_asset_fields, asset);
		json_take_all(object, rest);
		json_free(rest);
		put_files(index, asset, object);
	}
	/* The list that an index's first asset adds to comes first. */
	put_users(index, place, object, true);
	put_uses(index, place, object);
	put_users(index, place, object, false);
	return object;
}

/*
 * Addition of assets.
 */

static const char *keep_text(struct new_index *index, const char *text)
{
	const size_t number = text_set_add(&index->texts, text);

	return index->texts.items[number];
}

/* Keeps a text and releases it. NULL for values that are not texts. */
static const char *keep(struct new_index *index, const struct json *text)
{
	const char *kept =
		json_is_text(text) ? keep_text(index, json_text_of(text)) : NULL;

	json_free(text);
	return kept;
}

static char *dump_advised(const struct new_index *index, const struct json *object)
{
	char *text = json_dump(object, JSON_PACKED), *advised;

	if (!index->report || !strstr(text, "--"))
		return text;
	advised = report_advice(index->report->common, index->report->command, text);
	free(text);
	return advised;
}

/* Keeps an object without the head's members, and releases both. */
static const char *keep_rest(struct new_index *index, struct json *object,
			     const struct json *head)
{
	const struct json *value;
	const char *key, *kept = NULL;
	char *text;

	json_each_key(head, key, value) json_remove(object, key);
	if (json_key_count(object)) {
		text = dump_advised(index, object);
		kept = keep_text(index, text);
		free(text);
	}
	json_free(object);
	json_free(head);
	return kept;
}

/* Returns a path relative to the game's folder. */
static struct json *source_name(const struct new_index *index, const char *file)
{
	const size_t size = strlen(index->path);
	char *loose = index->report ? loose_file_name(index->report->common, file) : NULL;
	struct json *json = loose ? json_of_text(loose) : NULL;

	free(loose);
	if (json)
		return json;
	if (file_is_below(file, index->path))
		return json_of_text(file + size + 1 + strspn(file + size + 1, "/"));
	return json_of_text(file_name(file));
}

/* Sets the file, the offset and the size that an asset came from. */
static void note_place(struct new_index *index, const struct asset *asset,
		       struct index_asset *out)
{
	const char *file = asset->container ? asset->container : asset->file;

	if (file)
		out->source = keep(index, source_name(index, file));
	out->has_packed_size = asset->packed_size;
	out->has_offset = asset->packed_size || asset->bytes.data;
	out->packed_size = asset->packed_size;
	out->offset = asset->packed_size ? asset->packed_offset : asset->bytes.base;
}

static void add_notes(struct json *list, const struct exh_notes *notes)
{
	for (const struct exh_note *note = notes->first; note; note = note->next) {
		const struct note_row row = { note->offset != EXH_NO_OFFSET,
					      note->severity == EXH_DAMAGE, note->offset,
					      note->text };

		json_push(list, fields_to_json(&note_fields, &row));
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

/* Adds a kind's description of an asset. Its "kind" becomes "format", and its "name", the
 * name given by the game, becomes "title". */
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
	/* size of assets that are not held in memory */
	size = json_get(described, "size");
	if (size && !asset->bytes.data)
		json_set_shared(object, "size", size);
	json_take_missing(object, described);
	json_free(described);
}

/* Returns the members that are not in the record. */
static struct json *rest_of(const struct assets *assets, const struct loaded_asset *item,
			    const struct json *head)
{
	struct json *object = json_new_copy(head);

	if (item->status)
		json_set_text(object, "error", item->err.text);
	else if (assets->kind->describe)
		add_described(assets, &item->asset, object);
	add_notes_of(item, object);
	return object;
}

static void note_names(struct new_index *index, const struct asset *asset,
		       struct index_asset *out)
{
	const char *after_kind = out->id + strlen(out->kind) + 1;
	struct json *name = json_of_text(asset->name);

	if (strcmp(json_text_of(name), after_kind) == 0)
		out->name = after_kind;
	else
		out->name = keep(index, json_share(name));
	json_free(name);
	if (index->game && index->type->author_name)
		out->author_name =
			keep(index, index->type->author_name(index->game, asset));
}

static void add_asset(struct new_index *index, const struct assets *assets,
		      const struct loaded_asset *item, const char *kind, const char *id)
{
	const struct asset *asset = &item->asset;
	struct index_asset *out = MEM_ADD(index);
	struct json *head;

	*out = (struct index_asset){ .id = id,
				     .kind = kind,
				     .family = assets->kind->family,
				     .number = asset->number,
				     .has_number = asset->number != ASSET_NO_NUMBER };
	note_names(index, asset, out);
	note_place(index, asset, out);
	/* Levels and streams are not held in their original form. */
	if (!item->status && asset->bytes.data) {
		out->has_size = true;
		out->size = asset->bytes.size;
		sha256_of(asset->bytes, out->sha256);
	}
	head = fields_to_json(&index_asset_fields, out);
	out->rest = keep_rest(index, rest_of(assets, item, head), head);
}

/* Returns the index of an asset, which is added if it is missing. */
static size_t place_of(struct new_index *index, const struct assets *assets, size_t i,
		       const char *kind)
{
	const struct loaded_asset *item = &assets->items[i];
	struct json *id = asset_id(kind, item->asset.number, item->asset.name);
	const size_t place = text_set_add(&index->ids, json_text_of(id));

	json_free(id);
	if (place == index->count)
		add_asset(index, assets, item, kind, index->ids.items[place]);
	return place;
}

void new_index_keep(struct new_index *index, struct json *asset)
{
	const char *id = json_text_at(asset, "id");
	struct index_asset *out;

	if (!id || text_set_add(&index->ids, id) < index->count)
		return;
	json_remove(asset, "uses");
	json_remove(asset, "used_by");
	out = MEM_ADD(index);
	*out = (struct index_asset){
		.id = index->ids.items[index->count - 1],
		.kind = keep(index, json_share(json_get(asset, "kind"))),
		.name = keep(index, json_share(json_get(asset, "name"))),
		.source = keep(index, json_share(json_get(asset, "source"))),
		.is_kept = true,
	};
	out->rest = keep_rest(index, json_share(asset), NULL);
}

void new_index_add_file(struct new_index *index, size_t place, enum index_role role,
			const char *path, uint64_t size, const uint8_t sha256[32])
{
	struct index_asset *asset = &index->items[place];
	struct index_file *file = MEM_ADD(&index->files);
	const uint32_t number = (uint32_t)index->files.count;

	*file = (struct index_file){ .role = role, .size = size };
	if (path)
		file->path = keep(index, json_of_text(path));
	if (sha256)
		memcpy(file->sha256, sha256, sizeof file->sha256);
	if (asset->last_file)
		index->files.items[asset->last_file - 1].next = number;
	else
		asset->first_file = number;
	asset->last_file = number;
}

bool new_index_has_file(const struct new_index *index, size_t place, enum index_role role)
{
	const struct index_file *file = file_at(index, index->items[place].first_file);

	while (file && file->role != role)
		file = file_at(index, file->next);
	return file;
}

static void add_planned(struct new_index *index, size_t place, enum index_role role,
			const char *folder, const struct planned_file *planned)
{
	char *path = file_join(folder, planned->name);

	new_index_add_file(index, place, role, path, planned->size, planned->sha256);
	free(path);
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
	size_t *places = mem_alloc(assets->count, sizeof *places);

	for (size_t i = 0; i < assets->count; i++)
		places[i] = place_of(index, assets, i, kind);
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];

		if (planned->asset == ASSET_WHOLE)
			continue;
		if (planned->is_done)
			add_planned(index, places[planned->asset], INDEX_FILE, folder,
				    planned);
		else if (planned->is_left_out)
			new_index_add_file(index, places[planned->asset], INDEX_TOO_LARGE,
					   NULL, 0, NULL);
	}
	free(places);
	add_whole(index, assets, folder, kind);
}

void new_index_add_originals(struct new_index *index, const struct assets *assets,
			     const char *folder, const char *kind)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];

		if (planned->is_done && planned->asset != ASSET_WHOLE)
			add_planned(index, place_of(index, assets, planned->asset, kind),
				    INDEX_ORIGINAL, folder, planned);
	}
}

static const struct field document_list[] = {
	FIELD(struct index_document, kind, NULL,
	      "what it is: a page, a manifest, or a kind of asset"),
	FIELD(struct index_document, file, NULL, "path in the folder of the index"),
	FIELD(struct index_document, size, "bytes", "its size"),
	FIELD_OF("sha256", FIELD_DIGITS, struct index_document, sha256, NULL,
		 "SHA-256 of its content"),
};
const struct fields index_document_fields =
	FIELDS("document", struct index_document, document_list);

void new_index_add_document(struct new_index *index, const char *kind, const char *name,
			    uint64_t size, const uint8_t sha256[32])
{
	struct index_document document = { .kind = kind, .file = name, .size = size };

	memcpy(document.sha256, sha256, sizeof document.sha256);
	json_push(index->documents, fields_to_json(&index_document_fields, &document));
}
