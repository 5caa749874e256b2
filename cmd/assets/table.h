/* All games that assets can come from. */
#ifndef CMD_ASSETS_TABLE_H
#define CMD_ASSETS_TABLE_H

#include "assets.h"

/* NULL-terminated. */
extern const struct game_type *const game_types[];

/* The type of the game at a path, a folder or a file; NULL: none that is known. */
const struct game_type *game_type_at(const char *path);

/* The same of a file in a folder: only types that are in a single file. */
const struct game_type *game_type_of_file(const char *path);

#endif
