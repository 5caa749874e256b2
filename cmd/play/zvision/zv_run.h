/* exhume zv-run: what its parts say to each other. */
#ifndef CMD_PLAY_ZVISION_ZV_RUN_H
#define CMD_PLAY_ZVISION_ZV_RUN_H

#include "assets/zvision/zv_game.h"
#include "play/run.h"
#include "task/strings.h"

#include <exhume/zv_engine.h>
#include <exhume/zv_mixer.h>

enum { ZV_TICKS_A_SECOND = 1000 /* a tick of the outputs is a millisecond */ };

/* For OPT_CHOICE. */
extern const char *const zv_engine_choices[]; /* auto, nemesis, zgi, zengine */
extern const char *const zv_game_choices[];   /* auto, nemesis, zgi */

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

/* Of the screen, as --format hash has it. */
uint32_t zv_picture_crc(const void *player);

/* False: the report has why. Close it either way. */
bool zv_run_game_open(struct zv_run_game *game, const char *path,
		      const struct zv_run_options *options, struct report *report);
void zv_run_game_close(struct zv_run_game *game);

/* "nemesis" or "zgi" */
const char *zv_run_game_name(enum exh_zv_game game);

/* A line for --state, and the line of names. */
void zv_state_head(struct exh_writer *out);
void zv_state_line(const struct exh_zv_engine_state *state, uint32_t crc32,
		   struct exh_writer *out);

#endif
