/* --type and --number of the commands for Sierra's games. */
#ifndef CMD_CLI_SCI_CHOICE_H
#define CMD_CLI_SCI_CHOICE_H

#include "assets/sci0/sci_items.h"
#include "command.h"

/* EXIT_DONE, or what opt_usage_error says. To be freed. */
int sci_choice_parse(const struct command *self, const struct strings *types,
		     const struct strings *numbers, struct sci_choice *choice);

#endif
