/*
 * What happens in a run, row by row (--transcript): as words for people, as a table, or
 * as JSON. The engine says what becomes a row, and how it reads in each of them.
 */
#ifndef CMD_PLAY_TRANSCRIPT_H
#define CMD_PLAY_TRANSCRIPT_H

#include "engine.h"
#include "text_stream.h"

struct transcript {
	struct text_stream stream;
	const struct engine_type *type;
	enum transcript_format format;
	struct exh_writer
		row; /* the last one, which may still be replaced; empty: none */
	bool may_be_replaced;
	uint64_t rows; /* that were passed to the stream */
};

/* The choice itself, or what the path's ending asks for: .tsv, .json; else text. */
enum transcript_format transcript_choose(enum transcript_format choice, const char *path);

/* Opens it with the head of a table. path as for text_stream_open. */
enum exh_status transcript_open(struct transcript *transcript,
				const struct engine_type *type,
				enum transcript_format format, const char *path,
				bool force, struct exh_error *err);
void transcript_take(struct transcript *transcript, const void *player,
		     const struct exh_event *event);
/* As text_stream_close. Does nothing if it is not open. */
enum exh_status transcript_close(struct transcript *transcript, enum exh_status status,
				 struct exh_error *err);

#endif
