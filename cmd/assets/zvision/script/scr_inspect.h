/* The work of exhume scr-inspect, without its command line. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_SCR_INSPECT_H
#define CMD_ASSETS_ZVISION_SCRIPT_SCR_INSPECT_H

#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

enum scr_inspect_scr_format { FORMAT_AUTO, FORMAT_TEXT, FORMAT_JSON, FORMAT_DOT };

struct scr_inspect_request {
	struct common common;
	unsigned format;
	bool lint, xref, pack;
	struct strings data;
	char *const *paths; /* of all inputs */
	size_t count;
};

void scr_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, json_t *result);

/* With --pack: input is JSON. */
void scr_inspect_pack_input(void *context, const char *input, const char *output,
			    struct report *report, json_t *result);

void scr_inspect_run_all(void *context, const char *input, const char *output,
			 struct report *report, json_t *result);

char *scr_inspect_output_for(void *context, const char *input, bool several);

#endif
