/* sci-run --monkey: a game played by chance. */
#ifndef CMD_PLAY_SCI0_SCI_MONKEY_H
#define CMD_PLAY_SCI0_SCI_MONKEY_H

#include "sci_run.h"

void sci_monkey(const struct sci_run_options *options, const char *input,
		struct report *report, json_t *result);

#endif
