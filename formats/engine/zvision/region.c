/* Regions of the picture that move or change their colours: water, light and fog. */
#include "zv_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	MOST = 31,	   /* largest value of a channel */
	PERIOD = 2 * MOST, /* updates in which a value of a cloud rises and falls */
	FOG_COLOR = 91,	   /* keys: red, green and blue */
	FOG_SPEED = 94,
};

/*
 * Water.
 */

static size_t width_of(const struct zv_rectangle *place)
{
	return (size_t)(place->x2 - place->x1) + 1;
}

static size_t height_of(const struct zv_rectangle *place)
{
	return (size_t)(place->y2 - place->y1) + 1;
}

/* Copies the region's pixels, row by row; NULL: out of memory. */
static uint16_t *copy_region(const struct exh_zv_picture *picture,
			     const struct zv_rectangle *place)
{
	const size_t width = width_of(place), height = height_of(place);
	uint16_t *pixels = malloc(width * height * sizeof *pixels);

	for (size_t y = 0; y < height && pixels; y++)
		memcpy(pixels + y * width, zv_row(picture, place, y),
		       width * sizeof *pixels);
	return pixels;
}

/* Returns the displacement of a pixel of a quarter, both across and down. */
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

				zv_row(picture, place, to_y)[to_x] =
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

	if (!exh_zv_clip(picture, &place))
		return true;
	from = copy_region(picture, &place);
	if (from)
		make_waves(region, from, picture, &place);
	free(from);
	return from != NULL;
}

static int channel(uint16_t pixel, int i)
{
	return pixel >> (10 - 5 * i) & MOST;
}

/* Adds to the channels of a pixel. */
static uint16_t brightened(uint16_t pixel, const int32_t by[3])
{
	unsigned made = 0;

	for (int i = 0; i < 3; i++)
		made = made << 5 |
		       (unsigned)zv_clamp((int64_t)channel(pixel, i) + by[i], 0, MOST);
	return (uint16_t)made;
}

/*
 * Light.
 */

/* Finds the pixel that others are compared with. False if it lies outside. */
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

/* QUIRK: a pixel that is greater as a whole word may be darker in a channel by any
 * amount, and a smaller one brighter. */
static bool is_like(uint16_t pixel, uint16_t reference, int32_t depth)
{
	const int sign = (pixel & 0x7fff) > (reference & 0x7fff) ? 1 : -1;

	if ((pixel & 0x7fff) == (reference & 0x7fff))
		return true;
	for (int i = 0; i < 3; i++)
		if (sign * (channel(pixel, i) - channel(reference, i)) >= depth)
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

	if (!exh_zv_clip(picture, &place) || !find_reference(light, picture, &reference))
		return;
	light->most = zv_clamp(light->depth, 0, light->most);
	light->least = -light->most;
	narrow(light, reference);
	for (int32_t y = 0; y <= place.y2 - place.y1; y++) {
		const uint16_t *row = zv_row(picture, &place, (size_t)y);

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

static void draw_light(const struct zv_region *region,
		       const struct exh_zv_picture *picture)
{
	const struct zv_light *light = &region->light;
	const int32_t by[3] = { light->step, light->step, light->step };
	struct zv_rectangle place = region->place;
	uint16_t reference;

	if (!exh_zv_clip(picture, &place) || !find_reference(light, picture, &reference))
		return;
	for (int32_t y = 0; y <= place.y2 - place.y1; y++) {
		uint16_t *row = zv_row(picture, &place, (size_t)y);

		for (int32_t x = 0; x <= place.x2 - place.x1; x++)
			if (is_like(row[x], reference, light->depth))
				row[x] = brightened(row[x], by);
	}
}

/*
 * Fog.
 */

/* Returns a value of the cloud, which rises or falls by one in each update. */
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

static void draw_fog(const struct zv_region *region, const struct exh_zv_picture *picture)
{
	const struct zv_fog *fog = &region->fog;
	struct zv_rectangle place = region->place;

	if (!fog->mask || !fog->cloud || !exh_zv_clip(picture, &place))
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

/* The colour moves towards that of the keys, a step an update. The older engine has its
 * keys in reverse order. */
static void change_color(const struct exh_zv_engine *engine, struct zv_fog *fog)
{
	const bool is_turned = engine->rules == EXH_ZV_RULES_ZENGINE;

	for (int i = 0; i < 3; i++) {
		const int32_t wanted =
			zv_get(engine, FOG_COLOR + (is_turned ? 2 - i : i));

		fog->color[i] = zv_clamp(
			zv_clamp(wanted, fog->color[i] - 1, fog->color[i] + 1), 0, MOST);
	}
}

static void update_fog(struct exh_zv_engine *engine, struct zv_fog *fog)
{
	change_color(engine, fog);
	fog->rises = (fog->rises + 1) % PERIOD;
	if (fog->cloud)
		fog->shift = zv_modulo((int64_t)fog->shift + zv_get(engine, FOG_SPEED),
				       (int64_t)fog->cloud->picture.width);
}

/*
 * All of them.
 */

bool exh_zv_region_draw(const struct zv_region *region,
			const struct exh_zv_picture *picture)
{
	switch (region->kind) {
	case REGION_WATER:
		return draw_water(region, picture);
	case REGION_LIGHT:
		draw_light(region, picture);
		return true;
	case REGION_FOG:
		draw_fog(region, picture);
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
		update_fog(engine, &region->fog);
		break;
	case REGION_UNKNOWN:
		return;
	}
	engine->is_drawn = false;
}

void exh_zv_region_tick(struct exh_zv_engine *engine, struct zv_region *region)
{
	region->wait_ms -= EXH_ZV_TICK_MS;
	if (region->wait_ms > 0)
		return;
	region->wait_ms = region->delay_ms;
	update(engine, region);
}
