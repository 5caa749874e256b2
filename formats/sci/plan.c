#include "exhume/advanced/sci_plan.h"

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"
#include "basics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_LIMIT = 1 << 20 /* bytes */ };

const char *const exh_sci_pack_method_names[] = { "stored", "lzw", "huffman", "smallest",
						  NULL };

/*
 * Lists.
 */

/* Appends an item to a list, whose pointer is at list; false when out of memory. */
static bool append(void *list, const void *item, size_t size, size_t *count,
		   size_t *capacity)
{
	const size_t wanted = *capacity ? 2 * *capacity : 64;
	uint8_t *items;

	memcpy(&items, list, sizeof items);
	if (*count == *capacity) {
		items = realloc(items, wanted * size);
		if (!items)
			return false;
		memcpy(list, &items, sizeof items);
		*capacity = wanted;
	}
	memcpy(items + (*count)++ * size, item, size);
	return true;
}

bool exh_sci_plan_add_piece(struct exh_sci_plan *plan, const struct exh_sci_piece *piece)
{
	return append(&plan->pieces, piece, sizeof *piece, &plan->piece_count,
		      &plan->piece_capacity);
}

bool exh_sci_plan_add_volume(struct exh_sci_plan *plan,
			     const struct exh_sci_plan_volume *volume)
{
	return append(&plan->volumes, volume, sizeof *volume, &plan->volume_count,
		      &plan->volume_capacity);
}

bool exh_sci_plan_add_entry(struct exh_sci_plan *plan,
			    const struct exh_sci_plan_entry *entry)
{
	return append(&plan->entries, entry, sizeof *entry, &plan->entry_count,
		      &plan->entry_capacity);
}

void exh_sci_plan_free(struct exh_sci_plan *plan)
{
	for (size_t i = 0; i < plan->piece_count; i++)
		exh_writer_free(&plan->pieces[i].out);
	free(plan->pieces);
	free(plan->volumes);
	free(plan->entries);
	exh_arena_free(&plan->arena);
}

/*
 * Packing.
 */

static enum exh_status pack(struct exh_bytes data, enum exh_sci_pack_method method,
			    struct exh_writer *out, struct exh_error *err)
{
	switch (method) {
	case EXH_SCI_PACK_LZW:
		exh_sci_lzw_pack(data, EXH_LZW_SCI0, out);
		break;
	case EXH_SCI_PACK_HUFFMAN:
		exh_sci_huffman_pack(data, out);
		break;
	default:
		exh_write_bytes(out, data.data, data.size);
	}
	return out->failed ? no_memory(err) : EXH_OK;
}

/*
 * Records of a volume.
 */

static bool add_bytes(struct exh_sci_plan *plan, struct exh_bytes volume, size_t from,
		      size_t to)
{
	struct exh_sci_piece piece = { .offset = from };

	return from >= to || (exh_bytes_slice(volume, from, to - from, &piece.data) &&
			      exh_sci_plan_add_piece(plan, &piece));
}

/* Returns the record's packed bytes, unless packing the data again gives the same. */
static struct exh_bytes keep_packed(const struct exh_sci_plan_record *from,
				    enum exh_sci_pack_method method)
{
	struct exh_writer ours = { .limit = RECORD_LIMIT };
	struct exh_bytes packed = from->record->payload;

	if (!pack(from->data, method, &ours, NULL) &&
	    same_bytes(exh_writer_bytes(&ours), packed))
		packed = (struct exh_bytes){ 0 };
	exh_writer_free(&ours);
	return packed;
}

static bool add_record(struct exh_sci_plan *plan, const struct exh_sci_plan_record *from)
{
	struct exh_sci_piece piece = {
		.is_record = true,
		.type = from->record->type,
		.number = from->record->number,
		.method = (enum exh_sci_pack_method)from->record->packing,
		.file = from->file,
		.has_sha256 = true,
		.data = from->data,
		.offset = from->offset,
	};

	piece.packed = keep_packed(from, piece.method);
	memcpy(piece.sha256, from->sha256, sizeof piece.sha256);
	return exh_sci_plan_add_piece(plan, &piece);
}

