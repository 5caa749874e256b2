/* Light and fog: regions whose pixels change their colours where they are. */
#include "region_paint.h"

#include <stdlib.h>

enum {
	MOST = 31,	   /* of a channel */
	PERIOD = 2 * MOST, /* updates in which a value of a cloud rises and falls */
	FOG_COLOR = 91,	   /* keys: red, green and blue */
	FOG_SPEED = 94,
};

bool exh_zv_region_clip(const struct exh_zv_picture *picture, struct zv_rectangle *place)
{
	const int64_t right = (int64_t)picture->width - 1;
	const int64_t bottom = (int64_t)picture->height - 1;

	place->x1 = place->x1 < 0 ? 0 : place->x1;
	place->y1 = place->y1 < 0 ? 0 : place->y1;
	place->x2 = place->x2 > right ? (int32_t)right : place->x2;
	place->y2 = place->y2 > bottom ? (int32_t)bottom : place->y2;
	return place->x1 <= place->x2 && place->y1 <= place->y2;
}

static int channel(uint16_t pixel, int i)
{
	return pixel >> (10 - 5 * i) & MOST;
}

static int within(int value)
{
	return value < 0 ? 0 : value > MOST ? MOST : value;
}

/* A pixel with so much added to its channels. */
static uint16_t brightened(uint16_t pixel, const int32_t by[3])
{
	unsigned made = 0;

	for (int i = 0; i < 3; i++)
		made = made << 5 | (unsigned)within(channel(pixel, i) + by[i]);
	return (uint16_t)made;
}

/*
 * Light.
 */

/* The pixel that others are compared with; false: it lies outside. */
static bool find_reference(const struct zv_light *light,
			   const struct exh_zv_picture *picture, uint16_t *reference)
{
	if (light->x < 0 || light->y < 0 || (size_t)light->x >= picture->width ||
	    (size_t)light->y >= picture->height)
		return false;
	*reference =
		picture->pixels[(size_t)light->y * picture->width + (size_t)light->x];
	return true;
}

static bool is_like(uint16_t pixel, uint16_t reference, int32_t depth)
{
	for (int i = 0; i < 3; i++)
		if (abs(channel(pixel, i) - channel(reference, i)) >= depth)
			return false;
	return true;
}

/* Narrows the steps so that no channel of the pixel overflows. */
static void narrow(struct zv_light *light, uint16_t pixel)
{
	for (int i = 0; i < 3; i++) {
		const int value = channel(pixel, i);

		if (light->least < -value)
			light->least = -value;
		if (light->most > MOST - value)
			light->most = MOST - value;
	}
}

void exh_zv_light_start(struct zv_region *region, const struct exh_zv_picture *picture)
{
	struct zv_light *light = &region->light;
	struct zv_rectangle place = region->place;
	uint16_t reference;

	if (!exh_zv_region_clip(picture, &place) ||
	    !find_reference(light, picture, &reference))
		return;
	for (int32_t y = 0; y <= place.y2 - place.y1; y++) {
		const uint16_t *row = zv_region_row(picture, &place, (size_t)y);

		for (int32_t x = 0; x <= place.x2 - place.x1; x++)
			if (is_like(row[x], reference, light->depth))
				narrow(light, row[x]);
	}
}

void exh_zv_light_update(struct zv_light *light)
{
	if (light->step >= light->most)
		light->goes_down = true;
	else if (light->step <= light->least)
		light->goes_down = false;
	if (light->goes_down && light->step > light->least)
		light->step--;
	else if (!light->goes_down && light->step < light->most)
		light->step++;
}

void exh_zv_light_draw(const struct zv_region *region,
		       const struct exh_zv_picture *picture)
{
	const struct zv_light *light = &region->light;
	const int32_t by[3] = { light->step, light->step, light->step };
	struct zv_rectangle place = region->place;
	uint16_t reference;

	if (!exh_zv_region_clip(picture, &place) ||
	    !find_reference(light, picture, &reference))
		return;
	for (int32_t y = 0; y <= place.y2 - place.y1; y++) {
		uint16_t *row = zv_region_row(picture, &place, (size_t)y);

		for (int32_t x = 0; x <= place.x2 - place.x1; x++)
			if (is_like(row[x], reference, light->depth))
				row[x] = brightened(row[x], by);
	}
}

/*
 * Fog.
 */

static int32_t modulo(int64_t number, size_t by)
{
	return (int32_t)((number % (int64_t)by + (int64_t)by) % (int64_t)by);
}

/* A value of the cloud, which has risen or fallen by one in each update. */
static int density(const struct zv_fog *fog, size_t x, size_t y)
{
	const struct exh_zv_picture *cloud = &fog->cloud->picture;
	const size_t at_x = (x + (size_t)fog->shift) % cloud->width;
	const int value = cloud->pixels[y % cloud->height * cloud->width + at_x] & MOST;
	const int risen = (value + fog->rises) % PERIOD;

	return risen <= MOST ? risen : PERIOD - risen;
}

/* The mask lies at the region's corner. */
static bool is_masked(const struct zv_fog *fog, size_t x, size_t y)
{
	const struct exh_zv_picture *mask = &fog->mask->picture;

	return x < mask->width && y < mask->height &&
	       mask->pixels[y * mask->width + x] & 0x7fff;
}

void exh_zv_fog_draw(const struct zv_region *region, const struct exh_zv_picture *picture)
{
	const struct zv_fog *fog = &region->fog;
	struct zv_rectangle place = region->place;

	if (!fog->mask || !fog->cloud || !exh_zv_region_clip(picture, &place))
		return;
	for (int32_t y = place.y1; y <= place.y2; y++)
		for (int32_t x = place.x1; x <= place.x2; x++) {
			const size_t in_x = (size_t)((int64_t)x - region->place.x1);
			const size_t in_y = (size_t)((int64_t)y - region->place.y1);
			uint16_t *pixel =
				picture->pixels + (size_t)y * picture->width + (size_t)x;
			int32_t by[3];

			if (!is_masked(fog, in_x, in_y))
				continue;
			for (int i = 0; i < 3; i++)
				by[i] = fog->color[i] * density(fog, in_x, in_y) / MOST;
			*pixel = brightened(*pixel, by);
		}
}

/* The older engine has the colours of the keys the other way round. */
void exh_zv_fog_color(const struct exh_zv_engine *engine, struct zv_fog *fog)
{
	const bool is_turned = engine->rules == EXH_ZV_RULES_ZENGINE;

	for (int i = 0; i < 3; i++)
		fog->color[i] =
			within(zv_get(engine, FOG_COLOR + (is_turned ? 2 - i : i)));
}

void exh_zv_fog_update(struct exh_zv_engine *engine, struct zv_fog *fog)
{
	exh_zv_fog_color(engine, fog);
	fog->rises = (fog->rises + 1) % PERIOD;
	if (fog->cloud)
		fog->shift = modulo((int64_t)fog->shift + zv_get(engine, FOG_SPEED),
				    fog->cloud->picture.width);
}
