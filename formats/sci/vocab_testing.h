/* Shared by the tests of vocabularies: words from texts, and those of the real games. */
#ifndef EXH_SCI_VOCAB_TESTING_H
#define EXH_SCI_VOCAB_TESTING_H

#include "exhume/sci_parser.h"

#include "resource_testing.h"

static inline struct exh_bytes text_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static inline void assert_text(struct exh_bytes found, const char *expected)
{
	assert_same_bytes(found, expected, strlen(expected));
}

static inline struct exh_sci_word word_of(const char *text, unsigned class_mask,
					  unsigned group)
{
	return (struct exh_sci_word){ text_of(text), (uint16_t)class_mask,
				      (uint16_t)group };
}

/* A vocabulary from a game's volume; skips the test if the game is not available. */
static inline struct exh_bytes load_vocab(const char *game, unsigned number)
{
	return load_resource(game, EXH_SCI_VOCAB, number);
}

#endif
