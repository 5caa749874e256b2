/* What the parts of the disassembler share. */
#ifndef EXH_SCI_DISASM_PARTS_H
#define EXH_SCI_DISASM_PARTS_H

#include "labels.h"

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

/* The place of a property in its object by name: true if the name is written. */
bool exh_sci_disasm_property(const struct disasm *d, const struct exh_sci_object *object,
			     size_t place, struct exh_writer *out);

#endif
