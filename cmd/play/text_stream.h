/* Long texts on their way to a file: gathered, and written in pieces. */
#ifndef CMD_PLAY_TEXT_STREAM_H
#define CMD_PLAY_TEXT_STREAM_H

#include "task/file.h"

/* All zeros: not open. */
struct text_stream {
	struct file_stream file;
	struct exh_writer text; /* append to this */
	bool is_open;
};

/* path is borrowed until it is closed; "-" is standard output. Folders are made. */
enum exh_status text_stream_open(struct text_stream *stream, const char *path, bool force,
				 struct exh_error *err);
/* To be called now and then: writes what has gathered, if it is much. */
enum exh_status text_stream_pass(struct text_stream *stream, struct exh_error *err);
/* As file_stream_close. Does nothing if it is not open. */
enum exh_status text_stream_close(struct text_stream *stream, enum exh_status status,
				  struct exh_error *err);

#endif
