#include "play_keen.h"

#include "task/fields.h"

#include <stdio.h>
#include <stdlib.h>

/* Sums over all frames. */
struct totals {
	uint64_t refreshes, sounds;
	uint64_t new_tiles, copied_tiles, erased_blocks, drawn_sprites, mask_tiles;
};

/* One run of Keen Dreams. */
struct keen_run {
	const struct keen_run_options *options;
	struct report *report;
	struct keen_game game;
	struct run run;
	struct totals totals;
	struct keen_memory_levels levels;
	unsigned checked_map;  /* last level that was checked */
	bool is_view_reported; /* too many animated cells in view were reported */
};

static const struct exh_keen_frame_state *state_of(const struct keen_run *run)
{
	const struct keen_player *player = run->run.player;

	return &player->state;
}

/*
 * Running.
 */

/* Reports each limit that the level exceeds, as a warning. */
static void report_limits(struct keen_run *run, const struct exh_keen_map_load *load)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };

	exh_keen_map_judge(load, exh_keen_limits_of(EXH_KEEN_MAP_HUFFMAN), &notes);
	for (const struct exh_note *note = notes.first; note; note = note->next)
		report_warning(run->report, run->game.levels_path, EXH_NO_OFFSET,
			       "frame %llu: %s", (unsigned long long)state_of(run)->frame,
			       note->text);
	exh_arena_free(&arena);
}

/* Checks a level at its start, before its animations have moved much. */
static void check_level(struct keen_run *run, const struct keen_player *player)
{
	const struct exh_keen_frame_state *state = &player->state;
	const struct exh_keen_limits *limits = exh_keen_limits_of(EXH_KEEN_MAP_HUFFMAN);
	const uint16_t *planes[EXH_KEEN_PLANE_COUNT];
	struct exh_keen_map map = { .number = state->map };
	struct exh_keen_map_load load;

	exh_keen_engine_level(player->engine, &map.width, &map.height, planes);
	for (size_t i = 0; i < EXH_KEEN_INFO; i++)
		map.planes[i].cells = (uint16_t *)planes[i];
	exh_keen_map_measure(&map, &run->game.levels.info, limits, &load);
	load.animated_tiles = state->animated_tiles;
	load.animated_cells = 0;
	report_limits(run, &load);
	run->checked_map = state->map;
	run->is_view_reported = false;
}

static void check_view(struct keen_run *run)
{
	const struct exh_keen_frame_state *state = state_of(run);
	const struct exh_keen_map_load load = {
		.number = state->map,
		.animated_cells = state->animated_cells,
		.view_x = state->origin_x_units / 256U,
		.view_y = state->origin_y_units / 256U,
	};

	if (run->is_view_reported ||
	    load.animated_cells <=
		    exh_keen_limits_of(EXH_KEEN_MAP_HUFFMAN)->animated_cells)
		return;
	report_limits(run, &load);
	run->is_view_reported = true;
}

static void begin(void *context, const void *player)
{
	struct keen_run *run = context;

	check_level(run, player);
	run->totals = (struct totals){ 0 };
	keen_memory_begin(&run->levels, state_of(run)->map);
}

static void add_up(void *context, const void *player, uint64_t ticks)
{
	struct keen_run *run = context;
	const struct exh_keen_frame_state *state = state_of(run);
	struct totals *totals = &run->totals;

	(void)ticks;
	totals->refreshes += state->refreshes;
	totals->sounds += state->sound_count;
	totals->new_tiles += state->new_tiles;
	totals->copied_tiles += state->copied_tiles;
	totals->erased_blocks += state->erased_blocks;
	totals->drawn_sprites += state->drawn_sprites;
	totals->mask_tiles += state->mask_tiles;
	keen_memory_frame(&run->levels, state);
	if (run->checked_map != state->map)
		check_level(run, player);
	check_view(run);
}

static void draw(const void *context, const void *player, uint8_t *pixels,
		 struct exh_palette *palette)
{
	const struct keen_run *run = context;

