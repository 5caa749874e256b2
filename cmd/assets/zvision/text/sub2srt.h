/* The work of exhume sub2srt, without its command line. */
#ifndef CMD_ASSETS_ZVISION_TEXT_SUB2SRT_H
#define CMD_ASSETS_ZVISION_TEXT_SUB2SRT_H

#include "task/report.h"
#include "task/work.h"
#include "zv_texts.h"

enum { MAX_RATE = 1000000 };

enum sub2srt_format { FORMAT_AUTO, FORMAT_SRT, FORMAT_TEXT, FORMAT_JSON };

struct sub2srt_request {
	struct common common;
	struct zv_text_options options;
	unsigned format;
	const char *fps;
};

/* With --json alone nothing is written. */
bool sub2srt_writes(const struct sub2srt_request *request);

void sub2srt_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

char *sub2srt_output_for(void *context, const char *input, bool several);

bool sub2srt_parse_digits(const char **text, uint64_t *out, uint64_t *scale);

#endif
