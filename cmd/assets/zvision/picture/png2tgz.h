/* The work of exhume png2tgz, without its command line. */
#ifndef CMD_ASSETS_ZVISION_PICTURE_PNG2TGZ_H
#define CMD_ASSETS_ZVISION_PICTURE_PNG2TGZ_H

#include "assets/zvision/rooms.h"
#include "media/picture/png_read_555.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/base.h>

struct png2tgz_request {
	struct common common;
	unsigned format, dither;
	unsigned transpose;  /* enum transpose */
	struct strings data; /* folders with scripts */
	struct rooms *rooms;
	const char *background_text;
	struct exh_color background;
};

extern const char *const png2tgz_format_choices[];

void png2tgz_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);


#endif
