#include "play_keen.h"

#include "media/picture/font_files.h"

#include <string.h>

enum {
	SIDE = 16,
	UNITS = 16, /* units per pixel */
	LINE = 512, /* pixels of the card's memory */
	PORT_WIDTH = EXH_KEEN_PORT_COLUMNS * SIDE,
	PORT_HEIGHT = EXH_KEEN_PORT_ROWS * SIDE,
	GAME_COLORS = 16,
	MASTER = 2,
};

const char *const keen_show_choices[] = { "screen", "vram",    "page0", "page1",
					  "master", "updates", "clip",	NULL };

/* Colours that no EGA screen has, after the game's. */
enum ink {
	INK_PAGE0 = GAME_COLORS,
	INK_PAGE1,
	INK_MASTER,
	INK_SCREEN, /* part that is on the monitor */
	INK_COPIED, /* update array: 1, ... */
	INK_ERASED, /* ... 2, ... */
	INK_SPRITE, /* ... 3 */
	INK_PLAYER, /* hit boxes */
	INK_ACTIVE,
	INK_ASLEEP,
	INK_WORDS,
	INK_PAPER,
	INK_WALLS,
	INK_COUNT = INK_WALLS + EXH_KEEN_WALL_INKS
};

static const struct exh_color inks[INK_WALLS - GAME_COLORS] = {
	[INK_PAGE0 - GAME_COLORS] = { 255, 160, 0, 255 },
	[INK_PAGE1 - GAME_COLORS] = { 0, 200, 120, 255 },
	[INK_MASTER - GAME_COLORS] = { 208, 96, 255, 255 },
	[INK_SCREEN - GAME_COLORS] = { 255, 255, 240, 255 },
	[INK_COPIED - GAME_COLORS] = { 64, 224, 255, 255 },
	[INK_ERASED - GAME_COLORS] = { 255, 192, 64, 255 },
	[INK_SPRITE - GAME_COLORS] = { 255, 64, 160, 255 },
	[INK_PLAYER - GAME_COLORS] = { 255, 255, 160, 255 },
	[INK_ACTIVE - GAME_COLORS] = { 128, 255, 128, 255 },
	[INK_ASLEEP - GAME_COLORS] = { 144, 144, 176, 255 },
	[INK_WORDS - GAME_COLORS] = { 255, 255, 248, 255 },
	[INK_PAPER - GAME_COLORS] = { 32, 0, 32, 255 },
};

/* A picture being drawn, and its sources. */
struct drawing {
	struct exh_image image;
	const struct exh_keen_engine *engine;
	struct exh_keen_view view;
	const uint8_t *memory;
	uint32_t memory_size; /* pixels; it wraps */
	bool has_page1;
};

/* Returns the number of pixels in the card's memory: CGA has half as much, with four
 * pixels per byte. */
static uint32_t memory_size(enum exh_keen_video video)
{
	return video == EXH_KEEN_CGA ? EXH_EGA_PIXELS / 2 : EXH_EGA_PIXELS;
}

void keen_show_size(enum keen_show show, enum exh_keen_video video, size_t *width,
		    size_t *height)
{
	*width = PORT_WIDTH;
	*height = PORT_HEIGHT;
	if (show == KEEN_SHOW_SCREEN) {
		*width = EXH_EGA_WIDTH;
		*height = EXH_EGA_HEIGHT;
	} else if (show == KEEN_SHOW_VRAM) {
		*width = LINE;
		*height = memory_size(video) / LINE;
	}
}

/* Pads the game's colours up to the first ink. */
static void add_inks(enum keen_show show, struct exh_palette *palette)
{
	if (show == KEEN_SHOW_SCREEN)
		return;
	while (palette->count < GAME_COLORS)
		palette->colors[palette->count++] = palette->colors[0];
	for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
		palette->colors[palette->count++] = inks[i];
	for (size_t i = 0; i < EXH_KEEN_WALL_INKS; i++)
		palette->colors[palette->count++] = exh_keen_wall_colors[i];
}

void keen_show_colors(enum keen_show show, enum exh_keen_video video,
		      struct exh_palette *palette)
{
	if (video == EXH_KEEN_CGA)
		exh_palette_cga(palette, 1, true);
	else
		exh_palette_ega(palette);
	add_inks(show, palette);
}

/*
 * Lines.
 */

static void dot(const struct exh_image *image, int x, int y, uint8_t ink)
{
	if (x >= 0 && y >= 0 && (size_t)x < image->width && (size_t)y < image->height)
		image->pixels[(size_t)y * image->width + (size_t)x] = ink;
}

/* Draws a box; all corners belong to it. */
static void draw_box(const struct exh_image *image, int left, int top, int right,
		     int bottom, uint8_t ink)
{
	for (int x = left; x <= right; x++) {
		dot(image, x, top, ink);
		dot(image, x, bottom, ink);
	}
	for (int y = top; y <= bottom; y++) {
		dot(image, left, y, ink);
		dot(image, right, y, ink);
	}
}

/*
 * Memory.
 */

static void draw_part(const struct drawing *drawing, uint32_t first)
{
	const struct exh_image *image = &drawing->image;

	for (size_t y = 0; y < image->height; y++)
		for (size_t x = 0; x < image->width; x++)
			image->pixels[y * image->width + x] =
				drawing->memory[(first + y * LINE + x) %
						drawing->memory_size];
}

/* Draws the border of a part of memory, which wraps around. */
static void frame_part(const struct drawing *drawing, uint32_t first, size_t width,
		       size_t height, uint8_t ink)
{
	const uint32_t size = drawing->memory_size;
	uint8_t *pixels = drawing->image.pixels;

	for (size_t x = 0; x < width; x++) {
		pixels[(first + x) % size] = ink;
		pixels[(first + (height - 1) * LINE + x) % size] = ink;
	}
	for (size_t y = 0; y < height; y++) {
		pixels[(first + y * LINE) % size] = ink;
		pixels[(first + y * LINE + width - 1) % size] = ink;
	}
}

