#include "sci.h"

#include "assets/sci/sound/sound.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { ADLIB_PATCH = 3 };

struct check {
	const struct sci_selection *items;
	struct report *report;
	size_t entry_count, shadowed_count, different_count; /* number of entries */
	size_t patch_count, overriding_count;		     /* number of patch files */
	/* Number of volumes, and of records that entries lead to */
	size_t volume_count, record_count;
	/* Number of records without entries, and of bytes without records */
	size_t unnamed_count, odd_size;
	size_t damaged_count; /* number of damaged resources */
};

/*
 * The map.
 */

static void check_map(const struct check *check)
{
	const struct sci_game *game = check->items->game;
	const struct exh_sci_map *map = &game->opened.map;

	if (!game->map_path)
		return;
	if (!map->is_ended)
		report_error(check->report, game->map_path, map->used_size,
			     "the map's end mark is missing; the file may be truncated");
	else if (map->used_size < game->map_file.size)
		report_warning(check->report, game->map_path, map->used_size,
			       "%zu bytes after the end mark, which no game reads",
			       game->map_file.size - map->used_size);
}

/*
 * Shadowed entries.
 */

/* Checks a shadowed entry. first: the entry that is used. */
static void check_shadowed(struct check *check, const struct sci_item *first,
			   const struct sci_item *item)
{
	const char *map_path = check->items->game->map_path;
	const uint32_t offset = item->resource.entry->map_offset;
	char name[SCI_NAME_SIZE];

	check->shadowed_count++;
	sci_item_name(item, name);
	if (!sci_item_is_whole(first) || !sci_item_is_whole(item))
		return;
	if (bytes_are_same(first->bytes, item->bytes)) {
		report_info(check->report,
			    "%s:0x%X: another entry for %s, with the same bytes",
			    map_path, (unsigned)offset, name);
		return;
	}
	check->different_count++;
	report_warning(
		check->report, map_path, offset,
		"another entry for %s, with different bytes: the first one is used",
		name);
}

static void check_items(struct check *check)
{
	/* The map's entries that are used. */
	const struct sci_item **firsts =
		mem_alloc((size_t)EXH_SCI_TYPES << 16, sizeof(const struct sci_item *));

	for (size_t i = 0; i < check->items->count; i++) {
		const struct sci_item *item = &check->items->items[i];
		const struct sci_item **first =
			&firsts[(size_t)item->resource.type << 16 |
				item->resource.number];

		check->damaged_count += !sci_item_is_whole(item);
		check->patch_count += item->resource.is_patch;
		check->overriding_count +=
			item->resource.is_overridden && !sci_item_is_shadowed(item);
		if (sci_item_is_shadowed(item))
			check_shadowed(check, *first, item);
		else
			*first = item;
	}
	free((void *)firsts);
}

/*
 * Volumes.
 */

static int by_place(const void *a, const void *b)
{
	const struct sci_item *one = *(const struct sci_item *const *)a;
	const struct sci_item *other = *(const struct sci_item *const *)b;

	if (sci_item_offset(one) != sci_item_offset(other))
		return sci_item_offset(one) < sci_item_offset(other) ? -1 : 1;
	return (one > other) - (one < other);
}

/* Reports bytes that no entry leads to: old records, or others. */
static void check_gap(struct check *check, const struct sci_volume *volume, size_t from,
		      size_t to)
{
	const struct sci_game *game = check->items->game;
	struct exh_bytes bytes = file_bytes(&volume->file);
	struct exh_sci_record record;

	bytes.size = to;
	while (from < to &&
	       !exh_sci_record_read(bytes, from, game->opened.map.layout, &record,
				    NULL) &&
	       record.payload.size == record.packed_size) {
		report_warning(
			check->report, volume->path, from,
			"a record of %s.%03u, %zu bytes, without an entry in the map",
			exh_sci_type_name(record.type), record.number, record.size);
		check->unnamed_count++;
		from += record.size;
	}
	if (from < to) {
		report_warning(check->report, volume->path, from,
			       "%zu bytes that belong to no record", to - from);
		check->odd_size += to - from;
	}
}

static void report_overlap(const struct check *check, const struct sci_item *before,
			   const struct sci_item *item)
{
	char name[SCI_NAME_SIZE], other[SCI_NAME_SIZE];

	sci_item_name(item, name);
	sci_item_name(before, other);
	report_error(check->report, item->file, sci_item_offset(item),
		     "%s: the record begins within that of %s, which is at 0x%zX", name,
		     other, sci_item_offset(before));
}

/* Checks the readable records, in the volume's order. */
static void check_records(struct check *check, const struct sci_volume *volume,
			  const struct sci_item *const *found, size_t count)
{
	size_t end = 0;

	for (size_t i = 0; i < count; i++) {
		const size_t offset = sci_item_offset(found[i]);

		if (i && offset == sci_item_offset(found[i - 1]))
			continue;
		check->record_count++;
		if (offset < end)
			report_overlap(check, found[i - 1], found[i]);
		else
			check_gap(check, volume, end, offset);
		if (offset + found[i]->record.size > end)
			end = offset + found[i]->record.size;
	}
	check_gap(check, volume, end, volume->file.size);
}

