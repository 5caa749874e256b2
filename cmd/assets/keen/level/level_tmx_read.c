#include "level.h"

#include "task/json.h"
#include "task/text.h"

#include <exhume/keen.h>
#include <string.h>

enum { DEPTH = 32 /* elements within each other; Tiled's own go to 6 */ };

struct tmx {
	struct xml_reader xml;
	struct xml_tag tag;	/* the last */
	struct exh_writer text; /* the last value, with its entities resolved */
	unsigned depth;
	struct exh_error *err;
};

/* Reads the element whose tag was just read, to its end; into is its parent's. */
typedef enum exh_status element_fn(struct tmx *x, struct json *into);

static struct json *list_of(struct json *object, const char *key)
{
	struct json *list = json_get(object, key);

	return list ? list : json_set(object, key, json_new_list());
}

/* The object at the end of a list, which is a new one. */
static struct json *add_object(struct json *object, const char *key)
{
	return json_push(list_of(object, key), json_new_object());
}

/*
 * Values.
 */

static enum exh_status decode(struct tmx *x, struct exh_bytes part)
{
	x->text.size = 0;
	return xml_decode(part, &x->text, x->err);
}

static enum exh_status make_string(struct tmx *x, struct exh_bytes part,
				   struct json **out)
{
	const enum exh_status status = decode(x, part);
	const char *text = (const char *)x->text.data;

	*out = NULL;
	if (status)
		return status;
	if (x->text.size && memchr(text, 0, x->text.size))
		return exh_fail(x->err, EXH_INVALID, part.base, "a 0 byte within text");
	*out = json_new_text(text ? text : "", x->text.size);
	return *out ? EXH_OK
		    : exh_fail(x->err, EXH_INVALID, part.base, "expected text in UTF-8");
}

/* Takes a whole number; false: it is none. */
static bool take_whole(struct exh_bytes part, int64_t *out)
{
	const bool negative = part.size && part.data[0] == '-';

	*out = 0;
	if (part.size == negative || part.size > 18)
		return false;
	for (size_t i = negative; i < part.size; i++) {
		if (part.data[i] < '0' || part.data[i] > '9')
			return false;
		*out = *out * 10 + (part.data[i] - '0');
	}
	*out = negative ? -*out : *out;
	return true;
}

/* Takes a number with or without digits after a point. */
static bool take_real(struct exh_bytes part, double *out)
{
	struct exh_bytes whole = { part.data, 0, 0 };
	double unit = 1;
	int64_t value;

	while (whole.size < part.size && part.data[whole.size] != '.')
		whole.size++;
	if (!take_whole(whole, &value))
		return false;
	*out = value < 0 ? -(double)value : (double)value;
	for (size_t i = whole.size + 1; i < part.size; i++) {
		if (part.data[i] < '0' || part.data[i] > '9')
			return false;
		unit /= 10;
		*out += unit * (part.data[i] - '0');
	}
	if (part.data[0] == '-')
		*out = -*out;
	return true;
}

/* Text that is no number stays text; its reader reports it. */
static enum exh_status make_number(struct tmx *x, struct exh_bytes part,
				   struct json **out)
{
	int64_t value;
	double real;

	if (take_whole(part, &value))
		*out = json_new_number(value);
	else if (take_real(part, &real))
		*out = json_new_real(real);
	else
		return make_string(x, part, out);
	return EXH_OK;
}

/* Attributes that the reader of JSON uses. */
static const struct known {
	const char *name;
	bool is_number;
} known[] = {
	{ "name", false },     { "source", false },    { "orientation", false },
	{ "id", true },	       { "width", true },      { "height", true },
	{ "tilewidth", true }, { "tileheight", true }, { "firstgid", true },
	{ "tilecount", true }, { "tileid", true },     { "duration", true },
	{ "offsetx", true },   { "offsety", true },    { "x", true },
	{ "y", true },
};

