/*
 * The cels of a view out of its folder: PNG files, which people may have edited, and the
 * manifest.
 */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_COLLECT_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_COLLECT_H

#include "task/report.h"
#include "view_manifest.h"

struct collected_cel {
	uint8_t *pixels; /* as stored; NULL: none */
	bool is_changed; /* they are not those that the manifest was written for */
};

struct view_collection {
	const char *folder;
	const struct view_manifest *manifest;
	bool quantize; /* take the nearest colour, where there is not the very one */
	struct report *report;
	/* What was found. */
	struct exh_arena arena, paths; /* paths: of the cel that is looked for */
	struct exh_sci0_loop_source *loops;
	struct collected_cel **cels; /* by loop, of those that share none */
	size_t pixel_count;
	size_t cel_count, changed_count;
};

/* False, reported, if a cel is not available. The first ones are set; to be freed in any
 * case. */
bool view_collect(struct view_collection *collection);
void view_collection_free(struct view_collection *collection);

/* Appends the view: the bytes that were extracted, if nothing in them has changed. */
enum exh_status view_collection_write(struct view_collection *collection,
				      struct exh_writer *out, struct exh_error *err);

#endif
