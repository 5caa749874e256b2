/*
 * ZVision's engine: state keys, the puzzles of four scopes, places, side effects with
 * clocks of their own, controls, and the player's screen; in ticks of 33 ms.
 *
 * World:  the contents of a game's files, each read when it is first needed. It never
 *         changes otherwise; any number of engines of one thread may share it.
 * Screen: 640 by 480 pixels of 15 bits (zvision.h). Places are four letters: world, room,
 *         node and view.
 * Time:   one step is one tick, whatever happens. While a video plays or the view turns
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
	EXH_ZV_PRESSES = 8, /* keys that go down in a tick, at most */
};

/* Callbacks to a game's files, by names without folders in lower case. */
struct exh_zv_files {
	/* Reads a file. False: it does not exist, or can't be read. */
	bool (*read)(void *context, const char *name, struct exh_bytes *out);
	/* Releases bytes that read returned. */
	void (*release)(void *context, struct exh_bytes bytes);
	void *context;
};

struct exh_zv_world;

/* Makes a world; files is borrowed with its context. NULL: out of memory. */
EXH_API struct exh_zv_world *exh_zv_world_new(const struct exh_zv_files *files,
					      enum exh_zv_game game);
EXH_API void exh_zv_world_free(struct exh_zv_world *world);

/*
 * Returns notes on all faults so far, each once, with file and line: missing or damaged
 * files, actions that are unknown or not supported. Owned by the world.
 */
EXH_API const struct exh_notes *exh_zv_world_notes(const struct exh_zv_world *world);

/* Rules of the games' own engine or of ZEngine, a later engine for both games. They
 * differ in details, such as the order in which scopes run. */
enum exh_zv_rules { EXH_ZV_RULES_GAME, EXH_ZV_RULES_ZENGINE };

/* Options for the start of a game. */
struct exh_zv_start {
	enum exh_zv_rules rules;
	char place[5]; /* such as "gary"; empty: "gary", where games begin */
	int32_t offset;
	uint32_t seed;	      /* seed of the random numbers */
	uint64_t reserved[4]; /* 0: room to grow */
};

struct exh_zv_engine;

/* Makes an engine, which must then be started. NULL: out of memory. */
EXH_API struct exh_zv_engine *exh_zv_engine_new(void);
EXH_API void exh_zv_engine_free(struct exh_zv_engine *engine);

/* Starts a game. The world must outlive the engine, or its next start. EXH_INVALID for
 * a place that is not four letters or digits; EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_zv_engine_start(struct exh_zv_engine *engine,
						struct exh_zv_world *world,
						const struct exh_zv_start *start,
						struct exh_error *err);
/* Copies an engine's state, for the same world. False: out of memory; *to must not be
 * stepped then. */
EXH_API bool exh_zv_engine_copy(struct exh_zv_engine *to,
				const struct exh_zv_engine *from);

/* Input of a tick. */
struct exh_zv_input {
	int32_t x, y;	  /* mouse, in pixels of the screen; may be outside */
	bool left, right; /* buttons */
	bool turn_left, turn_right, turn_up, turn_down; /* arrow keys that are held */
	/* Keys that went down: virtual-key codes of Windows. */
	uint8_t presses[EXH_ZV_PRESSES];
	size_t press_count;
};

/*
 * Input scripts (exhume/input.h) for this engine: the mouse and the keyboard as keys of
 * scripts, or as raw device input.
 */

/* Bits of the keys of scripts. */
enum {
	EXH_ZV_KEY_X = 0x3ff, /* "column": the mouse's column, 1 to 639; 0: unchanged */
	EXH_ZV_KEY_Y = 0x1ff << 10, /* "row": the mouse's row, 1 to 479; 0: unchanged */
	EXH_ZV_KEY_CLICK = 1 << 19, /* left button */
	EXH_ZV_KEY_RIGHT_CLICK = 1 << 20,
	EXH_ZV_KEY_LEFT = 1 << 21, /* arrows */
	EXH_ZV_KEY_RIGHT = 1 << 22,
	EXH_ZV_KEY_UP = 1 << 23,
	EXH_ZV_KEY_DOWN = 1 << 24,
};
#define EXH_ZV_KEY_CODE UINT32_C(0xfe000000) /* "key": a virtual-key code, 1 to 127 */

