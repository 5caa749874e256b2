/*
 * The strings in an SCI0 script: what they are, and other strings in their place.
 *
 * Source: sci0-vm 2; formats/sci/README.md, "Cross references, lint and strings".
 */
#ifndef EXHUME_SCI_STRINGS_H
#define EXHUME_SCI_STRINGS_H

#include "sci_disasm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits: who has the address of a string. */
enum {
	EXH_SCI_STRING_IS_NAME = 1,  /* the property name of an object or class */
	EXH_SCI_STRING_IS_VALUE = 2, /* another property, or a variable */
	EXH_SCI_STRING_IN_CODE = 4,
	EXH_SCI_STRING_IS_ENTERED = 8, /* something has the address of its inside */
};

/* Of each string, in the arena. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_string_uses(const struct exh_sci_code *code,
						struct exh_arena *arena, uint8_t **out,
						struct exh_error *err);

/*
 * Appends the script with other strings: by their place in the script, those without data
 * stay. What comes after them moves, and all addresses with it. Where no string changes,
 * the bytes are the same. EXH_LIMIT for more than 65,535 bytes; EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_replace_strings(
	const struct exh_sci_naming *naming, const struct exh_sci_program_script *script,
	const struct exh_bytes *strings, struct exh_writer *out, struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
