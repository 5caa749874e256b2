/* Text: formatted and appended to a writer; small helpers to read it. */
#ifndef CMD_TASK_TEXT_H
#define CMD_TASK_TEXT_H

#include <exhume/base.h>

/* Of any length. */
void text_put(struct exh_writer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* UTF-8 escaped for XML 1.0, for elements and attributes; characters that XML can't
 * hold become U+FFFD. */
void text_put_xml(struct exh_writer *out, const char *text);

/* The value of a hexadecimal digit, in upper or lower case; below 0: not a digit. */
int text_hex_digit(uint8_t c);

/* The value of two hexadecimal digits; below 0: they are not. */
int text_hex_pair(const uint8_t digits[2]);

/* Appends bytes of two hexadecimal digits each, with blanks anywhere between digits.
 * False for another character or half a byte at the end: then the bytes before it are
 * appended. */
bool text_read_hex(struct exh_bytes text, struct exh_writer *out);

/* The text without the byte order mark (U+FEFF) that some editors put first. */
struct exh_bytes text_without_mark(struct exh_bytes text);

#endif
