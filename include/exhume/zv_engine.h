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

/* Callbacks to a game's files, by names without folders in lower case. Only recordings of
 * notes have folders, of the instrument: "midi/0/60.wav". */
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
	bool control; /* Ctrl is held while the keys go down */
	/* Keys that went down: virtual-key codes of Windows. */
	uint8_t presses[EXH_ZV_PRESSES];
	size_t press_count;
};

/*
 * Input scripts (exhume/advanced/input.h) for this engine: the mouse and the keyboard as
 * keys of scripts, or as raw device input.
 */

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
	bool waits;		  /* for a video, a turn of the view, or an answer */
	bool is_changing;	  /* a change of place is pending */
	size_t events;		  /* clicks that no control has handled yet */
	bool has_ended;
	const char *end_name; /* "quit", "memory" or "running" */
};

/* Fills state. end_name is static. */
EXH_API void exh_zv_engine_state(const struct exh_zv_engine *engine,
				 struct exh_zv_engine_state *state);

/* Sends the player to another place, as a script does; he arrives two ticks later.
 * EXH_INVALID as for exh_zv_engine_start. */
EXH_CHECKED enum exh_status exh_zv_engine_go(struct exh_zv_engine *engine,
					     const char *place, int32_t offset,
					     struct exh_error *err);
/* Turns the view at once: in a panorama to degrees from its left edge, in a tilt room
 * upwards from its middle, as far as possible. False: the room can't turn. */
EXH_API bool exh_zv_engine_look(struct exh_zv_engine *engine, double degrees);

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

/* Returns the CRC-32 of the bytes that exh_zv_engine_save would append. */
EXH_API uint32_t exh_zv_engine_hash(const struct exh_zv_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
