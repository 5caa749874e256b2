/* Coverage as JSON. */
#ifndef CMD_ASSETS_SCI0_COVERAGE_COVERAGE_JSON_H
#define CMD_ASSETS_SCI0_COVERAGE_COVERAGE_JSON_H

#include "coverage.h"

#include <jansson.h>

void coverage_put_json(const struct coverage *coverage, struct exh_writer *out);
/* Adds what is in a document that was written so, of the same scripts.
 * EXH_INVALID. */
enum exh_status coverage_merge_json(struct coverage *coverage, const json_t *document,
				    struct exh_error *err);
/* Adds what a file of an earlier run has. False, reported, if it can't be read, or is of
 * other scripts. */
bool coverage_merge(struct coverage *coverage, const char *path, struct report *report);

#endif
