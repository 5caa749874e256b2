/* What a run of Keen Dreams leaves: pictures, sound, tables, traces; frame by frame. */
#ifndef CMD_PLAY_KEEN_KEEN_RUN_OUT_H
#define CMD_PLAY_KEEN_KEEN_RUN_OUT_H

#include "keen_run.h"
#include "keen_run_sound.h"
#include "media/picture/picture_crc.h"
#include "play/text_stream.h"

#include <exhume/keen_input.h>

/* Sums over all frames. */
struct keen_totals {
	uint64_t frames, ticks, refreshes, sounds;
	uint64_t new_tiles, copied_tiles, erased_blocks, drawn_sprites, mask_tiles;
};

/* Which ones are made in a pass over the frames. */
enum {
	KEEN_OUT_PICTURES = 1,
	KEEN_OUT_REST = 2, /* sound, table, trace, what was pressed */
};

struct keen_outputs {
	const struct keen_run_options *options;
	const struct keen_game *game;
	struct report *report;
	uint64_t first_frame, end_frame; /* numbers of those that may come */
	struct exh_host host;
	struct sequence *pictures;
	struct text_stream state, trace, record;
	struct exh_input_recorder recorder;
	struct keen_sound sound;
	bool has_sound;
	struct picture_crc *screens; /* NULL: nobody asks for their CRC */
	uint32_t crc;		     /* of the last frame's screen */
	uint8_t *shown;		     /* picture of the machine */
};

/* Opens those that the options ask for, of a run of at most frames frames that begins
 * with engine as it is. outputs is all zeros. False: the report has why. Close them
 * either way. */
bool keen_outputs_open(struct keen_outputs *outputs,
		       const struct keen_run_options *options, unsigned which,
		       const struct keen_game *game, const struct exh_keen_engine *engine,
		       uint64_t frames, struct report *report);

/* The frame that engine has just made with these controls, of so many ticks. False: one
 * could not be written. */
bool keen_outputs_frame(struct keen_outputs *outputs,
			const struct exh_keen_engine *engine,
			const struct exh_keen_controls *controls,
			const struct exh_keen_frame_state *state, uint64_t ticks);

/* Ends them; if the run was no good, as if they had never been. ticks: of all frames. */
bool keen_outputs_close(struct keen_outputs *outputs, bool good, uint64_t ticks,
			json_t *result);

#endif
