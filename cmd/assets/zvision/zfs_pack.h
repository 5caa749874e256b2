/* The work of exhume zfs-pack, without its command line. */
#ifndef CMD_ASSETS_ZVISION_ZFS_PACK_H
#define CMD_ASSETS_ZVISION_ZFS_PACK_H

#include "task/report.h"
#include "task/work.h"

struct zfs_pack_request {
	struct common common;
	const char *key, *tail;
	unsigned per_block;
	char **paths;
	size_t path_count;
};

void zfs_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

#endif
