#include "graphics.h"

#include "task/json.h"
#include "task/memory.h"

#include <string.h>

enum {
	MAX_CHUNKS = 1 << 17,
	MAX_BYTES = 512 << 20, /* held in all */
	MAX_PATH = 1024,
	MAX_SCALE = 64,
	MAX_FILES = 1 << 16, /* of one chunk */
};

/*
 * Values.
 */

/* What the tables hold: whole numbers of 16 bits. */
static bool get_short(const struct json *value, int *out)
{
	if (!json_is_whole(value) || json_number_of(value) < INT16_MIN ||
	    json_number_of(value) > INT16_MAX)
		return false;
	*out = (int)json_number_of(value);
	return true;
}

/* True: there are some. */
static bool read_shorts(struct json_reading *r, const struct json *object,
			const char *key, size_t count, int *out)
{
	const struct json *list = json_get(object, key);
	bool good = json_size(list) == count;

	for (size_t i = 0; i < count && good; i++)
		good = get_short(json_at(list, i), &out[i]);
	if (list && !good)
		json_read_wrong(r, key,
				count == 2 ? "2 whole numbers from -32768 to 32767"
					   : "4 whole numbers from -32768 to 32767");
	return good;
}

/* Under the folder, whatever is in it: no "..", nothing absolute. */
static bool path_is_safe(const struct json *value)
{
	const char *path = json_text_of(value);

	if (!path || !*path || json_text_size(value) != strlen(path) ||
	    strlen(path) > MAX_PATH)
		return false;
	for (;;) {
		const size_t size = strcspn(path, "/");

		if (!size || (size == 1 && path[0] == '.') ||
		    (size == 2 && path[0] == '.' && path[1] == '.'))
			return false;
		if (!path[size])
			return true;
		path += size + 1;
	}
}

/*
 * The files.
 */

static void read_file(struct json_reading *r, const struct json *root, const char *key,
		      struct manifest_file *out)
{
	const struct json *object = json_get(root, key);
	const struct json *name = json_get(object, "file");

	if (!json_is_map(object))
		json_read_wrong(r, key, "an object");
	if (r->status)
		return;
	if (name && (!path_is_safe(name) || strchr(json_text_of(name), '/')))
		json_read_wrong(r, "file", "the name of a file, without folders");
	out->has_sha256 = sha256_read(r, object, out->sha256);
	out->data = json_read_hex(r, object, "data");
	out->name = json_text_of(name);
	if (r->status)
		exh_within(r->err, r->status, "%s", key);
}

static void read_files(struct json_reading *r, struct manifest *m)
{
	const struct json *archive = json_get(m->root, "archive");

	read_file(r, m->root, "archive", &m->archive);
	read_file(r, m->root, "head", &m->head);
	read_file(r, m->root, "dictionary", &m->dict);
	m->prefix = json_read_hex(r, archive, "prefix");
	m->suffix = json_read_hex(r, archive, "suffix");
}

/*
 * Layout and look.
 */

static unsigned read_offset_size(struct json_reading *r, const struct json *head)
{
	const unsigned size = json_read_number(r, head, "offset_size", 4);

	if (size < 3)
		json_read_wrong(r, "offset_size", "3 or 4");
	if (r->status)
		exh_within(r->err, r->status, "head");
	return size;
}

static void read_layout(struct json_reading *r, struct manifest *m,
			const struct exh_keen_layout *given)
{
	const struct json *own = json_get(m->root, "layout_definition");
	const char *name = json_text_at(m->root, "layout");
	const struct exh_keen_layout *known = given  ? given
					      : name ? exh_keen_layout_find(name)
						     : NULL;

	m->has_layout = given || own || name;
	if (r->status)
		return;
	if (own && !given) {
		r->status = layout_from_object(own, &m->layout, r->err);
		if (r->status)
			exh_within(r->err, r->status, "layout_definition");
	} else if (known) {
		m->layout = *known;
	} else if (name) {
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "no \"layout_definition\", and \"%s\" is not a "
				     "known layout; give --layout FILE",
				     name);
	}
	m->offset_size = m->has_layout ? m->layout.offset_size
				       : read_offset_size(r, json_get(m->root, "head"));
}

