/*
 * Any bytes as words. Words read survive a round trip: the list is written and read
 * again, and a second writing gives the same bytes. Each word is found under its text.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_vocab.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 26, MAX_FOUND = 2000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_same(const struct exh_sci_words *a, const struct exh_sci_words *b)
{
	assert(a->layout == b->layout && a->count == b->count);
	for (size_t i = 0; i < a->count; i++) {
		const struct exh_sci_word *one = &a->items[i], *other = &b->items[i];

		assert(one->text.size == other->text.size);
		assert(!memcmp(one->text.data, other->text.data, one->text.size));
		assert(one->class_mask == other->class_mask &&
		       one->group == other->group);
	}
}

static void check_lexicon(const struct exh_sci_words *words, struct exh_arena *arena)
{
	struct exh_sci_lexicon lexicon;
	const struct exh_sci_word *near[3];

	if (exh_sci_lexicon_open(words, NULL, arena, &lexicon, NULL))
		return;
	for (size_t i = 0; i < words->count && i < MAX_FOUND; i++) {
		const struct exh_sci_word *word = &words->items[i];
		const struct exh_sci_word *found =
			exh_sci_lexicon_find(&lexicon, word->text);

		assert(found && found <= word && found->text.size == word->text.size);
		assert(exh_sci_lexicon_of_group(&lexicon, word->group)->group ==
		       word->group);
	}
	if (words->count && words->count < MAX_FOUND)
		assert(exh_sci_lexicon_nearest(&lexicon, words->items[0].text, near, 3) <=
		       3);
}

/* Only a list whose first entry is valid is recognised by its layout. */
static void check_writing(const struct exh_sci_words *words, struct exh_arena *arena)
{
	struct exh_writer out = { .limit = MEMORY }, again = { .limit = MEMORY };
	struct exh_sci_words back;

	if (exh_sci_words_write(words, &out, NULL) == EXH_OK) {
		assert(exh_sci_words_read(exh_writer_bytes(&out), arena, &back, NULL,
					  NULL) == EXH_OK);
		check_same(words, &back);
		assert(exh_sci_words_write(&back, &again, NULL) == EXH_OK);
		assert(out.size == again.size && !memcmp(out.data, again.data, out.size));
	}
	exh_writer_free(&out);
	exh_writer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_words words;
	struct exh_error err;

	if (exh_sci_words_read(in, &arena, &words, &notes, &err) == EXH_OK) {
		assert(words.used_size <= in.size);
		check_lexicon(&words, &arena);
		if (words.count && !notes.damage_count)
			check_writing(&words, &arena);
	} else {
		assert(err.text[0]);
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
