#include "play_keen.h"

#include "play/play.h"
#include "task/jobs.h"
#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/keen_input.h>

#include <stdio.h>
#include <stdlib.h>

enum {
	ENGINES_LIMIT = 16 << 20,  /* bytes */
	PICTURE_LIMIT = 256 << 20, /* bytes */
};

struct measuring {
	const struct tile_refresh_tile_options *options;
	struct report *report;
	struct keen_game game;
	struct input_script script;
	struct exh_keen_devices devices;
	struct exh_arena arena;
	size_t count; /* methods: the first of enum exh_keen_refresh */
	struct exh_keen_engine *engines[TILE_METHODS];
	struct exh_keen_tile_stats *stats; /* one item per method */
	struct exh_keen_tile_view view;
	struct tile_chart_strip strips[TILE_METHODS];
	struct tile_chart *chart;
	struct text_stream lines;
	uint64_t limit, frames;
	/* state of the first engine after its last frame */
	struct exh_keen_frame_state state;
	bool over; /* the game has ended */
};

/*
 * Running.
 */

static bool note_frame(struct measuring *m, enum exh_keen_tile_class class,
		       const struct exh_keen_tile_frame *frames)
{
	uint32_t copied[TILE_METHODS];

	for (size_t i = 0; i < m->count; i++) {
		exh_keen_tile_stats_take(&m->stats[i], class, &frames[i]);
		copied[i] = frames[i].copied_tiles;
	}
	if (m->chart)
		tile_chart_take(m->chart, class, copied);
	if (!m->lines.is_open)
		return true;
	tile_line(m->state.frame, class, frames, m->count, &m->lines.text);
	return text_stream_pass(&m->lines);
}

/* Makes one frame. False: the run ends here. */
static bool make_frame(void *context, bool *good)
{
	struct measuring *m = context;
	const struct exh_input_frame input = input_script_next(&m->script);
	const struct exh_keen_controls controls =
		exh_keen_devices_controls(&m->devices, &input);
	const uint64_t before = m->state.tick;
	struct exh_keen_tile_frame frames[TILE_METHODS];

	for (size_t i = m->count; i-- > 0;) {
		m->over = !exh_keen_engine_step(m->engines[i], &controls, NULL);
		exh_keen_engine_state(m->engines[i], &m->state);
		exh_keen_tile_frame_take(&frames[i], &m->state);
	}
	/* If no level follows, no frame was made. */
	if (m->state.tick == before)
		return false;
	m->frames++;
	*good = note_frame(m, exh_keen_tile_view_take(&m->view, &m->state), frames);
	return !m->over;
}

/*
 * Setting up.
 */

/* Starts an engine. Engines after the first report no messages, since they would repeat
 * them. */
static bool start_engine(struct measuring *m, const struct keen_run_options *options,
			 size_t i)
{
	struct keen_run_options own = *options;
	struct quiet_report quiet;
	bool good;

	m->engines[i] = exh_keen_engine_new(&m->arena);
	if (!m->engines[i])
		mem_end();
	own.start.refresh = (enum exh_keen_refresh)i;
	if (!i)
		return keen_run_start(&own, &m->game, m->engines[i], m->report);
	good = keen_run_start(&own, &m->game, m->engines[i],
			      report_quiet(&quiet, m->report));
	report_quiet_end(&quiet, m->report);
	return good;
}

/* Starts all engines. The file of edits is read once, since a pipe can't be read
 * again. */
static bool start_engines(struct measuring *m)
{
	struct keen_run_options options = m->options->run;
	bool good = keen_run_edits(&m->options->run, &options.edits, m->report);

	options.edits_path = NULL;
	for (size_t i = 0; i < m->count && good; i++)
		good = start_engine(m, &options, i);
	free(options.edits.items);
	return good;
}

static bool set_up(struct measuring *m, const char *folder)
{
	const struct keen_run_options *options = &m->options->run;

	m->stats = mem_alloc(m->count, sizeof *m->stats);
	exh_keen_devices_start(&m->devices, NULL);
	return input_script_open(&m->script, options->run.input, exh_keen_input_keys(),
				 m->report) &&
	       keen_game_open(&m->game, folder, &options->game, m->report) &&
	       start_engines(m) &&
	       run_length(&options->run, &m->script, 0, &m->limit, m->report);
}

/*
 * Outputs.
 */

/* Checks that the picture can be written before it is made. */
static bool open_chart(struct measuring *m)
{
	const char *path = m->report->common->output;

	if (!path)
		return true;
	if (!output_is_free(m->report, path))
		return false;
	for (size_t i = 0; i < m->count; i++)
		m->strips[i] = (struct tile_chart_strip){ tile_method_names[i],
							  tile_book_shares[i] };
	m->chart = tile_chart_start(m->strips, m->count);
	return true;
}