static bool get_color(const struct json *list, struct exh_color *out)
{
	int rgb[3];
	bool good = json_size(list) == 3;

	for (size_t i = 0; i < 3 && good; i++)
		good = get_short(json_at(list, i), &rgb[i]) && rgb[i] >= 0 &&
		       rgb[i] <= 255;
	if (good)
		*out = (struct exh_color){ (uint8_t)rgb[0], (uint8_t)rgb[1],
					   (uint8_t)rgb[2], 255 };
	return good;
}

static void read_palette(struct json_reading *r, struct manifest *m)
{
	const struct json *list = json_get(m->root, "palette");
	const bool ega = !m->has_layout || m->layout.video == EXH_KEEN_EGA;
	bool good;

	if (ega)
		exh_palette_ega(&m->colors);
	else
		exh_palette_cga(&m->colors, 1, true);
	good = json_size(list) == m->colors.count;
	for (size_t i = 0; i < m->colors.count && good; i++)
		good = get_color(json_at(list, i), &m->colors.colors[i]);
	if (list && !good)
		json_read_wrong(r, "palette",
				ega ? "16 colours, each of 3 numbers from 0 to 255"
				    : "4 colours, each of 3 numbers from 0 to 255");
}

static void read_style(struct json_reading *r, struct manifest *m)
{
	const char *overlay = json_text_at(m->root, "overlay");

	read_palette(r, m);
	m->scale = json_read_number_or(r, m->root, "scale", MAX_SCALE, 1);
	if (!m->scale)
		json_read_wrong(r, "scale", "a number from 1 to 64");
	m->closed = json_read_flag(r, m->root, "closed_streams", false);
	if (!overlay && json_get(m->root, "overlay"))
		json_read_wrong(r, "overlay", "a string");
	m->overlay = overlay && strcmp(overlay, "none") != 0;
}

/*
 * Chunks.
 */

static void read_paths(struct json_reading *r, const struct json *object,
		       struct manifest_chunk *chunk)
{
	const char *expected = "a path under the folder, without \"..\"";

	chunk->file = json_get(object, "file");
	chunk->files = json_get(object, "files");
	if (chunk->file && !path_is_safe(chunk->file))
		json_read_wrong(r, "file", expected);
	if (chunk->files &&
	    (!json_is_list(chunk->files) || json_size(chunk->files) > MAX_FILES))
		json_read_wrong(r, "files", "a list of paths");
	for (size_t i = 0; i < json_size(chunk->files) && !r->status; i++)
		if (!path_is_safe(json_at(chunk->files, i)))
			json_read_wrong(r, "files", expected);
}

/* Is each of the pixels, where both are given, the units divided by 16? */
static bool pixels_agree(const struct json *object, const char *key, size_t count,
			 const int *units)
{
	const struct json *list = json_get(object, key);

	for (size_t i = 0; i < count && json_size(list) == count; i++) {
		const struct json *value = json_at(list, i);
		const double off = json_real_of(value) * 16 - units[i];

		if (json_is_numeric(value) && (off < -0.5 || off > 0.5))
			return false;
	}
	return true;
}

static void read_sprite(struct json_reading *r, const struct json *object,
			struct manifest_chunk *chunk)
{
	const struct json *shifts = json_get(object, "shifts");

	chunk->has_origin =
		read_shorts(r, object, "origin_units", 2, chunk->origin_units);
	chunk->has_hitbox =
		read_shorts(r, object, "hitbox_units", 4, chunk->hitbox_units);
	if (shifts && !get_short(shifts, &chunk->shifts))
		json_read_wrong(r, "shifts", "a whole number from -32768 to 32767");
	chunk->has_shifts = shifts != NULL;
	chunk->disagrees = (chunk->has_origin &&
			    !pixels_agree(object, "origin", 2, chunk->origin_units)) ||
			   (chunk->has_hitbox &&
			    !pixels_agree(object, "hitbox", 4, chunk->hitbox_units));
}

static void read_bytes(struct json_reading *r, const struct json *object,
		       struct manifest_chunk *chunk)
{
	chunk->has_declared = json_get(object, "declared") != NULL;
	chunk->has_sha256 = sha256_read(r, object, chunk->sha256);
	chunk->tail = json_read_hex(r, object, "tail");
	chunk->packed = json_read_hex(r, object, "packed");
	chunk->data = json_read_hex(r, object, "data");
	chunk->declared = json_read_number_or(r, object, "declared", UINT32_MAX, 0);
}

