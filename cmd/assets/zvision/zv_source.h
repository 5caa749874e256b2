/* Files of ZVision's games as assets: out of a game, or a file by itself. */
#ifndef CMD_ASSETS_ZVISION_ZV_SOURCE_H
#define CMD_ASSETS_ZVISION_ZV_SOURCE_H

#include "assets/assets.h"
#include "zv_game.h"

/* A kind's code is its enum zv_type. Assets have the whole names of their files. */
extern const struct asset_source zv_source;

/* The same without bytes, for what is read piece by piece: see zv_reader_open. */
extern const struct asset_source zv_stream_source;

/* The game that an asset is of; NULL: it is a file by itself. */
static inline struct zv_game *zv_game_of(const struct asset *asset)
{
	return asset->assets->game;
}

/* The file of an asset, to be closed before the game is. */
enum exh_status zv_reader_open(const struct asset *asset, struct file_reader *reader,
			       struct exh_error *err);
/* Where it begins in the file that messages are about. */
size_t zv_reader_base(const struct asset *asset);
/* Offsets of the notes, and of err unless it is NULL, become those in that file. */
void zv_reader_place_notes(const struct asset *asset, struct exh_notes *notes,
			   struct exh_error *err);

/* Are rows and columns exchanged, by that enum transpose? Auto: a room of the game says
 * so; or, of a file by itself, one of these, which may be NULL. */
bool zv_is_transposed(const struct asset *asset, unsigned transpose, struct rooms *rooms);

#endif
