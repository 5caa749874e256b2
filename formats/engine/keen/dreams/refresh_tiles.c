/* Tiles of the port, and animated tiles. Source: keen-engine 4. */
#include "refresh_parts.h"

enum {
	ENDLESS = 256, /* tiles of 0 tics that an animation skips */
	TILE_NUMBER = 0x7fff,
};

static uint16_t level_cell(const struct exh_keen_engine *e, enum exh_keen_plane plane,
			   unsigned column, unsigned row)
{
	return map_cell(e, plane, (uint16_t)(e->rf.originxtile + column),
			(uint16_t)(e->rf.originytile + row));
}

static uint32_t cell_pixel(const struct exh_keen_engine *e, unsigned page,
			   unsigned column, unsigned row)
{
	return (e->rf.screenstart[page] + cell_offset(column, row)) & e->rf.last_pixel;
}

static void draw_background(struct exh_keen_engine *e, uint32_t at, uint16_t tile)
{
	static const uint64_t absent[TILE_CELLS];
	const struct memory memory = memory_of(e);

	rf_blit_tile(&memory, at,
		     tile < e->game->tile_count ? e->game->tiles[tile] : absent);
}

static void draw_masked(struct exh_keen_engine *e, uint32_t at, uint16_t tile)
{
	static const struct masked_cell absent[TILE_CELLS];
	const struct memory memory = memory_of(e);

	exh_keen_rf_blit_masked(
		&memory, at,
		tile < e->game->masked_tile_count ? e->game->masked_tiles[tile] : absent,
		TILE_ROW_CELLS, TILE_SIDE);
}

/* QUIRK: address 0 in the cache counts as no address. */
static void draw_cached(struct exh_keen_engine *e, uint32_t at, uint16_t tile)
{
	const struct memory memory = memory_of(e);
	uint32_t *cached;

	if (tile >= MAX_CACHED_TILES) {
		draw_background(e, at, tile);
		return;
	}
	cached = &e->rf.tilecache[tile];
	if (!*cached) {
		*cached = at;
		draw_background(e, at, tile);
	} else if (*cached != at) {
		rf_blit_copy_tile(&memory, at, *cached);
	}
}

/*
 * QUIRK: an animated tile leaves the cache when it appears, not when it disappears. So
 * the cache may have a cell for the previous tile that shows another tile by then, or
 * that has left the port. If the original copies such a cell, a tile is wrong until its
 * next frame. Methods that need no cache still keep one of cells, to show the same
 * picture.
 */

static uint32_t *stale_tile(struct exh_keen_engine *e, uint32_t cell)
{
	return &e->rf.stale_tiles[cell >> 16 & (STALE_SIDE - 1)][cell & (STALE_SIDE - 1)];
}

static uint32_t tiles_of(uint16_t foreground, uint16_t background)
{
	return (uint32_t)foreground << 16 | background;
}

/* Returns the tiles that a cell of the level shows: y << 16, x. */
static uint32_t tiles_shown(struct exh_keen_engine *e, uint32_t cell)
{
	const uint16_t x = (uint16_t)cell, y = (uint16_t)(cell >> 16);
	const uint32_t stale = *stale_tile(e, cell);

	return stale != NOT_STALE ? stale
				  : tiles_of(map_cell(e, EXH_KEEN_FOREGROUND, x, y),
					     map_cell(e, EXH_KEEN_BACKGROUND, x, y));
}

static uint32_t cell_at(const struct exh_keen_engine *e, unsigned column, unsigned row)
{
	return (uint32_t)(uint16_t)(e->rf.originytile + row) << 16 |
	       (uint16_t)(e->rf.originxtile + column);
}

static void note_tile(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	const uint16_t background = level_cell(e, EXH_KEEN_BACKGROUND, column, row);
	const uint32_t cell = cell_at(e, column, row);
	uint32_t *cached, shown;

	if (background >= MAX_CACHED_TILES ||
	    level_cell(e, EXH_KEEN_FOREGROUND, column, row)) {
		*stale_tile(e, cell) = NOT_STALE;
		return;
	}
	cached = &e->rf.tilecache[background];
	if (!*cached) {
		*cached = cell;
		*stale_tile(e, cell) = NOT_STALE;
	} else if (*cached != cell) {
		shown = tiles_shown(e, *cached);
		*stale_tile(e, cell) = shown == background ? NOT_STALE : shown;
	}
}

static void compose(struct exh_keen_engine *e, unsigned column, unsigned row,
		    uint32_t tiles)
{
	const uint32_t at = cell_pixel(e, MASTER, column, row);

	draw_background(e, at, (uint16_t)tiles);
	if (tiles >> 16)
		draw_masked(e, at, (uint16_t)(tiles >> 16));
}

static void mark_tile(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	const unsigned i = row * UPDATE_COLUMNS + column;

	window_of(e, 0)[i] = 1;
	window_of(e, 1)[i] = 1;
	e->rf.new_tiles++;
}

