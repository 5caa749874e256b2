/* egagrab --list: the chunks of an archive as a table and as JSON. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_LIST_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_LIST_H

#include "keen_archive.h"
#include "keen_pictures.h"

/* Prints the wanted chunks unless there is JSON, whose result gets all, as "manifest". */
void keen_list(const struct keen_archive *keen, const struct keen_wanted *wanted,
	       const struct style *style, struct report *report, json_t *result);

#endif
