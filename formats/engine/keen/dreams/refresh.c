/* Frames: what has changed is drawn into the hidden page, which is then shown. Source:
 * keen-engine 4, 6. */
#include "refresh_parts.h"

enum {
	BORDER_TILES = 2,
	SCREEN_COLUMNS = 20,
	SCREEN_ROWS = 13,
	EGA_PAGE_PIXELS = 240 * LINE_PIXELS,
	CGA_MASTER = EXH_EGA_PIXELS / 4,
	FADE_IN_REFRESH = 2,
	LEAST_TICS = 2,
};

/* Maps that are smaller than screen and borders do not scroll. */
static uint16_t most_origin(uint16_t cells, int screen)
{
	const int most = cells - screen - BORDER_TILES;

	return (uint16_t)((most > BORDER_TILES ? most : BORDER_TILES) * UNITS_PER_TILE);
}

static void place_ports(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;

	rf->last_pixel = rf_last_pixel(e);
	rf->screenpage = 0;
	rf->otherpage = is_cga(e) ? 0 : 1;
	rf->screenstart[0] = 0;
	rf->screenstart[1] = EGA_PAGE_PIXELS;
	rf->screenstart[MASTER] = is_cga(e) ? CGA_MASTER : 2 * EGA_PAGE_PIXELS;
}

void exh_keen_rf_level_start(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;
	const enum exh_keen_refresh variant = rf->variant;
	const bool compatible_vga = rf->compatible_vga;

	memset(rf, 0, sizeof *rf);
	rf->variant = is_cga(e) ? EXH_KEEN_REFRESH_DREAMS : variant;
	rf->compatible_vga = compatible_vga;
	rf->originxmin = BORDER_TILES * UNITS_PER_TILE;
	rf->originymin = BORDER_TILES * UNITS_PER_TILE;
	rf->originxmax = most_origin(e->map_width, SCREEN_COLUMNS);
	rf->originymax = most_origin(e->map_height, SCREEN_ROWS);
	rf->fade_in = FADE_IN_REFRESH;
	place_ports(e);
	exh_keen_rf_reset_screen(e);
	exh_keen_rf_clear_sprites(e);
	exh_keen_rf_find_animations(e);
}

void exh_keen_rf_counts_clear(struct exh_keen_engine *e)
{
	e->rf.counts = (struct refresh_counts){ 0 };
}

/*
 * A frame.
 */

/* Sums of the bits of all bytes: there are fewer than 256 words. */
static uint16_t sum_bytes(uint64_t word)
{
	word = (word & 0x00ff00ff00ff00ff) + (word >> 8 & 0x00ff00ff00ff00ff);
	return (uint16_t)(word * 0x0001000100010001 >> 48);
}

static void keep_marks(struct exh_keen_engine *e)
{
	const uint64_t low = 0x0101010101010101;
	struct refresh *rf = &e->rf;
	const uint8_t *window = window_of(e, rf->otherpage);
	uint64_t ones = 0, twos = 0, both = 0;

	for (unsigned i = 0; i < WINDOW_WORDS; i++) {
		const uint64_t word = window_word(window, i);

		ones += word & low;
		twos += word >> 1 & low;
		both += word & word >> 1 & low;
	}
	memcpy(rf->earlier_updates, rf->last_updates, UPDATE_WINDOW);
	memcpy(rf->last_updates, window, UPDATE_WINDOW);
	rf->counts.marks[2] = sum_bytes(both);
	rf->counts.marks[1] = (uint16_t)(sum_bytes(twos) - rf->counts.marks[2]);
	rf->counts.marks[0] = (uint16_t)(sum_bytes(ones) - rf->counts.marks[2]);
}

/* To compare with: nothing is taken over from the frame before. */
static void draw_all_tiles(struct exh_keen_engine *e)
{
	uint8_t *window = window_of(e, e->rf.otherpage);

	for (unsigned row = 0; row < PORT_ROWS; row++)
		for (unsigned column = 0; column < PORT_COLUMNS; column++) {
			exh_keen_rf_compose_tile(e, column, row);
			window[row * UPDATE_COLUMNS + column] = 1;
		}
	e->rf.new_tiles = PORT_CELLS;
}

static void draw_page(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;

	exh_keen_rf_animate(e);
	if (rf->variant == EXH_KEEN_REFRESH_FULL)
		draw_all_tiles(e);
	rf->counts.new_tiles += rf->new_tiles;
	rf->new_tiles = 0;
	exh_keen_rf_update_tiles(e);
	exh_keen_rf_erase_blocks(e);
	exh_keen_rf_update_sprites(e);
	rf->counts.refreshes++;
	keep_marks(e);
}

