/* exhume sci-run: what its parts say to each other. */
#ifndef CMD_PLAY_SCI0_SCI_RUN_H
#define CMD_PLAY_SCI0_SCI_RUN_H

#include "assets/sci0/coverage/coverage.h"
#include "assets/sci0/script/script_program.h"
#include "assets/song/song_request.h"
#include "play/run.h"

#include <exhume/sci0_engine.h>

/* For OPT_CHOICE. */
extern const char *const sci_animate_choices[]; /* corrected, seed */

/* What the command line asks for. */
struct sci_run_options {
	struct run_options run;
	unsigned animate; /* choice */
	unsigned show;	  /* enum sci_show */
	unsigned device;  /* enum sci_sound_device */
	struct given_integer seed, instructions, score, cycles, room;
	struct sound_options sound;
	bool stops, has_no_mouse; /* stops: at faults */
	bool has_pointer;	  /* in pictures */
	bool has_transitions;
	bool debugs;
	bool smokes;			       /* --smoke */
	struct given_integer sentences;	       /* a room, of --smoke */
	struct given_integer monkey;	       /* cycles; not given: none */
	const char *saves;		       /* folder; NULL: none */
	const char *coverage, *coverage_merge; /* files; NULL: none */
	const char *trace, *state_json;	       /* the machine's; NULL: none */
	unsigned trace_level;		       /* 0: 1 */
	const char *sources; /* of the scripts, for the debugger; NULL: none */
};

/* A game that is open, with what was unpacked of it so far. */
struct sci_run_game {
	struct script_program program;
	struct exh_arena arena; /* of the resources that were read */
	struct exh_sci0_resources resources;
	struct report *report;
	/* Of an engine that a saved state is loaded into, or that starts. */
	bool is_lenient;
	unsigned sound_devices;
	uint8_t midi_devices;
	const char *saves;	   /* folder of its files; NULL: they are in memory */
	struct coverage *coverage; /* NULL: none */
};

/* False: the report has why. Close it either way. */
bool sci_run_game_open(struct sci_run_game *game, const char *path,
		       struct report *report);
void sci_run_game_close(struct sci_run_game *game);

/* The numbers of its rooms, to be freed. NULL: the report has why. */
uint16_t *sci_list_rooms(const struct sci_run_game *game, size_t *count);

struct trace_run;

/* A player of the engine. */
struct sci_player {
	struct exh_sci0_engine *engine; /* NULL: not started */
	struct exh_sci0_devices devices;
	struct coverage *coverage; /* NULL: none */
	unsigned score;		   /* the global variable that has it */
	uint64_t last_cycle;	   /* with which the run ends; 0: none */
	uint64_t cycle_tick;	   /* of the last one */
	uint64_t cycles;	   /* until then */
	struct sci_debug *debug;   /* NULL: none */
	struct trace_run *trace;   /* NULL: none */
};

enum {
	SCI_SCORE = 15,		/* usual global variable */
	SCI_IDLE_SECONDS = 600, /* without a cycle, that --cycles waits */
	SCI_DEAF_SECONDS = 15,	/* without events taken, at the end: a warning */
};

/* A line for --state, and the line of names. */
void sci_state_head(struct exh_writer *out);
void sci_state_line(const struct sci_player *player, uint32_t crc32,
		    struct exh_writer *out);

#endif
