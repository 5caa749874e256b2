/* Sentences that were parsed, as text: trees, tables, drawings, and why some are none. */
#ifndef CMD_ASSETS_SCI0_PARSE_SENTENCE_PRINT_H
#define CMD_ASSETS_SCI0_PARSE_SENTENCE_PRINT_H

#include <exhume/sci0_parser.h>
#include <jansson.h>

/* "ok", "syntax", "unknown", "empty". */
const char *sentence_status_name(enum exh_sci0_sentence_status status);

/* A row of: sentence status unknown tokens tree. */
void sentence_put_row(const struct exh_sci0_sentence *sentence, struct exh_bytes line,
		      struct exh_writer *out);

/* The words, a line each, with what they are; and the records of the derivation. */
void sentence_put_words(const struct exh_sci0_sentence *sentence, struct exh_writer *out);

/* The tree drawn with lines, its root first. */
void sentence_draw(const struct exh_sci0_sentence *sentence, struct exh_writer *out);

/* The same for Graphviz; number is its place among the graphs. */
void sentence_put_dot(const struct exh_sci0_sentence *sentence, struct exh_bytes line,
		      size_t number, struct exh_writer *out);

/* The records of a derivation: "1 34 48". */
void sentence_put_rules(const struct exh_sci0_sentence *sentence, struct exh_writer *out);

/* Why it was rejected, in words; nothing if it was not. */
void sentence_explain(const struct exh_sci0_sentence *sentence,
		      const struct exh_sci0_lexicon *lexicon, struct exh_writer *out);

/* Line as text, status, tokens, tree, why not. */
json_t *sentence_to_json(const struct exh_sci0_sentence *sentence,
			 const struct exh_sci0_lexicon *lexicon, struct exh_bytes line);

/* The records and the tree of a derivation. */
json_t *sentence_derivation_to_json(const struct exh_sci0_sentence *sentence);

/* Bytes as UTF-8: what is none of it becomes U+FFFD. */
json_t *sentence_text_to_json(struct exh_bytes text);
/* Code page 437. */
json_t *sentence_cp437_to_json(struct exh_bytes text);

#endif
