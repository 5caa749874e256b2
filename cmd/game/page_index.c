/* The index of a page: lines for the list, chunks with the rest, and texts. */
#include "game.h"

#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 1 << 30,
	TEXT_LIMIT = 256 << 10, /* bytes of one text */
	TEXTS_LIMIT = 32 << 20, /* and of all */
	CHUNK_SIZE = 128 << 10, /* bytes, from which on the next one begins */
	SHOWN_BYTES = 256,	/* of an asset, as they lie in the file */
};

struct exh_writer *page_files_add(struct page_files *files, const char *name)
{
	struct page_file *file = MEM_ADD(files);

	*file = (struct page_file){ .content = { .limit = FILE_LIMIT } };
	snprintf(file->name, sizeof file->name, "%s", name);
	return &file->content;
}

void page_files_free(struct page_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		exh_writer_free(&files->items[i].content);
	free(files->items);
	*files = (struct page_files){ 0 };
}

/*
 * What is known of an asset.
 */

static const char *const asset_keys[] = {
	"id",	       "kind",	 "number",   "name",	    "title",
	"author_name", "source", "offset",   "packed_size", "size",
	"sha256",      "files",	 "notes",    "is_damaged",  "error",
	"hitbox",      "origin", "original", "uses",	    "used_by",
	"loops",       "hot_x",	 "hot_y",    "more",	    NULL
};

/* What it lists, where there is. */
static const char *const shown_keys[] = {
	"format",   "width",	    "height",	   "seconds",	   "rate",
	"channels", "packing",	    "ticks",	   "shifts",	   "objects",
	"glyphs",   "instructions", "strings",	   "header",	   "flags",
	"events",   "frames",	    "frame_count", "is_too_large", NULL
};

void page_copy_keys(const struct json *from, const char *const *keys, bool scalars_only,
		    struct json *to)
{
	for (; *keys; keys++) {
		struct json *value = json_get(from, *keys);
		const bool is_list = json_is_list(value) || json_is_map(value);

		if (value && !(scalars_only && is_list))
			json_set_shared(to, *keys, value);
	}
}

/* A file of the game that stays open while assets of it follow. */
struct line_source {
	const char *game;
	const char *name; /* of the index */
	struct file_reader reader;
	bool is_open;
};

static void close_source(struct line_source *source)
{
	if (source->is_open)
		file_reader_close(&source->reader);
	source->is_open = false;
}

static void open_source(struct line_source *source, const char *name)
{
	char *path;

	if (source->name && strcmp(source->name, name) == 0)
		return;
	close_source(source);
	source->name = name;
	path = file_is_folder(source->game) ? file_join(source->game, name)
					    : mem_text(source->game);
	source->is_open =
		!file_is_folder(path) && !file_reader_open(&source->reader, path, NULL);
	free(path);
}

/* The first bytes, as they lie in the file. */
static void add_bytes(const struct json *asset, struct line_source *source,
		      struct json *out)
{
	const char *name = json_text_at(asset, "source");
	const struct json *packed = json_get(asset, "packed_size");
	const struct json *place = json_get(asset, "offset");
	const int64_t declared =
		json_number_of(packed ? packed : json_get(asset, "size"));
	const size_t offset = (size_t)json_number_of(place);
	uint8_t bytes[SHOWN_BYTES];
	size_t size = declared > SHOWN_BYTES ? SHOWN_BYTES : (size_t)declared;

	if (!name || !place || declared <= 0)
		return;
	open_source(source, name);
	if (!source->is_open || offset >= source->reader.size)
		return;
	if (size > source->reader.size - offset)
		size = source->reader.size - offset;
	if (!file_reader_read(&source->reader, offset, bytes, size, NULL))
		json_set(out, "bytes", json_of_hex((struct exh_bytes){ bytes, size, 0 }));
}

static struct json *shown_asset(const struct json *asset, const struct json *texts,
				struct line_source *source)
{
	const char *id = json_text_at(asset, "id");
	struct json *out = json_new_object();

	page_copy_keys(asset, asset_keys, false, out);
	page_copy_keys(asset, shown_keys, true, out);
	if (id && json_get(texts, id))
		json_set(out, "has_text", json_new_flag(true));
	add_bytes(asset, source, out);
	return out;
}

/*
 * Its line.
 */

static const char *text_at(const struct json *asset, const char *key)
{
	const char *text = json_text_at(asset, key);

	return text ? text : "";
}

/* A field; what would end it becomes a space. */
static void put_field(struct exh_writer *out, const char *text, char end)
{
	for (; *text; text++)
		exh_write_u8(out, (uint8_t)*text < ' ' ? ' ' : (uint8_t)*text);
	exh_write_u8(out, (uint8_t)end);
}

static const char *find_ending(const struct json *asset, const char *const *endings)
{
	const struct json *name;
	size_t i, k;

	json_each(json_get(asset, "files"), i, name)
	{
		for (k = 0; endings[k]; k++)
			if (file_has_ending(json_text_of(name), endings[k]))
				return json_text_of(name);
	}
	return NULL;
}

/* What the card of an asset without a picture says. */
static void put_info(const struct json *asset, struct exh_writer *out)
{
	static const char *const sounds[] = { ".wav", ".flac", NULL };
	const struct json *seconds = json_get(asset, "seconds");
	const struct json *size = json_get(asset, "size");
	char text[64] = "";

	if (json_get(asset, "error"))
		snprintf(text, sizeof text, "unreadable");
	else if (find_ending(asset, sounds) && seconds)
		snprintf(text, sizeof text, "\u266b %.1f s", json_real_of(seconds));
	else if (find_ending(asset, sounds))
		snprintf(text, sizeof text, "\u266b");
	else if (size)
		snprintf(text, sizeof text, "%" PRId64 " bytes", json_number_of(size));
	put_field(out, text, '\t');
}

