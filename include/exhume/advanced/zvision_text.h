/*
 * ZVision texts: lines of UTF-16LE or of bytes (.txt, .str), tags in them, and subtitles
 * (.sub), which time the lines. The rest of exhume/zvision.h, which has units, memory
 * and sources.
 */
#ifndef EXHUME_ADVANCED_ZVISION_TEXT_H
#define EXHUME_ADVANCED_ZVISION_TEXT_H

#include "../zvision.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Guesses the encoding, never AUTO, nor one of code page 1251: wide if bytes of 0 are
 * where only wide text has them, else UTF-8 if it is valid and has letters beyond ASCII,
 * else Latin-1. Wide text and Latin-1 become CP1252 if they would have control characters
 * from 80 to 9F.
 */
EXH_API enum exh_zv_encoding exh_zv_text_encoding(struct exh_bytes file);

/*
 * Appends a line without its tags, "<...>". With styles, tags that SRT also has are
 * written as SRT's: <b>, <i>, <u>, <s>, <font color="#rrggbb">. NEWLINE is a line end in
 * either case. A "<" without its ">" is text.
 */
EXH_API void exh_zv_text_plain(const char *line, bool styles, struct exh_writer *out);

/* A line that is shown from start to end, inclusive. */
struct exh_zv_cue {
	int64_t start, end; /* frames of a video, or tenths of a second of a sound */
	int64_t line;	    /* number of the line in the text, from 0 */
	size_t file_line;   /* line in the subtitle file, from 1 */
	size_t offset;	    /* in the file */
};

/* A subtitle file. */
struct exh_zv_sub {
	bool has_rectangle;
	int32_t rectangle[4];  /* x1, y1, x2, y2, relative to the window */
	const char *text_file; /* as named; NULL: none */
	size_t cue_count;
	struct exh_zv_cue *cues; /* in the order of the file */
};

/*
 * Reads subtitles. Unknown lines are skipped and noted. EXH_INVALID if no line is a cue,
 * a rectangle or the name of a text.
 */
EXH_CHECKED enum exh_status
exh_zv_sub_read(struct exh_bytes file, struct exh_arena *arena, struct exh_zv_sub *sub,
		struct exh_notes *notes, struct exh_error *err);

/* True if the first line that is not blank belongs to a subtitle file. */
EXH_API bool exh_zv_sub_is(struct exh_bytes file);

/* A visible part of a cue: where several overlap, the first one in the file is shown. */
struct exh_zv_shown {
	int64_t start, end; /* both inclusive */
	size_t cue;	    /* index of the cue */
};

/* Computes the visible parts of all cues, in order of time, without overlaps: at most
 * twice as many as cues. */
EXH_CHECKED enum exh_status exh_zv_sub_schedule(const struct exh_zv_sub *sub,
						struct exh_arena *arena,
						struct exh_zv_shown **shown,
						size_t *count, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
