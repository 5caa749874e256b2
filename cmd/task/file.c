#include "file.h"

#include "disk.h"
#include "jobs.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Most bytes of inputs that can't seek. */
#define SPOOL_LIMIT ((size_t)UINT32_MAX)

static enum exh_status fail(struct exh_error *err, const char *what)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s: %s", what, strerror(errno));
}

static bool is_standard(const char *path)
{
	return strcmp(path, "-") == 0;
}

/*
 * Reading.
 */

static enum exh_status fail_too_large(struct exh_error *err, size_t limit)
{
	return exh_fail(err, EXH_LIMIT, limit, "larger than the limit of %zu %s",
			limit >> (limit >> 20 ? 20 : 10), limit >> 20 ? "MiB" : "KiB");
}

static enum exh_status fail_too_long(struct exh_error *err)
{
	return exh_fail(err, EXH_LIMIT, SPOOL_LIMIT,
			"longer than 4 GiB, the limit for input that is not a file");
}

/* Returns room for the whole file, and one more byte, to see its end; or an initial
 * size. */
static size_t room_for(const struct stat *stat, size_t limit)
{
	const bool is_known = S_ISREG(stat->st_mode) && stat->st_size > 0 &&
			      (uintmax_t)stat->st_size < limit;

	return is_known ? (size_t)stat->st_size + 1 : 1 << 16;
}

static enum exh_status read_all(int fd, const struct stat *stat, size_t limit,
				struct file *out, struct exh_error *err)
{
	size_t capacity = 0;

	for (;;) {
		ssize_t count;

		if (out->size == capacity)
			out->data = mem_grow(
				out->data, &capacity,
				capacity ? capacity * 2 : room_for(stat, limit), 1);
		count = read(fd, out->data + out->size, capacity - out->size);
		if (count < 0 && errno == EINTR && !interrupt_pending())
			continue;
		if (count < 0)
			return fail(err, "can't read");
		if (count == 0)
			return EXH_OK;
		out->size += (size_t)count;
		if (out->size > limit)
			return fail_too_large(err, limit);
	}
}

static enum exh_status open_file(const char *path, int *fd, struct stat *stat,
				 struct exh_error *err)
{
	*stat = (struct stat){ 0 };
	*fd = is_standard(path) ? STDIN_FILENO : disk_open_own(path);
	if (*fd < 0)
		return fail(err, "can't open");
	if (fstat(*fd, stat) != 0 || !S_ISDIR(stat->st_mode))
		return EXH_OK;
	if (*fd != STDIN_FILENO)
		close(*fd);
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "a folder, expected a file");
}

static enum exh_status open_original(const char *path, int *fd, struct stat *stat,
				     struct exh_error *err)
{
	const enum exh_status status = open_file(path, fd, stat, err);

	if (status)
		return status;
	if (S_ISREG(stat->st_mode) && !is_standard(path) &&
	    boundary_is_crossed_open(path, *fd)) {
		close(*fd);
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET,
				"a link leads out of the game to it; --follow-links "
				"follows it");
	}
	originals_add_open(stat);
	return EXH_OK;
}

/* Closes the file, and frees memory after a failure. */
static enum exh_status end_reading(int fd, enum exh_status status, struct file *out)
{
	if (fd != STDIN_FILENO)
		close(fd);
	if (!status)
		return EXH_OK;
	free(out->data);
	*out = (struct file){ 0 };
	return status;
}

typedef enum exh_status opener(const char *path, int *fd, struct stat *stat,
			       struct exh_error *err);

static enum exh_status read_by(opener *open_it, const char *path, size_t limit,
			       struct file *out, struct exh_error *err)
{
	struct stat stat;
	enum exh_status status;
	int fd;

	*out = (struct file){ 0 };
	status = open_it(path, &fd, &stat, err);
	return status ? status
		      : end_reading(fd, read_all(fd, &stat, limit, out, err), out);
}

enum exh_status file_read(const char *path, size_t limit, struct file *out,
			  struct exh_error *err)
{
	return read_by(open_original, path, limit, out, err);
}

enum exh_status file_read_own(const char *path, size_t limit, struct file *out,
			      struct exh_error *err)
{
	return read_by(open_file, path, limit, out, err);
}

/* Reads up to size bytes; fewer only at the end. */
static ssize_t read_piece(int fd, void *out, size_t size)
{
	ssize_t count;

	do
		count = read(fd, out, size);
	while (count < 0 && errno == EINTR && !interrupt_pending());
	return count;
}

/* Reads the first bytes of a longer file. */
static enum exh_status read_beginning(int fd, size_t size, struct file *out,
				      struct exh_error *err)
{
	out->data = mem_alloc(size, 1);
	while (out->size < size) {
		const ssize_t count =
			read_piece(fd, out->data + out->size, size - out->size);

		if (count < 0)
			return fail(err, "can't read");
		if (count == 0)
			return EXH_OK;
		out->size += (size_t)count;
	}
	return EXH_OK;
}

static enum exh_status read_head(int fd, const struct stat *stat, size_t limit,
				 size_t head, struct file *out, uint64_t *size,
				 struct exh_error *err)
{
	const bool is_file = S_ISREG(stat->st_mode);
	enum exh_status status;

