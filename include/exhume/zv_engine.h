/*
 * ZVision's engine: state keys, the puzzles of four scopes, places, side effects with
 * clocks of their own, controls, and what the player sees; in ticks of 33 ms.
 *
 * World:  what a game's files hold, read when it is first needed. It never changes
 *         otherwise, and any number of engines of one thread may play in it.
 * Screen: 640 by 480 pixels of 15 bits (zvision.h). Places are four letters: world, room,
 *         node and view.
 * Time:   one step is one tick, whatever happens; while a video plays or the view turns
 *         by itself, the rest of the game waits.
 * Source: zvision 6 to 14; formats/engine/zvision/README.md.
 */
#ifndef EXHUME_ZV_ENGINE_H
#define EXHUME_ZV_ENGINE_H

#include "engine.h"
#include "input.h"
#include "zvision.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_ZV_TICK_MS = 33,
	EXH_ZV_SCREEN_WIDTH = 640,
	EXH_ZV_SCREEN_HEIGHT = 480,
	EXH_ZV_PRESSES = 8, /* keys that go down in a tick */
};

/* The files of a game, by bare names in lower case. */
struct exh_zv_files {
	/* False: there is no such file, or it can't be read. */
	bool (*read)(void *context, const char *name, struct exh_bytes *out);
	/* What read gave is not needed any more. */
	void (*release)(void *context, struct exh_bytes bytes);
	void *context;
};

struct exh_zv_world;

/* files is borrowed with its context. NULL: out of memory. */
EXH_API struct exh_zv_world *exh_zv_world_new(const struct exh_zv_files *files,
					      enum exh_zv_game game);
EXH_API void exh_zv_world_free(struct exh_zv_world *world);

/* What was wrong so far: files that are missing or damaged, actions that are not known or
 * not played, each once, with file and line. */
EXH_API const struct exh_notes *exh_zv_world_notes(const struct exh_zv_world *world);

/* Which engine's rules: those of the games differ in the order in which scopes run from
 * those of the engine that was written for both before. */
enum exh_zv_rules { EXH_ZV_RULES_GAME, EXH_ZV_RULES_ZENGINE };

struct exh_zv_start {
	enum exh_zv_rules rules;
	char place[5]; /* "gary"; empty: that, where games begin */
	int32_t offset;
	uint32_t seed;
	uint64_t reserved[4]; /* 0: room to grow */
};

struct exh_zv_engine;

/* NULL: out of memory. */
EXH_API struct exh_zv_engine *exh_zv_engine_new(void);
EXH_API void exh_zv_engine_free(struct exh_zv_engine *engine);

/* The world must last as long as the engine plays in it. EXH_INVALID for a place that is
 * not four letters or digits; EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_zv_engine_start(struct exh_zv_engine *engine,
						struct exh_zv_world *world,
						const struct exh_zv_start *start,
						struct exh_error *err);
/* False: out of memory, and the engine is not to be stepped. */
EXH_API bool exh_zv_engine_copy(struct exh_zv_engine *to,
				const struct exh_zv_engine *from);

/* Input of a tick. */
struct exh_zv_input {
	int32_t x, y;	  /* mouse on the screen, may be outside */
	bool left, right; /* buttons */
	bool turn_left, turn_right, turn_up, turn_down; /* arrows that are held */
	/* Virtual-key codes of Windows. */
	uint8_t presses[EXH_ZV_PRESSES];
	size_t press_count;
};

/*
 * Input scripts (exhume/input.h) for this engine: the mouse and the keyboard as words, or
 * as what the devices send.
 */

