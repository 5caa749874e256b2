/* The options of parse-tree: what goes together. */
#ifndef CMD_CLI_PARSE_OPTIONS_H
#define CMD_CLI_PARSE_OPTIONS_H

#include "assets/sci/parse/parse.h"
#include "opt.h"

/* Also takes the game off the operands and chooses the format. EXIT_DONE, or what
 * opt_usage_error says. */
int parse_options_check(const struct command *self, struct parse_request *request);

#endif
