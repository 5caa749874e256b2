/* SCI0's engine in the table of engines. */
#ifndef CMD_PLAY_SCI0_SCI_PLAYER_H
#define CMD_PLAY_SCI0_SCI_PLAYER_H

#include "play/engine.h"

/* Its player is a struct sci_player; its start takes a struct sci_run_game and a struct
 * sci_run_options. A frame is a step. */
extern const struct engine_type sci0_engine;

#endif
