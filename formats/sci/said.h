/* The codes of Said specs. Source: sci0-formats 4.1. */
#ifndef EXH_SCI_SAID_CODES_H
#define EXH_SCI_SAID_CODES_H

#include "exhume/sci_said.h"

enum {
	SAID_COMMA = 0xf0,
	SAID_AMPERSAND,
	SAID_SLASH,
	SAID_OPEN,
	SAID_CLOSE,
	SAID_OPEN_OPTION,
	SAID_CLOSE_OPTION,
	SAID_HASH,
	SAID_LESS,
	SAID_MORE,
	SAID_END = EXH_SCI_SAID_END,
	SAID_OPERATORS = SAID_MORE - SAID_COMMA + 1,
	SAID_MAX_GROUP = 0xfff,
};

/* By the code, less SAID_COMMA. */
#define SAID_OPERATOR_TEXT ",&/()[]#<>"

/* The first byte of a word's two. */
static inline bool said_is_word(unsigned code)
{
	return code < SAID_COMMA;
}

/* Is it one whole spec? Fails as exh_sci_said_size, and for bytes after the end. */
enum exh_status exh_sci_said_one(struct exh_bytes code, struct exh_error *err);

#endif
