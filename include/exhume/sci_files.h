/*
 * Files in memory: what an SCI0 game writes and reads, its saved games among them.
 *
 * Names: the last part of a path, in lower case; at most EXH_SCI_FILE_NAME bytes.
 * Memory: the store has its own, freed by exh_sci_files_free. Source: sci0-vm 4.4,
 * sci0-vm-notes 1 and 9.
 */
#ifndef EXHUME_SCI_FILES_H
#define EXHUME_SCI_FILES_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_FILE_NAME = 63,	      /* bytes, without NUL */
	EXH_SCI_FILES = 256,	      /* at most */
	EXH_SCI_FILE_SIZE = 1 << 22,  /* of one, at most */
	EXH_SCI_FILES_SIZE = 1 << 26, /* of all, at most */
};

struct exh_sci_files;

/* An empty store; NULL: out of memory. */
EXH_API struct exh_sci_files *exh_sci_files_new(void);
/* Takes NULL. */
EXH_API void exh_sci_files_free(struct exh_sci_files *files);

/* A file's name out of its path; false if that is none. */
EXH_API bool exh_sci_file_name(const char *path, char name[EXH_SCI_FILE_NAME + 1]);

/* Creates a file, or replaces what it has; append adds to what it has. False, and nothing
 * is changed: it has no name, a limit is reached, or memory is short. */
EXH_API bool exh_sci_files_write(struct exh_sci_files *files, const char *name,
				 struct exh_bytes bytes);
EXH_API bool exh_sci_files_append(struct exh_sci_files *files, const char *name,
				  struct exh_bytes bytes);
/* False: there is none. The bytes are valid until the store is changed. */
EXH_API bool exh_sci_files_read(const struct exh_sci_files *files, const char *name,
				struct exh_bytes *out);
EXH_API bool exh_sci_files_remove(struct exh_sci_files *files, const char *name);

/* All files in the order in which they were created; name: NULL beyond the last. */
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
