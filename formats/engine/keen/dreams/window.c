#include "window.h"

#include "refresh_parts.h"

enum {
	SIDE = CELL_PIXELS, /* windows count in it */
	SCREEN_WIDTH = EXH_EGA_WIDTH / SIDE,
	SCREEN_HEIGHT = EXH_EGA_HEIGHT / SIDE,
	PAGE_COPY_PIXELS =
		84 * EXH_EGA_PIXELS_PER_ADDRESS, /* a line: all of it, and on */
	WHITE = 15,				 /* CGA has its lower two bits */
	BLACK_ON_WHITE = 15,
	MAX_GLYPH_WIDTH = 255,
	MAX_GLYPH_HEIGHT = 255,
};

/* Tiles of the frame. */
enum { TOP_LEFT, TOP, TOP_RIGHT, LEFT, CENTER, RIGHT, BOTTOM_LEFT, BOTTOM, BOTTOM_RIGHT };

static uint8_t color_of(const struct exh_keen_engine *e, unsigned color)
{
	return (uint8_t)(color & (is_cga(e) ? 3 : WHITE));
}

/*
 * Drawing. While windows are shown the card is not panned by single pixels: a place on
 * the screen is the place in the port at that moment.
 */

struct place {
	unsigned x, y; /* pixels of the port */
};

static struct place place_of(const struct exh_keen_engine *e, unsigned x, unsigned y)
{
	return (struct place){ x + (e->rf.panx & (is_cga(e) ? 12U : 8U)),
			       y + e->rf.pany };
}

/* Of the page that is not shown. */
static uint32_t pixel_of(const struct exh_keen_engine *e, struct place place)
{
	return (e->rf.screenstart[e->rf.otherpage] + place.y * LINE_PIXELS + place.x) &
	       e->rf.last_pixel;
}

/* MarkUpdateBlock. */
static void mark_block(struct exh_keen_engine *e, struct place from, unsigned width,
		       unsigned height)
{
	uint8_t *marks = window_of(e, e->rf.otherpage);

	if (!width || !height)
		return;
	for (unsigned row = from.y / TILE_SIDE;
	     row <= (from.y + height - 1) / TILE_SIDE && row < PORT_ROWS; row++)
		for (unsigned column = from.x / TILE_SIDE;
		     column <= (from.x + width - 1) / TILE_SIDE && column < PORT_COLUMNS;
		     column++)
			marks[row * UPDATE_COLUMNS + column] = 1;
}

static void draw_bar(struct exh_keen_engine *e, unsigned x, unsigned y, unsigned width,
		     unsigned height, unsigned color)
{
	const struct place from = place_of(e, x, y);
	const struct memory memory = memory_of(e);

	for (unsigned line = 0; line < height; line++) {
		const uint32_t at = pixel_of(e, (struct place){ from.x, from.y + line });

		for (unsigned i = 0; i < width; i++)
			memory.pixels[(at + i) & memory.last] = color_of(e, color);
	}
	mark_block(e, from, width, height);
}

static void draw_frame_tile(struct exh_keen_engine *e, unsigned x, unsigned y,
			    unsigned tile)
{
	const struct place at = place_of(e, x * SIDE, y * SIDE);
	const struct memory memory = memory_of(e);

	if (tile >= e->game->tile8m_count)
		return;
	exh_keen_rf_blit_masked(&memory, pixel_of(e, at), e->game->tile8m[tile], 1, SIDE);
	mark_block(e, at, SIDE, SIDE);
}

/*
 * Windows.
 */

static unsigned clamp(unsigned value, unsigned least, unsigned most)
{
	if (value < least)
		return least;
	return value > most ? most : value;
}

static void draw_frame(struct exh_keen_engine *e, const struct window *w)
{
	const unsigned left = w->x - 1, top = w->y - 1;
	const unsigned right = w->x + w->width, bottom = w->y + w->height;

	draw_frame_tile(e, left, top, TOP_LEFT);
	draw_frame_tile(e, right, top, TOP_RIGHT);
	draw_frame_tile(e, left, bottom, BOTTOM_LEFT);
	draw_frame_tile(e, right, bottom, BOTTOM_RIGHT);
	for (unsigned x = w->x; x < right; x++) {
		draw_frame_tile(e, x, top, TOP);
		draw_frame_tile(e, x, bottom, BOTTOM);
	}
	for (unsigned y = w->y; y < bottom; y++) {
		draw_frame_tile(e, left, y, LEFT);
		draw_frame_tile(e, right, y, RIGHT);
	}
}

struct window exh_keen_window_draw(struct exh_keen_engine *e, unsigned x, unsigned y,
				   unsigned width, unsigned height)
{
	struct window w;

	w.width = clamp(width, 1, SCREEN_WIDTH - 2);
	w.height = clamp(height, 1, SCREEN_HEIGHT - 2);
	w.x = clamp(x, 1, SCREEN_WIDTH - 1 - w.width);
	w.y = clamp(y, 1, SCREEN_HEIGHT - 1 - w.height);
	w.line = w.y * SIDE;
	draw_bar(e, w.x * SIDE, w.y * SIDE, w.width * SIDE, w.height * SIDE, WHITE);
	draw_frame(e, &w);
	return w;
}

struct window exh_keen_window_center(struct exh_keen_engine *e, unsigned width,
				     unsigned height)
{
	width = clamp(width, 1, SCREEN_WIDTH - 2);
	height = clamp(height, 1, SCREEN_HEIGHT - 2);
	return exh_keen_window_draw(e, (SCREEN_WIDTH - width) / 2,
				    (SCREEN_HEIGHT - height) / 2, width, height);
}

