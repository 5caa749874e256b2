#include "sci_plan.h"

#include "task/jobs.h"

#include <exhume/codec.h>

#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_LIMIT = 1 << 30,
	RECORD_LIMIT = 1 << 20,
};

const char *const sci_method_names[] = { "stored", "lzw", "huffman", "smallest", NULL };

/*
 * Lists.
 */

/* Room for one more item of this size; false when out of memory. */
static bool reserve(void **items, size_t size, size_t count, size_t *capacity)
{
	const size_t wanted = *capacity ? 2 * *capacity : 64;
	void *longer;

	if (count < *capacity)
		return true;
	longer = realloc(*items, wanted * size);
	if (!longer)
		return false;
	*items = longer;
	*capacity = wanted;
	return true;
}

bool sci_plan_add_piece(struct sci_plan *plan, const struct sci_piece *piece)
{
	void *items = plan->pieces;

	if (!reserve(&items, sizeof *piece, plan->piece_count, &plan->piece_capacity))
		return false;
	plan->pieces = items;
	plan->pieces[plan->piece_count++] = *piece;
	return true;
}

bool sci_plan_add_volume(struct sci_plan *plan, const struct sci_plan_volume *volume)
{
	void *items = plan->volumes;

	if (!reserve(&items, sizeof *volume, plan->volume_count, &plan->volume_capacity))
		return false;
	plan->volumes = items;
	plan->volumes[plan->volume_count++] = *volume;
	return true;
}

bool sci_plan_add_entry(struct sci_plan *plan, const struct sci_plan_entry *entry)
{
	void *items = plan->entries;

	if (!reserve(&items, sizeof *entry, plan->entry_count, &plan->entry_capacity))
		return false;
	plan->entries = items;
	plan->entries[plan->entry_count++] = *entry;
	return true;
}

void sci_plan_free(struct sci_plan *plan)
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

static enum exh_status pack(struct exh_bytes data, enum sci_method method,
			    struct exh_writer *out, struct exh_error *err)
{
	switch (method) {
	case SCI_LZW:
		exh_sci_lzw_pack(data, EXH_SCI_LZW, out);
		break;
	case SCI_HUFFMAN:
		exh_sci_huffman_pack(data, out);
		break;
	default:
		exh_write_bytes(out, data.data, data.size);
	}
	return out->failed ? exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory")
			   : EXH_OK;
}

/*
 * Of a game.
 */

/* Packed as a piece of the plan can say, and under the name that the map has for it. */
static bool is_plain(const struct sci_item *item, unsigned volume)
{
	const struct exh_sci0_record *record = &item->record;

	return sci_item_is_whole(item) && item->resource.entry->volume == volume &&
	       record->packing <= EXH_SCI0_HUFFMAN &&
	       record->packing == (enum exh_sci0_packing)record->method &&
	       record->type == item->resource.type &&
	       record->number == item->resource.number &&
	       record->payload.size == record->packed_size;
}

static int by_offset(const void *a, const void *b)
{
	const size_t one = sci_item_offset(*(const struct sci_item *const *)a);
	const size_t other = sci_item_offset(*(const struct sci_item *const *)b);

	return (one > other) - (one < other);
}

static bool add_bytes(struct sci_plan *plan, struct exh_bytes volume, size_t from,
		      size_t to)
{
	struct sci_piece piece = { .offset = from };

	return from >= to || (exh_bytes_slice(volume, from, to - from, &piece.data) &&
			      sci_plan_add_piece(plan, &piece));
}

/* What the record has, unless we would pack it so, too. */
static struct exh_bytes keep_packed(const struct sci_item *item, enum sci_method method)
{
	struct exh_writer ours = { .limit = RECORD_LIMIT };
	struct exh_bytes packed = item->record.payload;

	if (!pack(item->bytes, method, &ours, NULL) && ours.size == packed.size &&
	    (!packed.size || memcmp(ours.data, packed.data, packed.size) == 0))
		packed = (struct exh_bytes){ 0 };
	exh_writer_free(&ours);
	return packed;
}

