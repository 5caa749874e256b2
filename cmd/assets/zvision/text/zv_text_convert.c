#include "zv_text.h"

#include "assets/assets.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 64 << 20 }; /* the games' are below 1 MiB */

static const size_t TEXT_LIMIT = (size_t)1 << 31;

/*
 * Reports about subtitles.
 */

static void report_unit(const struct sub2srt_request *request,
			const struct zv_texts *texts, const char *input,
			const struct report *report)
{
	const struct zv_rate *rate = &request->options.rate;

	if (texts->unit == ZV_UNIT_TENTHS)
		report_info(report, "%s: times are tenths of a second: %s", input,
			    texts->unit_reason);
	else
		report_info(report, "%s: times are frames, %g per second: %s", input,
			    (double)rate->frames / (double)rate->seconds,
			    texts->unit_reason);
}

static void report_text_of(const struct zv_texts *texts, const char *input,
			   struct report *report)
{
	const char *name = texts->sub.text_file;

	if (texts->text_err.status)
		report_failure(report, texts->text_path, &texts->text_err);
	else if (texts->has_text)
		report_notes(report, texts->text_path, &texts->text_notes);
	else if (name)
		report_error(report, input, EXH_NO_OFFSET,
			     "its text %s is not beside it; give --text", name);
	else
		report_error(report, input, EXH_NO_OFFSET,
			     "it names no text; give --text");
}

static void report_cues(const struct asset *asset, struct report *report)
{
	struct exh_notes notes = { .arena = asset->arena };

	zv_subtitles_check(asset->thing, &notes);
	report_notes(report, asset->file, &notes);
}

/*
 * One input.
 */

static unsigned format_of(const struct sub2srt_request *request, bool sub)
{
	if (request->format)
		return request->format;
	return sub ? SUB2SRT_SRT : SUB2SRT_TEXT;
}

/* True if files are written: not for --json alone. */
bool sub2srt_writes(const struct sub2srt_request *request)
{
	return !request->common.json || request->common.output || request->format;
}

static bool render(const struct sub2srt_request *request, const struct asset *asset,
		   struct report *report, struct json *result, struct exh_writer *out)
{
	const struct zv_texts *texts = asset->thing;
	const char *input = asset->file;
	const unsigned format = format_of(request, texts->is_sub);
	struct exh_error err;

	if (format == SUB2SRT_JSON) {
		json_append(json_result("sub2srt", result), out, NULL);
		return true;
	}
	if (!texts->has_text)
		return false;
	if (format == SUB2SRT_TEXT) {
		zv_texts_put_lines(&request->options, texts, out);
		return true;
	}
	if (!texts->is_sub) {
		report_error(report, input, EXH_NO_OFFSET,
			     "a text without times, expected subtitles (.sub); --format "
			     "text or json");
		return false;
	}
	if (zv_texts_put_srt(&request->options, texts, asset->arena, out, &err) == EXH_OK)
		return true;
	report_failure(report, input, &err);
	return false;
}

static void write_output(const struct sub2srt_request *request, const struct asset *asset,
			 const char *output, struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };

	if (!render(request, asset, report, result, &out))
		exh_writer_free(&out); /* render reported the failure */
	else if (output_write_text(report, output, &out))
		result_output(result, output);
}

static void convert(const struct sub2srt_request *request, struct single *single,
		    const char *output, struct report *report, struct json *result)
{
	const struct asset *asset = single_asset(single);
	const struct zv_texts *texts = asset->thing;

	if (texts->is_sub) {
		report_unit(request, texts, asset->file, report);
		report_text_of(texts, asset->file, report);
		report_cues(asset, report);
	}
	if (request->common.json || request->format == SUB2SRT_JSON)
		single_describe(single, result);
	if (sub2srt_writes(request))
		write_output(request, asset, output, report, result);
}

static bool is_sub(const char *input, struct exh_bytes bytes)
{
	if (file_has_ending(input, ".sub"))
		return true;
	return !file_has_ending(input, ".txt") && !file_has_ending(input, ".str") &&
	       exh_zv_sub_is(bytes);
}

void sub2srt_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct sub2srt_request *request = context;
	struct single single;

	if (single_read(&single, input, FILE_LIMIT, report) &&
	    single_start(&single,
			 is_sub(input, file_bytes(&single.file)) ? &zv_subtitles_kind
								 : &zv_text_kind,
			 &request->options, report))
		convert(request, &single, output, report, result);
	single_free(&single);
}

/*
 * The command line.
 */

/* The file itself decides if its name does not; with a given name it is not read. */
static bool looks_like_sub(const struct sub2srt_request *request, const char *input)
{
	const bool is_stated = file_has_ending(input, ".sub") ||
			       file_has_ending(input, ".txt") ||
			       file_has_ending(input, ".str");
	struct file file = { 0 };
	bool is;

	if (!is_stated && !request->format && strcmp(input, "-") != 0 &&
	    file_read(input, FILE_LIMIT, &file, NULL))
		return true;
	is = is_sub(input, file_bytes(&file));
	free(file.data);
	return is;
}

/* talk.sub: talk.srt, as players look for it; else the whole name stays. */
struct converter_endings sub2srt_endings(const void *context, const char *input)
{
	static const struct converter_endings endings[] = {
		[SUB2SRT_SRT] = { ".sub", ".srt" },
		[SUB2SRT_TEXT] = { "", ".utf8.txt" },
		[SUB2SRT_JSON] = { "", ".json" },
	};

	return endings[format_of(context, looks_like_sub(context, input))];
}
