#include "page.h"

#include "task/file.h"
#include "task/json.h"

#include <stdlib.h>
#include <string.h>

enum {
	TEXT_LIMIT = 256 << 10, /* bytes of one text */
	TEXTS_LIMIT = 32 << 20, /* and of all */
};

void page_write(struct exh_writer *out)
{
	for (size_t i = 0; page_lines[i]; i++)
		exh_write_bytes(out, page_lines[i], strlen(page_lines[i]));
}

/* A call of a function of the page. A script must not end within. */
static enum exh_status write_call(const char *function, json_t *value,
				  struct exh_writer *out, struct exh_error *err)
{
	char *text = json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER);

	if (!text)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	exh_write_bytes(out, function, strlen(function));
	exh_write_bytes(out, "(", 1);
	exh_write_bytes(out, text, strlen(text));
	exh_write_bytes(out, ");\n", 3);
	free(text);
	return EXH_OK;
}

/*
 * The index.
 */

/* What the page knows. */
static const char *const asset_keys[] = {
	"id",	  "kind",	"number",      "name",	 "title",  "author_name",
	"source", "offset",	"packed_size", "size",	 "sha256", "files",
	"notes",  "is_damaged", "error",       "hitbox", "origin", "original",
	"uses",	  "used_by",	NULL
};

/* What it lists, where there is. */
static const char *const shown_keys[] = {
	"format",   "width",	    "height",	   "seconds",	   "rate",
	"channels", "packing",	    "ticks",	   "shifts",	   "objects",
	"glyphs",   "instructions", "strings",	   "header",	   "flags",
	"events",   "frames",	    "frame_count", "is_too_large", NULL
};

static void copy_keys(const json_t *from, const char *const *keys, bool scalars_only,
		      json_t *to)
{
	for (; *keys; keys++) {
		json_t *value = json_object_get(from, *keys);
		const bool is_list = json_is_array(value) || json_is_object(value);

		if (value && !(scalars_only && is_list))
			json_object_set(to, *keys, value);
	}
}

static json_t *shown_asset(const json_t *asset, const json_t *texts)
{
	const char *id = json_string_value(json_object_get(asset, "id"));
	json_t *out = json_object();

	copy_keys(asset, asset_keys, false, out);
	copy_keys(asset, shown_keys, true, out);
	if (id && json_object_get(texts, id))
		json_object_set_new(out, "has_text", json_true());
	return out;
}

enum exh_status page_write_index(const json_t *index, const json_t *texts,
				 struct exh_writer *out, struct exh_error *err)
{
	json_t *shown = json_object(), *assets = json_array(), *keys = json_array();
	const json_t *asset;
	enum exh_status status;
	size_t i;

	json_array_foreach(json_object_get(index, "assets"), i, asset)
		json_array_append_new(assets, shown_asset(asset, texts));
	for (i = 0; shown_keys[i]; i++)
		json_array_append_new(keys, json_string(shown_keys[i]));
	json_object_set(shown, "game", json_object_get(index, "game"));
	json_object_set(shown, "counts", json_object_get(index, "counts"));
	json_object_set_new(shown, "shown_keys", keys);
	json_object_set_new(shown, "assets", assets);
	status = write_call("exhumeIndex", shown, out, err);
	json_decref(shown);
	return status;
}

enum exh_status page_write_games(const json_t *games, struct exh_writer *out,
				 struct exh_error *err)
{
	json_t *shown = json_object();
	enum exh_status status;

	json_object_set(shown, "games", (json_t *)games);
	status = write_call("exhumeGames", shown, out, err);
	json_decref(shown);
	return status;
}

/*
 * Texts.
 */

static bool is_text_name(const char *name)
{
	static const char *const endings[] = { ".txt", ".tsv", ".srt", ".csv", ".bdf" };

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (file_has_ending(name, endings[i]))
			return true;
	return false;
}

/* NULL: it is none, or too long. */
static json_t *read_text(const char *folder, const char *name, size_t *left)
{
	char *path = file_join(folder, name), *text;
	json_t *json = NULL;
	struct file file;

	if (path && !file_read(path, TEXT_LIMIT, &file, NULL)) {
		text = file.size <= *left && !memchr(file.data, 0, file.size)
			       ? strndup((const char *)file.data, file.size)
			       : NULL;
		if (text) {
			*left -= file.size;
			json = json_text(text);
		}
		free(text);
		free(file.data);
	}
	free(path);
	return json;
}

static json_t *text_of(const json_t *asset, const char *folder, size_t *left)
{
	const json_t *name;
	size_t i;

	json_array_foreach(json_object_get(asset, "files"), i, name) if (
		is_text_name(json_string_value(
			name))) return read_text(folder, json_string_value(name), left);
	return NULL;
}

json_t *page_texts(const json_t *index, const char *folder)
{
	json_t *texts = json_object();
	size_t left = TEXTS_LIMIT, i;
	const json_t *asset;

	json_array_foreach(json_object_get(index, "assets"), i, asset)
	{
		json_t *text = text_of(asset, folder, &left);

		if (text)
			json_object_set_new(
				texts, json_string_value(json_object_get(asset, "id")),
				text);
	}
	return texts;
}

enum exh_status page_write_texts(const json_t *texts, struct exh_writer *out,
				 struct exh_error *err)
{
	return write_call("exhumeTexts", (json_t *)texts, out, err);
}
