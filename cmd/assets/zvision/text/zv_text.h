/* Subtitles and texts. */
#ifndef CMD_ASSETS_ZVISION_TEXT_ZV_TEXT_H
#define CMD_ASSETS_ZVISION_TEXT_ZV_TEXT_H

#include "task/json.h"
#include "assets/convert.h"
#include "assets/zvision/zv.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/advanced/zvision_text.h>
#include <exhume/zvision.h>

/*
 * Texts and subtitles as lines, as SRT and as JSON.
 */

enum zv_unit { ZV_UNIT_AUTO, ZV_UNIT_FRAMES, ZV_UNIT_TENTHS };

/* Frames a second, or a number of frames in so many seconds. */
struct zv_rate {
	uint64_t frames, seconds;
};

struct zv_text_options {
	unsigned unit, tags, encoding; /* indices of the choices below */
	const char *text;    /* path of the text of subtitles; NULL: they name it */
	struct zv_rate rate; /* frame rate of subtitles */
};

/* For OPT_CHOICE. */
extern const char *const zv_unit_choices[], *const zv_tags_choices[],
						    *const zv_encoding_choices[];

/* Contents of a text, or of subtitles and the text that they show. */
struct zv_texts {
	bool is_sub, has_text;
	struct exh_zv_sub sub;
	struct exh_zv_text text;
	/* For subtitles only. */
	unsigned unit;		     /* never ZV_UNIT_AUTO */
	const char *unit_reason;     /* static */
	const char *text_path;	     /* NULL: no text was found */
	struct exh_notes text_notes; /* about that file */
	struct exh_error text_err;   /* why there is no text, though it was found */
};

/* Line that a cue shows; NULL if the text lacks it. */
const struct exh_zv_text_line *zv_texts_line(const struct zv_texts *texts,
					     const struct exh_zv_cue *cue);

void zv_texts_put_lines(const struct zv_text_options *options,
			const struct zv_texts *texts, struct exh_writer *out);

enum exh_status zv_texts_put_srt(const struct zv_text_options *options,
				 const struct zv_texts *texts, struct exh_arena *arena,
				 struct exh_writer *out, struct exh_error *err);

/* Fields that zv_texts_to_json adds: for texts and subtitles, for subtitles, for both
 * again. */
extern const struct fields zv_text_path_fields, zv_subtitle_fields, zv_text_fields;
extern const struct fields *const sub2srt_results[];
void zv_texts_to_json(const struct zv_text_options *options, const struct zv_texts *texts,
		      struct json *result);

/*
 * Texts (.txt, .str) and subtitles (.sub) as assets.
 */

/*
 * Options are a struct zv_text_options, things a struct zv_texts. A text becomes its
 * lines in UTF-8, subtitles an SRT file if their text is found: among the game's files,
 * or beside a file by itself, where a missing text is no damage.
 */
extern const struct asset_kind zv_text_kind, zv_subtitles_kind;

/* Notes lines that are never shown, or that the text does not have. */
void zv_subtitles_check(const struct zv_texts *texts, struct exh_notes *notes);

/*
 * The work of exhume sub2srt, without its command line.
 */

enum sub2srt_format { SUB2SRT_AUTO, SUB2SRT_SRT, SUB2SRT_TEXT, SUB2SRT_JSON };

struct sub2srt_request {
	struct common common;
	struct zv_text_options options;
	unsigned format;
	const char *fps;
};

/* False with --json alone, which writes no file. */
bool sub2srt_writes(const struct sub2srt_request *request);

void sub2srt_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

struct converter_endings sub2srt_endings(const void *context, const char *input);

#endif
