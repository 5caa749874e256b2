/*
 * Scripts of SCI0 games as text, and back: a disassembly says everything that a script
 * holds, and the assembler makes the same bytes of it.
 *
 * Source: sci0-vm 2 and 3; exhume-sci-script(1) describes the text.
 */
#ifndef EXHUME_SCI_DISASM_H
#define EXHUME_SCI_DISASM_H

#include "sci_program.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Names that text may use: each stands for one number. (Of two selectors with one name
 * the first has it; names with blanks or brackets are left out.)
 */
struct exh_sci_naming {
	const struct exh_sci_program *program;
	/* Which numbers are written by name, a byte each. */
	uint8_t *selectors, *kernel, *classes;
};

/* For all scripts of a program, which it keeps a pointer to. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_naming_open(const struct exh_sci_program *program,
						struct exh_arena *arena,
						struct exh_sci_naming *out,
						struct exh_error *err);

struct exh_sci_disasm_options {
	bool is_plain; /* without comments */
	/* Only this object and its methods, only this method (-1: all). The result is for
	   reading: it does not assemble. */
	const struct exh_sci_object *object;
	int selector;
	/* NULL; or by the string's place in the script what stands in for it: without
	   data it stays as it is. */
	const struct exh_bytes *strings;
	/* NULL; or, by offset in the script, what gets the place in out where the line
	   of the instruction begins. */
	size_t *positions;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Appends the text of a script of the program. EXH_NO_MEMORY, EXH_LIMIT. */
EXH_CHECKED enum exh_status
exh_sci_disassemble(const struct exh_sci_naming *naming,
		    const struct exh_sci_program_script *script,
		    const struct exh_sci_disasm_options *options, struct exh_writer *out,
		    struct exh_error *err);

/* Where the text is wrong: both from 1; 0: no place. */
struct exh_sci_asm_place {
	size_t line, column;
};

/*
 * Appends the script (without a patch file's header). Names are those of the program; it
 * may have none, then everything is by number. EXH_INVALID, with the offset in the text
 * and *place, for what is wrong there; EXH_LIMIT for more than 65,535 bytes;
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
