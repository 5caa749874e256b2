/* Writes what is in a Keen graphics archive into a folder. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_KEEN_EXPORT_H
#define CMD_ASSETS_KEEN_GRAPHICS_KEEN_EXPORT_H

#include "keen_graphics_kinds.h"

#define KEEN_GRAPHICS_MANIFEST "manifest.json"

/* The manifest of files that were written of these assets, to be released. */
json_t *keen_graphics_manifest(const struct keen_graphics_game *game,
			       const struct assets *list, size_t count,
			       const struct report *report);

/*
 * Fills folder, and *manifest (to be released) with what manifest.json holds. Nothing is
 * written when one of the files exists and force is off. The report has what failed.
 */
void keen_export(const struct keen_archive *keen, const struct export_options *options,
		 const char *folder, struct report *report, json_t **manifest);

#endif
