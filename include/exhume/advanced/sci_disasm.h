/*
 * Scripts of SCI0 games as text, and back: a disassembly contains everything in a
 * script, and the assembler makes the same bytes of it.
 *
 * Source: sci0-vm 2 and 3; exhume-sci-script(1) describes the text.
 */
#ifndef EXHUME_ADVANCED_SCI_DISASM_H
#define EXHUME_ADVANCED_SCI_DISASM_H

#include "sci_program.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Names that a disassembly may use: each stands for one number. If two selectors have one
 * name, it stands for the first; names with blanks or brackets are left out.
 */
struct exh_sci_naming {
	const struct exh_sci_program *program;
	/* True for numbers that are written by name, one byte for each number. */
	uint8_t *selectors, *kernel, *classes;
};

/* Makes the names for all scripts of a program, which is borrowed. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_naming_open(const struct exh_sci_program *program,
						struct exh_arena *arena,
						struct exh_sci_naming *out,
						struct exh_error *err);

/* Options; all zeros but selector (-1) for a whole script. */
struct exh_sci_disasm_options {
	bool is_plain; /* no comments */
	/* Only this object and its methods, only this method (-1: all). The result is
	 * for reading: it does not assemble. object NULL: all. */
	const struct exh_sci_object *object;
	int selector;
	/* NULL; or a replacement for each string of the script, by index; one without
	 * data keeps the string. */
	const struct exh_bytes *strings;
	/* NULL; or an array by offset in the script, which gets the position in out at
	 * which the instruction's line begins. */
	size_t *positions;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Appends the text of a script of the program. EXH_NO_MEMORY, EXH_LIMIT. */
EXH_CHECKED enum exh_status
exh_sci_disassemble(const struct exh_sci_naming *naming,
		    const struct exh_sci_program_script *script,
		    const struct exh_sci_disasm_options *options, struct exh_writer *out,
		    struct exh_error *err);

/* Position of an error in the text, from 1; 0: no position. */
struct exh_sci_asm_place {
	size_t line, column; /* columns count bytes */
};

/*
 * Appends a script (without a patch file's header). Names are those of the naming's
 * program; if it has none, everything is by number. EXH_INVALID, with the offset in the
 * text and *place, for an error in the text; EXH_LIMIT for more than 65,535 bytes;
 * EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_assemble(struct exh_bytes text,
					     const struct exh_sci_naming *naming,
					     struct exh_writer *out,
					     struct exh_sci_asm_place *place,
					     struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
