/* The work of exhume sci-pack, without its command line. */
#ifndef CMD_ASSETS_SCI0_SCI_PACK_H
#define CMD_ASSETS_SCI0_SCI_PACK_H

#include "task/outputs.h"
#include "task/report.h"
#include "task/work.h"

struct sci_pack_request {
	struct common common;
	unsigned method, volume_size;
	bool bare;
	char **paths;
	size_t path_count;
};

void sci_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

#endif
