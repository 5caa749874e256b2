/* The list of exhume pic2png: the drawing programs of pics. */
#ifndef CMD_ASSETS_SCI0_PIC_PIC2PNG_H
#define CMD_ASSETS_SCI0_PIC_PIC2PNG_H

#include "sci_pics.h"

/* options: a struct sci_pic_options. */
void pic2png_list(const void *options, const struct assets *assets, const char *output,
		  struct report *report, json_t *result);

#endif
