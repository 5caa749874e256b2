/* Runs of Keen Dreams. */
#ifndef CMD_PLAY_KEEN_PLAY_KEEN_H
#define CMD_PLAY_KEEN_PLAY_KEEN_H

#include "task/json.h"
#include "assets/keen/keen_game.h"
#include "assets/song/song.h"
#include "play/play.h"
#include "task/report.h"
#include "task/text.h"

#include <exhume/keen_engine.h>
#include <exhume/advanced/keen_input.h>
#include <exhume/advanced/keen_memory.h>
#include <exhume/advanced/keen_tile_stats.h>

#include <limits.h>

/*
 * Cells of a level that are changed before it is set up: PLANE:X,Y=VALUE.
 */

struct keen_edits {
	struct exh_keen_edit *items; /* to be freed */
	size_t count, capacity;
};

/* Parses PLANE:X,Y=VALUE; PLANE is 0, 1, 2, or background, foreground, info. False: the
 * text is wrong at *wrong, and should have *expected there. */
bool keen_edit_parse(const char *text, struct exh_keen_edit *edit, const char **wrong,
		     const char **expected);

void keen_edits_add(struct keen_edits *edits, const struct exh_keen_edit *edit);

/* Adds the changes of a file: one per line, with # before comments. False: the report has
 * line and column of each error. */
bool keen_edits_read(struct keen_edits *edits, const char *path, struct report *report);

/*
 * exhume keen-run --memory: simulates the game's memory and cache managers during a run.
 */

/* The options; memory NULL: no replay. */
struct keen_memory_options {
	const char *memory, *program; /* sizes */
	const char *map, *events;     /* paths of files */
	const char *levels;
	bool panel;
	/* Parsed: */
	struct exh_keen_memory_plan plan;
	struct range *ranges; /* levels to replay; 0: the levels that were played */
	size_t range_count;
};

/* The levels that a run sets up, in order. All zeros: none yet. */
struct keen_memory_levels {
	unsigned *items; /* to be freed */
	size_t count, capacity;
	bool over; /* the level has ended: the next frame belongs to another one */
};

/* Notes that a run starts a level, perhaps again. */
void keen_memory_begin(struct keen_memory_levels *levels, unsigned map);
/* Call after each frame. */
void keen_memory_frame(struct keen_memory_levels *levels,
		       const struct exh_keen_frame_state *state);

/* Replays the run, writes the files, puts "memory" into result, and prints a table on
 * standard output if print. False: the report has the reason. */
extern const struct fields keen_memory_fields; /* fields of a result */
bool keen_memory_replay(const struct keen_memory_options *options,
			const struct keen_game *game, enum exh_audio_device device,
			const struct keen_memory_levels *levels, bool print,
			struct report *report, struct json *result);

/*
 * Memory over time as a picture: a column per moment, low addresses at the bottom.
 */

struct keen_memory_map;

/* Begins a map of the given number of moments. */
struct keen_memory_map *keen_memory_map_start(uint64_t moments, uint16_t end_paragraphs);
/* Begins a step; its name goes into the upper (0) or lower (1) line. */
void keen_memory_map_step(struct keen_memory_map *map, unsigned line, const char *name);
/* Adds a moment: the current state of memory. */
void keen_memory_map_moment(struct keen_memory_map *map,
			    const struct exh_keen_memory *memory);
/* Marks the current moment as a compaction of memory. */
void keen_memory_map_compacted(struct keen_memory_map *map);
/* Marks the last moment as out of memory. */
void keen_memory_map_failed(struct keen_memory_map *map);
/* Appends the PNG file. */
enum exh_status keen_memory_map_encode(struct keen_memory_map *map, const char *title,
				       struct exh_writer *out, struct exh_error *err);
void keen_memory_map_free(struct keen_memory_map *map);

/*
 * Keen Dreams in the table of engines.
 */

/* The player of keen_dreams_engine; its start takes a struct keen_game and a struct
 * keen_run_options. */
struct keen_player {
	struct exh_arena arena; /* memory of engine */
	struct exh_keen_engine *engine;
	struct exh_keen_devices devices;
	struct exh_keen_controls controls;
	struct exh_keen_frame_state state; /* state after the last frame */
};

extern const struct engine_type keen_dreams_engine;

/*
 * Pictures of the machine that Keen Dreams runs on.
 */

enum keen_show {
	KEEN_SHOW_SCREEN, /* picture on the monitor */
	/* all of the card's memory, with the pages and the screen marked */
	KEEN_SHOW_VRAM,
	KEEN_SHOW_PAGE0,
	KEEN_SHOW_PAGE1,
	KEEN_SHOW_MASTER,
	KEEN_SHOW_UPDATES, /* visible port, with the update array */
	KEEN_SHOW_CLIP,	   /* the same, with walls and hit boxes */
};

/* Names for OPT_CHOICE, in the order of enum keen_show. */
extern const char *const keen_show_choices[];

/* Returns the size of the picture in pixels. */
void keen_show_size(enum keen_show show, enum exh_keen_video video, size_t *width,
		    size_t *height);

/* Returns all colours of such a picture: the game's, then those of lines and numbers. */
void keen_show_colors(enum keen_show show, enum exh_keen_video video,
		      struct exh_palette *palette);

/* Draws the current state. info: walls of the tiles, for KEEN_SHOW_CLIP. */
void keen_show_draw(enum keen_show show, enum exh_keen_video video,
		    const struct exh_keen_engine *engine,
		    const struct exh_keen_tile_info *info, uint8_t *pixels,
		    struct exh_palette *palette);

