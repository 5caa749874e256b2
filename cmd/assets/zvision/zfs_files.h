/* What reads and writes ZFS archives: members' names as names of files, and their bytes.
 */
#ifndef CMD_ASSETS_ZVISION_ZFS_FILES_H
#define CMD_ASSETS_ZVISION_ZFS_FILES_H

#include "task/report.h"

#include <exhume/zvision_archive.h>

#define ZFS_MANIFEST "zfs.json"

extern const char *const zfs_tail_names[]; /* by enum exh_zv_zfs_tail, ends with NULL */

/* UTF-8, without folders, different from other members' names even if case is ignored. */
struct zfs_name {
	char text[72];
	bool is_changed; /* the stored one is not safe */
	bool is_distinct;
};

/*
 * One for each member, to be freed. Folder separators of any system, control characters,
 * a leading dot, and a trailing dot or blank become _; names of DOS devices get a leading
 * _. The first of several equal names stays; the others get a tilde and their number. No
 * name equals the manifest's, if one is written.
 */
struct zfs_name *zfs_names(const struct exh_zv_zfs *zfs, bool manifest);

/* For comparing names: upper and lower case of Latin-1 are the same. */
uint8_t zfs_fold(uint8_t code);

/* "5a10c377" */
enum { ZFS_KEY_TEXT_SIZE = 2 * EXH_ZV_ZFS_KEY_SIZE + 1 };
void zfs_key_to_text(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
		     char text[ZFS_KEY_TEXT_SIZE]);
bool zfs_key_from_text(const char *text, uint8_t key[EXH_ZV_ZFS_KEY_SIZE]);

/* Members may share bytes. Is that many of all members more than any archive of file_size
 * bytes needs, unless it was made to fill a disk? */
bool zfs_is_too_much(uint64_t total, size_t file_size);

/* Reports a member that is not all there; name is how messages call it. */
void zfs_report_member(struct report *report, const char *path,
		       const struct exh_zv_zfs_member *member, const char *name);

/*
 * Copies count bytes at offset, the start of a member of size bytes, and encrypts or
 * decrypts them.
 */
enum exh_status zfs_copy(const struct file_reader *in, size_t offset, size_t count,
			 const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
			 enum exh_zv_zfs_tail tail, size_t size, struct file_stream *out,
			 struct exh_error *err);

#endif
