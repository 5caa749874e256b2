/* zfs.json beside the members of a ZFS archive: what the files do not say about it. */
#ifndef CMD_ASSETS_ZVISION_ZFS_MANIFEST_H
#define CMD_ASSETS_ZVISION_ZFS_MANIFEST_H

#include "zfs_files.h"

#include <jansson.h>

struct zfs_manifest_member {
	const char *file;		 /* name without folders */
	struct exh_zv_zfs_member member; /* except for sizes and places */
};

struct zfs_manifest {
	json_t *root; /* owns the names */
	uint32_t per_block;
	uint32_t block_count;
	uint8_t key[EXH_ZV_ZFS_KEY_SIZE];
	enum exh_zv_zfs_tail tail;
	struct zfs_manifest_member *members;
	size_t member_count;
};

/* Of the members for which wanted is true. */
json_t *zfs_manifest_to_json(const struct exh_zv_zfs *zfs, enum exh_zv_zfs_tail tail,
			     const struct zfs_name *names, const bool *wanted);

/* Always to be freed. */
enum exh_status zfs_manifest_read(struct exh_bytes text, struct zfs_manifest *manifest,
				  struct exh_error *err);
void zfs_manifest_free(struct zfs_manifest *manifest);

#endif
