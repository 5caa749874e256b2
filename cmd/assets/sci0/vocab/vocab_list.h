/* Vocabularies written as JSON and as tables, and read back. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_LIST_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_LIST_H

#include "assets/sci0/text/text_encoding.h"
#include "vocab.h"
#include "vocab_utf8.h"

#include <jansson.h>

/* {"kind", "number", ...}: all that it takes to make the same bytes again. */
json_t *vocab_to_json(const struct vocab *vocab, struct vocab_writing *w);

/* Adds "class_names" or the like for a class. */
void vocab_add_class(json_t *object, const char *key, uint32_t class_mask);

/* A line of column names, and one a row. Control characters and backslashes of texts are
 * \t, \n, \r, \\, \xNN. */
void vocab_to_table(const struct vocab *vocab, struct vocab_writing *w,
		    struct exh_writer *out);

/* The first line alone, and a row of words. */
void vocab_put_header(enum exh_sci0_vocab_kind kind, struct exh_writer *out);
void vocab_put_row(enum exh_sci0_vocab_kind kind, const struct vocab_cell *cells,
		   struct vocab_writing *w, struct exh_writer *out);

/*
 * Reading back.
 */

struct vocab_list {
	struct exh_arena arena;
	json_t *root; /* of JSON: holds names */
	struct vocab *items;
	size_t count;
};

struct vocab_reading {
	const char *encoding; /* NULL: as the JSON says, else cp437 */
	const char *layout;   /* of tables; NULL: SCI0's */
	enum exh_sci0_vocab_kind
		kind; /* of tables without a line of column names, and
			 of JSON without "kind"; or EXH_SCI0_VOCAB_KINDS */
};

/* JSON if it begins with a brace, else tables. Errors name line and column, or the key.
 * Free it either way. */
enum exh_status vocab_list_read(struct exh_bytes text, const struct vocab_reading *how,
				struct vocab_list *out, struct exh_error *err);
void vocab_list_free(struct vocab_list *list);

/* For vocab_list_read. */
enum exh_status vocab_list_read_json(struct exh_bytes text,
				     const struct vocab_reading *how,
				     struct vocab_list *out, struct exh_error *err);
enum exh_status vocab_list_read_tables(struct exh_bytes text,
				       const struct vocab_reading *how,
				       struct vocab_list *out, struct exh_error *err);

/* The resource's bytes: what it was, if nothing is changed. Words are sorted unless asked
 * not to. */
enum exh_status vocab_list_write(struct vocab *vocab, bool keep_order,
				 struct exh_writer *out, struct exh_error *err);

#endif
