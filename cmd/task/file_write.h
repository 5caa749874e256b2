/*
 * Files that are written under a temporary name and then renamed, so that an interrupted
 * run leaves no half file.
 */
#ifndef CMD_TASK_FILE_WRITE_H
#define CMD_TASK_FILE_WRITE_H

#include <exhume/base.h>

/* Makes a folder and its parents; an existing one is fine. */
enum exh_status file_make_folder(const char *path, struct exh_error *err);
/* The same for the folder part of path, if it has one. */
enum exh_status file_make_folder_of(const char *path, struct exh_error *err);

/* For a file that this run reads: no output replaces it, see originals.h. */
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
/* Overwrites what was written before, in a seekable stream. */
enum exh_status file_stream_write_at(struct file_stream *stream, size_t offset,
				     const void *data, size_t size,
				     struct exh_error *err);
/* If status, of what was done so far, is EXH_OK, the file gets its name; else it is
 * removed, and that status is returned. */
enum exh_status file_stream_close(struct file_stream *stream, enum exh_status status,
				  struct exh_error *err);

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

#endif
