/* The files of a game while it is opened, and its volumes. */
#include "sci.h"

#include "task/file.h"

enum { VOLUME_LIMIT = (1 << 28) + (1 << 17) /* offsets have 28 bits */ };

void sci_game_add_file(struct sci_game *game, char *path)
{
	game->items[game->file_count].name = file_name(path);
	game->paths[game->file_count++] = path;
}

/* Returns the end of the last resource that the map leads to; 0: none. */
static size_t end_in_volume(const struct exh_sci_map *map, unsigned number,
			    struct exh_bytes volume)
{
	struct exh_sci_record record;
	const struct exh_sci_entry *last = NULL;

	for (size_t i = 0; i < map->count; i++)
		if (map->entries[i].volume == number &&
		    (!last || map->entries[i].offset > last->offset))
			last = &map->entries[i];
	return last && !exh_sci_record_read(volume, last->offset, map->layout, &record,
					    NULL)
		       ? last->offset + record.size
		       : 0;
}

/* Warns of the rest of a volume: a truncated map leaves resources over. Later layouts
 * have gaps between them. */
static void warn_of_rest(const struct sci_game *game, unsigned number,
			 struct report *report)
{
	const struct sci_volume *volume = &game->volumes[number];
	const struct exh_sci_map *map = &game->opened.map;
	const struct exh_bytes bytes = file_bytes(&volume->file);
	const size_t end = end_in_volume(map, number, bytes);
	struct exh_sci_record next;

	if (map->layout == EXH_SCI_LAYOUT_SCI0 && end && end < bytes.size &&
	    !exh_sci_record_read(bytes, end, map->layout, &next, NULL) &&
	    next.payload.size == next.packed_size)
		report_warning(report, volume->path, end,
			       "%zu bytes follow the last resource of the map, and begin "
			       "like one: resources may be missing (--rebuild-map finds "
			       "them)",
			       bytes.size - end);
}

void sci_game_read_volume(struct sci_game *game, unsigned number, struct report *report)
{
	struct sci_volume *volume = &game->volumes[number];

	if (volume->path && !volume->is_read && !volume->is_stated)
		volume->is_read =
			report_read(report, volume->path, VOLUME_LIMIT, &volume->file);
	volume->is_stated = true;
}

void sci_game_read_volumes(struct sci_game *game, struct report *report)
{
	for (size_t i = 0; i < game->opened.map.count; i++)
		sci_game_read_volume(game, game->opened.map.entries[i].volume, report);
	for (unsigned i = 0; i < EXH_SCI_VOLUMES && !game->has_made_map; i++)
		if (game->volumes[i].is_read)
			warn_of_rest(game, i, report);
}

void sci_game_read_other_volumes(struct sci_game *game, struct report *report)
{
	for (unsigned i = 0; i < EXH_SCI_VOLUMES; i++)
		sci_game_read_volume(game, i, report);
}
