/*
 * The vocabularies of SCI0 games other than the player's words: names of selectors (997),
 * opcodes (998) and kernel functions (999), the debugger's help (995), and their tables
 * of numbers (994, 996); synonyms (902), if any; and the recognition of a vocabulary's
 * kind.
 *
 * Memory: lists and texts live in the caller's arena.
 * Source: sci0-formats 2.4 to 2.9; formats/sci/README.md.
 */
#ifndef EXHUME_ADVANCED_SCI_NAMES_H
#define EXHUME_ADVANCED_SCI_NAMES_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Lists of names.
 */

/* Layout of a list of names. */
enum exh_sci_names_layout {
	EXH_SCI_NAMES_COUNTED,	 /* 995, 999: u16 count, offsets, u16 size and text */
	EXH_SCI_NAMES_MAX_INDEX, /* 997: the same, with count - 1 */
	/* 998: as COUNTED; a u16 type, which the size includes, before the text. */
	EXH_SCI_NAMES_TYPED,
	EXH_SCI_NAMES_ZEROS, /* SCI01's 999: only texts, each followed by a 0 */
};

/* A name. */
struct exh_sci_name {
	struct exh_bytes text; /* base: offset of its size (ZEROS: of its text) */
	uint16_t type;	       /* only TYPED */
	/* Stored at the same offset as an earlier name, with the same text. */
	bool is_shared;
};

/* A list of names. */
struct exh_sci_names {
	enum exh_sci_names_layout layout;
	struct exh_sci_name *items; /* in the order of numbers */
	size_t count;
	size_t used_size; /* bytes up to the end of the last text */
};

/*
 * Reads a list. Noted as damage: an offset or a size that points outside, and overlapping
 * names of more than 1 MiB in total; such a name is empty. Noted as a warning: selectors
 * stored with an empty name. EXH_TRUNCATED if there is no table of offsets, EXH_INVALID
 * if no name is valid, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status
exh_sci_names_read(struct exh_bytes in, enum exh_sci_names_layout layout,
		   struct exh_arena *arena, struct exh_sci_names *out,
		   struct exh_notes *notes, struct exh_error *err);

/* Appends the list, texts in their order. EXH_INVALID, with the number as the offset, for
 * a name of 0s in ZEROS and for a shared name that equals no earlier one; EXH_LIMIT for
 * values over 16 bits. */
EXH_CHECKED enum exh_status exh_sci_names_write(const struct exh_sci_names *names,
						struct exh_writer *out,
						struct exh_error *err);

/*
 * Tables of numbers.
 */

/* A table of numbers. 994: indices of properties that the kernel knows. 902: pairs of
 * groups, replaced and replacement. */
struct exh_sci_numbers {
	uint16_t *items;
	size_t count;
	bool is_ended;	  /* true if it ends with FFFF, as 902 does */
	size_t used_size; /* bytes, including the mark */
};

/* Reads all numbers. An odd byte at the end is noted as a warning. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_numbers_read(struct exh_bytes in,
						 struct exh_arena *arena,
						 struct exh_sci_numbers *out,
						 struct exh_notes *notes,
						 struct exh_error *err);

/* Reads pairs up to FFFF or the end. An unpaired number is noted as damage.
 * EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_synonyms_read(struct exh_bytes in,
						  struct exh_arena *arena,
						  struct exh_sci_numbers *out,
						  struct exh_notes *notes,
						  struct exh_error *err);

/* Appends either table, with FFFF at the end if is_ended. EXH_LIMIT. */
EXH_CHECKED enum exh_status exh_sci_numbers_write(const struct exh_sci_numbers *numbers,
						  struct exh_writer *out,
						  struct exh_error *err);

/* An entry of 996, by the number of the class. */
struct exh_sci_class {
	uint16_t first; /* 0 in all games: the interpreter keeps an address there */
	uint16_t script;
};

/* The table of classes. */
struct exh_sci_classes {
	struct exh_sci_class *items;
	size_t count;
	size_t used_size; /* bytes */
};

/* Reads 996. An incomplete entry is noted as a warning. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_classes_read(struct exh_bytes in,
						 struct exh_arena *arena,
						 struct exh_sci_classes *out,
						 struct exh_notes *notes,
						 struct exh_error *err);
/* Appends 996. EXH_LIMIT. */
EXH_CHECKED enum exh_status exh_sci_classes_write(const struct exh_sci_classes *classes,
						  struct exh_writer *out,
						  struct exh_error *err);

/*
 * Recognising the kind of a vocabulary.
 */

/* Kind of a vocabulary. */
enum exh_sci_vocab_kind {
	EXH_SCI_VOCAB_WORDS,
	EXH_SCI_VOCAB_SUFFIXES,
	EXH_SCI_VOCAB_GRAMMAR,
	EXH_SCI_VOCAB_SYNONYMS,
	EXH_SCI_VOCAB_PROPERTIES,
	EXH_SCI_VOCAB_HELP,
	EXH_SCI_VOCAB_CLASSES,
	EXH_SCI_VOCAB_SELECTORS,
	EXH_SCI_VOCAB_OPCODES,
	EXH_SCI_VOCAB_KERNEL,
	EXH_SCI_VOCAB_KINDS, /* number of kinds; also: no kind */
};

/* Returns "words" and so on, as in the command's options; NULL for no kind. It is
 * static. */
EXH_API const char *exh_sci_vocab_kind_name(enum exh_sci_vocab_kind kind);

/* Returns the kind of a vocabulary by its bytes only, or EXH_SCI_VOCAB_KINDS if they
 * don't show it, as with properties and synonyms, which are only numbers. */
EXH_API enum exh_sci_vocab_kind exh_sci_vocab_kind_of(struct exh_bytes in);

/*
 * Returns the kind of a vocabulary by its number. SCI01 numbers them differently (900
 * words, 901 grammar, 902 suffixes): for 900 to 902 and 910 to 912 the bytes decide. A
 * 902 that is not a list of suffixes is a list of synonyms. EXH_SCI_VOCAB_KINDS for any
 * other number.
 */
EXH_API enum exh_sci_vocab_kind exh_sci_vocab_kind_at(unsigned number,
						      struct exh_bytes in);

#ifdef __cplusplus
}
#endif

#endif
