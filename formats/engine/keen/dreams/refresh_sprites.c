/* Sprites in the port, and the background that they uncover. Source: keen-engine 4, 4.3.
 */
#include "refresh_parts.h"

enum { FRONT_PRIORITY = 3 }; /* above the foreground tiles that hide sprites */

void exh_keen_rf_clear_sprites(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;

	memset(rf->sprites, 0, sizeof rf->sprites);
	memset(rf->first_sprite, 0, sizeof rf->first_sprite);
	memset(rf->erase_count, 0, sizeof rf->erase_count);
	for (unsigned i = 1; i < MAX_SPRITES; i++)
		rf->sprites[i].next = (uint16_t)(i + 1);
	rf->free_sprite = 1;
}

/*
 * Erases.
 */

static void post_erase(struct exh_keen_engine *e, const struct erase_block *block,
		       unsigned page)
{
	struct refresh *rf = &e->rf;
	struct erase_block *erase = &rf->erases[page][rf->erase_count[page]];

	if (rf->erase_count[page] == MAX_ERASES) /* never: there are fewer sprites */
		return;
	*erase = *block;
	if (rf->variant == EXH_KEEN_REFRESH_KEEN1) {
		erase->screenx = (uint16_t)(block->screenx - rf->originxscreen);
		erase->screeny = (uint16_t)(block->screeny - rf->originyscreen);
	}
	rf->erase_count[page]++;
}

/* Adds erase blocks to the pages that show the sprite as it was last placed. */
static void post_erases(struct exh_keen_engine *e, const struct refresh_sprite *sprite)
{
	if (is_cga(e)) {
		if (!sprite->updatecount)
			post_erase(e, &sprite->block, 0);
		return;
	}
	if (sprite->updatecount >= 2)
		return;
	if (!sprite->updatecount)
		post_erase(e, &sprite->block, e->rf.otherpage);
	post_erase(e, &sprite->block, e->rf.screenpage);
}

void exh_keen_rf_move_sprites(struct exh_keen_engine *e)
{
	for (unsigned priority = 0; priority < PRIORITIES; priority++)
		for (uint16_t i = e->rf.first_sprite[priority]; i;
		     i = e->rf.sprites[i].next) {
			post_erases(e, &e->rf.sprites[i]);
			e->rf.sprites[i].updatecount = 2;
		}
}

struct area {
	int left, top, right, bottom; /* in the port: addresses, lines; ends excluded */
};

static bool clip_area(const struct exh_keen_engine *e, struct area *area)
{
	const int width = PORT_PIXELS / (int)e->game->address_pixels;

	if (area->left < 0)
		area->left = 0;
	if (area->top < 0)
		area->top = 0;
	if (area->right > width)
		area->right = width;
	if (area->bottom > PORT_LINES)
		area->bottom = PORT_LINES;
	return area->left < area->right && area->top < area->bottom;
}

static void mark(uint8_t *window, const struct cell_range *cells, uint8_t value)
{
	uint8_t *row = window + (size_t)cells->top * UPDATE_COLUMNS;

	for (int y = cells->top; y <= cells->bottom; y++) {
		for (int x = cells->left; x <= cells->right; x++)
			row[x] = value;
		row += UPDATE_COLUMNS;
	}
}

static void erase(struct exh_keen_engine *e, struct area *area)
{
	const struct refresh *rf = &e->rf;
	const struct memory memory = memory_of(e);
	const int address = (int)e->game->address_pixels, of_tile = TILE_SIDE / address;
	const struct cell_range cells = { area->left / of_tile, area->top / TILE_SIDE,
					  (area->right - 1) / of_tile,
					  (area->bottom - 1) / TILE_SIDE };
	/* CGA: pairs of addresses, which are in one tile, as everything is moved in
	 * words. */
	const uint32_t left = (uint32_t)(area->left * address) & ~7U;
	const uint32_t right = (uint32_t)(area->right * address + 7) & ~7U;
	const uint32_t from = (uint32_t)area->top * LINE_PIXELS + left;

	exh_keen_rf_blit_copy(&memory,
			      (rf->screenstart[rf->otherpage] + from) & rf->last_pixel,
			      (rf->screenstart[MASTER] + from) & rf->last_pixel,
			      right - left, (uint32_t)(area->bottom - area->top));
	mark(window_of(e, rf->otherpage), &cells, 2);
}

