/* The work of exhume text-dump, without its command line. */
#ifndef CMD_ASSETS_SCI0_TEXT_TEXT_DUMP_H
#define CMD_ASSETS_SCI0_TEXT_TEXT_DUMP_H

#include "assets/sci0/sci_items.h"
#include "assets/sci0/text/text_encoding.h"
#include "assets/sci0/text/text_find.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

enum { FORMAT_AUTO, FORMAT_TEXT, FORMAT_TSV, FORMAT_JSON };

struct text_dump_request {
	struct common common;
	struct strings types, numbers;
	struct sci_choice choice;
	unsigned format;
	const char *pattern, *encoding_name;
	bool ignore_case, is_regex;
	struct text_find find;
	struct text_encoding encoding;
	bool pack, bare;
	bool several;
};

void text_dump_run_input(void *context, const char *input, const char *output,
			 struct report *report, json_t *result);

char *text_dump_output_for(void *context, const char *input, bool several);

#endif
