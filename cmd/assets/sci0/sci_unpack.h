/* The work of exhume sci-unpack, without its command line. */
#ifndef CMD_ASSETS_SCI0_SCI_UNPACK_H
#define CMD_ASSETS_SCI0_SCI_UNPACK_H

#include "assets/sci0/sci_items.h"
#include "task/outputs.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

enum sci_unpack_format { FORMAT_TEXT, FORMAT_TSV };

struct sci_unpack_request {
	struct common common;
	struct strings types, numbers;
	struct sci_choice choice;
	bool list, verify, containers, volumes, bare, manifest, convert;
	unsigned format, layout;
};

void sci_unpack_run_input(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

char *sci_unpack_output_for(void *context, const char *input, bool several);

#endif
