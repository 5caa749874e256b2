/*
 * Keen Dreams played offline: frames, sound and state, frame by frame.
 *
 * Units:   names in _units are 1/16 pixel; ticks are 1/70 s; sound has two services per
 *          tick, EXH_KEEN_EFFECT_CLOCKS clocks of the PC's timer apart.
 * Memory:  a game lives in the arena it was opened with and is read-only: any number of
 *          engines may play it at once. An engine is one block without pointers into
 *          itself.
 * Source:  keen-engine 1 to 13; formats/engine/keen/dreams/README.md for the gaps in it.
 */
#ifndef EXHUME_KEEN_ENGINE_H
#define EXHUME_KEEN_ENGINE_H

#include "engine.h"
#include "keen_audio.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_KEEN_LEVELS = 17, /* levels that can be completed */
	EXH_KEEN_SOUNDS = 28,
	EXH_KEEN_OBJECTS = 100,
	EXH_KEEN_PORT_COLUMNS = 21, /* tiles of the port, which is drawn as a whole ... */
	EXH_KEEN_PORT_ROWS = 14,    /* ... though only a part of it is visible */
	EXH_KEEN_FRAME_SOUNDS = 64, /* sounds kept from one frame, at most */
};

/* The files that a saved state depends on. */
enum exh_keen_part {
	EXH_KEEN_PART_GRAPHICS,
	EXH_KEEN_PART_LEVELS,
	EXH_KEEN_PART_TILE_INFO,
	EXH_KEEN_PART_SOUNDS,
	EXH_KEEN_PART_COUNT
};

/* The parts of a game: opened by the caller, borrowed while the game is used. */
struct exh_keen_parts {
	/* Graphics of Keen Dreams' layout, EGA or CGA. */
	const struct exh_keen_graphics *graphics;
	const struct exh_keen_maps *maps;
	const struct exh_keen_tile_info *tile_info;
	const struct exh_keen_audio *audio; /* NULL: no sound */
	/* Names of the files for messages, by enum exh_keen_part; NULL: none. */
	const char *files[EXH_KEEN_PART_COUNT];
};

struct exh_keen_game;

/* Checks that a layout is that of Keen Dreams' graphics. EXH_UNSUPPORTED, with its
 * title, if not. An unknown layout (chunk_count 0) passes. */
EXH_CHECKED enum exh_status exh_keen_game_check(const struct exh_keen_layout *layout,
						struct exh_error *err);

/*
 * Opens a game. EXH_UNSUPPORTED for another game, as in exh_keen_game_check; EXH_INVALID
 * if a part without which it can't run is missing: sprite tables, tile information.
 * Missing or damaged sprites, tiles and sounds are noted, and neither drawn nor played.
 */
EXH_CHECKED enum exh_status exh_keen_game_open(const struct exh_keen_parts *parts,
					       struct exh_arena *arena,
					       const struct exh_keen_game **out,
					       struct exh_notes *notes,
					       struct exh_error *err);

/* Method of drawing a frame. */
enum exh_keen_refresh {
	EXH_KEEN_REFRESH_DREAMS,
	EXH_KEEN_REFRESH_KEEN1, /* the way of Keen 1 to 3; EGA only */
	/* Draws the whole port in each frame, for comparison; EGA only. */
	EXH_KEEN_REFRESH_FULL,
};

/* A change of a level's cell. */
struct exh_keen_edit {
	enum exh_keen_plane plane;
	uint16_t x, y, value; /* cells */
};

