/* Names of places in a script, for its text: each place has one, and no two have the
 * same. */
#ifndef EXH_SCI_LABELS_H
#define EXH_SCI_LABELS_H

#include "exhume/sci_disasm.h"

struct named {
	struct exh_bytes text;
	size_t number; /* below the count of the list */
};

/* By number, a byte: may its name be written for it? Of several with one name the first
 * may; none, if only. Sorts the list. NULL when memory is short. */
uint8_t *exh_sci_choose_names(struct named *list, size_t count, bool only,
			      struct exh_arena *arena);

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

void exh_sci_write_text(struct exh_writer *out, const char *text);
void exh_sci_write_number(struct exh_writer *out, int32_t value);
void exh_sci_write_hex(struct exh_writer *out, unsigned value, int digits);

#endif
