#include "assets/convert.h"
#include "assets/zvision/text/zv_text.h"
#include "cli/opt.h"

#include <stdio.h>

enum {
	GAME_RATE = 15, /* frames per second */
	MAX_RATE = 1000000,
};

static const char *const format_choices[] = { "auto", "srt", "text", "json", NULL };

static bool parse_digits(const char **text, uint64_t *out, uint64_t *scale)
{
	const char *start = *text;

	for (*scale = 1; **text >= '0' && **text <= '9'; (*text)++, *scale *= 10) {
		*out = *out * 10 + (uint64_t)(**text - '0');
		if (*out > MAX_RATE)
			return false;
	}
	return *text > start;
}

/* Parses "15", "14.985" or "15000/1001". */
static bool parse_rate(const char *text, struct zv_rate *rate)
{
	uint64_t scale;

	*rate = (struct zv_rate){ 0, 1 };
	if (!parse_digits(&text, &rate->frames, &scale))
		return false;
	if (*text == '.') {
		text++;
		if (!parse_digits(&text, &rate->frames, &rate->seconds))
			return false;
	} else if (*text == '/') {
		text++;
		rate->seconds = 0;
		if (!parse_digits(&text, &rate->seconds, &scale))
			return false;
	}
	return !*text && rate->frames && rate->seconds && rate->seconds <= MAX_RATE / 100;
}

static int check(const struct command *self, void *context)
{
	static const struct file_ending endings[] = {
		{ ".json", SUB2SRT_JSON },
		{ ".srt", SUB2SRT_SRT },
		{ ".txt", SUB2SRT_TEXT },
		{ 0 },
	};
	struct sub2srt_request *request = context;

	if (request->fps && !parse_rate(request->fps, &request->options.rate))
		return opt_usage_error(self,
				       "--fps %s: expected a number such as 15, 14.985 "
				       "or 15000/1001",
				       request->fps);
	if (!request->format)
		request->format =
			file_ending_value(request->common.output, endings, SUB2SRT_AUTO);
	request->common.prints = !sub2srt_writes(request);
	return EXIT_DONE;
}

/* The usual names of encodings. */
static const struct opt_alias encoding_aliases[] = {
	{ "utf8", "utf-8" },	      { "UTF-8", "utf-8" },
	{ "UTF8", "utf-8" },	      { "utf-16le", "wide" },
	{ "UTF-16LE", "wide" },	      { "utf-16", "wide" },
	{ "iso-8859-1", "latin1" },   { "ISO-8859-1", "latin1" },
	{ "LATIN1", "latin1" },	      { "windows-1251", "cp1251" },
	{ "CP1251", "cp1251" },	      { "WINDOWS-1251", "cp1251" },
	{ "windows-1252", "cp1252" }, { "CP1252", "cp1252" },
	{ "WINDOWS-1252", "cp1252" }, { 0 },
};

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct sub2srt_request, format, format_choices),
	  .help = "srt, text, json; auto: by -o, else by the input" },
	{ TEXT_OPTION("text", "FILE", struct sub2srt_request, options.text),
	  .help = "text file, instead of the one named by the subtitles" },
	{ CHOICE_OPTION("unit", "NAME", struct sub2srt_request, options.unit,
			zv_unit_choices),
	  .help = "unit of times: frames, tenths (of a second) or auto" },
	{ TEXT_OPTION("fps", "N", struct sub2srt_request, fps),
	  .help = "frames per second; default 15" },
	{ CHOICE_OPTION("tags", "NAME", struct sub2srt_request, options.tags,
			zv_tags_choices),
	  .help = "strip (default), keep, or srt: convert to <b> and so on" },
	{ CHOICE_OPTION("encoding", "NAME", struct sub2srt_request, options.encoding,
			zv_encoding_choices),
	  .aliases = encoding_aliases,
	  .help = "auto, wide (UTF-16), utf-8, latin1, cp1252, cp1251, wide-cp1251" },
	{ 0 },
};

static const struct sub2srt_request defaults = { .options = {
							 .rate = { GAME_RATE, 1 } } };

static const struct converter converter = {
	.input_name = "subtitles or text",
	.check = check,
	.endings_for = sub2srt_endings,
	.is_parallel = true,
	.run = sub2srt_run_input,
};

const struct command cmd_sub2srt = {
	.name = "sub2srt",
	.family = FAMILY_ZVISION,
	.brief = "convert subtitles of Zork Nemesis and ZGI to SRT, texts to UTF-8",
	.usage = "[OPTION]... FILE...",
	.options = option_table,
	.results = sub2srt_results,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct sub2srt_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
