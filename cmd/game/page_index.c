/* The index of a page: lines for the list, chunks with the rest, and texts. */
#include "game.h"

#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 1 << 30,
	TEXT_LIMIT = 256 << 10, /* bytes of one text */
	CHUNK_SIZE = 128 << 10, /* bytes after which the next chunk begins */
	SHOWN_BYTES = 256,	/* bytes of an asset, as they are in the file */
};

/*
 * The files of a page.
 */

static enum exh_status write_content(struct page_files *files)
{
	struct file_reader *to = &files->written;

	if (mem_check_limit(&files->content, &files->err))
		return files->err.status;
	if (!files->is_open) {
		*to = (struct file_reader){ .fd = file_open_unnamed() };
		files->is_open = to->fd >= 0;
	}
	if (!files->is_open)
		return exh_fail(&files->err, EXH_IO, EXH_NO_OFFSET,
				"can't make a temporary file in $TMPDIR or /tmp: %s",
				strerror(errno));
	return file_write_all(to->fd, files->content.data, files->content.size,
			      &files->err);
}

/* Moves the content of the last file to that of the others. */
static void end_file(struct page_files *files)
{
	struct page_file *file = files->count ? &files->items[files->count - 1] : NULL;

	if (file && !files->status) {
		files->status = write_content(files);
		file->offset = files->written.size;
		file->size = files->content.size;
		files->written.size += file->size;
	}
	exh_writer_free(&files->content);
	files->content = (struct exh_writer){ .limit = FILE_LIMIT };
}

struct exh_writer *page_files_add(struct page_files *files, const char *name)
{
	struct page_file *file;

	end_file(files);
	file = MEM_ADD(files);
	*file = (struct page_file){ .size = 0 };
	snprintf(file->name, sizeof file->name, "%s", name);
	return &files->content;
}

enum exh_status page_files_end(struct page_files *files, struct exh_error *err)
{
	end_file(files);
	if (files->status)
		*err = files->err;
	return files->status;
}

enum exh_status page_files_read(const struct page_files *files, size_t i,
				struct exh_writer *out, struct exh_error *err)
{
	const struct page_file *file = &files->items[i];
	uint8_t *bytes = mem_alloc(file->size, 1);
	const enum exh_status status =
		file_reader_read(&files->written, file->offset, bytes, file->size, err);

	if (!status)
		exh_write_bytes(out, bytes, file->size);
	free(bytes);
	return status;
}

void page_files_free(struct page_files *files)
{
	if (files->is_open)
		file_reader_close(&files->written);
	exh_writer_free(&files->content);
	free(files->items);
	*files = (struct page_files){ 0 };
}

/*
 * Data of an asset.
 */

static const char *const asset_keys[] = {
	"id",	       "kind",	 "number",   "name",	    "title",
	"author_name", "source", "offset",   "packed_size", "size",
	"sha256",      "files",	 "notes",    "is_damaged",  "error",
	"hitbox",      "origin", "original", "uses",	    "used_by",
	"loops",       "hot_x",	 "hot_y",    "more",	    NULL
};

/* Keys that the page lists, if present. */
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

/* A file of the game that stays open for consecutive assets. */
struct line_source {
	const char *game;
	char *name; /* name in the index; NULL: none */
	struct file_reader reader;
	bool is_open;
};

static void close_source(struct line_source *source)
{
	if (source->is_open)
		file_reader_close(&source->reader);
	source->is_open = false;
	free(source->name);
	source->name = NULL;
}

static void open_source(struct line_source *source, const char *name)
{
	char *path;

	if (source->name && strcmp(source->name, name) == 0)
		return;
	close_source(source);
	source->name = mem_text(name);
	path = file_is_folder(source->game) ? file_join(source->game, name)
					    : mem_text(source->game);
	source->is_open =
		!file_is_folder(path) && !file_reader_open(&source->reader, path, NULL);
	free(path);
}

/* Adds the first bytes, as they are in the file. */
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

static struct json *shown_asset(const struct json *asset, bool has_text,
				struct line_source *source)
{
	struct json *out = json_new_object();

	page_copy_keys(asset, asset_keys, false, out);
	page_copy_keys(asset, shown_keys, true, out);
	if (has_text)
		json_set(out, "has_text", json_new_flag(true));
	add_bytes(asset, source, out);
	return out;
}

/*
 * The line of an asset.
 */

static const char *text_at(const struct json *asset, const char *key)
{
	const char *text = json_text_at(asset, key);

	return text ? text : "";
}

/* Writes a field; characters that would end it become spaces. */
static void put_field(struct exh_writer *out, const char *text, char end)
{
	for (; *text; text++)
		exh_write_u8(out, (uint8_t)*text < ' ' ? ' ' : (uint8_t)*text);
	exh_write_u8(out, (uint8_t)end);
}

