/* Levels as their planes. */
#include "game.h"

#include "task/json.h"

#include <stdio.h>
#include <string.h>

static void copy(const json_t *from, const char *const *keys, json_t *to)
{
	for (; *keys; keys++)
		if (json_object_get(from, *keys))
			json_object_set(to, *keys, json_object_get(from, *keys));
}

/* The folder of name, and the image. */
static json_t *image_path(const char *name, const json_t *image)
{
	char path[512];
	const char *slash = strrchr(name, '/');

	snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - name + 1) : 0, name,
		 json_string_value(image));
	return json_text(path);
}

static json_t *animated_tiles(const json_t *tiles)
{
	json_t *out = json_array();
	const json_t *tile;
	size_t i;

	json_array_foreach(tiles, i, tile)
	{
		const json_t *animation = json_object_get(tile, "animation");

		if (animation)
			json_array_append_new(out, json_pack("{s:O, s:O}", "id",
							     json_object_get(tile, "id"),
							     "animation", animation));
	}
	return out;
}

static json_t *tileset_of(const json_t *from, const char *name)
{
	static const char *const keys[] = { "firstgid",	  "columns", "tilewidth",
					    "tileheight", "margin",  "spacing",
					    "tilecount",  NULL };
	const json_t *image = json_object_get(from, "image");
	json_t *out;

	/* One in a file of its own is not drawn. */
	if (!json_is_string(image))
		return NULL;
	out = json_object();
	copy(from, keys, out);
	json_object_set_new(out, "image", image_path(name, image));
	json_object_set_new(out, "tiles", animated_tiles(json_object_get(from, "tiles")));
	return out;
}

static json_t *layer_of(const json_t *from)
{
	static const char *const keys[] = { "name", "data", "objects", "visible", NULL };
	json_t *out = json_object();

	copy(from, keys, out);
	return out;
}

json_t *page_level(struct exh_bytes tmj, const char *name)
{
	static const char *const keys[] = { "width", "height", "tilewidth", "tileheight",
					    NULL };
	json_t *map = json_parse(tmj, NULL);
	json_t *out, *layers, *tilesets;
	const json_t *item;
	size_t i;

	if (!map)
		return NULL;
	out = json_object();
	layers = json_array();
	tilesets = json_array();
	copy(map, keys, out);
	json_array_foreach(json_object_get(map, "layers"), i, item)
	{
		json_array_append_new(layers, layer_of(item));
	}
	json_array_foreach(json_object_get(map, "tilesets"), i, item)
	{
		json_t *tileset = tileset_of(item, name);

		if (tileset)
			json_array_append_new(tilesets, tileset);
	}
	json_object_set_new(out, "layers", layers);
	json_object_set_new(out, "tilesets", tilesets);
	json_decref(map);
	return out;
}

/*
 * Cells.
 */

static json_t *layer_named(const char *name, json_t *data)
{
	const char *end = strrchr(name, '.');
	const char *plane = end;

	while (plane > name && plane[-1] != '.' && plane[-1] != '/')
		plane--;
	return json_pack("{s:s%, s:o}", "name", plane, (size_t)(end - plane), "data",
			 data);
}

json_t *page_plane(struct exh_bytes csv, const char *name, size_t *width, size_t *height)
{
	json_t *data = json_array();
	json_int_t value = 0;
	bool in_number = false;

	*height = 0;
	for (size_t i = 0; i <= csv.size; i++) {
		const uint8_t c = i < csv.size ? csv.data[i] : '\n';

		if (c >= '0' && c <= '9' && value < 1 << 24) {
			value = value * 10 + (c - '0');
			in_number = true;
			continue;
		}
		if (in_number)
			json_array_append_new(data, json_integer(value));
		if (c == '\n' && in_number)
			++*height;
		value = 0;
		in_number = false;
	}
	*width = *height ? json_array_size(data) / *height : 0;
	if (*width && *width * *height == json_array_size(data))
		return layer_named(name, data);
	json_decref(data);
	return NULL;
}
