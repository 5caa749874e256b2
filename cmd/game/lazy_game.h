/* True if the libraries that only extract needs are present. Needs EXH_LIBARCHIVE_SONAME,
 * EXH_SQLITE_SONAME. */
#ifndef CMD_GAME_LAZY_GAME_H
#define CMD_GAME_LAZY_GAME_H

#include "task/lazy.h"

bool lazy_archive_is_there(void);
bool lazy_sqlite_is_there(void);

#endif
