/* Regions of the picture that move; and water. */
#include "region_paint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t width_of(const struct zv_rectangle *place)
{
	return (size_t)(place->x2 - place->x1) + 1;
}

static size_t height_of(const struct zv_rectangle *place)
{
	return (size_t)(place->y2 - place->y1) + 1;
}

/* Its pixels, row by row; NULL: out of memory. */
static uint16_t *copy_region(const struct exh_zv_picture *picture,
			     const struct zv_rectangle *place)
{
	const size_t width = width_of(place), height = height_of(place);
	uint16_t *pixels = malloc(width * height * sizeof *pixels);

	for (size_t y = 0; y < height && pixels; y++)
		memcpy(pixels + y * width, zv_region_row(picture, place, y),
		       width * sizeof *pixels);
	return pixels;
}

/* How far a pixel of a quarter is displaced, both ways. */
static int shift_of(const struct zv_water *water, double dx, double dy, int32_t frame)
{
	const double distance = sqrt(dx * dx / water->cx + dy * dy / water->cy);
	const double shift = water->amplitude *
			     sin(distance / (-water->length * 3.14159265358979323846) +
				 frame * water->speed);

	return shift > -128 && shift < 128 ? (int)shift : 0;
}

static size_t shifted(size_t at, int shift, size_t count)
{
	const int64_t to = (int64_t)at + shift;

	return to < 0 ? 0 : to >= (int64_t)count ? count - 1 : (size_t)to;
}

/* All four quarters have the same waves. */
static void make_waves(const struct zv_region *region, const uint16_t *from,
		       const struct exh_zv_picture *picture,
		       const struct zv_rectangle *place)
{
	const size_t width = width_of(place), height = height_of(place);
	const size_t half_width = width / 2, half_height = height / 2;
	const size_t middle_x = half_width / 2, middle_y = half_height / 2;

	for (size_t y = 0; y < half_height; y++)
		for (size_t x = 0; x < half_width; x++) {
			const int shift =
				shift_of(&region->water, (double)x - (double)middle_x,
					 (double)y - (double)middle_y, region->frame);

			for (size_t quarter = 0; quarter < 4; quarter++) {
				const size_t to_x = x + quarter % 2 * half_width;
				const size_t to_y = y + quarter / 2 * half_height;

				zv_region_row(picture, place, to_y)[to_x] =
					from[shifted(to_y, shift, height) * width +
					     shifted(to_x, shift, width)];
			}
		}
}

static bool draw_water(const struct zv_region *region,
		       const struct exh_zv_picture *picture)
{
	struct zv_rectangle place = region->place;
	uint16_t *from;

	if (!exh_zv_region_clip(picture, &place))
		return true;
	from = copy_region(picture, &place);
	if (from)
		make_waves(region, from, picture, &place);
	free(from);
	return from != NULL;
}

bool exh_zv_region_draw(const struct zv_region *region,
			const struct exh_zv_picture *picture)
{
	switch (region->kind) {
	case REGION_WATER:
		return draw_water(region, picture);
	case REGION_LIGHT:
		exh_zv_light_draw(region, picture);
		return true;
	case REGION_FOG:
		exh_zv_fog_draw(region, picture);
		return true;
	case REGION_UNKNOWN:
		break;
	}
	return true;
}

static void update(struct exh_zv_engine *engine, struct zv_region *region)
{
	switch (region->kind) {
	case REGION_WATER:
		region->frame =
			region->frame + 1 < region->frames ? region->frame + 1 : 0;
		break;
	case REGION_LIGHT:
		exh_zv_light_update(&region->light);
		break;
	case REGION_FOG:
		exh_zv_fog_update(engine, &region->fog);
		break;
	case REGION_UNKNOWN:
		return;
	}
	engine->is_drawn = false;
}

void exh_zv_region_tick(struct exh_zv_engine *engine, struct zv_region *region,
			int32_t ms)
{
	region->wait_ms -= ms;
	while (region->wait_ms <= 0) {
		region->wait_ms += region->delay_ms;
		update(engine, region);
	}
}
