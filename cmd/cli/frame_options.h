/* --frames A-B,C */
#ifndef CMD_CLI_FRAME_OPTIONS_H
#define CMD_CLI_FRAME_OPTIONS_H

#include "media/sequence/sequence.h"
#include "opt.h"

/* text may be NULL. Kept with the request. EXIT_DONE, or what opt_usage_error says. */
int frame_choice_parse(const struct command *self, const char *text,
		       struct frame_choice *choice, struct common *common);

#endif
