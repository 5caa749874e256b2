/* Text that a terminal shows and does not obey. */
#ifndef CMD_TASK_TERMINAL_H
#define CMD_TASK_TERMINAL_H

#include <exhume/base.h>

#include <stddef.h>

/*
 * Copies text to out, of size bytes, with its NUL: control characters (also those of
 * UTF-8 from U+0080 on) and bytes that are no UTF-8 become \xNN, which four characters
 * show; tabs stay. What does not fit is cut off between characters. Returns the length.
 */
size_t terminal_escape(const char *text, char *out, size_t size);

/* Appends a text of several lines in the same way; ends of lines stay. */
void terminal_put(struct exh_bytes text, struct exh_writer *out);

#endif
