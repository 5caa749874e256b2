/* Names that begin as a word of a command does. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_COMPLETE_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_COMPLETE_H

#include "debug.h"

/* A line_complete: a command's name, else that of an object after ?, or of a selector or
 * kernel function. */
size_t debug_complete(void *debugger, const char *line, size_t size,
		      struct exh_writer *added, struct exh_writer *list);

#endif
