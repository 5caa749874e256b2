/* Reads what a table of fields can't hold of a manifest. */
#include "graphics.h"

#include "task/fields.h"
#include "task/memory.h"

#include <string.h>

enum { MAX_BYTES = 512 << 20 }; /* held in all */

static void drop_empty(struct keen_file *file)
{
	file->data = bytes_or_none(file->data);
	file->prefix = bytes_or_none(file->prefix);
	file->suffix = bytes_or_none(file->suffix);
}

/*
 * Layout and look.
 */

static void choose_layout(struct json_reading *r, struct manifest *m,
			  const struct exh_keen_layout *given)
{
	const char *name = m->layout_name;
	const struct exh_keen_layout *known = given  ? given
					      : name ? exh_keen_layout_find(name)
						     : NULL;

	m->has_layout = given || m->has_definition || name;
	if (r->status)
		return;
	if (m->has_definition && !given) {
		layout_from_row(r, &m->definition, &m->layout);
		if (r->status)
			exh_within(r->err, r->status, "layout_definition");
	} else if (known) {
		m->layout = *known;
	} else if (name) {
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "no \"layout_definition\", and \"%s\" is not a "
				     "known layout; give --layout FILE",
				     name);
	} else if (!m->head.offset_size) {
		json_read_wrong(r, "offset_size", "3 or 4");
		exh_within(r->err, r->status, "head");
	}
	m->offset_size = m->has_layout ? m->layout.offset_size : m->head.offset_size;
}

static void take_palette(struct json_reading *r, struct manifest *m)
{
	const bool ega = !m->has_layout || m->layout.video == EXH_KEEN_EGA;

	if (m->has_palette && m->colors.count != (ega ? 16 : 4))
		json_read_wrong(r, "palette", ega ? "16 colours" : "4 colours");
	for (size_t i = 0; i < m->colors.count; i++)
		m->colors.colors[i].alpha = 255;
	if (m->has_palette)
		return;
	if (ega)
		exh_palette_ega(&m->colors);
	else
		exh_palette_cga(&m->colors, 1, true);
}

/*
 * Chunks.
 */

/* True if the pixels are the units divided by 16, rounded. */
static bool pixels_agree(const double *pixels, const int *units, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const double off = pixels[i] * 16 - units[i];

		if (off < -0.5 || off > 0.5)
			return false;
	}
	return true;
}

static bool does_disagree(const struct keen_sprite_row *sprite)
{
	return (sprite->has_origin_units && sprite->has_origin &&
		!pixels_agree(sprite->origin, sprite->origin_units, 2)) ||
	       (sprite->has_hitbox_units && sprite->has_hitbox &&
		!pixels_agree(sprite->hitbox, sprite->hitbox_units, 4));
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

static void check_chunk(struct json_reading *r, const struct manifest *m, size_t number)
{
	struct manifest_chunk *chunk = &m->chunks[number];
	uint32_t index = chunk->index;

	if (chunk->number != number)
		json_read_wrong(r, "number", "the chunks in order, from 0");
	chunk->class_id = class_of(m, number, &index);
	if (strcmp(chunk->class_name, exh_keen_class_name(chunk->class_id)) != 0)
		json_read_wrong(r, "class", exh_keen_class_name(chunk->class_id));
	if (index != chunk->index)
		json_read_wrong(r, "index", "its number within the class");
	chunk->state = chunk->absent ? EXH_KEEN_ABSENT
		       : chunk->lost ? EXH_KEEN_LOST
				     : EXH_KEEN_PRESENT;
	chunk->left_out = chunk->absent && chunk->file;
	chunk->tail = bytes_or_none(chunk->tail);
	chunk->packed = bytes_or_none(chunk->packed);
	chunk->data = bytes_or_none(chunk->data);
	if (chunk->class_id != EXH_KEEN_SPRITE)
		chunk->sprite = (struct keen_sprite_row){ 0 };
	chunk->disagrees = does_disagree(&chunk->sprite);
}

static void check_chunks(struct json_reading *r, struct manifest *m)
{
	if (!m->chunk_count)
		json_read_wrong(r, "chunks", "a list of 1 to 131072 chunks");
	else if (!r->status && m->has_layout && m->chunk_count != m->layout.chunk_count)
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "key \"chunks\": %zu chunks, the layout has %u",
				     m->chunk_count, m->layout.chunk_count);
	for (size_t i = 0; i < m->chunk_count && !r->status; i++) {
		check_chunk(r, m, i);
		json_read_within(r, "chunk", i);
	}
}

enum exh_status manifest_read(struct exh_bytes text, const struct exh_keen_layout *layout,
			      struct manifest *out, struct exh_error *err)
{
	struct json_reading r = { .arena = &out->arena, .err = err };

	*out = (struct manifest){ .arena = { .limit = MAX_BYTES },
				  .definition.layout.name = "unnamed" };
	document_read_text(&r, &keen_graphics_document, text, out);
	out->warnings = out->errors = NULL; /* borrowed of a text that is gone */
	drop_empty(&out->archive);
	drop_empty(&out->head);
	drop_empty(&out->dict);
	choose_layout(&r, out, layout);
	take_palette(&r, out);
	check_chunks(&r, out);
	return r.status;
}

void manifest_free(struct manifest *manifest)
{
	exh_arena_free(&manifest->arena);
}
