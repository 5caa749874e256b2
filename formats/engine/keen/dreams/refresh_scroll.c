/* Position of the port in the level and in memory. Source: keen-engine 3, 4, 4.2. */
#include "refresh_parts.h"

enum {
	PAGE_PIXELS = 240 * LINE_PIXELS, /* SCREENSPACE */
	FREE_PIXELS = EXH_EGA_PIXELS - 3 * PAGE_PIXELS,
};

/* place may lie in front of the level. */
static uint16_t clamp(int32_t place, uint16_t least, uint16_t most)
{
	if (place < least)
		return least;
	return place > most ? most : (uint16_t)place;
}

static void calc_origin(struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	struct refresh *rf = &e->rf;

	rf->originx = clamp(x, rf->originxmin, rf->originxmax);
	rf->originy = clamp(y, rf->originymin, rf->originymax);
	rf->originxtile = rf->originx / UNITS_PER_TILE;
	rf->originytile = rf->originy / UNITS_PER_TILE;
	rf->originxscreen =
		(uint16_t)(rf->originxtile * (TILE_SIDE / e->game->address_pixels));
	rf->originyscreen = (uint16_t)(rf->originytile * TILE_SIDE);
	rf->panx = rf->originx >> 4 & 15;
	rf->pany = rf->originy >> 4 & 15;
}

uint32_t exh_keen_rf_pan(const struct exh_keen_engine *e)
{
	return (uint32_t)e->rf.pany * LINE_PIXELS +
	       (e->rf.panx & (is_cga(e) ? 12U : 14U));
}

static void reset_windows(struct exh_keen_engine *e)
{
	memset(e->rf.update, 0, sizeof e->rf.update);
	e->rf.updatestart[0] = UPDATE_SPARE;
	e->rf.updatestart[1] = UPDATE_SPARE;
}

void exh_keen_rf_new_position(struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	struct refresh *rf = &e->rf;

	calc_origin(e, x, y);
	rf->spilled = false;
	rf->animated_count = 0;
	memset(rf->tilecache, 0, sizeof rf->tilecache);
	reset_windows(e);
	for (unsigned row = 0; row < PORT_ROWS; row++)
		for (unsigned column = 0; column < PORT_COLUMNS; column++) {
			exh_keen_rf_enter_tile(e, column, row);
			if (rf->variant == EXH_KEEN_REFRESH_KEEN1)
				exh_keen_rf_changed_tile(e, column, row, true);
			exh_keen_rf_check_animation(e,
						    (uint16_t)(rf->originxtile + column),
						    (uint16_t)(rf->originytile + row));
		}
}

/*
 * A step of a tile.
 */

struct step {
	uint16_t oldx, oldy; /* tiles */
	int x, y;	     /* -1, 0, 1 */
	uint32_t old_pan;
};

static void enter_cell(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	exh_keen_rf_enter_tile(e, column, row);
	exh_keen_rf_check_animation(e, (uint16_t)(e->rf.originxtile + column),
				    (uint16_t)(e->rf.originytile + row));
}

static void uncache(struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	const uint16_t tile = map_cell(e, EXH_KEEN_BACKGROUND, x, y);

	if (!map_cell(e, EXH_KEEN_FOREGROUND, x, y) && tile < MAX_CACHED_TILES)
		e->rf.tilecache[tile] = 0;
}

static void clear_last_column(struct exh_keen_engine *e, unsigned row)
{
	const unsigned i = row * UPDATE_COLUMNS + PORT_COLUMNS;

	window_of(e, 0)[i] = 0;
	window_of(e, 1)[i] = 0;
}

static void step_sideways(struct exh_keen_engine *e, const struct step *step)
{
	const unsigned column = step->x > 0 ? PORT_COLUMNS - 1 : 0;
	const unsigned left = step->x > 0 ? 0 : PORT_COLUMNS - 1;

	for (unsigned row = 0; row < PORT_ROWS; row++)
		enter_cell(e, column, row);
	for (unsigned row = 0; row < PORT_ROWS; row++) {
		uncache(e, (uint16_t)(step->oldx + left), (uint16_t)(step->oldy + row));
		clear_last_column(e, row);
	}
	exh_keen_rf_drop_animated(e, true, (uint16_t)(step->oldx + left));
}

static void step_upright(struct exh_keen_engine *e, const struct step *step)
{
	const unsigned row = step->y > 0 ? PORT_ROWS - 1 : 0;
	const unsigned left = step->y > 0 ? 0 : PORT_ROWS - 1;

	for (unsigned column = 0; column < PORT_COLUMNS; column++)
		enter_cell(e, column, row);
	for (unsigned column = 0; column < PORT_COLUMNS; column++)
		uncache(e, (uint16_t)(step->oldx + column),
			(uint16_t)(step->oldy + left));
	clear_last_column(e, row);
	exh_keen_rf_drop_animated(e, false, (uint16_t)(step->oldy + left));
}

