/* The work of exhume zcr2png, without its command line. */
#ifndef CMD_ASSETS_ZVISION_PICTURE_ZCR2PNG_H
#define CMD_ASSETS_ZVISION_PICTURE_ZCR2PNG_H

#include "task/report.h"
#include "task/work.h"
#include "zv_cursors.h"

struct zcr2png_request {
	struct common common;
	struct zv_cursor_options options;
	bool pack;
	const char *hot_text;
	uint16_t hot_x, hot_y;
	unsigned number; /* of the next input */
};

void zcr2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result);

char *zcr2png_output_for(void *context, const char *input, bool several);

/* The digits at text, as one of 16 bits; after them, or NULL if there are none. */
const char *zcr2png_parse_number(const char *text, uint16_t *out);

#endif
