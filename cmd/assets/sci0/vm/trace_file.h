/* Traces as files: written and read line by line, packed if the name ends in .gz. */
#ifndef CMD_ASSETS_SCI0_VM_TRACE_FILE_H
#define CMD_ASSETS_SCI0_VM_TRACE_FILE_H

#include "task/file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <zlib.h>

/*
 * Writing, by a thread of its own. What can't be written ends the trace; close has why.
 */
enum { TRACE_BLOCKS = 4 };

struct trace_writer {
	struct file_stream stream;
	bool is_open, is_standard, is_packed;
	struct pipeline *pipeline;
	struct trace_block {
		uint8_t *bytes;
		size_t size;
	} blocks[TRACE_BLOCKS];
	size_t block;	 /* that is filled */
	uint8_t *packed; /* what zlib makes of one */
	z_stream zlib;
	atomic_bool has_failed;
	/* The thread's, until it has ended. */
	enum exh_status status;
	struct exh_error err;
};

/* "-": standard output. path is borrowed. packs: also without .gz. */
enum exh_status trace_writer_open(struct trace_writer *writer, const char *path,
				  bool packs, bool force, struct exh_error *err);
/* A line without its end. */
void trace_writer_line(struct trace_writer *writer, const char *line, size_t size);
/* Does nothing if it is not open. */
enum exh_status trace_writer_close(struct trace_writer *writer, struct exh_error *err);

/*
 * Reading: packed or not, by its first bytes. Lines of more than TRACE_LINE bytes are
 * cut.
 */
enum { TRACE_LINE = 1 << 15 };

struct trace_reader {
	const char *path; /* borrowed */
	gzFile file;
	uint64_t line_number; /* of the last line, from 1 */
	size_t size;
	char line[TRACE_LINE + 2]; /* without its end, terminated */
};

/* "-": standard input. */
enum exh_status trace_reader_open(struct trace_reader *reader, const char *path,
				  struct exh_error *err);
/* False at the end, or where it can't be read: then err->status is set. */
bool trace_reader_next(struct trace_reader *reader, struct exh_error *err);
void trace_reader_close(struct trace_reader *reader);

/* Do two lines say the same? Heads may name different games. */
bool trace_line_is_same(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
