/* Vocabularies that the mole's SCI0 games share; each appends the resource. */
#ifndef SCI_VOCAB_H
#define SCI_VOCAB_H

#include <exhume/base.h>

void sci_words(struct exh_writer *out);
void sci_suffixes(struct exh_writer *out);
void sci_grammar(struct exh_writer *out);

#endif
