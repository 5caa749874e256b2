/* Start of a run: the command line's values, and the level. */
#include "play_keen.h"

#include <stdlib.h>
#include <time.h>

enum { MAX_NOTES = 1 << 20 /* bytes */ };

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
			     "--map %s: the names of %zu levels begin like this; give "
			     "more of the name, or a number",
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
		keen_edits_add(edits, &options->edits.items[i]);
	return true;
}

static bool start_level(const struct keen_run_options *options,
			const struct keen_game *game, struct keen_edits *edits,
			struct exh_keen_engine *engine, struct report *report)
{
	struct exh_arena arena = { .limit = MAX_NOTES };
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

bool keen_run_start(const struct keen_run_options *options, const struct keen_game *game,
		    struct exh_keen_engine *engine, struct report *report)
{
	struct keen_edits edits = { 0 };
	const bool good = start_level(options, game, &edits, engine, report);

	free(edits.items);
	return good;
}
