#include "exhume/advanced/sci_usage.h"

#include "../base/name.h"
#include "exhume/sci.h"
#include "exhume/advanced/sci_script.h"
#include "basics.h"

enum { SCRIPT_MEMORY = 1 << 26 /* bytes, for the lists of a script */ };

enum exh_status exh_sci_usage_start(struct exh_sci_lexicon *lexicon,
				    struct exh_arena *arena, struct exh_error *err)
{
	const size_t count = lexicon->words->count;

	lexicon->uses = exh_alloc(arena, count + 1, sizeof *lexicon->uses);
	if (!lexicon->uses)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"counts of %zu words need more than %zu bytes of memory",
				count, arena->limit);
	return EXH_OK;
}

static bool is_letter(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_of_word(uint8_t c)
{
	return is_letter(c) || is_digit(c) || c >= 0x80;
}

/* Past %s, %5d and their like. */
static size_t skip_conversion(struct exh_bytes in, size_t pos)
{
	pos++;
	while (pos < in.size && (in.data[pos] == '-' || is_digit(in.data[pos])))
		pos++;
	return pos < in.size && is_letter(in.data[pos]) ? pos + 1 : pos;
}

static size_t skip_word(struct exh_bytes in, size_t pos)
{
	while (pos < in.size && is_of_word(in.data[pos]))
		pos++;
	return pos;
}

/* Counts a word and returns its end: where a longer word ends, too, which no vocabulary
 * has. */
static size_t count_word(struct exh_sci_lexicon *lexicon, struct exh_bytes in,
			 size_t first)
{
	const size_t end = skip_word(in, first), size = end - first;
	const struct exh_sci_word *word;
	uint8_t lower[EXH_SCI_WORD_SIZE];

	if (size > sizeof lower)
		return end;
	for (size_t i = 0; i < size; i++)
		lower[i] = lower_case((char)in.data[first + i]);
	word = exh_sci_lexicon_find(lexicon, (struct exh_bytes){ lower, size, 0 });
	if (word)
		lexicon->uses[word - lexicon->words->items]++;
	return end;
}

void exh_sci_usage_add(struct exh_sci_lexicon *lexicon, struct exh_bytes texts)
{
	size_t pos = 0;

	while (lexicon->uses && pos < texts.size) {
		const uint8_t c = texts.data[pos];

		if (c == '%') {
			pos = skip_conversion(texts, pos);
		} else if (!is_of_word(c)) {
			pos++;
		} else {
			pos = count_word(lexicon, texts, pos);
			if (pos < texts.size && texts.data[pos] == '\'')
				pos = skip_word(texts, pos + 1);
		}
	}
}

static void add_script(struct exh_sci_lexicon *lexicon, struct exh_bytes resource)
{
	struct exh_arena arena = { .limit = SCRIPT_MEMORY };
	struct exh_sci_script script;

	if (!exh_sci_script_read(resource, &arena, &script, NULL, NULL))
		for (size_t i = 0; i < script.section_count; i++)
			if (script.sections[i].type == EXH_SCI_SECTION_STRINGS)
				exh_sci_usage_add(lexicon, script.sections[i].data);
	exh_arena_free(&arena);
}

void exh_sci_usage_add_resource(struct exh_sci_lexicon *lexicon, unsigned type,
				struct exh_bytes resource)
{
	if (type == EXH_SCI_TEXT)
		exh_sci_usage_add(lexicon, resource);
	else if (type == EXH_SCI_SCRIPT)
		add_script(lexicon, resource);
}