	keen_show_draw((enum keen_show)run->options->show, run->options->game.video,
		       ((const struct keen_player *)player)->engine,
		       &run->game.levels.info, pixels, palette);
}

static void set_view(struct keen_run *run)
{
	const enum keen_show show = (enum keen_show)run->options->show;
	struct run_view *view = &run->run.view;

	keen_show_size(show, run->options->game.video, &view->width, &view->height);
	keen_show_colors(show, run->options->game.video, &view->colors);
	view->context = run;
	if (show != KEEN_SHOW_SCREEN)
		view->draw = draw;
}

/*
 * Description of the run.
 */

static const struct field tiles_fields[] = {
	FIELD(struct totals, refreshes, NULL, "refreshes of the picture"),
	FIELD_AS("new", struct totals, new_tiles, "tiles", "tiles that were drawn"),
	FIELD_AS("copied", struct totals, copied_tiles, "tiles",
		 "tiles that were copied to the page that is shown next"),
	FIELD(struct totals, erased_blocks, NULL, "blocks that were erased"),
	FIELD(struct totals, drawn_sprites, NULL, "sprites that were drawn"),
	FIELD(struct totals, mask_tiles, "tiles", "tiles drawn over sprites"),
};
static const struct fields tiles_table = FIELDS("tiles", struct totals, tiles_fields);

#define STATE(member, unit, meaning) \
	FIELD(struct exh_keen_frame_state, member, unit, meaning)

static const struct field player_fields[] = {
	STATE(x_units, "1/16 pixel", "Keen's place from the left"),
	STATE(y_units, "1/16 pixel", "Keen's place from the top"),
	STATE(shape, NULL, "chunk of his sprite; 0: none is shown"),
	STATE(score, NULL, "score"),
	STATE(flowers, NULL, "flower power"),
	STATE(bombs, NULL, "Boobus bombs"),
	STATE(lives, NULL, "lives"),
	STATE(keys, NULL, "keys"),
};
static const struct fields player_table =
	FIELDS("player", struct exh_keen_frame_state, player_fields);

/* State and totals at the end of a run. */
struct ending {
	const struct keen_game *archives;
	char map_name[EXH_KEEN_MAP_NAME_SIZE + 1];
	uint64_t first_frame, frames, ticks;
	const char *playstate;
	bool has_random_start;
	unsigned random_start;
	struct exh_keen_frame_state state;
	struct totals totals;
};

static const struct field frames_fields[] = {
	FIELD_LINKED(struct ending, archives, &keen_game_fields, "the game's archives"),
	FIELD_AS("map", struct ending, state.map, NULL,
		 "number of the last level that was played"),
	FIELD_OF("map_name", FIELD_CHARS, struct ending, map_name, NULL,
		 "name of that level"),
	FIELD(struct ending, first_frame, NULL, "number of the first frame"),
	FIELD(struct ending, frames, "frames", "frames that were played"),
	FIELD(struct ending, ticks, "1/70 s", "game time that the frames took"),
};
static const struct field ending_fields[] = {
	FIELD(struct ending, playstate, NULL,
	      "state of the game at the end: playing, reset, complete, warped, died or "
	      "victorious"),
	FIELD(struct ending, random_start, NULL,
	      "index in the table of random numbers at the start; missing with "
	      "--load-state",
	      FIELD_HAS(struct ending, has_random_start)),
	FIELD_AS("random", struct ending, state.random, NULL,
		 "index in the table of random numbers at the end"),
	FIELD_OF("player", FIELD_ROW, struct ending, state, NULL, "Keen at the end",
		 .of = &player_table),
	FIELD_AS("objects", struct ending, state.objects, NULL,
		 "number of objects at the end"),
	FIELD_AS("active_objects", struct ending, state.active, NULL,
		 "active objects at the end, those near the screen"),
	FIELD_AS("sounds", struct ending, totals.sounds, NULL,
		 "sounds that were requested in the whole run"),
	FIELD_OF("tiles", FIELD_ROW, struct ending, totals, NULL,
		 "drawn tiles and bytes, summed over all frames", .of = &tiles_table),
};
static const struct fields frames_table = FIELDS("frames", struct ending, frames_fields);
static const struct fields *const ending_with[] = { &frames_table, NULL };
const struct fields keen_run_fields = { .name = "keen_run",
					.size = sizeof(struct ending),
					.items = ending_fields,
					.count = sizeof ending_fields /
						 sizeof *ending_fields,
					.with = ending_with };

