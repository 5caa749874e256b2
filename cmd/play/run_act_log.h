/* The reports of a run's assertions that the options ask for: --tap, --junit. */
#ifndef CMD_PLAY_RUN_ACT_LOG_H
#define CMD_PLAY_RUN_ACT_LOG_H

#include "run_parts.h"

/* After the run; input: the game's name. */
void run_act_log_write(const struct run *run, const char *input);

#endif
