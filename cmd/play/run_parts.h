/* What a run of any engine is made of; run.h plays it. */
#ifndef CMD_PLAY_RUN_PARTS_H
#define CMD_PLAY_RUN_PARTS_H

#include "act_log.h"
#include "acts.h"
#include "engine.h"
#include "input_script.h"
#include "media/sequence/sequence.h"
#include "media/sound/render.h"
#include "task/ranges.h"
#include "task/values.h"

/* What the command line of every engine asks for. Paths may be NULL. */
struct run_options {
	struct common common; /* its output: of pictures */
	const char *input;
	struct given_integer frames;
	const char *load_state, *save_state;
	bool restart_input;
	struct sequence_options pictures;
	unsigned every; /* 0: all */
	const char *range_text;
	struct given_integer from, to; /* the same as a range of one */
	struct range *ranges; /* frames whose pictures are selected; to be freed */
	size_t range_count;
	const char *wav, *state, *record, *transcript;
	const char *trace, *events; /* a line for each event: an engine has one of them */
	const char *midi, *register_log;
	unsigned transcript_format; /* enum transcript_format */
	struct sound_settings sound;
	bool tap;
	const char *junit;
};

/* Pictures of a run. */
struct run_view {
	size_t width, height;	   /* pixels */
	struct exh_palette colors; /* all that they may have */
	/* NULL: they show the monitor. */
	void (*draw)(const void *context, const void *player, uint8_t *pixels,
		     struct exh_palette *palette);
	const void *context;
};

/* What an engine does beside. Hooks may be NULL. */
struct run_hooks {
	/* A pass over the frames begins: there may be two. */
	void (*begin)(void *context, const void *player);
	/* A frame was made, of so many ticks. */
	void (*frame)(void *context, const void *player, uint64_t ticks);
	/* An event of the engine. */
	void (*event)(void *context, const struct exh_event *event);
	/* Ctrl-C is for the hooks: they look, and the run goes on. */
	bool take_interrupts;
	void *context;
};

struct run {
	const struct engine_type *type;
	const struct run_options *options;
	struct report *report;
	struct run_view view;
	struct run_hooks hooks;
	void *player;
	struct acts_language language;
	struct input_script script;
	struct acts acts;
	/* Of the command line: it comes before the script; NULL: none. Its file is the
	   option. */
	const struct exh_input_act *first_act;
	struct act_log log;
	uint64_t first, limit;	/* frames made before; frames to make */
	uint64_t frames, ticks; /* of this run */
	bool is_over;		/* the game said so */
	bool is_at_end;		/* of a script with acts */
	bool has_failed;	/* an act did; it is reported */
};

#endif