static enum exh_status put_attribute(struct tmx *x, struct json *object,
				     const struct known *as,
				     const struct xml_attribute *from)
{
	struct json *value = NULL;
	enum exh_status status;

	if (json_get(object, as->name))
		return exh_fail(x->err, EXH_INVALID, from->name.base,
				"attribute %s occurs twice", as->name);
	status = as->is_number ? make_number(x, from->value, &value)
			       : make_string(x, from->value, &value);
	if (!status)
		json_set(object, as->name, value);
	return status;
}

/* The attributes of the last tag as members. */
static enum exh_status put_attributes(struct tmx *x, struct json *object)
{
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < x->tag.count && !status; i++)
		for (size_t k = 0; k < sizeof known / sizeof known[0] && !status; k++)
			if (text_is(x->tag.attributes[i].name, known[k].name))
				status = put_attribute(x, object, &known[k],
						       &x->tag.attributes[i]);
	return status;
}

/*
 * Elements.
 */

static enum exh_status next_tag(struct tmx *x, size_t start)
{
	bool is_end;
	const enum exh_status status = xml_next(&x->xml, &x->tag, &is_end, x->err);

	if (!status && is_end)
		return exh_fail(x->err, EXH_TRUNCATED, x->xml.in.base + x->xml.in.size,
				"the element that starts at 0x%zx has no end", start);
	return status;
}

/* All elements up to the end tag of the one that was just read. */
static enum exh_status read_children(struct tmx *x, element_fn *read, struct json *into)
{
	const struct exh_bytes name = x->tag.name;
	const size_t start = x->tag.offset;
	enum exh_status status = EXH_OK;

	if (x->tag.closes)
		return EXH_OK;
	if (x->depth == DEPTH)
		return exh_fail(x->err, EXH_LIMIT, start,
				"more than %d elements within each other", DEPTH);
	x->depth++;
	while (!status) {
		status = next_tag(x, start);
		if (!status && !x->tag.opens)
			break;
		if (!status)
			status = read(x, into);
	}
	x->depth--;
	if (!status && (x->tag.name.size != name.size ||
			memcmp(x->tag.name.data, name.data, name.size) != 0))
		return exh_fail(x->err, EXH_INVALID, x->tag.offset,
				"the end of another element than that which starts at "
				"0x%zx",
				start);
	return status;
}

static enum exh_status skip(struct tmx *x, struct json *into)
{
	return read_children(x, skip, into);
}

/*
 * Properties.
 */

static enum exh_status read_property_value(struct tmx *x, struct exh_bytes type,
					   struct exh_bytes part, struct json **out)
{
	if (text_is(type, "bool") && (text_is(part, "true") || text_is(part, "false"))) {
		*out = json_new_flag(text_is(part, "true"));
		return EXH_OK;
	}
	if (text_is(type, "int"))
		return make_number(x, part, out);
	return make_string(x, part, out);
}

/* Text of more than one line lies between the tags. */
static enum exh_status read_property(struct tmx *x, struct json *list)
{
	const struct exh_bytes type = xml_attribute(&x->tag, "type");
	struct exh_bytes part = xml_attribute(&x->tag, "value");
	const struct exh_bytes name = xml_attribute(&x->tag, "name");
	struct json *object, *value = NULL, *label = NULL;
	enum exh_status status;

	if (!text_is(x->tag.name, "property"))
		return exh_fail(x->err, EXH_INVALID, x->tag.offset,
				"expected a property");
	object = json_push(list, json_new_object());
	if (!part.data && !x->tag.closes)
		part = xml_text(&x->xml);
	status = make_string(x, name, &label);
	if (status)
		return status;
	json_set(object, "name", label);
	status = read_property_value(x, type, part, &value);
	if (status)
		return status;
	json_set(object, "value", value);
	return skip(x, NULL);
}

static enum exh_status read_properties(struct tmx *x, struct json *object)
{
	return read_children(x, read_property, list_of(object, "properties"));
}

/*
 * Tilesets.
 */

static enum exh_status read_frame(struct tmx *x, struct json *tile)
{
	const enum exh_status status = put_attributes(x, add_object(tile, "animation"));

	return status ? status : skip(x, NULL);
}

