/* Runs of ZVision games. */
#ifndef CMD_PLAY_ZVISION_PLAY_ZVISION_H
#define CMD_PLAY_ZVISION_PLAY_ZVISION_H

#include "task/fields.h"
#include "assets/zvision/zv.h"
#include "play/play.h"
#include "play/debug/debugger.h"
#include "task/text.h"

#include <exhume/engine.h>
#include <exhume/zv_engine.h>
#include <exhume/advanced/zv_engine.h>
#include <exhume/advanced/zv_mixer.h>

/*
 * Acts of input scripts for ZVision (exhume-input(5)), and the values for conditions.
 */

extern const char *const zv_acts[];

enum exh_status zv_act_check(const struct exh_code_page *page,
			     const struct exh_input_act *act, struct exh_error *err);
enum engine_act zv_act(void *player, const struct exh_input_act *act,
		       struct engine_act_state *state, struct exh_input_frame *input,
		       struct exh_error *err);
extern const struct condition_name zv_condition_names[];
bool zv_value(const void *player, const char *name, struct exh_writer *out);
bool zv_is_idle(const void *player);

/*
 * exhume zv-run: interfaces between its parts.
 */

enum { ZV_TICKS_A_SECOND = 1000 /* a tick of the outputs is a millisecond */ };

/* Names for OPT_CHOICE. */
extern const char *const zv_engine_choices[]; /* auto, nemesis, zgi, zengine */

enum { ZV_ENGINE_AUTO, ZV_ENGINE_NEMESIS, ZV_ENGINE_ZGI, ZV_ENGINE_ZENGINE };

/* A key that is set before the first tick. */
struct zv_setting {
	int32_t key, value;
};

/* Options of the command line. */
struct zv_run_options {
	struct run_options run;
	unsigned engine, game, language;   /* indices of choices */
	const char *start;		   /* "gary" or "gary:120" */
	const char *load_game, *save_game; /* files in the games' own format */
	const char *saved_games;	   /* folder for the games that the game saves */
	struct given_integer seed, why;
	bool debugs, fixes;
	struct strings set_texts;
	/* Parsed from the texts: */
	struct exh_zv_start begin;
	struct zv_setting *settings;
	size_t setting_count;
};

/* An open game: its files, and the parts that the engine has read. */
struct zv_run_game {
	struct zv_game *game;
	enum exh_zv_game which;
	const char *reason; /* reason for choosing which */
	struct exh_zv_world *world;
	const char *saved_games; /* folder; NULL: none */
};

struct zv_debug;

/* The player of zvision_engine; its start takes a struct zv_run_game and a struct
 * zv_run_options. A frame is a tick. */
struct zv_player {
	struct exh_zv_engine *engine;
	struct exh_zv_mixer *mixer; /* NULL: not needed yet */
	struct exh_zv_devices devices;
	struct exh_zv_input input;
	bool holds;		/* "press" holds the left button until "release" */
	struct zv_debug *debug; /* NULL: none; copies have none */
};

/* Returns the state of a struct zv_player. */
static inline struct exh_zv_engine_state zv_player_state(const void *player)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(((const struct zv_player *)player)->engine, &state);
	return state;
}

/* Opens a game. False: the report has the reason. Close it either way. */
bool zv_run_game_open(struct zv_run_game *game, const char *path,
		      const struct zv_run_options *options, struct report *report);
void zv_run_game_close(struct zv_run_game *game);

/*
 * zv-run --debug: a game in a debugger, which stops at events: puzzles, results, keys,
 * places, side effects.
 */

struct zv_debug;

/* Opens the debugger for a run whose player has started. */
struct zv_debug *zv_debug_open(const struct run *run, const struct zv_run_game *game);
/* debug may be NULL. */
void zv_debug_close(struct zv_debug *debug);

/* Before each tick: takes commands if the game is stopped, and adds typed input. */
void zv_debug_press(struct zv_debug *debug, struct exh_input_frame *input);
/* Hook of a run for an event within a tick. Takes commands if the debugger stops at this
 * event. */
void zv_debug_event(void *debug, const struct exh_event *event);

/*
 * Stops of the debugger: breakpoints, and keys that are watched.
 */

enum zv_break_kind {
	ZV_BREAK_PUZZLE, /* the puzzle fires */
	ZV_BREAK_CHECK,	 /* the puzzle is checked */
	ZV_BREAK_KEY,	 /* the key is set; if op is not 0, to a value that compares so */
	ZV_WATCH_KEY,	 /* the key changes */
	ZV_BREAK_ACTION, /* a result of this name is done */
	ZV_BREAK_PLACE,	 /* the place is entered; any place if name is empty */
	ZV_BREAK_EFFECT, /* a side effect of this kind begins or ends */
	ZV_BREAK_LINE,	 /* a script line: its puzzle fires, or its result is done */
};

