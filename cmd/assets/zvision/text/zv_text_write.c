#include "zv_text.h"

#include "task/json.h"
#include "task/text.h"

#include <inttypes.h>
#include <string.h>

static const size_t TEXT_LIMIT = (size_t)1 << 31;

const char *const zv_unit_choices[] = { "auto", "frames", "tenths", NULL };

const char *const zv_tags_choices[] = { "strip", "srt", "keep", NULL };

/* As enum exh_zv_encoding. */
const char *const zv_encoding_choices[] = { "auto",   "wide",	     "latin1",
					    "cp1251", "wide-cp1251", NULL };

enum tags { TAGS_STRIP, TAGS_SRT, TAGS_KEEP };

/*
 * Writing.
 */

/* As --tags says. */
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

static void sub_to_json(const struct zv_text_options *options,
			const struct zv_texts *texts, struct json *result)
{
	const struct exh_zv_sub *sub = &texts->sub;
	const int32_t *r = sub->rectangle;
	struct json *cues = json_new_list();

	for (size_t i = 0; i < sub->cue_count; i++)
		json_push(cues, json_make("[I, I, I]", (int64_t)sub->cues[i].start,
					  (int64_t)sub->cues[i].end,
					  (int64_t)sub->cues[i].line));
	json_set(result, "rectangle",
		 sub->has_rectangle ? json_make("[i, i, i, i]", r[0], r[1], r[2], r[3])
				    : json_new_null());
	json_set(result, "cues", cues);
	json_set(result, "text_file",
		 sub->text_file ? json_of_text(sub->text_file) : json_new_null());
	json_set_string(result, "unit", zv_unit_choices[texts->unit]);
	if (texts->unit == ZV_UNIT_FRAMES)
		json_set(result, "fps",
			 json_new_real((double)options->rate.frames /
				       (double)options->rate.seconds));
}

void zv_texts_to_json(const struct zv_text_options *options, const struct zv_texts *texts,
		      struct json *result)
{
	if (texts->is_sub)
		sub_to_json(options, texts, result);
	json_set(result, "lines", lines_to_json(texts, false));
	json_set(result, "plain", lines_to_json(texts, true));
	if (texts->has_text)
		json_set_string(result, "encoding",
				zv_encoding_choices[texts->text.encoding]);
}
