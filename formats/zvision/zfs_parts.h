/* Declarations shared by the files that read the directory of a ZFS archive. */
#ifndef FORMATS_ZVISION_ZFS_PARTS_H
#define FORMATS_ZVISION_ZFS_PARTS_H

#include "exhume/zvision.h"

/* The directory is walked twice: the first time blocks and members are counted. */
struct zfs_walk {
	const struct exh_source *source;
	struct exh_zv_zfs *zfs;
	/*
	 * Blocks that were read. The file is divided into stretches as long as a block,
	 * so that at most one block begins in each, since blocks don't overlap. Offset of
	 * that block, or 0.
	 */
	uint32_t *starts;
	struct exh_zv_zfs_member *members; /* NULL: only count them */
	size_t count;			   /* members so far */
	/* end of the last byte that the header, a block or a member has */
	size_t end;
	size_t cut_offset; /* offset of a block cut by the file's end, or 0 */
};

enum { ZFS_BLOCK_HEAD = 4 }; /* offset of the next block */

/* May exceed a size_t of 32 bits, if the header declares that much. */
static inline uint64_t zfs_block_size(const struct exh_zv_zfs *zfs)
{
	return ZFS_BLOCK_HEAD + (uint64_t)zfs->per_block * EXH_ZV_ZFS_ENTRY_SIZE;
}

static inline size_t zfs_stretch_of(const struct exh_zv_zfs *zfs, size_t offset)
{
	return (size_t)(offset / zfs_block_size(zfs));
}

/* Notes that bytes below end (an offset) belong to the directory or a member. */
void exh_zv_zfs_reach(struct zfs_walk *w, uint64_t end);

/* True if a block that was read shares any of these bytes, which are at most a block. */
bool exh_zv_zfs_in_block(const struct zfs_walk *w, size_t offset, uint64_t size);

/* Reads an entry of the directory, which has a name, as the next member. */
void exh_zv_zfs_read_entry(struct zfs_walk *w, const uint8_t *entry, size_t entry_offset);

/*
 * Searches the file for entries outside all blocks that were read, and reads them. An
 * entry has a name of characters, padded with NULs, and bytes within the file; the entry
 * before it may have lost the beginning of its name to NULs, which become "_".
 */
enum exh_status exh_zv_zfs_salvage(struct zfs_walk *w, struct exh_error *err);

#endif
