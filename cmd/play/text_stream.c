#include "play.h"

#include "task/memory.h"

enum { PIECE = 1 << 16, LIMIT = 1 << 30 /* bytes */ };

bool text_stream_open(struct text_stream *stream, const char *path, struct report *report)
{
	enum exh_status status;
	struct exh_error err;

	*stream = (struct text_stream){ .report = report, .text = { .limit = LIMIT } };
	if (!path)
		return true;
	status = file_make_folder_of(path, &err);
	if (!status)
		status = file_stream_open(&stream->file, path, false,
					  report->common->force, &err);
	if (status)
		report_output_failure(report, path, &err);
	stream->is_open = !status;
	return stream->is_open;
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

bool text_stream_pass(struct text_stream *stream)
{
	struct exh_error err;

	if (!stream->is_open || (stream->text.size < PIECE && !stream->text.failed) ||
	    !flush(stream, &err))
		return true;
	report_output_failure(stream->report, stream->file.path, &err);
	return false;
}

bool text_stream_close(struct text_stream *stream, bool good)
{
	struct exh_error err = { 0 };
	enum exh_status status = EXH_IO;

	if (!stream->is_open)
		return good;
	if (good)
		status = flush(stream, &err);
	status = file_stream_close(&stream->file, status, &err);
	if (status && good)
		report_output_failure(stream->report, stream->file.path, &err);
	exh_writer_free(&stream->text);
	stream->is_open = false;
	return !status;
}
