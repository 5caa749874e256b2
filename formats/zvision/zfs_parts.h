/* What the files that read the directory of a ZFS archive share. */
#ifndef FORMATS_ZVISION_ZFS_PARTS_H
#define FORMATS_ZVISION_ZFS_PARTS_H

#include "exhume/zvision_archive.h"

/* The directory is walked twice: the first time blocks and members are counted. */
struct zfs_walk {
	const struct exh_source *source;
	struct exh_zv_zfs *zfs;
	/*
	 * Blocks that were read. The file is parted into stretches as long as a block, in
	 * which no more than one can begin if none lies in another: where, or 0.
	 */
	uint32_t *starts;
	struct exh_zv_zfs_member *members; /* NULL: only count them */
	size_t count;			   /* of members so far */
	size_t end;	   /* of the last byte that the header, a block or a member has */
	size_t cut_offset; /* of a block that the file's end cuts, or 0 */
};

enum { ZFS_BLOCK_HEAD = 4 }; /* offset of the next block */

/* Beyond a size_t of 32 bits, if the header says so. */
static inline uint64_t zfs_block_size(const struct exh_zv_zfs *zfs)
{
	return ZFS_BLOCK_HEAD + (uint64_t)zfs->per_block * EXH_ZV_ZFS_ENTRY_SIZE;
}

static inline size_t zfs_stretch_of(const struct exh_zv_zfs *zfs, size_t offset)
{
	return (size_t)(offset / zfs_block_size(zfs));
}

/* What lies below end, a byte's offset, belongs to the directory or a member. */
void exh_zv_zfs_reach(struct zfs_walk *w, uint64_t end);

/* Does a block that was read share any of these bytes? They are at most a block. */
bool exh_zv_zfs_in_block(const struct zfs_walk *w, size_t offset, uint64_t size);

/* An entry of the directory, which has a name, as the next member. */
void exh_zv_zfs_read_entry(struct zfs_walk *w, const uint8_t *entry, size_t entry_offset);

/*
 * Looks through the file for entries that lie in no block that was read, and reads them.
 * One has a name of characters, padded with NULs, and bytes within the file; the entry
 * before it may have lost the beginning of its name to NULs, which become "_".
 */
enum exh_status exh_zv_zfs_salvage(struct zfs_walk *w, struct exh_error *err);

#endif
