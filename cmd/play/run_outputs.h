/* What a run leaves: pictures, sound, tables, traces; frame by frame. */
#ifndef CMD_PLAY_RUN_OUTPUTS_H
#define CMD_PLAY_RUN_OUTPUTS_H

#include "media/picture/picture_crc.h"
#include "run_parts.h"
#include "run_samples.h"
#include "run_sound.h"
#include "text_stream.h"
#include "transcript.h"

/* Which ones are made in a pass over the frames. */
enum {
	RUN_PICTURES = 1,
	RUN_REST = 2, /* sound, table, trace, what was pressed */
};

struct run_outputs {
	const struct run *run;
	const struct run_options *options;
	struct report *report;
	uint64_t first_frame, end_frame; /* numbers of those that may come */
	struct exh_host host;
	struct sequence *pictures;
	struct text_stream state, events, record;
	struct transcript transcript;
	struct exh_input_recorder recorder;
	struct run_sound sound;
	bool has_sound;		     /* of writes to a device */
	struct run_samples samples;  /* of engines that make them */
	struct picture_crc *screens; /* NULL: no output needs their CRC; of 15-bit pixels
				      * it takes the lower byte first */
	uint32_t crc;		     /* of the last frame's screen */
	void *shown;		     /* picture of the view */
};

/* Opens those that the options ask for, with run->player as it is before the first frame.
 * outputs is all zeros. False: the report has why. Close them either way. */
bool run_outputs_open(struct run_outputs *outputs, const struct run *run, unsigned which);

/* A frame is to come, after so many ticks of this run. */
void run_outputs_before(struct run_outputs *outputs, uint64_t ticks);
/* The frame that the player has just made, of so many ticks. False: one could not be
 * written. */
bool run_outputs_frame(struct run_outputs *outputs, uint64_t ticks);

/* Ends them; if not good, removes them. ticks: of all frames. */
bool run_outputs_close(struct run_outputs *outputs, bool good, uint64_t ticks,
		       json_t *result);

/* The requested files: pictures, tables, sound, saved state, assertions; NULL: not this
 * one. */
enum { RUN_OUTPUT_PATHS = 11 };
void run_list_outputs(const struct run_options *options,
		      const char *paths[RUN_OUTPUT_PATHS]);

/* How many of them, --tap and --json go to standard output; and are there any? */
size_t run_standard_count(const struct run_options *options);
bool run_has_outputs(const struct run_options *options);

/* An object of them. */
json_t *run_outputs_to_json(const struct run_options *options);

#endif
