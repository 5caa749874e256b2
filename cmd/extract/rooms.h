/* The map of a game's rooms, as the index and the page have it. */
#ifndef CMD_EXTRACT_ROOMS_H
#define CMD_EXTRACT_ROOMS_H

#include "index.h"

/* A list of {"id", "picture", "is_start", "ways"}, of those rooms whose assets the index
 * has; NULL: there is none. To be released. */
json_t *rooms_to_json(const struct new_index *index, void *game, struct report *report);

#endif