/* Condition of a struct debug_break, its place. */
struct zv_break {
	enum zv_break_kind kind;
	char name[64];
	int32_t key; /* number of a key, puzzle or line */
	char op;     /* '=', '!', '<', '>' */
	int32_t value;
};

/* Reads a whole number; false: the text is not one. */
bool zv_number(const char *text, int32_t *number);

/* Adds a breakpoint: puzzle N, check N, key N [OP VALUE], watch N, action NAME, location
 * [PLACE], effect KIND, line SCRIPT:LINE. False: d->out has the reason. */
bool zv_break_add(struct debugger *d, char *const *words, size_t count);

/* Returns the first breakpoint that the event stops at; NULL: none. */
struct debug_break *zv_breaks_find(struct debug_breaks *breaks,
				   const struct exh_event *event);

/*
 * Shared parts of the debugger.
 */

/* Point at which the running game stops, unless a breakpoint comes first. */
enum zv_debug_mode {
	ZV_DEBUG_TICKS,	  /* the beginning of a tick */
	ZV_DEBUG_EVENTS,  /* the next event */
	ZV_DEBUG_RESULTS, /* the next puzzle that fires, or the next result */
	ZV_DEBUG_GOES,	  /* none: only breakpoints */
};

struct zv_debug {
	struct debugger common;
	const struct run *run;
	struct zv_player *player;
	const struct zv_run_game *game;
	enum zv_debug_mode mode;
	uint64_t tick; /* ZV_DEBUG_TICKS: tick to stop at, as a number of ticks made */
	bool stands, is_in_tick;
	/* Position in the scripts where the game is stopped; script empty: none. */
	char script[64];
	int64_t script_line;
	struct typed_act act;
};

/* Each table ends with a command without a name. */
extern const struct debugger_command zv_debug_run_commands[];  /* running, stopping */
extern const struct debugger_command zv_debug_look_commands[]; /* looking */

static inline struct zv_debug *zv_debug_of(struct debugger *d)
{
	return (struct zv_debug *)d;
}

static inline struct exh_zv_engine *zv_debug_engine(struct debugger *d)
{
	return zv_debug_of(d)->player->engine;
}

/* Appends the line of the script where the game is stopped, if there is one. */
void zv_debug_show_line(struct debugger *d);

/*
 * ZVision's engine in the table of engines.
 */

/* Engine of ZVision. Players have the type struct zv_player. */
extern const struct engine_type zvision_engine;

/*
 * The work of exhume zv-run, without its command line.
 */

/* For assets/convert.h; the context is a struct zv_run_options. */
void zv_run_run_game(void *context, const char *input, const char *output,
		     struct report *report, struct json *result);

/*
 * Saved games in the games' own format, from and to files.
 */

/* --load-game: loads a saved game into a started engine. False: the report has the
 * reason. */
bool zv_run_load_game(const struct zv_run_options *options, struct exh_zv_engine *engine,
		      struct report *report);
/* --save-game and --saved-games: saves games after the run. False: the report has the
 * reason. */
bool zv_run_save_games(const struct zv_run_options *options, const void *player,
		       struct report *report);

/*
 * --fixes: known faults of the game's scripts.
 */

/* A row of the table, and what became of it. */
struct zv_run_fix {
	const char *kind, *id, *change, *state, *script;
	uint32_t line;
};

extern const struct fields zv_run_fix_fields;

/* Lists the rows of the game as JSON; NULL: the world has no fixes. */
struct json *zv_run_fixes_to_json(const struct exh_zv_world *world);
/* Prints how many were applied, unless is_quiet. -v lists all others. */
void zv_run_print_fixes(const struct exh_zv_world *world, bool is_quiet,
			const struct report *report);

/*
 * Reasons why puzzles fire or not, as text and as JSON.
 */

struct zv_why {
	struct exh_writer *text;
	struct json *array; /* puzzles as JSON; NULL: not wanted */
};

extern const struct fields zv_run_fields, zv_why_fields; /* fields of results */

/* For exh_zv_engine_why and exh_zv_engine_puzzles; context is a struct zv_why. */
void zv_why_take(void *why, const struct exh_zv_puzzle_state *puzzle,
		 const struct exh_zv_criterion_state *criterion);

#endif
