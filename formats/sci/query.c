#include "exhume/advanced/sci_query.h"

#include "../base/name.h"
#include "basics.h"

#include <string.h>

enum { GROUP_HEX_DIGITS = 3 };

/* 16 if it is none. */
static unsigned digit_value(char c)
{
	const uint8_t lower = lower_case(c);

	if (is_digit(lower))
		return lower - (unsigned)'0';
	return lower >= 'a' && lower <= 'f' ? lower - (unsigned)'a' + 10 : 16;
}

bool exh_sci_group_from_text(const char *text, unsigned *out)
{
	const bool is_prefixed = text[0] == '0' && (text[1] | 0x20) == 'x';
	const char *digits = is_prefixed ? text + 2 : text;
	const size_t size = strlen(digits);
	const bool is_decimal = !is_prefixed && size > GROUP_HEX_DIGITS &&
				strspn(digits, "0123456789") == size;
	const unsigned base = is_decimal ? 10 : 16;
	unsigned value = 0;

	if (!size)
		return false;
	for (size_t i = 0; i < size; i++) {
		const unsigned digit = digit_value(digits[i]);

		if (digit >= base)
			return false;
		value = value * base + digit;
		if (value > EXH_SCI_GROUP_MOST)
			return false;
	}
	*out = value;
	return true;
}

bool exh_sci_typed_word(struct exh_bytes text, struct exh_arena *arena,
			struct exh_bytes *out)
{
	uint8_t *data = exh_alloc(arena, text.size + 1, 1);
	size_t size = 0;

	*out = text;
	if (!data)
		return false;
	for (size_t i = 0; i < text.size; i++) {
		const uint8_t c = lower_case((char)text.data[i]);

		if (is_typed_letter(c))
			data[size++] = c;
	}
	if (size)
		*out = (struct exh_bytes){ data, size, 0 };
	return true;
}

/* Takes the steps; steps NULL: only counts them. */
static size_t take_steps(const struct exh_sci_lexicon *lexicon, struct exh_bytes word,
			 struct exh_sci_lookup_step *steps)
{
	struct exh_sci_lookup_step step;
	size_t number = 0, count = 0;

	while (exh_sci_lexicon_next_step(lexicon, word, &number, &step)) {
		if (steps)
			steps[count] = step;
		count++;
		if (step.fits)
			break;
	}
	return count;
}

bool exh_sci_lexicon_explain(const struct exh_sci_lexicon *lexicon, struct exh_bytes word,
			     struct exh_arena *arena, struct exh_sci_explained *out)
{
	*out = (struct exh_sci_explained){ .word = word };
	exh_sci_lexicon_look_up(lexicon, word, &out->found);
	if (out->found.suffix)
		out->rule = (size_t)(out->found.suffix - lexicon->suffixes->items);
	if (out->found.way == EXH_SCI_UNKNOWN)
		out->nearest_count = exh_sci_lexicon_nearest(lexicon, word, out->nearest,
							     EXH_SCI_NEAREST_MOST);
	out->tries_rules =
		out->found.way != EXH_SCI_BY_WORD && word.size && !is_digit(word.data[0]);
	if (!out->tries_rules)
		return true;
	out->step_count = take_steps(lexicon, word, NULL);
	out->steps = exh_alloc(arena, out->step_count + 1, sizeof *out->steps);
	if (!out->steps) {
		out->step_count = 0;
		return false;
	}
	take_steps(lexicon, word, out->steps);
	return true;
}

bool exh_sci_lexicon_members(const struct exh_sci_lexicon *lexicon, unsigned group,
			     struct exh_arena *arena, struct exh_sci_members *out)
{
	const struct exh_sci_words *words = lexicon->words;
	size_t count = 0;

	*out = (struct exh_sci_members){ 0 };
	for (size_t i = 0; i < words->count; i++)
		count += words->items[i].group == group;
	out->words = exh_alloc(arena, count + 1, sizeof(const struct exh_sci_word *));
	if (!out->words)
		return false;
	for (size_t i = 0; i < words->count; i++)
		if (words->items[i].group == group)
			out->words[out->count++] = &words->items[i];
	return true;
}
