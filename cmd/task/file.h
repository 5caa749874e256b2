/*
 * Files: paths, reading, writing, folders and archives as lists of files, what a run has
 * read and what it has half written.
 */
#ifndef CMD_TASK_FILE_H
#define CMD_TASK_FILE_H

#include <exhume/base.h>

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Paths: their parts, and what is there.
 */

/* A file, a folder, or anything else, even a broken link. */
bool file_exists(const char *path);

bool file_is_folder(const char *path);
/* A folder in which nothing is. */
bool file_is_empty_folder(const char *path);

/* A device, a pipe or a descriptor: it is written to, not replaced. */
bool file_is_special(const char *path);

/* The open descriptor that path stands for, as /dev/stdout, /dev/fd/3 and links to them
 * do, whatever it leads to. Below 0: none. */
int file_descriptor(const char *path);

/* The path's last part. */
const char *file_name(const char *path);

/* ending has its dot; upper or lower case. */
bool file_has_ending(const char *path, const char *ending);
/* True for the files and folders that editors and systems make for themselves: backups,
 * projects, caches of thumbnails, hidden files. */
bool file_is_stray(const char *path);

/* What an ending stands for. */
struct file_ending {
	const char *ending; /* ".png"; NULL ends the table */
	unsigned value;
};
/* The value of the first ending that the path has; of none, or without a path, otherwise.
 */
unsigned file_ending_value(const char *path, const struct file_ending *table,
			   unsigned otherwise);

/* The path with another ending, to be freed. old_ending has its
 * dot: a name with another one, or with nothing before it, gets new_ending appended.
 * NULL: the part from the last dot on, unless the name starts with it. */
char *file_with_ending(const char *path, const char *old_ending, const char *new_ending);

/* folder/name, to be freed. */
char *file_join(const char *folder, const char *name);

/* A path below a folder: it does not lead out of it. NULL does. */
bool file_is_inside(const char *name);

/* Does the path begin with the folder's? */
bool file_is_below(const char *path, const char *folder);

/* Do both paths name the same folder? Standard input is in none. */
bool file_is_beside(const char *a, const char *b);

/* The path as seen from a folder, by the real names of folders; neither needs to exist.
 * Or only its name, and *is_far, which may be NULL, is true: only the root has both, and
 * the way between them would name all folders of this machine. To be freed. */
char *file_relative(const char *folder, const char *path, bool *is_far);
/* The same from the root on: an absolute path. */
char *file_absolute(const char *path);

/* The path without slashes at its end; the root is "/". To be freed. */
char *file_trimmed(const char *path);
/* The folder that it lies in, without slashes at its end; "." of a bare name. To be
 * freed. */
char *file_folder(const char *path);

/* The path of name in the folder of path, to be freed. */
char *file_sibling(const char *path, const char *name);

/*
 * Files that are written under a temporary name and then renamed, so that an interrupted
 * run leaves no half file.
 */

/* Makes a folder and its parents; an existing one is fine. */
enum exh_status file_make_folder(const char *path, struct exh_error *err);
/* The same for the folder part of path, if it has one. */
enum exh_status file_make_folder_of(const char *path, struct exh_error *err);

/* Fails if the name of the file, or of one of its folders, is longer than any file system
 * takes. */
enum exh_status file_fail_long(const char *path, struct exh_error *err);

/* For a file that this run reads: no output replaces it, see originals_add. */
enum exh_status file_fail_original(struct exh_error *err);

/* Without force an existing file is an error, and is not touched. */
enum exh_status file_write(const char *path, struct exh_bytes content, bool force,
			   struct exh_error *err);

/*
 * A file of several that only make sense together: written under its temporary name,
 * published when all of them are written, taken back when another can't be published.
 */
struct file_pending {
	char *temporary; /* NULL: not written */
	bool published, swapped;
};

enum exh_status file_pending_write(struct file_pending *pending, const char *path,
				   struct exh_bytes content, struct exh_error *err);
enum exh_status file_pending_publish(struct file_pending *pending, const char *path,
				     bool force, struct exh_error *err);
/* What was at path before is there again, unless the file system can't swap files. */
void file_pending_take_back(struct file_pending *pending, const char *path);
/* Frees it, and removes what is under the temporary name. */
void file_pending_end(struct file_pending *pending);

/*
 * A file that is too long to be held in memory: written piece by piece under its
 * temporary name, and renamed when it is closed. "-" is standard output.
 */
struct file_reader;

