/*
 * ZVision's engine: state keys, the puzzles of four scopes, places, side effects with
 * clocks of their own, controls, and the player's screen; in ticks of 33 ms. The rest of
 * exhume/zv_engine.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_ZV_ENGINE_H
#define EXHUME_ADVANCED_ZV_ENGINE_H

#include "../zv_engine.h"
#include "engine.h"
#include "input.h"
#include "zvision.h"
#include "zvision_fixes.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Returns notes on all faults so far, each once, with file and line: missing or damaged
 * files, actions that are unknown or not supported. Owned by the world.
 */
EXH_API const struct exh_notes *exh_zv_world_notes(const struct exh_zv_world *world);

/* Language of an edition, which decides the key that says yes to a question. */
enum exh_zv_language { EXH_ZV_ENGLISH, EXH_ZV_GERMAN, EXH_ZV_SPANISH, EXH_ZV_FRENCH };

/* Sets the language, at first English. */
EXH_API void exh_zv_world_set_language(struct exh_zv_world *world,
				       enum exh_zv_language language);

/*
 * Known faults of the scripts (zvision_fixes.h), which the world puts right when it reads
 * a script. Must be called before a script is read. edition as in struct exh_zv_fixing,
 * static. False: out of memory.
 */
EXH_API bool exh_zv_world_use_fixes(struct exh_zv_world *world, const char *edition);

/* A row of the table, and what was found of it in the scripts that were read. */
struct exh_zv_fix_use {
	const struct exh_zv_fix *fix;
	enum exh_zv_fix_state state; /* before it was put right */
	const char *script;	     /* NULL: no script of its places was read */
	uint32_t line;
};

/* Returns row i of the game's, from 0 on; NULL: no more, or the world has no fixes. */
EXH_API const struct exh_zv_fix_use *exh_zv_world_fix(const struct exh_zv_world *world,
						      size_t i);

/*
 * Input scripts (exhume/advanced/input.h) for this engine: the mouse and the keyboard as
 * keys of scripts, or as raw device input.
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

/* Codes of "key" that are not virtual-key codes: letters with Ctrl. */
enum {
	EXH_ZV_CODE_CTRL_S = 0x3a,
	EXH_ZV_CODE_CTRL_R,
	EXH_ZV_CODE_CTRL_P,
	EXH_ZV_CODE_CTRL_Q,
};

/* Returns the code of "key" for a virtual-key code, also for one above 127, and for a
 * letter with Ctrl; 0: none. */
EXH_API uint8_t exh_zv_key_number(unsigned code, bool control);

/* Returns the vocabulary for exh_input_read, which is static. */
EXH_API const struct exh_input_keys *exh_zv_input_keys(void);

/* State of mouse and keyboard between two ticks. Has no pointers. */
struct exh_zv_devices {
	int32_t x, y; /* mouse, within 1 to 639 and 1 to 479 */
	/* Code of "key" in the last frame: pressed once while it is held. */
	uint8_t code;
	bool arrows[4]; /* held by scan codes: left, right, up, down */
	bool control;	/* Ctrl is held by its scan code */
	uint32_t keys;	/* keys of the last frame */
};

/* Sets the mouse to the middle of the screen, with no key held. */
EXH_API void exh_zv_devices_start(struct exh_zv_devices *devices);
/* Returns a tick's input from a frame of a script. */
EXH_API struct exh_zv_input exh_zv_devices_input(struct exh_zv_devices *devices,
						 const struct exh_input_frame *frame);

/* Keys are 0 to exh_zv_engine_key_count - 1. Others read as 0, and setting them does
 * nothing. */
EXH_API int32_t exh_zv_engine_key_count(const struct exh_zv_engine *engine);
EXH_API int32_t exh_zv_engine_key(const struct exh_zv_engine *engine, int32_t key);
/* Sets a key as a script does. */
EXH_API void exh_zv_engine_set_key(struct exh_zv_engine *engine, int32_t key,
				   int32_t value);

/* Menus at the top of the screen; Nemesis has the main menu only. */
enum exh_zv_menu { EXH_ZV_MENU_ITEMS = 1, EXH_ZV_MENU_MAIN, EXH_ZV_MENU_MAGIC };

enum exh_zv_menu_way {
	EXH_ZV_MENU_MISSING, /* the entry does not exist, or a script disables it */
	EXH_ZV_MENU_OPENS, /* the mouse there opens the menu, or waits while it slides */
	EXH_ZV_MENU_READY, /* a click there uses the entry */
};

/* Gets the next position of a mouse that is to use an entry of a menu. Entries, from 0
 * on: save, restore, settings, exit; places of items; spells. x and y are not set if it
 * is missing. */
EXH_API enum exh_zv_menu_way exh_zv_engine_menu_way(const struct exh_zv_engine *engine,
						    enum exh_zv_menu menu, int32_t entry,
						    int32_t *x, int32_t *y);

/* A word that scripts can say, and how much of it the engine does. Strings are static. */
struct exh_zv_support {
	const char *kind; /* "action", "control", "criterion" or "flag" */
	const char *name;
	const char *games;   /* "both" or "nemesis" */
	const char *state;   /* "there", "partly" or "missing" */
	const char *missing; /* parts that are missing; NULL: none */
};

typedef void exh_zv_support_fn(void *context, const struct exh_zv_support *support);

/* Reports all words that the games' scripts can say. */
EXH_API void exh_zv_support_list(exh_zv_support_fn *take, void *context);

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
	bool is_waited_for; /* first checked in its scope's second run */
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

/*
 * Appends a saved game in the games' own format: the place, timers, flags and values of
 * keys (16 bits). Other state, such as running animations, is not included. In the list
 * of saved games (gjse) that is the game as it was before the player came there.
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

#ifdef __cplusplus
}
#endif

#endif
