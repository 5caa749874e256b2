/* exhume --options: a table of a subcommand's options. */
#ifndef CMD_CLI_OPTION_TABLE_H
#define CMD_CLI_OPTION_TABLE_H

#include "command.h"

/*
 * Prints them to standard output, a line each: the completions of shells are made from
 * this table, and the manual is checked against it. Tabs between the columns: SUBCOMMAND,
 * "command", family, brief, usage; or SUBCOMMAND, "option", letter, name, argument,
 * "once" or "repeated", what completes the argument ("files", "folders", "words" or
 * "nothing"), words, help. An empty column is "-".
 */

void option_table_print(const struct command *command);

#endif
