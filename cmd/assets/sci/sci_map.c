/* Maps that do not fit their volumes: the resources in the volumes are found by a walk
 * through their records. */
#include "sci.h"

#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>

enum { LEAST_LOST = 2 /* entries: a single one is reported otherwise */ };

/* A resource in a volume. */
struct found {
	struct exh_sci_entry entry;
	struct exh_sci_record record;
	bool is_whole;
};

struct found_list {
	struct found *items;
	size_t count, capacity;
	size_t other_size; /* bytes that belong to no resource */
	unsigned volume_count;
};

/*
 * The walk through the volumes.
 */

static void walk_volume(struct found_list *list, struct exh_bytes volume, unsigned number)
{
	struct found found = { .is_whole = false };
	size_t offset = 0, end = 0;

	while (exh_sci_record_find(volume, &offset, &found.record, &found.is_whole)) {
		found.entry = (struct exh_sci_entry){ .type = found.record.type,
						      .number = found.record.number,
						      .volume = (uint8_t)number,
						      .offset = (uint32_t)offset };
		*MEM_ADD(list) = found;
		list->other_size += offset - end;
		offset += found.record.size - found.record.packed_size +
			  found.record.payload.size;
		end = offset;
	}
	list->other_size += volume.size - end;
	list->volume_count++;
}

/* Sorts the copies of a resource by preference: whole ones first, then those in the
 * first volume; there the last one, which an editor appended. */
static int by_resource(const void *a, const void *b)
{
	const struct found *one = a, *other = b;

	if (one->entry.type != other->entry.type)
		return one->entry.type < other->entry.type ? -1 : 1;
	if (one->entry.number != other->entry.number)
		return one->entry.number < other->entry.number ? -1 : 1;
	if (one->is_whole != other->is_whole)
		return one->is_whole ? -1 : 1;
	if (one->entry.volume != other->entry.volume)
		return one->entry.volume < other->entry.volume ? -1 : 1;
	return one->entry.offset > other->entry.offset ? -1 : 1;
}

static void walk(struct sci_game *game, struct found_list *list, struct report *report)
{
	sci_game_read_other_volumes(game, report);
	for (unsigned i = 0; i < EXH_SCI_VOLUMES; i++)
		if (game->volumes[i].is_read)
			walk_volume(list, file_bytes(&game->volumes[i].file), i);
	if (list->count)
		qsort(list->items, list->count, sizeof *list->items, by_resource);
}

static bool is_same_resource(const struct found *a, const struct found *b)
{
	return a->entry.type == b->entry.type && a->entry.number == b->entry.number;
}

/* Makes a map of the list, which is taken over. False: reported. */
static bool use_map(struct sci_game *game, struct exh_sci_entry *entries, size_t count,
		    struct report *report)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	struct exh_error err;
	const bool good = !exh_sci_map_write(entries, count, &out, &err);

	if (good) {
		free(game->map_file.data);
		game->map_file = (struct file){ out.data, out.size };
		game->has_made_map = true;
	} else {
		report_failure(report, game->folder, &err);
		exh_writer_free(&out);
	}
	free(entries);
	return good;
}

/*
 * A new map.
 */

/* Warns of copies of a resource that differ. */
static void warn_of_copies(const struct sci_game *game, const struct found_list *list,
			   struct report *report)
{
	const struct found *first = NULL;
	size_t count = 0;

	for (size_t i = 1; i < list->count; i++) {
		const struct found *one = &list->items[i - 1], *other = &list->items[i];

		if (!is_same_resource(one, other) ||
		    bytes_are_same(one->record.payload, other->record.payload))
			continue;
		first = first ? first : one;
		count++;
	}
	if (count)
		report_warning(report, game->folder, EXH_NO_OFFSET,
			       "%zu older or damaged cop%s of resources in the volumes, "
			       "as of %s %u: the last whole one in the first volume "
			       "counts",
			       count, count == 1 ? "y" : "ies",
			       exh_sci_type_name(first->entry.type), first->entry.number);
}

/* Adds a file for a missing map, with its name in the case of the volumes' names. */
static void add_map_file(struct sci_game *game)
{
	const char *volume = "";

	for (size_t i = 0; i < EXH_SCI_VOLUMES && !*volume; i++)
		if (game->volumes[i].path)
			volume = file_name(game->volumes[i].path);
	sci_game_add_file(game, file_join(game->folder, *volume == 'r' ? "resource.map"
								       : "RESOURCE.MAP"));
}

/* True if the map is of a later version and leads to resources. */
static bool is_later(const struct sci_game *game)
{
	const struct exh_sci_map *map = &game->opened.map;
	enum sci_entry_state *states;
	bool later = false;

	if (map->layout == EXH_SCI_LAYOUT_SCI0)
		return false;
	states = mem_alloc(map->count + 1, sizeof *states);
	sci_map_judge(game, states);
	for (size_t i = 0; i < map->count; i++)
		later |= states[i] == SCI_ENTRY_GOOD;
	free(states);
	return later;
}

static bool make_map(struct sci_game *game, const struct found_list *list,
		     struct report *report)
{
	struct exh_sci_entry *entries = mem_alloc(list->count, sizeof *entries);
	size_t distinct = 0;

