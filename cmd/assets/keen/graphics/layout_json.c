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

static void read_text(struct json_reading *r, const struct json *object, const char *key,
		      char *out, size_t size)
{
	const struct json *value = json_get(object, key);

	if (value && (!json_is_text(value) || json_text_size(value) >= size))
		json_read_wrong(r, key, "a short string");
	else if (value)
		snprintf(out, size, "%s", json_text_of(value));
}

static enum exh_keen_video read_video(struct json_reading *r, const struct json *root)
{
	const char *video = json_text_at(root, "video");

	if (video && strcmp(video, "cga") == 0)
		return EXH_KEEN_CGA;
	if (!video || strcmp(video, "ega") != 0)
		json_read_wrong(r, "video", "\"ega\" or \"cga\"");
	return EXH_KEEN_EGA;
}

/* "head": {"size", "crc32"}: optional, says what the layout was made for. */
static void read_head(struct json_reading *r, const struct json *root,
		      struct exh_keen_layout *out)
{
	const struct json *head = json_get(root, "head");
	const char *crc32 = json_text_at(head, "crc32");

	if (!head || r->status)
		return;
	out->head_size = json_read_number(r, head, "size", INT32_MAX);
	if (r->status)
		exh_within(r->err, r->status, "head");
	if (!crc32 || strlen(crc32) != 8 || strspn(crc32, "0123456789abcdefABCDEF") != 8)
		json_read_wrong(r, "crc32", "8 hexadecimal digits");
	else
		out->head_crc32 = (uint32_t)strtoul(crc32, NULL, 16);
}

/* "names": what the chunks are, in their order; an empty one is unknown. */
static void read_names(struct json_reading *r, const struct json *value,
		       struct exh_keen_layout *out)
{
	const struct json *names = json_get(value, "names");

	if (names && (!json_is_list(names) || json_size(names) > EXH_KEEN_BINARY_NAMES))
		json_read_wrong(r, "names", "an array of at most 20 names");
	for (size_t i = 0; i < json_size(names) && !r->status; i++) {
		const char *name = json_text_of(json_at(names, i));

		if (!name || strlen(name) >= EXH_KEEN_NAME_SIZE)
			json_read_wrong(r, "names", "short strings");
		else
			snprintf(out->binary_names[i], EXH_KEEN_NAME_SIZE, "%s", name);
	}
}

static void read_class(struct json_reading *r, const char *name, const struct json *value,
		       struct exh_keen_layout *out)
{
	const enum exh_keen_class class_id = exh_keen_class_find(name);
	const char *tiles = "tiles";

	if (class_id >= EXH_KEEN_UNKNOWN) {
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET, "no such class");
		return;
	}
	out->spans[class_id].first = json_read_number(r, value, "first", MAX_CHUNKS);
	out->spans[class_id].count = json_read_number(r, value, "count", MAX_CHUNKS);
	if (class_id == EXH_KEEN_TILE8)
		out->tile8_count = json_read_number(r, value, tiles, MAX_TILES);
	else if (class_id == EXH_KEEN_TILE8M)
		out->tile8m_count = json_read_number(r, value, tiles, MAX_TILES);
	else
		json_read_number_or(r, value, tiles, MAX_TILES, 0);
	if (class_id == EXH_KEEN_BINARY)
		read_names(r, value, out);
}

static void read_classes(struct json_reading *r, const struct json *root,
			 struct exh_keen_layout *out)
{
	struct json *classes = json_get(root, "classes");
	const char *name;
	struct json *value;

	if (!json_is_map(classes))
		json_read_wrong(r, "classes", "an object");
	json_each_key(classes, name, value)
	{
		if (r->status)
			return;
		read_class(r, name, value, out);
		if (r->status)
			exh_within(r->err, r->status, "class \"%s\"", name);
	}
}

static void read_object(struct json_reading *r, const struct json *value, size_t i,
			void *context)
{
	struct exh_keen_info_object *out =
		&((struct exh_keen_layout *)context)->objects[i];
	const struct json *y = json_get(value, "y_units");

	*out = (struct exh_keen_info_object){ .sprite = -1 };
	out->info = (uint16_t)json_read_number(r, value, "info", UINT16_MAX);
	if (!out->info)
		json_read_wrong(r, "info", "at least 1");
	if (json_get(value, "sprite"))
		out->sprite = (int16_t)json_read_number(r, value, "sprite", INT16_MAX);
	if (y && (!json_is_whole(y) || json_number_of(y) < INT16_MIN ||
		  json_number_of(y) > INT16_MAX))
		json_read_wrong(r, "y_units", "a number from -32768 to 32767");
	out->y_units = (int16_t)json_number_of(y);
	read_text(r, value, "name", out->name, sizeof out->name);
}

