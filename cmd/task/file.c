#include "file.h"

#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes: of what can't be sought in. */
#define SPOOL_LIMIT ((size_t)UINT32_MAX)

static enum exh_status fail(struct exh_error *err, const char *what)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s: %s", what, strerror(errno));
}

static bool is_standard(const char *path)
{
	return strcmp(path, "-") == 0;
}

static enum exh_status write_all(int fd, const uint8_t *data, size_t size,
				 struct exh_error *err)
{
	while (size) {
		const ssize_t count = write(fd, data, size);

		if (count < 0 && errno == EINTR && !interrupt_pending())
			continue;
		if (count < 0)
			return fail(err, "can't write");
		data += count;
		size -= (size_t)count;
	}
	return EXH_OK;
}

/* Where $TMPDIR says, or in /tmp; gone when it is closed. */
static int open_unnamed(void)
{
	const char *folder = getenv("TMPDIR");
	char *name = file_join(folder && *folder ? folder : "/tmp", "exhume-XXXXXX");
	const int fd = name ? mkostemp(name, O_CLOEXEC) : -1;

	if (fd >= 0)
		unlink(name);
	free(name);
	return fd;
}

/*
 * Reading.
 */

static enum exh_status fail_too_large(struct exh_error *err, size_t limit)
{
	return exh_fail(err, EXH_LIMIT, limit,
			"larger than %zu %s, the most that is read",
			limit >> (limit >> 20 ? 20 : 10), limit >> 20 ? "MiB" : "KiB");
}

static enum exh_status read_all(int fd, size_t limit, struct file *out,
				struct exh_error *err)
{
	size_t capacity = 0;

	for (;;) {
		ssize_t count;

		if (out->size == capacity) {
			uint8_t *data;

			capacity = capacity ? capacity * 2 : 1 << 16;
			data = realloc(out->data, capacity);
			if (!data)
				return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
						"out of memory");
			out->data = data;
		}
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

enum exh_status file_read(const char *path, size_t limit, struct file *out,
			  struct exh_error *err)
{
	const bool standard = strcmp(path, "-") == 0;
	const int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	enum exh_status status;
	struct stat stat;

	*out = (struct file){ 0 };
	if (fd < 0)
		return fail(err, "can't open");
	if (fstat(fd, &stat) == 0 && S_ISDIR(stat.st_mode))
		status =
			exh_fail(err, EXH_IO, EXH_NO_OFFSET, "a folder, expected a file");
	else
		status = read_all(fd, limit, out, err);
	if (!standard)
		close(fd);
	if (!status)
		return EXH_OK;
	free(out->data);
	*out = (struct file){ 0 };
	return status;
}

enum exh_status file_copy(struct exh_bytes content, size_t limit, struct file *out,
			  struct exh_error *err)
{
	*out = (struct file){ 0 };
	if (content.size > limit)
		return fail_too_large(err, limit);
	out->data = malloc(content.size ? content.size : 1);
	if (!out->data)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (content.size)
		memcpy(out->data, content.data, content.size);
	out->size = content.size;
	return EXH_OK;
}

/*
 * Reading at any offset.
 */

/* Up to size bytes; fewer at the end alone. */
static ssize_t read_piece(int fd, void *out, size_t size)
{
	ssize_t count;

	do
		count = read(fd, out, size);
	while (count < 0 && errno == EINTR && !interrupt_pending());
	return count;
}

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
			return exh_fail(err, EXH_LIMIT, SPOOL_LIMIT,
					"longer than 4 GiB, the most that is read of "
					"what is no file");
		*size += (size_t)count;
		status = write_all(to, piece, (size_t)count, err);
	}
	return status ? exh_within(err, status, "copying it to a temporary file")
		      : EXH_OK;
}

/* Takes fd over unless it is standard input. */
static enum exh_status open_spooled(struct file_reader *reader, int fd,
				    struct exh_error *err)
{
	enum exh_status status;

	reader->fd = open_unnamed();
	if (reader->fd < 0)
		status = fail(err, "can't make a temporary file");
	else
		status = spool(fd, reader->fd, &reader->size, err);
	if (fd != STDIN_FILENO)
		close(fd);
	if (status && reader->fd >= 0)
		close(reader->fd);
	return status;
}

