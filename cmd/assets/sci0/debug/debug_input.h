/* Where the debugger's commands come from: a terminal, with a line to edit and names to
 * complete, or any other standard input. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_INPUT_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_INPUT_H

#include "debug.h"

/* Was it built with libedit? */
bool debug_input_edits(void);

/* NULL when out of memory. Takes NULL to close. */
struct debug_input *debug_input_open(struct debugger *d);
void debug_input_close(struct debug_input *input);

/* The next line, without its end; NULL: no more. It stays until the next one. */
const char *debug_input_line(struct debug_input *input);

#endif
