#include "zv_text.h"

#include "task/fields.h"
#include "task/text.h"

#include <inttypes.h>
#include <string.h>

static const size_t TEXT_LIMIT = (size_t)1 << 31;

const char *const zv_unit_choices[] = { "auto", "frames", "tenths", NULL };

const char *const zv_tags_choices[] = { "strip", "srt", "keep", NULL };

/* Names of enum exh_zv_encoding. */
const char *const zv_encoding_choices[] = {
	"auto",	  "wide",	 "latin1", "cp1251", "wide-cp1251",
	"cp1252", "wide-cp1252", "utf-8",  NULL,
};

enum tags { TAGS_STRIP, TAGS_SRT, TAGS_KEEP };

/*
 * Writing.
 */

/* Appends a line; --tags decides what becomes of its tags. */
static void put_line(const struct zv_text_options *options, const char *line,
		     struct exh_writer *out)
{
	if (options->tags == TAGS_KEEP)
		exh_write_bytes(out, line, strlen(line));
	else
		exh_zv_text_plain(line, options->tags == TAGS_SRT, out);
}

/* Milliseconds from the start to the beginning of a frame or a tenth, rounded. */
static uint64_t time_of(const struct zv_text_options *options,
			const struct zv_texts *texts, int64_t position)
{
	const struct zv_rate *rate = &options->rate;

	if (position < 0)
		return 0;
	if (texts->unit == ZV_UNIT_TENTHS)
		return (uint64_t)position * 100;
	return ((uint64_t)position * 1000 * rate->seconds + rate->frames / 2) /
	       rate->frames;
}

static void put_time(struct exh_writer *out, uint64_t ms)
{
	text_put(out, "%02" PRIu64 ":%02u:%02u,%03u", ms / 3600000,
		 (unsigned)(ms / 60000 % 60), (unsigned)(ms / 1000 % 60),
		 (unsigned)(ms % 1000));
}

/* The text of a cue without its empty lines, which would end it. */
static void put_filled(struct exh_bytes text, struct exh_writer *out)
{
	bool at_start = true;

	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] == '\n' && at_start)
			continue;
		exh_write_u8(out, text.data[i]);
		at_start = text.data[i] == '\n';
	}
	if (!at_start)
		exh_write_u8(out, '\n');
}

const struct exh_zv_text_line *zv_texts_line(const struct zv_texts *texts,
					     const struct exh_zv_cue *cue)
{
	if (cue->line < 0 || (uint64_t)cue->line >= texts->text.line_count)
		return NULL;
	return &texts->text.lines[cue->line];
}

struct srt {
	const struct zv_text_options *options;
	const struct zv_texts *texts;
	struct exh_writer *out;
	size_t count;
};

static void put_cue(struct srt *srt, const struct exh_zv_shown *shown)
{
	const struct exh_zv_text_line *line =
		zv_texts_line(srt->texts, &srt->texts->sub.cues[shown->cue]);
	const uint64_t start = time_of(srt->options, srt->texts, shown->start);
	const uint64_t end = time_of(srt->options, srt->texts, shown->end + 1);
	struct exh_writer text = { .limit = TEXT_LIMIT },
			  filled = { .limit = TEXT_LIMIT };

	if (line)
		put_line(srt->options, line->text, &text);
	put_filled(exh_writer_bytes(&text), &filled);
	srt->out->failed |= text.failed || filled.failed;
	/* Nothing to be seen, or before the beginning. */
	if (filled.size && end > start) {
		text_put(srt->out, "%s%zu\n", srt->count ? "\n" : "", srt->count + 1);
		put_time(srt->out, start);
		text_put(srt->out, " --> ");
		put_time(srt->out, end);
		text_put(srt->out, "\n");
		exh_write_bytes(srt->out, filled.data, filled.size);
		srt->count++;
	}
	exh_writer_free(&text);
	exh_writer_free(&filled);
}

enum exh_status zv_texts_put_srt(const struct zv_text_options *options,
				 const struct zv_texts *texts, struct exh_arena *arena,
				 struct exh_writer *out, struct exh_error *err)
{
	struct srt srt = { options, texts, out, 0 };
	struct exh_zv_shown *shown;
	size_t count;
	const enum exh_status status =
		exh_zv_sub_schedule(&texts->sub, arena, &shown, &count, err);

