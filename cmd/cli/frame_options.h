/* --frames A-B,C */
#ifndef CMD_CLI_FRAME_OPTIONS_H
#define CMD_CLI_FRAME_OPTIONS_H

#include "media/sequence/sequence.h"
#include "opt.h"

/* Parses a selection, which is kept with the request; text may be NULL. Returns
 * EXIT_DONE, or the result of opt_usage_error. */
int frame_choice_parse(const struct command *self, const char *text,
		       struct frame_choice *choice, struct common *common);

#endif
