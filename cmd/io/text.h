/* Formatted text, appended to bytes that grow. */
#ifndef CMD_IO_TEXT_H
#define CMD_IO_TEXT_H

#include <exhume/base.h>

/* Of any length; when out of memory out->failed is set. */
void text_put(struct exh_writer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
