/*
 * Texts of games and UTF-8: code page 437 by our own table, any other by the system's
 * iconv. A byte of 0 is U+2400 in UTF-8, both ways: no text for people has it.
 */
#ifndef CMD_ASSETS_SCI0_TEXT_TEXT_ENCODING_H
#define CMD_ASSETS_SCI0_TEXT_TEXT_ENCODING_H

#include <exhume/base.h>
#include <iconv.h>

struct text_encoding {
	bool is_cp437;
	const char *name; /* as it was given, for messages; NULL: none was */
	iconv_t to, from; /* NULL: not opened */
};

/* NULL: cp437. The name must stay. False for a name that the system does not know. */
bool text_encoding_open(struct text_encoding *encoding, const char *name);
void text_encoding_close(struct text_encoding *encoding);

/* Appends text as UTF-8. Returns how many bytes are no character: U+FFFD each. */
size_t text_to_utf8(const struct text_encoding *encoding, struct exh_bytes text,
		    struct exh_writer *out);

/* The way back; false for what is not UTF-8, or has no place in the encoding. */
bool text_from_utf8(const struct text_encoding *encoding, struct exh_bytes utf8,
		    struct exh_writer *out);

/* Where in utf8, which text_from_utf8 refused, the first wrong character is; for messages
 * also "characters of cp437, found '─' (U+2500)". */
enum { TEXT_PHRASE_SIZE = 128 };
size_t text_find_foreign(const struct text_encoding *encoding, struct exh_bytes utf8,
			 char expected[TEXT_PHRASE_SIZE]);

#endif
