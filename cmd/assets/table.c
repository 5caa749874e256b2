#include "assets.h"

#include "assets/keen/keen_game.h"
#include "assets/sci/sci.h"
#include "assets/softdisk/softdisk.h"
#include "assets/song/song.h"
#include "assets/zvision/zv.h"

const struct game_type *const game_types[] = {
	&sci_game_type, /* before Keen's: RESOURCE.MAP ends as Keen's levels do */
	&keen_game_type,
	&softdisk_game_type,
	&zv_game_type,
	&song_game_type, /* after all others: they have songs of their own */
	NULL,
};

const struct game_type *game_type_at(const char *path)
{
	for (size_t i = 0; game_types[i]; i++)
		if (game_types[i]->is_at(path))
			return game_types[i];
	return NULL;
}

const struct game_type *game_type_of_file(const char *path)
{
	for (size_t i = 0; game_types[i]; i++)
		if (game_types[i]->is_single_file && game_types[i]->is_at(path))
			return game_types[i];
	return NULL;
}
