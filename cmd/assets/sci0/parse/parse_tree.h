/* The work of exhume parse-tree, without its command line. */
#ifndef CMD_ASSETS_SCI0_PARSE_PARSE_TREE_H
#define CMD_ASSETS_SCI0_PARSE_PARSE_TREE_H

#include "task/report.h"

void parse_tree_run_game(void *context, const char *input, const char *output,
			 struct report *report, json_t *result);

#endif
