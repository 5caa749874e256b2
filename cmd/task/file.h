/*
 * Files that are read: whole, or at any offset. A file that is read is an original, which
 * no output replaces (see originals.h). The functions named _own read the others: states,
 * and what earlier runs wrote.
 */
#ifndef CMD_TASK_FILE_H
#define CMD_TASK_FILE_H

#include "file_path.h"
#include "file_write.h"

#include <exhume/base.h>

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
 * length. EXH_LIMIT for what is no file and longer than 4 GiB. */
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

#endif