static void draw_memory(const struct drawing *drawing)
{
	const struct exh_keen_view *view = &drawing->view;

	memcpy(drawing->image.pixels, drawing->memory, drawing->memory_size);
	for (unsigned i = 0; i <= MASTER; i++)
		if (i != KEEN_SHOW_PAGE1 - KEEN_SHOW_PAGE0 || drawing->has_page1)
			frame_part(drawing, view->ports[i], PORT_WIDTH, PORT_HEIGHT,
				   (uint8_t)(INK_PAGE0 + i));
	frame_part(drawing, view->screen, EXH_EGA_WIDTH, EXH_EGA_HEIGHT, INK_SCREEN);
}

/*
 * Ports.
 */

static void frame_screen(const struct drawing *drawing)
{
	const int left = drawing->view.pan_x, top = drawing->view.pan_y;

	draw_box(&drawing->image, left, top, left + EXH_EGA_WIDTH - 1,
		 top + EXH_EGA_HEIGHT - 1, INK_SCREEN);
}

static void draw_updates(struct drawing *drawing)
{
	frame_screen(drawing);
	for (int y = 0; y < EXH_KEEN_PORT_ROWS; y++)
		for (int x = 0; x < EXH_KEEN_PORT_COLUMNS; x++) {
			const uint8_t mark = drawing->view.updates[y][x];
			const uint8_t ink = (uint8_t)(INK_COPIED - 1 + mark);
			const int left = x * SIDE, top = y * SIDE;

			if (!mark || mark > 3)
				continue;
			draw_box(&drawing->image, left, top, left + SIDE - 1,
				 top + SIDE - 1, ink);
			number_font_draw(&drawing->image, (size_t)left, (size_t)top, mark,
					 ink, INK_PAPER);
		}
}

static void draw_walls(const struct drawing *drawing,
		       const struct exh_keen_tile_info *info)
{
	struct exh_keen_wall_cells cells = { .info = info };
	const uint16_t *planes[EXH_KEEN_PLANE_COUNT];

	exh_keen_engine_level(drawing->engine, &cells.width, &cells.height, planes);
	cells.foreground = planes[EXH_KEEN_FOREGROUND];
	for (size_t y = 0; y < EXH_KEEN_PORT_ROWS; y++)
		for (size_t x = 0; x < EXH_KEEN_PORT_COLUMNS; x++) {
			const size_t row = drawing->view.origin_y_tile + y;
			const size_t column = drawing->view.origin_x_tile + x;

			if (row >= cells.height || column >= cells.width)
				continue;
			exh_keen_outline_draw(&cells, column, row, INK_WALLS,
					      drawing->image.pixels +
						      y * SIDE * PORT_WIDTH + x * SIDE,
					      PORT_WIDTH);
		}
}

static void draw_object(struct drawing *drawing, const struct exh_keen_object *object)
{
	const int left_edge = drawing->view.origin_x_tile * SIDE;
	const int top_edge = drawing->view.origin_y_tile * SIDE;
	const int left = object->left_units / UNITS - left_edge;
	const int top = object->top_units / UNITS - top_edge;
	const int right = object->right_units / UNITS - left_edge;
	const int bottom = object->bottom_units / UNITS - top_edge;

	draw_box(&drawing->image, left, top, right, bottom,
		 !object->slot	  ? INK_PLAYER
		 : object->active ? INK_ACTIVE
				  : INK_ASLEEP);
	if (left + SIDE >= 0 && top + SIDE >= 0 && left < PORT_WIDTH &&
	    top < PORT_HEIGHT && object->slot)
		number_font_draw(&drawing->image, left < 0 ? 0 : (size_t)left,
				 top < 0 ? 0 : (size_t)top, object->slot, INK_WORDS,
				 INK_PAPER);
}

static void draw_clip(struct drawing *drawing, const struct exh_keen_tile_info *info)
{
	struct exh_keen_object objects[EXH_KEEN_OBJECTS];
	const size_t count = exh_keen_engine_objects(drawing->engine, objects);

	draw_walls(drawing, info);
	for (size_t i = count; i-- > 0;)
		draw_object(drawing, &objects[i]);
	frame_screen(drawing);
}

void keen_show_draw(enum keen_show show, enum exh_keen_video video,
		    const struct exh_keen_engine *engine,
		    const struct exh_keen_tile_info *info, uint8_t *pixels,
		    struct exh_palette *palette)
{
	struct drawing drawing = { .engine = engine,
				   .image = { .pixels = pixels },
				   .memory = exh_keen_engine_ega(engine)->pixels,
				   .memory_size = memory_size(video),
				   .has_page1 = video != EXH_KEEN_CGA };

	exh_keen_engine_palette(engine, palette);
	add_inks(show, palette);
	if (show == KEEN_SHOW_SCREEN) {
		exh_keen_engine_picture(engine, pixels);
		return;
	}
	keen_show_size(show, video, &drawing.image.width, &drawing.image.height);
	exh_keen_engine_view(engine, &drawing.view);
	if (show == KEEN_SHOW_VRAM) {
		draw_memory(&drawing);
		return;
	}
	if (show >= KEEN_SHOW_UPDATES)
		draw_part(&drawing, drawing.view.ports[drawing.view.shown_page]);
	else
		draw_part(&drawing, drawing.view.ports[show - KEEN_SHOW_PAGE0]);
	if (show == KEEN_SHOW_UPDATES)
		draw_updates(&drawing);
	else if (show == KEEN_SHOW_CLIP)
		draw_clip(&drawing, info);
}
