/* Vocabularies. */
#ifndef CMD_ASSETS_SCI_VOCAB_VOCAB_H
#define CMD_ASSETS_SCI_VOCAB_VOCAB_H

#include "task/fields.h"
#include "assets/sci/sci.h"
#include "assets/sci/text/text.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/advanced/sci_names.h>
#include <exhume/sci_parser.h>

/*
 * A vocabulary of any kind in memory, as rows of cells: shared by the tables, JSON and
 * vocab-pack.
 */

enum {
	VOCAB_NO_NUMBER = -1,
	VOCAB_SIZE_LIMIT = 1 << 20, /* bytes; resources have at most 65535 */
	VOCAB_ARENA_LIMIT = 1 << 29,
};

/* Names as in exh_sci_vocab_kind_name, for options; "any" at the end stands for no
 * kind. */
extern const char *const vocab_kind_names[], *const vocab_kind_choices[];

struct vocab {
	enum exh_sci_vocab_kind kind;
	/* Number of the resource, or VOCAB_NO_NUMBER */
	int number;
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_grammar grammar;
	struct exh_sci_names names;	/* help, selectors, opcodes, kernel */
	struct exh_sci_numbers numbers; /* synonyms (two a row), properties */
	struct exh_sci_classes classes;
	struct exh_bytes rest; /* bytes after the used ones */
	/* All bytes that it was read from. For a list: the original bytes stored in
	 * it, if writing it unchanged would give others */
	struct exh_bytes bytes;
	/* Words are not sorted, and stay so */
	bool keeps_order;
};

/* A row of any kind: an item of the lists above, and its fields in JSON and tables. */
struct vocab_row {
	bool has_number;
	uint32_t number; /* index of the item */
	/* Texts of a word or name, or both patterns of a suffix rule, with a *: in the
	 * game's encoding, and converted for the fields. */
	struct exh_bytes bytes[2];
	const char *texts[2];
	const char *rule; /* rule of the grammar, in readable form */
	bool has_shared;
	union {
		struct exh_sci_word word;
		struct exh_sci_suffix suffix;
		struct exh_sci_rule rule;
		struct exh_sci_synonym synonym;
		uint16_t index;
		struct exh_sci_class class;
		struct exh_sci_name name;
	} item;
};

/* Fields of the rows of each kind. */
extern const struct fields vocab_tables[EXH_SCI_VOCAB_KINDS];

size_t vocab_row_count(const struct vocab *vocab);

/* Returns a row without texts. Patterns are in arena, which has room for them. */
struct vocab_row vocab_row(const struct vocab *vocab, size_t i, struct exh_arena *arena);

/* Makes room for count rows, to be set. */
enum exh_status vocab_reserve(struct vocab *vocab, size_t count, struct exh_arena *arena,
			      struct exh_error *err);

/* Sets a row from its bytes and item, which is filled; bytes are borrowed. */
void vocab_set_row(struct vocab *vocab, size_t i, struct vocab_row *row);

/* True if a name's place is shared as in 997 of SCI0's games: unused names at the end
 * of the list share one. */
bool vocab_is_shared_by_habit(const struct vocab *vocab, size_t row);

/* Reads the resource of a kind, without the header of a patch file. */
enum exh_status vocab_read(struct exh_bytes in, enum exh_sci_vocab_kind kind,
			   struct exh_arena *arena, struct vocab *out,
			   struct exh_notes *notes, struct exh_error *err);

/* Appends the resource, with its rest; bytes is ignored. */
enum exh_status vocab_write(const struct vocab *vocab, struct exh_writer *out,
			    struct exh_error *err);

/* True if the words are sorted by their bytes. */
bool vocab_is_sorted(const struct vocab *vocab);
/* Sorts words; words with the same text keep their order. */
void vocab_sort(struct vocab *vocab);

/* Sets the end and the rest as in Sierra's resources, and layouts as in SCI0. */
void vocab_set_conventions(struct vocab *vocab);

/* Returns the number of a kind in SCI0's games. */
int vocab_usual_number(enum exh_sci_vocab_kind kind);

