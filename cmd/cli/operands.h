/* Inputs whose names are read from a file: --files-from. */
#ifndef CMD_CLI_OPERANDS_H
#define CMD_CLI_OPERANDS_H

#include "task/work.h"

/* Adds the names to the operands. Returns EXIT_DONE, or the status to end with: then
 * *why, to be freed, has the message. */
int operands_read(struct common *common, char **why);

#endif