enum exh_status file_reader_open(struct file_reader *reader, const char *path,
				 struct exh_error *err)
{
	const int fd =
		is_standard(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct stat stat = { 0 };

	*reader = (struct file_reader){ .fd = fd };
	if (fd < 0)
		return fail(err, "can't open");
	if (fstat(fd, &stat) == 0 && S_ISDIR(stat.st_mode)) {
		if (fd != STDIN_FILENO)
			close(fd);
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "a folder, expected a file");
	}
	/* Of standard input somebody may have read a part already. */
	if (!S_ISREG(stat.st_mode) || lseek(fd, 0, SEEK_CUR) != 0)
		return open_spooled(reader, fd, err);
	reader->size = (size_t)stat.st_size;
	return EXH_OK;
}

void file_reader_open_bytes(struct file_reader *reader, struct exh_bytes content)
{
	*reader = (struct file_reader){ -1, content.data, content.size };
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
			return exh_fail(err, EXH_TRUNCATED, offset,
					"the file has become shorter, expected %zu bytes "
					"more",
					size);
		at += count;
		offset += (size_t)count;
		size -= (size_t)count;
	}
	return EXH_OK;
}

void file_reader_close(struct file_reader *reader)
{
	if (reader->fd >= 0 && reader->fd != STDIN_FILENO)
		close(reader->fd);
	reader->fd = -1;
}

/*
 * Writing.
 */

bool file_exists(const char *path)
{
	struct stat stat;

	return lstat(path, &stat) == 0;
}

bool file_is_folder(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

enum exh_status file_make_folder(const char *path, struct exh_error *err)
{
	char *part = strdup(path);
	enum exh_status status = EXH_OK;

	if (!part)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	for (char *end = part; *end && !status;) {
		char after;

		end += strspn(end, "/");
		end += strcspn(end, "/");
		after = *end;
		*end = '\0';
		if (mkdir(part, 0777) != 0) {
			const int why = errno;

			if (!file_is_folder(part))
				status =
					exh_fail(err, EXH_IO, EXH_NO_OFFSET,
						 "can't make the folder %s: %s", part,
						 strerror(why == EEXIST ? ENOTDIR : why));
		}
		*end = after;
	}
	free(part);
	return status;
}

enum exh_status file_make_folder_of(const char *path, struct exh_error *err)
{
	char *folder = strndup(path, (size_t)(file_name(path) - path));
	enum exh_status status;

	if (!folder)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	status = file_make_folder(folder, err);
	free(folder);
	return status;
}

enum exh_status file_write_stdout(const void *data, size_t size, struct exh_error *err)
{
	return write_all(STDOUT_FILENO, data, size, err);
}

/* In the same folder, so that renaming never copies; told apart by process and target. */
static char *temporary_name(const char *path, unsigned attempt)
{
	const size_t folder_size = (size_t)(file_name(path) - path);
	const struct exh_bytes bytes = { (const uint8_t *)path, strlen(path), 0 };
	const size_t size = folder_size + 64;
	char *name = malloc(size);

	if (name)
		snprintf(name, size, "%.*s.exhume-%ld-%08x-%u.part", (int)folder_size,
			 path, (long)getpid(), (unsigned)exh_crc32(bytes), attempt);
	return name;
}

/* An earlier process of our number may have been killed and left its file. */
static int open_temporary(const char *path, char **name)
{
	int fd = -1;

	for (unsigned attempt = 0; attempt < 100; attempt++) {
		free(*name);
		*name = temporary_name(path, attempt);
		if (!*name)
			return -1;
		fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	return fd;
}

bool file_is_special(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && !S_ISREG(status.st_mode) &&
	       !S_ISDIR(status.st_mode);
}

static enum exh_status write_special(const char *path, struct exh_bytes content,
				     struct exh_error *err)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	enum exh_status status;

	if (fd < 0)
		return fail(err, "can't write");
	status = write_all(fd, content.data, content.size, err);
	if (close(fd) != 0 && !status)
		status = fail(err, "can't write");
	return status;
}

static enum exh_status publish(const char *temporary, const char *path, bool force,
			       struct exh_error *err)
{
	if (force)
		return rename(temporary, path) == 0 ? EXH_OK
						    : fail(err, "can't rename to it");
	if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
		return EXH_OK;
	/* Not every file system can refuse to replace: ask, then rename. */
	if (errno != EEXIST && !file_exists(path))
		return rename(temporary, path) == 0 ? EXH_OK
						    : fail(err, "can't rename to it");
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "exists; -f overwrites it");
}

