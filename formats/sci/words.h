/* What the parts of reading words share. */
#ifndef EXH_SCI_WORDS_H
#define EXH_SCI_WORDS_H

#include "exhume/sci_vocab.h"

/* Notes, for each run of words that are damaged, what it means for players (warnings). */
void exh_sci_words_note_lost(const struct exh_sci_words *words, const bool *is_damaged,
			     struct exh_notes *notes);

#endif
