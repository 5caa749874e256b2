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

static enum exh_status get_sha256(const json_t *object, struct exh_arena *arena,
				  bool *has, uint8_t *out, struct exh_error *err)
{
	struct exh_bytes bytes = { 0 };
	const enum exh_status status = json_get_hex(object, "sha256", arena, &bytes, err);

	if (status || !json_object_get(object, "sha256"))
		return status;
	if (bytes.size != SHA256_SIZE || !bytes.data)
		return json_wrong(err, "sha256", "64 hexadecimal digits");
	memcpy(out, bytes.data, SHA256_SIZE);
	*has = true;
	return EXH_OK;
}

static enum exh_status get_flag(const json_t *object, const char *key, bool *out,
				struct exh_error *err)
{
	const json_t *value = json_object_get(object, key);

	if (value && !json_is_boolean(value))
		return json_wrong(err, key, "true or false");
	if (value)
		*out = json_is_true(value);
	return EXH_OK;
}

/* What the tables hold: whole numbers of 16 bits. */
static bool get_short(const json_t *value, int *out)
{
	if (!json_is_integer(value) || json_integer_value(value) < INT16_MIN ||
	    json_integer_value(value) > INT16_MAX)
		return false;
	*out = (int)json_integer_value(value);
	return true;
}

static enum exh_status get_shorts(const json_t *object, const char *key, size_t count,
				  bool *has, int *out, struct exh_error *err)
{
	const json_t *list = json_object_get(object, key);
	bool good = json_array_size(list) == count;

	if (!list)
		return EXH_OK;
	for (size_t i = 0; i < count && good; i++)
		good = get_short(json_array_get(list, i), &out[i]);
	if (!good)
		return json_wrong(err, key,
				  count == 2 ? "2 whole numbers from -32768 to 32767"
					     : "4 whole numbers from -32768 to 32767");
	*has = true;
	return EXH_OK;
}

