/* Checks of the options of parse-tree. */
#ifndef CMD_CLI_PARSE_OPTIONS_H
#define CMD_CLI_PARSE_OPTIONS_H

#include "assets/sci/parse/parse.h"
#include "opt.h"

/* Checks the options, takes the game from the operands, and chooses the format.
 * Returns EXIT_DONE, or the result of opt_usage_error. */
int parse_options_check(const struct command *self, struct parse_request *request);

#endif
