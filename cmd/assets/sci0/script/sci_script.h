/* The work of exhume sci-script, without its command line. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCI_SCRIPT_H
#define CMD_ASSETS_SCI0_SCRIPT_SCI_SCRIPT_H

#include "script_request.h"

void sci_script_run_input(void *context, const char *input, const char *output,
			  struct report *report, json_t *result);

/* Where the output of an input goes; to be freed. */
char *sci_script_output_for(void *context, const char *input, bool several);

#endif
