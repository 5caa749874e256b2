/* A sentence as the game's parser reads it. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_PARSE_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_PARSE_H

#include "debug.h"

/* Appends words and tree. False, with the reason, for a game that has no parser. */
bool debug_parse_put(struct debugger *d, char *const *words, size_t count);

#endif
