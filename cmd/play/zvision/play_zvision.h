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
#include <exhume/zv_mixer.h>

/*
 * Acts of input scripts for ZVision (exhume-input(5)), and what conditions look at.
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
 * exhume zv-run: what its parts say to each other.
 */

enum { ZV_TICKS_A_SECOND = 1000 /* a tick of the outputs is a millisecond */ };

/* For OPT_CHOICE. */
extern const char *const zv_engine_choices[]; /* auto, nemesis, zgi, zengine */

enum { ZV_ENGINE_AUTO, ZV_ENGINE_NEMESIS, ZV_ENGINE_ZGI, ZV_ENGINE_ZENGINE };

/* A key that is set before the first tick. */
struct zv_setting {
	int32_t key, value;
};

/* What the command line asks for. */
struct zv_run_options {
	struct run_options run;
	unsigned engine, game;		   /* choices */
	const char *start;		   /* "gary" or "gary:120" */
	const char *load_game, *save_game; /* of the games' own format */
	const char *saved_games;	   /* folder of those that the game saves */
	struct given_integer seed, why;
	bool debugs;
	struct strings set_texts;
	/* Of the texts: */
	struct exh_zv_start begin;
	struct zv_setting *settings;
	size_t setting_count;
};

/* A game that is open: its files, and what the engine has read of them. */
struct zv_run_game {
	struct zv_game *game;
	enum exh_zv_game which;
	const char *reason; /* for which */
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
	bool holds;		/* "press": the left button, until "release" */
	struct zv_debug *debug; /* NULL: none; copies have none */
};

/* Of a struct zv_player. */
static inline struct exh_zv_engine_state zv_player_state(const void *player)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(((const struct zv_player *)player)->engine, &state);
	return state;
}

/* False: the report has why. Close it either way. */
bool zv_run_game_open(struct zv_run_game *game, const char *path,
		      const struct zv_run_options *options, struct report *report);
void zv_run_game_close(struct zv_run_game *game);

/*
 * zv-run --debug: a game in a debugger, which stops at events: puzzles, results, keys,
 * places, side effects.
 */

struct zv_debug;

/* For a run whose player has started. */
struct zv_debug *zv_debug_open(const struct run *run, const struct zv_run_game *game);
/* Takes NULL. */
void zv_debug_close(struct zv_debug *debug);

/* Before each tick: takes commands where the game stands, and presses what somebody
 * typed. */
void zv_debug_press(struct zv_debug *debug, struct exh_input_frame *input);
/* In a tick; the hook of a run. Takes commands where an event is waited for. */
void zv_debug_event(void *debug, const struct exh_event *event);

/*
 * Where the debugger stops: breakpoints, and keys that are watched.
 */

enum zv_break_kind {
	ZV_BREAK_PUZZLE, /* fires */
	ZV_BREAK_CHECK,	 /* is checked */
	ZV_BREAK_KEY,	 /* is set, to a value if op is not 0 */
	ZV_WATCH_KEY,	 /* changes */
	ZV_BREAK_ACTION, /* a result of this name is done */
	ZV_BREAK_PLACE,	 /* comes, or any if name is empty */
	ZV_BREAK_EFFECT, /* of this kind begins or ends */
	ZV_BREAK_LINE,	 /* of a script: its puzzle fires, or its result is done */
};

/* The place of a struct debug_break. */
struct zv_break {
	enum zv_break_kind kind;
	char name[64];
	int32_t key; /* of a puzzle, too, or a line */
	char op;     /* '=', '!', '<', '>' */
	int32_t value;
};

/* A whole number; false: the text is none. */
bool zv_number(const char *text, int32_t *number);

/* puzzle N, check N, key N [OP VALUE], watch N, action NAME, location [PLACE], effect
 * KIND, line SCRIPT:LINE. False, with the reason in d->out. */
bool zv_break_add(struct debugger *d, char *const *words, size_t count);

/* The first that an event stops at; NULL: none. */
struct debug_break *zv_breaks_find(struct debug_breaks *breaks,
				   const struct exh_event *event);

/*
 * What the parts of the debugger share.
 */

/* What the game is run for, until something stops it. */
enum zv_debug_mode {
	ZV_DEBUG_TICKS,	  /* to the beginning of a tick */
	ZV_DEBUG_EVENTS,  /* to the next event */
	ZV_DEBUG_RESULTS, /* to the next puzzle that fires, or result */
	ZV_DEBUG_GOES,	  /* to the next breakpoint */
};

struct zv_debug {
	struct debugger common;
	const struct run *run;
	struct zv_player *player;
	const struct zv_run_game *game;
	enum zv_debug_mode mode;
	uint64_t tick; /* of ZV_DEBUG_TICKS: how many must have been made */
	bool stands, is_in_tick;
	/* Where the game stands in its scripts; empty: nowhere. */
	char script[64];
	int64_t script_line;
	struct typed_act act;
};

/* Each ends with one without a name. */
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

/* The line of the script where the game stands, if there is one. */
void zv_debug_show_line(struct debugger *d);

/*
 * ZVision's engine in the table of engines.
 */

/* Its players are struct zv_player. */
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

/* --load-game: an engine that was started goes on there. False: the report has why. */
bool zv_run_load_game(const struct zv_run_options *options, struct exh_zv_engine *engine,
		      struct report *report);
/* --save-game and --saved-games, after the run. The same. */
bool zv_run_save_games(const struct zv_run_options *options, const void *player,
		       struct report *report);

/*
 * Why puzzles fire or not, as text and as JSON.
 */

struct zv_why {
	struct exh_writer *text;
	struct json *array; /* of puzzles; NULL: not wanted */
};

extern const struct fields zv_run_fields, zv_why_fields; /* of results */

/* For exh_zv_engine_why and exh_zv_engine_puzzles; context is a struct zv_why. */
void zv_why_take(void *why, const struct exh_zv_puzzle_state *puzzle,
		 const struct exh_zv_criterion_state *criterion);

#endif
