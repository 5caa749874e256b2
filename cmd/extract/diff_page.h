/* The page of exhume diff: index.html, its data, and the files that differ, of either
 * side. */
#ifndef CMD_EXTRACT_DIFF_PAGE_H
#define CMD_EXTRACT_DIFF_PAGE_H

#include "task/report.h"

#include <jansson.h>

/* May a page be written into this folder? False, reported, if one is there already. */
bool diff_page_is_free(const char *folder, struct report *report);

/* Writes both files, and names them in difference as "a" and "b". place: what is unique
 * to the asset's kind, a path. Calls may run in parallel. EXH_IO. */
enum exh_status diff_page_add(const char *folder, const char *place, const char *name,
			      const struct exh_bytes files[2], json_t *difference,
			      struct exh_error *err);

/* The page itself, when all is known. False: the report has why. */
bool diff_page_write(const char *folder, const json_t *result, struct report *report);

#endif
