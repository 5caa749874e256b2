/* Nothing in it is believed: types, ranges and names are checked. */
#include "task/json.h"
#include "task/memory.h"
#include "view.h"

#include <string.h>

enum { MAX_BYTES = 64 << 20, MAX_LOOPS = 255, CRC_SIZE = 4 };

static uint16_t get_u16(struct json_reading *r, const struct json *object,
			const char *key)
{
	return (uint16_t)json_read_number_or(r, object, key, UINT16_MAX, 0);
}

static int8_t get_shift(struct json_reading *r, const struct json *object,
			const char *key)
{
	const struct json *value = json_get(object, key);
	const int64_t number = json_number_of(value);

	if (value && (!json_is_whole(value) || number < INT8_MIN || number > INT8_MAX))
		json_read_wrong(r, key, "a whole number from -128 to 127");
	return (int8_t)number;
}

/* Bytes that may be there and none: then data is not NULL. */
static struct exh_bytes get_bytes(struct json_reading *r, const struct json *object,
				  const char *key)
{
	static const uint8_t nothing[1];
	struct exh_bytes bytes = json_read_hex(r, object, key);

	if (!r->status && !bytes.data && json_get(object, key))
		bytes.data = nothing;
	return bytes;
}

static uint32_t get_crc32(struct json_reading *r, const struct json *object, bool *has)
{
	const struct exh_bytes bytes = get_bytes(r, object, "crc32");

	*has = json_get(object, "crc32") != NULL;
	if (*has && bytes.size != CRC_SIZE)
		json_read_wrong(r, "crc32", "8 hexadecimal digits");
	return bytes.size == CRC_SIZE
		       ? (uint32_t)bytes.data[0] << 24 | (uint32_t)bytes.data[1] << 16 |
				 (uint32_t)bytes.data[2] << 8 | bytes.data[3]
		       : 0;
}

/*
 * Cels.
 */

static void get_size(struct json_reading *r, const struct json *object,
		     struct view_manifest_cel *cel)
{
	cel->width = get_u16(r, object, "width");
	cel->height = get_u16(r, object, "height");
	cel->has_size = json_get(object, "width") && json_get(object, "height");
	if (!cel->file && !cel->has_size)
		json_read_wrong(r, "file",
				"a PNG file, or keys \"width\" and \"height\"");
	if (!cel->file && cel->width && cel->height && !cel->rle.data)
		json_read_wrong(r, "file", "a PNG file: the cel has pixels");
}

static void get_packing(struct json_reading *r, const struct json *object,
			struct view_manifest_cel *cel)
{
	const struct json *value = json_get(object, "packing");
	const char *name = json_text_of(value);

	cel->rle = get_bytes(r, object, "rle");
	if (cel->rle.data)
		cel->packing = VIEW_OTHER;
	else if (name && strcmp(name, view_packing_names[VIEW_ROWS]) == 0)
		cel->packing = VIEW_ROWS;
	else if (value && (!name || strcmp(name, view_packing_names[VIEW_SHORTEST]) != 0))
		json_read_wrong(r, "packing", "\"shortest\" or \"rows\"");
}

/* A loop, whose cels are read. */
struct cels {
	struct view_manifest_loop *loop;
	bool is_shared;
};

static void get_cel(struct json_reading *r, const struct json *object, size_t number,
		    void *context)
{
	const struct cels *cels = context;
	struct view_manifest_cel *cel = &cels->loop->cels[number];

	if (!json_read_object(r, object))
		return;
	cel->file = json_read_file_name(r, object, "file", true);
	if (cels->is_shared)
		return;
	get_packing(r, object, cel);
	get_size(r, object, cel);
	cel->dx = get_shift(r, object, "dx");
	cel->dy = get_shift(r, object, "dy");
	cel->key = (uint8_t)json_read_number_or(r, object, "key", VIEW_KEYS - 1,
						VIEW_NO_KEY);
	cel->crc32 = get_crc32(r, object, &cel->has_crc32);
}

/*
 * Loops.
 */

/* Room for so many; NULL: there is none. */
static void *make_room(struct json_reading *r, size_t count, size_t size)
{
	void *room = r->status ? NULL : mem_arena_try(r->arena, count, size, r->err);

	if (!room && !r->status)
		r->status = EXH_NO_MEMORY;
	return room;
}