static const char *find_ending(const struct json *asset, const char *const *endings)
{
	const struct json *item;
	size_t i, k;

	json_each(json_get(asset, "files"), i, item)
	{
		const char *name = json_text_of(item);

		for (k = 0; name && endings[k]; k++)
			if (file_has_ending(name, endings[k]))
				return name;
	}
	return NULL;
}

/* Writes the text on the card of an asset without a picture. */
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
 * Texts.
 */

/* Returns a text; NULL: not a text, or too long. */
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

/* Returns the file to show as text; JSON only if there is no other. */
static const char *text_file_of(const struct json *asset)
{
	static const char *const endings[] = { ".txt", ".tsv", ".srt",
					       ".csv", ".bdf", NULL };
	const struct json *files = json_get(asset, "files");
	const char *first = json_text_of(json_at(files, 0));
	const char *text = find_ending(asset, endings);

	if (!text && json_size(files) == 1 && first && file_has_ending(first, ".json"))
		text = first;
	return text;
}

struct json *page_text(const struct json *asset, const char *folder, size_t *left)
{
	const char *name = text_file_of(asset);

	return name ? read_text(folder, name, left) : NULL;
}

/*
 * The whole index.
 */

struct making {
	const struct extraction *x;
	struct line_source source;
	struct page_files *files;
	struct exh_writer *chunk; /* NULL: the next asset begins one */
	struct json *starts;	  /* index of each chunk's first asset */
	struct exh_writer rows;
	struct exh_writer texts; /* members of an object */
	size_t text_left;
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

static void add_shown(struct making *m, size_t i, const struct json *shown)
{
	if (m->chunk)
		exh_write_bytes(m->chunk, ",\n", 2);
	else
		begin_chunk(m, i);
	json_write(shown, JSON_PACKED, m->chunk);
	if (m->chunk->size > CHUNK_SIZE)
		end_chunk(m);
}

/* Adds a text; takes it over. */
static void add_text(struct making *m, const struct json *asset, struct json *text)
{
	struct json *pair = json_new_object();
	char *packed;

	json_set(pair, json_text_at(asset, "id"), text);
	packed = json_dump(pair, JSON_PACKED);
	if (m->texts.size)
		exh_write_u8(&m->texts, ',');
	/* Appended without its braces. */
	exh_write_bytes(&m->texts, packed + 1, strlen(packed) - 2);
	free(packed);
	json_free(pair);
}

static void add_asset(struct making *m, size_t i)
{
	struct json *asset = new_index_asset(&m->x->made, i);
	struct json *text = page_text(asset, m->x->output, &m->text_left);
	struct json *shown = shown_asset(asset, text, &m->source);

	add_shown(m, i, shown);
	if (i)
		exh_write_u8(&m->rows, '\n');
	put_row(asset, text, &m->rows);
	if (text)
		add_text(m, asset, text);
	json_free(shown);
	json_free(asset);
}

static enum exh_status write_head(struct making *m, struct exh_error *err)
{
	const struct extraction *x = m->x;
	struct json *shown = json_new_object(), *keys = json_new_list();
	enum exh_status status;

	for (size_t i = 0; shown_keys[i]; i++)
		json_push(keys, json_new_string(shown_keys[i]));
	json_set_shared(shown, "game", json_get(x->head, "game"));
	json_set_shared(shown, "counts", json_get(x->head, "counts"));
	json_set_shared(shown, "rooms", x->made.rooms);
	if (x->found->count > 1 && !*x->game->folder)
		json_set(shown, "games", json_new_flag(true));
	json_set(shown, "shown_keys", keys);
	json_set_shared(shown, "chunks", m->starts);
	json_set(shown, "rows",
		 json_new_text(m->rows.data ? (const char *)m->rows.data : "",
			       m->rows.size));
	exh_writer_free(&m->rows);
	status = page_write_call("exhumeIndex", shown,
				 page_files_add(m->files, PAGE_INDEX), err);
	json_free(shown);
	return status;
}

static void write_texts(struct making *m)
{
	struct exh_writer *out = page_files_add(m->files, PAGE_TEXTS);

	text_put(out, "exhumeTexts({");
	exh_write_bytes(out, m->texts.data, m->texts.size);
	text_put(out, "});\n");
}

enum exh_status page_add_index(const struct extraction *x, struct page_files *files,
			       struct exh_error *err)
{
	struct making m = { .x = x,
			    .source = { .game = x->game->path },
			    .files = files,
			    .starts = json_new_list(),
			    .rows = { .limit = FILE_LIMIT },
			    .texts = { .limit = FILE_LIMIT },
			    .text_left = PAGE_TEXTS_SIZE };
	enum exh_status status;

	for (size_t i = 0; i < x->made.count; i++)
		add_asset(&m, i);
	end_chunk(&m);
	close_source(&m.source);
	status = mem_check_limit(&m.rows, err);
	if (!status)
		status = write_head(&m, err);
	if (!status)
		write_texts(&m);
	json_free(m.starts);
	exh_writer_free(&m.rows);
	exh_writer_free(&m.texts);
	return status;
}
