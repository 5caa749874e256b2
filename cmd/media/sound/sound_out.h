/*
 * Writes one source of samples to one sound file.
 */
#ifndef CMD_MEDIA_SOUND_SOUND_OUT_H
#define CMD_MEDIA_SOUND_SOUND_OUT_H

#include "render.h"
#include "wav.h"

#include <jansson.h>

struct sound_output {
	const char *path; /* "-": standard output */
	enum sound_format format;
	struct sound_tags tags;
	const struct sound_marker *markers; /* of the file's frames */
	size_t marker_count;
};

/* Sets shape's gain so that the loudest frame of source just fits; silence leaves it
 * unchanged. */
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
