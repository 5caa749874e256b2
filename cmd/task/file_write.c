#include "file.h"

#include "budget.h"
#include "disk.h"
#include "jobs.h"
#include "leftovers.h"
#include "memory.h"
#include "text.h"

#include <exhume/advanced/base.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *text_of(int reason)
{
	return reason == ELOOP ? "a link, and none is followed in a folder of outputs"
			       : strerror(reason);
}

static enum exh_status fail(struct exh_error *err, const char *what)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s: %s", what, text_of(errno));
}

static bool is_standard(const char *path)
{
	return strcmp(path, "-") == 0 || file_descriptor(path) == STDOUT_FILENO;
}

enum exh_status file_fail_original(struct exh_error *err)
{
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"this is an input: choose another name for the output");
}

/* Notes a full disk; a full device does not count. */
static void note_full(int fd, int reason)
{
	struct stat file;

	if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode))
		interrupt_if_full(reason);
	errno = reason;
}

enum exh_status file_write_all(int fd, const uint8_t *data, size_t size,
			       struct exh_error *err)
{
	while (size) {
		const ssize_t count = write(fd, data, size);

		if (count < 0 && errno == EINTR && !interrupt_pending())
			continue;
		if (count < 0) {
			note_full(fd, errno);
			return fail(err, "can't write");
		}
		data += count;
		size -= (size_t)count;
	}
	return EXH_OK;
}

/* Opens a file without a name in $TMPDIR or /tmp: it disappears when closed. */
int file_open_unnamed(void)
{
	const char *folder = getenv("TMPDIR");
	char *name = file_join(folder && *folder ? folder : "/tmp", "exhume-XXXXXX");
	const int fd = disk_create_unnamed(name);

	free(name);
	return fd;
}

enum exh_status file_make_folder(const char *path, struct exh_error *err)
{
	char *part = mem_text(path);
	enum exh_status status = EXH_OK;

	for (char *end = part; *end && !status;) {
		char after;

		end += strspn(end, "/");
		end += strcspn(end, "/");
		after = *end;
		*end = '\0';
		/* To make it asks the process of outputs. */
		if (!disk_is_folder(part) && disk_make_folder(part) != 0) {
			const int reason = errno;

			interrupt_if_full(reason);
			if (!disk_is_folder(part))
				status = exh_fail(
					err, EXH_IO, EXH_NO_OFFSET,
					"can't make the folder %s: %s", part,
					text_of(reason == EEXIST || errno == ELOOP
							? errno
							: reason));
		}
		*end = after;
	}
	free(part);
	return status;
}

enum exh_status file_fail_long(const char *path, struct exh_error *err)
{
	enum { LONGEST = 255 };
	size_t longest = 0;

	for (const char *part = path; *part; part += *part == '/') {
		const size_t size = strcspn(part, "/");

		longest = size > longest ? size : longest;
		part += size;
	}
	if (longest > LONGEST)
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET,
				"a name of %zu bytes, expected %d at most", longest,
				LONGEST);
	if (strlen(path) >= PATH_MAX)
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET,
				"a path of %zu bytes, expected %d at most", strlen(path),
				PATH_MAX - 1);
	return EXH_OK;
}

enum exh_status file_make_folder_of(const char *path, struct exh_error *err)
{
	char *folder;
	enum exh_status status;

	if (file_name(path) == path)
		return EXH_OK;
	folder = file_folder(path);
	status = file_make_folder(folder, err);
	free(folder);
	return status;
}

static enum exh_status fail_binary(struct exh_error *err)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET,
			"a terminal can't show binary data: name a file with -o, or "
			"redirect it");
}

enum exh_status file_write_screen(const void *data, size_t size, struct exh_error *err)
{
	return file_write_all(STDOUT_FILENO, data, size, err);
}

enum exh_status file_write_stdout(const void *data, size_t size, struct exh_error *err)
{
	struct exh_writer safe = { .limit = SIZE_MAX };
	enum exh_status status;

	if (!isatty(STDOUT_FILENO))
		return file_write_screen(data, size, err);
	if (size && memchr(data, 0, size))
		return fail_binary(err);
	terminal_put((struct exh_bytes){ data, size, 0 }, &safe);
	mem_check(&safe);
	status = file_write_screen(safe.data, safe.size, err);
	exh_writer_free(&safe);
	return status;
}

