/* Vocabularies for people to read. */
#ifndef CMD_ASSETS_SCI0_VOCAB_VOCAB_TEXT_H
#define CMD_ASSETS_SCI0_VOCAB_VOCAB_TEXT_H

#include "vocab_list.h"

/* A heading and a line a row. */
void vocab_to_text(const struct vocab *vocab, struct vocab_writing *w,
		   struct exh_writer *out);

/* "door    100  83e  noun", the texts padded to width letters. */
void vocab_put_word(const struct exh_sci0_word *word, size_t width,
		    struct vocab_writing *w, struct exh_writer *out);

/* The game's text in UTF-8, control characters as \xNN, padded to width letters. */
void vocab_put_text(struct exh_bytes text, size_t width, struct vocab_writing *w,
		    struct exh_writer *out);

/* Letters of the longest text among words. */
size_t vocab_width(const struct exh_sci0_word *const *words, size_t count,
		   struct vocab_writing *w);

#endif
