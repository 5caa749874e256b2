/* Checks that a loaded refresh manager can run on. */
#include "refresh_parts.h"

/* Tiles begin at multiples of their width, so that no line of one wraps. */
static bool is_place_of_tile(const struct refresh *rf, uint32_t pixel)
{
	return pixel <= rf->last_pixel && pixel % TILE_SIDE == 0;
}

static bool origin_is_sound(const struct exh_keen_engine *e)
{
	const struct refresh *rf = &e->rf;

	return rf->originxtile == rf->originx / UNITS_PER_TILE &&
	       rf->originytile == rf->originy / UNITS_PER_TILE &&
	       rf->originxscreen ==
		       rf->originxtile * (TILE_SIDE / e->game->address_pixels) &&
	       rf->originyscreen == rf->originytile * TILE_SIDE &&
	       rf->panx == (rf->originx >> 4 & 15) && rf->pany == (rf->originy >> 4 & 15);
}

/* True if no ports overlap. CGA has no second page. */
static bool ports_are_apart(const struct exh_keen_engine *e)
{
	const struct refresh *rf = &e->rf;

	for (unsigned a = 0; a < 3; a++)
		for (unsigned b = 0; b < 3; b++) {
			const uint32_t to = (rf->screenstart[b] - rf->screenstart[a]) &
					    rf->last_pixel;

			if (a != b && !(is_cga(e) && (a == 1 || b == 1)) &&
			    to < PORT_LINES * LINE_PIXELS)
				return false;
		}
	return true;
}

static bool memory_is_sound(const struct exh_keen_engine *e)
{
	const struct refresh *rf = &e->rf;

	if (rf->last_pixel != rf_last_pixel(e) || rf->shown > rf->last_pixel)
		return false;
	if (rf->screenpage > 1 || rf->otherpage != (is_cga(e) ? 0 : 1 - rf->screenpage) ||
	    (is_cga(e) && rf->screenpage))
		return false;
	for (unsigned i = 0; i < 3; i++)
		if (!is_place_of_tile(rf, rf->screenstart[i]))
			return false;
	if (!ports_are_apart(e))
		return false;
	for (unsigned i = 0; i < MAX_CACHED_TILES; i++)
		if (rf->variant == EXH_KEEN_REFRESH_DREAMS &&
		    !is_place_of_tile(rf, rf->tilecache[i]))
			return false;
	return rf->updatestart[0] <= 2 * UPDATE_SPARE &&
	       rf->updatestart[1] <= 2 * UPDATE_SPARE &&
	       (!is_cga(e) || rf->variant == EXH_KEEN_REFRESH_DREAMS);
}

static bool animations_are_sound(const struct exh_keen_engine *e)
{
	const struct refresh *rf = &e->rf;
	const uint32_t cells = (uint32_t)e->map_width * e->map_height;

	if (rf->chain_count > MAX_ANIMATIONS || rf->animated_count > MAX_ANIMATED_CELLS)
		return false;
	for (unsigned i = 0; i < rf->animated_count; i++) {
		const struct animated_cell *cell = &rf->animated[i];

		if (cell->chain >= rf->chain_count ||
		    (uint32_t)cell->y * e->map_width + cell->x >= cells)
			return false;
	}
	return true;
}

/* True if each sprite is in one list, and sprites of objects are in one of a priority. */
static bool sprites_are_sound(const struct exh_keen_engine *e)
{
	const struct refresh *rf = &e->rf;
	bool placed[MAX_SPRITES + 1] = { false };
	uint16_t count = 0;

	for (unsigned list = 0; list <= PRIORITIES; list++) {
		const bool is_free = list == PRIORITIES;
		uint16_t before = 0;

		for (uint16_t i = is_free ? rf->free_sprite : rf->first_sprite[list]; i;
		     i = rf->sprites[i].next) {
			if (i > MAX_SPRITES || ++count > MAX_SPRITES)
				return false;
			if (!is_free && (rf->sprites[i].prev != before ||
					 rf->sprites[i].priority != list ||
					 rf->sprites[i].shift >= CELL_PIXELS))
				return false;
			placed[i] = !is_free;
			before = i;
		}
	}
	for (size_t i = 0; i < EXH_KEEN_OBJECTS; i++) {
		const uint16_t sprite = e->objects[i].sprite;

		if (sprite && (sprite > MAX_SPRITES || !placed[sprite]))
			return false;
		placed[sprite] = false;
	}
	return count == MAX_SPRITES;
}

bool exh_keen_rf_is_sound(const struct exh_keen_engine *e)
{
	return origin_is_sound(e) && memory_is_sound(e) && animations_are_sound(e) &&
	       sprites_are_sound(e) && e->rf.erase_count[0] <= MAX_ERASES &&
	       e->rf.erase_count[1] <= MAX_ERASES;
}