/*
 * exhume keen-run: interfaces between its parts.
 */

enum { KEEN_TICKS_A_SECOND = 70 };

/* Value of a choice that was not made. */
#define KEEN_NOT_GIVEN UINT_MAX

/* Options of the command line. */
struct keen_run_options {
	struct run_options run;
	struct keen_game_options game;
	unsigned video; /* enum exh_keen_video */
	/* Start of the run. start has the values that can be parsed without a level. */
	const char *map; /* number or name */
	bool world;
	struct exh_keen_start start;
	struct given_integer flowers, bombs, lives, keys, score, tic_step;
	unsigned difficulty, refresh, device; /* indices of choices, or KEEN_NOT_GIVEN */
	const char *random, *done, *world_place, *edits_path;
	struct strings edit_texts;
	struct keen_edits edits;
	/* Outputs. */
	unsigned show; /* enum keen_show */
	struct keen_memory_options memory;
};

/* Sets up an engine as the options say. False: the report has the reason. */
bool keen_run_start(const struct keen_run_options *options, const struct keen_game *game,
		    struct exh_keen_engine *engine, struct report *report);

/* Collects the cells to change before the start: those of the file, then those of the
 * command line. edits must be freed either way. */
bool keen_run_edits(const struct keen_run_options *options, struct keen_edits *edits,
		    struct report *report);

/* Write the header and a frame's row of --state. */
void keen_state_head(struct exh_writer *out);
void keen_state_line(const void *player, uint32_t crc32, struct exh_writer *out);
/* Returns the number in a column. False: no such column, or it is not a number. */
bool keen_state_number(const struct exh_keen_frame_state *state, const char *name,
		       int64_t *number);
/* Append the contents of the columns "sounds" and "contact". */
void keen_state_sounds(const struct exh_keen_frame_state *state, struct exh_writer *out);
void keen_state_contacts(const struct exh_keen_frame_state *state,
			 struct exh_writer *out);

/* Conditions of input scripts: the columns of --state, and objects. */
extern const struct condition_name keen_condition_names[];
bool keen_value(const void *player, const char *name, struct exh_writer *out);

/*
 * The work of exhume keen-run, without its command line.
 */

struct keen_run_request {
	/* must be first: all functions but check read the request as this struct */
	struct keen_run_options options;
	struct sound_options sound;
};

/* Returns the name of a level for a terminal; characters outside ASCII become dots. */
void keen_run_map_name(const struct keen_game *game, unsigned map,
		       char out[EXH_KEEN_MAP_NAME_SIZE + 1]);

extern const struct fields keen_run_fields; /* fields of a result */

void keen_run_run_folder(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/*
 * Chart of the tiles redrawn over time: a strip for each refresh method.
 */

enum {
	TILE_CHART_STRIPS = 3,
	TILE_CHART_LEAST_WIDTH = 320,
	TILE_CHART_LEAST_HEIGHT = 200,
	TILE_CHART_MAX_SIDE = 8192,
};

struct tile_chart_strip {
	const char *name;
	double book_share; /* share that the book states; 0: no statement */
};

struct tile_chart;

/* Creates a chart. strips has at most TILE_CHART_STRIPS items and is borrowed. */
struct tile_chart *tile_chart_start(const struct tile_chart_strip *strips, size_t count);
void tile_chart_free(struct tile_chart *chart);

/* Adds a frame; copied: tiles copied, a number for each strip. The chart merges old
 * frames as needed, but keeps more of them than it has columns of pixels. */
void tile_chart_take(struct tile_chart *chart, enum exh_keen_tile_class class,
		     const uint32_t *copied);

/* Appends the chart as a PNG file. width and height are in pixels, within the limits
 * above. */
enum exh_status tile_chart_encode(const struct tile_chart *chart, const char *title,
				  size_t width, size_t height, struct exh_writer *out,
				  struct exh_error *err);

/*
 * The work of exhume tile-refresh, without its command line.
 */

struct tile_refresh_tile_options {
	struct keen_run_options run;
	const char *tsv;
	bool full; /* measures the third method, too */
	unsigned width, height;
};

extern const struct fields tile_refresh_fields; /* fields of a result */

void tile_refresh_measure_folder(void *context, const char *input, const char *output,
				 struct report *report, struct json *result);

/*
 * Statistics of tiles as text, as JSON and as rows of a table.
 */

enum { TILE_METHODS = 3 };

/* Names of enum exh_keen_refresh, as in --refresh of keen-run. */
extern const char *const tile_method_names[TILE_METHODS];
/* Share of the screen that the book states for each method; 0: no statement. */
extern const double tile_book_shares[TILE_METHODS];

/* {"method", "book_share", "groups", "histogram"}. */
extern const struct fields tile_method_fields;
struct json *tile_method_to_json(enum exh_keen_refresh method,
				 const struct exh_keen_tile_stats *stats);

/* Prints the table of count methods on standard output. */
void tile_print(const struct exh_keen_tile_stats *stats, size_t count);

/* Write the header and a frame's row of --tsv. */
void tile_line_head(size_t count, struct exh_writer *out);
void tile_line(uint64_t number, enum exh_keen_tile_class class,
	       const struct exh_keen_tile_frame *frames, size_t count,
	       struct exh_writer *out);

#endif
