/* Decides whether a folder is a game of SCI: looks for records at the places in its
 * map. */
#include "sci.h"

#include "task/file.h"

#include <exhume/advanced/sci_game.h>

enum { HEADER_LIMIT = 9, PATCH_MEMORY = 1 << 27 };

struct judging {
	const struct sci_game *game;
	struct file_reader readers[EXH_SCI_VOLUMES];
	bool is_tried[EXH_SCI_VOLUMES], is_open[EXH_SCI_VOLUMES];
	size_t missing_count; /* number of entries whose volume is missing */
	unsigned missing;     /* first missing volume */
};

static bool open_volume(struct judging *j, unsigned number)
{
	const char *path = j->game->volumes[number].path;

	if (!j->is_tried[number])
		j->is_open[number] =
			path && !file_reader_open(&j->readers[number], path, NULL);
	j->is_tried[number] = true;
	if (!j->is_open[number] && !j->missing_count++)
		j->missing = number;
	return j->is_open[number];
}

static void close_volumes(struct judging *j)
{
	for (size_t i = 0; i < EXH_SCI_VOLUMES; i++)
		if (j->is_open[i])
			file_reader_close(&j->readers[i]);
}

/* True if an entry leads to a record of its type and number. */
static bool has_record(struct judging *j, const struct exh_sci_entry *entry)
{
	const struct file_reader *reader = &j->readers[entry->volume];
	uint8_t header[HEADER_LIMIT];
	struct exh_sci_record record;
	size_t size;

	if (!open_volume(j, entry->volume) || entry->offset >= reader->size)
		return false;
	size = reader->size - entry->offset < sizeof header ? reader->size - entry->offset
							    : sizeof header;
	return !file_reader_read(reader, entry->offset, header, size, NULL) &&
	       !exh_sci_record_read((struct exh_bytes){ header, size, 0 }, 0,
				    j->game->opened.map.layout, &record, NULL) &&
	       record.type == entry->type && record.number == entry->number;
}

void sci_map_judge(const struct sci_game *game, enum sci_entry_state *states)
{
	struct judging j = { .game = game };

	for (size_t i = 0; i < game->opened.map.count; i++) {
		const struct exh_sci_entry *entry = &game->opened.map.entries[i];

		states[i] = has_record(&j, entry)      ? SCI_ENTRY_GOOD
			    : j.is_open[entry->volume] ? SCI_ENTRY_LOST
						       : SCI_ENTRY_NO_VOLUME;
	}
	close_volumes(&j);
}

static bool has_patch(const struct sci_game *game)
{
	const struct exh_sci_game *opened = &game->opened;
	struct exh_arena arena = { .limit = PATCH_MEMORY };
	bool found = false;

	for (size_t i = 0; i < opened->count && !found; i++) {
		struct exh_bytes bytes;

		found = opened->resources[i].is_patch &&
			!exh_sci_game_unpack(opened, &opened->resources[i], &arena, false,
					     &bytes, NULL, NULL);
	}
	exh_arena_free(&arena);
	return found;
}

static void report_none(const struct judging *j, struct report *report)
{
	const struct sci_game *game = j->game;
	const size_t count = game->opened.map.count;

	if (count && j->missing_count == count)
		report_error(report, game->map_path, EXH_NO_OFFSET,
			     "resource.%03u is missing beside it: the %zu resources that "
			     "it lists are in volumes",
			     j->missing, count);
	else
		report_error(report, game->map_path ? game->map_path : game->folder,
			     EXH_NO_OFFSET,
			     "no SCI0 game, nor one of a later version: none of %zu "
			     "entries leads to a resource",
			     count);
}

bool sci_game_is_sound(const struct sci_game *game, struct report *report)
{
	struct judging j = { .game = game };
	bool found = false;

	for (size_t i = 0; i < game->opened.map.count && !found; i++)
		found = has_record(&j, &game->opened.map.entries[i]);
	found = found || has_patch(game);
	close_volumes(&j);
	if (!found)
		report_none(&j, report);
	return found;
}
