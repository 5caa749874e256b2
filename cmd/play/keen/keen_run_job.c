#include "play_keen.h"

#include "task/json.h"

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
};

static const struct exh_keen_frame_state *state_of(const struct keen_run *run)
{
	const struct keen_player *player = run->run.player;

	return &player->state;
}

/*
 * Running.
 */

static void begin(void *context, const void *player)
{
	struct keen_run *run = context;

	(void)player;
	run->totals = (struct totals){ 0 };
	keen_memory_begin(&run->levels, state_of(run)->map);
}

static void add_up(void *context, const void *player, uint64_t ticks)
{
	struct keen_run *run = context;
	const struct exh_keen_frame_state *state = state_of(run);
	struct totals *totals = &run->totals;

	(void)player;
	(void)ticks;
	totals->refreshes += state->refreshes;
	totals->sounds += state->sound_count;
	totals->new_tiles += state->new_tiles;
	totals->copied_tiles += state->copied_tiles;
	totals->erased_blocks += state->erased_blocks;
	totals->drawn_sprites += state->drawn_sprites;
	totals->mask_tiles += state->mask_tiles;
	keen_memory_frame(&run->levels, state);
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
 * Describing it.
 */

static struct json *tiles_to_json(const struct totals *totals)
{
	return json_make("{s:I, s:I, s:I, s:I, s:I, s:I}", "refreshes",
			 (int64_t)totals->refreshes, "new", (int64_t)totals->new_tiles,
			 "copied", (int64_t)totals->copied_tiles, "erased_blocks",
			 (int64_t)totals->erased_blocks, "drawn_sprites",
			 (int64_t)totals->drawn_sprites, "mask_tiles",
			 (int64_t)totals->mask_tiles);
}

static struct json *player_to_json(const struct exh_keen_frame_state *state)
{
	struct json *json = json_new_object();

	json_set_number(json, "x_units", state->x_units);
	json_set_number(json, "y_units", state->y_units);
	json_set_number(json, "shape", state->shape);
	json_set_number(json, "score", state->score);
	json_set_number(json, "flowers", state->flowers);
	json_set_number(json, "bombs", state->bombs);
	json_set_number(json, "lives", state->lives);
	json_set_number(json, "keys", state->keys);
	return json;
}

static void describe(const struct keen_run *run, struct json *result)
{
	const struct exh_keen_frame_state *state = state_of(run);
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];

	keen_game_map_name(&run->game, state->map, name);
	json_set(result, "archives", keen_game_to_json(&run->game));
	json_set_number(result, "map", state->map);
	json_set_text(result, "map_name", name);
	json_set_number(result, "first_frame", (int64_t)run->run.first);
	json_set_number(result, "frames", (int64_t)run->run.frames);
	json_set_number(result, "ticks", (int64_t)run->run.ticks);
	run_describe_end(&run->run, result);
	json_set_string(result, "playstate", exh_keen_playstate_name(state->playstate));
	if (!run->options->run.load_state)
		json_set_number(result, "random_start", run->options->start.random);
	json_set_number(result, "random", state->random);
	json_set(result, "player", player_to_json(state));
	json_set_number(result, "objects", state->objects);
	json_set_number(result, "active_objects", state->active);
	json_set_number(result, "sounds", (int64_t)run->totals.sounds);
	json_set(result, "tiles", tiles_to_json(&run->totals));
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
