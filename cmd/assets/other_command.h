/* Files that another subcommand reads. */
#ifndef CMD_ASSETS_OTHER_COMMAND_H
#define CMD_ASSETS_OTHER_COMMAND_H

#include "task/report.h"

/* After an input failed: if it is a file of a known format that the subcommand does not read,
 * reports which subcommand does. input may be NULL, "-" or a folder. */
void other_command_name(const char *subcommand, const char *input,
			struct report *report);

#endif