/* Bits of the words. */
enum {
	EXH_ZV_KEY_X = 0x3ff, /* "column": the mouse's column, 1 to 639; 0: as it was */
	EXH_ZV_KEY_Y = 0x1ff << 10, /* "row": its row, 1 to 479 */
	EXH_ZV_KEY_CLICK = 1 << 19, /* left button */
	EXH_ZV_KEY_RIGHT_CLICK = 1 << 20,
	EXH_ZV_KEY_LEFT = 1 << 21, /* arrows */
	EXH_ZV_KEY_RIGHT = 1 << 22,
	EXH_ZV_KEY_UP = 1 << 23,
	EXH_ZV_KEY_DOWN = 1 << 24,
};
#define EXH_ZV_KEY_CODE UINT32_C(0xfe000000) /* "key": a virtual-key code, 1 to 127 */

EXH_API const struct exh_input_keys *exh_zv_input_keys(void);

/* Mouse and keyboard between two ticks. Has no pointers. */
struct exh_zv_devices {
	int32_t x, y;	/* the mouse, within 1 to 639 and 1 to 479 */
	uint8_t code;	/* the word's, which is pressed once while it is held */
	bool arrows[4]; /* of the keyboard: left, right, up, down */
	uint32_t keys;	/* what was pressed last, as words */
};

/* The mouse is in the middle of the screen. */
EXH_API void exh_zv_devices_start(struct exh_zv_devices *devices);
EXH_API struct exh_zv_input exh_zv_devices_input(struct exh_zv_devices *devices,
						 const struct exh_input_frame *frame);

/* One tick. False: the game has ended, or memory has. Only host->trace is used. */
EXH_API bool exh_zv_engine_step(struct exh_zv_engine *engine,
				const struct exh_zv_input *input,
				const struct exh_host *host);

/* The screen, of EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT pixels. */
EXH_API void exh_zv_engine_picture(const struct exh_zv_engine *engine, uint16_t *pixels);

/* What a tick has come to. */
struct exh_zv_engine_state {
	uint64_t tick; /* ticks that were made */
	char place[5];
	int32_t offset; /* of the view in the picture */
	size_t effects; /* that run */
	/* Keys that were set in the tick, and how many puzzles fired. */
	uint32_t keys_set, fired;
	uint64_t unknown_actions; /* so far */
	bool waits;		  /* for a video or a turn */
	bool is_changing;	  /* another place comes */
	size_t events;		  /* clicks that no control has had yet */
	bool has_ended;
	const char *end_name; /* "quit", "memory" or "running" */
};

EXH_API void exh_zv_engine_state(const struct exh_zv_engine *engine,
				 struct exh_zv_engine_state *state);

/* Keys: 0 to exh_zv_engine_key_count - 1. Others are 0, and setting them does nothing. */
EXH_API int32_t exh_zv_engine_key_count(const struct exh_zv_engine *engine);
EXH_API int32_t exh_zv_engine_key(const struct exh_zv_engine *engine, int32_t key);
/* As if a script set it. */
EXH_API void exh_zv_engine_set_key(struct exh_zv_engine *engine, int32_t key,
				   int32_t value);

/* The player goes to another place, as if a script sent him; it is there two ticks later.
 * EXH_INVALID as for exh_zv_engine_start. */
EXH_CHECKED enum exh_status exh_zv_engine_go(struct exh_zv_engine *engine,
					     const char *place, int32_t offset,
					     struct exh_error *err);
/* The view turns at once: in a panorama to degrees from its left edge, in a tilt room up
 * from its middle, as far as it goes. False: it can't turn. */
EXH_API bool exh_zv_engine_look(struct exh_zv_engine *engine, double degrees);

/* Why a puzzle fires or not: its state, and that of each of its criteria. */
struct exh_zv_criterion_state {
	uint32_t line;	/* of the script, from 1 */
	uint32_t block; /* from 1: a puzzle fires if all of one block's hold */
	int64_t key;	/* as in the script; the value is 0 of one the game lacks */
	int32_t value;
	char op; /* '=', '!' (not equal), '>' or '<' */
	bool arg_is_key;
	int64_t arg;
	int64_t arg_value; /* of the key, or arg */
	bool holds;
};

