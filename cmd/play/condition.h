/*
 * Conditions of input scripts: "room=45 | text ~ /locked/ | idle". One of the terms must
 * hold. exhume-input(5) describes them.
 */
#ifndef CMD_PLAY_CONDITION_H
#define CMD_PLAY_CONDITION_H

#include "engine.h"

/* Is it one? Else err has why, its offset a place in the text. */
enum exh_status condition_check(const char *text, struct exh_error *err);

/* Does it hold? text was checked. found, which may be NULL: appends what was found
 * instead, for a message. */
bool condition_holds(const char *text, const struct engine_type *type, const void *player,
		     struct exh_writer *found);

#endif
