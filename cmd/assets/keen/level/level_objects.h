/* Objects where the info plane puts them, as they look when the level begins. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_OBJECTS_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_OBJECTS_H

#include <exhume/keen_map.h>

/* Draws the sprites that are known, as far as they reach into the area; true in numbered,
 * which has a flag for each cell of the area, row by row: its value has no sprite. */
void level_objects_draw(const struct exh_keen_graphics *graphics,
			const struct exh_keen_map *map,
			const struct exh_keen_map_area *area, struct exh_image *image,
			bool *numbered);

#endif
