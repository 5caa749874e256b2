/* The options of mapdump: parsing of words, and conflicts. */
#ifndef CMD_CLI_MAPDUMP_OPTIONS_H
#define CMD_CLI_MAPDUMP_OPTIONS_H

#include "assets/keen/level/level.h"
#include "opt.h"

/* Parses the options. With --pack the operands are packed, too. Returns EXIT_DONE, or
 * the result of opt_usage_error. */
int mapdump_options_parse(const struct command *self, struct mapdump_request *request,
			  char **operands, size_t count);

#endif