/* "objects": what values of the info plane place. */
static void read_objects(struct json_reading *r, const struct json *root,
			 struct exh_keen_layout *out)
{
	const struct json *objects = json_get(root, "objects");

	if (objects &&
	    (!json_is_list(objects) || json_size(objects) > EXH_KEEN_INFO_OBJECTS))
		json_read_wrong(r, "objects", "an array of at most 64 objects");
	json_read_items(r, objects, "objects: entry", read_object, out);
}

enum exh_status layout_from_object(const struct json *root, struct exh_keen_layout *out,
				   struct exh_error *err)
{
	struct json_reading r = { .err = err };

	*out = (struct exh_keen_layout){ .name = "unnamed" };
	if (!json_is_map(root))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"expected a JSON object");
	read_text(&r, root, "name", out->name, sizeof out->name);
	read_text(&r, root, "title", out->title, sizeof out->title);
	out->video = read_video(&r, root);
	out->offset_size = json_read_number(&r, root, "offset_size", 4);
	out->chunk_count = json_read_number(&r, root, "chunks", MAX_CHUNKS);
	if (!out->chunk_count)
		json_read_wrong(&r, "chunks", "at least 1");
	read_head(&r, root, out);
	read_classes(&r, root, out);
	read_objects(&r, root, out);
	return r.status ? r.status : exh_keen_layout_check(out, err);
}

enum exh_status layout_from_json(struct exh_bytes text, struct exh_keen_layout *out,
				 struct exh_error *err)
{
	struct json *root = json_parse(text, err);
	enum exh_status status;

	if (!root)
		return EXH_INVALID;
	status = layout_from_object(root, out, err);
	json_free(root);
	return status;
}

/* Up to the last one that is known; NULL if none is. */
static struct json *names_to_json(const struct exh_keen_layout *layout)
{
	size_t count = EXH_KEEN_BINARY_NAMES;
	struct json *names;

	while (count && !*layout->binary_names[count - 1])
		count--;
	names = count ? json_new_list() : NULL;
	for (size_t i = 0; i < count; i++)
		json_push(names, json_of_text(layout->binary_names[i]));
	return names;
}

static struct json *classes_to_json(const struct exh_keen_layout *layout)
{
	struct json *classes = json_new_object();

	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN; i++) {
		const struct exh_keen_span *span = &layout->spans[i];
		struct json *value;

		if (!span->count)
			continue;
		value = json_make("{s:I, s:I}", "first", (int64_t)span->first, "count",
				  (int64_t)span->count);
		if (i == EXH_KEEN_TILE8)
			json_set_number(value, "tiles", layout->tile8_count);
		if (i == EXH_KEEN_TILE8M)
			json_set_number(value, "tiles", layout->tile8m_count);
		if (i == EXH_KEEN_BINARY)
			json_set(value, "names", names_to_json(layout));
		json_set(classes, exh_keen_class_name((enum exh_keen_class)i), value);
	}
	return classes;
}

static struct json *objects_to_json(const struct exh_keen_layout *layout)
{
	struct json *objects = json_new_list();

	for (size_t i = 0; i < EXH_KEEN_INFO_OBJECTS && layout->objects[i].info; i++) {
		const struct exh_keen_info_object *object = &layout->objects[i];
		struct json *value = json_new_object();

		json_set_number(value, "info", object->info);
		json_set_text(value, "name", object->name);
		if (object->sprite >= 0)
			json_set_number(value, "sprite", object->sprite);
		if (object->y_units)
			json_set_number(value, "y_units", object->y_units);
		json_push(objects, value);
	}
	return objects;
}

struct json *layout_to_json(const struct exh_keen_layout *layout)
{
	struct json *root = json_document("keen-layout", 1);
	char crc32[16];

	json_set_text(root, "name", layout->name);
	json_set_text(root, "title", layout->title);
	json_set_string(root, "video", video_name(layout->video));
	json_set_number(root, "offset_size", layout->offset_size);
	json_set_number(root, "chunks", layout->chunk_count);
	if (layout->head_size) {
		snprintf(crc32, sizeof crc32, "%08x", (unsigned)layout->head_crc32);
		json_set(root, "head",
			 json_make("{s:I, s:s}", "size", (int64_t)layout->head_size,
				   "crc32", crc32));
	}
	json_set(root, "classes", classes_to_json(layout));
	if (layout->objects[0].info)
		json_set(root, "objects", objects_to_json(layout));
	return root;
}
