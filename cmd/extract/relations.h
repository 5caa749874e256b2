/* Which assets of a game use which others, and the map of its rooms. */
#ifndef CMD_EXTRACT_RELATIONS_H
#define CMD_EXTRACT_RELATIONS_H

#include "index.h"

/* Adds "uses" and "used_by" to the assets of an index: lists of ids, in the order of the
 * index. Those of an earlier run are dropped. Makes index->rooms. */
void relations_add(struct new_index *index, void *game, struct report *report);

#endif
