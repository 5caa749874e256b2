/* Keen Dreams in the table of engines. */
#ifndef CMD_PLAY_KEEN_KEEN_PLAYER_H
#define CMD_PLAY_KEEN_KEEN_PLAYER_H

#include "play/engine.h"

#include <exhume/keen_input.h>

/* The player of keen_dreams_engine; its start takes a struct keen_game and a struct
 * keen_run_options. */
struct keen_player {
	struct exh_arena arena; /* of engine */
	struct exh_keen_engine *engine;
	struct exh_keen_devices devices;
	struct exh_keen_controls controls;
	struct exh_keen_frame_state state; /* of the last frame */
};

extern const struct engine_type keen_dreams_engine;

#endif