/* Returns a name in the same folder, so that renaming never copies; process and target
 * make it unique. */
static char *temporary_name(const char *path, unsigned attempt)
{
	const struct exh_bytes bytes = { (const uint8_t *)path, strlen(path), 0 };
	char *mark = leftovers_mark();
	char *name =
		mem_format("%.*s.exhume-%s-%08x-%u.part", (int)(file_name(path) - path),
			   path, mark, (unsigned)exh_crc32(bytes), attempt);

	free(mark);
	return name;
}

static const char trial_prefix[] = ".exhume-new-";

char *file_trial_path(const char *path)
{
	enum { LONG_NAME = 128, LONG_ENDING = 16 };
	const char *name = file_name(path), *dot = strrchr(name, '.');
	const struct exh_bytes bytes = { (const uint8_t *)name, strlen(name), 0 };
	char *mark = leftovers_mark();
	char *own = bytes.size <= LONG_NAME
			    ? mem_text(name)
			    : mem_format("%08x%.*s", (unsigned)exh_crc32(bytes),
					 LONG_ENDING, dot ? dot : "");
	char *trial = mem_format("%.*s%s%s-%s", (int)(name - path), path, trial_prefix,
				 mark, own);

	free(own);
	free(mark);
	return trial;
}

/* Returns the path that a trial file of this process will get, or the path itself. To
 * be freed. */
static char *final_path(const char *path)
{
	const char *name = file_name(path), *rest = name + strlen(trial_prefix);
	char *mark, *final;
	size_t size;

	if (strncmp(name, trial_prefix, strlen(trial_prefix)) != 0)
		return mem_text(path);
	mark = leftovers_mark();
	size = strlen(mark);
	final = strncmp(rest, mark, size) == 0 && rest[size] == '-'
			? mem_format("%.*s%s", (int)(name - path), path, rest + size + 1)
			: mem_text(path);
	free(mark);
	return final;
}

/* Opens a temporary file. A killed process with the same number may have left one. */
static int open_temporary(const char *path, char **name)
{
	char *final = final_path(path);
	struct stat file;
	int fd = -1;

	for (unsigned attempt = 0; attempt < 100; attempt++) {
		free(*name);
		*name = temporary_name(path, attempt);
		fd = disk_create(*name, final);
		if (fd >= 0 || errno != EEXIST)
			break;
	}
	free(final);
	if (fd >= 0)
		unfinished_add(*name);
	if (fd >= 0 && fstat(fd, &file) == 0)
		originals_remove_open(&file);
	return fd;
}

/* Opens a path for writing in place. A descriptor is written to at its position. */
static int open_as_it_is(const char *path)
{
	const int open_already = file_descriptor(path);

	if (is_standard(path))
		return STDOUT_FILENO;
	return open_already >= 0 ? fcntl(open_already, F_DUPFD_CLOEXEC, 0)
				 : disk_open(path);
}

static enum exh_status write_special(const char *path, struct exh_bytes content,
				     struct exh_error *err)
{
	const int fd = open_as_it_is(path);
	enum exh_status status;

	if (fd < 0)
		return fail(err, "can't write");
	if (fd == STDOUT_FILENO)
		return file_write_stdout(content.data, content.size, err);
	status = file_write_all(fd, content.data, content.size, err);
	if (close(fd) != 0 && !status)
		status = fail(err, "can't write");
	return status;
}

static enum exh_status publish(const char *temporary, const char *path, bool force,
			       struct exh_error *err)
{
	if (originals_has(path))
		return file_fail_original(err);
	if (force)
		return disk_rename(temporary, path) == 0
			       ? EXH_OK
			       : fail(err, "can't rename to it");
	if (disk_rename_new(temporary, path) == 0)
		return EXH_OK;
	/* Some file systems can't refuse to replace: check, then rename. */
	if (errno != EEXIST && !file_exists(path))
		return disk_rename(temporary, path) == 0
			       ? EXH_OK
			       : fail(err, "can't rename to it");
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "exists; -f overwrites it");
}

