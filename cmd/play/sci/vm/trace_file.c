#include "vm.h"

#include "task/jobs.h"
#include "task/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	LINES = 1 << 18,  /* bytes of a block of lines */
	PACKED = 1 << 16, /* bytes of zlib's output buffer */
	GZIP_BITS = 15 + 16,
	MEMORY_LEVEL = 8,
};

/*
 * Writing.
 */

static void put(struct trace_writer *w, const uint8_t *data, size_t size)
{
	if (w->status || !size)
		return;
	w->status = w->is_standard ? file_write_stdout(data, size, &w->err)
				   : file_stream_write(&w->stream, data, size, &w->err);
	if (w->status)
		atomic_store(&w->has_failed, true);
}

static void pack(struct trace_writer *w, const struct trace_block *block, int flush)
{
	w->zlib.next_in = block->bytes;
	w->zlib.avail_in = (uInt)block->size;
	do {
		w->zlib.next_out = w->packed;
		w->zlib.avail_out = PACKED;
		deflate(&w->zlib, flush);
		put(w, w->packed, PACKED - w->zlib.avail_out);
	} while (!w->zlib.avail_out);
}

/* Writes a block; runs in the thread. */
static void write_block(void *context, size_t slot)
{
	struct trace_writer *w = context;
	struct trace_block *block = &w->blocks[slot];

	if (w->is_packed)
		pack(w, block, Z_NO_FLUSH);
	else
		put(w, block->bytes, block->size);
	block->size = 0;
}

/* Submits the block, and waits until the next one is free. */
static void hand_over(struct trace_writer *w)
{
	pipeline_submit(w->pipeline, w->block);
	w->block = (w->block + 1) % TRACE_BLOCKS;
	pipeline_wait(w->pipeline, w->block);
}

static void free_all(struct trace_writer *w)
{
	for (size_t i = 0; i < TRACE_BLOCKS; i++)
		free(w->blocks[i].bytes);
	free(w->packed);
}

static void make_room(struct trace_writer *w)
{
	for (size_t i = 0; i < TRACE_BLOCKS; i++)
		w->blocks[i].bytes = mem_alloc(LINES, 1);
	w->packed = mem_alloc(PACKED, 1);
	if (w->is_packed && deflateInit2(&w->zlib, Z_BEST_SPEED, Z_DEFLATED, GZIP_BITS,
					 MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		mem_end();
}

static enum exh_status start_thread(struct trace_writer *w, struct exh_error *err)
{
	w->pipeline = pipeline_start(1, TRACE_BLOCKS, write_block, w);
	return w->pipeline
		       ? EXH_OK
		       : exh_fail(err, EXH_IO, EXH_NO_OFFSET, "no thread can be started");
}

enum exh_status trace_writer_open(struct trace_writer *w, const char *path, bool packs,
				  bool force, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	*w = (struct trace_writer){ .is_standard = strcmp(path, "-") == 0,
				    .is_packed = packs || file_has_ending(path, ".gz") };
	if (!w->is_standard && !(status = file_make_folder_of(path, err)))
		status = file_stream_open(&w->stream, path, false, force, err);
	if (status)
		return status;
	status = start_thread(w, err);
	if (status)
		return w->is_standard ? status
				      : file_stream_close(&w->stream, status, err);
	make_room(w);
	w->is_open = true;
	return EXH_OK;
}

void trace_writer_line(struct trace_writer *w, const char *line, size_t size)
{
	struct trace_block *block = &w->blocks[w->block];

	if (block->size + size + 1 > LINES) {
		hand_over(w);
		block = &w->blocks[w->block];
	}
	if (size >= LINES)
		return; /* lines are never that long */
	memcpy(block->bytes + block->size, line, size);
	block->size += size;
	block->bytes[block->size++] = '\n';
}

enum exh_status trace_writer_close(struct trace_writer *w, struct exh_error *err)
{
	const struct trace_block none = { NULL, 0 };
	enum exh_status status;

	if (!w->is_open)
		return EXH_OK;
	hand_over(w);
	pipeline_end(w->pipeline);
	if (w->is_packed) {
		pack(w, &none, Z_FINISH);
		deflateEnd(&w->zlib);
	}
	free_all(w);
	w->is_open = false;
	status = w->status;
	if (status)
		*err = w->err;
	return w->is_standard ? status : file_stream_close(&w->stream, status, err);
}

/*
 * Reading.
 */

enum exh_status trace_reader_open(struct trace_reader *r, const char *path,
				  struct exh_error *err)
{
	*r = (struct trace_reader){ .path = path };
	errno = 0;
	r->file = strcmp(path, "-") == 0 ? gzdopen(dup(STDIN_FILENO), "rb")
					 : gzopen(path, "rb");
	if (r->file)
		return EXH_OK;
	if (!errno)
		mem_end();
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "can't open: %s", strerror(errno));
}

/* Skips the rest of a line that is too long. */
static void skip_line(struct trace_reader *r)
{
	int c;

	do
		c = gzgetc(r->file);
	while (c >= 0 && c != '\n');
}

/* True if reading stopped because of an error, not at the end. */
static bool has_failed(struct trace_reader *r, struct exh_error *err)
{
	int code = Z_OK;
	const char *text = gzerror(r->file, &code);

	if (code == Z_OK || code == Z_STREAM_END)
		return false;
	exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "can't read on: %s",
		 code == Z_ERRNO ? strerror(errno) : text);
	return true;
}

bool trace_reader_next(struct trace_reader *r, struct exh_error *err)
{
	if (!gzgets(r->file, r->line, sizeof r->line)) {
		has_failed(r, err);
		return false;
	}
	r->line_number++;
	r->size = strlen(r->line);
	if (r->size && r->line[r->size - 1] == '\n')
		r->line[--r->size] = '\0';
	else if (r->size > TRACE_LINE)
		skip_line(r);
	else
		return !has_failed(r, err);
	return true;
}

void trace_reader_close(struct trace_reader *r)
{
	if (r->file)
		gzclose(r->file);
	r->file = NULL;
}

/* Returns the part of a line to compare: in a head, the text after the game's name; of
 * other lines, all. */
static const char *compared(const char *line, size_t *size)
{
	static const char head[] = "V sci0trace 1 ";
	const char *rest = line;

	if (*size < sizeof head || memcmp(line, head, sizeof head - 1) != 0)
		return line;
	rest = memchr(line + sizeof head - 1, ' ', *size - (sizeof head - 1));
	if (!rest)
		return line;
	*size -= (size_t)(rest - line);
	return rest;
}

bool trace_line_is_same(const char *a, size_t a_size, const char *b, size_t b_size)
{
	a = compared(a, &a_size);
	b = compared(b, &b_size);
	return a_size == b_size && !memcmp(a, b, a_size);
}
