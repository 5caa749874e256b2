/* Recognises the kind of a vocabulary, for the table of formats. */
#ifndef EXH_SCI_VOCAB_KIND_H
#define EXH_SCI_VOCAB_KIND_H

#include "exhume/sci_names.h"

/* Do the bytes make sense as this kind? Properties and synonyms never do: they are only
 * numbers. */
bool exh_sci_vocab_is(struct exh_bytes in, enum exh_sci_vocab_kind kind);

#endif
