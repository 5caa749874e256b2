/* The work of exhume egagrab, without its command line. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_EGAGRAB_H
#define CMD_ASSETS_KEEN_GRAPHICS_EGAGRAB_H

#include "assets/keen/graphics/keen_archive.h"
#include "assets/keen/graphics/keen_repack.h"
#include "task/ranges.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

/* What the command line asks for. */
struct egagrab_request {
	struct common common;
	struct keen_archive_options tables;
	struct strings only;
	struct range *ranges;
	size_t range_count;
	unsigned palette, overlay, scale;
	bool raw, no_sheets, print_layout, list;
	struct repack_options repack; /* folder NULL: nothing is packed */
};

void egagrab_run_input(void *context, const char *input, const char *folder,
		       struct report *report, json_t *result);

char *egagrab_folder_for(void *context, const char *input, bool several);

#endif
