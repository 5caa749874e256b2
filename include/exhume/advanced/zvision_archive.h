/*
 * ZFS archives of ZVision (Zork Nemesis, Zork: Grand Inquisitor): a header, then a chain
 * of blocks of directory entries, with the members' bytes between them. The rest of
 * exhume/zvision.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_ZVISION_ARCHIVE_H
#define EXHUME_ADVANCED_ZVISION_ARCHIVE_H

#include "../zvision.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns "LZO1X" or "LZO1Y", or NULL if the member is not compressed. */
EXH_API const char *exh_zv_zfs_compression(const struct exh_zv_zfs_member *member);

/* True if the key encrypts: any of its bytes is not 0. */
EXH_API bool exh_zv_zfs_is_encrypted(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE]);

/* Returns the size of a name in bytes, without trailing NULs. */
EXH_API size_t exh_zv_zfs_name_size(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE]);

/* Converts a name from UTF-8. EXH_INVALID for bytes that are not UTF-8 and characters
 * that are not in Latin-1, EXH_LIMIT for more than EXH_ZV_ZFS_NAME_SIZE characters or
 * none. */
EXH_CHECKED enum exh_status exh_zv_zfs_name_from_utf8(const char *text,
						      uint8_t name[EXH_ZV_ZFS_NAME_SIZE],
						      struct exh_error *err);

/*
 * Lays out an archive as in the games: header, then each block followed by its members'
 * bytes, in order. Reads per_block, key, block_count (raised to what the members need, at
 * least 1) and all fields of each member except its places; sets first_block, file_count
 * and the members' offset, there and entry_offset, and *file_size in bytes. EXH_LIMIT for
 * 4 GiB or more.
 */
EXH_CHECKED enum exh_status exh_zv_zfs_plan(struct exh_zv_zfs *zfs, size_t *file_size,
					    struct exh_error *err);

/* Return a block's offset, and append the header or a block, of an archive laid out by
 * exh_zv_zfs_plan. */
EXH_API size_t exh_zv_zfs_block_offset(const struct exh_zv_zfs *zfs, size_t block);
EXH_API void exh_zv_zfs_write_header(const struct exh_zv_zfs *zfs,
				     struct exh_writer *out);
EXH_API void exh_zv_zfs_write_block(const struct exh_zv_zfs *zfs, size_t block,
				    struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