static void check_volume(struct check *check, unsigned number)
{
	const struct sci_volume *volume = &check->items->game->volumes[number];
	const struct sci_item **found =
		mem_alloc(check->items->count, sizeof(const struct sci_item *));
	size_t count = 0;

	for (size_t i = 0; i < check->items->count; i++) {
		const struct sci_item *item = &check->items->items[i];

		if (item->resource.entry && item->resource.entry->volume == number &&
		    item->record.size)
			found[count++] = item;
	}
	qsort((void *)found, count, sizeof(const struct sci_item *), by_place);
	check_records(check, volume, found, count);
	check->volume_count++;
	free((void *)found);
}

static void check_volumes(struct check *check)
{
	const struct sci_game *game = check->items->game;

	for (unsigned i = 0; i < EXH_SCI_VOLUMES; i++) {
		if (game->volumes[i].is_read)
			check_volume(check, i);
		else if (game->volumes[i].path)
			report_warning(check->report, game->volumes[i].path,
				       EXH_NO_OFFSET,
				       "a volume without an entry in the map");
	}
}

/*
 * Instruments.
 */

static bool has_sounds(const struct sci_selection *items)
{
	for (size_t i = 0; i < items->count; i++)
		if (items->items[i].resource.type == EXH_SCI_SOUND)
			return true;
	return false;
}

/* Reports missing instruments. A damaged bank was reported as a resource. */
static void check_instruments(const struct check *check, struct sci_game *game)
{
	struct assets assets = { .kind = &sci_sound_kind,
				 .game = game,
				 .path = game->folder,
				 .arena.limit = 16 << 20 };
	struct silent_report silent;

	if (!check->items->decode || !has_sounds(check->items) ||
	    exh_sci_game_find(&game->opened, EXH_SCI_PATCH, ADLIB_PATCH))
		return;
	/* Messages of the bank mention options that this command lacks. */
	if (!sci_sound_bank(NULL, &assets, report_silent(&silent, check->report)))
		report_error(check->report, game->folder, EXH_NO_OFFSET,
			     "sounds, but no patch.003, which has their instruments for "
			     "AdLib");
	report_silent_end(&silent);
	exh_arena_free(&assets.arena);
}

/*
 * Counts.
 */

static const struct field check_field[] = {
	FIELD_AS("entries", struct check, entry_count, NULL,
		 "with --verify: number of entries of the map"),
	FIELD_AS("shadowed", struct check, shadowed_count, NULL,
		 "with --verify: number of entries after another one of the same "
		 "resource"),
	FIELD_AS("shadowed_different", struct check, different_count, NULL,
		 "with --verify: number of shadowed entries that lead to other bytes"),
	FIELD_AS("patch_files", struct check, patch_count, NULL,
		 "with --verify: number of patch files"),
	FIELD_AS("overridden", struct check, overriding_count, NULL,
		 "with --verify: number of resources of the map that a patch file "
		 "overrides"),
	FIELD_AS("volumes", struct check, volume_count, NULL,
		 "with --verify: number of volumes that were read"),
	FIELD_AS("records", struct check, record_count, NULL,
		 "with --verify: number of distinct records that entries lead to"),
	FIELD_AS("unnamed_records", struct check, unnamed_count, NULL,
		 "with --verify: number of complete records that no entry leads to"),
	FIELD_AS("odd_bytes", struct check, odd_size, "bytes",
		 "with --verify: number of bytes in volumes that belong to no record"),
	FIELD_AS("damaged_resources", struct check, damaged_count, NULL,
		 "with --verify: number of resources of the map and in patch files that "
		 "are damaged or missing"),
};
const struct fields sci_verify_fields = FIELDS("verify", struct check, check_field);

static void print_finding(const struct check *check, const char *path)
{
	const size_t errors = json_size(check->report->errors);
	const size_t oddities = json_size(check->report->warnings);
	struct exh_writer out = { .limit = SIZE_MAX };

	text_put(
		&out,
		"%s: %zu entries (%zu shadowed), %zu record%s in %zu volume%s, %zu patch "
		"file%s (%zu override the map): ",
		path, check->entry_count, check->shadowed_count, check->record_count,
		text_plural(check->record_count), check->volume_count,
		text_plural(check->volume_count), check->patch_count,
		text_plural(check->patch_count), check->overriding_count);
	if (check->report->failed)
		text_put(&out, "%zu error%s, %zu resource%s damaged\n", errors,
			 text_plural(errors), check->damaged_count,
			 text_plural(check->damaged_count));
	else
		text_put(&out, "no damage, %zu %s\n", oddities,
			 oddities == 1 ? "oddity" : "oddities");
	mem_check(&out);
	report_write(check->report, "-", exh_writer_bytes(&out));
	exh_writer_free(&out);
}

void sci_verify(struct sci_game *game, const struct sci_selection *items,
		struct report *report, struct json *result)
{
	struct check check = { .items = items,
			       .report = report,
			       .entry_count = items->game->opened.map.count };

	check_map(&check);
	sci_selection_report(items, report);
	check_items(&check);
	check_volumes(&check);
	check_instruments(&check, game);
	fields_put(&sci_verify_fields, &check, result);
	if (!report->common->json)
		print_finding(&check, items->game->folder);
}
