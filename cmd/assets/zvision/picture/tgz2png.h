/* The work of exhume tgz2png, without its command line. */
#ifndef CMD_ASSETS_ZVISION_PICTURE_TGZ2PNG_H
#define CMD_ASSETS_ZVISION_PICTURE_TGZ2PNG_H

#include "task/report.h"
#include "task/work.h"
#include "zv_pictures.h"

struct tgz2png_request {
	struct common common;
	struct strings data; /* folders with scripts */
	struct zv_picture_options options;
};

void tgz2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);


#endif