static bool add_record(struct sci_plan *plan, struct sci_item *item)
{
	struct sci_piece piece = { .is_record = true,
				   .type = item->resource.type,
				   .number = item->resource.number,
				   .method = (enum sci_method)item->record.packing,
				   .has_sha256 = true,
				   .data = item->bytes,
				   .offset = sci_item_offset(item) };
	char *name = exh_alloc(&plan->arena, SCI_NAME_SIZE, 1);

	if (!name)
		return false;
	sci_item_name(item, name);
	piece.file = name;
	piece.packed = keep_packed(item, piece.method);
	sha256_of(item->bytes, piece.sha256);
	item->is_piece = true;
	return sci_plan_add_piece(plan, &piece);
}

/* The bytes between records are pieces, too; a record within another is a part of it. */
static bool cut(struct sci_plan *plan, struct exh_bytes volume,
		struct sci_item *const *found, size_t count)
{
	size_t at = 0;

	for (size_t i = 0; i < count; i++) {
		const size_t offset = sci_item_offset(found[i]);

		if (offset < at)
			continue;
		if (!add_bytes(plan, volume, at, offset) || !add_record(plan, found[i]))
			return false;
		at = offset + found[i]->record.size;
	}
	return add_bytes(plan, volume, at, volume.size);
}

static bool cut_volume(struct sci_plan *plan, unsigned number,
		       const struct sci_volume *from, struct sci_items *items)
{
	struct sci_item **found = calloc(items->count + 1, sizeof(struct sci_item *));
	struct sci_plan_volume volume = { .number = number,
					  .name = file_name(from->path),
					  .first = plan->piece_count };
	size_t count = 0;
	bool good = found != NULL;

	for (size_t i = 0; i < items->count && good; i++)
		if (is_plain(&items->items[i], number))
			found[count++] = &items->items[i];
	if (good) {
		qsort((void *)found, count, sizeof(struct sci_item *), by_offset);
		good = cut(plan, file_bytes(&from->file), found, count);
	}
	free((void *)found);
	volume.count = plan->piece_count - volume.first;
	return good && sci_plan_add_volume(plan, &volume);
}

static const struct sci_plan_volume *find_volume(const struct sci_plan *plan,
						 unsigned number)
{
	for (size_t i = 0; i < plan->volume_count; i++)
		if (plan->volumes[i].number == number)
			return &plan->volumes[i];
	return NULL;
}

/* The last piece that begins there or before. */
static size_t find_piece(const struct sci_plan *plan,
			 const struct sci_plan_volume *volume, size_t offset)
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

static bool add_map_entry(struct sci_plan *plan, const struct exh_sci0_entry *from)
{
	const struct sci_plan_volume *volume = find_volume(plan, from->volume);
	struct sci_plan_entry entry = { from->type, from->number, from->volume,
					SCI_NO_PIECE, from->offset };

	if (volume && volume->count) {
		entry.piece = find_piece(plan, volume, from->offset);
		entry.offset -= (uint32_t)plan->pieces[entry.piece].offset;
	}
	return sci_plan_add_entry(plan, &entry);
}

bool sci_plan_of_game(struct sci_plan *plan, const struct sci_game *game,
		      struct sci_items *items)
{
	const struct exh_bytes map = file_bytes(&game->map_file);
	bool good = true;

	*plan = (struct sci_plan){ .arena.limit = MEMORY_LIMIT };
	plan->map_name = file_name(game->map_path);
	plan->is_unended = !game->map.is_ended;
	exh_bytes_slice(map, game->map.used_size, map.size - game->map.used_size,
			&plan->after);
	for (unsigned i = 0; i <= SCI_MAX_VOLUME && good; i++)
		if (game->volumes[i].is_read)
			good = cut_volume(plan, i, &game->volumes[i], items);
	for (size_t i = 0; i < game->map.count && good; i++)
		good = game->map.entries[i].volume > SCI_MAX_VOLUME ||
		       add_map_entry(plan, &game->map.entries[i]);
	return good;
}

/*
 * Encoding.
 */

static enum exh_status write_record(struct sci_piece *piece, struct exh_bytes payload,
				    enum sci_method method)
{
	piece->used = method;
	return exh_sci0_record_write(piece->type, piece->number,
				     (enum exh_sci0_packing)method, payload,
				     piece->data.size, &piece->out, &piece->err);
}

static enum exh_status write_packed(struct sci_piece *piece, enum sci_method method)
{
	struct exh_writer packed = { .limit = RECORD_LIMIT };
	enum exh_status status = pack(piece->data, method, &packed, &piece->err);

