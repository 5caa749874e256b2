/* Values of the machine as people write and read them. Source: sci0-vm 7.1. */
#ifndef CMD_ASSETS_SCI0_DEBUG_DEBUG_VALUE_H
#define CMD_ASSETS_SCI0_DEBUG_DEBUG_VALUE_H

#include <exhume/sci0_look.h>

/*
 * Reads a number (decimal, 0x), a value as traces have it (#0001, S994+06f4, C1), or an
 * address: SEGMENT:OFFSET (hexadecimal), &SCRIPT:OFFSET, $PC, $ACC, $PREV or $OBJ with
 * +N or -N, ?NAME of an object or ?NAME.INDEX. False with the reason in why, to which it
 * appends.
 */
bool debug_value_read(const struct exh_sci0_vm *vm, const char *text,
		      struct exh_sci0_reg *out, struct exh_writer *why);
/* A number from 0 to most, decimal or after 0x. */
bool debug_number_read(const char *text, unsigned most, unsigned *out);

/* The value, and the name of an object that is there. */
void debug_value_put(const struct exh_sci0_vm *vm, struct exh_sci0_reg value,
		     struct exh_writer *out);

/* Is the name in the text? */
bool debug_is_name(struct exh_bytes name, const char *text);

/* The number of a selector by its name or number; below 0: there is none. */
int debug_selector(const struct exh_sci0_program *program, const char *text);

#endif