struct file_stream {
	int fd;
	const char *path; /* borrowed */
	char *temporary;
	bool force, is_copied;
};

/* seekable: writes at any offset work whatever path is: a device or a pipe gets a copy
 * when the stream is closed. Without force an existing file is an error at once. */
enum exh_status file_stream_open(struct file_stream *stream, const char *path,
				 bool seekable, bool force, struct exh_error *err);
enum exh_status file_stream_write(struct file_stream *stream, const void *data,
				  size_t size, struct exh_error *err);
/* Writes what a file has from an offset on, piece by piece. */
enum exh_status file_stream_copy(struct file_stream *stream,
				 const struct file_reader *from, size_t offset,
				 struct exh_error *err);
/* Overwrites what was written before, in a seekable stream. */
enum exh_status file_stream_write_at(struct file_stream *stream, size_t offset,
				     const void *data, size_t size,
				     struct exh_error *err);
/* When the file was last changed, in seconds since 1970, as far as its place can hold it.
 */
void file_stream_set_time(const struct file_stream *stream, int64_t seconds);
/* If status, of what was done so far, is EXH_OK, the file gets its name; else it is
 * removed, and that status is returned. */
enum exh_status file_stream_close(struct file_stream *stream, enum exh_status status,
				  struct exh_error *err);

/* Where a file that can't be held in memory is written before it is compared with the one
 * that exists. To be freed. */
char *file_trial_path(const char *path);

/* To standard output; a full disk or a closed pipe is an error. A terminal gets control
 * characters and what is no UTF-8 as \xNN: names and texts of game files must not steer
 * it. */
enum exh_status file_write_stdout(const void *data, size_t size, struct exh_error *err);
/* The same as it is, for a terminal that is to be steered. */
enum exh_status file_write_screen(const void *data, size_t size, struct exh_error *err);

/* All of size bytes to an open file. */
enum exh_status file_write_all(int fd, const uint8_t *data, size_t size,
			       struct exh_error *err);

/* A temporary file without a name: it is gone when it is closed. Below 0: errno has why.
 */
int file_open_unnamed(void);

/*
 * Files that are read: whole, or at any offset. A file that is read is an original, which
 * no output replaces (see originals_add). The functions named _own read the others:
 * states, and what earlier runs wrote.
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
/* The same for a file that this run may write again. */
enum exh_status file_read_own(const char *path, size_t limit, struct file *out,
			      struct exh_error *err);

/* As file_read, but of a file above limit bytes only the first head bytes: *size is its
 * length. Of what is no file, and has no length, never more than head is kept: *size is
 * above that if there is more. */
enum exh_status file_read_head(const char *path, size_t limit, size_t head,
			       struct file *out, uint64_t *size, struct exh_error *err);

/* As file_read, of bytes in memory. */
enum exh_status file_copy(struct exh_bytes content, size_t limit, struct file *out,
			  struct exh_error *err);

/*
 * A file that is read at any offset, never held in memory whole. What can't be sought in
 * (a pipe, a device) is first copied to a temporary file without a name.
 */
struct file_reader {
	int fd;		     /* below 0: none; the bytes are in */
	const uint8_t *data; /* memory */
	size_t size;	     /* bytes, when it was opened */
	uint8_t *owned;	     /* freed with it; NULL: data is borrowed */
};

/* "-" is standard input, from where it stands. EXH_LIMIT for what is no file and longer
 * than 4 GiB. After a failure there is nothing to close. */
enum exh_status file_reader_open(struct file_reader *reader, const char *path,
				 struct exh_error *err);
/* The same for a file that this run may write again. */
enum exh_status file_reader_open_own(struct file_reader *reader, const char *path,
				     struct exh_error *err);
/* Of bytes in memory; content is borrowed. */
void file_reader_open_bytes(struct file_reader *reader, struct exh_bytes content);
/* Of a file that was read; content is taken over. */
void file_reader_open_file(struct file_reader *reader, struct file content);
/* All of size bytes, or EXH_TRUNCATED where the file ends before. Reads of several
 * several threads may run in parallel. */
enum exh_status file_reader_read(const struct file_reader *reader, size_t offset,
				 void *out, size_t size, struct exh_error *err);
/* For the library's readers; the reader stays open while it is used. */
struct exh_source file_reader_source(struct file_reader *reader);
void file_reader_close(struct file_reader *reader);

