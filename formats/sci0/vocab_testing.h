/* What the tests of vocabularies share: words of texts, and those of the real games. */
#ifndef EXH_SCI0_VOCAB_TESTING_H
#define EXH_SCI0_VOCAB_TESTING_H

#include "exhume/sci0_vocab.h"

#include "../base/reader.h"
#include "../base/testing.h"

static inline struct exh_bytes text_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static inline void assert_text(struct exh_bytes found, const char *expected)
{
	assert_same_bytes(found, expected, strlen(expected));
}

static inline struct exh_sci0_word word_of(const char *text, unsigned class_mask,
					   unsigned group)
{
	return (struct exh_sci0_word){ text_of(text), (uint16_t)class_mask,
				       (uint16_t)group };
}

enum { VOCAB_TYPE = 6, MAP_ENTRY = 6, RECORD_HEADER = 8 };

/* A vocabulary out of a volume, which the map is not asked for: records lie back to back,
 * and all are stored. Skips the test if the game is not at hand. */
static inline struct exh_bytes load_vocab(const char *game, unsigned number)
{
	struct exh_bytes volume, out = { 0 };
	char name[128];

	snprintf(name, sizeof name, "sci0/%s/resource.001", game);
	volume = load_game_file(name);
	if (!volume.data)
		skip();
	for (size_t at = 0; at + RECORD_HEADER <= volume.size && !out.data;) {
		const uint8_t *p = volume.data + at;
		const size_t size = load_u16le(p + 4);

		if (load_u16le(p) == (VOCAB_TYPE << 11 | number))
			out = (struct exh_bytes){ tight_copy(p + RECORD_HEADER, size),
						  size, 0 };
		at += RECORD_HEADER + size;
	}
	assert_non_null(out.data);
	free((void *)volume.data);
	return out;
}

static const char *const game_names[] = { "companion-template", "template-redux" };

#endif
