#include "play.h"

#include "task/memory.h"

#include <string.h>

enum { PIECE = 1 << 16, LIMIT = 1 << 30 /* bytes */ };

enum exh_status text_stream_open(struct text_stream *stream, const char *path, bool force,
				 struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	*stream = (struct text_stream){ .text = { .limit = LIMIT } };
	if (strcmp(path, "-") != 0)
		status = file_make_folder_of(path, err);
	if (!status)
		status = file_stream_open(&stream->file, path, false, force, err);
	stream->is_open = !status;
	return status;
}

static enum exh_status flush(struct text_stream *stream, struct exh_error *err)
{
	enum exh_status status = mem_check_limit(&stream->text, err);

	if (!status)
		status = file_stream_write(&stream->file, stream->text.data,
					   stream->text.size, err);
	stream->text.size = 0;
	return status;
}

enum exh_status text_stream_pass(struct text_stream *stream, struct exh_error *err)
{
	return stream->text.size < PIECE && !stream->text.failed ? EXH_OK
								 : flush(stream, err);
}

enum exh_status text_stream_close(struct text_stream *stream, enum exh_status status,
				  struct exh_error *err)
{
	if (!stream->is_open)
		return status;
	if (!status)
		status = flush(stream, err);
	status = file_stream_close(&stream->file, status, err);
	exh_writer_free(&stream->text);
	stream->is_open = false;
	return status;
}
