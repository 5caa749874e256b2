/*
 * Files: read whole, written whole under a temporary name and then renamed, so that an
 * interrupted run leaves no half file.
 */
#ifndef CMD_TASK_FILE_H
#define CMD_TASK_FILE_H

#include <exhume/base.h>

struct file {
	uint8_t *data; /* to be freed */
	size_t size;
};

static inline struct exh_bytes file_bytes(const struct file *file)
{
	return (struct exh_bytes){ file->data, file->size, 0 };
}

/* "-" is standard input. EXH_LIMIT above limit bytes, EXH_IO for what the system says. */
enum exh_status file_read(const char *path, size_t limit, struct file *out,
			  struct exh_error *err);

/* The same of bytes in memory. */
enum exh_status file_copy(struct exh_bytes content, size_t limit, struct file *out,
			  struct exh_error *err);

/*
 * A file that is read at any offset, never held whole. What can't be sought in (a pipe,
 * a device) is first copied to a temporary file without a name.
 */
struct file_reader {
	int fd;		     /* below 0: none; the bytes are in */
	const uint8_t *data; /* memory, borrowed */
	size_t size;	     /* bytes, when it was opened */
};

/* "-" is standard input, from where it stands. EXH_LIMIT for what is no file and longer
 * than 4 GiB. After a failure there is nothing to close. */
enum exh_status file_reader_open(struct file_reader *reader, const char *path,
				 struct exh_error *err);
/* Of bytes in memory; content is borrowed. */
void file_reader_open_bytes(struct file_reader *reader, struct exh_bytes content);
/* All of size bytes, or EXH_TRUNCATED where the file ends before. Reads of several
 * threads may be under way side by side. */
enum exh_status file_reader_read(const struct file_reader *reader, size_t offset,
				 void *out, size_t size, struct exh_error *err);
void file_reader_close(struct file_reader *reader);

/* Does anything bear this name? */
bool file_exists(const char *path);

bool file_is_folder(const char *path);

/* A device or a pipe: it is written to, not replaced. */
bool file_is_special(const char *path);

/* Makes a folder and those above it; fine if it is there. */
enum exh_status file_make_folder(const char *path, struct exh_error *err);
/* Likewise the folder that path lies in, if it names one. */
enum exh_status file_make_folder_of(const char *path, struct exh_error *err);

/* Without force an existing file is an error, and is not touched. */
enum exh_status file_write(const char *path, struct exh_bytes content, bool force,
			   struct exh_error *err);

/* A file of several that only make sense together. */
struct file_output {
	const char *path;
	struct exh_bytes content;
};

/*
 * Writes all of them or none: each to its temporary name first, and only when the last
 * one is whole are they renamed. *failed is the one that err is about.
 */
enum exh_status file_write_together(const struct file_output *outputs, size_t count,
				    bool force, size_t *failed, struct exh_error *err);

/*
 * A file that is too long to be held whole: written piece by piece under its temporary
 * name, and renamed when it is closed. "-" is standard output.
 */
struct file_stream {
	int fd;
	const char *path; /* borrowed */
	char *temporary;
	bool force, is_copied;
};

/* seekable: fd can be sought in, whatever path is; then what is no file gets a copy of
 * it when it is closed. Without force an existing file is an error at once. */
enum exh_status file_stream_open(struct file_stream *stream, const char *path,
				 bool seekable, bool force, struct exh_error *err);
enum exh_status file_stream_write(struct file_stream *stream, const void *data,
				  size_t size, struct exh_error *err);
/* Over what was written before, in a file that is seekable. */
enum exh_status file_stream_write_at(struct file_stream *stream, size_t offset,
				     const void *data, size_t size,
				     struct exh_error *err);
/* Ends it: if status, of what was done so far, is EXH_OK, as a file of that name; else as
 * if it had never been, and that status is returned. */
enum exh_status file_stream_close(struct file_stream *stream, enum exh_status status,
				  struct exh_error *err);

/* To standard output; tells of a full disk or a closed pipe. */
enum exh_status file_write_stdout(const void *data, size_t size, struct exh_error *err);

/* The path's last part. */
const char *file_name(const char *path);

/* Does its name end so, in any case? ending has its dot. */
bool file_has_ending(const char *path, const char *ending);

/* Its name with another ending, to be freed; NULL when out of memory. old_ending has its
 * dot: a name that ends otherwise, or is nothing else, gets the new one behind it. NULL:
 * whatever is behind the last dot, unless that is the first letter. */
char *file_with_ending(const char *path, const char *old_ending, const char *new_ending);

/* folder/name, to be freed; NULL when out of memory. */
char *file_join(const char *folder, const char *name);

/* The path of name in the folder of path, to be freed; NULL when out of memory. */
char *file_beside(const char *path, const char *name);

#endif
