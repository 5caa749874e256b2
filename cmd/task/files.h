/*
 * Inputs as names and bytes, wherever they are: a folder, one file, memory, an archive.
 * What reads a game through this can be given bytes by a test or by a browser.
 *
 * A list of files does not change after it was opened; several threads may use it.
 */
#ifndef CMD_TASK_FILES_H
#define CMD_TASK_FILES_H

#include "file.h"

struct files;

/*
 * Free each with files_close, which takes NULL.
 */

/* The files of a folder; none if it can't be listed. Hidden ones and folders are listed,
 * "." and ".." are not. */
struct files *files_open_folder(const char *folder);
/* False: the folder could not be listed. */
bool files_are_listed(const struct files *files);
/* The files of the folder that path lies in; none for "-". */
struct files *files_open_around(const char *path);
/* One file and no other; "-" is standard input. */
struct files *files_open_file(const char *path);

/* Bytes in memory; names and content are borrowed. */
struct files_entry {
	const char *name;
	struct exh_bytes content;
};
struct files *files_open_memory(const struct files_entry *entries, size_t count);

void files_close(struct files *files);

/*
 * Names: in alphabetical order that ignores case, borrowed from files.
 */

/* 0 for NULL. */
size_t files_count(const struct files *files);
const char *files_name(const struct files *files, size_t i);

/* All names in another order, of a function for qsort: NULL-terminated, to be freed. */
const char **files_sorted(const struct files *files,
			  int (*order)(const void *, const void *));
/* For files_sorted: as their bytes compare, upper case first. */
int files_by_bytes(const void *a, const void *b);

/* The file of this name: the same spelling first, then in upper or lower case. NULL:
 * none. */
const char *files_find(const struct files *files, const char *name);

/* The files whose name is stem with any extension or none, in upper or lower case: those
 * with this extension (".KDR"; "": none) first, then by name. NULL-terminated, to be
 * freed. */
const char **files_with_stem(const struct files *files, const char *stem,
			     const char *extension);

bool files_is_folder(const struct files *files, const char *name);

/* The path of a file, for messages and manifests: FOLDER/NAME, or the name if it is in
 * memory. To be freed. */
char *files_path(const struct files *files, const char *name);

/*
 * Bytes of the file that has exactly this name.
 */

/* As file_read. */
enum exh_status files_read(const struct files *files, const char *name, size_t limit,
			   struct file *out, struct exh_error *err);
/* As file_reader_open; the reader must be closed before files. */
enum exh_status files_reader_open(const struct files *files, const char *name,
				  struct file_reader *reader, struct exh_error *err);

/*
 * Another place that files can be in.
 */
struct files_kind {
	enum exh_status (*read)(const struct files *files, const char *name, size_t limit,
				struct file *out, struct exh_error *err);
	enum exh_status (*reader_open)(const struct files *files, const char *name,
				       struct file_reader *reader, struct exh_error *err);
	/* May be NULL: no name is a folder; state needs no freeing. */
	bool (*is_folder)(const struct files *files, const char *name);
	void (*close)(void *state);
};

/* Takes over state, and names with its count strings. prefix is
 * what files_path puts in front of a name: "FOLDER/" or "". */
struct files *files_open(const struct files_kind *kind, void *state, const char *prefix,
			 char **names, size_t count);

/* The same with copies of the names that name returns for each i below count. */
struct files *files_open_named(const struct files_kind *kind, void *state,
			       const char *prefix, size_t count,
			       const char *(*name)(const void *state, size_t i));

void *files_state(const struct files *files);

#endif
