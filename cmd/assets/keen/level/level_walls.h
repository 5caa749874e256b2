/* What of a tile of Keen's stops, kills and hides: drawn over it. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_WALLS_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_WALLS_H

#include <exhume/keen_map.h>

enum level_ink {
	LEVEL_SOLID,
	LEVEL_DEADLY,
	LEVEL_SPECIAL, /* walls of other kinds, poles, and what else the game knows of */
	LEVEL_INSIDE,  /* in front of sprites */
	LEVEL_INK_COUNT
};

/* Colours that no EGA screen has, so that they are seen on any tile. */
extern const struct exh_color level_ink_colors[LEVEL_INK_COUNT];

/* Draws the foreground tile's walls into the cell of 16x16 pixels at pixels; ink n is
 * index first_ink + n. */
void level_walls_draw(const struct exh_keen_tile_info *info, size_t tile,
		      uint8_t first_ink, uint8_t *pixels, size_t stride);

#endif
