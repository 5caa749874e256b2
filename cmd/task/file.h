/*
 * Files: paths, reading, writing, folders and archives as lists of files, files that a
 * run has read, and half-written files.
 */
#ifndef CMD_TASK_FILE_H
#define CMD_TASK_FILE_H

#include <exhume/base.h>

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Paths: their parts, and the files there.
 */

/* True for a file, a folder, or anything else, even a broken link. */
bool file_exists(const char *path);

bool file_is_folder(const char *path);
/* True for a folder without entries. */
bool file_is_empty_folder(const char *path);

/* True for a device, a pipe or a descriptor: it is written to, not replaced. */
bool file_is_special(const char *path);

/* Returns the open descriptor that path stands for: /dev/stdout, /dev/fd/3 and links
 * to them. Below 0: none. */
int file_descriptor(const char *path);

/* Returns the path's last part. */
const char *file_name(const char *path);

/* ending includes its dot; case is ignored. */
bool file_has_ending(const char *path, const char *ending);
/* True for files and folders that editors and systems make for themselves: backups,
 * projects, caches of thumbnails, hidden files. */
bool file_is_stray(const char *path);

/* The value that an ending stands for. */
struct file_ending {
	const char *ending; /* ".png"; NULL ends the table */
	unsigned value;
};
/* Returns the value of the first ending that the path has; otherwise, if it has none
 * or is NULL. */
unsigned file_ending_value(const char *path, const struct file_ending *table,
			   unsigned otherwise);

/* Returns the path with another ending, to be freed. old_ending includes its dot: a
 * name with another ending, or with nothing before it, gets new_ending appended. NULL:
 * the part from the last dot on, unless the name starts with it. */
char *file_with_ending(const char *path, const char *old_ending, const char *new_ending);

/* Returns folder/name, to be freed. */
char *file_join(const char *folder, const char *name);

/* True for a path that stays in its folder; false for NULL. */
bool file_is_inside(const char *name);

/* True if the path begins with the folder's path. */
bool file_is_below(const char *path, const char *folder);

/* True if both files are in the same folder. Standard input is in none. */
bool file_is_beside(const char *a, const char *b);

/* Returns the path relative to a folder, by the real names of folders; neither needs
 * to exist. Returns only its name, with *is_far true, if the paths have only the root
 * in common: a relative path would name all folders of this machine. is_far may be
 * NULL. To be freed. */
char *file_relative(const char *folder, const char *path, bool *is_far);
/* Returns the absolute path, to be freed. */
char *file_absolute(const char *path);

/* Returns the path without slashes at its end; the root is "/". To be freed. */
char *file_trimmed(const char *path);
/* Returns the folder of a path, without slashes at its end; "." for a bare name. To be
 * freed. */
char *file_folder(const char *path);

/* Returns the path of name in the folder of path, to be freed. */
char *file_sibling(const char *path, const char *name);

/*
 * Files that are written under a temporary name and then renamed, so that an interrupted
 * run leaves no half file.
 */

/* Makes a folder and its parents; an existing one is fine. */
enum exh_status file_make_folder(const char *path, struct exh_error *err);
/* The same for the folder part of path, if it has one. */
enum exh_status file_make_folder_of(const char *path, struct exh_error *err);

/* Fails if the name of the file, or of one of its folders, is longer than any file
 * system allows. */
enum exh_status file_fail_long(const char *path, struct exh_error *err);

/* Fails for a file that this run reads: no output replaces it, see originals_add. */
enum exh_status file_fail_original(struct exh_error *err);

/* Writes a file. Without force an existing file is an error, and is not touched. */
enum exh_status file_write(const char *path, struct exh_bytes content, bool force,
			   struct exh_error *err);

/*
 * A file of several that only make sense together: written under its temporary name,
 * published when all of them are written, taken back if another can't be published.
 */
struct file_pending {
	char *temporary; /* NULL: not written */
	bool published, swapped;
};

enum exh_status file_pending_write(struct file_pending *pending, const char *path,
				   struct exh_bytes content, struct exh_error *err);
enum exh_status file_pending_publish(struct file_pending *pending, const char *path,
				     bool force, struct exh_error *err);
