/* The work of exhume png2lbm, without its command line. */
#ifndef CMD_ASSETS_SOFTDISK_PNG2LBM_H
#define CMD_ASSETS_SOFTDISK_PNG2LBM_H

#include "task/report.h"

/* For OPT_CHOICE: "ilbm", "pbm", NULL. */
extern const char *const png2lbm_format_choices[];

struct png2lbm_request {
	struct common common;
	const char *like;
	unsigned format, plane_count; /* 0: as few as the colours need */
};

void png2lbm_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

/* Where the output of an input goes; to be freed. */

#endif
