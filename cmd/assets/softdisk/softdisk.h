/* The work of exhume softdisk, without its command line. */
#ifndef CMD_ASSETS_SOFTDISK_SOFTDISK_H
#define CMD_ASSETS_SOFTDISK_SOFTDISK_H

#include "assets/softdisk/softdisk_library.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/work.h"

struct softdisk_request {
	struct common common;
	struct strings only;
	bool list, extract, pack;
	unsigned method;
	enum softdisk_format format;
};

/* A run over one input: what all of its parts need. */
struct softdisk_run {
	const struct softdisk_request *request;
	struct softdisk_library library; /* or the file, if it is none */
	struct report *report;
	const char *output; /* file or folder; NULL: standard output */
	json_t *result;
};

/* Where extraction or a text goes. */
char *softdisk_plan_output(void *context, const char *input, bool several);

void softdisk_run_input(void *context, const char *input, const char *output,
			struct report *report, json_t *result);

void softdisk_pack_input(void *context, const char *input, const char *output,
			 struct report *report, json_t *result);

#endif
