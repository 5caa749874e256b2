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

static void note_run(const struct exh_sci_words *words, size_t first, size_t end,
		     struct exh_notes *notes)
{
	const size_t at = words->items[first].text.base;
	char place[PHRASE_SIZE];

	say_place(words, first, end, place);
	if (end - first == 1)
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

void exh_sci_words_note_lost(const struct exh_sci_words *words, const bool *is_damaged,
			     struct exh_notes *notes)
{
	for (size_t i = 0, end; i < words->count; i = end) {
		const bool first = is_damaged[i];

		for (end = i + 1; end < words->count && is_damaged[end] == first;)
			end++;
		if (first)
			note_run(words, i, end, notes);
	}
}
