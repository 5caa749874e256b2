/* Nothing in it is believed: types, ranges and names are checked. */
#include "task/json.h"
#include "task/memory.h"
#include "view.h"

#include <string.h>

enum { MAX_BYTES = 64 << 20, MAX_LOOPS = 255, CRC_SIZE = 4 };

/* After the first failure nothing more is read. */
struct reading {
	struct view_manifest *out;
	enum exh_status status;
	struct exh_error *err;
};

static void fail(struct reading *r, const char *key, const char *expected)
{
	if (!r->status)
		r->status = json_wrong(r->err, key, expected);
}

static bool is_object(struct reading *r, const json_t *value)
{
	if (!r->status && !json_is_object(value))
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "expected an object");
	return !r->status;
}

/* An optional number. */
static uint32_t get_number(struct reading *r, const json_t *object, const char *key,
			   uint32_t most, uint32_t otherwise)
{
	uint32_t value = otherwise;

	if (!r->status)
		r->status = json_get_number(object, key, true, most, &value, r->err);
	return value;
}

static uint16_t get_u16(struct reading *r, const json_t *object, const char *key)
{
	return (uint16_t)get_number(r, object, key, UINT16_MAX, 0);
}

static int8_t get_shift(struct reading *r, const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	const json_int_t number = json_integer_value(value);

	if (value && (!json_is_integer(value) || number < INT8_MIN || number > INT8_MAX))
		fail(r, key, "a whole number from -128 to 127");
	return (int8_t)number;
}

/* Bytes that may be there and none: then data is not NULL. */
static struct exh_bytes get_bytes(struct reading *r, const json_t *object,
				  const char *key)
{
	static const uint8_t nothing[1];
	struct exh_bytes bytes = { 0 };

	if (!r->status)
		r->status = json_get_hex(object, key, &r->out->arena, &bytes, r->err);
	if (!r->status && !bytes.data && json_object_get(object, key))
		bytes.data = nothing;
	return bytes;
}

static uint32_t get_crc32(struct reading *r, const json_t *object, bool *has)
{
	const struct exh_bytes bytes = get_bytes(r, object, "crc32");

	*has = json_object_get(object, "crc32") != NULL;
	if (*has && bytes.size != CRC_SIZE)
		fail(r, "crc32", "8 hexadecimal digits");
	return bytes.size == CRC_SIZE
		       ? (uint32_t)bytes.data[0] << 24 | (uint32_t)bytes.data[1] << 16 |
				 (uint32_t)bytes.data[2] << 8 | bytes.data[3]
		       : 0;
}

/*
 * Cels.
 */

static void get_size(struct reading *r, const json_t *object,
		     struct view_manifest_cel *cel)
{
	cel->width = get_u16(r, object, "width");
	cel->height = get_u16(r, object, "height");
	cel->has_size =
		json_object_get(object, "width") && json_object_get(object, "height");
	if (!cel->file && !cel->has_size)
		fail(r, "file", "a PNG file, or keys \"width\" and \"height\"");
	if (!cel->file && cel->width && cel->height && !cel->rle.data)
		fail(r, "file", "a PNG file: the cel has pixels");
}

static void get_packing(struct reading *r, const json_t *object,
			struct view_manifest_cel *cel)
{
	const json_t *value = json_object_get(object, "packing");
	const char *name = json_string_value(value);

	cel->rle = get_bytes(r, object, "rle");
	if (cel->rle.data)
		cel->packing = VIEW_OTHER;
	else if (name && strcmp(name, view_packing_names[VIEW_ROWS]) == 0)
		cel->packing = VIEW_ROWS;
	else if (value && (!name || strcmp(name, view_packing_names[VIEW_SHORTEST]) != 0))
		fail(r, "packing", "\"shortest\" or \"rows\"");
}

static void get_cel(struct reading *r, const json_t *object, bool is_shared,
		    struct view_manifest_cel *cel)
{
	if (!is_object(r, object))
		return;
	r->status = json_get_file_name(object, "file", true, &r->out->arena, &cel->file,
				       r->err);
	if (is_shared)
		return;
	get_packing(r, object, cel);
	get_size(r, object, cel);
	cel->dx = get_shift(r, object, "dx");
	cel->dy = get_shift(r, object, "dy");
	cel->key = (uint8_t)get_number(r, object, "key", VIEW_KEYS - 1, VIEW_NO_KEY);
	cel->crc32 = get_crc32(r, object, &cel->has_crc32);
}

/*
 * Loops.
 */

