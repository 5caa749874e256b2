/* The work of exhume sci-pack, without its command line. */
#ifndef CMD_ASSETS_SCI0_SCI_PACK_H
#define CMD_ASSETS_SCI0_SCI_PACK_H

#include "sci_packing.h"

void sci_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

#endif
