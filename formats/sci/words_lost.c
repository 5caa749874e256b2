#include "language.h"

#include <stdio.h>
#include <string.h>

enum { PHRASE_SIZE = 2 * EXH_SCI_WORD_SIZE + 64 };

/* "between 'box' and 'dance'": where the words were, since real ones are in order. */
static void say_place(const struct exh_sci_words *words, size_t first, size_t end,
		      char out[PHRASE_SIZE])
{
	const struct exh_bytes before =
		first ? words->items[first - 1].text : (struct exh_bytes){ 0 };
	const struct exh_bytes after =
		end < words->count ? words->items[end].text : (struct exh_bytes){ 0 };
	const char *one = (const char *)before.data, *other = (const char *)after.data;

	if (first && end < words->count)
		snprintf(out, PHRASE_SIZE, "between '%.*s' and '%.*s'", (int)before.size,
			 one, (int)after.size, other);
	else if (first)
		snprintf(out, PHRASE_SIZE, "after '%.*s'", (int)before.size, one);
	else if (end < words->count)
		snprintf(out, PHRASE_SIZE, "before '%.*s'", (int)after.size, other);
	else
		snprintf(out, PHRASE_SIZE, "all of them");
}

/* Companion's mark. */
static void note_again(const struct exh_sci_words *words, size_t again,
		       const struct exh_sci_word_mark *mark, const char *place,
		       struct exh_notes *notes)
{
	const struct exh_sci_word *word = &words->items[again - 1];

	exh_note(notes, EXH_DAMAGE, words->items[again].text.base,
		 "word %zu: '%.*s' is stored twice, in groups 0x%03x and 0x%03x, as SCI "
		 "Companion does: the second has no letter, so that its class is read as "
		 "one; players can't type what was %s, the game does not know it",
		 again, (int)word->text.size, (const char *)word->text.data, word->group,
		 mark->group, place);
}

static void note_run(const struct exh_sci_words *words,
		     const struct exh_sci_word_mark *marks, size_t first, size_t end,
		     struct exh_notes *notes)
{
	const size_t at = words->items[first].text.base;
	char place[PHRASE_SIZE];

	say_place(words, first, end, place);
	if (marks[first].is_again)
		note_again(words, first, &marks[first], place, notes);
	else if (end - first == 1)
		exh_note(notes, EXH_WARNING, at,
			 "word %zu is damaged: players can't type what was %s, the game "
			 "does not know it",
			 first, place);
	else
		exh_note(notes, EXH_WARNING, at,
			 "words %zu to %zu are damaged or share letters with damaged "
			 "ones: players can't type what was %s, the game does not know "
			 "it",
			 first, end - 1, place);
}

/* Runs end before a word that is stored again: it is said by itself. */
void exh_sci_words_note_lost(const struct exh_sci_words *words,
			     const struct exh_sci_word_mark *marks,
			     struct exh_notes *notes)
{
	for (size_t i = 0, end; i < words->count; i = end) {
		const bool first = marks[i].is_damaged;

		for (end = i + 1; end < words->count && marks[end].is_damaged == first &&
				  !marks[end].is_again;)
			end++;
		if (first)
			note_run(words, marks, i, end, notes);
	}
}