static enum exh_status read_tile_part(struct tmx *x, struct json *tile)
{
	if (text_is(x->tag.name, "properties"))
		return read_properties(x, tile);
	if (text_is(x->tag.name, "animation"))
		return read_children(x, read_frame, tile);
	return skip(x, NULL);
}

static enum exh_status read_tileset_part(struct tmx *x, struct json *tileset)
{
	enum exh_status status;
	struct json *tile;

	if (text_is(x->tag.name, "properties"))
		return read_properties(x, tileset);
	if (!text_is(x->tag.name, "tile"))
		return skip(x, NULL);
	tile = add_object(tileset, "tiles");
	status = put_attributes(x, tile);
	return status ? status : read_children(x, read_tile_part, tile);
}

static enum exh_status read_tileset(struct tmx *x, struct json *tileset)
{
	const enum exh_status status = put_attributes(x, tileset);

	json_set_string(tileset, "type", "tileset");
	return status ? status : read_children(x, read_tileset_part, tileset);
}

/*
 * Layers.
 */

static enum exh_status too_many(const struct tmx *x, size_t offset)
{
	return exh_fail(x->err, EXH_LIMIT, offset,
			"more than %d cells, a level holds no more",
			EXH_KEEN_MAP_MAX_CELLS);
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_blanks(struct exh_bytes text, size_t *at)
{
	while (*at < text.size && is_blank(text.data[*at]))
		(*at)++;
}

/* "1,2,3", with blanks and line ends anywhere between. */
static enum exh_status read_numbers(struct tmx *x, struct exh_bytes text,
				    struct json *list)
{
	size_t at = 0;

	for (skip_blanks(text, &at); at < text.size; skip_blanks(text, &at)) {
		struct exh_bytes item = { text.data + at, 0, text.base + at };
		int64_t value;

		while (at + item.size < text.size && item.data[item.size] != ',' &&
		       !is_blank(item.data[item.size]))
			item.size++;
		if (!take_whole(item, &value))
			return exh_fail(x->err, EXH_INVALID, item.base,
					"expected a number, with commas between");
		if (json_size(list) == EXH_KEEN_MAP_MAX_CELLS)
			return too_many(x, item.base);
		json_push(list, json_new_number(value));
		at += item.size;
		skip_blanks(text, &at);
		if (at < text.size && text.data[at++] != ',')
			return exh_fail(x->err, EXH_INVALID, text.base + at - 1,
					"expected a comma");
	}
	return EXH_OK;
}

/* The oldest form: an element for each cell. */
static enum exh_status read_cell(struct tmx *x, struct json *list)
{
	const struct exh_bytes gid = xml_attribute(&x->tag, "gid");
	int64_t value = 0;

	if (!text_is(x->tag.name, "tile"))
		return exh_fail(x->err, EXH_INVALID, x->tag.offset,
				"expected the tile of a cell");
	if (gid.data && !take_whole(gid, &value))
		return exh_fail(x->err, EXH_INVALID, gid.base, "expected a number");
	if (json_size(list) == EXH_KEEN_MAP_MAX_CELLS)
		return too_many(x, x->tag.offset);
	json_push(list, json_new_number(value));
	return skip(x, NULL);
}

static enum exh_status read_base64(struct tmx *x, struct json *layer)
{
	const struct exh_bytes compression = xml_attribute(&x->tag, "compression");
	struct json *value;
	enum exh_status status = make_string(x, xml_text(&x->xml), &value);

	if (status)
		return status;
	json_set(layer, "data", value);
	json_set_string(layer, "encoding", "base64");
	status = make_string(x, compression, &value);
	if (!status)
		json_set(layer, "compression", value);
	return status;
}

static enum exh_status read_data(struct tmx *x, struct json *layer)
{
	const struct exh_bytes encoding = xml_attribute(&x->tag, "encoding");
	enum exh_status status;

