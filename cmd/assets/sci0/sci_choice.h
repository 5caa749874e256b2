/* --type and --number of the commands for Sierra's games. */
#ifndef CMD_ASSETS_SCI0_SCI_CHOICE_H
#define CMD_ASSETS_SCI0_SCI_CHOICE_H

#include "cli/command.h"
#include "sci_items.h"

/* EXIT_DONE, or what opt_usage_error says. To be freed. */
int sci_choice_parse(const struct command *self, const struct strings *types,
		     const struct strings *numbers, struct sci_choice *choice);

#endif