/* Returns the vocabulary for exh_input_read, which is static. */
EXH_API const struct exh_input_keys *exh_zv_input_keys(void);

/* State of mouse and keyboard between two ticks. Has no pointers. */
struct exh_zv_devices {
	int32_t x, y; /* mouse, within 1 to 639 and 1 to 479 */
	/* Code of "key" in the last frame: pressed once while it is held. */
	uint8_t code;
	bool arrows[4]; /* held by scan codes: left, right, up, down */
	uint32_t keys;	/* keys of the last frame */
};

/* Sets the mouse to the middle of the screen, with no key held. */
EXH_API void exh_zv_devices_start(struct exh_zv_devices *devices);
/* Returns a tick's input from a frame of a script. */
EXH_API struct exh_zv_input exh_zv_devices_input(struct exh_zv_devices *devices,
						 const struct exh_input_frame *frame);

/* Executes one tick. False: the game has ended, or memory is short. Only host->trace
 * is used. */
EXH_API bool exh_zv_engine_step(struct exh_zv_engine *engine,
				const struct exh_zv_input *input,
				const struct exh_host *host);

/* Draws the screen: EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT pixels, row-major. */
EXH_API void exh_zv_engine_picture(const struct exh_zv_engine *engine, uint16_t *pixels);

/* State of the engine after a tick. */
struct exh_zv_engine_state {
	uint64_t tick; /* number of executed ticks */
	char place[5];
	int32_t offset; /* pixels, of the view in the picture */
	size_t effects; /* number of running side effects */
	/* Numbers of keys that were set, and of puzzles that fired, in the tick. */
	uint32_t keys_set, fired;
	uint64_t unknown_actions; /* number of them so far */
	bool waits;		  /* the game waits for a video or a turn of the view */
	bool is_changing;	  /* a change of place is pending */
	size_t events;		  /* clicks that no control has handled yet */
	bool has_ended;
	const char *end_name; /* "quit", "memory" or "running" */
};

/* Fills state. end_name is static. */
EXH_API void exh_zv_engine_state(const struct exh_zv_engine *engine,
				 struct exh_zv_engine_state *state);

/* Keys are 0 to exh_zv_engine_key_count - 1. Others read as 0, and setting them does
 * nothing. */
EXH_API int32_t exh_zv_engine_key_count(const struct exh_zv_engine *engine);
EXH_API int32_t exh_zv_engine_key(const struct exh_zv_engine *engine, int32_t key);
/* Sets a key as a script does. */
EXH_API void exh_zv_engine_set_key(struct exh_zv_engine *engine, int32_t key,
				   int32_t value);

/* Sends the player to another place, as a script does; he arrives two ticks later.
 * EXH_INVALID as for exh_zv_engine_start. */
EXH_CHECKED enum exh_status exh_zv_engine_go(struct exh_zv_engine *engine,
					     const char *place, int32_t offset,
					     struct exh_error *err);
/* Turns the view at once: in a panorama to degrees from its left edge, in a tilt room
 * upwards from its middle, as far as possible. False: the room can't turn. */
EXH_API bool exh_zv_engine_look(struct exh_zv_engine *engine, double degrees);

/* State of a criterion of a puzzle. */
struct exh_zv_criterion_state {
	uint32_t line;	/* line in the script, from 1 */
	uint32_t block; /* from 1; a puzzle fires if all criteria of one block hold */
	int64_t key;	/* as in the script; a key that the game lacks has value 0 */
	int32_t value;
	char op; /* '=', '!' (not equal), '>' or '<' */
	bool arg_is_key;
	int64_t arg;	   /* number, or key if arg_is_key */
	int64_t arg_value; /* value of key arg if arg_is_key, else arg */
	bool holds;
};

/* State of a puzzle, which explains why it fires or not. Strings are borrowed from the
 * world. */
