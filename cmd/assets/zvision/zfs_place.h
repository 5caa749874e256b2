/* The members of a ZFS archive as files (task/files.h), decrypted as they are read. */
#ifndef CMD_ASSETS_ZVISION_ZFS_PLACE_H
#define CMD_ASSETS_ZVISION_ZFS_PLACE_H

#include "task/files.h"
#include "task/report.h"

/* The archive of this name among files, which must outlive it. A member's name is as
 * zfs-unpack writes it. NULL: the report has why. */
struct files *zfs_place_open(const struct files *files, const char *name,
			     struct report *report);

/* Where a member begins in the archive. */
size_t zfs_place_offset(const struct files *place, const char *name);

#endif