/*
 * Inputs as names and bytes, wherever they are: a folder, one file, memory, an archive.
 * What reads a game through this can be given bytes by a test or by a browser.
 *
 * A list of files does not change after it was opened; several threads may use it.
 */

struct files;

/*
 * Free each with files_close, which takes NULL.
 */

/* The files of a folder; none if it can't be listed. Hidden ones and folders are listed;
 * pipes and devices are not, nor are links that lead across a boundary (see
 * boundary_add), nor what a Mac leaves on other disks: "._NAME" beside a file
 * (AppleDouble), and "__MACOSX".
 */
struct files *files_open_folder(const char *folder);
/* How many of its entries are neither files nor folders. */
size_t files_other_count(const struct files *files);
/* False: the folder could not be listed. */
bool files_are_listed(const struct files *files);
/* The files of the folder that path lies in; none for "-". */
struct files *files_open_around(const char *path);
/* The files of a folder and of those below it: names are paths in it, with "/". Left out
 * are hidden folders, those named *.extracted, and those for which is_apart is true,
 * which may be NULL. root: the folder's own files, NULL: they are listed. faults,
 * NULL or all zeros before, is to be freed. */
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
/* Bytes of a file, or of the files of a folder, without those in folders below. */
uint64_t files_size_at(const char *path);
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

/* By its place, or by its exact name, which may be none of theirs. */
bool files_item_is_folder(const struct files *files, size_t i);
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
	/* May be NULL: state needs no freeing. */
	void (*close)(void *state);
};

/* Files on disk below a folder, whose names are taken over. */
struct files *files_open_below(const char *folder, char *const *names, size_t count);

/* Takes over state. The names are copies of those that name returns for each i below
 * count. prefix is what files_path puts in front of a name: "FOLDER/" or "". */
struct files *files_open_named(const struct files_kind *kind, void *state,
			       const char *prefix, size_t count,
			       const char *(*name)(const void *state, size_t i));

void *files_state(const struct files *files);

/*
 * A set of files or folders by device and number, whatever their names are.
 */

/* Begins as all zeros; free with file_set_clear. */
struct file_set {
	void *tree;
};

/* False: it was there already. */
bool file_set_add(struct file_set *set, const struct stat *file);
bool file_set_has(const struct file_set *set, const struct stat *file);
void file_set_remove(struct file_set *set, const struct stat *file);
void file_set_clear(struct file_set *set);

/*
 * Companion files: tables that lie in the folder of a data file.
 */

/* The companion of this stem that belongs to path alone: "NEW.CK4.MAPHEAD" of NEW.CK4. To
 * be freed. */
char *companion_name(const char *path, const char *stem);

/*
 * The files in the folder of path whose name is stem with any extension or none, in upper
 * or lower case; the one of companion_name comes first, then those with the extension of
 * path, then by name. NULL-terminated; free with companions_free. None for
 * "-".
 */
char **companions_find(const char *path, const char *stem);

void companions_free(char **paths);

/*
 * The files that this run reads. No output replaces one of them, whatever -f says: who
 * overwrites an input loses an original.
 *
 * Files are opened in many places and by many threads, and the same file may have many
 * names. So this is one list of the whole process, by device and number, as the kernel's
 * table of open files is.
 */

/* Adds a file that will be read; anything but a regular file is ignored. */
void originals_add(const char *path);
/* The same for a file that is open. */
void originals_add_open(const struct stat *file);

/* True if path leads to one of them, by whatever name. */
bool originals_has(const char *path);
bool originals_has_open(const struct stat *file);

/* Removes the file that this run has just made: it may have got the number of an original
 * that somebody removed. */
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

/* Adds a folder, by its real name. For a file, adds the folder that it lies in: links in
 * it may also lead to where the file really is, as its neighbours may lie there too. A
 * missing path adds nothing. */
void boundary_add(const char *path);

/* True if name in that folder is a link that leads out. It is counted. */
bool boundary_is_crossed(const char *folder, const char *name);
/* True if the way to the open file or folder, by this path, leads out. */
bool boundary_is_crossed_open(const char *path, int fd);

/* The number of links that were counted since the last call, and if there are any, a list
 * of them, to be freed: "a, b, c and 7 more". */
size_t boundary_take_links(char **list);

/* Empties the list, after a run. */
void boundary_clear(void);

/* What becomes of a file that exists and has another content. */
enum output_existing {
	OUTPUT_REFUSE, /* an error */
	OUTPUT_REPLACE,
	OUTPUT_KEEP, /* it stays, with a warning: somebody edited it */
};

#endif