void exh_keen_rf_erase_blocks(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;
	const bool is_of_port = rf->variant == EXH_KEEN_REFRESH_KEEN1;
	const uint16_t originx = is_of_port ? 0 : rf->originxscreen;
	const uint16_t originy = is_of_port ? 0 : rf->originyscreen;

	for (uint16_t i = 0; i < rf->erase_count[rf->otherpage]; i++) {
		const struct erase_block *block = &rf->erases[rf->otherpage][i];
		const int left = (int16_t)(block->screenx - originx);
		const int top = (int16_t)(block->screeny - originy);
		struct area area = { left, top, left + block->width,
				     top + block->height };

		if (!clip_area(e, &area))
			continue;
		erase(e, &area);
		rf->counts.erased_blocks++;
		rf->counts.erased_addresses += (uint32_t)(area.right - area.left) *
					       (uint32_t)(area.bottom - area.top);
	}
	rf->erase_count[rf->otherpage] = 0;
}

/*
 * Lists.
 */

static void link_sprite(struct refresh *rf, uint16_t i, unsigned priority)
{
	struct refresh_sprite *sprite = &rf->sprites[i];

	sprite->priority = (uint8_t)priority;
	sprite->prev = 0;
	sprite->next = rf->first_sprite[priority];
	if (sprite->next)
		rf->sprites[sprite->next].prev = i;
	rf->first_sprite[priority] = i;
}

static void unlink_sprite(struct refresh *rf, uint16_t i)
{
	const struct refresh_sprite *sprite = &rf->sprites[i];

	if (sprite->next)
		rf->sprites[sprite->next].prev = sprite->prev;
	if (sprite->prev)
		rf->sprites[sprite->prev].next = sprite->next;
	else
		rf->first_sprite[sprite->priority] = sprite->next;
}

void exh_keen_rf_remove_sprite(struct exh_keen_engine *e, uint16_t *handle)
{
	struct refresh *rf = &e->rf;
	const uint16_t i = *handle;

	if (!i)
		return;
	*handle = 0;
	post_erases(e, &rf->sprites[i]);
	unlink_sprite(rf, i);
	rf->sprites[i].next = rf->free_sprite;
	rf->free_sprite = i;
}

/* Takes a free sprite. False if all are in use. */
static bool take_sprite(struct exh_keen_engine *e, uint16_t *handle, unsigned priority)
{
	struct refresh *rf = &e->rf;
	const uint16_t i = rf->free_sprite;

	if (!i)
		return false;
	rf->free_sprite = rf->sprites[i].next;
	link_sprite(rf, i, priority);
	*handle = i;
	return true;
}

/* A sprite has one, two or four copies, spaced evenly over eight pixels; shifted copies
 * are an address wider. */
static uint8_t shift_of(const struct exh_keen_game_sprite *shape, uint16_t pixel)
{
	switch (shape->shifts) {
	case 4:
		return pixel & 6;
	case 2:
		return pixel & 4;
	default:
		return 0;
	}
}

static void place(struct exh_keen_engine *e, struct refresh_sprite *sprite, uint16_t x,
		  uint16_t y, uint16_t chunk)
{
	const struct exh_keen_game_sprite *shape = exh_keen_game_sprite(e->game, chunk);
	const uint16_t pixel = (uint16_t)(x + shape->orgx) >> 4;

	sprite->shift = is_cga(e) ? 0 : shift_of(shape, pixel);
	sprite->chunk = chunk;
	sprite->updatecount = is_cga(e) ? 1 : 2;
	sprite->block = (struct erase_block){
		(uint16_t)(pixel / e->game->address_pixels),
		(uint16_t)(y + shape->orgy) >> 4,
		(uint16_t)(shape->width + (sprite->shift != 0)),
		shape->height,
	};
}

void exh_keen_rf_place_sprite(struct exh_keen_engine *e, uint16_t *handle, uint16_t x,
			      uint16_t y, uint16_t chunk, unsigned priority)
{
	struct refresh *rf = &e->rf;

	priority &= PRIORITIES - 1;
	if (!chunk) {
		exh_keen_rf_remove_sprite(e, handle);
		return;
	}
	if (*handle) {
		post_erases(e, &rf->sprites[*handle]);
		if (rf->sprites[*handle].priority != priority) {
			unlink_sprite(rf, *handle);
			link_sprite(rf, *handle, priority);
		}
	} else if (!take_sprite(e, handle, priority)) {
		return;
	}
	place(e, &rf->sprites[*handle], x, y, chunk);
}

