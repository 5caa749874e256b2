/*
 * Tiled's XML, of Tiled's JSON: both say the same with the same names, save that lists
 * and cells have elements of their own.
 */
#include "level.h"
#include "task/text.h"

#include <stdio.h>
#include <string.h>

static void put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

/* A scalar as an attribute; nothing if there is none. */
static void put_attribute(struct exh_writer *out, const char *name,
			  const struct json *value)
{
	char number[32];

	if (!value)
		return;
	snprintf(number, sizeof number, "%" PRId64, json_number_of(value));
	put(out, " ");
	put(out, name);
	put(out, "=\"");
	if (json_is_text(value))
		text_put_xml(out, json_text_of(value));
	else if (json_is_flag(value))
		put(out, json_flag_of(value) ? "true" : "false");
	else
		put(out, number);
	put(out, "\"");
}

static void put_attributes(struct exh_writer *out, const struct json *object,
			   const char *const *names)
{
	for (; *names; names++)
		put_attribute(out, *names, json_get(object, *names));
}

static void put_properties(struct exh_writer *out, const struct json *object)
{
	const struct json *list = json_get(object, "properties");

	if (!json_size(list))
		return;
	put(out, "<properties>\n");
	for (size_t i = 0; i < json_size(list); i++) {
		static const char *const names[] = { "name", "type", "value", NULL };

		put(out, "<property");
		put_attributes(out, json_at(list, i), names);
		put(out, "/>\n");
	}
	put(out, "</properties>\n");
}

static void put_animation(struct exh_writer *out, const struct json *list)
{
	if (!json_size(list))
		return;
	put(out, "<animation>");
	for (size_t i = 0; i < json_size(list); i++) {
		static const char *const names[] = { "tileid", "duration", NULL };

		put(out, "<frame");
		put_attributes(out, json_at(list, i), names);
		put(out, "/>");
	}
	put(out, "</animation>\n");
}

static void put_tile(struct exh_writer *out, const struct json *tile)
{
	put(out, "<tile");
	put_attribute(out, "id", json_get(tile, "id"));
	put(out, ">\n");
	put_properties(out, tile);
	put_animation(out, json_get(tile, "animation"));
	put(out, "</tile>\n");
}

static void put_tileset(struct exh_writer *out, const struct json *tileset)
{
	static const char *const names[] = { "version",	   "tiledversion", "firstgid",
					     "source",	   "name",	   "tilewidth",
					     "tileheight", "spacing",	   "margin",
					     "tilecount",  "columns",	   NULL };
	const struct json *image = json_get(tileset, "image");
	const struct json *tiles = json_get(tileset, "tiles");

	put(out, "<tileset");
	put_attributes(out, tileset, names);
	if (!image) {
		put(out, "/>");
		return;
	}
	put(out, ">\n");
	put_properties(out, tileset);
	put(out, "<image");
	put_attribute(out, "source", image);
	put_attribute(out, "width", json_get(tileset, "imagewidth"));
	put_attribute(out, "height", json_get(tileset, "imageheight"));
	put(out, "/>\n");
	for (size_t i = 0; i < json_size(tiles); i++)
		put_tile(out, json_at(tiles, i));
	put(out, "</tileset>");
}

static void put_layer(struct exh_writer *out, const struct json *layer)
{
	static const char *const names[] = { "id", "name", "width", "height", NULL };
	const struct json *data = json_get(layer, "data");
	const size_t width = (size_t)json_number_at(layer, "width");
	const size_t count = json_size(data);

	put(out, "<layer");
	put_attributes(out, layer, names);
	put(out, ">\n");
	put_properties(out, layer);
	put(out, "<data encoding=\"csv\">\n");
	for (size_t i = 0; i < count; i++) {
		char gid[32];

		snprintf(gid, sizeof gid, "%" PRId64 "%s%s",
			 json_number_of(json_at(data, i)), i + 1 < count ? "," : "",
			 (i + 1) % width ? "" : "\n");
		put(out, gid);
	}
	put(out, "</data>\n</layer>\n");
}

static void put_map(struct exh_writer *out, const struct json *map)
{
	static const char *const names[] = { "version",	    "tiledversion", "orientation",
					     "renderorder", "width",	    "height",
					     "tilewidth",   "tileheight",   NULL };
	static const char *const more[] = { "backgroundcolor", "nextlayerid",
					    "nextobjectid", NULL };
	const struct json *tilesets = json_get(map, "tilesets");
	const struct json *layers = json_get(map, "layers");

	put(out, "<map");
	put_attributes(out, map, names);
	put(out, " infinite=\"0\""); /* here false is a number */
	put_attributes(out, map, more);
	put(out, ">\n");
	put_properties(out, map);
	for (size_t i = 0; i < json_size(tilesets); i++) {
		put_tileset(out, json_at(tilesets, i));
		put(out, "\n");
	}
	for (size_t i = 0; i < json_size(layers); i++)
		put_layer(out, json_at(layers, i));
	put(out, "</map>");
}

void tiled_print_xml(const struct json *document, struct exh_writer *out)
{
	const char *type = json_text_at(document, "type");

	put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	if (type && strcmp(type, "map") == 0)
		put_map(out, document);
	else
		put_tileset(out, document);
}