bool exh_sci_plan_can_keep(const struct exh_sci_record *record,
			   const struct exh_sci_entry *entry)
{
	return record->packing <= EXH_SCI_HUFFMAN &&
	       record->packing == (enum exh_sci_packing)record->method &&
	       record->type == entry->type && record->number == entry->number &&
	       record->payload.size == record->packed_size;
}

bool exh_sci_plan_cut(struct exh_sci_plan *plan, struct exh_sci_plan_volume volume,
		      struct exh_bytes bytes, struct exh_sci_plan_record *records,
		      size_t count)
{
	size_t at = 0;

	volume.first = plan->piece_count;
	for (size_t i = 0; i < count; i++) {
		if (records[i].offset < at)
			continue;
		if (!add_bytes(plan, bytes, at, records[i].offset) ||
		    !add_record(plan, &records[i]))
			return false;
		records[i].is_piece = true;
		at = records[i].offset + records[i].record->size;
	}
	if (!add_bytes(plan, bytes, at, bytes.size))
		return false;
	volume.count = plan->piece_count - volume.first;
	return exh_sci_plan_add_volume(plan, &volume);
}

static const struct exh_sci_plan_volume *find_volume(const struct exh_sci_plan *plan,
						     unsigned number)
{
	for (size_t i = 0; i < plan->volume_count; i++)
		if (plan->volumes[i].number == number)
			return &plan->volumes[i];
	return NULL;
}

/* Returns the last piece that begins at or before the offset. */
static size_t find_piece(const struct exh_sci_plan *plan,
			 const struct exh_sci_plan_volume *volume, size_t offset)
{
	size_t first = volume->first, count = volume->count;

	while (count > 1) {
		const size_t half = count / 2;

		if (plan->pieces[first + half].offset <= offset) {
			first += half;
			count -= half;
		} else {
			count = half;
		}
	}
	return first;
}

bool exh_sci_plan_add_map_entry(struct exh_sci_plan *plan,
				const struct exh_sci_entry *from)
{
	const struct exh_sci_plan_volume *volume = find_volume(plan, from->volume);
	struct exh_sci_plan_entry entry = { from->type, from->number, from->volume,
					    EXH_SCI_NO_PIECE, from->offset };

	if (volume && volume->count) {
		entry.piece = find_piece(plan, volume, from->offset);
		entry.offset -= (uint32_t)plan->pieces[entry.piece].offset;
	}
	return exh_sci_plan_add_entry(plan, &entry);
}

bool exh_sci_plan_add_map(struct exh_sci_plan *plan, const struct exh_sci_map *map,
			  struct exh_bytes bytes)
{
	bool good = true;

	plan->is_unended = !map->is_ended;
	exh_bytes_slice(bytes, map->used_size, bytes.size - map->used_size, &plan->after);
	for (size_t i = 0; i < map->count && good; i++)
		good = map->entries[i].volume > EXH_SCI_MAX_VOLUME ||
		       exh_sci_plan_add_map_entry(plan, &map->entries[i]);
	return good;
}

/*
 * Encoding.
 */

static enum exh_status write_record(struct exh_sci_piece *piece, struct exh_bytes payload,
				    enum exh_sci_pack_method method)
{
	piece->used = method;
	return exh_sci_record_write(piece->type, piece->number,
				    (enum exh_sci_packing)method, payload,
				    piece->data.size, &piece->out, &piece->err);
}

static enum exh_status write_packed(struct exh_sci_piece *piece,
				    enum exh_sci_pack_method method)
{
	struct exh_writer packed = { .limit = RECORD_LIMIT };
	enum exh_status status = pack(piece->data, method, &packed, &piece->err);

