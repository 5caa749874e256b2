/*
 * Sequences of frames of 15-bit RGB (zvision 1), fetched one by one from a source, in
 * any of the formats that rlf2png writes.
 */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_SOURCE_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_SOURCE_H

#include "frame_source.h"
#include "sequence.h"
#include "task/report.h"

/*
 * Where the frames of an input go, to be freed: "-", a file, or
 * for SEQUENCE_PNG a pattern with a %d. By -o, which is a file or a pattern, or a folder
 * if it is one, ends with a slash or there are several inputs; else in the input's
 * folder. single: at most one frame is wanted.
 */
char *sequence_output(const struct common *common, enum sequence_format format,
		      const char *input, bool several, bool single);

/* Writes them all, and adds to result what there is now. input is for messages. False:
 * the report has why, and no half file is left. */
bool sequence_write(const struct sequence_source *source,
		    const struct sequence_options *options, const char *output,
		    const char *input, struct report *report, json_t *result);

/* Writes them all to one file; for threads that write a file each. format is one of a
 * file's that needs no choice of colours: APNG, Y4M, RAW. */
enum exh_status sequence_write_file(const struct sequence_source *source,
				    enum sequence_format format, const char *path,
				    bool force, struct exh_error *err);

#endif