static void describe(const struct keen_run *run, struct json *result)
{
	const struct exh_keen_frame_state *state = state_of(run);
	struct ending ending = {
		.archives = &run->game,
		.first_frame = run->run.first,
		.frames = run->run.frames,
		.ticks = run->run.ticks,
		.playstate = exh_keen_playstate_name(state->playstate),
		.has_random_start = !run->options->run.load_state,
		.random_start = run->options->start.random,
		.state = *state,
		.totals = run->totals,
	};

	keen_game_map_name(&run->game, state->map, ending.map_name);
	fields_put(&frames_table, &ending, result);
	run_describe_end(&run->run, result);
	fields_put(&keen_run_fields, &ending, result);
	run_describe_state(&run->run, result);
	run_describe_outputs(&run->options->run, result);
}

void keen_run_map_name(const struct keen_game *game, unsigned map,
		       char out[EXH_KEEN_MAP_NAME_SIZE + 1])
{
	keen_game_map_name(game, map, out);
	for (char *at = out; *at; at++)
		if (*at < ' ' || *at > '~')
			*at = '.';
}

static void print_summary(const struct keen_run *run)
{
	const struct exh_keen_frame_state *state = state_of(run);
	const struct totals *totals = &run->totals;
	const uint64_t frames = run->run.frames;
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];

	keen_run_map_name(&run->game, state->map, name);
	printf("level %u, %s: frames %llu to %llu, %llu ticks, %.2f s; end: %s\n",
	       state->map, name, (unsigned long long)run->run.first,
	       (unsigned long long)(run->run.first + frames - !!frames),
	       (unsigned long long)run->run.ticks, run_seconds(&run->run),
	       run_end_name(&run->run));
	printf("Keen at %u,%u units; score %ld, %d lives, %d flowers, %d bombs, %d "
	       "keys\n",
	       state->x_units, state->y_units, (long)state->score, state->lives,
	       state->flowers, state->bombs, state->keys);
	printf("%u objects, %u of them active; %llu sounds; tiles: %llu new, %llu "
	       "copied\n",
	       state->objects, state->active, (unsigned long long)totals->sounds,
	       (unsigned long long)totals->new_tiles,
	       (unsigned long long)totals->copied_tiles);
}

/*
 * The whole run.
 */

static bool set_up(struct keen_run *run, const char *folder)
{
	const struct keen_run_options *options = run->options;

	if (!keen_game_open(&run->game, folder, &options->game, run->report) ||
	    !run_open(&run->run))
		return false;
	set_view(run);
	return run_begin(&run->run, &run->game, options);
}

void keen_run_run_folder(void *context, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	const struct keen_run_options *options = context;
	struct keen_run run = { .options = options, .report = report };

	(void)output;
	run.run = (struct run){
		.type = &keen_dreams_engine,
		.options = &options->run,
		.report = report,
		.hooks = { .begin = begin, .frame = add_up, .context = &run }
	};
	if (set_up(&run, input) && run_play(&run.run, result) && run_save(&run.run)) {
		const bool is_quiet = run_standard_count(&options->run);

		describe(&run, result);
		if (run_has_summary(&options->run) && !is_quiet)
			print_summary(&run);
		keen_memory_replay(&options->memory, &run.game, options->start.device,
				   &run.levels, !is_quiet, report, result);
	}
	free(run.levels.items);
	keen_game_close(&run.game);
	run_close(&run.run);
}
