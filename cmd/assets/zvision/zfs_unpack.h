/* The work of exhume zfs-unpack, without its command line. */
#ifndef CMD_ASSETS_ZVISION_ZFS_UNPACK_H
#define CMD_ASSETS_ZVISION_ZFS_UNPACK_H

#include "task/outputs.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

struct zfs_unpack_request {
	struct common common;
	struct strings only, exclude;
	bool list, manifest;
	unsigned tail;
};

void zfs_unpack_run_input(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

char *zfs_unpack_output_for(void *context, const char *input, bool several);

#endif