	for (size_t i = 0; i < list->count; i++) {
		entries[i] = list->items[i].entry;
		distinct += !i || !is_same_resource(&list->items[i - 1], &list->items[i]);
	}
	warn_of_copies(game, list, report);
	if (!game->map_path)
		add_map_file(game);
	if (!use_map(game, entries, list->count, report))
		return false;
	report_info(report,
		    "%s: %zu resource%s found in %u volume%s; %zu bytes of no resource",
		    game->folder, distinct, text_plural(distinct), list->volume_count,
		    text_plural(list->volume_count), list->other_size);
	return true;
}

bool sci_map_rebuild(struct sci_game *game, struct report *report)
{
	struct found_list list = { 0 };
	bool good = false;

	if (is_later(game)) {
		report_error(report, game->map_path, EXH_NO_OFFSET,
			     "--rebuild-map: a map of %s, only those of SCI0 can be made",
			     exh_sci_layout_name(game->opened.map.layout));
		return false;
	}
	walk(game, &list, report);
	if (list.count)
		good = make_map(game, &list, report);
	else
		report_error(report, game->folder, EXH_NO_OFFSET,
			     "--rebuild-map: no resource of SCI0 in %s",
			     list.volume_count ? "its volumes"
					       : "it: there is no volume");
	free(list.items);
	return good;
}

/*
 * Removing entries that lead nowhere.
 */

static bool has_found(const struct found_list *list, const struct exh_sci_entry *entry)
{
	const struct found wanted = { .entry = { .type = entry->type,
						 .number = entry->number } };
	size_t low = 0, high = list->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct found *it = &list->items[middle];

		if (is_same_resource(it, &wanted))
			return true;
		if (it->entry.type < wanted.entry.type ||
		    (it->entry.type == wanted.entry.type &&
		     it->entry.number < wanted.entry.number))
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static size_t count_found(const struct exh_sci_map *map,
			  const enum sci_entry_state *states,
			  const struct found_list *list)
{
	size_t count = 0;

	for (size_t i = 0; i < map->count; i++)
		count += states[i] == SCI_ENTRY_LOST && has_found(list, &map->entries[i]);
	return count;
}

static bool keep_others(struct sci_game *game, const enum sci_entry_state *states,
			struct report *report)
{
	const struct exh_sci_map *map = &game->opened.map;
	struct exh_sci_entry *entries = mem_alloc(map->count, sizeof *entries);
	size_t count = 0;

	for (size_t i = 0; i < map->count; i++)
		if (states[i] != SCI_ENTRY_LOST)
			entries[count++] = map->entries[i];
	return use_map(game, entries, count, report);
}

/* True for at least LEAST_LOST entries, or all of them. */
static bool are_many(size_t count, const struct exh_sci_map *map)
{
	return count >= LEAST_LOST || (count && count == map->count);
}

/* Returns the record that the entry leads to if it is of a resource that the game lacks,
 * else NULL. */
static const struct exh_sci_record *lacking_record(struct sci_game *game,
						   const struct exh_sci_entry *entry,
						   struct exh_sci_record *record,
						   struct report *report)
{
	sci_game_read_volume(game, entry->volume, report);
	if (!game->volumes[entry->volume].is_read ||
	    exh_sci_record_read(file_bytes(&game->volumes[entry->volume].file),
				entry->offset, game->opened.map.layout, record, NULL) ||
	    exh_sci_game_find(&game->opened, record->type, record->number))
		return NULL;
	return record;
}

/* Reports a lost entry that nothing will read, since a patch file overrides it: its
 * number may be damaged, and that of another resource. */
static void report_overridden(struct sci_game *game, const struct exh_sci_entry *entry,
			      struct report *report)
{
	const char *name = exh_sci_type_name(entry->type);
	struct exh_sci_record found;

	if (lacking_record(game, entry, &found, report))
		report_error(report, game->map_path, entry->map_offset,
			     "the entry is of %s %u, which a patch file overrides, but "
			     "leads to the record of %s %u, which no entry has: that "
			     "resource is lost, --rebuild-map finds it",
			     name, entry->number, exh_sci_type_name(found.type),
			     found.number);
	else
		report_warning(report, game->map_path, entry->map_offset,
			       "the entry of %s %u leads to no record of it: a patch "
			       "file overrides it, but another resource's entry may have "
			       "become this one",
			       name, entry->number);
}

bool sci_map_drop_lost(struct sci_game *game, struct report *report)
{
	const struct exh_sci_map *map = &game->opened.map;
	enum sci_entry_state *states = mem_alloc(map->count + 1, sizeof *states);
	struct found_list list = { 0 };
	size_t lost = 0, found = 0;
	bool dropped = false;

	sci_map_judge(game, states);
	for (size_t i = 0; i < map->count; i++)
		lost += states[i] == SCI_ENTRY_LOST;
	if (map->layout == EXH_SCI_LAYOUT_SCI0 && are_many(lost, map)) {
		walk(game, &list, report);
		found = count_found(map, states, &list);
	}
	if (are_many(found, map)) {
		report_error(report, game->map_path, EXH_NO_OFFSET,
			     "out of step with the volumes: %zu of its %zu entries lead "
			     "to other bytes, though the volumes have %zu of these "
			     "resources: --rebuild-map finds them",
			     lost, map->count, found);
		dropped = keep_others(game, states, report);
	}
	for (size_t i = 0; i < map->count && !dropped; i++)
		if (states[i] == SCI_ENTRY_LOST &&
		    game->opened.resources[i].is_overridden)
			report_overridden(game, &map->entries[i], report);
	free(list.items);
	free(states);
	return dropped;
}
