/* Cells of a level that are changed before it is set up: PLANE:X,Y=VALUE. */
#ifndef CMD_PLAY_KEEN_KEEN_EDITS_H
#define CMD_PLAY_KEEN_KEEN_EDITS_H

#include "task/report.h"

#include <exhume/keen_engine.h>

struct keen_edits {
	struct exh_keen_edit *items; /* to be freed */
	size_t count, capacity;
};

/* PLANE is 0, 1, 2, or background, foreground, info. False: it breaks off at *wrong,
 * where *expected was to stand. */
bool keen_edit_parse(const char *text, struct exh_keen_edit *edit, const char **wrong,
		     const char **expected);

void keen_edits_add(struct keen_edits *edits, const struct exh_keen_edit *edit);

/* Adds those of a file: one a line, with # in front of remarks. False: the report has
 * line and column of each that is wrong. */
bool keen_edits_read(struct keen_edits *edits, const char *path, struct report *report);

#endif