/* Room for so many; NULL: there is none. */
static void *make_room(struct reading *r, size_t count, size_t size)
{
	void *room =
		r->status ? NULL : mem_arena_try(&r->out->arena, count, size, r->err);

	if (!room && !r->status)
		r->status = EXH_NO_MEMORY;
	return room;
}

static void get_cels(struct reading *r, const json_t *object, size_t number,
		     struct view_manifest_loop *loop)
{
	const json_t *list = json_object_get(object, "cels");
	const bool is_shared = loop->source != number;

	if (list ? !json_is_array(list) : !is_shared)
		fail(r, "cels", "a list");
	loop->cel_count = json_array_size(list);
	if (loop->cel_count > VIEW_MAX_CELS)
		fail(r, "cels", "no more than 32768");
	if (!r->status && is_shared && loop->cel_count &&
	    loop->cel_count != r->out->loops[loop->source].cel_count)
		fail(r, "cels", "none, or as many as the loop with which it shares them");
	loop->cels = make_room(r, loop->cel_count, sizeof *loop->cels);
	for (size_t i = 0; i < loop->cel_count && !r->status; i++) {
		get_cel(r, json_array_get(list, i), is_shared, &loop->cels[i]);
		if (r->status)
			exh_within(r->err, r->status, "cel %zu", i);
	}
}

static size_t get_source(struct reading *r, const json_t *object, size_t number)
{
	const size_t source =
		get_number(r, object, "source", MAX_LOOPS, (uint32_t)number);

	if (!r->status && source != number &&
	    (source > number || r->out->loops[source].source != source))
		fail(r, "source", "an earlier loop that has its own cels");
	return source;
}

static void get_loop(struct reading *r, const json_t *object, size_t number)
{
	struct view_manifest_loop *loop = &r->out->loops[number];

	if (!is_object(r, object))
		return;
	r->status = json_get_flag(object, "mirrored", &loop->is_mirrored, r->err);
	if (loop->is_mirrored && number >= EXH_SCI_MIRRORED_LOOPS)
		fail(r, "mirrored", "false: only loops 0 to 15 can be mirrored");
	loop->source = get_source(r, object, number);
	loop->unused = get_u16(r, object, "unused");
	get_cels(r, object, number, loop);
}

static void get_loops(struct reading *r, const json_t *root)
{
	const json_t *list = json_object_get(root, "loops");
	struct view_manifest *m = r->out;

	if (!json_is_array(list) || json_array_size(list) > MAX_LOOPS)
		fail(r, "loops", "a list of at most 255");
	m->loops = make_room(r, json_array_size(list), sizeof *m->loops);
	m->loop_count = m->loops ? json_array_size(list) : 0;
	for (size_t i = 0; i < m->loop_count && !r->status; i++) {
		get_loop(r, json_array_get(list, i), i);
		if (r->status)
			exh_within(r->err, r->status, "loop %zu", i);
	}
}

/*
 * All of it.
 */

static void get_all(struct reading *r, const json_t *root)
{
	struct view_manifest *m = r->out;

	m->has_number = json_object_get(root, "number") != NULL;
	m->number = get_number(r, root, "number", ASSET_NO_NUMBER - 1, 0);
	m->size = get_number(r, root, "size", UINT32_MAX, 0);
	m->crc32 = get_crc32(r, root, &m->has_crc32);
	m->flags = (uint8_t)get_number(r, root, "flags", UINT8_MAX, 0);
	m->mirror_mask = get_u16(r, root, "mirror_mask");
	m->unused = get_u16(r, root, "unused");
	m->scale = get_number(r, root, "scale", VIEW_MAX_SCALE, 1);
	if (!m->scale)
		fail(r, "scale", "a number from 1 to 64");
	get_loops(r, root);
	m->palette = get_bytes(r, root, "palette");
	m->tail = get_bytes(r, root, "tail");
	m->bytes = get_bytes(r, root, "bytes");
}

enum exh_status view_manifest_read(struct exh_bytes text, struct view_manifest *out,
				   struct exh_error *err)
{
	struct reading r = { .out = out, .err = err };
	json_t *root = json_parse(text, err);

	*out = (struct view_manifest){ .arena.limit = MAX_BYTES };
	if (!root)
		return EXH_INVALID;
	r.status = json_check_format(root, VIEW_MANIFEST_FORMAT, "view2png", err);
	if (!r.status)
		get_all(&r, root);
	json_decref(root);
	return r.status;
}

void view_manifest_free(struct view_manifest *manifest)
{
	exh_arena_free(&manifest->arena);
}