static bool open_lines(struct measuring *m)
{
	if (!text_stream_open(&m->lines, m->options->tsv, m->report))
		return false;
	if (m->lines.is_open)
		tile_line_head(m->count, &m->lines.text);
	return true;
}

static bool write_chart(const struct measuring *m)
{
	struct exh_writer out = { .limit = PICTURE_LIMIT };
	char name[EXH_KEEN_MAP_NAME_SIZE + 1], title[128];
	struct exh_error err;

	if (!m->chart)
		return true;
	keen_game_map_name(&m->game, m->state.map, name);
	snprintf(title, sizeof title,
		 "level %u, %s: tiles copied a frame, of the port's %d", m->state.map,
		 name, EXH_KEEN_TILE_CELLS);
	return output_write_encoded(m->report, m->report->common->output,
				    tile_chart_encode(m->chart, title, m->options->width,
						      m->options->height, &out, &err),
				    &out, &err);
}

static bool measure(struct measuring *m)
{
	bool good = open_chart(m) && open_lines(m) &&
		    run_frames(m->report, m->limit, false, make_frame, m);

	good = text_stream_close(&m->lines, good);
	return good && write_chart(m);
}

/*
 * Reports.
 */

static const char *end_name(const struct measuring *m)
{
	if (m->over)
		return exh_keen_playstate_name(m->state.playstate);
	return m->options->run.run.frames.given ? "frames" : "input";
}

struct measured {
	const struct keen_game *archives;
	unsigned map, port_cells, screen_cells;
	char map_name[EXH_KEEN_MAP_NAME_SIZE + 1];
	uint64_t frames, ticks;
	const char *ended, *chart, *tsv;
	struct json *methods;
};

static const struct field measured_fields[] = {
	FIELD_LINKED(struct measured, archives, &keen_game_fields, "the game's archives"),
	FIELD(struct measured, map, NULL, "number of the last level that was played"),
	FIELD_OF("map_name", FIELD_CHARS, struct measured, map_name, NULL,
		 "name of that level"),
	FIELD(struct measured, frames, "frames", "frames that were played"),
	FIELD(struct measured, ticks, "1/70 s", "time that was played"),
	FIELD(struct measured, ended, NULL,
	      "why the run ended: frames (as many as --frames), input (the end of the "
	      "script), or a playstate of keen-run"),
	FIELD(struct measured, port_cells, "cells",
	      "cells of the port in which the game draws, 294"),
	FIELD(struct measured, screen_cells, "cells",
	      "cells of the screen as the book counts them, 260"),
	FIELD_ITEMS(struct measured, methods, &tile_method_fields,
		    "ways of refreshing the picture"),
	FIELD(struct measured, chart, NULL, "the picture that was written", FIELD_IF_ANY),
	FIELD(struct measured, tsv, NULL, "the table that was written", FIELD_IF_ANY),
};
const struct fields tile_refresh_fields =
	FIELDS("tile_refresh", struct measured, measured_fields);

static void describe(const struct measuring *m, struct json *result)
{
	struct measured row = { .archives = &m->game,
				.map = m->state.map,
				.frames = m->frames,
				.ticks = m->state.tick,
				.ended = end_name(m),
				.port_cells = EXH_KEEN_TILE_CELLS,
				.screen_cells = EXH_KEEN_TILE_SCREEN_CELLS,
				.methods = json_new_list(),
				.chart = m->report->common->output,
				.tsv = m->options->tsv };

	keen_game_map_name(&m->game, row.map, row.map_name);
	for (size_t i = 0; i < m->count; i++)
		json_push(row.methods,
			  tile_method_to_json((enum exh_keen_refresh)i, &m->stats[i]));
	fields_put(&tile_refresh_fields, &row, result);
}

static void print_all(const struct measuring *m)
{
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];

	keen_run_map_name(&m->game, m->state.map, name);
	printf("level %u, %s: %llu frames, %llu ticks; end: %s\n\n", m->state.map, name,
	       (unsigned long long)m->frames, (unsigned long long)m->state.tick,
	       end_name(m));
	tile_print(m->stats, m->count);
}

void tile_refresh_measure_folder(void *context, const char *input, const char *output,
				 struct report *report, struct json *result)
{
	const struct tile_refresh_tile_options *options = context;
	struct measuring m = { .options = options,
			       .report = report,
			       .count = options->full ? 3 : 2,
			       .arena = { .limit = ENGINES_LIMIT } };

	(void)output;
	if (set_up(&m, input) && measure(&m)) {
		describe(&m, result);
		if (!report->common->json && !report->common->output && !options->tsv)
			print_all(&m);
	}
	tile_chart_free(m.chart);
	free(m.stats);
	keen_game_close(&m.game);
	input_script_close(&m.script);
	exh_arena_free(&m.arena);
}