/* *temporary, to be freed: path of the content; NULL if writing failed. */
static enum exh_status write_temporary(const char *path, struct exh_bytes content,
				       char **temporary, struct exh_error *err)
{
	const int fd = open_temporary(path, temporary);
	enum exh_status status;

	if (fd < 0) {
		interrupt_if_full(errno);
		status = fail(err, "can't write");
	} else {
		status = file_write_all(fd, content.data, content.size, err);
		if (close(fd) != 0 && !status)
			status = fail(err, "can't write");
		if (!status)
			return EXH_OK;
		unfinished_remove(*temporary);
	}
	free(*temporary);
	*temporary = NULL;
	return status;
}

/* Frees the name, which may be NULL, and removes a remaining file with this name. */
static void end_temporary(char *temporary, bool is_published)
{
	if (is_published && temporary)
		unfinished_forget(temporary);
	else
		unfinished_remove(temporary);
	free(temporary);
}

enum exh_status file_write(const char *path, struct exh_bytes content, bool force,
			   struct exh_error *err)
{
	char *temporary = NULL;
	enum exh_status status;

	if (originals_has(path))
		return file_fail_original(err);
	if (file_is_special(path))
		return write_special(path, content, err);
	status = write_temporary(path, content, &temporary, err);
	if (!temporary)
		return status;
	status = publish(temporary, path, force, err);
	end_temporary(temporary, status == EXH_OK);
	return status;
}

/*
 * Writing piece by piece.
 */

enum exh_status file_stream_open(struct file_stream *stream, const char *path,
				 bool seekable, bool force, struct exh_error *err)
{
	const bool special = is_standard(path) || file_is_special(path);

	*stream = (struct file_stream){ .path = path, .force = force };
	if (strcmp(path, "-") != 0 && originals_has(path))
		return file_fail_original(err);
	if (!special && !force && file_exists(path))
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "exists; -f overwrites it");
	if (special && seekable) {
		stream->is_copied = true;
		stream->fd = file_open_unnamed();
	} else if (special) {
		stream->fd = open_as_it_is(path);
	} else {
		stream->fd = open_temporary(path, &stream->temporary);
	}
	if (stream->fd >= 0)
		return EXH_OK;
	free(stream->temporary);
	stream->temporary = NULL;
	return fail(err, "can't write");
}

enum exh_status file_stream_write(struct file_stream *stream, const void *data,
				  size_t size, struct exh_error *err)
{
	if (stream->fd == STDOUT_FILENO && isatty(stream->fd) &&
	    !terminal_shows((struct exh_bytes){ data, size, 0 }))
		return fail_binary(err);
	return budget_charge(size, err) ? err->status
					: file_write_all(stream->fd, data, size, err);
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

void file_stream_set_time(const struct file_stream *stream, int64_t seconds)
{
	const struct timespec times[] = { { .tv_sec = (time_t)seconds },
					  { .tv_sec = (time_t)seconds } };

	if (stream->temporary)
		(void)futimens(stream->fd, times);
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
		status = file_write_all(fd, piece, (size_t)count, err);
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
	end_temporary(stream->temporary, status == EXH_OK);
	stream->temporary = NULL;
	return status;
}

/*
 * Writing several together.
 */

enum exh_status file_pending_write(struct file_pending *pending, const char *path,
				   struct exh_bytes content, struct exh_error *err)
{
	*pending = (struct file_pending){ 0 };
	return write_temporary(path, content, &pending->temporary, err);
}

enum exh_status file_pending_publish(struct file_pending *pending, const char *path,
				     bool force, struct exh_error *err)
{
	enum exh_status status;

	if (originals_has(path))
		return file_fail_original(err);
	/* The old file gets the temporary name if the file system can swap two. */
	if (force && disk_swap(pending->temporary, path) == 0) {
		pending->published = pending->swapped = true;
		return EXH_OK;
	}
	status = publish(pending->temporary, path, force, err);
	pending->published = !status;
	return status;
}

void file_pending_take_back(struct file_pending *pending, const char *path)
{
	if (pending->swapped)
		disk_swap(pending->temporary, path);
	else if (pending->published)
		disk_remove(path);
}

void file_pending_end(struct file_pending *pending)
{
	end_temporary(pending->temporary, pending->published && !pending->swapped);
	*pending = (struct file_pending){ 0 };
}
