/* Files that another subcommand reads. */
#ifndef CMD_CLI_OTHER_COMMAND_H
#define CMD_CLI_OTHER_COMMAND_H

#include "command.h"
#include "task/report.h"

/* After an input failed: if it is a file of a known format that self does not read,
 * reports which subcommand does. input may be NULL, "-" or a folder. */
void other_command_name(const struct command *self, const char *input,
			struct report *report);

#endif