struct exh_zv_puzzle_state {
	int32_t key;		    /* key of the puzzle */
	const char *script, *scope; /* "gary.scr", "nodeview" */
	uint32_t line;
	int32_t value; /* 1: it has fired */
	bool is_disabled;
	bool is_waited_for; /* it is first checked in its scope's second run */
	bool is_queued;	    /* the next run of its scope checks it */
	bool holds;	    /* one block holds, or there is none */
};

/* Receives each puzzle, with criterion NULL, and then each of its criteria. */
typedef void exh_zv_why_fn(void *context, const struct exh_zv_puzzle_state *puzzle,
			   const struct exh_zv_criterion_state *criterion);

/* Reports all puzzles with this key in the loaded scripts. False: there is none. */
EXH_API bool exh_zv_engine_why(const struct exh_zv_engine *engine, int32_t key,
			       exh_zv_why_fn *report, void *context);

/* Reports all puzzles of the loaded scripts, without their criteria. */
EXH_API void exh_zv_engine_puzzles(const struct exh_zv_engine *engine,
				   exh_zv_why_fn *report, void *context);

/* State of a running side effect. Strings are borrowed from the engine. */
struct exh_zv_effect_state {
	/* "timer"; "nodeview": scope of the puzzle that began it */
	const char *kind, *scope;
	int32_t key;	     /* -1: none */
	const char *file;    /* file of an animation or a sound; NULL: none */
	int64_t left_ms;     /* milliseconds left of a timer; else -1 */
	int32_t frame, last; /* current and last frame of an animation; else -1 */
	int32_t percent;     /* volume of music; else -1 */
};

/* Gets a running side effect, from 0 on, in the order of their start. False: there are
 * no more. */
EXH_API bool exh_zv_engine_effect(const struct exh_zv_engine *engine, size_t i,
				  struct exh_zv_effect_state *out);

/* Appends the engine's complete state between two ticks. It is not in the games'
 * format of saved games. */
EXH_API void exh_zv_engine_save(const struct exh_zv_engine *engine,
				struct exh_writer *out);
/* Restores a state that was saved in the same world. EXH_INVALID, with the reason, for
 * other bytes; then engine is unchanged. */
EXH_CHECKED enum exh_status exh_zv_engine_load(struct exh_zv_engine *engine,
					       struct exh_zv_world *world,
					       struct exh_bytes saved,
					       struct exh_error *err);

/*
 * Appends a saved game in the games' own format: the place, timers, flags and values of
 * keys (16 bits). Other state, such as running animations, is not included.
 */
EXH_API void exh_zv_engine_save_game(const struct exh_zv_engine *engine,
				     struct exh_writer *out);
/* Restores a saved game in a started engine; the place is entered in its next tick.
 * EXH_TRUNCATED, EXH_INVALID for another format or the other game's; then engine is
 * unchanged. */
EXH_CHECKED enum exh_status exh_zv_engine_load_game(struct exh_zv_engine *engine,
						    struct exh_bytes saved,
						    struct exh_error *err);

/*
 * Saved games that an engine keeps in memory, saved by the game itself or by these
 * functions: up to 16, by their names in lower case. Copies of the engine and saved
 * states include them.
 */
/* Saves the game under a name. False: out of memory, too many games, or a name that no
 * file can have. */
EXH_API bool exh_zv_engine_keep_game(struct exh_zv_engine *engine, const char *name);
/* Restores a kept game, else one in a file of the game. Errors are those of
 * exh_zv_engine_load_game; EXH_INVALID also if there is none. */
EXH_CHECKED enum exh_status exh_zv_engine_restore_game(struct exh_zv_engine *engine,
						       const char *name,
						       struct exh_error *err);
/* Gets a kept game, from 0 on, borrowed from the engine. False: there are no more. */
EXH_API bool exh_zv_engine_kept_game(const struct exh_zv_engine *engine, size_t i,
				     const char **name, struct exh_bytes *bytes);

/* Returns the CRC-32 of the bytes that exh_zv_engine_save would append. */
EXH_API uint32_t exh_zv_engine_hash(const struct exh_zv_engine *engine);

#ifdef __cplusplus
}
#endif
#endif