/* Under the folder, whatever is in it: no "..", nothing absolute. */
static bool path_is_safe(const json_t *value)
{
	const char *path = json_string_value(value);

	if (!path || !*path || json_string_length(value) != strlen(path) ||
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

static enum exh_status get_file(struct manifest *m, const char *key,
				struct manifest_file *out, struct exh_error *err)
{
	const json_t *object = json_object_get(m->root, key);
	const json_t *name = json_object_get(object, "file");
	enum exh_status status;

	if (!json_is_object(object))
		return json_wrong(err, key, "an object");
	if (name && (!path_is_safe(name) || strchr(json_string_value(name), '/')))
		status = json_wrong(err, "file", "the name of a file, without folders");
	else
		status =
			get_sha256(object, &m->arena, &out->has_sha256, out->sha256, err);
	if (!status)
		status = json_get_hex(object, "data", &m->arena, &out->data, err);
	out->name = json_string_value(name);
	return status ? exh_within(err, status, "%s", key) : EXH_OK;
}

static enum exh_status get_files(struct manifest *m, struct exh_error *err)
{
	const json_t *archive = json_object_get(m->root, "archive");

	if (get_file(m, "archive", &m->archive, err) ||
	    get_file(m, "head", &m->head, err) ||
	    get_file(m, "dictionary", &m->dict, err) ||
	    json_get_hex(archive, "prefix", &m->arena, &m->prefix, err) ||
	    json_get_hex(archive, "suffix", &m->arena, &m->suffix, err))
		return err->status;
	return EXH_OK;
}

/*
 * Layout and look.
 */

static enum exh_status get_layout(struct manifest *m, const struct exh_keen_layout *given,
				  struct exh_error *err)
{
	const json_t *own = json_object_get(m->root, "layout_definition");
	const char *name = json_string_value(json_object_get(m->root, "layout"));
	const struct exh_keen_layout *known = given  ? given
					      : name ? exh_keen_layout_find(name)
						     : NULL;
	uint32_t offset_size = 0;
	enum exh_status status;

	m->has_layout = given || own || name;
	if (!m->has_layout) {
		status = json_get_number(json_object_get(m->root, "head"), "offset_size",
					 false, 4, &offset_size, err);
		if (!status && offset_size < 3)
			status = json_wrong(err, "offset_size", "3 or 4");
		m->offset_size = offset_size;
		return status ? exh_within(err, status, "head") : EXH_OK;
	}
	if (own && !given) {
		status = layout_from_object(own, &m->layout, err);
		if (status)
			return exh_within(err, status, "layout_definition");
	} else if (known) {
		m->layout = *known;
	} else {
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no \"layout_definition\", and \"%s\" is not a known "
				"layout; give --layout FILE",
				name);
	}
	m->offset_size = m->layout.offset_size;
	return EXH_OK;
}

static enum exh_status get_palette(struct manifest *m, struct exh_error *err)
{
	const json_t *list = json_object_get(m->root, "palette");
	const bool ega = !m->has_layout || m->layout.video == EXH_KEEN_EGA;
	const char *expected = ega ? "16 colours, each of 3 numbers from 0 to 255"
				   : "4 colours, each of 3 numbers from 0 to 255";

	if (ega)
		exh_palette_ega(&m->colors);
	else
		exh_palette_cga(&m->colors, 1, true);
	if (!list)
		return EXH_OK;
	if (json_array_size(list) != m->colors.count)
		return json_wrong(err, "palette", expected);
	for (size_t i = 0; i < m->colors.count; i++) {
		const json_t *color = json_array_get(list, i);
		int rgb[3] = { -1, -1, -1 };

		for (size_t k = 0; k < 3; k++)
			if (json_array_size(color) != 3 ||
			    !get_short(json_array_get(color, k), &rgb[k]) || rgb[k] < 0 ||
			    rgb[k] > 255)
				return json_wrong(err, "palette", expected);
		m->colors.colors[i] =
			(struct exh_color){ (uint8_t)rgb[0], (uint8_t)rgb[1],
					    (uint8_t)rgb[2], 255 };
	}
	return EXH_OK;
}

static enum exh_status get_style(struct manifest *m, struct exh_error *err)
{
	const json_t *overlay = json_object_get(m->root, "overlay");

	m->scale = 1;
	if (get_palette(m, err) ||
	    json_get_number(m->root, "scale", true, MAX_SCALE, &m->scale, err))
		return err->status;
	if (!m->scale)
		return json_wrong(err, "scale", "a number from 1 to 64");
	if (get_flag(m->root, "closed_streams", &m->closed, err))
		return err->status;
	if (!overlay)
		return EXH_OK;
	if (!json_is_string(overlay))
		return json_wrong(err, "overlay", "a string");
	m->overlay = strcmp(json_string_value(overlay), "none") != 0;
	return EXH_OK;
}

/*
 * Chunks.
 */

static enum exh_status get_paths(const json_t *object, struct manifest_chunk *chunk,
				 struct exh_error *err)
{
	const char *expected = "a path under the folder, without \"..\"";

	chunk->file = json_object_get(object, "file");
	chunk->files = json_object_get(object, "files");
	if (chunk->file && !path_is_safe(chunk->file))
		return json_wrong(err, "file", expected);
	if (chunk->files &&
	    (!json_is_array(chunk->files) || json_array_size(chunk->files) > MAX_FILES))
		return json_wrong(err, "files", "a list of paths");
	for (size_t i = 0; i < json_array_size(chunk->files); i++)
		if (!path_is_safe(json_array_get(chunk->files, i)))
			return json_wrong(err, "files", expected);
	return EXH_OK;
}

/* Is each of the pixels, where both are given, the units divided by 16? */
static bool pixels_agree(const json_t *object, const char *key, size_t count,
			 const int *units)
{
	const json_t *list = json_object_get(object, key);

	for (size_t i = 0; i < count && json_array_size(list) == count; i++) {
		const json_t *value = json_array_get(list, i);
		const double off = json_number_value(value) * 16 - units[i];

		if (json_is_number(value) && (off < -0.5 || off > 0.5))
			return false;
	}
	return true;
}

static enum exh_status get_sprite(const json_t *object, struct manifest_chunk *chunk,
				  struct exh_error *err)
{
	const json_t *shifts = json_object_get(object, "shifts");

	if (get_shorts(object, "origin_units", 2, &chunk->has_origin, chunk->origin_units,
		       err) ||
	    get_shorts(object, "hitbox_units", 4, &chunk->has_hitbox, chunk->hitbox_units,
		       err))
		return err->status;
	if (shifts && !get_short(shifts, &chunk->shifts))
		return json_wrong(err, "shifts", "a whole number from -32768 to 32767");
	chunk->has_shifts = shifts != NULL;
	chunk->disagrees = (chunk->has_origin &&
			    !pixels_agree(object, "origin", 2, chunk->origin_units)) ||
			   (chunk->has_hitbox &&
			    !pixels_agree(object, "hitbox", 4, chunk->hitbox_units));
	return EXH_OK;
}

static enum exh_status get_bytes(struct manifest *m, const json_t *object,
				 struct manifest_chunk *chunk, struct exh_error *err)
{
	chunk->has_declared = json_object_get(object, "declared") != NULL;
	if (get_sha256(object, &m->arena, &chunk->has_sha256, chunk->sha256, err) ||
	    json_get_hex(object, "tail", &m->arena, &chunk->tail, err) ||
	    json_get_hex(object, "packed", &m->arena, &chunk->packed, err) ||
	    json_get_hex(object, "data", &m->arena, &chunk->data, err) ||
	    json_get_number(object, "declared", true, UINT32_MAX, &chunk->declared, err))
		return err->status;
	return EXH_OK;
}

static enum exh_status get_state(const json_t *object, struct manifest_chunk *chunk,
				 struct exh_error *err)
{
	bool absent = false, lost = false;

	if (get_flag(object, "absent", &absent, err) ||
	    get_flag(object, "lost", &lost, err))
		return err->status;
	chunk->state = absent ? EXH_KEEN_ABSENT : lost ? EXH_KEEN_LOST : EXH_KEEN_PRESENT;
	chunk->left_out = absent && chunk->file;
	return EXH_OK;
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

static enum exh_status get_class(const struct manifest *m, size_t number,
				 const json_t *object, struct manifest_chunk *chunk,
				 struct exh_error *err)
{
	const char *name = json_string_value(json_object_get(object, "class"));
	uint32_t stated = 0;

	if (json_get_number(object, "number", false, MAX_CHUNKS, &stated, err))
		return err->status;
	if (stated != number)
		return json_wrong(err, "number", "the chunks in order, from 0");
	if (json_get_number(object, "index", false, MAX_CHUNKS, &chunk->index, err))
		return err->status;
	stated = chunk->index;
	chunk->class_id = class_of(m, number, &stated);
	if (!name || strcmp(name, exh_keen_class_name(chunk->class_id)) != 0)
		return json_wrong(err, "class", exh_keen_class_name(chunk->class_id));
	if (stated != chunk->index)
		return json_wrong(err, "index", "its number within the class");
	return EXH_OK;
}

static enum exh_status get_chunk(struct manifest *m, size_t number, const json_t *object,
				 struct exh_error *err)
{
	struct manifest_chunk *chunk = &m->chunks[number];

	if (!json_is_object(object))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "expected an object");
	chunk->has_length = true;
	if (get_class(m, number, object, chunk, err) || get_paths(object, chunk, err) ||
	    get_state(object, chunk, err) || get_bytes(m, object, chunk, err) ||
	    get_flag(object, "has_length", &chunk->has_length, err) ||
	    json_get_number(object, "tiles", true, MAX_FILES, &chunk->tile_count, err))
		return err->status;
	return chunk->class_id == EXH_KEEN_SPRITE ? get_sprite(object, chunk, err)
						  : EXH_OK;
}

static enum exh_status get_chunks(struct manifest *m, struct exh_error *err)
{
	const json_t *list = json_object_get(m->root, "chunks");

	m->chunk_count = json_array_size(list);
	if (!m->chunk_count || m->chunk_count > MAX_CHUNKS)
		return json_wrong(err, "chunks", "a list of 1 to 131072 chunks");
	if (m->has_layout && m->chunk_count != m->layout.chunk_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"key \"chunks\": %zu chunks, the layout has %u",
				m->chunk_count, m->layout.chunk_count);
	m->chunks = mem_arena(&m->arena, m->chunk_count, sizeof *m->chunks);
	for (size_t i = 0; i < m->chunk_count; i++) {
		const enum exh_status status =
			get_chunk(m, i, json_array_get(list, i), err);

		if (status)
			return exh_within(err, status, "chunk %zu", i);
	}
	return EXH_OK;
}

enum exh_status manifest_read(struct exh_bytes text, const struct exh_keen_layout *layout,
			      struct manifest *out, struct exh_error *err)
{
	const char *format;

	*out = (struct manifest){ .arena = { .limit = MAX_BYTES } };
	out->root = json_parse(text, err);
	if (!out->root)
		return EXH_INVALID;
	format = json_string_value(json_object_get(out->root, "format"));
	if (!format || strcmp(format, "keen-graphics") != 0)
		return json_wrong(err, "format", "\"keen-graphics\"");
	if (get_files(out, err) || get_layout(out, layout, err) || get_style(out, err))
		return err->status;
	return get_chunks(out, err);
}

void manifest_free(struct manifest *manifest)
{
	json_decref(manifest->root);
	exh_arena_free(&manifest->arena);
}