	if (!status)
		status = write_record(piece, exh_writer_bytes(&packed), method);
	exh_writer_free(&packed);
	return status;
}

/* Packs with the method that gives the fewest bytes; stores the data if none saves
 * any. */
static enum exh_status write_smallest(struct exh_sci_piece *piece)
{
	struct exh_writer best = { 0 };
	enum exh_sci_pack_method method = EXH_SCI_PACK_STORED;
	size_t size = piece->data.size;
	enum exh_status status = EXH_OK;

	for (enum exh_sci_pack_method i = EXH_SCI_PACK_LZW;
	     i <= EXH_SCI_PACK_HUFFMAN && !status; i++) {
		struct exh_writer packed = { .limit = RECORD_LIMIT };

		status = pack(piece->data, i, &packed, &piece->err);
		if (!status && packed.size < size) {
			const struct exh_writer worse = best;

			best = packed;
			packed = worse;
			method = i;
			size = best.size;
		}
		exh_writer_free(&packed);
	}
	if (!status)
		status = write_record(
			piece, method ? exh_writer_bytes(&best) : piece->data, method);
	exh_writer_free(&best);
	return status;
}

void exh_sci_piece_encode(struct exh_sci_piece *piece)
{
	piece->out.limit = EXH_SCI_VOLUME_LIMIT;
	if (piece->is_left_out || piece->err.status)
		return;
	if (!piece->is_record)
		exh_write_bytes(&piece->out, piece->data.data, piece->data.size);
	else if (piece->data.size > EXH_SCI_UNPACKED_LIMIT)
		exh_fail(&piece->err, EXH_LIMIT, EXH_NO_OFFSET,
			 "a resource of %zu bytes, a record has room for %d",
			 piece->data.size, EXH_SCI_UNPACKED_LIMIT);
	else if (piece->packed.data)
		write_record(piece, piece->packed, piece->method);
	else if (piece->method == EXH_SCI_PACK_SMALLEST)
		write_smallest(piece);
	else
		write_packed(piece, piece->method);
	if (piece->out.failed && !piece->err.status)
		no_memory(&piece->err);
}

/*
 * Laying out.
 */

static enum exh_status begin_volume(struct exh_sci_plan *plan, unsigned number,
				    size_t first, size_t *culprit)
{
	struct exh_sci_plan_volume volume = { .number = number, .first = first };
	char *name;

	if (number > EXH_SCI_MAX_VOLUME) {
		*culprit = EXH_SCI_NO_PIECE;
		return EXH_LIMIT;
	}
	name = exh_alloc(&plan->arena, EXH_SCI_VOLUME_NAME_SIZE, 1);
	if (!name)
		return EXH_NO_MEMORY;
	snprintf(name, EXH_SCI_VOLUME_NAME_SIZE, "RESOURCE.%03u", number);
	volume.name = name;
	return exh_sci_plan_add_volume(plan, &volume) ? EXH_OK : EXH_NO_MEMORY;
}

static size_t volume_size(const struct exh_sci_plan *plan,
			  const struct exh_sci_plan_volume *volume)
{
	size_t size = 0;

	for (size_t i = volume->first; i < volume->first + volume->count; i++)
		size += plan->pieces[i].out.size;
	return size;
}

static enum exh_status put_in_volumes(struct exh_sci_plan *plan, size_t first,
				      size_t most, size_t *culprit)
{
	struct exh_sci_plan_volume *last = &plan->volumes[plan->volume_count - 1];
	size_t used = volume_size(plan, last);

	for (size_t i = first; i < plan->piece_count; i++) {
		const struct exh_sci_piece *piece = &plan->pieces[i];
		struct exh_sci_plan_entry entry = { piece->type, piece->number, 0, i, 0 };
		enum exh_status status;

		*culprit = i;
		if (piece->out.size > most)
			return EXH_LIMIT;
		if (used > most || piece->out.size > most - used) {
			status = begin_volume(plan, last->number + 1, i, culprit);
			if (status)
				return status;
			last = &plan->volumes[plan->volume_count - 1];
			used = 0;
		}
		used += piece->out.size;
		last->count++;
		entry.volume = last->number;
		if (!exh_sci_plan_add_entry(plan, &entry))
			return EXH_NO_MEMORY;
	}
	return EXH_OK;
}

