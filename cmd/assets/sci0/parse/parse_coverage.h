/* `exhume parse-tree --coverage`: for each Said spec a sentence that triggers it. */
#ifndef CMD_ASSETS_SCI0_PARSE_PARSE_COVERAGE_H
#define CMD_ASSETS_SCI0_PARSE_PARSE_COVERAGE_H

#include "parse_request.h"

/* For all of specs: as text to output, if there is one, and into result, if that is not
 * NULL. */
void parse_coverage(const struct parse_request *request,
		    const struct parser_source *source, const struct said_specs *specs,
		    const char *output, json_t *result, struct report *report);

#endif
