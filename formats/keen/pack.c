#include "layout.h"

void exh_keen_pictable_encode(const struct exh_keen_sprite *pics, size_t count,
			      struct exh_writer *out)
{
	for (size_t i = 0; i < count; i++) {
		exh_write_u16le(out, (uint16_t)pics[i].width_bytes);
		exh_write_u16le(out, (uint16_t)pics[i].height);
	}
}

void exh_keen_spritetable_encode(const struct exh_keen_sprite *sprites, size_t count,
				 struct exh_writer *out)
{
	for (size_t i = 0; i < count; i++) {
		exh_keen_pictable_encode(&sprites[i], 1, out);
		for (size_t axis = 0; axis < 2; axis++)
			exh_write_u16le(out, (uint16_t)sprites[i].origin_units[axis]);
		for (size_t side = 0; side < 4; side++)
			exh_write_u16le(out, (uint16_t)sprites[i].hitbox_units[side]);
		exh_write_u16le(out, (uint16_t)sprites[i].shifts);
	}
}

static void write_offset(const struct exh_keen_layout *layout, size_t offset,
			 struct exh_writer *head)
{
	if (layout->offset_size == 3)
		exh_write_u24le(head, (uint32_t)offset);
	else
		exh_write_u32le(head, (uint32_t)offset);
}

enum exh_status exh_keen_graphics_pack(const struct exh_keen_layout *layout,
				       const struct exh_bytes *chunks,
				       const struct exh_huffman *huffman,
				       struct exh_writer *archive,
				       struct exh_writer *head, struct exh_error *err)
{
	const size_t absent = layout->offset_size == 3 ? 0xffffff : 0xffffffff;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < layout->chunk_count && !status; i++) {
		uint32_t index;
		const enum exh_keen_class class_id =
			exh_keen_layout_class(layout, i, &index);
		const size_t start = archive->size;

		write_offset(layout, chunks[i].data ? archive->size : absent, head);
		if (!chunks[i].data)
			continue;
		if (exh_keen_class_has_length(class_id))
			exh_write_u32le(archive, (uint32_t)chunks[i].size);
		status = exh_huffman_pack(huffman, chunks[i], archive, err);
		if (status)
			return exh_within(err, status, "chunk %zu", i);
		if (archive->size == start)
			return exh_fail(err, EXH_INVALID, archive->size,
					"chunk %zu: empty, so it would have no place", i);
		if (archive->size >= absent)
			return exh_fail(
				err, EXH_LIMIT, archive->size,
				"chunk %zu: the archive passes the head's offsets", i);
	}
	write_offset(layout, archive->size, head);
	if (head->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	return EXH_OK;
}
