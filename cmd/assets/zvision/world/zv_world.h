/* The work of exhume zv-world, without its command line: a game's places as a map. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_H

#include "task/report.h"

enum zv_world_format { ZV_WORLD_AUTO, ZV_WORLD_TEXT, ZV_WORLD_JSON, ZV_WORLD_DOT };

struct zv_world_request {
	struct common common;
	unsigned format; /* enum zv_world_format */
	const char *start, *path;
	/* Of these, in small letters; empty: not given. */
	char begin[5], from[5], to[5];
};

/* For cli/inputs.h; the context is a struct zv_world_request whose format is known. */
void zv_world_run(void *context, const char *input, const char *output,
		  struct report *report, json_t *result);
char *zv_world_output_for(void *context, const char *input, bool several);

#endif
