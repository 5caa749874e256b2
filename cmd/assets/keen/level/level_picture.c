#include "level.h"

#include "media/picture/font_files.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, UNITS = 16 /* a pixel */ };

/* Overlays have colours that no EGA screen has, so that they are seen on any tile. */
enum overlay {
	WALLS,
	GRID = WALLS + EXH_KEEN_WALL_INKS,
	LABEL,
	LABEL_SHADE,
	OVERLAY_COUNT
};

static const struct exh_color overlay_colors[OVERLAY_COUNT] = {
	[GRID] = { 128, 128, 128, 255 },
	[LABEL] = { 255, 255, 240, 255 },
	[LABEL_SHADE] = { 32, 0, 32, 255 },
};

static bool has_overlays(const struct level_style *style)
{
	return style->labels || style->collision || style->grid || style->objects;
}

/* A picture without a background has pixels that are not drawn. */
static size_t clear_count(const struct level_style *style)
{
	return style->background ? 0 : 1;
}

static uint8_t overlay_index(const struct level_style *style, enum overlay overlay)
{
	return (uint8_t)(style->colors->count + clear_count(style) + overlay);
}

void level_palette(const struct level_style *style, struct exh_palette *palette)
{
	*palette = *style->colors;
	if (clear_count(style)) {
		palette->colors[palette->count] = palette->colors[0];
		palette->colors[palette->count++].alpha = 0;
	}
	for (size_t i = 0; i < OVERLAY_COUNT && has_overlays(style); i++)
		palette->colors[palette->count++] =
			i < GRID ? exh_keen_wall_colors[i] : overlay_colors[i];
}

/*
 * One cell.
 */

struct canvas {
	const struct level_style *style;
	uint8_t *pixels; /* top left pixel of the cell */
	size_t stride;
};

static void dot(const struct canvas *canvas, size_t x, size_t y, enum overlay overlay)
{
	canvas->pixels[y * canvas->stride + x] = overlay_index(canvas->style, overlay);
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

	number_font_draw(&cell, 0, 0, number, overlay_index(canvas->style, LABEL),
			 overlay_index(canvas->style, LABEL_SHADE));
}

static void draw_overlays(const struct canvas *canvas, const struct exh_keen_map *map,
			  size_t column, size_t row, bool numbered)
{
	const struct level_style *style = canvas->style;
	const struct exh_keen_wall_cells cells = {
		.info = style->info,
		.foreground = map->planes[EXH_KEEN_FOREGROUND].cells,
		.width = map->width,
		.height = map->height,
	};
	const uint16_t number =
		map->planes[EXH_KEEN_INFO].cells[row * map->width + column];

	if (style->collision)
		exh_keen_outline_draw(&cells, column, row, overlay_index(style, WALLS),
				      canvas->pixels, canvas->stride);
	if (style->grid)
		draw_grid(canvas);
	if ((style->labels || numbered) && number)
		draw_label(canvas, number);
}

/* Gives undrawn pixels the first index after the colours: for CGA that is less than
 * EXH_KEEN_MASKED. */
static void move_clear(const struct level_style *style, struct exh_image *image)
{
	const uint8_t clear = (uint8_t)style->colors->count;

	if (!clear_count(style) || clear == EXH_KEEN_MASKED)
		return;
	for (size_t i = 0; i < image->width * image->height; i++)
		if (image->pixels[i] == EXH_KEEN_MASKED)
			image->pixels[i] = clear;
}

/*
 * Objects where the info plane puts them, as they look when the level begins.
 */

/* Place of the picture's top left in the area's image; it may be outside. */
struct place {
	long x, y;
};

static void blit(const struct exh_keen_bitmap *sprite, const uint8_t *pixels,
		 struct place at, struct exh_image *image)
{
	for (long y = 0; y < (long)sprite->height; y++)
		for (long x = 0; x < (long)sprite->width; x++) {
			const uint8_t pixel = pixels[y * (long)sprite->width + x];
			const long to_x = at.x + x, to_y = at.y + y;

			if (pixel & EXH_KEEN_MASKED || to_x < 0 || to_y < 0 ||
			    to_x >= (long)image->width || to_y >= (long)image->height)
				continue;
			image->pixels[to_y * (long)image->width + to_x] = pixel;
		}
}

/* Pixels for a number of units, rounded down also if negative. */
static long pixels_of(long units)
{
	return units >= 0 ? units / UNITS : -((-units + UNITS - 1) / UNITS);
}

