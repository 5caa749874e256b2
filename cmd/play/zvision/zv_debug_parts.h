/* What the parts of the debugger share. */
#ifndef CMD_PLAY_ZVISION_ZV_DEBUG_PARTS_H
#define CMD_PLAY_ZVISION_ZV_DEBUG_PARTS_H

#include "zv_run.h"
#include "zv_debug_break.h"

#include "task/line_input.h"

enum { ZV_DEBUG_WORDS = 16, ZV_DEBUG_ACT = 256 };

/* What the game is run for, until something stops it. */
enum zv_debug_mode {
	ZV_DEBUG_TICKS,	  /* to the beginning of a tick */
	ZV_DEBUG_EVENTS,  /* to the next event */
	ZV_DEBUG_RESULTS, /* to the next puzzle that fires, or result */
	ZV_DEBUG_GOES,	  /* to the next breakpoint */
};

struct zv_debug {
	const struct run *run;
	struct zv_player *player;
	const struct zv_run_game *game;
	struct report *report;
	struct line_input *input;
	struct zv_breaks breaks;
	struct exh_writer out; /* shown after each command */
	enum zv_debug_mode mode;
	uint64_t tick; /* of ZV_DEBUG_TICKS: how many must have been made */
	unsigned line; /* of the commands */
	bool goes_on;  /* the command that was read lets the game run */
	bool quits, stands, is_in_tick;
	char *last; /* the command that an empty line repeats, at a terminal */
	/* Where the game stands in its scripts; empty: nowhere. */
	char script[64];
	int64_t script_line;
	/* What somebody typed: an act that is under way. */
	struct exh_input_act act;
	char act_name[ZV_DEBUG_ACT], act_text[ZV_DEBUG_ACT];
	struct engine_act_state act_state;
	bool has_act;
};

struct zv_debug_command {
	const char *name, *other; /* a shorter name; NULL: none */
	size_t least, most;	  /* words after the name */
	const char *usage;	  /* of them */
	const char *help;
	/* False: wrong, with the reason in debug->out. words: after the name. */
	bool (*run)(struct zv_debug *debug, char *const *words, size_t count);
};

/* Each ends with one without a name. */
extern const struct zv_debug_command zv_debug_run_commands[];  /* running, stopping */
extern const struct zv_debug_command zv_debug_look_commands[]; /* looking */

/* Runs a line. False: wrong, with the reason in debug->out. */
bool zv_debug_command_run(struct zv_debug *debug, const char *line);
/* A line_complete: names of commands. */
size_t zv_debug_complete(void *debug, const char *line, size_t size,
			 struct exh_writer *added, struct exh_writer *list);

static inline struct exh_zv_engine *zv_debug_engine(const struct zv_debug *debug)
{
	return debug->player->engine;
}

/* The line of the script where the game stands, if there is one. */
void zv_debug_show_line(struct zv_debug *debug);

#endif
