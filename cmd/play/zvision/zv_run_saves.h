/* Saved games in the games' own format, from and to files. */
#ifndef CMD_PLAY_ZVISION_ZV_RUN_SAVES_H
#define CMD_PLAY_ZVISION_ZV_RUN_SAVES_H

#include "zv_run.h"

/* --load-game: a struct zv_player that was started goes on there. False: the report has
 * why. */
bool zv_run_load_game(const struct zv_run_options *options, void *player,
		      struct report *report);
/* --save-game and --saved-games, after the run. The same. */
bool zv_run_save_games(const struct zv_run_options *options, const void *player,
		       struct report *report);

#endif
