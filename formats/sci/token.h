/*
 * The words of an assembly text: names and numbers.
 */
#ifndef EXH_SCI_TOKEN_H
#define EXH_SCI_TOKEN_H

#include "exhume/base.h"

/* May the byte stand in a name? */
static inline bool exh_sci_is_token_byte(uint8_t c)
{
	return c > ' ' && c < 0x7f && c != ',' && c != ';' && c != '=' && c != '"' &&
	       c != '\'' && c != '+' && c != '(' && c != ')' && c != '#' && c != '$' &&
	       c != '@';
}

/* May a name be written as it is, without being taken for a number, a label's end or a
 * directive? */
bool exh_sci_is_token(struct exh_bytes text);

/* A whole number: decimal, with a minus or not, $ or 0x before hexadecimal ones. Larger
 * ones than 1,048,576 are that. */
bool exh_sci_number_from(struct exh_bytes text, int32_t *out);

#endif
