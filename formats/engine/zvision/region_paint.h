/* Light and fog; and what all kinds of regions share. */
#ifndef EXH_ENGINE_ZVISION_REGION_PAINT_H
#define EXH_ENGINE_ZVISION_REGION_PAINT_H

#include "zv_parts.h"

/* What of a region is in a picture; false: nothing. */
bool exh_zv_region_clip(const struct exh_zv_picture *picture, struct zv_rectangle *place);

/* Row y of a clipped region. */
static inline uint16_t *zv_region_row(const struct exh_zv_picture *picture,
				      const struct zv_rectangle *place, size_t y)
{
	return picture->pixels + ((size_t)place->y1 + y) * picture->width +
	       (size_t)place->x1;
}

void exh_zv_light_draw(const struct zv_region *region,
		       const struct exh_zv_picture *picture);
void exh_zv_light_update(struct zv_light *light);
void exh_zv_fog_draw(const struct zv_region *region,
		     const struct exh_zv_picture *picture);
void exh_zv_fog_update(struct exh_zv_engine *engine, struct zv_fog *fog);

#endif
