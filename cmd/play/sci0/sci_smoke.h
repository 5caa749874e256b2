/* sci-run --smoke: each room of a game, and each sentence in it. */
#ifndef CMD_PLAY_SCI0_SCI_SMOKE_H
#define CMD_PLAY_SCI0_SCI_SMOKE_H

#include "sci_run.h"

enum { SCI_SMOKE_SENTENCES = 500 }; /* a room, by default */

void sci_smoke(const struct sci_run_options *options, const char *input,
	       struct report *report, json_t *result);

#endif
