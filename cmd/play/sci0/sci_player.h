/* SCI0's engine in the table of engines. */
#ifndef CMD_PLAY_SCI0_SCI_PLAYER_H
#define CMD_PLAY_SCI0_SCI_PLAYER_H

#include "play/engine.h"

#include <exhume/sci0_engine.h>

/* The player of sci0_engine; its start takes a struct sci_run_game and a struct
 * sci_run_options. A frame is a step. */
struct sci_player {
	struct exh_sci0_engine *engine; /* NULL: not started */
	struct exh_sci0_devices devices;
};

extern const struct engine_type sci0_engine;

#endif
