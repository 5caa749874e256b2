/* ZVision's engine in the table of engines. */
#ifndef CMD_PLAY_ZVISION_ZV_PLAYER_H
#define CMD_PLAY_ZVISION_ZV_PLAYER_H

#include "play/engine.h"

/* Its players are struct zv_player (zv_run.h). */
extern const struct engine_type zvision_engine;

#endif
