/*
 * The table of engines. Each core of formats/engine/ has one struct engine_type here:
 * what the runner (run.h) calls to play it. The runner knows no game; an engine's folder
 * knows its options, its script words and what it reports.
 */
#ifndef CMD_PLAY_ENGINE_H
#define CMD_PLAY_ENGINE_H

#include "task/report.h"

#include <exhume/engine.h>
#include <exhume/input.h>

enum { ENGINE_SOUND_FRAMES = 4096, ENGINE_SOUND_RATE = 44100 };

/* How far a player has come. */
struct engine_clock {
	uint64_t frames; /* made so far */
	uint64_t tick;
};

/* How an act of an input script goes on after a frame. */
enum engine_act { ENGINE_ACT_DONE, ENGINE_ACT_AGAIN, ENGINE_ACT_FAILED };

/* How a transcript is written. */
enum transcript_format {
	TRANSCRIPT_AUTO, /* by the file's name */
	TRANSCRIPT_TEXT, /* words for people, without times: for diff */
	TRANSCRIPT_TSV,
	TRANSCRIPT_JSON, /* a list of objects, one a line */
};
extern const char *const transcript_choices[]; /* for CHOICE_OPTION */

/* What an event is for a transcript. */
enum transcript_row {
	TRANSCRIPT_NONE,
	TRANSCRIPT_ROW,
	TRANSCRIPT_REPLACES, /* the row before, if it is one of this kind, too */
};

/* What an act keeps from frame to frame: zeros at first. */
struct engine_act_state {
	uint64_t calls; /* before this one */
	uint64_t tick;	/* at the first one */
	uint64_t at;	/* the act's own */
};

/*
 * A player is a core that was started, with what it needs to understand its input. It has
 * no pointers into itself: copy makes an independent one. All functions must be there.
 */
struct engine_type {
	const char *name;   /* "keen-dreams" */
	const char *family; /* as in exh_format: "keen" */
	unsigned ticks_a_second, ticks_a_frame /* mostly */;
	unsigned services_a_tick;		    /* of sound */
	unsigned service_clocks;		    /* of the PC's timer, a service */
	uint16_t width, height;			    /* pixels of the monitor */
	const struct exh_input_keys *(*keys)(void); /* of its input scripts */

	/* A player that is not started. */
	void *(*create)(void);
	void (*destroy)(void *player); /* may be NULL */
	void (*copy)(void *to, const void *from);
	/* Begins as the engine's own options say. False: the report has why. */
	bool (*start)(void *player, const void *game, const void *options,
		      struct report *report);
	/* Input of the next frame. Each frame's must come, also of frames that are
	 * skipped: a keyboard remembers. */
	void (*press)(void *player, const struct exh_input_frame *input);
	/* Drops all that was pressed, as at the start of a script. */
	void (*release)(void *player);
	/* One frame. False: it was the last one. No tick passes if none was made. */
	bool (*step)(void *player, const struct exh_host *host);

	struct engine_clock (*clock)(const void *player);
	uint32_t (*hash)(const void *player); /* of all state */
	/* Keys of an input script that do what was pressed in the last frame. */
	uint32_t (*pressed)(const void *player);
	/* The monitor, row-major: palette indices, and the palette; or pixels of 15 bits,
	 * then the first two are NULL. */
	void (*picture)(const void *player, uint8_t *pixels);
	void (*palette)(const void *player, struct exh_palette *palette);
	void (*picture_rgb15)(const void *player, uint16_t *pixels);
	/* Engines whose sound is samples, not writes to a device; NULL for the others:
	 * the time of the frame that was just made, into room for
	 * ENGINE_SOUND_FRAMES frames of two samples (left and right, 44100 a second).
	 * Returns how many there are. */
	size_t (*sound)(void *player, int32_t *samples);
	/* A line for each frame's state, and the line of names. */
	void (*state_head)(struct exh_writer *out);
	void (*state_line)(const void *player, uint32_t crc32, struct exh_writer *out);
	/* Why a run that is over has ended: "complete", "died". */
	const char *(*end_name)(const void *player);

	/*
	 * Acts of input scripts (exh_input_act) beside those that the runner has for all
	 * (acts.h): NULL if there are none. act_check: is its text right? act: fills
	 * what is pressed in the frame that comes now, unless the act is done; after
	 * ENGINE_ACT_FAILED err has why.
	 */
	const char *const *acts;
	enum exh_status (*act_check)(const struct exh_input_act *act,
				     struct exh_error *err);
	enum engine_act (*act)(void *player, const struct exh_input_act *act,
			       struct engine_act_state *state,
			       struct exh_input_frame *input, struct exh_error *err);
	/* For conditions. value: of a name such as "room", as text; false if there is no
	   such name. texts: what is written on the screen, a line each. */
	bool (*value)(const void *player, const char *name, struct exh_writer *out);
	void (*texts)(const void *player, struct exh_writer *out);
	bool (*is_idle)(const void *player);
	/* Appends what a transcript (transcript.h) has of an event, without the line's
	   end. transcript_head: the names of a table's columns. NULL: there are none. */
	enum transcript_row (*transcribe)(const void *player,
					  const struct exh_event *event,
					  enum transcript_format format,
					  struct exh_writer *out);
	void (*transcript_head)(struct exh_writer *out);

	/* Appends a MIDI file of the writes for EXH_AUDIO_MIDI, so many services long.
	   NULL: there is no MIDI. */
	enum exh_status (*midi)(const struct exh_audio_write *writes, size_t count,
				uint64_t services, struct exh_writer *out,
				struct exh_error *err);

	void (*save)(const void *player, struct exh_writer *out);
	enum exh_status (*load)(void *player, const void *game, struct exh_bytes saved,
				struct exh_error *err);
};

/* NULL-terminated. */
extern const struct engine_type *const engine_types[];

/* NULL: no engine has this name. */
const struct engine_type *engine_type_named(const char *name);

#endif
