#include "sci.h"

#include "task/jobs.h"
#include "task/memory.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 1 << 30 };

static bool is_plain(const struct sci_item *item, unsigned volume)
{
	const struct exh_sci_entry *entry = item->resource.entry;

	return sci_item_is_whole(item) && entry->volume == volume &&
	       exh_sci_plan_can_keep(&item->record, entry);
}

static int by_offset(const void *a, const void *b)
{
	const size_t one = sci_item_offset(*(const struct sci_item *const *)a);
	const size_t other = sci_item_offset(*(const struct sci_item *const *)b);

	return (one > other) - (one < other);
}

static void take_record(struct exh_sci_plan *plan, const struct sci_item *item,
			struct exh_sci_plan_record *out)
{
	char *name = mem_arena(&plan->arena, SCI_NAME_SIZE, 1);

	sci_item_name(item, name);
	*out = (struct exh_sci_plan_record){ .offset = sci_item_offset(item),
					     .record = &item->record,
					     .data = item->bytes,
					     .file = name };
	sha256_of(item->bytes, out->sha256);
}

static void cut_volume(struct exh_sci_plan *plan, unsigned number,
		       const struct sci_volume *from, struct sci_selection *items)
{
	const struct exh_sci_plan_volume volume = { .number = number,
						    .name = file_name(from->path) };
	struct sci_item **found = mem_alloc(items->count, sizeof(struct sci_item *));
	struct exh_sci_plan_record *records = mem_alloc(items->count, sizeof *records);
	size_t count = 0;

	for (size_t i = 0; i < items->count; i++)
		if (is_plain(&items->items[i], number))
			found[count++] = &items->items[i];
	qsort((void *)found, count, sizeof(struct sci_item *), by_offset);
	for (size_t i = 0; i < count; i++)
		take_record(plan, found[i], &records[i]);
	if (!exh_sci_plan_cut(plan, volume, file_bytes(&from->file), records, count))
		mem_end();
	for (size_t i = 0; i < count; i++)
		found[i]->is_piece = records[i].is_piece;
	free((void *)found);
	free(records);
}

void sci_volumes_plan_of_game(struct exh_sci_plan *plan, const struct sci_game *game,
			      struct sci_selection *items)
{
	*plan = (struct exh_sci_plan){ .arena.limit = MEMORY_LIMIT };
	plan->map_name = file_name(game->map_path);
	for (unsigned i = 0; i <= EXH_SCI_MAX_VOLUME; i++)
		if (game->volumes[i].is_read)
			cut_volume(plan, i, &game->volumes[i], items);
	if (!exh_sci_plan_add_map(plan, &game->opened.map, file_bytes(&game->map_file)))
		mem_end();
}

static void encode(void *context, size_t i)
{
	struct exh_sci_piece *piece = &((struct exh_sci_plan *)context)->pieces[i];
	uint8_t sha256[SHA256_SIZE];

	if (piece->has_sha256 && piece->packed.data)
		sha256_of(piece->data, sha256);
	if (!piece->has_sha256 ||
	    (piece->packed.data && memcmp(sha256, piece->sha256, sizeof sha256) != 0))
		piece->packed = (struct exh_bytes){ 0 };
	exh_sci_piece_encode(piece);
}

bool sci_volumes_plan_encode(struct exh_sci_plan *plan, struct report *report)
{
	return jobs_run(report->common, report->command, plan->piece_count, encode,
			plan) == plan->piece_count;
}
