/*
 * Levels as pictures: what the game shows at rest, the objects where they begin, and over
 * it what it does not show: numbers of the info plane, walls, a grid.
 */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_PICTURE_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_PICTURE_H

#include <exhume/keen_map.h>

struct level_style {
	const struct exh_palette *colors; /* 16 of EGA or 4 of CGA */
	/* NULL: that layer is left out. */
	const struct exh_keen_tiles *background, *foreground;
	const struct exh_keen_tile_info *info;
	const struct exh_keen_graphics *objects; /* their sprites; NULL: no objects */
	bool labels, collision, grid;
};

/* The palette of such pictures: the colours, what is not drawn, the overlays. */
void level_palette(const struct level_style *style, struct exh_palette *palette);

/* Draws cells of a level; image is as large as exh_keen_map_draw wants it. */
void level_draw(const struct level_style *style, const struct exh_keen_map *map,
		const struct exh_keen_map_area *area, struct exh_image *image);

/* The whole level as a PNG file. */
enum exh_status level_png(const struct level_style *style, const struct exh_keen_map *map,
			  struct exh_writer *out, struct exh_error *err);

#endif