/* Restores the file that was at path before, unless the file system can't swap files. */
void file_pending_take_back(struct file_pending *pending, const char *path);
/* Frees it, and removes the file with the temporary name. */
void file_pending_end(struct file_pending *pending);

/*
 * A file that is too long for memory: written piece by piece under its temporary name,
 * and renamed when it is closed. "-" is standard output.
 */
struct file_reader;

struct file_stream {
	int fd;
	const char *path; /* borrowed */
	char *temporary;
	bool force, is_copied;
};

/* seekable: writes at any offset work for every path: a device or a pipe gets a copy
 * when the stream is closed. Without force an existing file is an error at once. */
enum exh_status file_stream_open(struct file_stream *stream, const char *path,
				 bool seekable, bool force, struct exh_error *err);
enum exh_status file_stream_write(struct file_stream *stream, const void *data,
				  size_t size, struct exh_error *err);
/* Writes the content of a file from an offset on, piece by piece. */
enum exh_status file_stream_copy(struct file_stream *stream,
				 const struct file_reader *from, size_t offset,
				 struct exh_error *err);
/* Overwrites earlier bytes, in a seekable stream. */
enum exh_status file_stream_write_at(struct file_stream *stream, size_t offset,
				     const void *data, size_t size,
				     struct exh_error *err);
/* Sets the time of the last change, in seconds since 1970, clipped to what the file
 * system can hold. */
void file_stream_set_time(const struct file_stream *stream, int64_t seconds);
/* Renames the file to its name if status, the result of the work so far, is EXH_OK;
 * else removes it, and returns status. */
enum exh_status file_stream_close(struct file_stream *stream, enum exh_status status,
				  struct exh_error *err);

/* Returns the path for a trial: a file too long for memory is written there, then
 * compared with the existing one. To be freed. */
char *file_trial_path(const char *path);

/* Writes to standard output; a full disk or a closed pipe is an error. On a terminal,
 * control characters and invalid UTF-8 become \xNN: names and texts of game files must
 * not control it. */
enum exh_status file_write_stdout(const void *data, size_t size, struct exh_error *err);
/* Writes to standard output unchanged, to control the terminal. */
enum exh_status file_write_screen(const void *data, size_t size, struct exh_error *err);

/* Writes all of size bytes to an open file. */
enum exh_status file_write_all(int fd, const uint8_t *data, size_t size,
			       struct exh_error *err);

/* Opens a temporary file without a name: it disappears when closed. Below 0: errno has
 * the reason. */
int file_open_unnamed(void);

/*
 * Files that are read: whole, or at any offset. A file that is read is an original, which
 * no output replaces (see originals_add). The functions named _own read other files:
 * states, and outputs of earlier runs.
 */

struct file {
	uint8_t *data; /* to be freed */
	size_t size;
};

static inline struct exh_bytes file_bytes(const struct file *file)
{
	return (struct exh_bytes){ file->data, file->size, 0 };
}

/* "-" is standard input. EXH_LIMIT above limit bytes, EXH_IO for errors of the system. */
enum exh_status file_read(const char *path, size_t limit, struct file *out,
			  struct exh_error *err);
/* As file_read, for a file that this run may write again. */
enum exh_status file_read_own(const char *path, size_t limit, struct file *out,
			      struct exh_error *err);

/* As file_read, but reads only the first head bytes of a file above limit; *size is
 * the whole size. Pipes and devices have no size: at most head bytes are read, and
 * *size is above that if there are more. */
enum exh_status file_read_head(const char *path, size_t limit, size_t head,
			       struct file *out, uint64_t *size, struct exh_error *err);

/* As file_read, for bytes in memory. */
enum exh_status file_copy(struct exh_bytes content, size_t limit, struct file *out,
			  struct exh_error *err);

/*
 * A file that is read at any offset, never held in memory whole. A pipe or a device can't
 * seek, and is first copied to a temporary file without a name.
 */
struct file_reader {
	int fd;		     /* below 0: none; the bytes are in */
	const uint8_t *data; /* memory */
	size_t size;	     /* bytes, when it was opened */
	uint8_t *owned;	     /* freed with it; NULL: data is borrowed */
};

/* "-" is standard input, from its current position. EXH_LIMIT for pipes and devices
 * with more than 4 GiB. After a failure there is nothing to close. */
