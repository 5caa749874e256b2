/* The work of exhume zv-world, without its command line: a game's places as a map. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_H

#include "zv_world_request.h"

/* For assets/convert.h; the context is a struct zv_world_request whose format is known. */
void zv_world_run(void *context, const char *input, const char *output,
		  struct report *report, json_t *result);
char *zv_world_output_for(void *context, const char *input, bool several);

#endif