/* QUIRK: the frames that the fade shows are two refreshes more, within this one. */
static void run_hook(struct exh_keen_engine *e)
{
	if (!e->rf.fade_in || --e->rf.fade_in)
		return;
	exh_keen_rf_force_refresh(e);
	exh_keen_fade(e, FADE_BLACK, FADE_NORMAL);
	e->last_time_count = e->time_count;
}

static void show_page(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;
	const uint8_t page = rf->otherpage;

	exh_keen_rf_set_screen(e, (rf->screenstart[page] + exh_keen_rf_pan(e)) &
					  rf->last_pixel);
	rf->updatestart[page] = UPDATE_SPARE;
	memset(window_of(e, page), 0, UPDATE_WINDOW);
	/* CGA has one page, and one window. */
	if (is_cga(e)) {
		rf->updatestart[1] = UPDATE_SPARE;
		return;
	}
	rf->otherpage = rf->screenpage;
	rf->screenpage = page;
}

/* The clock advances with each reading. */
static void poll_clock(struct exh_keen_engine *e)
{
	for (uint16_t i = 0; i < e->tic_step || !i; i++) {
		e->time_count++;
		exh_keen_sound_tick(e);
	}
}

static void calc_tics(struct exh_keen_engine *e)
{
	if (e->last_time_count > e->time_count)
		e->last_time_count = e->time_count;
	do {
		poll_clock(e);
		e->tics = (uint16_t)(e->time_count - e->last_time_count);
	} while (e->tics < LEAST_TICS);
	e->last_time_count = e->time_count;
	if (e->tics <= MAX_TICS)
		return;
	if (!is_cga(e)) {
		e->time_lost += e->tics - (uint32_t)MAX_TICS;
		e->time_count -= e->tics - (uint32_t)MAX_TICS;
	}
	e->tics = MAX_TICS;
}

static void trace_refresh(struct exh_keen_engine *e, const struct refresh_counts *before)
{
	const struct refresh_counts *c = &e->rf.counts;
	const struct exh_event_field fields[] = {
		{ .key = "new", .number = c->new_tiles - before->new_tiles },
		{ .key = "copied", .number = c->copied_tiles - before->copied_tiles },
		{ .key = "erased", .number = c->erased_blocks - before->erased_blocks },
		{ .key = "sprites", .number = c->drawn_sprites - before->drawn_sprites },
		{ .key = "masked", .number = c->mask_tiles - before->mask_tiles },
		{ .key = "mark1", .number = c->marks[0] },
		{ .key = "mark2", .number = c->marks[1] },
		{ .key = "mark3", .number = c->marks[2] },
	};

	exh_keen_trace(e, "refresh", fields, sizeof fields / sizeof *fields);
}

/* QUIRK: cells that were animated while the hook ran are not marked, and differ from page
 * to page until they are animated again. */
static void add_cells_of_hook(const struct exh_keen_engine *e, uint8_t *cells)
{
	const struct refresh *rf = &e->rf;

	for (uint16_t i = 0; i < rf->animated_count; i++) {
		const unsigned column = (uint16_t)(rf->animated[i].x - rf->originxtile);
		const unsigned row = (uint16_t)(rf->animated[i].y - rf->originytile);

		if (column < PORT_COLUMNS && row < PORT_ROWS &&
		    !cells[row * UPDATE_COLUMNS + column] &&
		    !exh_keen_rf_shows_same(e, column, row))
			cells[row * UPDATE_COLUMNS + column] = 1;
	}
}

void exh_keen_rf_changed_cells(const struct exh_keen_engine *e,
			       uint8_t cells[UPDATE_WINDOW])
{
	memcpy(cells, e->rf.last_updates, UPDATE_WINDOW);
	if (e->rf.spilled)
		memset(cells, 1, UPDATE_WINDOW);
	if (is_cga(e) || e->rf.spilled)
		return;
	/* A sprite that moves each frame is erased when its page is used again. */
	for (unsigned i = 0; i < UPDATE_WINDOW; i++)
		cells[i] |= e->rf.earlier_updates[i];
	add_cells_of_hook(e, cells);
}

void exh_keen_rf_refresh(struct exh_keen_engine *e)
{
	const struct refresh_counts before = e->rf.counts;

	draw_page(e);
	if (TRACES(e))
		trace_refresh(e, &before);
	run_hook(e);
	show_page(e);
	calc_tics(e);
}

void exh_keen_rf_force_refresh(struct exh_keen_engine *e)
{
	exh_keen_rf_new_position(e, e->rf.originx, e->rf.originy);
	exh_keen_rf_refresh(e);
	exh_keen_rf_refresh(e);
}
