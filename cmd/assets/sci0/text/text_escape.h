/* Texts of games on one line: control characters as backslash and a letter or a code. */
#ifndef CMD_ASSETS_SCI0_TEXT_TEXT_ESCAPE_H
#define CMD_ASSETS_SCI0_TEXT_TEXT_ESCAPE_H

#include "text_encoding.h"

/* Appends UTF-8 with \\, \t, \n, \r and, of other control characters, \x01 to \x7f. */
void text_put_escaped(struct exh_bytes utf8, struct exh_writer *out);

/* What the backslash that text begins with stands for: the same, and codes up to most.
 * Returns how many bytes that took; 0 if it is none of them. */
size_t text_unescape(struct exh_bytes text, unsigned most, uint8_t *out);

/*
 * Bytes of a game as escaped UTF-8 that leads back to them: control characters, and what
 * is no character of the encoding, are codes of bytes.
 */
void text_escape_bytes(const struct text_encoding *encoding, struct exh_bytes text,
		       struct exh_writer *out);

/* Control characters alone as codes of bytes. Returns how many bytes are no character of
 * the encoding: U+FFFD each. */
size_t text_escape_controls(const struct text_encoding *encoding, struct exh_bytes text,
			    struct exh_writer *out);

/* The way back. False, with *wrong the place in text, for an escape that is none
 * (*is_escape) and for what has no place in the encoding. */
bool text_unescape_bytes(const struct text_encoding *encoding, struct exh_bytes text,
			 struct exh_writer *out, size_t *wrong, bool *is_escape);

#endif
