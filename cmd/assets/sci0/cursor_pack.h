/* The way back of cursor2png: a picture, PNG or CUR, with its JSON if there is one,
 * becomes a cursor. */
#ifndef CMD_ASSETS_SCI0_CURSOR_PACK_H
#define CMD_ASSETS_SCI0_CURSOR_PACK_H

#include "task/report.h"

/* options: a struct sci_cursor_options. */
void cursor_pack(const void *options, const char *input, const char *output,
		 struct report *report, json_t *result);

#endif
