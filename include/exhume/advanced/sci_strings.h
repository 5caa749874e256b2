/*
 * The strings in an SCI0 script: their uses, and their replacement.
 *
 * Source: sci0-vm 2; formats/sci/README.md, "Cross references, lint and strings".
 */
#ifndef EXHUME_ADVANCED_SCI_STRINGS_H
#define EXHUME_ADVANCED_SCI_STRINGS_H

#include "sci_disasm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Uses of a string's address, as bits. */
enum {
	EXH_SCI_STRING_IS_NAME = 1,  /* the property name of an object or class */
	EXH_SCI_STRING_IS_VALUE = 2, /* the value of another property, or of a variable */
	EXH_SCI_STRING_IN_CODE = 4,  /* used in code */
	EXH_SCI_STRING_IS_ENTERED = 8, /* an address points inside the string */
};

/* Gets the uses of each string, one byte each, in the arena. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_string_uses(const struct exh_sci_code *code,
						struct exh_arena *arena, uint8_t **out,
						struct exh_error *err);

/*
 * Appends the script with other strings, by index; those without data stay the same.
 * Parts after them move, and all addresses are updated. If no string changes, the bytes
 * are the same. EXH_LIMIT for more than 65,535 bytes; EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_replace_strings(
	const struct exh_sci_naming *naming, const struct exh_sci_program_script *script,
	const struct exh_bytes *strings, struct exh_writer *out, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