/*
 * Drawing.
 */

static bool covered_cells(const struct exh_keen_engine *e,
			  const struct erase_block *block, int x, int y,
			  struct cell_range *cells)
{
	/* Arithmetic shifts: addresses and lines to cells. */
	const int of_tile = is_cga(e) ? 2 : 1;

	cells->left = x >> of_tile;
	cells->top = y >> 4;
	cells->right = (x + block->width - 1) >> of_tile;
	cells->bottom = (y + block->height - 1) >> 4;
	if (cells->left < 0)
		cells->left = 0;
	if (cells->top < 0)
		cells->top = 0;
	if (cells->right >= PORT_COLUMNS)
		cells->right = PORT_COLUMNS - 1;
	if (cells->bottom >= PORT_ROWS)
		cells->bottom = PORT_ROWS - 1;
	return cells->left <= cells->right && cells->top <= cells->bottom;
}

static bool is_touched(const uint8_t *window, const struct cell_range *cells)
{
	const uint8_t *row = window + (size_t)cells->top * UPDATE_COLUMNS;
	unsigned marks = 0;

	for (int y = cells->top; y <= cells->bottom; y++) {
		for (int x = cells->left; x <= cells->right; x++)
			marks |= row[x];
		row += UPDATE_COLUMNS;
	}
	return marks;
}

static const struct masked_cell *sprite_cells(const struct exh_keen_engine *e,
					      uint16_t chunk,
					      const struct exh_keen_game_sprite *shape)
{
	return chunk == SCOREBOX_CHUNK && shape->row_cells == SCOREBOX_CELLS &&
			       shape->height <= SCOREBOX_HEIGHT
		       ? e->scorebox.cells
		       : shape->cells;
}

/* Draws without clipping to the sides: parts outside are drawn to columns that are not
 * visible. */
static void draw(struct exh_keen_engine *e, const struct refresh_sprite *sprite, int x,
		 int y)
{
	const struct refresh *rf = &e->rf;
	const struct memory memory = memory_of(e);
	const struct exh_keen_game_sprite *shape =
		exh_keen_game_sprite(e->game, sprite->chunk);
	const struct masked_cell *cells = sprite_cells(e, sprite->chunk, shape);
	const int top = y < 0 ? 0 : y;
	const int bottom =
		y + shape->height < PORT_LINES ? y + shape->height : PORT_LINES;
	const int left = x * (int)e->game->address_pixels + sprite->shift;
	const uint32_t at =
		rf->screenstart[rf->otherpage] + (uint32_t)(top * LINE_PIXELS + left);

	if (!cells || !shape->row_cells || top >= bottom)
		return;
	e->rf.counts.sprite_addresses += (uint32_t)(sprite->block.width * (bottom - top));
	if (left < PORT_PIXELS - LINE_PIXELS ||
	    left + CELL_PIXELS * shape->row_cells > LINE_PIXELS)
		e->rf.spilled = true;
	exh_keen_rf_blit_masked(&memory, at & rf->last_pixel,
				cells + (size_t)(top - y) * shape->row_cells,
				shape->row_cells, (uint32_t)(bottom - top));
}

static void update_sprite(struct exh_keen_engine *e, struct refresh_sprite *sprite,
			  uint8_t *window)
{
	const int x = (int16_t)(sprite->block.screenx - e->rf.originxscreen);
	const int y = (int16_t)(sprite->block.screeny - e->rf.originyscreen);
	struct cell_range cells;

	if (!covered_cells(e, &sprite->block, x, y, &cells))
		return;
	if (sprite->updatecount)
		sprite->updatecount--;
	else if (!is_touched(window, &cells))
		return;
	mark(window, &cells, 3);
	draw(e, sprite, x, y);
	e->rf.counts.drawn_sprites++;
}

void exh_keen_rf_update_sprites(struct exh_keen_engine *e)
{
	struct refresh *rf = &e->rf;
	uint8_t *window = window_of(e, rf->otherpage);

	for (unsigned priority = 0; priority < PRIORITIES; priority++) {
		if (priority == FRONT_PRIORITY)
			exh_keen_rf_mask_foreground(e);
		for (uint16_t i = rf->first_sprite[priority]; i; i = rf->sprites[i].next)
			update_sprite(e, &rf->sprites[i], window);
	}
}
