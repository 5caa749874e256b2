/* Names that begin as a word of a command does. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_COMPLETE_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_COMPLETE_H

#include "debug.h"

/*
 * Completes the last word of a line: a command's name, else that of an object after ?, or
 * of a selector or kernel function. Appends to added what all of them have in common
 * beyond the word, and to list the names, with blanks between. Returns their number.
 */
size_t debug_complete(struct debugger *d, const char *line, size_t size,
		      struct exh_writer *added, struct exh_writer *list);

#endif
