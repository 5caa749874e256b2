#include "json_stream.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_SIZE = 1 << 16 };

void json_stream_open(struct json_stream *stream, const char *path, struct exh_error *err)
{
	*stream = (struct json_stream){ .out = { .limit = SIZE_MAX },
					.value = { .limit = SIZE_MAX },
					.err = err };
	stream->status = file_stream_open(&stream->file, path, false, true, err);
	stream->is_open = !stream->status;
}

static void flush(struct json_stream *stream)
{
	mem_check(&stream->out);
	if (!stream->status)
		stream->status = file_stream_write(&stream->file, stream->out.data,
						   stream->out.size, stream->err);
	stream->out.size = 0;
}

static void put(struct json_stream *stream, const void *bytes, size_t size)
{
	exh_write_bytes(&stream->out, bytes, size);
	if (stream->out.size >= PIECE_SIZE)
		flush(stream);
}

static void put_text(struct json_stream *stream, const char *text)
{
	put(stream, text, strlen(text));
}

/* Writes a value, with depth more blanks after each line end: strings contain no line
 * ends. */
static void put_value(struct json_stream *stream, const struct json *value,
		      unsigned depth)
{
	const char *at, *end;

	stream->value.size = 0;
	json_write(value, JSON_LINES, &stream->value);
	mem_check(&stream->value);
	at = (const char *)stream->value.data;
	end = at + stream->value.size;
	for (const char *line; (line = memchr(at, '\n', (size_t)(end - at)));
	     at = line + 1) {
		put(stream, at, (size_t)(line + 1 - at));
		put(stream, "    ", 2 * depth);
	}
	put(stream, at, (size_t)(end - at));
}

static void put_key(struct json_stream *stream, const char *key)
{
	struct json *name = json_new_string(key);

	put_text(stream, stream->has_members ? ",\n  " : "{\n  ");
	stream->has_members = true;
	put_value(stream, name, 1);
	put_text(stream, ": ");
	json_free(name);
}

void json_stream_add(struct json_stream *stream, const char *key,
		     const struct json *value)
{
	put_key(stream, key);
	put_value(stream, value, 1);
}

void json_stream_start_list(struct json_stream *stream, const char *key)
{
	put_key(stream, key);
	put_text(stream, "[");
	stream->has_items = false;
}

void json_stream_add_item(struct json_stream *stream, const struct json *item)
{
	put_text(stream, stream->has_items ? ",\n    " : "\n    ");
	stream->has_items = true;
	put_value(stream, item, 2);
}

void json_stream_end_list(struct json_stream *stream)
{
	put_text(stream, stream->has_items ? "\n  ]" : "]");
}

enum exh_status json_stream_close_lines(struct json_stream *stream)
{
	flush(stream);
	exh_writer_free(&stream->out);
	exh_writer_free(&stream->value);
	return stream->is_open
		       ? file_stream_close(&stream->file, stream->status, stream->err)
		       : stream->status;
}

enum exh_status json_stream_close(struct json_stream *stream)
{
	put_text(stream, stream->has_members ? "\n}\n" : "{}\n");
	return json_stream_close_lines(stream);
}

void json_stream_add_line(struct json_stream *stream, const struct json *value)
{
	stream->value.size = 0;
	json_write(value, JSON_PACKED, &stream->value);
	mem_check(&stream->value);
	put(stream, stream->value.data, stream->value.size);
	put_text(stream, "\n");
}