	if (is_file && (uint64_t)stat->st_size > limit)
		return read_beginning(fd, head, out, err);
	/* One byte more shows whether there is more. */
	status = is_file ? read_all(fd, stat, limit, out, err)
			 : read_beginning(fd, head + 1, out, err);
	*size = out->size;
	if (!is_file && out->size > head)
		out->size = head;
	return status;
}

enum exh_status file_read_head(const char *path, size_t limit, size_t head,
			       struct file *out, uint64_t *size, struct exh_error *err)
{
	struct stat stat;
	enum exh_status status;
	int fd;

	*out = (struct file){ 0 };
	status = open_original(path, &fd, &stat, err);
	if (status)
		return status;
	*size = (uint64_t)stat.st_size;
	return end_reading(fd, read_head(fd, &stat, limit, head, out, size, err), out);
}

enum exh_status file_copy(struct exh_bytes content, size_t limit, struct file *out,
			  struct exh_error *err)
{
	*out = (struct file){ 0 };
	if (content.size > limit)
		return fail_too_large(err, limit);
	out->data = mem_copy(content.data, content.size, 1);
	out->size = content.size;
	return EXH_OK;
}

/*
 * Reading at any offset.
 */

static enum exh_status spool(int from, int to, size_t *size, struct exh_error *err)
{
	enum exh_status status = EXH_OK;
	uint8_t piece[1 << 16];
	ssize_t count;

	*size = 0;
	while (!status && (count = read_piece(from, piece, sizeof piece)) != 0) {
		if (count < 0)
			return fail(err, "can't read");
		if ((size_t)count > SPOOL_LIMIT - *size)
			return fail_too_long(err);
		*size += (size_t)count;
		status = file_write_all(to, piece, (size_t)count, err);
	}
	return status ? exh_within(err, status, "copying it to a temporary file")
		      : EXH_OK;
}

/* Takes fd over unless it is standard input. */
static enum exh_status open_spooled(struct file_reader *reader, int fd,
				    struct exh_error *err)
{
	enum exh_status status;

	reader->fd = file_open_unnamed();
	if (reader->fd < 0)
		status = fail(err, "can't make a temporary file in $TMPDIR or /tmp");
	else
		status = spool(fd, reader->fd, &reader->size, err);
	if (fd != STDIN_FILENO)
		close(fd);
	if (status && reader->fd >= 0)
		close(reader->fd);
	return status;
}

static enum exh_status reader_open_by(opener *open_it, struct file_reader *reader,
				      const char *path, struct exh_error *err)
{
	struct stat stat;
	int fd;
	const enum exh_status status = open_it(path, &fd, &stat, err);

	*reader = (struct file_reader){ .fd = fd };
	if (status)
		return status;
	/* Part of standard input may have been read already. */
	if (!S_ISREG(stat.st_mode) || (is_standard(path) && lseek(fd, 0, SEEK_CUR) != 0))
		return open_spooled(reader, fd, err);
	reader->size = (size_t)stat.st_size;
	return EXH_OK;
}

enum exh_status file_reader_open(struct file_reader *reader, const char *path,
				 struct exh_error *err)
{
	return reader_open_by(open_original, reader, path, err);
}

enum exh_status file_reader_open_own(struct file_reader *reader, const char *path,
				     struct exh_error *err)
{
	return reader_open_by(open_file, reader, path, err);
}

void file_reader_open_bytes(struct file_reader *reader, struct exh_bytes content)
{
	*reader = (struct file_reader){ .fd = -1,
					.data = content.data,
					.size = content.size };
}

void file_reader_open_file(struct file_reader *reader, struct file content)
{
	file_reader_open_bytes(reader, file_bytes(&content));
	reader->owned = content.data;
}

enum exh_status file_reader_read(const struct file_reader *reader, size_t offset,
				 void *out, size_t size, struct exh_error *err)
{
	uint8_t *at = out;

	if (offset > reader->size || size > reader->size - offset)
		return exh_fail(err, EXH_TRUNCATED, reader->size,
				"the file ends, expected %zu bytes at 0x%zX", size,
				offset);
	if (reader->fd < 0) {
		if (size)
			memcpy(out, reader->data + offset, size);
		return EXH_OK;
	}
	while (size) {
		const ssize_t count = pread(reader->fd, at, size, (off_t)offset);

		if (count < 0 && errno == EINTR && !interrupt_pending())
			continue;
		if (count < 0)
			return fail(err, "can't read");
		if (count == 0)
			return exh_fail(
				err, EXH_TRUNCATED, offset,
				"the file became shorter, expected %zu more bytes", size);
		at += count;
		offset += (size_t)count;
		size -= (size_t)count;
	}
	return EXH_OK;
}

static enum exh_status read_source(void *context, size_t offset, void *out, size_t size,
				   struct exh_error *err)
{
	return file_reader_read(context, offset, out, size, err);
}

struct exh_source file_reader_source(struct file_reader *reader)
{
	return (struct exh_source){ reader->size, read_source, reader };
}

void file_reader_close(struct file_reader *reader)
{
	if (reader->fd >= 0 && reader->fd != STDIN_FILENO)
		close(reader->fd);
	free(reader->owned);
	reader->fd = -1;
	reader->owned = NULL;
}
