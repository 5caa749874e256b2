/* Inputs whose names are in a file: --files-from. */
#ifndef CMD_CLI_OPERANDS_H
#define CMD_CLI_OPERANDS_H

#include "task/work.h"

/* Adds them to the operands. EXIT_DONE, or the status to end with: *why, to be freed, has
 * the message then. */
int operands_read(struct common *common, char **why);

#endif
