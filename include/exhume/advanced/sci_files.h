/*
 * Files in memory, which an SCI0 game writes and reads, saved games among them.
 *
 * Names:  the last part of a path, in lower case; at most EXH_SCI_FILE_NAME bytes.
 * Memory: the store has its own, freed by exh_sci_files_free.
 * Source: sci0-vm 4.4, sci0-vm-notes 1 and 9.
 */
#ifndef EXHUME_ADVANCED_SCI_FILES_H
#define EXHUME_ADVANCED_SCI_FILES_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_FILE_NAME = 63,	      /* bytes, without NUL */
	EXH_SCI_FILES = 256,	      /* number of files, at most */
	EXH_SCI_FILE_SIZE = 1 << 22,  /* bytes of one file, at most */
	EXH_SCI_FILES_SIZE = 1 << 26, /* bytes of all files, at most */
};

struct exh_sci_files;

/* Makes an empty store. NULL: out of memory. */
EXH_API struct exh_sci_files *exh_sci_files_new(void);
/* Accepts NULL. */
EXH_API void exh_sci_files_free(struct exh_sci_files *files);

/* Gets a file's name from its path. False if that is not a valid name. */
EXH_API bool exh_sci_file_name(const char *path, char name[EXH_SCI_FILE_NAME + 1]);

/* Create a file, or replace its content or append to it. False, and nothing changes:
 * the name is invalid, a limit is reached, or memory is short. */
EXH_API bool exh_sci_files_write(struct exh_sci_files *files, const char *name,
				 struct exh_bytes bytes);
EXH_API bool exh_sci_files_append(struct exh_sci_files *files, const char *name,
				  struct exh_bytes bytes);
/* Gets a file's bytes, which are valid until the store is changed. False: it does not
 * exist. */
EXH_API bool exh_sci_files_read(const struct exh_sci_files *files, const char *name,
				struct exh_bytes *out);
/* Removes a file. False: it does not exist. */
EXH_API bool exh_sci_files_remove(struct exh_sci_files *files, const char *name);

/* A file of the store, which owns both. exh_sci_files_at gets files in the order in
 * which they were created; name is NULL beyond the last. */
struct exh_sci_file {
	const char *name;
	struct exh_bytes bytes;
};
EXH_API size_t exh_sci_files_count(const struct exh_sci_files *files);
EXH_API struct exh_sci_file exh_sci_files_at(const struct exh_sci_files *files, size_t i);

#ifdef __cplusplus
}
#endif

#endif
