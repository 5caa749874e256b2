/* Declarations shared by the parts of the disassembler: labels, which name places, and
 * lines. */
#ifndef EXH_SCI_DISASM_PARTS_H
#define EXH_SCI_DISASM_PARTS_H

#include "../base/common.h"
#include "exhume/advanced/sci_disasm.h"

/*
 * Labels: each place has one label, and labels are unique.
 */

struct labels {
	const struct exh_sci_naming *naming;
	const struct exh_sci_program_script *script;
	const struct exh_sci_code *code;
	uint8_t *kinds;		/* indexed by offset */
	uint8_t *named_objects; /* indexed like the list of objects */
};

/* True if a byte 0 after the used bytes only makes the size of a section even. */
static inline bool exh_sci_is_padded(struct exh_bytes data, size_t used)
{
	return used + 1 == data.size && used % 2 && !data.data[used];
}

/* True if all of the section is present. Only the last one may be cut. */
bool exh_sci_is_whole_section(const struct exh_sci_section *section);

/* False when out of memory. */
bool exh_sci_labels_open(struct labels *labels, const struct exh_sci_naming *naming,
			 const struct exh_sci_program_script *script,
			 struct exh_arena *arena);

bool exh_sci_has_label(const struct labels *labels, unsigned offset);

/* True if a label is at the offset, or shortly before it in its section. */
bool exh_sci_is_near_label(const struct labels *labels, unsigned offset);

/* Appends the label of an offset, or an earlier label with a distance ("str_0123+4"), or
 * the offset as a number. */
void exh_sci_write_label(const struct labels *labels, unsigned offset,
			 struct exh_writer *out);

/* Writes a selector by name, or as #number. */
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

/* Facts known from calls about an instruction that pushes one of their values. */
struct annotation {
	bool is_selector;
	bool has_text; /* pushes the second number of a text */
	uint16_t text_number, text_index;
};

struct disasm {
	struct labels labels;
	const struct exh_sci_code *code;
	const struct exh_sci_naming *naming;
	const struct exh_sci_disasm_options *options;
	struct annotation *annotations; /* indexed by instruction */
	/* Number of instructions before each one whose size depends on a distance. */
	uint32_t *relative_before;
	/* 1 for each object written as one, 0 for those written as bytes */
	uint8_t *regular;
	bool has_relocations; /* true if written as such, rather than as bytes */
	int game_global;      /* variable that holds the game's object */
	struct exh_writer *out;
	struct exh_writer *scratch; /* for Said specs */
};

/* Fills annotations and distances. False when out of memory. */
bool exh_sci_annotate(struct disasm *d, struct exh_arena *arena);

enum { EXH_SCI_SHOW_ALL = 65536 };

/* Writes a value of a property or a local, and the text if it is the address of one. */
void exh_sci_disasm_word(struct disasm *d, uint16_t value, bool is_relocated);
void exh_sci_disasm_comment_string(struct disasm *d, uint16_t value, bool is_relocated);
bool exh_sci_disasm_is_relocated(const struct disasm *d, size_t offset);

/* Returns the object of a section, NULL if it has none. */
const struct exh_sci_object *exh_sci_disasm_object_of(const struct disasm *d,
						      size_t section);
void exh_sci_disasm_object(struct disasm *d, const struct exh_sci_object *object);

/* False when out of memory. */
bool exh_sci_disasm_find_regular(struct disasm *d, struct exh_arena *arena);

bool exh_sci_disasm_is_regular(const struct disasm *d,
			       const struct exh_sci_object *object);

/* Writes the code from one offset to another. */
void exh_sci_disasm_code(struct disasm *d, size_t start, size_t end);

/* Writes " ; " before a comment; false if comments are off. */
bool exh_sci_disasm_comment(struct disasm *d);

/* Writes bytes as .byte lines. */
void exh_sci_disasm_bytes(struct disasm *d, struct exh_bytes bytes);

/* Writes a text in quotes, cut after that many bytes. */
void exh_sci_write_quoted(struct exh_writer *out, struct exh_bytes text, size_t most);

/* Writes a Said spec as text in single quotes; false if its text would not give the same
 * bytes. */
bool exh_sci_disasm_said(struct disasm *d, struct exh_bytes spec);

/* Writes the name of a selector, with a question mark if an early script has set bit 0.
 * False if it has no name. */
bool exh_sci_disasm_selector(const struct disasm *d, int32_t value);

/* Writes the name of the property at that place in its object; false if it has none. */
bool exh_sci_disasm_property(const struct disasm *d, const struct exh_sci_object *object,
			     size_t place, struct exh_writer *out);

#endif
