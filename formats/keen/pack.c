#include "keen_parts.h"

#include "../base/reader.h"

#include <string.h>

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

static void write_offset(unsigned offset_size, size_t offset, struct exh_writer *head)
{
	if (offset_size == 3)
		exh_write_u24le(head, (uint32_t)offset);
	else
		exh_write_u32le(head, (uint32_t)offset);
}

/*
 * Parcels.
 */

/* Bits that content packs to; 0 if a byte has no unique code. */
static size_t stream_bits(const struct exh_huffman *huffman, struct exh_bytes content)
{
	size_t bit_count = 0;

	for (size_t i = 0; i < content.size; i++) {
		const unsigned bits = huffman->code_bits[content.data[i]];

		if (!bits)
			return 0;
		bit_count += bits;
	}
	return bit_count;
}

static struct exh_bytes packed_chunk(const struct exh_keen_graphics *graphics,
				     size_t number, struct exh_bytes archive)
{
	const struct exh_keen_place *place = &graphics->chunks[number].place;
	struct exh_bytes packed = { 0 };

	if (place->state == EXH_KEEN_PRESENT)
		exh_bytes_slice(archive, place->offset, place->packed_size, &packed);
	return packed;
}

bool exh_keen_streams_are_closed(const struct exh_keen_graphics *graphics,
				 struct exh_bytes archive,
				 const struct exh_huffman *huffman)
{
	size_t closed_count = 0, open_count = 0;

	for (size_t i = 0; i < graphics->chunk_count; i++) {
		const struct exh_keen_chunk *chunk = &graphics->chunks[i];
		const struct exh_bytes packed = packed_chunk(graphics, i, archive);
		const size_t bit_count = stream_bits(huffman, chunk->expanded);
		const size_t end = bit_count / 8 + (chunk->has_length ? 4 : 0);

		if (!bit_count || bit_count % 8 || chunk->damaged || end > packed.size)
			continue;
		closed_count += end < packed.size && packed.data[end] == 0;
		open_count += end == packed.size;
	}
	return closed_count > open_count;
}

static enum exh_status pack_parcel(const struct exh_keen_parcel *parcel,
				   const struct exh_huffman *huffman, bool closed,
				   struct exh_writer *out, struct exh_error *err)
{
	enum exh_status status;

	if (parcel->verbatim.data) {
		exh_write_bytes(out, parcel->verbatim.data, parcel->verbatim.size);
		return EXH_OK;
	}
	if (parcel->has_length)
		exh_write_u32le(out, parcel->declared_size);
	status = exh_huffman_pack(huffman, parcel->content, out, err);
	if (closed && stream_bits(huffman, parcel->content) % 8 == 0)
		exh_write_u8(out, 0);
	if (parcel->tail.size)
		exh_write_bytes(out, parcel->tail.data, parcel->tail.size);
	return status;
}

void exh_keen_parcel_open(const struct exh_keen_graphics *graphics, size_t chunk_number,
			  struct exh_bytes archive, const struct exh_huffman *huffman,
			  bool closed, struct exh_keen_parcel *out)
{
	const struct exh_keen_chunk *chunk = &graphics->chunks[chunk_number];
	const struct exh_bytes packed = packed_chunk(graphics, chunk_number, archive);
	struct exh_writer again = { .limit = packed.size };

	*out = (struct exh_keen_parcel){ .content = chunk->expanded,
					 .has_length = chunk->has_length };
	if (!packed.data)
		return;
	if (chunk->has_length && packed.size >= 4)
		out->declared_size = rd_u32le(&(struct reader){ .in = packed });
	if (chunk->expanded.data &&
	    pack_parcel(out, huffman, closed, &again, NULL) == EXH_OK && !again.failed &&
	    again.size && memcmp(again.data, packed.data, again.size) == 0)
		exh_bytes_slice(packed, again.size, packed.size - again.size, &out->tail);
	else
		out->verbatim = packed;
	exh_writer_free(&again);
}

enum exh_status exh_keen_parcels_pack(const struct exh_keen_parcel *parcels, size_t count,
				      unsigned offset_size,
				      const struct exh_huffman *huffman, bool closed,
				      struct exh_writer *archive, struct exh_writer *head,
				      struct exh_error *err)
{
	const size_t absent = offset_size == 3 ? 0xffffff : 0xffffffff;

	for (size_t i = 0; i < count; i++) {
		const bool present = parcels[i].content.data || parcels[i].verbatim.data;
		const size_t start = archive->size;
		enum exh_status status;

		write_offset(offset_size, present ? start : absent, head);
		if (!present)
			continue;
		status = pack_parcel(&parcels[i], huffman, closed, archive, err);
		if (!status && archive->failed)
			status = no_memory(err);
		if (status)
			return exh_within(err, status, "chunk %zu", i);
		if (archive->size == start)
			return exh_fail(err, EXH_INVALID, archive->size,
					"chunk %zu: empty, so it can't be stored", i);
		if (archive->size >= absent)
			return exh_fail(
				err, EXH_LIMIT, archive->size,
				"chunk %zu: the archive passes the head's offsets", i);
	}
	write_offset(offset_size, archive->size, head);
	if (head->failed)
		return no_memory(err);
	return EXH_OK;
}

enum exh_status exh_keen_graphics_pack(const struct exh_keen_layout *layout,
				       const struct exh_bytes *chunks,
				       const struct exh_huffman *huffman,
				       struct exh_writer *archive,
				       struct exh_writer *head, struct exh_error *err)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct exh_keen_parcel *parcels =
		exh_alloc(&arena, layout->chunk_count, sizeof *parcels);
	enum exh_status status;

	for (size_t i = 0; i < layout->chunk_count && parcels; i++) {
		uint32_t index;

		parcels[i].content = chunks[i];
		parcels[i].declared_size = (uint32_t)chunks[i].size;
		parcels[i].has_length = exh_keen_class_has_length(
			exh_keen_layout_class(layout, i, &index));
	}
	status = parcels ? exh_keen_parcels_pack(parcels, layout->chunk_count,
						 layout->offset_size, huffman, false,
						 archive, head, err)
			 : no_memory(err);
	exh_arena_free(&arena);
	return status;
}
