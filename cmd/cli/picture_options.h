/* -o and the options of what is drawn, checked. */
#ifndef CMD_CLI_PICTURE_OPTIONS_H
#define CMD_CLI_PICTURE_OPTIONS_H

#include "media/sequence/sequence.h"
#include "opt.h"

/* Is -o the name of a video or a picture of a kind that is never written? */
bool picture_is_foreign(const char *output);

/* Reports that. EXIT_DONE, or what opt_usage_error says. */
int frames_check(const struct command *self, const struct sequence_options *options,
		 const char *output);

/* Is there an ending of -o that is not written, or an option that would do nothing?
 * EXIT_DONE, or what opt_usage_error says. */
int picture_check(const struct command *self, const struct sequence_options *options,
		  const char *output);

#endif
