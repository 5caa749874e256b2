/*
 * Sequences of frames in any of the formats that are written: frames are added one by
 * one, so that nothing holds them all, and encoded in parallel. Each is shown for as many
 * ticks as sequence_wait says before the next one is added.
 */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_H

#include "sequence_kind.h"

/* For OPT_CHOICE. The index of a choice goes into sequence_options; sequence_choose_...
 * makes the format of it. */
extern const char *const sequence_indexed_choices[]; /* all except sheet */
extern const char *const sequence_rgb15_choices[];   /* all except hash */

const char *sequence_format_name(enum sequence_format format);

/* By the extension of -o; SEQUENCE_AUTO if it is another one. */
enum sequence_format sequence_format_of(const char *output);

/* options->format, or by the extension of -o, or SEQUENCE_PNG. */
enum sequence_format sequence_choose_indexed(const struct sequence_options *options,
					     const char *output);
enum sequence_format sequence_choose_rgb15(const struct sequence_options *options,
					   const char *output);

struct sequence;

/*
 * format: neither SEQUENCE_AUTO nor SEQUENCE_SHEET. output: "-", a file, a pattern with a
 * %d, or a folder. NULL: err has why. options, output and common are borrowed until the
 * end.
 */
struct sequence *sequence_begin(const struct sequence_kind *kind,
				enum sequence_format format,
				const struct sequence_options *options,
				const char *output, const struct common *common,
				struct exh_error *err);

/* Pixels and palette are copied. */
enum exh_status sequence_add(struct sequence *sequence,
			     const struct sequence_frame *frame, struct exh_error *err);
/* The last frame is shown so much longer; without one it does nothing. */
void sequence_wait(struct sequence *sequence, uint64_t ticks);

/* Ends the file and frees sequence (NULL is fine). When status, of what was done so far,
 * is a failure, that is returned and no half file is left. */
enum exh_status sequence_end(struct sequence *sequence, enum exh_status status,
			     struct exh_error *err);

#endif