/* For cards with more memory, which do not wrap where the EGA does: moves the port to the
 * other end, with its contents. */
static void move_port(struct exh_keen_engine *e, const struct step *step, unsigned i,
		      uint32_t move)
{
	struct refresh *rf = &e->rf;
	const struct memory memory = memory_of(e);
	const bool goes_on = step->y > 0 || (!step->y && step->x > 0);
	const uint32_t from = (rf->screenstart[i] - move) & rf->last_pixel;
	const uint32_t free = goes_on ? FREE_PIXELS : (uint32_t)-FREE_PIXELS;
	const uint32_t to = (from + free) & rf->last_pixel;

	exh_keen_rf_blit_copy(&memory, to, from, PORT_PIXELS, PORT_LINES);
	if (i == rf->screenpage)
		exh_keen_rf_set_screen(e, (to + step->old_pan) & rf->last_pixel);
	/* Tiles were cached where the master page was. */
	if (i == MASTER)
		memset(rf->tilecache, 0, sizeof rf->tilecache);
	rf->screenstart[i] = (to + move) & rf->last_pixel;
}

static void float_ports(struct exh_keen_engine *e, const struct step *step)
{
	struct refresh *rf = &e->rf;
	const uint32_t move =
		(uint32_t)(step->y * TILE_SIDE * LINE_PIXELS + step->x * TILE_SIDE);

	for (unsigned i = 0; i < 3; i++) {
		rf->screenstart[i] = (rf->screenstart[i] + move) & rf->last_pixel;
		if (rf->compatible_vga && !is_cga(e) &&
		    rf->screenstart[i] > EXH_EGA_PIXELS - PAGE_PIXELS)
			move_port(e, step, i, move);
	}
}

/* Moves the update windows. False if they have no room: between two refreshes there is
 * room for two steps. */
static bool float_windows(struct exh_keen_engine *e, const struct step *step)
{
	const int move = step->x + step->y * UPDATE_COLUMNS;

	for (unsigned page = 0; page < 2; page++) {
		const int to = e->rf.updatestart[page] + move;

		if (to < 0 || to > 2 * UPDATE_SPARE)
			return false;
	}
	for (unsigned page = 0; page < 2; page++)
		e->rf.updatestart[page] = (uint16_t)(e->rf.updatestart[page] + move);
	return true;
}

static void step_on(struct exh_keen_engine *e, const struct step *step)
{
	if (e->rf.variant == EXH_KEEN_REFRESH_DREAMS) {
		if (!float_windows(e, step)) {
			exh_keen_rf_new_position(e, e->rf.originx, e->rf.originy);
			return;
		}
		float_ports(e, step);
	}
	if (step->x)
		step_sideways(e, step);
	if (step->y)
		step_upright(e, step);
	if (e->rf.variant != EXH_KEEN_REFRESH_KEEN1)
		return;
	for (unsigned row = 0; row < PORT_ROWS; row++)
		for (unsigned column = 0; column < PORT_COLUMNS; column++)
			exh_keen_rf_changed_tile(e, column, row, false);
}

static void trace_scroll(struct exh_keen_engine *e, int16_t dx, int16_t dy)
{
	const struct exh_event_field fields[] = {
		{ .key = "dx", .number = dx },
		{ .key = "dy", .number = dy },
		{ .key = "originx", .number = e->rf.originx },
		{ .key = "originy", .number = e->rf.originy },
	};

	exh_keen_trace(e, "scroll", fields, sizeof fields / sizeof *fields);
}

void exh_keen_rf_scroll(struct exh_keen_engine *e, int16_t dx, int16_t dy)
{
	struct refresh *rf = &e->rf;
	const uint16_t x = clamp(rf->originx + dx, rf->originxmin, rf->originxmax);
	const uint16_t y = clamp(rf->originy + dy, rf->originymin, rf->originymax);
	const struct step step = {
		.oldx = rf->originxtile,
		.oldy = rf->originytile,
		.x = x / UNITS_PER_TILE - rf->originxtile,
		.y = y / UNITS_PER_TILE - rf->originytile,
		.old_pan = exh_keen_rf_pan(e),
	};
	const bool is_far = step.x < -1 || step.x > 1 || step.y < -1 || step.y > 1;

	if (rf->variant == EXH_KEEN_REFRESH_KEEN1 && !is_far && (step.x || step.y))
		exh_keen_rf_move_sprites(e);
	calc_origin(e, x, y);
	if (TRACES(e))
		trace_scroll(e, dx, dy);
	if (is_far)
		exh_keen_rf_new_position(e, x, y);
	else if (step.x || step.y)
		step_on(e, &step);
}
