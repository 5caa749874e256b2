/*
 * A vocabulary of any kind in memory, as rows of cells: what the tables, JSON and
 * vocab-pack share.
 */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_H

#include <exhume/sci0_names.h>
#include <exhume/sci0_vocab.h>

enum {
	VOCAB_NO_NUMBER = -1,
	VOCAB_MAX_COLUMNS = 10,
	VOCAB_SIZE_LIMIT = 1 << 20, /* bytes; resources end at 65535 */
	VOCAB_ARENA_LIMIT = 1 << 29,
};

struct vocab {
	enum exh_sci0_vocab_kind kind;
	int number; /* of the resource, or VOCAB_NO_NUMBER */
	struct exh_sci0_words words;
	struct exh_sci0_suffixes suffixes;
	struct exh_sci0_grammar grammar;
	struct exh_sci0_names names;	 /* help, selectors, opcodes, kernel */
	struct exh_sci0_numbers numbers; /* synonyms (two a row), properties */
	struct exh_sci0_classes classes;
	struct exh_bytes rest;	/* bytes after what is used */
	struct exh_bytes bytes; /* all that it was read from; of a list: what it says
				   was, if what is written without change is not that */
	const char *encoding;	/* that its texts are given in, or NULL */
	bool keeps_order;	/* words are not sorted, and are not to be */
};

enum vocab_cell_kind {
	CELL_TEXT,
	CELL_PATTERN, /* a text with a * in it */
	CELL_CLASS,   /* hexadecimal */
	CELL_HEX,
	CELL_NUMBER,
	CELL_PLACE, /* the row's own number */
};

struct vocab_column {
	const char *name;
	enum vocab_cell_kind kind;
	uint32_t most; /* of a number */
};

struct vocab_columns {
	struct vocab_column items[VOCAB_MAX_COLUMNS + 1]; /* ends with name NULL */
	size_t count;
};

const struct vocab_columns *vocab_columns(enum exh_sci0_vocab_kind kind);

struct vocab_cell {
	struct exh_bytes text; /* in the game's own encoding */
	uint32_t number;
};

size_t vocab_row_count(const struct vocab *vocab);

/* Texts that have to be put together lie in arena, which has room for them. */
void vocab_row(const struct vocab *vocab, size_t row, struct exh_arena *arena,
	       struct vocab_cell *cells);

/* Room for so many rows, to be set. */
enum exh_status vocab_reserve(struct vocab *vocab, size_t count, struct exh_arena *arena,
			      struct exh_error *err);

/* cells keep within their columns' limits, texts stay where they are. */
void vocab_set_row(struct vocab *vocab, size_t row, const struct vocab_cell *cells);

/* How 997 in SCI0's games ends lists: unused names share one place. */
bool vocab_is_shared_by_habit(const struct vocab *vocab, size_t row);

/* The resource of a kind, without the header of a patch file. */
enum exh_status vocab_read(struct exh_bytes in, enum exh_sci0_vocab_kind kind,
			   struct exh_arena *arena, struct vocab *out,
			   struct exh_notes *notes, struct exh_error *err);

/* Appends the resource, with its rest; bytes are not asked. */
enum exh_status vocab_write(const struct vocab *vocab, struct exh_writer *out,
			    struct exh_error *err);

/* Are the words in order of their bytes? */
bool vocab_is_sorted(const struct vocab *vocab);
/* Words of the same text stay in their order. */
void vocab_sort(struct vocab *vocab);

/* The end and the rest as Sierra's own have it, and layouts as in SCI0. */
void vocab_set_conventions(struct vocab *vocab);

/* The number that a kind has in SCI0's games. */
int vocab_usual_number(enum exh_sci0_vocab_kind kind);

/* "sci0", "sci01"; of kernel functions "counted", "zeros"; NULL for kinds of one layout.
 */
const char *vocab_layout_name(const struct vocab *vocab);
/* False for a name that is none of this kind's. */
bool vocab_set_layout(struct vocab *vocab, const char *name);

/* The name of the index-th bit that is set in a class; NULL after the last one. */
const char *vocab_class_name(uint32_t class_mask, size_t index);

/* All of them, "noun, verb"; "-" if there are none. */
void vocab_put_class(uint32_t class_mask, struct exh_writer *out);

/* A record of the grammar for people: VP = ROOT CVERB, DOBJ NP. */
void vocab_put_rule(const struct exh_sci0_rule *rule, struct exh_writer *out);

#endif
