/*
 * ZFS archives of ZVision (Zork Nemesis, Zork: Grand Inquisitor): a header, then a chain
 * of blocks of directory entries, with the members' bytes between them.
 *
 * The whole file is never needed: the directory is read through a callback, and a member
 * is its bytes in the file, each XORed with a byte of the archive's key.
 *
 * Memory: the list of members lies in the caller's arena.
 * Source: zvision 5; formats/zvision/README.md.
 */
#ifndef EXHUME_ZVISION_ARCHIVE_H
#define EXHUME_ZVISION_ARCHIVE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_ZV_ZFS_HEADER_SIZE = 28,
	EXH_ZV_ZFS_ENTRY_SIZE = 36,
	EXH_ZV_ZFS_NAME_SIZE = 16,
	EXH_ZV_ZFS_KEY_SIZE = 4,
	EXH_ZV_ZFS_PER_BLOCK = 100, /* entries of a block in all known files */
};

/* A member of an archive. */
struct exh_zv_zfs_member {
	uint8_t name[EXH_ZV_ZFS_NAME_SIZE]; /* as stored: ends at a NUL or fills it all */
	uint32_t offset, size;		    /* bytes, as stored */
	uint32_t id;			    /* counted from 0 */
	uint32_t time;			    /* seconds since 1970, in UTC */
	uint32_t flags;			    /* EXH_ZV_ZFS_DELETED and so on */
	size_t there;			    /* bytes of it that the file has */
	/* Bytes, of its entry in the file, for messages. */
	size_t entry_offset;
};

/* An open archive. */
struct exh_zv_zfs {
	uint32_t per_block;  /* entries in a block, at least 1 */
	uint32_t file_count; /* as declared */
	uint8_t key[EXH_ZV_ZFS_KEY_SIZE];
	uint32_t first_block; /* bytes, in the file */
	size_t block_count;
	struct exh_zv_zfs_member *members; /* in the order of the directory */
	size_t member_count;
};

/*
 * Reads header and directory. EXH_INVALID without its mark or with empty blocks,
 * EXH_TRUNCATED below EXH_ZV_ZFS_HEADER_SIZE. A chain that leads outside the file, or
 * back to or into a block already read, ends there, which is noted: as damage if fewer
 * members were found than declared. Incomplete members and those outside the file are not
 * noted: there counts the available bytes. Entries without a name are skipped. If members
 * are missing, or the file continues after all that the directory leads to (which is
 * noted), entries found elsewhere become members, too.
 */
EXH_CHECKED enum exh_status
exh_zv_zfs_open(const struct exh_source *source, struct exh_arena *arena,
		struct exh_zv_zfs *zfs, struct exh_notes *notes, struct exh_error *err);

/* Flags of a member (zvision.md section 5). Bits 8 to 31 may have its unpacked size. */
enum {
	EXH_ZV_ZFS_DELETED = 1 << 0, /* the games ignore it */
	EXH_ZV_ZFS_LZO1X = 1 << 1,   /* its bytes are compressed */
	EXH_ZV_ZFS_LZO1Y = 1 << 2,
};

/* Returns "LZO1X" or "LZO1Y", or NULL if the member is not compressed. */
EXH_API const char *exh_zv_zfs_compression(const struct exh_zv_zfs_member *member);

/* True if the key encrypts: any of its bytes is not 0. */
EXH_API bool exh_zv_zfs_is_encrypted(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE]);

/* Treatment of the last size mod 4 bytes of a member. It is unknown which one is
 * right. */
enum exh_zv_zfs_tail {
	EXH_ZV_ZFS_TAIL_BYTES, /* like the others */
	EXH_ZV_ZFS_TAIL_WORDS, /* unchanged: only words of four bytes are XORed */
};

/*
 * Decrypts or encrypts a piece of a member in place: count bytes, the first of which is
 * byte number at of the member, which has member_size bytes.
 */
EXH_API void exh_zv_zfs_crypt(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
			      enum exh_zv_zfs_tail tail, size_t member_size, size_t at,
			      uint8_t *data, size_t count);

/* Returns the size of a name in bytes, without trailing NULs. */
EXH_API size_t exh_zv_zfs_name_size(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE]);

enum { EXH_ZV_ZFS_TEXT_SIZE = 2 * EXH_ZV_ZFS_NAME_SIZE + 1 };

/* Converts a name to NUL-terminated UTF-8: each byte is a Latin-1 character. */
EXH_API void exh_zv_zfs_name_to_utf8(const uint8_t name[EXH_ZV_ZFS_NAME_SIZE],
				     char text[EXH_ZV_ZFS_TEXT_SIZE]);

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
