/*
 * Code page 437, the characters of the IBM PC.
 *
 * Codes 1 to 31 are control characters in a text file but pictures (faces, arrows, notes)
 * on a screen; 127 is a house on both. Source: IBM's code page 00437.
 */
#ifndef EXHUME_ADVANCED_CP437_H
#define EXHUME_ADVANCED_CP437_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Meaning of the bytes below 32: control characters or pictures. */
enum exh_cp437_use {
	EXH_CP437_TEXT,	  /* 0, 9, 10 and 13 stay control characters */
	EXH_CP437_SCREEN, /* all are pictures; 0 is a space */
	/* Names that authors gave, and the texts around them: as EXH_CP437_SCREEN, but
	 * other code pages (code_page.h) change only bytes from 0x80 on. */
	EXH_CP437_NAME,
};

/* Returns the Unicode character of a code; all are below 65536. */
EXH_API unsigned exh_cp437_to_unicode(uint8_t code, enum exh_cp437_use use);

/* Appends text as UTF-8, character by character: line ends do not change. Failure is
 * out->failed. */
EXH_API void exh_cp437_to_utf8(struct exh_bytes text, enum exh_cp437_use use,
			       struct exh_writer *out);

/*
 * Appends UTF-8 text as code page 437. EXH_INVALID, with err->offset in utf8, for bytes
 * that are not UTF-8 and for characters that the code page does not have; the text before
 * them is appended.
 */
EXH_CHECKED enum exh_status exh_cp437_from_utf8(struct exh_bytes utf8,
						enum exh_cp437_use use,
						struct exh_writer *out,
						struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
