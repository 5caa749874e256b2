/* Nothing in it is believed: types, ranges and names are checked. */
#include "task/json.h"
#include "task/memory.h"
#include "view.h"

#include <string.h>

enum { MAX_BYTES = 64 << 20, MAX_LOOPS = 255, CRC_SIZE = 4 };

struct reading {
	struct view_manifest *out;
	struct exh_error *err;
};

static enum exh_status get_u16(struct reading *r, const json_t *object, const char *key,
			       uint16_t *out)
{
	uint32_t value = *out;
	const enum exh_status status =
		json_get_number(object, key, true, UINT16_MAX, &value, r->err);

	*out = (uint16_t)value;
	return status;
}

static enum exh_status get_shift(struct reading *r, const json_t *object, const char *key,
				 int8_t *out)
{
	const json_t *value = json_object_get(object, key);
	const json_int_t number = json_integer_value(value);

	if (!value)
		return EXH_OK;
	if (!json_is_integer(value) || number < INT8_MIN || number > INT8_MAX)
		return json_wrong(r->err, key, "a whole number from -128 to 127");
	*out = (int8_t)number;
	return EXH_OK;
}

static enum exh_status get_flag(struct reading *r, const json_t *object, const char *key,
				bool *out)
{
	const json_t *value = json_object_get(object, key);

	if (value && !json_is_boolean(value))
		return json_wrong(r->err, key, "true or false");
	*out = json_is_true(value);
	return EXH_OK;
}

static enum exh_status get_crc32(struct reading *r, const json_t *object, bool *has,
				 uint32_t *out)
{
	struct exh_bytes bytes;
	const enum exh_status status =
		json_get_hex(object, "crc32", &r->out->arena, &bytes, r->err);

	*has = json_object_get(object, "crc32") != NULL;
	if (status || !*has)
		return status;
	if (bytes.size != CRC_SIZE)
		return json_wrong(r->err, "crc32", "8 hexadecimal digits");
	*out = (uint32_t)bytes.data[0] << 24 | (uint32_t)bytes.data[1] << 16 |
	       (uint32_t)bytes.data[2] << 8 | bytes.data[3];
	return EXH_OK;
}

/* Bytes that may be there and none: then data is not NULL. */
static enum exh_status get_bytes(struct reading *r, const json_t *object, const char *key,
				 struct exh_bytes *out)
{
	static const uint8_t nothing[1];
	const enum exh_status status =
		json_get_hex(object, key, &r->out->arena, out, r->err);

	if (!status && !out->data && json_object_get(object, key))
		out->data = nothing;
	return status;
}

/*
 * Cels.
 */

static enum exh_status get_file(struct reading *r, const json_t *object,
				struct view_manifest_cel *cel)
{
	const json_t *value = json_object_get(object, "file");
	struct exh_bytes text = { (const uint8_t *)json_string_value(value),
				  json_string_length(value), 0 };
	enum exh_status status;

	if (!value)
		return EXH_OK;
	if (!json_is_file_name(value))
		return json_wrong(r->err, "file", "the name of a file, without folders");
	status = mem_arena_copy(&r->out->arena, text, &text, r->err);
	cel->file = (const char *)text.data;
	return status;
}

static enum exh_status get_size(struct reading *r, const json_t *object,
				struct view_manifest_cel *cel)
{
	enum exh_status status = get_u16(r, object, "width", &cel->width);

	if (!status)
		status = get_u16(r, object, "height", &cel->height);
	cel->has_size =
		json_object_get(object, "width") && json_object_get(object, "height");
	if (!status && !cel->file && !cel->has_size)
		status = json_wrong(r->err, "file",
				    "a PNG file, or keys \"width\" and \"height\"");
	if (!status && !cel->file && cel->width && cel->height && !cel->rle.data)
		status = json_wrong(r->err, "file", "a PNG file: the cel has pixels");
	return status;
}

static enum exh_status get_key(struct reading *r, const json_t *object,
			       struct view_manifest_cel *cel)
{
	uint32_t key = VIEW_NO_KEY;
	const enum exh_status status =
		json_get_number(object, "key", true, VIEW_KEYS - 1, &key, r->err);

	cel->key = (uint8_t)key;
	return status;
}

static enum exh_status get_packing(struct reading *r, const json_t *object,
				   struct view_manifest_cel *cel)
{
	const json_t *value = json_object_get(object, "packing");
	const char *name = json_string_value(value);
	const enum exh_status status = get_bytes(r, object, "rle", &cel->rle);

	if (status)
		return status;
	if (cel->rle.data)
		cel->packing = VIEW_OTHER;
	else if (name && strcmp(name, view_packing_names[VIEW_ROWS]) == 0)
		cel->packing = VIEW_ROWS;
	else if (value && (!name || strcmp(name, view_packing_names[VIEW_SHORTEST]) != 0))
		return json_wrong(r->err, "packing", "\"shortest\" or \"rows\"");
	return EXH_OK;
}

static enum exh_status get_cel(struct reading *r, const json_t *object, bool is_shared,
			       struct view_manifest_cel *cel)
{
	enum exh_status status;

	if (!json_is_object(object))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET, "expected an object");
	status = get_file(r, object, cel);
	if (status || is_shared)
		return status;
	status = get_packing(r, object, cel);
	if (!status)
		status = get_size(r, object, cel);
	if (!status)
		status = get_shift(r, object, "dx", &cel->dx);
	if (!status)
		status = get_shift(r, object, "dy", &cel->dy);
	if (!status)
		status = get_key(r, object, cel);
	return status ? status : get_crc32(r, object, &cel->has_crc32, &cel->crc32);
}

/*
 * Loops.
 */

