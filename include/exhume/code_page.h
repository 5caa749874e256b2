/*
 * Code pages: which character a byte of a game's texts is.
 *
 * Games for DOS have code page 437 (cp437.h). Translators redraw glyphs of a game's
 * fonts, and so give bytes another meaning: a character map names them. Here NULL is code
 * page 437.
 */
#ifndef EXHUME_CODE_PAGE_H
#define EXHUME_CODE_PAGE_H

#include "cp437.h"

#ifdef __cplusplus
extern "C" {
#endif

struct exh_code_page {
	/* The Unicode character of each byte, as it is in a text; 0: none, but of byte 0.
	   No character belongs to two bytes. */
	uint32_t unicode[256];
};

/* Fills it with code page 437. */
EXH_API void exh_code_page_start(struct exh_code_page *page);

/* The character of a byte; 0: it has none. */
EXH_API unsigned exh_code_page_to_unicode(const struct exh_code_page *page, uint8_t byte,
					  enum exh_cp437_use use);

/* Appends text as UTF-8. Returns how many bytes have no character: U+FFFD each. */
EXH_API size_t exh_code_page_to_utf8(const struct exh_code_page *page,
				     struct exh_bytes text, enum exh_cp437_use use,
				     struct exh_writer *out);

/* The way back, as exh_cp437_from_utf8. */
EXH_CHECKED enum exh_status exh_code_page_from_utf8(const struct exh_code_page *page,
						    struct exh_bytes utf8,
						    enum exh_cp437_use use,
						    struct exh_writer *out,
						    struct exh_error *err);

/*
 * Character maps: UTF-8, a byte a line in hexadecimal, then its character, or its number.
 * These say the same:
 *
 *	80=A
 *	0x80 A
 *	0x80	0x0041	# LATIN CAPITAL LETTER A
 *	0x80 U+0041
 *
 * The third form is that of the Unicode Consortium's mapping files. "20= " is a blank,
 * "23=#" a number sign, "81" a byte without a character; else # begins a comment.
 */

/*
 * Reads one. Bytes that it does not name are as in code page 437, or have no character
 * where another byte took it. EXH_INVALID, with the line in the text, for what is no such
 * line, a byte or a character that is named twice, and what no text can hold: bytes 0, 9,
 * 10 and 13 stay what they are, and no other byte is a control character.
 */
EXH_CHECKED enum exh_status exh_code_page_read(struct exh_bytes charmap,
					       struct exh_code_page *out,
					       struct exh_error *err);
/* Appends one that reads back the same. */
EXH_API void exh_code_page_write(const struct exh_code_page *page,
				 struct exh_writer *out);

#ifdef __cplusplus
}
#endif
#endif