/* *temporary, to be freed: where the content is now; NULL if that failed. */
static enum exh_status write_temporary(const char *path, struct exh_bytes content,
				       char **temporary, struct exh_error *err)
{
	const int fd = open_temporary(path, temporary);
	enum exh_status status;

	if (fd < 0) {
		status = fail(err, "can't write");
	} else {
		status = write_all(fd, content.data, content.size, err);
		if (close(fd) != 0 && !status)
			status = fail(err, "can't write");
		if (!status)
			return EXH_OK;
		unlink(*temporary);
	}
	free(*temporary);
	*temporary = NULL;
	return status;
}

enum exh_status file_write(const char *path, struct exh_bytes content, bool force,
			   struct exh_error *err)
{
	char *temporary = NULL;
	enum exh_status status;

	if (file_is_special(path))
		return write_special(path, content, err);
	status = write_temporary(path, content, &temporary, err);
	if (!temporary)
		return status;
	status = publish(temporary, path, force, err);
	if (status)
		unlink(temporary);
	free(temporary);
	return status;
}

/*
 * Writing piece by piece.
 */

static int open_as_it_is(const char *path)
{
	return is_standard(path) ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC);
}

enum exh_status file_stream_open(struct file_stream *stream, const char *path,
				 bool seekable, bool force, struct exh_error *err)
{
	const bool special = is_standard(path) || file_is_special(path);

	*stream = (struct file_stream){ .path = path, .force = force };
	if (!special && !force && file_exists(path))
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "exists; -f overwrites it");
	if (special && seekable) {
		stream->is_copied = true;
		stream->fd = open_unnamed();
	} else if (special) {
		stream->fd = open_as_it_is(path);
	} else {
		stream->fd = open_temporary(path, &stream->temporary);
	}
	if (stream->fd >= 0)
		return EXH_OK;
	free(stream->temporary);
	return fail(err, "can't write");
}

enum exh_status file_stream_write(struct file_stream *stream, const void *data,
				  size_t size, struct exh_error *err)
{
	return write_all(stream->fd, data, size, err);
}

enum exh_status file_stream_write_at(struct file_stream *stream, size_t offset,
				     const void *data, size_t size, struct exh_error *err)
{
	const uint8_t *bytes = data;

	while (size) {
		const ssize_t count = pwrite(stream->fd, bytes, size, (off_t)offset);

		if (count < 0 && errno == EINTR && !interrupt_pending())
			continue;
		if (count < 0)
			return fail(err, "can't write");
		bytes += count;
		offset += (size_t)count;
		size -= (size_t)count;
	}
	return EXH_OK;
}

static enum exh_status copy_out(const struct file_stream *stream, struct exh_error *err)
{
	const int fd = open_as_it_is(stream->path);
	enum exh_status status = EXH_OK;
	uint8_t piece[1 << 16];
	ssize_t count = 0;

	if (fd < 0 || lseek(stream->fd, 0, SEEK_SET) < 0)
		status = fail(err, "can't write");
	while (!status && (count = read(stream->fd, piece, sizeof piece)) > 0)
		status = write_all(fd, piece, (size_t)count, err);
	if (!status && count < 0)
		status = fail(err, "can't read back");
	if (fd >= 0 && fd != STDOUT_FILENO && close(fd) != 0 && !status)
		status = fail(err, "can't write");
	return status;
}

enum exh_status file_stream_close(struct file_stream *stream, enum exh_status status,
				  struct exh_error *err)
{
	if (stream->is_copied && !status)
		status = copy_out(stream, err);
	if (stream->fd != STDOUT_FILENO && close(stream->fd) != 0 && !status)
		status = fail(err, "can't write");
	if (stream->temporary && !status)
		status = publish(stream->temporary, stream->path, stream->force, err);
	if (stream->temporary && status)
		unlink(stream->temporary);
	free(stream->temporary);
	stream->temporary = NULL;
	return status;
}

/*
 * Writing together.
 */

/* One of several: what stood at its path before is kept until all are in place. */
struct pending {
	char *temporary; /* NULL: written to as it is, or nothing to do any more */
	bool published, swapped;
};

