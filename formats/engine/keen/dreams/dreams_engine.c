/* The core as its users see it. */
#include "dreams_parts.h"

#include <string.h>

void exh_keen_start_default(struct exh_keen_start *start)
{
	*start = (struct exh_keen_start){
		.map = 1, .lives = 3, .difficulty = 2, .tic_step = 1
	};
}

struct exh_keen_engine *exh_keen_engine_new(struct exh_arena *arena)
{
	return exh_alloc(arena, 1, sizeof(struct exh_keen_engine));
}

void exh_keen_engine_copy(struct exh_keen_engine *to, const struct exh_keen_engine *from)
{
	memcpy(to, from, sizeof *to);
}

const char *exh_keen_playstate_name(enum exh_keen_playstate playstate)
{
	static const char *const names[] = { "playing", "reset", "complete",
					     "warped",	"died",	 "victorious" };

	return (size_t)playstate < sizeof names / sizeof *names ? names[playstate]
								: "unknown";
}

static void take_start(struct exh_keen_engine *e, const struct exh_keen_start *start)
{
	e->gamestate = (struct gamestate){
		.worldx = start->world_x_units,
		.worldy = start->world_y_units,
		.score = start->score,
		.nextextra = 20000,
		.flowerpowers = start->flowers,
		.boobusbombs = start->bombs,
		.keys = start->keys,
		.mapon = (int16_t)start->map,
		.lives = start->lives,
		.difficulty = start->difficulty,
	};
	memcpy(e->gamestate.leveldone, start->done, sizeof e->gamestate.leveldone);
	e->god = start->god;
	e->jump_cheat = start->jump_cheat;
	e->random = start->random;
	e->whole_game = start->whole_game;
	e->tic_step = start->tic_step ? start->tic_step : 1;
	e->rf.variant = start->refresh;
	e->rf.compatible_vga = start->compatible_vga;
}

static enum exh_status check_start(const struct exh_keen_game *game,
				   const struct exh_keen_start *start,
				   struct exh_error *err)
{
	if (start->difficulty < 1 || start->difficulty > 3)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"difficulty %d, expected 1 to 3", start->difficulty);
	if (game->video == EXH_KEEN_CGA && start->refresh != EXH_KEEN_REFRESH_DREAMS)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"CGA has only one way to refresh the screen");
	return EXH_OK;
}

enum exh_status exh_keen_engine_start(struct exh_keen_engine *e,
				      const struct exh_keen_game *game,
				      const struct exh_keen_start *start,
				      struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status = check_start(game, start, err);

	memset(e, 0, sizeof *e);
	if (status)
		return status;
	e->game = game;
	e->states = exh_keen_states;
	exh_ega_reset(&e->ega);
	take_start(e, start);
	exh_keen_sound_start(e, start->device);
	status = exh_keen_level_start(e, start, notes, err);
	e->started = !status;
	return status;
}

/*
 * Frames.
 */

/* Cells that may have changed, as far as they are on the screen, row by row. */
static size_t dirty_cells(const struct exh_keen_engine *e, struct exh_rect *rects)
{
	const int panx = (int)(exh_keen_rf_pan(e) % LINE_PIXELS);
	uint8_t changed[UPDATE_WINDOW];
	size_t count = 0;

	exh_keen_rf_changed_cells(e, changed);
	for (int y = 0; y < PORT_ROWS; y++)
		for (int x = 0; x < PORT_COLUMNS; x++) {
			const int left = x * TILE_SIDE - panx;
			const int top = y * TILE_SIDE - e->rf.pany;
			struct exh_rect *last = count ? &rects[count - 1] : NULL;
			struct exh_rect rect = { 0 };

			if (!changed[y * UPDATE_COLUMNS + x])
				continue;
			rect.x = (uint16_t)(left > 0 ? left : 0);
			rect.y = (uint16_t)(top > 0 ? top : 0);
			rect.width = (uint16_t)((left + TILE_SIDE < EXH_EGA_WIDTH
							 ? left + TILE_SIDE
							 : EXH_EGA_WIDTH) -
						rect.x);
			rect.height = (uint16_t)((top + TILE_SIDE < EXH_EGA_HEIGHT
							  ? top + TILE_SIDE
							  : EXH_EGA_HEIGHT) -
						 rect.y);
			if (rect.x >= EXH_EGA_WIDTH || rect.y >= EXH_EGA_HEIGHT ||
			    left + TILE_SIDE <= 0 || top + TILE_SIDE <= 0)
				continue;
			if (last && last->y == rect.y && last->x + last->width >= rect.x)
				last->width = (uint16_t)(rect.x + rect.width - last->x);
			else
				rects[count++] = rect;
		}
	return count;
}

struct before {
	uint64_t tick;
	uint16_t originx, originy;
	bool whole; /* all of the picture may be new */
};

static void show_frame(struct exh_keen_engine *e, const struct before *before)
{
	uint8_t pixels[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];
	struct exh_rect rects[PORT_COLUMNS * PORT_ROWS];
	struct exh_palette palette;
	struct exh_frame frame = {
		.number = e->frame,
		.tick = before->tick,
		.ticks = (uint32_t)(ticks_passed(e) - before->tick),
		.image = { EXH_EGA_WIDTH, EXH_EGA_HEIGHT, pixels },
		.palette = &palette,
		.dirty = rects,
	};

	exh_keen_engine_picture(e, pixels);
	exh_keen_engine_palette(e, &palette);
	if (before->whole || e->rf.counts.refreshes != 1 ||
	    before->originx != e->rf.originx || before->originy != e->rf.originy) {
		rects[0] = (struct exh_rect){ 0, 0, EXH_EGA_WIDTH, EXH_EGA_HEIGHT };
		frame.dirty_count = 1;
	} else {
		frame.dirty_count = dirty_cells(e, rects);
	}
	e->host->frame(e->host->context, &frame);
}

