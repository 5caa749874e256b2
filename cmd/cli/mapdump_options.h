/* The options of mapdump: their words, and what goes together. */
#ifndef CMD_CLI_MAPDUMP_OPTIONS_H
#define CMD_CLI_MAPDUMP_OPTIONS_H

#include "assets/keen/level/level.h"
#include "opt.h"

/* With --pack the operands are packed, too. EXIT_DONE, or what opt_usage_error says. */
int mapdump_options_parse(const struct command *self, struct mapdump_request *request,
			  char **operands, size_t count);

#endif
