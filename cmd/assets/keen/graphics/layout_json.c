#include "graphics.h"

#include "task/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHUNKS = 1 << 17, MAX_TILES = 1 << 16 };

const char *video_name(enum exh_keen_video video)
{
	return video == EXH_KEEN_EGA ? "ega" : "cga";
}

static enum exh_status get_text(const json_t *object, const char *key, char *out,
				size_t size, struct exh_error *err)
{
	const json_t *value = json_object_get(object, key);

	if (!value)
		return EXH_OK;
	if (!json_is_string(value) || json_string_length(value) >= size)
		return json_wrong(err, key, "a short string");
	snprintf(out, size, "%s", json_string_value(value));
	return EXH_OK;
}

static enum exh_status get_video(const json_t *root, struct exh_keen_layout *out,
				 struct exh_error *err)
{
	const char *video = json_string_value(json_object_get(root, "video"));

	if (video && strcmp(video, "ega") == 0)
		out->video = EXH_KEEN_EGA;
	else if (video && strcmp(video, "cga") == 0)
		out->video = EXH_KEEN_CGA;
	else
		return json_wrong(err, "video", "\"ega\" or \"cga\"");
	return EXH_OK;
}

/* "head": {"size", "crc32"}: optional, says what the layout was made for. */
static enum exh_status get_head(const json_t *root, struct exh_keen_layout *out,
				struct exh_error *err)
{
	const json_t *head = json_object_get(root, "head");
	const char *crc32 = json_string_value(json_object_get(head, "crc32"));
	uint32_t size = 0;
	enum exh_status status;

	if (!head)
		return EXH_OK;
	status = json_get_number(head, "size", false, INT32_MAX, &size, err);
	if (status)
		return exh_within(err, status, "head");
	out->head_size = size;
	if (!crc32 || strlen(crc32) != 8 || strspn(crc32, "0123456789abcdefABCDEF") != 8)
		return json_wrong(err, "crc32", "8 hexadecimal digits");
	out->head_crc32 = (uint32_t)strtoul(crc32, NULL, 16);
	return EXH_OK;
}

/* "names": what the chunks are, in their order; an empty one is unknown. */
static enum exh_status get_names(const json_t *value, struct exh_keen_layout *out,
				 struct exh_error *err)
{
	const json_t *names = json_object_get(value, "names");

	if (!names)
		return EXH_OK;
	if (!json_is_array(names) || json_array_size(names) > EXH_KEEN_BINARY_NAMES)
		return json_wrong(err, "names", "an array of at most 20 names");
	for (size_t i = 0; i < json_array_size(names); i++) {
		const char *name = json_string_value(json_array_get(names, i));

		if (!name || strlen(name) >= EXH_KEEN_NAME_SIZE)
			return json_wrong(err, "names", "short strings");
		snprintf(out->binary_names[i], EXH_KEEN_NAME_SIZE, "%s", name);
	}
	return EXH_OK;
}

static enum exh_status get_class(const char *name, const json_t *value,
				 struct exh_keen_layout *out, struct exh_error *err)
{
	const enum exh_keen_class class_id = exh_keen_class_find(name);
	struct exh_keen_span *span;
	uint32_t tiles = 0;

	if (class_id >= EXH_KEEN_UNKNOWN)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "no such class");
	span = &out->spans[class_id];
	if (json_get_number(value, "first", false, MAX_CHUNKS, &span->first, err) ||
	    json_get_number(value, "count", false, MAX_CHUNKS, &span->count, err) ||
	    json_get_number(value, "tiles", exh_keen_class_tile_size(class_id) != 8,
			    MAX_TILES, &tiles, err))
		return err->status;
	if (class_id == EXH_KEEN_TILE8)
		out->tile8_count = tiles;
	else if (class_id == EXH_KEEN_TILE8M)
		out->tile8m_count = tiles;
	return class_id == EXH_KEEN_BINARY ? get_names(value, out, err) : EXH_OK;
}

static enum exh_status get_classes(const json_t *root, struct exh_keen_layout *out,
				   struct exh_error *err)
{
	json_t *classes = json_object_get(root, "classes");
	enum exh_status status;
	const char *name;
	json_t *value;

	if (!json_is_object(classes))
		return json_wrong(err, "classes", "an object");
	json_object_foreach(classes, name, value)
	{
		status = get_class(name, value, out, err);
		if (status)
			return exh_within(err, status, "class \"%s\"", name);
	}
	return EXH_OK;
}

static enum exh_status get_object(const json_t *value, struct exh_keen_info_object *out,
				  struct exh_error *err)
{
	const json_t *sprite = json_object_get(value, "sprite");
	const json_t *y = json_object_get(value, "y_units");
	uint32_t number = 0, info;
	enum exh_status status =
		json_get_number(value, "info", false, UINT16_MAX, &info, err);

	if (!status && !info)
		status = json_wrong(err, "info", "at least 1");
	if (!status && sprite)
		status = json_get_number(value, "sprite", false, INT16_MAX, &number, err);
	if (!status && y &&
	    (!json_is_integer(y) || json_integer_value(y) < INT16_MIN ||
	     json_integer_value(y) > INT16_MAX))
		status = json_wrong(err, "y_units", "a number from -32768 to 32767");
	if (status)
		return status;
	*out = (struct exh_keen_info_object){ .info = (uint16_t)info,
					      .sprite = sprite ? (int16_t)number : -1,
					      .y_units = (int16_t)json_integer_value(y) };
	return get_text(value, "name", out->name, sizeof out->name, err);
}