/*
 * Text.
 */

static unsigned glyph_width(const struct exh_keen_engine *e, char c)
{
	return e->game->has_font ? e->game->font.glyphs[(uint8_t)c].width : 0;
}

static unsigned line_height(const struct exh_keen_engine *e)
{
	return e->game->has_font ? (unsigned)e->game->font.height : 0;
}

unsigned exh_keen_window_text_width(const struct exh_keen_engine *e, const char *text)
{
	unsigned width = 0;

	for (; *text && *text != '\n'; text++)
		width += glyph_width(e, *text);
	return width;
}

/* What lies outside of the port is left out. */
static void draw_glyph(struct exh_keen_engine *e, struct place at, char c, uint8_t color)
{
	uint8_t pixels[MAX_GLYPH_WIDTH * MAX_GLYPH_HEIGHT];
	const unsigned width = glyph_width(e, c), height = line_height(e);
	const struct memory memory = memory_of(e);

	exh_keen_glyph_decode(&e->game->font, (uint8_t)c, pixels);
	for (unsigned y = 0; y < height && at.y + y < PORT_LINES; y++) {
		const uint32_t to = pixel_of(e, (struct place){ at.x, at.y + y });

		for (unsigned x = 0; x < width && at.x + x < PORT_PIXELS; x++)
			if (pixels[y * width + x] & 1)
				memory.pixels[(to + x) & memory.last] ^= color;
	}
}

unsigned exh_keen_window_text(struct exh_keen_engine *e, unsigned x, unsigned y,
			      const char *text, unsigned color)
{
	const unsigned width = exh_keen_window_text_width(e, text);
	struct place at = place_of(e, x, y);

	mark_block(e, at, width, line_height(e));
	for (; *text && *text != '\n'; text++) {
		if (!glyph_width(e, *text))
			continue;
		draw_glyph(e, at, *text, color_of(e, color));
		at.x += glyph_width(e, *text);
	}
	return x + width;
}

/* The start of the next line; NULL after the last. */
static const char *next_line(const char *text)
{
	const char *end = strchr(text, '\n');

	return end ? end + 1 : NULL;
}

void exh_keen_window_print(struct exh_keen_engine *e, struct window *window,
			   const char *text)
{
	for (; text; text = next_line(text)) {
		const unsigned room = window->width * SIDE;
		const unsigned width = exh_keen_window_text_width(e, text);
		const unsigned indent = width < room ? (room - width) / 2 : 0;

		exh_keen_window_text(e, window->x * SIDE + indent, window->line, text,
				     BLACK_ON_WHITE);
		window->line += line_height(e);
	}
}

/*
 * Pages.
 */

/* displayofs + panadjust, pel 0. */
static void show_unpanned(struct exh_keen_engine *e)
{
	const struct place corner = place_of(e, 0, 0);
	const uint32_t offset = corner.y * LINE_PIXELS + corner.x;

	exh_keen_rf_set_screen(e, (e->rf.screenstart[e->rf.screenpage] + offset) &
					  e->rf.last_pixel);
}

void exh_keen_window_begin(struct exh_keen_engine *e)
{
	const struct memory memory = memory_of(e);
	const struct refresh *rf = &e->rf;

	show_unpanned(e);
	if (rf->otherpage != rf->screenpage)
		exh_keen_rf_blit_copy(&memory, rf->screenstart[rf->otherpage],
				      rf->screenstart[rf->screenpage], PAGE_COPY_PIXELS,
				      PORT_LINES);
}

void exh_keen_window_show(struct exh_keen_engine *e)
{
	const struct memory memory = memory_of(e);
	const struct refresh *rf = &e->rf;
	const uint32_t from = rf->screenstart[rf->otherpage];
	const uint32_t to = rf->screenstart[rf->screenpage];
	uint8_t *marks = window_of(e, rf->otherpage);

	for (unsigned i = 0; i < UPDATE_WINDOW; i++) {
		const uint32_t offset =
			cell_offset(i % UPDATE_COLUMNS, i / UPDATE_COLUMNS);

		if (marks[i] && from != to)
			rf_blit_copy_tile(&memory, (to + offset) & memory.last,
					  (from + offset) & memory.last);
	}
	memset(marks, 0, UPDATE_WINDOW);
	show_unpanned(e);
}

void exh_keen_window_message(struct exh_keen_engine *e, const char *text)
{
	unsigned width = 0, height = 0;
	struct window window;

	for (const char *line = text; line; line = next_line(line)) {
		const unsigned of_line = exh_keen_window_text_width(e, line);

		width = of_line > width ? of_line : width;
		height += line_height(e);
	}
	exh_keen_window_begin(e);
	/* Half a tile and more of white on each side. */
	window = exh_keen_window_center(e, width / SIDE + 2, height / SIDE + 2);
	if (window.height * SIDE > height)
		window.line += (window.height * SIDE - height) / 2;
	exh_keen_window_print(e, &window, text);
	exh_keen_window_show(e);
}

void exh_keen_window_bombs_near(struct exh_keen_engine *e)
{
	exh_keen_window_message(e, "Boobus Bombs Near!");
}

void exh_keen_window_bombs_needed(struct exh_keen_engine *e)
{
	exh_keen_window_message(
		e, "King Boobus laughs at you.\nCome back with twelve bombs!");
}
