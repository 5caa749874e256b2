/* What `exhume parse-tree` does with its sentences: many at once, written in their order.
 */
#ifndef CMD_ASSETS_SCI0_PARSE_PARSE_RUN_H
#define CMD_ASSETS_SCI0_PARSE_PARSE_RUN_H

#include "parse_request.h"

/* Does it write text, other than JSON, to an output? */
bool parse_run_writes(const struct parse_request *request);

/* All lines, as text to output. */
void parse_run_write(struct parse_run *run, const char *output);

/* All lines, as JSON into result. */
void parse_run_to_json(struct parse_run *run, json_t *result);

#endif