	if (!status)
		status = write_record(piece, exh_writer_bytes(&packed), method);
	exh_writer_free(&packed);
	return status;
}

/* Stored, where nothing is gained. */
static enum exh_status write_smallest(struct sci_piece *piece)
{
	struct exh_writer best = { 0 };
	enum sci_method method = SCI_STORED;
	size_t size = piece->data.size;
	enum exh_status status = EXH_OK;

	for (enum sci_method i = SCI_LZW; i <= SCI_HUFFMAN && !status; i++) {
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

static bool is_unchanged(const struct sci_piece *piece)
{
	uint8_t sha256[SHA256_SIZE];

	if (!piece->has_sha256 || !piece->packed.data)
		return false;
	sha256_of(piece->data, sha256);
	return memcmp(sha256, piece->sha256, sizeof sha256) == 0;
}

static void encode(void *context, size_t i)
{
	struct sci_piece *piece = &((struct sci_plan *)context)->pieces[i];

	piece->out.limit = SCI_VOLUME_LIMIT;
	if (piece->is_left_out || piece->err.status)
		return;
	if (!piece->is_record)
		exh_write_bytes(&piece->out, piece->data.data, piece->data.size);
	else if (piece->data.size > EXH_SCI0_UNPACKED_LIMIT)
		exh_fail(&piece->err, EXH_LIMIT, EXH_NO_OFFSET,
			 "a resource of %zu bytes, a record has room for %d",
			 piece->data.size, EXH_SCI0_UNPACKED_LIMIT);
	else if (is_unchanged(piece))
		write_record(piece, piece->packed, piece->method);
	else if (piece->method == SCI_SMALLEST)
		write_smallest(piece);
	else
		write_packed(piece, piece->method);
	if (piece->out.failed && !piece->err.status)
		exh_fail(&piece->err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

bool sci_plan_encode(struct sci_plan *plan, struct report *report)
{
	return jobs_run(report->common, report->command, plan->piece_count, encode,
			plan) == plan->piece_count;
}

/*
 * Writing.
 */

enum exh_status sci_plan_place(struct sci_plan *plan, struct exh_error *err)
{
	for (size_t i = 0; i < plan->volume_count; i++) {
		const struct sci_plan_volume *volume = &plan->volumes[i];
		size_t at = 0;

		for (size_t k = volume->first; k < volume->first + volume->count; k++) {
			plan->pieces[k].offset = at;
			at += plan->pieces[k].out.size;
			if (at > SCI_VOLUME_LIMIT)
				return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
						"volume %u gets longer than 64 MiB, "
						"which is what the map can tell",
						volume->number);
		}
	}
	return EXH_OK;
}

enum exh_status sci_plan_write_map(const struct sci_plan *plan, struct exh_writer *out,
				   struct exh_error *err)
{
	struct exh_sci0_entry *entries = calloc(plan->entry_count + 1, sizeof *entries);
	enum exh_status status;
	size_t count = 0;

	if (!entries)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	for (size_t i = 0; i < plan->entry_count; i++) {
		const struct sci_plan_entry *from = &plan->entries[i];
		const struct sci_piece *piece =
			from->piece == SCI_NO_PIECE ? NULL : &plan->pieces[from->piece];

		if (piece && piece->is_left_out)
			continue;
		entries[count++] = (struct exh_sci0_entry){
			.type = (uint8_t)from->type,
			.number = (uint16_t)from->number,
			.volume = (uint8_t)from->volume,
			.offset = from->offset + (uint32_t)(piece ? piece->offset : 0),
		};
	}
	status = exh_sci0_map_write(entries, count, out, err);
	if (!status && plan->is_unended)
		out->size -= EXH_SCI0_MAP_ENTRY_SIZE;
	exh_write_bytes(out, plan->after.data, plan->after.size);
	free(entries);
	return status;
}

void sci_plan_write_volume(const struct sci_plan *plan,
			   const struct sci_plan_volume *volume, struct exh_writer *out)
{
	for (size_t i = volume->first; i < volume->first + volume->count; i++)
		exh_write_bytes(out, plan->pieces[i].out.data, plan->pieces[i].out.size);
}
