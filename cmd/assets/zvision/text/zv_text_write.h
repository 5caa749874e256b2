/* Texts and subtitles that were read, as lines, as SRT and as JSON. */
#ifndef CMD_ASSETS_ZVISION_TEXT_ZV_TEXT_WRITE_H
#define CMD_ASSETS_ZVISION_TEXT_ZV_TEXT_WRITE_H

#include <exhume/zvision_text.h>
#include <jansson.h>

enum zv_unit { ZV_UNIT_AUTO, ZV_UNIT_FRAMES, ZV_UNIT_TENTHS };

/* Frames a second, or a number of frames in so many seconds. */
struct zv_rate {
	uint64_t frames, seconds;
};

struct zv_text_options {
	unsigned unit, tags, encoding; /* indices of the choices below */
	const char *text;    /* path of what subtitles show; NULL: they name it */
	struct zv_rate rate; /* of frames */
};

/* For OPT_CHOICE. */
extern const char *const zv_unit_choices[], *const zv_tags_choices[],
						    *const zv_encoding_choices[];

/* What was read of a text, or of subtitles and the text that they show. */
struct zv_texts {
	bool is_sub, has_text;
	struct exh_zv_sub sub;
	struct exh_zv_text text;
	/* Of subtitles. */
	unsigned unit;		     /* never ZV_UNIT_AUTO */
	const char *unit_reason;     /* static */
	const char *text_path;	     /* NULL: no text was found */
	struct exh_notes text_notes; /* about that file */
	struct exh_error text_err;   /* why there is no text, though it was found */
};

/* NULL for a line that the text does not have. */
const struct exh_zv_text_line *zv_texts_line(const struct zv_texts *texts,
					     const struct exh_zv_cue *cue);

void zv_texts_put_lines(const struct zv_text_options *options,
			const struct zv_texts *texts, struct exh_writer *out);

enum exh_status zv_texts_put_srt(const struct zv_text_options *options,
				 const struct zv_texts *texts, struct exh_arena *arena,
				 struct exh_writer *out, struct exh_error *err);

/* Adds all but the path. */
void zv_texts_to_json(const struct zv_text_options *options, const struct zv_texts *texts,
		      json_t *result);

#endif
