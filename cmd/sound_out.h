/*
 * Options and outputs that imf2wav and snd2wav share: times, gains and rates as typed,
 * and one source of samples to one file of sound.
 */
#ifndef CMD_SOUND_OUT_H
#define CMD_SOUND_OUT_H

#include "io/sound.h"
#include "sound.h"

#include <jansson.h>

/* "2.5" (seconds) or "1000n" (samples of the chip); false if it is neither. */
bool sound_parse_time(const char *text, uint64_t *samples);
/* "0.5" (a factor) or "-6dB"; false if it is neither, or above 1000. */
bool sound_parse_gain(const char *text, double *gain);
/* "native" or Hz; false if it is neither, or not from 1000 to 384000. */
bool sound_parse_rate(const char *text, uint32_t *rate_hz);

struct sound_output {
	const char *path; /* "-": standard output */
	enum sound_format format;
	struct sound_tags tags;
};

/* The gain by which the loudest frame of source just fits, into shape; as it was for
 * silence. */
enum exh_status sound_normalize(const struct sound_source *source,
				struct sound_shape *shape, struct exh_error *err);

/* Renders source into a file; with normalize after sound_normalize. */
enum exh_status sound_to_file(const struct sound_source *source,
			      struct sound_shape *shape,
			      const struct sound_output *output, bool normalize,
			      bool force, struct sound_measure *measure,
			      struct exh_error *err);

/* Adds "rate", "frames", "peak", "clipped_samples" and "gain". */
void sound_to_json(const struct sound_shape *shape, const struct sound_measure *measure,
		   json_t *out);

#endif
