/* How a run begins: words of the command line, a level, a saved state. */
#include "keen_run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_STATE = 64 << 20 /* bytes */, MOST_NOTES = 1 << 20 };

bool keen_run_length(const struct keen_run_options *options,
		     const struct keen_script *script, uint64_t first, uint64_t *length,
		     struct report *report)
{
	const uint64_t all = keen_script_length(script);
	const uint64_t start = options->restart_input ? 0 : first;

	*length = 0;
	if (options->frames.given) {
		*length = (uint64_t)options->frames.value;
		return true;
	}
	if (all == EXH_INPUT_ENDLESS)
		report_error(report, options->input, EXH_NO_OFFSET,
			     "it never ends: give --frames N");
	else if (!start && !all)
		report_error(report, options->input, EXH_NO_OFFSET,
			     "no frames in it: give --frames N");
	else if (all <= start)
		report_error(report, options->input, EXH_NO_OFFSET,
			     "%llu frames, and the run is at frame %llu already: give "
			     "--frames N, or --restart-input",
			     (unsigned long long)all, (unsigned long long)start);
	else
		*length = all - start;
	return *length != 0;
}

/*
 * Levels.
 */

static bool find_map(const struct keen_run_options *options, const struct keen_game *game,
		     unsigned *number, struct report *report)
{
	const struct keen_levels *levels = &game->levels;
	const struct exh_keen_map *map;
	size_t count;

	*number = 0;
	if (options->world)
		return true;
	map = keen_levels_find_text(levels, options->map, &count);
	if (map && !map->lost) {
		*number = map->number;
		return true;
	}
	if (map)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "--map %s: the level is lost", options->map);
	else if (count)
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "--map %s: the names of %zu levels begin so: give more of "
			     "it, or a number",
			     options->map, count);
	else
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "--map %s: no level has this number or name", options->map);
	return false;
}

bool keen_run_edits(const struct keen_run_options *options, struct keen_edits *edits,
		    struct report *report)
{
	*edits = (struct keen_edits){ 0 };
	if (options->edits_path && !keen_edits_read(edits, options->edits_path, report))
		return false;
	for (size_t i = 0; i < options->edits.count; i++)
		if (!keen_edits_add(edits, &options->edits.items[i])) {
			report_error(report, NULL, EXH_NO_OFFSET, "out of memory");
			return false;
		}
	return true;
}

static bool start_level(const struct keen_run_options *options,
			const struct keen_game *game, struct keen_edits *edits,
			struct exh_keen_engine *engine, struct report *report)
{
	struct exh_arena arena = { .limit = MOST_NOTES };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_start start = options->start;
	struct exh_error err;
	bool good = false;

	if (!find_map(options, game, &start.map, report) ||
	    !keen_run_edits(options, edits, report))
		return false;
	start.edits = edits->items;
	start.edit_count = edits->count;
	good = exh_keen_engine_start(engine, game->game, &start, &notes, &err) == EXH_OK;
	report_notes(report, game->levels_path, &notes);
	if (!good)
		report_failure(report, game->levels_path, &err);
	exh_arena_free(&arena);
	return good;
}

static bool load_state(const char *path, const struct keen_game *game,
		       struct exh_keen_engine *engine, struct report *report)
{
	struct exh_error err;
	struct file file;
	bool good;

	if (!report_read(report, path, MOST_STATE, &file))
		return false;
	good = exh_keen_engine_load(engine, game->game, file_bytes(&file), &err) ==
	       EXH_OK;
	if (!good)
		report_failure(report, path, &err);
	free(file.data);
	return good;
}

bool keen_run_start(const struct keen_run_options *options, const struct keen_game *game,
		    struct exh_keen_engine *engine, struct report *report)
{
	struct keen_edits edits = { 0 };
	bool good;

	if (options->load_state)
		return load_state(options->load_state, game, engine, report);
	good = start_level(options, game, &edits, engine, report);
	free(edits.items);
	return good;
}

/* Before the first frame no tick has passed. */
uint64_t keen_run_frames_made(const struct exh_keen_engine *engine)
{
	struct exh_keen_frame_state state;

	exh_keen_engine_state(engine, &state);
	return state.tick ? state.frame + 1 : 0;
}