static enum exh_status get_cels(struct reading *r, const json_t *object, size_t number,
				struct view_manifest_loop *loop)
{
	const json_t *list = json_object_get(object, "cels");
	const bool is_shared = loop->source != number;

	if (list ? !json_is_array(list) : !is_shared)
		return json_wrong(r->err, "cels", "a list");
	loop->cel_count = json_array_size(list);
	if (loop->cel_count > VIEW_MAX_CELS)
		return json_wrong(r->err, "cels", "no more than 32768");
	if (is_shared && loop->cel_count &&
	    loop->cel_count != r->out->loops[loop->source].cel_count)
		return json_wrong(
			r->err, "cels",
			"none, or as many as the loop with which it shares them");
	loop->cels = mem_arena_try(&r->out->arena, loop->cel_count, sizeof *loop->cels,
				   r->err);
	if (!loop->cels)
		return EXH_NO_MEMORY;
	for (size_t i = 0; i < loop->cel_count; i++) {
		const enum exh_status status =
			get_cel(r, json_array_get(list, i), is_shared, &loop->cels[i]);

		if (status)
			return exh_within(r->err, status, "cel %zu", i);
	}
	return EXH_OK;
}

static enum exh_status get_source(struct reading *r, const json_t *object, size_t number,
				  struct view_manifest_loop *loop)
{
	uint32_t source = (uint32_t)number;
	const enum exh_status status =
		json_get_number(object, "source", true, MAX_LOOPS, &source, r->err);

	loop->source = source;
	if (!status && source != number &&
	    (source > number || r->out->loops[source].source != source))
		return json_wrong(r->err, "source",
				  "an earlier loop that has its own cels");
	return status;
}

static enum exh_status get_loop(struct reading *r, const json_t *object, size_t number)
{
	struct view_manifest_loop *loop = &r->out->loops[number];
	enum exh_status status;

	if (!json_is_object(object))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET, "expected an object");
	status = get_flag(r, object, "mirrored", &loop->is_mirrored);
	if (!status && loop->is_mirrored && number >= EXH_SCI_MIRRORED_LOOPS)
		status = json_wrong(r->err, "mirrored",
				    "false: only loops 0 to 15 can be mirrored");
	if (!status)
		status = get_source(r, object, number, loop);
	if (!status)
		status = get_u16(r, object, "unused", &loop->unused);
	return status ? status : get_cels(r, object, number, loop);
}

static enum exh_status get_loops(struct reading *r, const json_t *root)
{
	const json_t *list = json_object_get(root, "loops");
	struct view_manifest *m = r->out;

	if (!json_is_array(list) || json_array_size(list) > MAX_LOOPS)
		return json_wrong(r->err, "loops", "a list of at most 255");
	m->loop_count = json_array_size(list);
	m->loops = mem_arena_try(&m->arena, m->loop_count, sizeof *m->loops, r->err);
	if (!m->loops)
		return EXH_NO_MEMORY;
	for (size_t i = 0; i < m->loop_count; i++) {
		const enum exh_status status = get_loop(r, json_array_get(list, i), i);

		if (status)
			return exh_within(r->err, status, "loop %zu", i);
	}
	return EXH_OK;
}

/*
 * All of it.
 */

static enum exh_status get_head(struct reading *r, const json_t *root)
{
	struct view_manifest *m = r->out;
	uint32_t number = 0, scale = 1, flags = 0;
	enum exh_status status = json_get_number(root, "number", true,
						 ASSET_NO_NUMBER - 1, &number, r->err);

	m->has_number = json_object_get(root, "number") != NULL;
	m->number = number;
	if (!status)
		status =
			json_get_number(root, "size", true, UINT32_MAX, &m->size, r->err);
	if (!status)
		status = get_crc32(r, root, &m->has_crc32, &m->crc32);
	if (!status)
		status = json_get_number(root, "flags", true, UINT8_MAX, &flags, r->err);
	if (!status)
		status = get_u16(r, root, "mirror_mask", &m->mirror_mask);
	if (!status)
		status = get_u16(r, root, "unused", &m->unused);
	if (!status)
		status = json_get_number(root, "scale", true, VIEW_MAX_SCALE, &scale,
					 r->err);
	if (!status && !scale)
		status = json_wrong(r->err, "scale", "a number from 1 to 64");
	m->flags = (uint8_t)flags;
	m->scale = scale;
	return status;
}

static enum exh_status get_rest(struct reading *r, const json_t *root)
{
	struct view_manifest *m = r->out;
	enum exh_status status = get_bytes(r, root, "palette", &m->palette);

	if (!status)
		status = get_bytes(r, root, "tail", &m->tail);
	return status ? status : get_bytes(r, root, "bytes", &m->bytes);
}

enum exh_status view_manifest_read(struct exh_bytes text, struct view_manifest *out,
				   struct exh_error *err)
{
	struct reading r = { out, err };
	json_t *root;
	const char *format;
	enum exh_status status;

	*out = (struct view_manifest){ .arena.limit = MAX_BYTES };
	root = json_parse(text, err);
	if (!root)
		return EXH_INVALID;
	format = json_string_value(json_object_get(root, "format"));
	if (!format || strcmp(format, VIEW_MANIFEST_FORMAT) != 0)
		status = json_wrong(err, "format",
				    "\"" VIEW_MANIFEST_FORMAT
				    "\", as written by view2png");
	else
		status = get_head(&r, root);
	if (!status)
		status = get_loops(&r, root);
	if (!status)
		status = get_rest(&r, root);
	json_decref(root);
	return status;
}

void view_manifest_free(struct view_manifest *manifest)
{
	exh_arena_free(&manifest->arena);
}
