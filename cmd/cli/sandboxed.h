/* A subcommand in its sandbox: what its command line names is all that it may touch, and
 * what it reads is never replaced. */
#ifndef CMD_CLI_SANDBOXED_H
#define CMD_CLI_SANDBOXED_H

#include "opt.h"

command_runner sandboxed_run;

#endif