/* Moves the entries after the first old_count ones in front of them. */
static enum exh_status put_new_first(struct exh_sci_plan *plan, size_t old_count)
{
	struct exh_sci_plan_entry *all = plan->entries;
	const size_t new_count = plan->entry_count - old_count;
	struct exh_sci_plan_entry *old;

	if (!old_count || !new_count)
		return EXH_OK;
	old = malloc(old_count * sizeof *old);
	if (!old)
		return EXH_NO_MEMORY;
	memcpy(old, all, old_count * sizeof *all);
	memmove(all, all + old_count, new_count * sizeof *all);
	memcpy(all + new_count, old, old_count * sizeof *all);
	free(old);
	return EXH_OK;
}

enum exh_status exh_sci_plan_lay_out(struct exh_sci_plan *plan, size_t first, size_t most,
				     size_t *culprit)
{
	const size_t old_count = plan->entry_count;
	enum exh_status status = EXH_OK;

	*culprit = EXH_SCI_NO_PIECE;
	if (!plan->volume_count)
		status = begin_volume(plan, 1, first, culprit);
	if (!status)
		status = put_in_volumes(plan, first, most ? most : SIZE_MAX, culprit);
	return status ? status : put_new_first(plan, old_count);
}

/*
 * Writing.
 */

enum exh_status exh_sci_plan_place(struct exh_sci_plan *plan, struct exh_error *err)
{
	for (size_t i = 0; i < plan->volume_count; i++) {
		const struct exh_sci_plan_volume *volume = &plan->volumes[i];
		size_t at = 0;

		for (size_t k = volume->first; k < volume->first + volume->count; k++) {
			plan->pieces[k].offset = at;
			at += plan->pieces[k].out.size;
			if (at > EXH_SCI_VOLUME_LIMIT)
				return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
						"volume %u gets longer than 64 MiB, "
						"the most that the map can address",
						volume->number);
		}
	}
	return EXH_OK;
}

enum exh_status exh_sci_plan_write_map(const struct exh_sci_plan *plan,
				       struct exh_writer *out, struct exh_error *err)
{
	struct exh_sci_entry *entries = calloc(plan->entry_count + 1, sizeof *entries);
	enum exh_status status;
	size_t count = 0;

	if (!entries)
		return no_memory(err);
	for (size_t i = 0; i < plan->entry_count; i++) {
		const struct exh_sci_plan_entry *from = &plan->entries[i];
		const struct exh_sci_piece *piece = from->piece == EXH_SCI_NO_PIECE
							    ? NULL
							    : &plan->pieces[from->piece];

		if (piece && piece->is_left_out)
			continue;
		entries[count++] = (struct exh_sci_entry){
			.type = (uint8_t)from->type,
			.number = (uint16_t)from->number,
			.volume = (uint8_t)from->volume,
			.offset = from->offset + (uint32_t)(piece ? piece->offset : 0),
		};
	}
	status = exh_sci_map_write(entries, count, out, err);
	if (!status && plan->is_unended)
		out->size -= EXH_SCI_MAP_ENTRY_SIZE;
	exh_write_bytes(out, plan->after.data, plan->after.size);
	free(entries);
	return status;
}

void exh_sci_plan_write_volume(const struct exh_sci_plan *plan,
			       const struct exh_sci_plan_volume *volume,
			       struct exh_writer *out)
{
	for (size_t i = volume->first; i < volume->first + volume->count; i++)
		exh_write_bytes(out, plan->pieces[i].out.data, plan->pieces[i].out.size);
}