static void new_tile(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	const uint16_t foreground = level_cell(e, EXH_KEEN_FOREGROUND, column, row);
	const uint16_t background = level_cell(e, EXH_KEEN_BACKGROUND, column, row);

	mark_tile(e, column, row);
	if (foreground)
		compose(e, column, row, tiles_of(foreground, background));
	else
		draw_cached(e, cell_pixel(e, MASTER, column, row), background);
}

void exh_keen_rf_enter_tile(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	if (e->rf.variant == EXH_KEEN_REFRESH_DREAMS)
		new_tile(e, column, row);
	else
		note_tile(e, column, row);
}

void exh_keen_rf_compose_tile(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	compose(e, column, row, tiles_shown(e, cell_at(e, column, row)));
}

void exh_keen_rf_changed_tile(struct exh_keen_engine *e, unsigned column, unsigned row,
			      bool always)
{
	const uint32_t tiles = tiles_shown(e, cell_at(e, column, row));
	uint32_t *shown = &e->rf.shown_tiles[row * PORT_COLUMNS + column];

	if (tiles == *shown && !always)
		return;
	*shown = tiles;
	mark_tile(e, column, row);
	compose(e, column, row, tiles);
}

void exh_keen_rf_copy_tile(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	const struct memory memory = memory_of(e);

	rf_blit_copy_tile(&memory, cell_pixel(e, e->rf.otherpage, column, row),
			  cell_pixel(e, MASTER, column, row));
}

bool exh_keen_rf_shows_same(const struct exh_keen_engine *e, unsigned column,
			    unsigned row)
{
	const uint32_t a = cell_pixel(e, 0, column, row);
	const uint32_t b = cell_pixel(e, 1, column, row);

	for (uint32_t y = 0; y < LINE_PIXELS * TILE_SIDE; y += LINE_PIXELS)
		if (memcmp(e->ega.pixels + ((a + y) & e->rf.last_pixel),
			   e->ega.pixels + ((b + y) & e->rf.last_pixel), TILE_SIDE) != 0)
			return false;
	return true;
}

/* At this step only mark 1 is set: nothing else was drawn yet. */
void exh_keen_rf_update_tiles(struct exh_keen_engine *e)
{
	const uint8_t *window = window_of(e, e->rf.otherpage);

	for (unsigned word = 0; word < WINDOW_WORDS; word++) {
		if (!window_word(window, word))
			continue;
		for (unsigned i = 8 * word; i < 8 * word + 8 && i < UPDATE_WINDOW; i++) {
			if (!window[i])
				continue;
			exh_keen_rf_copy_tile(e, i % UPDATE_COLUMNS, i / UPDATE_COLUMNS);
			e->rf.counts.copied_tiles++;
		}
	}
}

static void mask_tile(struct exh_keen_engine *e, unsigned column, unsigned row)
{
	const uint16_t tile = level_cell(e, EXH_KEEN_FOREGROUND, column, row);

	if (!tile || !(e->game->tables[EXH_KEEN_INTILE][tile] & 0x80))
		return;
	draw_masked(e, cell_pixel(e, e->rf.otherpage, column, row), tile);
	e->rf.counts.mask_tiles++;
}

void exh_keen_rf_mask_foreground(struct exh_keen_engine *e)
{
	const uint8_t *window = window_of(e, e->rf.otherpage);

	for (unsigned word = 0; word < WINDOW_WORDS; word++) {
		if (!window_word(window, word))
			continue;
		for (unsigned i = 8 * word; i < 8 * word + 8 && i < UPDATE_WINDOW; i++)
			if (window[i] == 3)
				mask_tile(e, i % UPDATE_COLUMNS, i / UPDATE_COLUMNS);
	}
}

/*
 * Animated tiles: tiles with the same first tile are a chain.
 */

static uint8_t tile_step(const struct exh_keen_engine *e, uint16_t tile)
{
	return tile & FOREGROUND_BIT ? e->game->tables[EXH_KEEN_MANIM][tile & TILE_NUMBER]
				     : e->game->tables[EXH_KEEN_ANIM][tile];
}

static uint8_t tile_time(const struct exh_keen_engine *e, uint16_t tile)
{
	return tile & FOREGROUND_BIT
		       ? e->game->tables[EXH_KEEN_MSPEED][tile & TILE_NUMBER]
		       : e->game->tables[EXH_KEEN_SPEED][tile];
}

/* The chain that begins with tile; chain_count when the table is full. */
static uint16_t find_chain(struct exh_keen_engine *e, uint16_t tile)
{
	struct refresh *rf = &e->rf;

	for (uint16_t i = 0; i < rf->chain_count; i++)
		if (rf->chains[i].tile == tile)
			return i;
	if (rf->chain_count < MAX_ANIMATIONS)
		rf->chains[rf->chain_count++] =
			(struct animation_chain){ tile, tile_time(e, tile) };
	else
		return MAX_ANIMATIONS;
	return (uint16_t)(rf->chain_count - 1);
}

