/* The files of a game while it is opened, and its volumes. */
#include "sci.h"

#include "task/file.h"

enum { VOLUME_LIMIT = (1 << 28) + (1 << 17) /* offsets have 28 bits */ };

void sci_game_add_file(struct sci_game *game, char *path)
{
	game->items[game->file_count].name = file_name(path);
	game->paths[game->file_count++] = path;
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
}

void sci_game_read_other_volumes(struct sci_game *game, struct report *report)
{
	for (unsigned i = 0; i < EXH_SCI_VOLUMES; i++)
		sci_game_read_volume(game, i, report);
}
