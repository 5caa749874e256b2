/* What the parts of the disassembler share: labels, which name places, and lines. */
#ifndef EXH_SCI_DISASM_PARTS_H
#define EXH_SCI_DISASM_PARTS_H

#include "../base/common.h"
#include "exhume/sci_disasm.h"

/*
 * Labels: each place has one, and no two have the same.
 */

struct labels {
	const struct exh_sci_naming *naming;
	const struct exh_sci_program_script *script;
	const struct exh_sci_code *code;
	uint8_t *kinds;		/* by offset */
	uint8_t *named_objects; /* by their place in the list */
};

/* A byte 0 that only makes the size of a section even: used is what comes before. */
static inline bool exh_sci_is_padded(struct exh_bytes data, size_t used)
{
	return used + 1 == data.size && used % 2 && !data.data[used];
}

/* Is all of the section there? Only the last one may not be. */
bool exh_sci_is_whole_section(const struct exh_sci_section *section);

/* False when memory is short. */
bool exh_sci_labels_open(struct labels *labels, const struct exh_sci_naming *naming,
			 const struct exh_sci_program_script *script,
			 struct exh_arena *arena);

bool exh_sci_has_label(const struct labels *labels, unsigned offset);

/* Is there a label at the offset, or before it in its section, but near? */
bool exh_sci_is_near_label(const struct labels *labels, unsigned offset);

/* Appends the label of an offset, or that of a place before it with a distance
 * ("str_0123+4"), or the offset as a number. */
void exh_sci_write_label(const struct labels *labels, unsigned offset,
			 struct exh_writer *out);

/* A selector by name, or as #number. */
void exh_sci_write_selector(const struct exh_sci_naming *naming, unsigned selector,
			    struct exh_writer *out);

/*
 * Text.
 */

void exh_sci_write_number(struct exh_writer *out, int32_t value);
void exh_sci_write_hex(struct exh_writer *out, unsigned value, int digits);

/*
 * Lines.
 */

/* What calls show of an instruction that pushes one of their values. */
struct annotation {
	bool is_selector;
	bool has_text; /* it pushes the second number of a text */
	uint16_t text_number, text_index;
};

struct disasm {
	struct labels labels;
	const struct exh_sci_code *code;
	const struct exh_sci_naming *naming;
	const struct exh_sci_disasm_options *options;
	struct annotation *annotations; /* by instruction */
	/* By instruction: those before it whose size depends on a distance. */
	uint32_t *relative_before;
	uint8_t *regular;     /* by object: is it written as one, rather than as bytes? */
	bool has_relocations; /* that are written as such, rather than as bytes */
	int game_global;      /* that holds the game's object */
	struct exh_writer *out;
	struct exh_writer *scratch; /* for Said specs */
};

/* Annotations and distances. False when memory is short. */
bool exh_sci_annotate(struct disasm *d, struct exh_arena *arena);

enum { EXH_SCI_SHOW_ALL = 65536 };

/* A value of a property or a local, and what it says if it is the address of a text. */
void exh_sci_disasm_word(struct disasm *d, uint16_t value, bool is_relocated);
void exh_sci_disasm_comment_string(struct disasm *d, uint16_t value, bool is_relocated);
bool exh_sci_disasm_is_relocated(const struct disasm *d, size_t offset);

/* The object of a section, NULL if it has none. */
const struct exh_sci_object *exh_sci_disasm_object_of(const struct disasm *d,
						      size_t section);
void exh_sci_disasm_object(struct disasm *d, const struct exh_sci_object *object);

/* False when memory is short. */
bool exh_sci_disasm_find_regular(struct disasm *d, struct exh_arena *arena);

bool exh_sci_disasm_is_regular(const struct disasm *d,
			       const struct exh_sci_object *object);

/* The code from one offset to another. */
void exh_sci_disasm_code(struct disasm *d, size_t start, size_t end);

/* " ; " before a comment, if there are comments. */
bool exh_sci_disasm_comment(struct disasm *d);

/* Bytes as .byte lines. */
void exh_sci_disasm_bytes(struct disasm *d, struct exh_bytes bytes);

/* A text in quotes, of which at most so many bytes are shown. */
void exh_sci_write_quoted(struct exh_writer *out, struct exh_bytes text, size_t most);

/* A Said spec as text in single quotes; false if its text would not give the same bytes.
 */
bool exh_sci_disasm_said(struct disasm *d, struct exh_bytes spec);

/* The name of a selector as the script has it; with a question mark where an early script
 * has set bit 0. False if it has no name. */
bool exh_sci_disasm_selector(const struct disasm *d, int32_t value);

/* The place of a property in its object by name: true if the name is written. */
bool exh_sci_disasm_property(const struct disasm *d, const struct exh_sci_object *object,
			     size_t place, struct exh_writer *out);

#endif
