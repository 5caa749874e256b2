/*
 * Code pages: the character of each byte in a game's texts. The rest of exhume/base.h,
 * which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_CODE_PAGE_H
#define EXHUME_ADVANCED_CODE_PAGE_H

#include "../base.h"
#include "cp437.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the page to code page 437. */
EXH_API void exh_code_page_start(struct exh_code_page *page);

/* Returns the Unicode character of a byte, or 0 if it has none. */
EXH_API unsigned exh_code_page_to_unicode(const struct exh_code_page *page, uint8_t byte,
					  enum exh_cp437_use use);

/* Appends text as UTF-8. Returns the number of bytes without a character, which become
 * U+FFFD. */
EXH_API size_t exh_code_page_to_utf8(const struct exh_code_page *page,
				     struct exh_bytes text, enum exh_cp437_use use,
				     struct exh_writer *out);

/* Appends UTF-8 text as bytes of the page. Errors are those of exh_cp437_from_utf8. */
EXH_CHECKED enum exh_status exh_code_page_from_utf8(const struct exh_code_page *page,
						    struct exh_bytes utf8,
						    enum exh_cp437_use use,
						    struct exh_writer *out,
						    struct exh_error *err);

/*
 * Character maps: UTF-8 text; each line has a byte in hexadecimal, then its character or
 * the character's number. These lines are equivalent:
 *
 *	80=A
 *	0x80 A
 *	0x80	0x0041	# LATIN CAPITAL LETTER A
 *	0x80 U+0041
 *
 * The third form is that of the Unicode Consortium's mapping files. "20= " is a blank,
 * "23=#" a number sign, "81" a byte without a character; any other # begins a comment.
 */

/*
 * Reads a character map. Bytes that it does not name are as in code page 437, or have no
 * character if another byte took theirs. EXH_INVALID, with the line in err->text, for a
 * malformed line, a byte or character that is named twice, and a change that texts do not
 * allow: bytes 0, 9, 10 and 13 are fixed, and no other byte is a control character.
 */
EXH_CHECKED enum exh_status exh_code_page_read(struct exh_bytes charmap,
					       struct exh_code_page *out,
					       struct exh_error *err);
/* Appends a character map that exh_code_page_read reads back to the same page. */
EXH_API void exh_code_page_write(const struct exh_code_page *page,
				 struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
