/* -o and the options of what is drawn, checked. */
#ifndef CMD_CLI_PICTURE_OPTIONS_H
#define CMD_CLI_PICTURE_OPTIONS_H

#include "media/sequence/sequence.h"
#include "opt.h"

/* True if -o is the name of a video or picture in an unsupported format. */
bool picture_is_foreign(const char *output);

/* Reports such a name. Returns EXIT_DONE, or the result of opt_usage_error. */
int frames_check(const struct command *self, const struct sequence_options *options,
		 const char *output);

/* Rejects endings of -o that are not supported, and options without effect. Returns
 * EXIT_DONE, or the result of opt_usage_error. */
int picture_check(const struct command *self, const struct sequence_options *options,
		  const char *output);

#endif