/* Returns "sci0", "sci01"; for kernel functions "counted", "zeros"; NULL for kinds of
 * one layout. */
const char *vocab_layout_name(const struct vocab *vocab);
/* False for an unknown name, or another kind's. */
bool vocab_set_layout(struct vocab *vocab, const char *name);

/* Names by bit. */
extern const char *const vocab_class_names[];

/* Appends all classes, "noun, verb"; "-" if there are none. */
void vocab_put_class(uint32_t class_mask, struct exh_writer *out);

/* Appends a record of the grammar in readable form: VP = ROOT CVERB, DOBJ NP. */
void vocab_put_rule(const struct exh_sci_rule *rule, struct exh_writer *out);

/*
 * Vocabularies of a game as assets: JSON and tables, which vocab-pack reads.
 */

struct sci_vocab_options {
	bool as_json, as_table; /* both by default */
};

extern const struct asset_kind sci_vocab_kind;
/* Fields that describe a vocabulary. */
extern const struct fields sci_vocab_fields;

/*
 * The vocabularies of a game, or of one file.
 */

struct vocab_source {
	struct vocab vocab;
	char *file; /* the file it was read from */
};

struct vocab_sources {
	struct exh_arena arena;
	struct sci_game game;
	bool has_game;
	struct vocab_source *items; /* sorted by number */
	size_t count, capacity;
};

/* The wanted kinds: a bit for each; 0: all. */
struct vocab_wish {
	unsigned kinds;
	bool quiet; /* missing kinds are not reported */
};

/*
 * Reads a game's folder (or RESOURCE.MAP), or a file: a patch file or a bare resource,
 * whose kind is the only wanted one, or found by its name or its bytes; "-" is standard
 * input. False if no vocabulary could be read; faults are reported. Always to be closed.
 */
bool vocab_sources_open(struct vocab_sources *sources, const char *path,
			struct vocab_wish wish, struct report *report);
void vocab_sources_close(struct vocab_sources *sources);

/* Returns the first vocabulary of a kind; NULL if there is none. */
const struct vocab *vocab_sources_find(const struct vocab_sources *sources,
				       enum exh_sci_vocab_kind kind);

/* For a file of words: adds the suffix rules in the same folder (VOCAB.901, or SCI01's
 * number), if there are any. */
void vocab_sources_add_suffixes(struct vocab_sources *sources, const char *path,
				struct report *report);

/*
 * Texts of vocabularies in UTF-8, and back.
 */

/* Conversion of texts to UTF-8; bad counts invalid bytes. */
struct vocab_writing {
	const struct text_encoding *encoding;
	struct exh_arena *arena; /* memory that has no limit */
	bool safe_cells;	 /* in tables: see text_guard_cell */
	size_t bad;
};

/* Returns the encoding of a kind's texts: selectors, classes, opcodes and kernel
 * functions have names, for which own is filled. encoding may be NULL. */
const struct text_encoding *vocab_encoding(enum exh_sci_vocab_kind kind,
					   const struct text_encoding *encoding,
					   struct text_encoding *own);

/* Returns a game's text in UTF-8; in tables control characters and backslashes are \t,
 * \n, \r, \\, \xNN. */
const char *vocab_text(struct vocab_writing *w, struct exh_bytes text, bool in_table);
/* Fills the texts of a row. */
void vocab_take_texts(struct vocab_writing *w, struct vocab_row *row, bool in_table);

/* Converts UTF-8 to the game's encoding, in arena. EXH_INVALID if it can't be
 * converted. */
enum exh_status vocab_take_text(const struct text_encoding *encoding,
				struct exh_bytes utf8, struct exh_arena *arena,
				struct exh_bytes *out, struct exh_error *err);

/*
 * Vocabularies written as JSON and as tables, and read back.
 */

/* Returns {"kind", "number", ...}: all data needed to make the same bytes again; file
 * may be NULL. */
struct json *vocab_to_json(const struct vocab *vocab, const char *file,
			   struct vocab_writing *w);

/* Appends a line of column names, and a line for each row. */
void vocab_to_table(const struct vocab *vocab, struct vocab_writing *w,
		    struct exh_writer *out);