static void find_plane_animations(struct exh_keen_engine *e, enum exh_keen_plane plane,
				  uint16_t bit)
{
	const size_t cells = (size_t)e->map_width * e->map_height;

	for (size_t i = 0; i < cells; i++) {
		const uint16_t tile = (uint16_t)(e->planes[plane][i] | bit);
		uint16_t chain;

		if (bit != (tile & FOREGROUND_BIT) || !tile_step(e, tile))
			continue;
		if (bit && (e->planes[plane][i] & FOREGROUND_BIT))
			continue;
		chain = find_chain(e, tile);
		if (chain < MAX_ANIMATIONS)
			e->planes[EXH_KEEN_INFO][i] = (uint16_t)(FIRST_CHAIN + chain);
	}
}

void exh_keen_rf_find_animations(struct exh_keen_engine *e)
{
	e->rf.chain_count = 0;
	find_plane_animations(e, EXH_KEEN_BACKGROUND, 0);
	find_plane_animations(e, EXH_KEEN_FOREGROUND, FOREGROUND_BIT);
}

static void push_animated(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			  uint16_t tile)
{
	const unsigned chain = map_cell(e, EXH_KEEN_INFO, x, y) - (unsigned)FIRST_CHAIN;

	if (chain >= e->rf.chain_count || e->rf.animated_count == MAX_ANIMATED_CELLS)
		return;
	e->rf.animated[e->rf.animated_count++] =
		(struct animated_cell){ x, y, tile, (uint16_t)chain };
	if (e->rf.counts.animated_cells < e->rf.animated_count)
		e->rf.counts.animated_cells = e->rf.animated_count;
	e->rf.animation_due = true;
}

/* QUIRK: foreground tiles are listed without their bit, and so differ from their chain,
 * which draws them once at the first refresh. */
void exh_keen_rf_check_animation(struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	const uint16_t background = map_cell(e, EXH_KEEN_BACKGROUND, x, y);
	const uint16_t foreground = map_cell(e, EXH_KEEN_FOREGROUND, x, y);

	if (e->game->tables[EXH_KEEN_ANIM][background])
		push_animated(e, x, y, background);
	if (e->game->tables[EXH_KEEN_MANIM][foreground])
		push_animated(e, x, y, foreground);
}

void exh_keen_rf_drop_animated(struct exh_keen_engine *e, bool column, uint16_t place)
{
	uint16_t kept = 0;

	for (uint16_t i = 0; i < e->rf.animated_count; i++) {
		const struct animated_cell cell = e->rf.animated[i];

		if ((column ? cell.x : cell.y) != place)
			e->rf.animated[kept++] = cell;
	}
	e->rf.animated_count = kept;
}

/* Advances a chain. Stops at a step that leaves the table, and at a chain of tiles
 * without a time, where the original would loop forever. */
static bool turn_chain(struct exh_keen_engine *e, struct animation_chain *chain)
{
	const uint16_t bit = chain->tile & FOREGROUND_BIT, before = chain->tile;

	for (unsigned turn = 0; chain->count < 1; turn++) {
		const int step = (tile_step(e, chain->tile) ^ 0x80) - 0x80; /* signed */
		const uint16_t tile =
			(uint16_t)(((chain->tile + step) & TILE_NUMBER) | bit);

		if (turn == ENDLESS) {
			chain->count = CHAIN_ENDED;
			break;
		}
		chain->tile = tile;
		chain->count = (int16_t)(chain->count + tile_time(e, tile));
	}
	return chain->tile != before;
}

static void animate_cell(struct exh_keen_engine *e, struct animated_cell *cell,
			 uint16_t tile)
{
	const struct refresh *rf = &e->rf;
	const uint32_t i = (uint32_t)cell->y * e->map_width + cell->x;
	const unsigned column = (uint16_t)(cell->x - rf->originxtile);
	const unsigned row = (uint16_t)(cell->y - rf->originytile);

	cell->tile = tile;
	if (tile & FOREGROUND_BIT) {
		e->planes[EXH_KEEN_FOREGROUND][i] = tile & TILE_NUMBER;
	} else {
		e->planes[EXH_KEEN_BACKGROUND][i] = tile;
		if (tile < MAX_CACHED_TILES)
			e->rf.tilecache[tile] = 0;
	}
	if (column >= PORT_COLUMNS || row >= PORT_ROWS)
		return;
	exh_keen_rf_enter_tile(e, column, row);
	if (rf->variant == EXH_KEEN_REFRESH_KEEN1)
		exh_keen_rf_changed_tile(e, column, row, false);
}

void exh_keen_rf_animate(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;

	for (uint16_t i = 0; i < rf->chain_count; i++) {
		struct animation_chain *chain = &rf->chains[i];

		if (chain->count == CHAIN_ENDED)
			continue;
		chain->count = (int16_t)(chain->count - e->tics);
		if (chain->count < 1 && turn_chain(e, chain))
			rf->animation_due = true;
	}
	if (!rf->animation_due)
		return;
	for (uint16_t i = rf->animated_count; i-- > 0;) {
		struct animated_cell *cell = &rf->animated[i];

		if (cell->tile != rf->chains[cell->chain].tile)
			animate_cell(e, cell, rf->chains[cell->chain].tile);
	}
	rf->animation_due = false;
}
