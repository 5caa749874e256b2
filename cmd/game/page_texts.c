/* The texts of a page. */
#include "game.h"

#include "task/file.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	TEXT_LIMIT = 256 << 10, /* bytes of one text */
	TEXTS_LIMIT = 32 << 20, /* and of all */
};

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

	if (!file_read_own(path, TEXT_LIMIT, &file, NULL)) {
		if (file.size <= *left && !memchr(file.data, 0, file.size)) {
			text = mem_text_part((const char *)file.data, file.size);
			json = json_text(text);
			free(text);
			*left -= file.size;
		}
		free(file.data);
	}
	free(path);
	return json;
}

/* JSON is shown where there is nothing else. */
static const char *text_file_of(const json_t *asset)
{
	const json_t *files = json_object_get(asset, "files"), *name;
	const char *first = json_string_value(json_array_get(files, 0));
	size_t i;

	json_array_foreach(files, i, name)
	{
		if (is_text_name(json_string_value(name)))
			return json_string_value(name);
	}
	return json_array_size(files) == 1 && file_has_ending(first, ".json") ? first
									      : NULL;
}

static json_t *text_of(const json_t *asset, const char *folder, size_t *left)
{
	const char *name = text_file_of(asset);

	return name ? read_text(folder, name, left) : NULL;
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
