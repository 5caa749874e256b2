#include <exhume/advanced/keen_tile_stats.h>

enum { UNITS_A_TILE = 256 };

const char *const exh_keen_tile_group_names[EXH_KEEN_TILE_GROUPS] = {
	"still", "after", "sideways", "upright", "diagonal", "set_up", "moved", "all",
};

const char *const exh_keen_tile_number_names[EXH_KEEN_TILE_NUMBERS] = {
	"erased_cells",	 "sprite_cells", "erased_blocks",
	"drawn_sprites", "mask_tiles",	 "bytes",
};

/*
 * Movement of the view.
 */

static bool is_set_up(const struct exh_keen_tile_view *view,
		      const struct exh_keen_frame_state *state, int dx, int dy)
{
	return !view->any || view->over || state->refreshes != 1 || dx < -1 || dx > 1 ||
	       dy < -1 || dy > 1;
}

/* Several refreshes have brought both pages up to date. */
static bool is_after(const struct exh_keen_tile_view *view)
{
	return view->last != EXH_KEEN_TILE_STILL && view->last != EXH_KEEN_TILE_AFTER &&
	       view->refreshes == 1;
}

static enum exh_keen_tile_class classify(const struct exh_keen_tile_view *view,
					 const struct exh_keen_frame_state *state, int dx,
					 int dy)
{
	if (is_set_up(view, state, dx, dy))
		return EXH_KEEN_TILE_SET_UP;
	if (dx && dy)
		return EXH_KEEN_TILE_DIAGONAL;
	if (dx || dy)
		return dx ? EXH_KEEN_TILE_SIDEWAYS : EXH_KEEN_TILE_UPRIGHT;
	return is_after(view) ? EXH_KEEN_TILE_AFTER : EXH_KEEN_TILE_STILL;
}

enum exh_keen_tile_class exh_keen_tile_view_take(struct exh_keen_tile_view *view,
						 const struct exh_keen_frame_state *state)
{
	const int x = state->origin_x_units / UNITS_A_TILE;
	const int y = state->origin_y_units / UNITS_A_TILE;
	const enum exh_keen_tile_class class =
		classify(view, state, x - view->x, y - view->y);

	*view = (struct exh_keen_tile_view){ .any = true,
					     .over = state->playstate != EXH_KEEN_PLAYING,
					     .last = class,
					     .refreshes = state->refreshes,
					     .x = x,
					     .y = y };
	return class;
}

/*
 * Numbers.
 */

static void series_take(struct exh_keen_tile_series *series, uint32_t number)
{
	if (!series->frames || number < series->least)
		series->least = number;
	if (number > series->most)
		series->most = number;
	series->frames++;
	series->sum += number;
}

void exh_keen_tile_spread_take(struct exh_keen_tile_spread *spread, uint32_t number)
{
	series_take(&spread->series, number);
	spread->counts[number < EXH_KEEN_TILE_MOST ? number : EXH_KEEN_TILE_MOST]++;
}

double exh_keen_tile_series_mean(const struct exh_keen_tile_series *series)
{
	return series->frames ? (double)series->sum / (double)series->frames : 0;
}

/* Returns the number at a position in sorted order. */
static uint32_t number_at(const struct exh_keen_tile_spread *spread, uint64_t place)
{
	uint32_t number = 0;

	while (number < EXH_KEEN_TILE_MOST && place >= spread->counts[number])
		place -= spread->counts[number++];
	return number;
}

double exh_keen_tile_spread_median(const struct exh_keen_tile_spread *spread)
{
	const uint64_t frames = spread->series.frames;

	if (!frames)
		return 0;
	return (number_at(spread, (frames - 1) / 2) + number_at(spread, frames / 2)) /
	       2.0;
}

/*
 * Frames.
 */

void exh_keen_tile_frame_take(struct exh_keen_tile_frame *frame,
			      const struct exh_keen_frame_state *state)
{
	const uint32_t refreshes = state->refreshes ? state->refreshes : 1;
	const uint32_t tiles = state->new_tiles + state->copied_tiles + state->mask_tiles;
	const uint32_t addresses = tiles * EXH_KEEN_TILE_ADDRESSES +
				   state->erased_addresses + state->sprite_addresses;

	*frame = (struct exh_keen_tile_frame){
		.new_tiles = (state->new_tiles + refreshes / 2) / refreshes,
		.copied_tiles = (state->copied_tiles + refreshes / 2) / refreshes,
		.erased_cells = state->marks[1],
		.sprite_cells = state->marks[2],
		.erased_blocks = (state->erased_blocks + refreshes / 2) / refreshes,
		.sprites = (state->drawn_sprites + refreshes / 2) / refreshes,
		.mask_tiles = (state->mask_tiles + refreshes / 2) / refreshes,
		.bytes = (addresses * EXH_KEEN_TILE_PLANES + refreshes / 2) / refreshes,
	};
}

static void group_take(struct exh_keen_tile_group *group,
		       const struct exh_keen_tile_frame *frame)
{
	const uint32_t numbers[EXH_KEEN_TILE_NUMBERS] = {
		[EXH_KEEN_TILE_ERASED_CELLS] = frame->erased_cells,
		[EXH_KEEN_TILE_SPRITE_CELLS] = frame->sprite_cells,
		[EXH_KEEN_TILE_ERASED_BLOCKS] = frame->erased_blocks,
		[EXH_KEEN_TILE_SPRITES] = frame->sprites,
		[EXH_KEEN_TILE_MASK_TILES] = frame->mask_tiles,
		[EXH_KEEN_TILE_BYTES] = frame->bytes,
	};

	exh_keen_tile_spread_take(&group->new_tiles, frame->new_tiles);
	exh_keen_tile_spread_take(&group->copied_tiles, frame->copied_tiles);
	for (size_t i = 0; i < EXH_KEEN_TILE_NUMBERS; i++)
		series_take(&group->numbers[i], numbers[i]);
}

void exh_keen_tile_stats_take(struct exh_keen_tile_stats *stats,
			      enum exh_keen_tile_class class,
			      const struct exh_keen_tile_frame *frame)
{
	group_take(&stats->groups[class], frame);
	group_take(&stats->groups[EXH_KEEN_TILE_ALL], frame);
	if (class == EXH_KEEN_TILE_SIDEWAYS || class == EXH_KEEN_TILE_UPRIGHT ||
	    class == EXH_KEEN_TILE_DIAGONAL)
		group_take(&stats->groups[EXH_KEEN_TILE_MOVED], frame);
}