enum exh_status file_reader_open(struct file_reader *reader, const char *path,
				 struct exh_error *err);
/* As file_reader_open, for a file that this run may write again. */
enum exh_status file_reader_open_own(struct file_reader *reader, const char *path,
				     struct exh_error *err);
/* Reads bytes in memory; content is borrowed. */
void file_reader_open_bytes(struct file_reader *reader, struct exh_bytes content);
/* Reads a file that was read into memory; content is taken over. */
void file_reader_open_file(struct file_reader *reader, struct file content);
/* Reads all of size bytes; EXH_TRUNCATED if the file ends before. Several threads may
 * read in parallel. */
enum exh_status file_reader_read(const struct file_reader *reader, size_t offset,
				 void *out, size_t size, struct exh_error *err);
/* For the library's readers; the reader stays open while it is used. */
struct exh_source file_reader_source(struct file_reader *reader);
void file_reader_close(struct file_reader *reader);

/*
 * Inputs as names and bytes, wherever they are: a folder, one file, memory, an archive.
 * Code that reads a game through this can get bytes from a test or from a browser.
 */

struct files;

/*
 * Free each with files_close, which takes NULL.
 */

/* Opens the files of a folder; the list is empty if it can't be listed. Hidden files
 * and folders are listed. Not listed are pipes, devices, links that lead across a
 * boundary (see boundary_add), and files that a Mac leaves on other disks: "._NAME"
 * beside a file (AppleDouble), and "__MACOSX". */
struct files *files_open_folder(const char *folder);
/* Returns the number of entries that are neither files nor folders. */
size_t files_other_count(const struct files *files);
/* False: the folder could not be listed. */
bool files_are_listed(const struct files *files);
/* Opens the files of the folder of path; none for "-". */
struct files *files_open_around(const char *path);
/* Opens the files of a folder and of the folders below it: names are paths in it, with
 * "/". Left out are hidden folders, folders named *.extracted, and those for which
 * is_apart is true, which may be NULL. root: the folder's own files; NULL: they are
 * listed. faults is NULL, or all zeros before, and to be freed. */
struct files_faults {
	char **items; /* paths of folders that could not be listed */
	size_t count, capacity;
	size_t other_count; /* entries that are neither files nor folders */
	/* Folders and files beyond FILES_MAX_DEPTH and FILES_MAX_COUNT. */
	size_t deep_count, file_count;
};
enum { FILES_MAX_DEPTH = 32, FILES_MAX_COUNT = 1 << 20 };
struct files *files_open_tree(const char *folder, const struct files *root,
			      bool (*is_apart)(const char *folder),
			      struct files_faults *faults);
void files_faults_free(struct files_faults *faults);
/* Returns the size in bytes of a file, or of the files of a folder, without folders
 * below. */
uint64_t files_size_at(const char *path);
/* Opens one file and no other; "-" is standard input. */
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

/* Returns 0 for NULL. */
size_t files_count(const struct files *files);
const char *files_name(const struct files *files, size_t i);

/* Returns all names in another order, sorted by a function for qsort: NULL-terminated,
 * to be freed. */
const char **files_sorted(const struct files *files,
			  int (*order)(const void *, const void *));
/* For files_sorted: compares bytes, upper case first. */
int files_by_bytes(const void *a, const void *b);

/* Returns the file of this name: the same spelling first, then with other case. NULL:
 * no such file. */
const char *files_find(const struct files *files, const char *name);

/* Returns the files whose name is stem with any extension or none, ignoring case:
 * files with this extension (".KDR"; "": none) first, then by name. NULL-terminated,
 * to be freed. */
const char **files_with_stem(const struct files *files, const char *stem,
			     const char *extension);

/* True if an item is a folder, by its index, or by its exact name; false for an
 * unknown name. */
bool files_item_is_folder(const struct files *files, size_t i);
bool files_is_folder(const struct files *files, const char *name);

/* Returns the path of a file, for messages and manifests: FOLDER/NAME, or the name if
 * it is in memory. To be freed. */
char *files_path(const struct files *files, const char *name);

/*
 * Reads the file that has exactly this name.
 */