struct exh_zv_puzzle_state {
	int32_t key;
	const char *script, *scope; /* "gary.scr", "nodeview" */
	uint32_t line;
	int32_t value; /* 1: it is done */
	bool is_disabled;
	bool is_waited_for; /* it is not checked before its scope's second run */
	bool is_queued;	    /* the next run of its scope checks it */
	bool holds;	    /* one block does, or there is none */
};

/* criterion is NULL in the first call for each puzzle. */
typedef void exh_zv_why_fn(void *context, const struct exh_zv_puzzle_state *puzzle,
			   const struct exh_zv_criterion_state *criterion);

/* All puzzles of this key in the scripts that are loaded. False: there is none. */
EXH_API bool exh_zv_engine_why(const struct exh_zv_engine *engine, int32_t key,
			       exh_zv_why_fn *report, void *context);

/* All puzzles of the scripts that are loaded, without their criteria. */
EXH_API void exh_zv_engine_puzzles(const struct exh_zv_engine *engine,
				   exh_zv_why_fn *report, void *context);

/* A side effect that runs. */
struct exh_zv_effect_state {
	const char *kind, *scope; /* "timer", "nodeview": of the puzzle that began it */
	int32_t key;		  /* -1: it has none */
	const char *file;	  /* of an animation or a sound; NULL: none */
	int64_t left_ms;	  /* of a timer; else -1 */
	int32_t frame, last;	  /* of an animation; else -1 */
	int32_t percent;	  /* volume of music; else -1 */
};

/* From 0 on, in the order in which they were started. False: there are no more. */
EXH_API bool exh_zv_engine_effect(const struct exh_zv_engine *engine, size_t i,
				  struct exh_zv_effect_state *out);

/* Saved states of the engine: all there is between two ticks. The game's own saved games
 * are another format. */
EXH_API void exh_zv_engine_save(const struct exh_zv_engine *engine,
				struct exh_writer *out);
/* EXH_INVALID for what no engine has saved in this world, with the reason; then engine is
 * as it was. */
EXH_CHECKED enum exh_status exh_zv_engine_load(struct exh_zv_engine *engine,
					       struct exh_zv_world *world,
					       struct exh_bytes saved,
					       struct exh_error *err);

/*
 * Saved games, in the games' own format: the place, timers, flags and values of keys (in
 * 16 bits). What else goes on is not in them.
 */
EXH_API void exh_zv_engine_save_game(const struct exh_zv_engine *engine,
				     struct exh_writer *out);
/* Into an engine that was started: the place follows in its next tick. EXH_TRUNCATED,
 * EXH_INVALID for another format or the other game's; then engine is as it was. */
EXH_CHECKED enum exh_status exh_zv_engine_load_game(struct exh_zv_engine *engine,
						    struct exh_bytes saved,
						    struct exh_error *err);

/*
 * Games that are saved and restored within a run, by the game itself or as if it did: an
 * engine keeps up to 16, by their names in lower case. Copies and saved states have them.
 */
/* False: out of memory, there are too many, or it is no name of a file. */
EXH_API bool exh_zv_engine_keep_game(struct exh_zv_engine *engine, const char *name);
/* One that is kept, else a file of the game. Errors as of exh_zv_engine_load_game;
 * EXH_INVALID also if there is none. */
EXH_CHECKED enum exh_status exh_zv_engine_restore_game(struct exh_zv_engine *engine,
						       const char *name,
						       struct exh_error *err);
/* Those that are kept, from 0 on, borrowed from the engine. False: there are no more. */
EXH_API bool exh_zv_engine_kept_game(const struct exh_zv_engine *engine, size_t i,
				     const char **name, struct exh_bytes *bytes);

/* CRC-32 of what would be saved. */
EXH_API uint32_t exh_zv_engine_hash(const struct exh_zv_engine *engine);

#ifdef __cplusplus
}
#endif
#endif
