/* Text: formatted and appended to bytes that grow; and what reading it takes. */
#ifndef CMD_TASK_TEXT_H
#define CMD_TASK_TEXT_H

#include <exhume/base.h>

/* Of any length; when out of memory out->failed is set. */
void text_put(struct exh_writer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* UTF-8 as XML 1.0 has it, in elements and attributes; characters that XML has no way to
 * write become U+FFFD. */
void text_put_xml(struct exh_writer *out, const char *text);

/* The value of a hexadecimal digit, in any case; below 0 for what is none. */
int text_hex_digit(uint8_t c);

/* Behind the mark that some editors put in front of UTF-8. */
struct exh_bytes text_without_mark(struct exh_bytes text);

#endif