static void read_state(struct json_reading *r, const struct json *object,
		       struct manifest_chunk *chunk)
{
	const bool absent = json_read_flag(r, object, "absent", false);
	const bool lost = json_read_flag(r, object, "lost", false);

	chunk->state = absent ? EXH_KEEN_ABSENT : lost ? EXH_KEEN_LOST : EXH_KEEN_PRESENT;
	chunk->left_out = absent && chunk->file;
}

/* The class by the layout; index: within it. */
static enum exh_keen_class class_of(const struct manifest *m, size_t number,
				    uint32_t *index)
{
	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN && m->has_layout; i++) {
		const struct exh_keen_span *span = &m->layout.spans[i];

		if (number >= span->first && number - span->first < span->count) {
			*index = (uint32_t)(number - span->first);
			return (enum exh_keen_class)i;
		}
	}
	return EXH_KEEN_UNKNOWN;
}

static void read_class(struct json_reading *r, const struct json *object,
		       const struct manifest *m, size_t number,
		       struct manifest_chunk *chunk)
{
	const char *name = json_text_at(object, "class");
	uint32_t index;

	if (json_read_number(r, object, "number", MAX_CHUNKS) != number)
		json_read_wrong(r, "number", "the chunks in order, from 0");
	index = chunk->index = json_read_number(r, object, "index", MAX_CHUNKS);
	chunk->class_id = class_of(m, number, &index);
	if (!name || strcmp(name, exh_keen_class_name(chunk->class_id)) != 0)
		json_read_wrong(r, "class", exh_keen_class_name(chunk->class_id));
	if (index != chunk->index)
		json_read_wrong(r, "index", "its number within the class");
}

static void read_chunk(struct json_reading *r, const struct json *object, size_t number,
		       void *context)
{
	struct manifest *m = context;
	struct manifest_chunk *chunk = &m->chunks[number];

	if (!json_read_object(r, object))
		return;
	read_class(r, object, m, number, chunk);
	read_paths(r, object, chunk);
	read_state(r, object, chunk);
	read_bytes(r, object, chunk);
	chunk->has_length = json_read_flag(r, object, "has_length", true);
	chunk->tile_count = json_read_number_or(r, object, "tiles", MAX_FILES, 0);
	if (chunk->class_id == EXH_KEEN_SPRITE)
		read_sprite(r, object, chunk);
}

static void read_chunks(struct json_reading *r, struct manifest *m)
{
	const struct json *list = json_get(m->root, "chunks");

	m->chunk_count = json_size(list);
	if (!m->chunk_count || m->chunk_count > MAX_CHUNKS)
		json_read_wrong(r, "chunks", "a list of 1 to 131072 chunks");
	else if (!r->status && m->has_layout && m->chunk_count != m->layout.chunk_count)
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "key \"chunks\": %zu chunks, the layout has %u",
				     m->chunk_count, m->layout.chunk_count);
	if (r->status)
		return;
	m->chunks = mem_arena(&m->arena, m->chunk_count, sizeof *m->chunks);
	json_read_items(r, list, "chunk", read_chunk, m);
}

enum exh_status manifest_read(struct exh_bytes text, const struct exh_keen_layout *layout,
			      struct manifest *out, struct exh_error *err)
{
	struct json_reading r = { .arena = &out->arena, .err = err };
	const char *format;

	*out = (struct manifest){ .arena = { .limit = MAX_BYTES } };
	out->root = json_parse(text, err);
	if (!out->root)
		return EXH_INVALID;
	format = json_text_at(out->root, "format");
	if (!format || strcmp(format, "keen-graphics") != 0)
		json_read_wrong(&r, "format", "\"keen-graphics\"");
	read_files(&r, out);
	read_layout(&r, out, layout);
	read_style(&r, out);
	read_chunks(&r, out);
	return r.status;
}

void manifest_free(struct manifest *manifest)
{
	json_free(manifest->root);
	exh_arena_free(&manifest->arena);
}
