/*
 * ZVision texts: lines of UTF-16LE or of bytes (.txt, .str), tags in them, and subtitles
 *                (.sub), which time the lines.
 *
 * Text:   UTF-8 once it is read, lines without their ends.
 * Memory: all of it lies in the caller's arena.
 * Source: zvision 13; formats/zvision/README.md.
 */
#ifndef EXHUME_ZVISION_TEXT_H
#define EXHUME_ZVISION_TEXT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum exh_zv_encoding {
	EXH_ZV_ENCODING_AUTO,
	EXH_ZV_WIDE,	    /* UTF-16LE, lines end with the three bytes 0D 0A 00 */
	EXH_ZV_LATIN1,	    /* a byte a letter; lines end with CR LF, LF or CR */
	EXH_ZV_CP1251,	    /* as Latin-1, in code page 1251; a Russian release */
	EXH_ZV_WIDE_CP1251, /* wide, and units below 256 are bytes of CP1251 */
	EXH_ZV_CP1252,	    /* as Latin-1, with letters from 80 to 9F: Windows-1252 */
	EXH_ZV_WIDE_CP1252, /* wide, and units below 256 are bytes of CP1252 */
	EXH_ZV_UTF8,	    /* lines as in Latin-1; may begin with the mark EF BB BF */
};

struct exh_zv_text_line {
	const char *text; /* NUL-terminated, contains no other NUL */
	size_t size;	  /* bytes of UTF-8 */
	size_t offset;	  /* in the file */
};

struct exh_zv_text {
	enum exh_zv_encoding encoding; /* never AUTO */
	size_t line_count;
	struct exh_zv_text_line *lines;
};

/*
 * Never AUTO, nor one of code page 1251: wide if bytes of 0 are where only wide text has
 * them, else UTF-8 if it is valid as such and has letters beyond ASCII, else Latin-1.
 * Both wide text and Latin-1 are of CP1252 if control characters from 80 to 9F would be
 * in it.
 */
EXH_API enum exh_zv_encoding exh_zv_text_encoding(struct exh_bytes file);

/*
 * A line end at the very end starts no further line. Invalid characters and 0 become
 * U+FFFD, and are noted. EXH_NO_MEMORY: the arena's limit.
 */
EXH_CHECKED enum exh_status
exh_zv_text_read(struct exh_bytes file, enum exh_zv_encoding encoding,
		 struct exh_arena *arena, struct exh_zv_text *text,
		 struct exh_notes *notes, struct exh_error *err);

/*
 * A line without its tags, "<...>". With styles, tags that SRT has too are written as its
 * tags: <b>, <i>, <u>, <s>, <font color="#rrggbb">. NEWLINE is a line end in either case.
 * A "<" without its ">" is text.
 */
EXH_API void exh_zv_text_plain(const char *line, bool styles, struct exh_writer *out);

/* A line shown from start to end, inclusive. */
struct exh_zv_cue {
	int64_t start, end; /* frames of a video, or tenths of a second of a sound */
	int64_t line;	    /* of the text, from 0 */
	size_t file_line;   /* from 1 */
	size_t offset;	    /* in the file */
};

struct exh_zv_sub {
	bool has_rectangle;
	int32_t rectangle[4];  /* x1, y1, x2, y2, relative to the window */
	const char *text_file; /* as named; NULL: not named */
	size_t cue_count;
	struct exh_zv_cue *cues; /* in the order of the file */
};

/*
 * Unknown lines are skipped and noted. EXH_INVALID if none is a cue, a
 * rectangle or the name of a text.
 */
EXH_CHECKED enum exh_status
exh_zv_sub_read(struct exh_bytes file, struct exh_arena *arena, struct exh_zv_sub *sub,
		struct exh_notes *notes, struct exh_error *err);

/* Does its first line with content belong to such a file? */
EXH_API bool exh_zv_sub_is(struct exh_bytes file);

/* A visible part of a cue: where several overlap, the first in the file is shown.
 */
struct exh_zv_shown {
	int64_t start, end; /* both included */
	size_t cue;
};

/* In order of time, without overlaps. At most twice as many as there are cues. */
EXH_CHECKED enum exh_status exh_zv_sub_schedule(const struct exh_zv_sub *sub,
						struct exh_arena *arena,
						struct exh_zv_shown **shown,
						size_t *count, struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
