/* Runs a subcommand in its sandbox: it can only access files named in its command
 * line, and files that it reads are never replaced. */
#ifndef CMD_CLI_SANDBOXED_H
#define CMD_CLI_SANDBOXED_H

#include "opt.h"

command_runner sandboxed_run;

#endif