	for (size_t i = 0; i < count && !status; i++)
		put_cue(&srt, &shown[i]);
	return status;
}

void zv_texts_put_lines(const struct zv_text_options *options,
			const struct zv_texts *texts, struct exh_writer *out)
{
	for (size_t i = 0; i < texts->text.line_count; i++) {
		put_line(options, texts->text.lines[i].text, out);
		exh_write_u8(out, '\n');
	}
}

/*
 * JSON.
 */

#define ROW struct exh_zv_cue
static const struct field cue_field[] = {
	FIELD(ROW, start, "frames or 0.1 s",
	      "first frame or tenth of a second in which the line is shown"),
	FIELD(ROW, end, "frames or 0.1 s",
	      "last frame or tenth of a second in which the line is shown"),
	FIELD(ROW, line, NULL, "number of the line of the text, from 0"),
};
#undef ROW
static const struct fields cue_table = { .name = "subtitle",
					 .size = sizeof(struct exh_zv_cue),
					 .items = cue_field,
					 .count = 3,
					 .is_tuple = true };

struct described {
	struct zv_texts texts;
	const char *text_path;
	bool has_fps;
	double fps;
	struct json *lines, *plain;
};
#define ROW struct described
static const struct field path_field[] = {
	FIELD(ROW, text_path, NULL, "path where the text was found", FIELD_IF_ANY),
};
static const struct field sub_field[] = {
	FIELD_ARRAY_OF("rectangle", FIELD_NUMBER, ROW, texts.sub.rectangle, "pixels",
		       "place of the lines in the window: left, top, right, bottom; "
		       "null: not given",
		       FIELD_HAS(ROW, texts.sub.has_rectangle), FIELD_OR_NULL),
	FIELD_LIST_OF("cues", FIELD_ROW, ROW, texts.sub.cues, texts.sub.cue_count, NULL,
		      "times at which the lines are shown", .of = &cue_table),
	FIELD_AS("text_file", ROW, texts.sub.text_file, NULL,
		 "name of the text in the subtitles; null: none", FIELD_OR_NULL),
	FIELD_OF("unit", FIELD_NAME, ROW, texts.unit, NULL,
		 "unit of times: frames, or tenths of a second",
		 .names = zv_unit_choices),
	FIELD(ROW, fps, NULL, "frames per second", FIELD_HAS(ROW, has_fps)),
};
static const struct field text_field[] = {
	FIELD_ITEMS(ROW, lines, &text_fields, "lines of the text, with their tags"),
	FIELD_ITEMS(ROW, plain, &text_fields, "the lines without tags"),
	FIELD_OF("encoding", FIELD_NAME, ROW, texts.text.encoding, NULL,
		 "assumed encoding of the text", .names = zv_encoding_choices,
		 FIELD_HAS(ROW, texts.has_text)),
};
#undef ROW
const struct fields zv_text_path_fields = FIELDS("path", struct described, path_field);
const struct fields zv_subtitle_fields = FIELDS("subtitles", struct described, sub_field);
const struct fields zv_text_fields = FIELDS("text_lines", struct described, text_field);
const struct fields *const sub2srt_results[] = { &zv_text_path_fields,
						 &zv_subtitle_fields, &zv_text_fields,
						 NULL };

static struct json *lines_to_json(const struct zv_texts *texts, bool plain)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < texts->text.line_count; i++) {
		const struct exh_zv_text_line *line = &texts->text.lines[i];
		struct exh_writer out = { .limit = SIZE_MAX };

		if (plain)
			exh_zv_text_plain(line->text, false, &out);
		else
			exh_write_bytes(&out, line->text, line->size);
		json_push(list, json_of_written(&out));
		exh_writer_free(&out);
	}
	return list;
}

void zv_texts_to_json(const struct zv_text_options *options, const struct zv_texts *texts,
		      struct json *result)
{
	const struct described row = {
		.texts = *texts,
		.text_path = texts->has_text ? texts->text_path : NULL,
		.has_fps = texts->unit == ZV_UNIT_FRAMES,
		.fps = (double)options->rate.frames / (double)options->rate.seconds,
		.lines = lines_to_json(texts, false),
		.plain = lines_to_json(texts, true)
	};

	fields_put(&zv_text_path_fields, &row, result);
	if (texts->is_sub)
		fields_put(&zv_subtitle_fields, &row, result);
	fields_put(&zv_text_fields, &row, result);
}
