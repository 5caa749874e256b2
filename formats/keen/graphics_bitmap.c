/* Bitmaps in the chunks of a graphics archive, and their sizes in its tables. */
#include "keen_parts.h"

enum { MAX_BYTES_A_PLANE = 1 << 20 }; /* far more than a DOS program could hold */

bool exh_keen_size_is_sane(const struct exh_keen_sprite *entry)
{
	return entry->width_bytes > 0 && entry->height > 0 &&
	       entry->width_bytes <= MAX_BYTES_A_PLANE / entry->height;
}

const struct exh_keen_sprite *
exh_keen_table_entry(const struct exh_keen_graphics *graphics,
		     const struct exh_keen_chunk *chunk)
{
	const struct exh_keen_sprite *table = NULL;
	size_t count = 0;

	if (chunk->class_id == EXH_KEEN_PIC) {
		table = graphics->pics;
		count = graphics->pic_count;
	} else if (chunk->class_id == EXH_KEEN_PICM) {
		table = graphics->picms;
		count = graphics->picm_count;
	} else if (chunk->class_id == EXH_KEEN_SPRITE) {
		table = graphics->sprites;
		count = graphics->sprite_count;
	}
	return chunk->index < count ? &table[chunk->index] : NULL;
}

size_t exh_keen_bitmap_count(const struct exh_keen_graphics *graphics, size_t number)
{
	const struct exh_keen_chunk *chunk = &graphics->chunks[number];

	if (!exh_keen_class_is_bitmap(chunk->class_id))
		return 0;
	if (exh_keen_class_tile_size(chunk->class_id) == 8)
		return chunk->expanded.size /
		       exh_keen_tile_bytes(&graphics->layout, chunk->class_id);
	return chunk->expanded.data != NULL;
}

static enum exh_status bitmap_shape(const struct exh_keen_graphics *graphics,
				    const struct exh_keen_chunk *chunk,
				    size_t *width_bytes, size_t *height,
				    struct exh_error *err)
{
	const struct exh_keen_sprite *entry = exh_keen_table_entry(graphics, chunk);
	const size_t side = exh_keen_class_tile_size(chunk->class_id);
	const size_t scale = exh_keen_pixels_per_byte(graphics->layout.video);

	if (side) {
		*width_bytes = side / scale;
		*height = side;
		return EXH_OK;
	}
	if (!entry)
		return exh_fail(err, EXH_INVALID, chunk->place.offset,
				"the table does not have its size");
	if (!exh_keen_size_is_sane(entry))
		return exh_fail(err, EXH_INVALID, chunk->place.offset,
				"the table has it as %dx%d pixels",
				entry->width_bytes * (int)scale, entry->height);
	*width_bytes = (size_t)entry->width_bytes;
	*height = (size_t)entry->height;
	return EXH_OK;
}

enum exh_status exh_keen_bitmap_open(const struct exh_keen_graphics *graphics,
				     size_t chunk_number, size_t part,
				     struct exh_keen_bitmap *out, struct exh_error *err)
{
	const struct exh_keen_chunk *chunk = &graphics->chunks[chunk_number];
	const enum exh_keen_video video = graphics->layout.video;
	size_t width_bytes = 0, size;
	enum exh_status status;

	out->video = video;
	out->masked = exh_keen_class_is_masked(chunk->class_id);
	status = bitmap_shape(graphics, chunk, &width_bytes, &out->height, err);
	if (status)
		return exh_within(err, status, "chunk %zu", chunk_number);
	out->width = width_bytes * exh_keen_pixels_per_byte(video);
	size = exh_keen_bitmap_size(video, out->masked, width_bytes, out->height);
	if (part >= exh_keen_bitmap_count(graphics, chunk_number))
		return exh_fail(err, EXH_INVALID, chunk->place.offset,
				"chunk %zu: it has no bitmap %zu", chunk_number, part);
	if (exh_keen_class_tile_size(chunk->class_id) != 8 &&
	    chunk->expanded.size != size)
		return exh_fail(err, EXH_TRUNCATED, chunk->place.offset,
				"chunk %zu: %zu bytes, %zux%zu pixels take %zu",
				chunk_number, chunk->expanded.size, out->width,
				out->height, size);
	exh_bytes_slice(chunk->expanded, part * size, size, &out->data);
	return EXH_OK;
}
