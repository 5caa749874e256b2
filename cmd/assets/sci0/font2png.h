/* The way back of exhume font2png: a sheet, which is a PNG and its JSON, or a BDF
 * file becomes a font. */
#ifndef CMD_ASSETS_SCI0_FONT2PNG_H
#define CMD_ASSETS_SCI0_FONT2PNG_H

#include "sci_font.h"
#include "task/json.h"
#include "task/report.h"

struct font2png_request {
	struct sci_font_options font; /* first: the kind takes it for all */
	bool bare, quantize;
};

/* context: a struct font2png_request. */
void font2png_pack(const void *context, const char *input, const char *output,
		   struct report *report, json_t *result);

#endif