static void put_row(const struct json *asset, bool has_text, struct exh_writer *out)
{
	static const char *const pictures[] = { ".png", ".apng", ".gif", ".svg", NULL };
	const char *thumb = find_ending(asset, pictures);
	const bool is_bad = json_get(asset, "is_damaged") || json_get(asset, "error");

	put_field(out, text_at(asset, "id"), '\t');
	put_field(out, text_at(asset, "name"), '\t');
	put_field(out, text_at(asset, "title"), '\t');
	put_field(out, text_at(asset, "author_name"), '\v');
	put_field(out, thumb ? thumb : "", '\t');
	put_info(asset, out);
	if (is_bad)
		exh_write_u8(out, 'd');
	if (has_text)
		exh_write_u8(out, 't');
}

/*
 * All of them.
 */

struct making {
	const struct json *texts;
	struct line_source source;
	struct page_files *files;
	struct exh_writer *chunk; /* NULL: the next asset begins one */
	struct json *starts;	  /* place of the first asset of each */
	struct exh_writer rows;
};

static void end_chunk(struct making *m)
{
	if (m->chunk)
		exh_write_bytes(m->chunk, "\n]);\n", 5);
	m->chunk = NULL;
}

static void begin_chunk(struct making *m, size_t i)
{
	const size_t number = json_size(m->starts);
	char name[48];

	snprintf(name, sizeof name, PAGE_DATA "/%04zu.js", number);
	m->chunk = page_files_add(m->files, name);
	json_push(m->starts, json_new_number((int64_t)i));
	text_put(m->chunk, "exhumeAssets(%zu,[\n", number);
}

static void add_asset(struct making *m, size_t i, const struct json *asset)
{
	struct json *shown = shown_asset(asset, m->texts, &m->source);
	char *text = json_dump(shown, JSON_PACKED);

	if (m->chunk)
		exh_write_bytes(m->chunk, ",\n", 2);
	else
		begin_chunk(m, i);
	exh_write_bytes(m->chunk, text, strlen(text));
	if (i)
		exh_write_u8(&m->rows, '\n');
	put_row(asset, json_get(shown, "has_text"), &m->rows);
	if (m->chunk->size > CHUNK_SIZE)
		end_chunk(m);
	free(text);
	json_free(shown);
}

static enum exh_status write_head(struct making *m, const struct json *index,
				  struct exh_error *err)
{
	struct json *shown = json_new_object(), *keys = json_new_list();
	enum exh_status status;

	for (size_t i = 0; shown_keys[i]; i++)
		json_push(keys, json_new_string(shown_keys[i]));
	json_set_shared(shown, "game", json_get(index, "game"));
	json_set_shared(shown, "counts", json_get(index, "counts"));
	json_set_shared(shown, "rooms", json_get(index, "rooms"));
	json_set(shown, "shown_keys", keys);
	json_set_shared(shown, "chunks", m->starts);
	json_set(shown, "rows",
		 json_new_text(m->rows.data ? (const char *)m->rows.data : "",
			       m->rows.size));
	status = page_write_call("exhumeIndex", shown,
				 page_files_add(m->files, PAGE_INDEX), err);
	json_free(shown);
	return status;
}

enum exh_status page_add_index(const struct json *index, const struct json *texts,
			       const char *game, struct page_files *files,
			       struct exh_error *err)
{
	struct making m = { .texts = texts,
			    .source = { .game = game },
			    .files = files,
			    .starts = json_new_list(),
			    .rows = { .limit = FILE_LIMIT } };
	const struct json *asset;
	enum exh_status status;
	size_t i;

	json_each(json_get(index, "assets"), i, asset)
	{
		add_asset(&m, i, asset);
	}
	end_chunk(&m);
	close_source(&m.source);
	status = mem_check_limit(&m.rows, err);
	for (i = 0; i < files->count && !status; i++)
		status = mem_check_limit(&files->items[i].content, err);
	if (!status)
		status = write_head(&m, index, err);
	json_free(m.starts);
	exh_writer_free(&m.rows);
	return status;
}

/*
 * Texts.
 */

/* NULL: it is none, or too long. */
static struct json *read_text(const char *folder, const char *name, size_t *left)
{
	char *path = file_join(folder, name), *text;
	struct json *json = NULL;
	struct file file;

	if (!file_read_own(path, TEXT_LIMIT, &file, NULL)) {
		if (file.size <= *left && !memchr(file.data, 0, file.size)) {
			text = mem_text_part((const char *)file.data, file.size);
			json = json_of_text(text);
			free(text);
			*left -= file.size;
		}
		free(file.data);
	}
	free(path);
	return json;
}

/* JSON is shown where there is nothing else. */
static const char *text_file_of(const struct json *asset)
{
	static const char *const endings[] = { ".txt", ".tsv", ".srt",
					       ".csv", ".bdf", NULL };
	const struct json *files = json_get(asset, "files");
	const char *first = json_text_of(json_at(files, 0));
	const char *text = find_ending(asset, endings);

	if (!text && json_size(files) == 1 && file_has_ending(first, ".json"))
		text = first;
	return text;
}

static struct json *text_of(const struct json *asset, const char *folder, size_t *left)
{
	const char *name = text_file_of(asset);

	return name ? read_text(folder, name, left) : NULL;
}

struct json *page_texts(const struct json *index, const char *folder)
{
	struct json *texts = json_new_object();
	size_t left = TEXTS_LIMIT, i;
	const struct json *asset;

	json_each(json_get(index, "assets"), i, asset)
	{
		struct json *text = text_of(asset, folder, &left);

		if (text)
			json_set(texts, json_text_at(asset, "id"), text);
	}
	return texts;
}