/*
 * Reading back.
 */

struct vocab_list {
	struct exh_arena arena;
	struct vocab *items;
	size_t count;
};

struct vocab_reading {
	/* NULL: the encoding in the JSON, else cp437. */
	const struct text_encoding *encoding;
	const char *layout; /* layout of tables; NULL: SCI0's */
	/* Kind of tables without a line of column names, and of JSON without "kind";
	 * or EXH_SCI_VOCAB_KINDS */
	enum exh_sci_vocab_kind kind;
};

/* Reads JSON if the text begins with a brace, else tables. Errors have line and
 * column, or the key. To be freed in both cases. */
enum exh_status vocab_list_read(struct exh_bytes text, const struct vocab_reading *how,
				struct vocab_list *out, struct exh_error *err);
void vocab_list_free(struct vocab_list *list);

/* Used by vocab_list_read. */
enum exh_status vocab_list_read_json(struct exh_bytes text,
				     const struct vocab_reading *how,
				     struct vocab_list *out, struct exh_error *err);
enum exh_status vocab_list_read_tables(struct exh_bytes text,
				       const struct vocab_reading *how,
				       struct vocab_list *out, struct exh_error *err);

/* Appends the resource's bytes: the original bytes, if the list is unchanged. Words
 * are sorted unless keep_order. */
enum exh_status vocab_list_write(struct vocab *vocab, bool keep_order,
				 struct exh_writer *out, struct exh_error *err);

/*
 * Queries of vocab-dump about words: lookups, the words of a group, similar words.
 */

enum vocab_format { VOCAB_TEXT, VOCAB_JSON, VOCAB_TABLE };

struct vocab_queries {
	struct strings words, groups, nearest;
};

/* Results of vocab-dump: lists. */
struct vocab_result {
	struct json *vocabularies, *lookups, *groups, *nearest;
};
/* vocab_answer_fields: without vocabularies. */
extern const struct fields vocab_result_fields, vocab_answer_fields;

/* Answers the queries. words is of kind words; suffixes may be NULL. Adds to result as
 * JSON, or to out. Faults are reported for file. */
void vocab_answer(const struct vocab_queries *queries, const struct vocab *words,
		  const struct vocab *suffixes, enum vocab_format format,
		  struct vocab_writing *w, const char *file, struct exh_writer *out,
		  struct json *result, struct report *report);

/*
 * The work of exhume vocab-dump, without its command line.
 */

enum { VOCAB_DUMP_AUTO, VOCAB_DUMP_TEXT, VOCAB_DUMP_JSON, VOCAB_DUMP_TSV };

struct vocab_dump_request {
	struct common common;
	unsigned format;
	bool tsv, safe_cells;
	struct strings kinds;
	struct vocab_wish wish;
	struct vocab_queries queries;
};

bool vocab_dump_has_queries(const struct vocab_dump_request *request);

void vocab_dump_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);

bool vocab_dump_add_kind(unsigned *kinds, const char *name);

/*
 * The work of exhume vocab-pack, without its command line.
 */

struct vocab_pack_request {
	struct common common;
	unsigned kind, layout;
	struct given_integer number;
	bool keep_order, patch, bare;
};

extern const char *const vocab_pack_layout_choices[];
extern const struct fields vocab_pack_fields;

void vocab_pack_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);

/*
 * Vocabularies for people to read.
 */

/* Appends a heading, and a line for each row. */
void vocab_to_text(const struct vocab *vocab, struct vocab_writing *w,
		   struct exh_writer *out);

/* Appends "door    100  83e  noun", the texts padded to width letters. */
void vocab_put_word(const struct exh_sci_word *word, size_t width,
		    struct vocab_writing *w, struct exh_writer *out);

/* Appends a game's text in UTF-8, control characters as \xNN, padded to width letters. */
void vocab_put_text(struct exh_bytes text, size_t width, struct vocab_writing *w,
		    struct exh_writer *out);

/* Returns the length in letters of the longest text among words. */
size_t vocab_width(const struct exh_sci_word *const *words, size_t count,
		   struct vocab_writing *w);

#endif
