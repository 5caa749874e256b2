/* The map of a game's rooms, as the index and the page have it. */
#ifndef CMD_EXTRACT_ROOMS_H
#define CMD_EXTRACT_ROOMS_H

#include "index.h"

/* While rooms are added: null for one whose asset is not in the index. To be released. */
json_t *room_to_json(const struct new_index *index, const struct asset_room *room);
/* By the places of rooms in the list of these; the same way may be added again. */
void rooms_add_way(json_t *all, size_t from, size_t to);
/* Releases the list, and makes the index's own of it: "id", "picture", "is_start",
 * "ways". NULL: it has no rooms. */
json_t *rooms_finish(json_t *all);

#endif