static bool draw_sprite(const struct exh_keen_graphics *graphics,
			const struct exh_keen_info_object *object, struct place cell,
			struct exh_image *image)
{
	const struct exh_keen_span *span = &graphics->layout.spans[EXH_KEEN_SPRITE];
	const size_t index = (size_t)object->sprite;
	struct exh_keen_bitmap bitmap;
	const struct exh_keen_sprite *sprite;
	uint8_t *pixels;

	if (index >= graphics->sprite_count || index >= span->count ||
	    exh_keen_bitmap_open(graphics, span->first + index, 0, &bitmap, NULL))
		return false;
	pixels = mem_alloc(bitmap.width, bitmap.height);
	sprite = &graphics->sprites[index];
	exh_keen_bitmap_decode(&bitmap, pixels);
	cell.x += pixels_of(sprite->origin_units[0]);
	cell.y += pixels_of(object->y_units + sprite->origin_units[1]);
	blit(&bitmap, pixels, cell, image);
	free(pixels);
	return true;
}

static void draw_cell(const struct exh_keen_graphics *graphics,
		      const struct exh_keen_map *map, size_t column, size_t row,
		      const struct exh_keen_map_area *area, struct exh_image *image,
		      bool *numbered)
{
	const unsigned info = map->planes[EXH_KEEN_INFO].cells[row * map->width + column];
	const struct exh_keen_info_object *object =
		info ? exh_keen_layout_object(&graphics->layout, info) : NULL;
	const struct place cell = { ((long)column - (long)area->x) * SIDE,
				    ((long)row - (long)area->y) * SIDE };
	const bool inside = column >= area->x && column - area->x < area->columns &&
			    row >= area->y && row - area->y < area->rows;

	if (!info)
		return;
	if (object && object->sprite >= 0 && draw_sprite(graphics, object, cell, image))
		return;
	if (inside)
		numbered[(row - area->y) * area->columns + column - area->x] = true;
}

/* Draws the parts of sprites within the area. Sets numbered, row by row, for cells whose
 * value has no sprite. */
static void draw_sprites(const struct exh_keen_graphics *graphics,
			 const struct exh_keen_map *map,
			 const struct exh_keen_map_area *area, struct exh_image *image,
			 bool *numbered)
{
	for (size_t row = 0; row < map->height; row++)
		for (size_t column = 0; column < map->width; column++)
			draw_cell(graphics, map, column, row, area, image, numbered);
}

/* Draws the objects. Returns a flag for each cell of the area whose object has no sprite,
 * to be freed. */
static bool *draw_objects(const struct level_style *style, const struct exh_keen_map *map,
			  const struct exh_keen_map_area *area, struct exh_image *image)
{
	bool *numbered = mem_alloc(area->columns * area->rows, sizeof *numbered);

	if (!style->objects)
		return numbered;
	draw_sprites(style->objects, map, area, image, numbered);
	if (style->foreground && style->info)
		exh_keen_map_draw_front(map, style->foreground, style->info, area, image);
	return numbered;
}

/*
 * The whole picture.
 */

void level_draw(const struct level_style *style, const struct exh_keen_map *map,
		const struct exh_keen_map_area *area, struct exh_image *image)
{
	bool *numbered;

	exh_keen_map_draw(map, style->background, style->foreground, area, image);
	move_clear(style, image);
	numbered = draw_objects(style, map, area, image);
	for (size_t row = 0; row < area->rows && has_overlays(style); row++)
		for (size_t column = 0; column < area->columns; column++) {
			const struct canvas canvas = {
				style,
				image->pixels + row * SIDE * image->width + column * SIDE,
				image->width
			};

			draw_overlays(&canvas, map, area->x + column, area->y + row,
				      numbered[row * area->columns + column]);
		}
	free(numbered);
}

enum exh_status level_png(const struct level_style *style, const struct exh_keen_map *map,
			  struct exh_writer *out, struct exh_error *err)
{
	const struct exh_keen_map_area all = { 0, 0, map->width, map->height };
	struct exh_image image = { map->width * SIDE, map->height * SIDE, NULL };
	struct exh_palette palette;
	enum exh_status status;

	image.pixels = mem_alloc(image.width, image.height);
	level_draw(style, map, &all, &image);
	level_palette(style, &palette);
	image_scale(&image, style->scale, false);
	status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}
