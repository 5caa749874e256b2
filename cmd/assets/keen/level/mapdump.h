/* The work of exhume mapdump, without its command line. */
#ifndef CMD_ASSETS_KEEN_LEVEL_MAPDUMP_H
#define CMD_ASSETS_KEEN_LEVEL_MAPDUMP_H

#include "assets/keen/graphics/keen_archive.h"
#include "assets/keen/level/keen_levels.h"
#include "assets/keen/level/level_export.h"
#include "task/ranges.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

#include <exhume/keen.h>

/* What the command line asks for. */
struct mapdump_request {
	struct common common;
	struct keen_levels_options tables;
	struct keen_archive_options graphics_tables;
	struct exh_keen_layout layout;
	const char *graphics, *layers;
	struct strings maps;
	enum level_format format;
	bool planes[EXH_KEEN_PLANE_COUNT];
	const char *base;
	struct strings pack; /* what is to be packed; operands are, too */
	const char *tiles;   /* tile information that is packed */
	const char *exe_out; /* the program with the tables that were packed */
	const char *remove;  /* levels of base or pack that are left out */
	struct range *removed;
	size_t removed_count;
	bool objects; /* as a layer */
	bool labels, collision, grid, animated, tile_info, external, optimize, list;
	unsigned palette, ticks, scale;
};

/* Is an archive made? */
bool mapdump_is_packing(const struct mapdump_request *request);
bool mapdump_is_drawn(const struct mapdump_request *request);

void mapdump_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

/* Text in one piece goes to standard output, unless there is to be a file. */
char *mapdump_output_for(void *context, const char *input, bool several);

void mapdump_pack_input(void *context, const char *input, const char *output,
			struct report *report, json_t *result);

#endif