/* As file_read. */
enum exh_status files_read(const struct files *files, const char *name, size_t limit,
			   struct file *out, struct exh_error *err);
/* As file_reader_open; the reader must be closed before files. */
enum exh_status files_reader_open(const struct files *files, const char *name,
				  struct file_reader *reader, struct exh_error *err);

/*
 * Another kind of place for files.
 */
struct files_kind {
	enum exh_status (*read)(const struct files *files, const char *name, size_t limit,
				struct file *out, struct exh_error *err);
	enum exh_status (*reader_open)(const struct files *files, const char *name,
				       struct file_reader *reader, struct exh_error *err);
	/* May be NULL: state needs no freeing. */
	void (*close)(void *state);
};

/* Files on disk below a folder, whose names are taken over. */
struct files *files_open_below(const char *folder, char *const *names, size_t count);

/* Takes over state. The names are copies of the results of name for each i below
 * count. prefix is put in front of a name by files_path: "FOLDER/" or "". */
struct files *files_open_named(const struct files_kind *kind, void *state,
			       const char *prefix, size_t count,
			       const char *(*name)(const void *state, size_t i));

void *files_state(const struct files *files);

/*
 * A set of files or folders by device and number, regardless of their names.
 */

/* Begins as all zeros; free with file_set_clear. */
struct file_set {
	void *tree;
};

/* Adds a file; false if it was in the set already. */
bool file_set_add(struct file_set *set, const struct stat *file);
bool file_set_has(const struct file_set *set, const struct stat *file);
void file_set_remove(struct file_set *set, const struct stat *file);
void file_set_clear(struct file_set *set);

/*
 * Companion files: tables that lie in the folder of a data file.
 */

/* Returns the name of the companion with this stem that belongs to path alone:
 * "NEW.CK4.MAPHEAD" for NEW.CK4. To be freed. */
char *companion_name(const char *path, const char *stem);

/*
 * Returns the files in the folder of path whose name is stem with any extension or none,
 * ignoring case; the one of companion_name comes first, then those with the extension of
 * path, then by name. NULL-terminated; free with companions_free. None for "-".
 */
char **companions_find(const char *path, const char *stem);

void companions_free(char **paths);

/*
 * The files that this run reads. No output replaces one of them, even with -f:
 * overwriting an input would lose an original.
 *
 * Files are opened in many places and by many threads, and the same file may have many
 * names. So this is one list of the whole process, by device and number, as the kernel's
 * table of open files is.
 */

/* Adds a file that will be read; anything but a regular file is ignored. */
void originals_add(const char *path);
/* As originals_add, for an open file. */
void originals_add_open(const struct stat *file);

/* True if path leads to one of the originals, by any name. */
bool originals_has(const char *path);
bool originals_has_open(const struct stat *file);

/* Removes a file that this run has just made: it may have the number of an original
 * that was deleted meanwhile. */
void originals_remove_open(const struct stat *file);

/* Empties the list, before a run and after it. */
void originals_clear(void);

/*
 * The folders that a run was given, as boundaries that links must not lead across: a game
 * must not make a run read the rest of the disk.
 *
 * Folders are listed and files are opened in many places, by threads, and each knows its
 * path alone. So this is one list of the whole process, as that of originals is. Without
 * a boundary every link is followed.
 */

/* Adds a folder, by its real name. For a file, adds its folder: links in it may also
 * lead to the folder of the real file, as its neighbours may lie there too. A missing
 * path adds nothing. */
void boundary_add(const char *path);

/* True if name in that folder is a link that leads out. The link is counted. */
bool boundary_is_crossed(const char *folder, const char *name);
/* True if the path of the open file or folder leads out. */
bool boundary_is_crossed_open(const char *path, int fd);

/* Returns the number of links that were counted since the last call. If there are any,
 * list is a text that names them, to be freed: "a, b, c and 7 more". */
size_t boundary_take_links(char **list);

/* Empties the list, after a run. */
void boundary_clear(void);

/* Decision on a file that exists and has other content. */
enum output_existing {
	OUTPUT_REFUSE, /* an error */
	OUTPUT_REPLACE,
	OUTPUT_KEEP, /* keep it, with a warning: somebody edited it */
};

#endif
