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

/* How far a player has come. */
struct engine_clock {
	uint64_t frames; /* made so far */
	uint64_t tick;
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

	/* A player that is not started; NULL when out of memory. */
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
	/* A line for each frame's state, and the line of names. */
	void (*state_head)(struct exh_writer *out);
	void (*state_line)(const void *player, uint32_t crc32, struct exh_writer *out);
	/* Why a run that is over has ended: "complete", "died". */
	const char *(*end_name)(const void *player);

	void (*save)(const void *player, struct exh_writer *out);
	enum exh_status (*load)(void *player, const void *game, struct exh_bytes saved,
				struct exh_error *err);
};

/* NULL-terminated. */
extern const struct engine_type *const engine_types[];

/* NULL: no engine has this name. */
const struct engine_type *engine_type_named(const char *name);

#endif