/* Options for the start of a run. */
struct exh_keen_start {
	unsigned map; /* number of the level */
	/* False: the run ends with its one level. True: the world map comes next, and
	 * so on until the game is over. */
	bool whole_game;
	bool god, jump_cheat;
	int16_t flowers, bombs, lives, keys; /* values at the start of the run */
	int16_t difficulty;		     /* 1 easy, 2 normal, 3 hard */
	int32_t score;
	uint16_t world_x_units, world_y_units; /* 0, 0: Keen's position in the map */
	bool done[EXH_KEEN_LEVELS];
	uint8_t random; /* index into the table of random numbers */
	enum exh_keen_refresh refresh;
	bool compatible_vga; /* the game's way for cards whose memory does not wrap */
	uint16_t tic_step;   /* ticks between two readings of the clock, 1 or more */
	enum exh_audio_device device;
	/* Cells changed before set-up; borrowed only by exh_keen_engine_start. */
	const struct exh_keen_edit *edits;
	size_t edit_count;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Sets the default: level 1, normal difficulty, three lives, no items. */
EXH_API void exh_keen_start_default(struct exh_keen_start *start);

struct exh_keen_engine;

/* Makes an engine, which must then be started, in the arena. About 1 MiB. NULL if the
 * arena is full. */
EXH_API struct exh_keen_engine *exh_keen_engine_new(struct exh_arena *arena);
/* Copies an engine's state. Both play the same game then. */
EXH_API void exh_keen_engine_copy(struct exh_keen_engine *to,
				  const struct exh_keen_engine *from);

/*
 * Sets up the level: the first step is frame 0. EXH_INVALID if the level does not exist,
 * has no start for the player, or an edit lies outside; EXH_LIMIT if the level is larger
 * than the engine's tables or has more objects than slots. Unknown values in it are noted
 * and ignored.
 */
EXH_CHECKED enum exh_status exh_keen_engine_start(struct exh_keen_engine *engine,
						  const struct exh_keen_game *game,
						  const struct exh_keen_start *start,
						  struct exh_notes *notes,
						  struct exh_error *err);

/* Input of a frame. */
struct exh_keen_controls {
	int8_t x_axis, y_axis; /* -1, 0, 1; left and up are -1 */
	bool button0, button1; /* jump, throw */
	/* Cheats: each takes effect when it is pressed, not while it is held. */
	bool god, items, jump, warp;
	uint8_t warp_level; /* 0 to 16 */
	/* Answer from now on, until another one is given; 0: as before. */
	uint8_t choice; /* enum exh_keen_choice */
};

/* Answers to the question after Keen lost a life. */
enum exh_keen_choice {
	EXH_KEEN_TRY_AGAIN = 1, /* the level; also the default */
	EXH_KEEN_EXIT = 2,	/* to the world map */
};

/* State of the game, with the original's numbers. */
enum exh_keen_playstate {
	EXH_KEEN_PLAYING = 0,
	EXH_KEEN_RESET_GAME = 1,
	EXH_KEEN_LEVEL_COMPLETE = 2,
	EXH_KEEN_WARPED = 3,
	EXH_KEEN_DIED = 4,
	EXH_KEEN_VICTORIOUS = 5,
};

/* Returns "playing", "reset", "complete", "warped", "died" or "victorious". The string
 * is static. */
EXH_API const char *exh_keen_playstate_name(enum exh_keen_playstate playstate);

/*
 * Executes one frame. host may be NULL. False if the run is over: the frame was the last
 * one, and another step does nothing. In a whole game a level that can't be played ends
 * the run without a frame: no tick passes.
 */
EXH_API bool exh_keen_engine_step(struct exh_keen_engine *engine,
				  const struct exh_keen_controls *controls,
				  const struct exh_host *host);

/* The state after a frame's refresh. */
struct exh_keen_frame_state {
	uint64_t frame; /* from 0 */
	uint64_t tick;	/* TimeCount: all ticks so far */
	unsigned map;
	uint16_t x_units, y_units; /* position of the player */
	int16_t x_speed, y_speed;
	uint16_t shape; /* chunk of the player's sprite; 0: none is shown */
	uint16_t origin_x_units, origin_y_units;
	/* Sums over all refreshes in the frame. */
	uint32_t new_tiles, copied_tiles, erased_blocks, drawn_sprites, mask_tiles;
	/* Addresses of video memory that these blocks and sprites covered. */
	uint32_t erased_addresses, sprite_addresses;
	uint16_t marks[3];  /* cells marked 1, 2, 3 in the last refresh */
	uint16_t refreshes; /* 1, or 3 when the picture is faded in */
	uint16_t objects, active;
	uint8_t random;
	int32_t score;
	int16_t flowers, bombs, lives, keys;
	enum exh_keen_playstate playstate;
	/* Sounds requested in the frame; the first of them are kept. */
	size_t sound_count;
	uint8_t sounds[EXH_KEEN_FRAME_SOUNDS];
	uint32_t contacts; /* bit n: Keen touched an object of class n in the frame */
	/* The real game has room for 90 and 50. */
	uint16_t animated_cells; /* in view: largest number in the frame */
	uint16_t animated_tiles; /* different animated tiles in the level */
};

/* Gets the state after the last frame. */
EXH_API void exh_keen_engine_state(const struct exh_keen_engine *engine,
				   struct exh_keen_frame_state *state);

/* Get the monitor's picture, 320 by 200 palette indices, and its palette (CGA: 4
 * colours). */
EXH_API void exh_keen_engine_picture(const struct exh_keen_engine *engine,
				     uint8_t *pixels);
EXH_API void exh_keen_engine_palette(const struct exh_keen_engine *engine,
				     struct exh_palette *palette);

/* Returns the CRC-32 of all state that the rest of the run depends on. */
EXH_API uint32_t exh_keen_engine_hash(const struct exh_keen_engine *engine);

/*
 * Append and restore the complete state: a run continues with the same game.
 * EXH_INVALID if it is not a saved state, is damaged, or belongs to a game with
 * other graphics, levels, tile information or sounds, which err names;
 * EXH_UNSUPPORTED if it is from another version. After a failure engine is not started.
 */
EXH_API void exh_keen_engine_save(const struct exh_keen_engine *engine,
				  struct exh_writer *out);
EXH_CHECKED enum exh_status exh_keen_engine_load(struct exh_keen_engine *engine,
						 const struct exh_keen_game *game,
						 struct exh_bytes saved,
						 struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