bool exh_keen_engine_step(struct exh_keen_engine *e,
			  const struct exh_keen_controls *controls,
			  const struct exh_host *host)
{
	const struct before before = { ticks_passed(e), e->rf.originx, e->rf.originy,
				       !e->frame || e->playstate };

	if (!e->started || e->over)
		return false;
	e->host = host;
	if (controls->choice)
		e->choice = controls->choice;
	if (!e->playstate || exh_keen_level_next(e)) {
		exh_keen_play_frame(e, controls);
		if (host && host->frame)
			show_frame(e, &before);
		if (e->playstate)
			exh_keen_level_end(e);
		e->frame++;
	}
	e->host = NULL;
	return !e->over;
}

/*
 * Views of the state.
 */

static uint16_t count_active(const struct exh_keen_engine *e)
{
	uint16_t count = 0;

	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next)
		count = (uint16_t)(count + (e->objects[i].active != ACTIVE_NO));
	return count;
}

void exh_keen_engine_state(const struct exh_keen_engine *e,
			   struct exh_keen_frame_state *state)
{
	const struct object *player = &e->objects[PLAYER_SLOT];
	const struct refresh_counts *counts = &e->rf.counts;
	const size_t kept = e->frame_sound_count < EXH_KEEN_FRAME_SOUNDS
				    ? e->frame_sound_count
				    : EXH_KEEN_FRAME_SOUNDS;

	*state = (struct exh_keen_frame_state){
		.frame = e->frame ? e->frame - 1 : 0,
		.tick = ticks_passed(e),
		.map = e->map_number,
		.x_units = player->x,
		.y_units = player->y,
		.x_speed = player->xspeed,
		.y_speed = player->yspeed,
		.shape = player->shapenum,
		.origin_x_units = e->rf.originx,
		.origin_y_units = e->rf.originy,
		.new_tiles = counts->new_tiles,
		.copied_tiles = counts->copied_tiles,
		.erased_blocks = counts->erased_blocks,
		.drawn_sprites = counts->drawn_sprites,
		.mask_tiles = counts->mask_tiles,
		.erased_addresses = counts->erased_addresses,
		.sprite_addresses = counts->sprite_addresses,
		.marks = { counts->marks[0], counts->marks[1], counts->marks[2] },
		.refreshes = counts->refreshes,
		.objects = e->object_count,
		.active = count_active(e),
		.random = e->random,
		.score = e->gamestate.score,
		.flowers = e->gamestate.flowerpowers,
		.bombs = e->gamestate.boobusbombs,
		.lives = e->gamestate.lives,
		.keys = e->gamestate.keys,
		.playstate = (enum exh_keen_playstate)e->playstate,
		.sound_count = e->frame_sound_count,
		.contacts = e->frame_contacts,
		.animated_cells = counts->animated_cells > e->rf.animated_count
					  ? counts->animated_cells
					  : e->rf.animated_count,
		.animated_tiles = e->rf.chain_count,
	};
	memcpy(state->sounds, e->frame_sounds, kept);
}

const struct exh_ega *exh_keen_engine_ega(const struct exh_keen_engine *e)
{
	return &e->ega;
}

void exh_keen_engine_view(const struct exh_keen_engine *e, struct exh_keen_view *view)
{
	const struct refresh *rf = &e->rf;

	*view = (struct exh_keen_view){
		.ports = { rf->screenstart[0], rf->screenstart[1], rf->screenstart[2] },
		.screen = rf->shown,
		.shown_page = rf->screenpage,
		.pan_x = (uint16_t)(exh_keen_rf_pan(e) % LINE_PIXELS),
		.pan_y = rf->pany,
		.origin_x_tile = rf->originxtile,
		.origin_y_tile = rf->originytile,
	};
	for (size_t y = 0; y < PORT_ROWS; y++)
		memcpy(view->updates[y], rf->last_updates + y * UPDATE_COLUMNS,
		       PORT_COLUMNS);
}

size_t exh_keen_engine_objects(const struct exh_keen_engine *e,
			       struct exh_keen_object *objects)
{
	size_t count = 0;

	for (uint16_t i = e->first_object; i != NO_SLOT; i = e->objects[i].next) {
		const struct object *ob = &e->objects[i];

		objects[count++] = (struct exh_keen_object){
			.slot = i,
			.class_name = exh_keen_object_class_name(ob->obclass),
			.state_name = state_of(e, ob)->name,
			.class_number = ob->obclass,
			.active = ob->active != ACTIVE_NO,
			.clipped = ob->needtoclip,
			.shape = ob->shapenum,
			.x_units = ob->x,
			.y_units = ob->y,
			.left_units = ob->left,
			.top_units = ob->top,
			.right_units = ob->right,
			.bottom_units = ob->bottom,
			.hit_north = ob->hitnorth,
			.hit_east = ob->hiteast,
			.hit_south = ob->hitsouth,
			.hit_west = ob->hitwest,
		};
	}
	return count;
}

void exh_keen_engine_level(const struct exh_keen_engine *e, size_t *width, size_t *height,
			   const uint16_t *planes[EXH_KEEN_PLANE_COUNT])
{
	*width = e->map_width;
	*height = e->map_height;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		planes[i] = e->planes[i];
}
