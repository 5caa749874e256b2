/* ZVision's engine in the table of engines. */
#ifndef CMD_PLAY_ZVISION_ZV_PLAYER_H
#define CMD_PLAY_ZVISION_ZV_PLAYER_H

#include "play/engine.h"

#include <exhume/zv_engine.h>

/* The player of zvision_engine; its start takes a struct zv_run_game and a struct
 * zv_run_options. A frame is a tick. */
struct zv_player {
	struct exh_zv_engine *engine;
	struct exh_zv_devices devices;
	struct exh_zv_input input;
	bool failed; /* a copy of it is not whole */
};

extern const struct engine_type zvision_engine;

#endif
