/* What the files of the script reader share. */
#ifndef EXH_ZVISION_SCRIPT_WORDS_H
#define EXH_ZVISION_SCRIPT_WORDS_H

#include "exhume/zvision_script.h"

static inline uint8_t script_lower(uint8_t c)
{
	if (c >= 'A' && c <= 'Z')
		return (uint8_t)(c + 32);
	/* Latin-1 capitals, among which the sign of multiplication stands. */
	return c >= 0xc0 && c <= 0xde && c != 0xd7 ? (uint8_t)(c + 32) : c;
}

static inline bool script_is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool script_is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* Is it the word (in lower case), in upper or lower case? */
bool exh_zv_script_is_word(struct exh_bytes text, const char *word);

/* The whole of text as a decimal number; may be negative if that is allowed. */
bool exh_zv_script_number(struct exh_bytes text, bool negative, int64_t *out);

struct exh_bytes exh_zv_script_trim(struct exh_bytes text);
struct exh_bytes exh_zv_script_skip_blanks(struct exh_bytes text);

static inline struct exh_bytes script_skip(struct exh_bytes text, size_t size)
{
	if (!size) /* nor is there anything to be counted from in an empty text */
		return text;
	return (struct exh_bytes){ text.data + size, text.size - size, text.base + size };
}

/*
 * Cut off the front of text; false if it begins with something else.
 */

/* Digits; false, too, if they are too many. */
bool exh_zv_script_take_digits(struct exh_bytes *text, int64_t *out);
bool exh_zv_script_take_byte(struct exh_bytes *text, uint8_t byte);
/* "[K]", with blanks wherever they may be. */
bool exh_zv_script_take_key(struct exh_bytes *text, int64_t *key);

/*
 * Tables of known names. Each letter of roles is the role of an argument:
 *
 * W  a key that is written         R  one that is read
 * B  both                          E, D  a key that is enabled, disabled
 * F  a file                        V  a value, or anything else
 */
enum { SCRIPT_ANY = 255 };

struct script_action {
	const char *name;
	uint8_t least, most; /* arguments */
	bool has_slot;	     /* it writes the key of its slot */
	const char *roles;
};

struct script_parameter {
	const char *control; /* NULL: of any */
	const char *name;
	uint8_t least, most;
	const char *roles;
};

struct script_control {
	const char *name;
	bool writes; /* its own key */
};

/* NULL: not known. */
const struct script_action *exh_zv_script_action(struct exh_bytes name);
const struct script_control *exh_zv_script_control(struct exh_bytes name);
const struct script_parameter *exh_zv_script_parameter(struct exh_bytes control,
						       struct exh_bytes name);

#endif