/* "objects": what values of the info plane place. */
static enum exh_status get_objects(const json_t *root, struct exh_keen_layout *out,
				   struct exh_error *err)
{
	const json_t *objects = json_object_get(root, "objects");
	enum exh_status status = EXH_OK;

	if (!objects)
		return EXH_OK;
	if (!json_is_array(objects) || json_array_size(objects) > EXH_KEEN_INFO_OBJECTS)
		return json_wrong(err, "objects", "an array of at most 64 objects");
	for (size_t i = 0; i < json_array_size(objects) && !status; i++) {
		status = get_object(json_array_get(objects, i), &out->objects[i], err);
		if (status)
			exh_within(err, status, "objects: entry %zu", i);
	}
	return status;
}

enum exh_status layout_from_object(const json_t *root, struct exh_keen_layout *out,
				   struct exh_error *err)
{
	uint32_t offset_size = 0;

	*out = (struct exh_keen_layout){ .name = "unnamed" };
	if (!json_is_object(root))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"expected a JSON object");
	if (get_text(root, "name", out->name, sizeof out->name, err) ||
	    get_text(root, "title", out->title, sizeof out->title, err) ||
	    get_video(root, out, err) ||
	    json_get_number(root, "offset_size", false, 4, &offset_size, err) ||
	    json_get_number(root, "chunks", false, MAX_CHUNKS, &out->chunk_count, err))
		return err->status;
	out->offset_size = offset_size;
	if (!out->chunk_count)
		return json_wrong(err, "chunks", "at least 1");
	if (get_head(root, out, err) || get_classes(root, out, err) ||
	    get_objects(root, out, err))
		return err->status;
	return exh_keen_layout_check(out, err);
}

enum exh_status layout_from_json(struct exh_bytes text, struct exh_keen_layout *out,
				 struct exh_error *err)
{
	json_t *root = json_parse(text, err);
	enum exh_status status;

	if (!root)
		return EXH_INVALID;
	status = layout_from_object(root, out, err);
	json_decref(root);
	return status;
}

/* Up to the last one that is known; NULL if none is. */
static json_t *names_to_json(const struct exh_keen_layout *layout)
{
	size_t count = EXH_KEEN_BINARY_NAMES;
	json_t *names;

	while (count && !*layout->binary_names[count - 1])
		count--;
	names = count ? json_array() : NULL;
	for (size_t i = 0; i < count; i++)
		json_array_append_new(names, json_text(layout->binary_names[i]));
	return names;
}

static json_t *classes_to_json(const struct exh_keen_layout *layout)
{
	json_t *classes = json_object();

	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN; i++) {
		const struct exh_keen_span *span = &layout->spans[i];
		json_t *value;

		if (!span->count)
			continue;
		value = json_pack("{s:I, s:I}", "first", (json_int_t)span->first, "count",
				  (json_int_t)span->count);
		if (i == EXH_KEEN_TILE8)
			json_set_number(value, "tiles", layout->tile8_count);
		if (i == EXH_KEEN_TILE8M)
			json_set_number(value, "tiles", layout->tile8m_count);
		if (i == EXH_KEEN_BINARY)
			json_object_set_new(value, "names", names_to_json(layout));
		json_object_set_new(classes, exh_keen_class_name((enum exh_keen_class)i),
				    value);
	}
	return classes;
}

static json_t *objects_to_json(const struct exh_keen_layout *layout)
{
	json_t *objects = json_array();

	for (size_t i = 0; i < EXH_KEEN_INFO_OBJECTS && layout->objects[i].info; i++) {
		const struct exh_keen_info_object *object = &layout->objects[i];
		json_t *value = json_object();

		json_set_number(value, "info", object->info);
		json_set_text(value, "name", object->name);
		if (object->sprite >= 0)
			json_set_number(value, "sprite", object->sprite);
		if (object->y_units)
			json_set_number(value, "y_units", object->y_units);
		json_array_append_new(objects, value);
	}
	return objects;
}

json_t *layout_to_json(const struct exh_keen_layout *layout)
{
	json_t *root = json_document("keen-layout");
	char crc32[16];

	json_set_text(root, "name", layout->name);
	json_set_text(root, "title", layout->title);
	json_set_string(root, "video", video_name(layout->video));
	json_set_number(root, "offset_size", layout->offset_size);
	json_set_number(root, "chunks", layout->chunk_count);
	if (layout->head_size) {
		snprintf(crc32, sizeof crc32, "%08x", (unsigned)layout->head_crc32);
		json_object_set_new(root, "head",
				    json_pack("{s:I, s:s}", "size",
					      (json_int_t)layout->head_size, "crc32",
					      crc32));
	}
	json_object_set_new(root, "classes", classes_to_json(layout));
	if (layout->objects[0].info)
		json_object_set_new(root, "objects", objects_to_json(layout));
	return root;
}