/* The old file takes the temporary name where the file system can swap two. */
static enum exh_status swap_in(struct pending *pending, const char *path, bool force,
			       struct exh_error *err)
{
	enum exh_status status;

	if (force && renameat2(AT_FDCWD, pending->temporary, AT_FDCWD, path,
			       RENAME_EXCHANGE) == 0) {
		pending->published = pending->swapped = true;
		return EXH_OK;
	}
	status = publish(pending->temporary, path, force, err);
	pending->published = !status;
	return status;
}

/* As it was before; what could not be swapped is gone, though. */
static void take_back(struct pending *pending, const char *path)
{
	if (pending->swapped)
		renameat2(AT_FDCWD, pending->temporary, AT_FDCWD, path, RENAME_EXCHANGE);
	else if (pending->published)
		unlink(path);
}

/* Asked of all before anything is touched. */
static enum exh_status check_output(const struct file_output *output, bool force,
				    struct exh_error *err)
{
	if (file_is_special(output->path))
		return EXH_OK;
	if (file_is_folder(output->path))
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "a folder, expected a file");
	if (!force && file_exists(output->path))
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "exists; -f overwrites it");
	return EXH_OK;
}

static enum exh_status write_pending(const struct file_output *output,
				     struct pending *pending, struct exh_error *err)
{
	if (file_is_special(output->path))
		return EXH_OK;
	return write_temporary(output->path, output->content, &pending->temporary, err);
}

static enum exh_status publish_pending(const struct file_output *output,
				       struct pending *pending, bool force,
				       struct exh_error *err)
{
	if (!pending->temporary)
		return write_special(output->path, output->content, err);
	return swap_in(pending, output->path, force, err);
}

enum exh_status file_write_together(const struct file_output *outputs, size_t count,
				    bool force, size_t *failed, struct exh_error *err)
{
	struct pending *pending = calloc(count, sizeof *pending);
	enum exh_status status = EXH_OK;

	*failed = 0;
	if (!pending)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	for (size_t i = 0; i < count && !status; i++) {
		*failed = i;
		status = check_output(&outputs[i], force, err);
	}
	for (size_t i = 0; i < count && !status; i++) {
		*failed = i;
		status = write_pending(&outputs[i], &pending[i], err);
	}
	if (!status && interrupt_pending())
		status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
	for (size_t i = 0; i < count && !status; i++) {
		*failed = i;
		status = publish_pending(&outputs[i], &pending[i], force, err);
	}
	for (size_t i = 0; i < count; i++) {
		if (status)
			take_back(&pending[i], outputs[i].path);
		if (pending[i].temporary)
			unlink(pending[i].temporary);
		free(pending[i].temporary);
	}
	free(pending);
	return status;
}

/*
 * Names.
 */

const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static size_t stem_size(const char *path, const char *old_ending)
{
	const char *name = file_name(path), *dot = strrchr(name, '.');

	if (!old_ending)
		return dot && dot > name ? (size_t)(dot - path) : strlen(path);
	return strlen(path) -
	       (file_has_ending(path, old_ending) && strlen(name) > strlen(old_ending)
			? strlen(old_ending)
			: 0);
}

char *file_with_ending(const char *path, const char *old_ending, const char *new_ending)
{
	const size_t stem = stem_size(path, old_ending);
	const size_t size = stem + strlen(new_ending) + 1;
	char *out = malloc(size);

	if (out)
		snprintf(out, size, "%.*s%s", (int)stem, path, new_ending);
	return out;
}

char *file_join(const char *folder, const char *name)
{
	const size_t size = strlen(folder) + strlen(name) + 2;
	char *path = malloc(size);
	const bool slash = *folder && folder[strlen(folder) - 1] != '/';

	if (path)
		snprintf(path, size, "%s%s%s", folder, slash ? "/" : "", name);
	return path;
}

char *file_beside(const char *path, const char *name)
{
	const size_t folder_size = (size_t)(file_name(path) - path);
	const size_t size = folder_size + strlen(name) + 1;
	char *out = malloc(size);

	if (out)
		snprintf(out, size, "%.*s%s", (int)folder_size, path, name);
	return out;
}

bool file_has_ending(const char *path, const char *ending)
{
	const size_t size = strlen(ending), path_size = strlen(path);

	return path_size >= size && strcasecmp(path + path_size - size, ending) == 0;
}