	if (json_get(layer, "data"))
		return exh_fail(x->err, EXH_INVALID, x->tag.offset,
				"the layer has cells already");
	if (!encoding.data)
		return read_children(x, read_cell, list_of(layer, "data"));
	if (x->tag.closes)
		return exh_fail(x->err, EXH_INVALID, x->tag.offset, "expected cells");
	if (text_is(encoding, "base64"))
		status = read_base64(x, layer);
	else if (text_is(encoding, "csv"))
		status = read_numbers(x, xml_text(&x->xml), list_of(layer, "data"));
	else
		status = exh_fail(x->err, EXH_UNSUPPORTED, encoding.base,
				  "expected \"csv\" or \"base64\"");
	return status ? status : read_children(x, skip, NULL);
}

static enum exh_status read_layer_part(struct tmx *x, struct json *layer)
{
	if (text_is(x->tag.name, "properties"))
		return read_properties(x, layer);
	return text_is(x->tag.name, "data") ? read_data(x, layer) : skip(x, NULL);
}

/*
 * The map.
 */

/* A layer of the map or of a group. Layers with other things than tiles are read no
 * further than their name. */
static enum exh_status read_any_layer(struct tmx *x, struct json *parent)
{
	static const struct {
		const char *element, *type;
		element_fn *read;
	} kinds[] = { { "layer", "tilelayer", read_layer_part },
		      { "group", "group", read_any_layer },
		      { "objectgroup", "objectgroup", skip },
		      { "imagelayer", "imagelayer", skip } };
	const size_t count = sizeof kinds / sizeof *kinds;
	enum exh_status status;
	struct json *layer;
	size_t i = 0;

	while (i < count && !text_is(x->tag.name, kinds[i].element))
		i++;
	if (i == count)
		return skip(x, NULL);
	layer = add_object(parent, "layers");
	status = put_attributes(x, layer);
	json_set_string(layer, "type", kinds[i].type);
	return status ? status : read_children(x, kinds[i].read, layer);
}

static enum exh_status read_map_part(struct tmx *x, struct json *map)
{
	if (text_is(x->tag.name, "properties"))
		return read_properties(x, map);
	if (text_is(x->tag.name, "tileset"))
		return read_tileset(x, add_object(map, "tilesets"));
	return read_any_layer(x, map);
}

static enum exh_status read_map(struct tmx *x, struct json *map)
{
	const bool infinite = text_is(xml_attribute(&x->tag, "infinite"), "1");
	const enum exh_status status = put_attributes(x, map);

	json_set_string(map, "type", "map");
	json_set_flag(map, "infinite", infinite);
	list_of(map, "tilesets");
	return status ? status : read_children(x, read_map_part, map);
}

static enum exh_status read_root(struct tmx *x, struct json *root)
{
	bool is_end;
	enum exh_status status = xml_next(&x->xml, &x->tag, &is_end, x->err);

	if (status)
		return status;
	if (is_end || !x->tag.opens ||
	    !(text_is(x->tag.name, "map") || text_is(x->tag.name, "tileset")))
		return exh_fail(x->err, EXH_INVALID, is_end ? 0 : x->tag.offset,
				"expected a map or a tileset of Tiled's");
	status = text_is(x->tag.name, "map") ? read_map(x, root) : read_tileset(x, root);
	if (!status)
		status = xml_next(&x->xml, &x->tag, &is_end, x->err);
	if (!status && !is_end)
		return exh_fail(x->err, EXH_INVALID, x->tag.offset,
				"expected nothing after the map or tileset");
	return status;
}

bool tmx_is(struct exh_bytes text)
{
	const struct exh_bytes in = text_without_mark(text);
	size_t i = 0;

	skip_blanks(in, &i);
	return i < in.size && in.data[i] == '<';
}

enum exh_status tmx_read(struct exh_bytes text, struct json **out, struct exh_error *err)
{
	struct tmx x = { .xml.in = text_without_mark(text),
			 .text.limit = SIZE_MAX, /* no text is longer than the file */
			 .err = err };
	enum exh_status status;

	*out = json_new_object();
	status = read_root(&x, *out);
	exh_writer_free(&x.text);
	if (status) {
		json_free(*out);
		*out = NULL;
	}
	return status;
}
