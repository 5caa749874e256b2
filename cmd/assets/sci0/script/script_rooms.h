/* The rooms of a game and the ways between them. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_ROOMS_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_ROOMS_H

#include "script_output.h"

bool script_rooms_fill(struct script_output *o);

#endif
