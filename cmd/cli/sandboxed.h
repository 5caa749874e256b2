/* A subcommand in its sandbox: what its command line names is all that it may touch. */
#ifndef CMD_CLI_SANDBOXED_H
#define CMD_CLI_SANDBOXED_H

#include "command.h"

/* Runs the command, and ends with its exit status. */
int sandboxed_run(const struct command *self, void *request, char **operands,
		  size_t count);

#endif