static void get_cels(struct json_reading *r, const struct json *object,
		     const struct view_manifest *m, struct view_manifest_loop *loop)
{
	const struct json *list = json_get(object, "cels");
	struct cels cels = { loop, loop->source != (size_t)(loop - m->loops) };

	if (list ? !json_is_list(list) : !cels.is_shared)
		json_read_wrong(r, "cels", "a list");
	loop->cel_count = json_size(list);
	if (loop->cel_count > VIEW_MAX_CELS)
		json_read_wrong(r, "cels", "no more than 32768");
	if (!r->status && cels.is_shared && loop->cel_count &&
	    loop->cel_count != m->loops[loop->source].cel_count)
		json_read_wrong(r, "cels",
				"none, or as many as the loop with which it shares them");
	loop->cels = make_room(r, loop->cel_count, sizeof *loop->cels);
	json_read_items(r, list, "cel", get_cel, &cels);
}

static size_t get_source(struct json_reading *r, const struct json *object,
			 const struct view_manifest *m, size_t number)
{
	const size_t source =
		json_read_number_or(r, object, "source", MAX_LOOPS, (uint32_t)number);

	if (!r->status && source != number &&
	    (source > number || m->loops[source].source != source))
		json_read_wrong(r, "source", "an earlier loop that has its own cels");
	return source;
}

static void get_loop(struct json_reading *r, const struct json *object, size_t number,
		     void *context)
{
	const struct view_manifest *m = context;
	struct view_manifest_loop *loop = &m->loops[number];

	if (!json_read_object(r, object))
		return;
	loop->is_mirrored = json_read_flag(r, object, "mirrored", false);
	if (loop->is_mirrored && number >= EXH_SCI_MIRRORED_LOOPS)
		json_read_wrong(r, "mirrored",
				"false: only loops 0 to 15 can be mirrored");
	loop->source = get_source(r, object, m, number);
	loop->unused = get_u16(r, object, "unused");
	get_cels(r, object, m, loop);
}

static void get_loops(struct json_reading *r, const struct json *root,
		      struct view_manifest *m)
{
	const struct json *list = json_get(root, "loops");

	if (!json_is_list(list) || json_size(list) > MAX_LOOPS)
		json_read_wrong(r, "loops", "a list of at most 255");
	m->loops = make_room(r, json_size(list), sizeof *m->loops);
	m->loop_count = m->loops ? json_size(list) : 0;
	json_read_items(r, list, "loop", get_loop, m);
}

/*
 * All of it.
 */

static void get_all(struct json_reading *r, const struct json *root,
		    struct view_manifest *m)
{

	m->has_number = json_get(root, "number") != NULL;
	m->number = json_read_number_or(r, root, "number", ASSET_NO_NUMBER - 1, 0);
	m->size = json_read_number_or(r, root, "size", UINT32_MAX, 0);
	m->crc32 = get_crc32(r, root, &m->has_crc32);
	m->flags = (uint8_t)json_read_number_or(r, root, "flags", UINT8_MAX, 0);
	m->mirror_mask = get_u16(r, root, "mirror_mask");
	m->unused = get_u16(r, root, "unused");
	m->scale = json_read_number_or(r, root, "scale", VIEW_MAX_SCALE, 1);
	if (!m->scale)
		json_read_wrong(r, "scale", "a number from 1 to 64");
	get_loops(r, root, m);
	m->palette = get_bytes(r, root, "palette");
	m->tail = get_bytes(r, root, "tail");
	m->bytes = get_bytes(r, root, "bytes");
}

enum exh_status view_manifest_read(struct exh_bytes text, struct view_manifest *out,
				   struct exh_error *err)
{
	struct json_reading r = { .arena = &out->arena, .err = err };
	struct json *root = json_parse(text, err);

	*out = (struct view_manifest){ .arena.limit = MAX_BYTES };
	if (!root)
		return EXH_INVALID;
	r.status = json_check_format(root, VIEW_MANIFEST_FORMAT, "view2png", err);
	if (!r.status)
		get_all(&r, root, out);
	json_free(root);
	return r.status;
}

void view_manifest_free(struct view_manifest *manifest)
{
	exh_arena_free(&manifest->arena);
}
