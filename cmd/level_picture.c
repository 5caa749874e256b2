#include "level_picture.h"

#include "digits.h"
#include "io/png.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16 };

/* Overlays have colours that no EGA screen has, so that they are seen on any tile. */
enum overlay { SOLID, DEADLY, SPECIAL, INSIDE, GRID, LABEL, LABEL_SHADE, OVERLAY_COUNT };

static const struct exh_color overlay_colors[OVERLAY_COUNT] = {
	[SOLID] = { 255, 0, 128, 255 },	    [DEADLY] = { 255, 96, 0, 255 },
	[SPECIAL] = { 0, 255, 208, 255 },   [INSIDE] = { 255, 224, 0, 255 },
	[GRID] = { 128, 128, 128, 255 },    [LABEL] = { 255, 255, 240, 255 },
	[LABEL_SHADE] = { 32, 0, 32, 255 },
};

static bool has_overlays(const struct level_look *look)
{
	return look->labels || look->collision || look->grid;
}

/* A picture without a background has pixels that are not drawn. */
static size_t clear_count(const struct level_look *look)
{
	return look->background ? 0 : 1;
}

static uint8_t overlay_index(const struct level_look *look, enum overlay overlay)
{
	return (uint8_t)(look->colors->count + clear_count(look) + overlay);
}

void level_palette(const struct level_look *look, struct exh_palette *palette)
{
	*palette = *look->colors;
	if (clear_count(look)) {
		palette->colors[palette->count] = palette->colors[0];
		palette->colors[palette->count++].alpha = 0;
	}
	for (size_t i = 0; i < OVERLAY_COUNT && has_overlays(look); i++)
		palette->colors[palette->count++] = overlay_colors[i];
}

/*
 * One cell.
 */

struct canvas {
	const struct level_look *look;
	uint8_t *pixels; /* of the cell's top left */
	size_t stride;
};

static void dot(const struct canvas *canvas, size_t x, size_t y, enum overlay overlay)
{
	canvas->pixels[y * canvas->stride + x] = overlay_index(canvas->look, overlay);
}

/* Two pixels thick, from the surface inwards. North walls go down from the top, south
 * walls up from the bottom. */
static void draw_surface(const struct canvas *canvas, uint8_t wall, bool north)
{
	const enum overlay overlay = wall & 8 ? DEADLY : wall & 16 ? SPECIAL : SOLID;

	for (unsigned x = 0; x < SIDE && (wall & 7); x++) {
		const size_t depth = exh_keen_wall_height(wall, x) / 16;

		for (size_t y = depth; y < depth + 2 && y < SIDE; y++)
			dot(canvas, x, north ? y : SIDE - 1 - y, overlay);
	}
}

static void draw_side(const struct canvas *canvas, uint8_t wall, bool east)
{
	for (size_t y = 0; y < SIDE && wall; y++)
		for (size_t depth = 0; depth < 2; depth++)
			dot(canvas, east ? SIDE - 1 - depth : depth, y,
			    wall == 2 ? SPECIAL : SOLID);
}

/* In front of sprites: a checkered tile. A pole: a line down the middle; other numbers
 * that the game keeps there: a square. */
static void draw_inside(const struct canvas *canvas, uint8_t inside)
{
	const unsigned kind = inside & 127;

	for (size_t y = 0; y < SIDE; y++)
		for (size_t x = y / 2 % 2 * 2; x < SIDE && inside & 128; x += 4)
			if (y % 2 == 0)
				dot(canvas, x, y, INSIDE);
	for (size_t y = 0; y < SIDE && kind == 1; y++)
		dot(canvas, SIDE / 2, y, SPECIAL);
	for (size_t i = 5; i < 11 && kind > 1; i++) {
		dot(canvas, i, 5, SPECIAL);
		dot(canvas, i, 10, SPECIAL);
		dot(canvas, 5, i, SPECIAL);
		dot(canvas, 10, i, SPECIAL);
	}
}

static void draw_walls(const struct canvas *canvas, size_t tile)
{
	const struct exh_keen_tile_info *info = canvas->look->info;

	draw_inside(canvas, exh_keen_tile_value(info, EXH_KEEN_INTILE, tile));
	draw_side(canvas, exh_keen_tile_value(info, EXH_KEEN_EASTWALL, tile), true);
	draw_side(canvas, exh_keen_tile_value(info, EXH_KEEN_WESTWALL, tile), false);
	draw_surface(canvas, exh_keen_tile_value(info, EXH_KEEN_SOUTHWALL, tile), false);
	draw_surface(canvas, exh_keen_tile_value(info, EXH_KEEN_NORTHWALL, tile), true);
}

/* Every other pixel, so that what is below can be made out. */
static void draw_grid(const struct canvas *canvas)
{
	for (size_t i = 0; i < SIDE; i += 2) {
		dot(canvas, i, 0, GRID);
		dot(canvas, 0, i, GRID);
	}
}

static void draw_label(const struct canvas *canvas, uint16_t number)
{
	struct exh_image cell = { canvas->stride, SIDE, canvas->pixels };

	digits_draw(&cell, 0, 0, number, overlay_index(canvas->look, LABEL),
		    overlay_index(canvas->look, LABEL_SHADE));
}

static void draw_overlays(const struct canvas *canvas, const struct exh_keen_map *map,
			  size_t cell)
{
	const struct level_look *look = canvas->look;

	if (look->collision)
		draw_walls(canvas, map->planes[EXH_KEEN_FOREGROUND].cells[cell]);
	if (look->grid)
		draw_grid(canvas);
	if (look->labels && map->planes[EXH_KEEN_INFO].cells[cell])
		draw_label(canvas, map->planes[EXH_KEEN_INFO].cells[cell]);
}

/* The colours of EGA end where the mark of what is not drawn begins; those of CGA before
 * it. */
static void move_clear(const struct level_look *look, struct exh_image *image)
{
	const uint8_t clear = (uint8_t)look->colors->count;

	if (!clear_count(look) || clear == EXH_KEEN_MASKED)
		return;
	for (size_t i = 0; i < image->width * image->height; i++)
		if (image->pixels[i] == EXH_KEEN_MASKED)
			image->pixels[i] = clear;
}

void level_draw(const struct level_look *look, const struct exh_keen_map *map,
		const struct exh_keen_map_area *area, struct exh_image *image)
{
	exh_keen_map_draw(map, look->background, look->foreground, area, image);
	move_clear(look, image);
	for (size_t row = 0; row < area->rows && has_overlays(look); row++)
		for (size_t column = 0; column < area->columns; column++) {
			const struct canvas canvas = {
				look,
				image->pixels + row * SIDE * image->width + column * SIDE,
				image->width
			};

			draw_overlays(&canvas, map,
				      (area->y + row) * map->width + area->x + column);
		}
}

enum exh_status level_png(const struct level_look *look, const struct exh_keen_map *map,
			  struct exh_writer *out, struct exh_error *err)
{
	const struct exh_keen_map_area all = { 0, 0, map->width, map->height };
	struct exh_image image = { map->width * SIDE, map->height * SIDE, NULL };
	struct exh_palette palette;
	enum exh_status status;

	image.pixels = malloc(image.width * image.height);
	if (!image.pixels)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	level_draw(look, map, &all, &image);
	level_palette(look, &palette);
	status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}
