#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_vocab.h"

#include "basics.h"

#include <string.h>

enum {
	GROUP_COUNT = 4096,
	NUMBER_CLASS = EXH_SCI_CLASS_NOUN,
	NUMBER_GROUP = 0xffd,
	FURTHEST = 8, /* most letters by which a near word differs */
};

/* FNV-1a. */
static uint32_t hash(const uint8_t *text, size_t size)
{
	uint32_t sum = 0x811c9dc5;

	for (size_t i = 0; i < size; i++)
		sum = (sum ^ text[i]) * 0x01000193;
	return sum ^ sum >> 15;
}

static bool is_same(struct exh_bytes a, const uint8_t *text, size_t size)
{
	return a.size == size && (!size || !memcmp(a.data, text, size));
}

/* Slot of the word, or the free slot for it. */
static uint32_t *find_slot(const struct exh_sci_lexicon *lexicon, const uint8_t *text,
			   size_t size)
{
	const struct exh_sci_word *items = lexicon->words->items;
	size_t at = hash(text, size) & lexicon->slot_mask;

	while (lexicon->slots[at] &&
	       !is_same(items[lexicon->slots[at] - 1].text, text, size))
		at = (at + 1) & lexicon->slot_mask;
	return &lexicon->slots[at];
}

enum exh_status exh_sci_lexicon_open(const struct exh_sci_words *words,
				     const struct exh_sci_suffixes *suffixes,
				     struct exh_arena *arena, struct exh_sci_lexicon *out,
				     struct exh_error *err)
{
	size_t size = 64;

	while (size / 2 < words->count && size < SIZE_MAX / 4)
		size *= 2;
	*out = (struct exh_sci_lexicon){ .words = words,
					 .suffixes = suffixes,
					 .slot_mask = size - 1 };
	out->slots = exh_alloc(arena, size, sizeof *out->slots);
	out->first_of_group = exh_alloc(arena, GROUP_COUNT, sizeof *out->first_of_group);
	out->next_of_group =
		exh_alloc(arena, words->count + 1, sizeof *out->next_of_group);
	if (!out->slots || !out->first_of_group || !out->next_of_group ||
	    words->count >= UINT32_MAX)
		return too_many(arena, words->count, "words", EXH_NO_OFFSET, err);
	for (size_t i = 0; i < words->count; i++) {
		const struct exh_bytes text = words->items[i].text;
		uint32_t *slot = find_slot(out, text.data, text.size);

		if (!*slot)
			*slot = (uint32_t)i + 1;
	}
	/* From the last word to the first, so that each links to the next. */
	for (size_t i = words->count; i--;) {
		uint32_t *first =
			&out->first_of_group[words->items[i].group % GROUP_COUNT];

		out->next_of_group[i] = *first;
		*first = (uint32_t)i + 1;
	}
	return EXH_OK;
}

static const struct exh_sci_word *find(const struct exh_sci_lexicon *lexicon,
				       const uint8_t *text, size_t size)
{
	const uint32_t slot = *find_slot(lexicon, text, size);

	return slot ? &lexicon->words->items[slot - 1] : NULL;
}

const struct exh_sci_word *exh_sci_lexicon_find(const struct exh_sci_lexicon *lexicon,
						struct exh_bytes text)
{
	return find(lexicon, text.data, text.size);
}

const struct exh_sci_word *exh_sci_lexicon_of_group(const struct exh_sci_lexicon *lexicon,
						    unsigned group)
{
	const uint32_t slot = group < GROUP_COUNT ? lexicon->first_of_group[group] : 0;

	return slot ? &lexicon->words->items[slot - 1] : NULL;
}

const struct exh_sci_word *
exh_sci_lexicon_next_of_group(const struct exh_sci_lexicon *lexicon,
			      const struct exh_sci_word *word)
{
	const struct exh_sci_word *items = lexicon->words->items;
	const uint32_t next = lexicon->next_of_group[word - items];

	return next ? &items[next - 1] : NULL;
}

/*
 * Looking words up like the interpreter.
 */

static bool begins_with(struct exh_bytes text, struct exh_bytes prefix)
{
	return !prefix.size || !memcmp(text.data, prefix.data, prefix.size);
}

static bool ends_with(struct exh_bytes text, struct exh_bytes suffix)
{
	/* Comparing the last letter first excludes most words quickly. */
	return !suffix.size ||
	       (text.data[text.size - 1] == suffix.data[suffix.size - 1] &&
		!memcmp(text.data + (text.size - suffix.size), suffix.data, suffix.size));
}

static bool fits(const struct exh_sci_pattern *pattern, struct exh_bytes text)
{
	return text.size >= pattern->suffix.size &&
	       text.size - pattern->suffix.size >= pattern->prefix.size &&
	       ends_with(text, pattern->suffix) && begins_with(text, pattern->prefix);
}

static size_t put(uint8_t *out, size_t at, const uint8_t *text, size_t size)
{
	if (size)
		memcpy(out + at, text, size);
	return at + size;
}

size_t exh_sci_suffix_root(const struct exh_sci_suffix *rule, struct exh_bytes text,
			   uint8_t root[EXH_SCI_WORD_SIZE])
{
	const struct exh_bytes prefix = rule->root.prefix, suffix = rule->root.suffix;
	size_t stem_size, size;

	if (!fits(&rule->typed, text))
		return 0;
	stem_size = text.size - rule->typed.prefix.size - rule->typed.suffix.size;
	if (prefix.size > EXH_SCI_WORD_SIZE || suffix.size > EXH_SCI_WORD_SIZE ||
	    stem_size > EXH_SCI_WORD_SIZE ||
	    prefix.size + stem_size + suffix.size > EXH_SCI_WORD_SIZE)
		return 0;
	size = put(root, 0, prefix.data, prefix.size);
	size = put(root, size, text.data + rule->typed.prefix.size, stem_size);
	return put(root, size, suffix.data, suffix.size);
}

static bool look_up_root(const struct exh_sci_lexicon *lexicon, struct exh_bytes text,
			 struct exh_sci_lookup *out)
{
	const size_t count = lexicon->suffixes ? lexicon->suffixes->count : 0;
	uint8_t root[EXH_SCI_WORD_SIZE];

	for (size_t i = 0; i < count; i++) {
		const struct exh_sci_suffix *rule = &lexicon->suffixes->items[i];
		const size_t size = exh_sci_suffix_root(rule, text, root);
		const struct exh_sci_word *word = size ? find(lexicon, root, size) : NULL;

		if (word && word->class_mask & rule->input_class) {
			*out = (struct exh_sci_lookup){ EXH_SCI_BY_SUFFIX,
							rule->output_class, word->group,
							word, rule };
			return true;
		}
	}
	return false;
}

static bool is_number(struct exh_bytes text)
{
	size_t i = 0;

	while (i < text.size && is_digit(text.data[i]))
		i++;
	return text.size && i == text.size;
}

bool exh_sci_lexicon_look_up(const struct exh_sci_lexicon *lexicon, struct exh_bytes text,
			     struct exh_sci_lookup *out)
{
	const struct exh_sci_word *word = find(lexicon, text.data, text.size);

	if (word) {
		*out = (struct exh_sci_lookup){ EXH_SCI_BY_WORD, word->class_mask,
						word->group, word, NULL };
		return true;
	}
	if (text.size && !is_digit(text.data[0]) && look_up_root(lexicon, text, out))
		return true;
	*out = (struct exh_sci_lookup){ EXH_SCI_UNKNOWN, 0, 0, NULL, NULL };
	if (!is_number(text))
		return false;
	*out = (struct exh_sci_lookup){ EXH_SCI_BY_NUMBER, NUMBER_CLASS, NUMBER_GROUP,
					NULL, NULL };
	return true;
}

bool exh_sci_lexicon_next_step(const struct exh_sci_lexicon *lexicon,
			       struct exh_bytes text, size_t *number,
			       struct exh_sci_lookup_step *step)
{
	const struct exh_sci_suffixes *suffixes = lexicon->suffixes;

	if (!text.size || is_digit(text.data[0]))
		return false;
	while (suffixes && *number < suffixes->count) {
		step->number = (*number)++;
		step->rule = &suffixes->items[step->number];
		step->root_size = exh_sci_suffix_root(step->rule, text, step->root);
		if (!step->root_size)
			continue;
		step->word = find(lexicon, step->root, step->root_size);
		step->fits =
			step->word && step->word->class_mask & step->rule->input_class;
		return true;
	}
	return false;
}

/*
 * Nearest words.
 */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Computes the row after rows[(i - 1) % 3], up to the given distance from the diagonal.
 * Returns its least value. */
static size_t next_row(uint16_t rows[3][EXH_SCI_WORD_SIZE + 1], size_t i,
		       struct exh_bytes a, struct exh_bytes b, size_t most)
{
	const uint16_t *above = rows[(i - 1) % 3], *twice = rows[(i + 1) % 3];
	const size_t from = i > most ? i - most : 1, to = least(b.size, i + most);
	uint16_t *row = rows[i % 3];
	size_t nearest = least(i, most + 1);

	row[from - 1] = (uint16_t)nearest;
	for (size_t j = from; j <= to; j++) {
		const bool is_other = a.data[i - 1] != b.data[j - 1];
		size_t cost = least(above[j - 1] + (size_t)is_other,
				    least(above[j], row[j - 1]) + (size_t)1);

		if (is_other && i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] &&
		    a.data[i - 2] == b.data[j - 1])
			cost = least(cost, twice[j - 2] + (size_t)1);
		row[j] = (uint16_t)cost;
		nearest = least(nearest, cost);
	}
	if (to < b.size)
		row[to + 1] = (uint16_t)(most + 1);
	return nearest;
}

/* Number of letters to change, leave out, add or swap (neighbours, once) to get from a to
 * b: three rows of the table are enough. A result above most is only known to be above
 * it. */
static size_t distance(struct exh_bytes a, struct exh_bytes b, size_t most)
{
	uint16_t rows[3][EXH_SCI_WORD_SIZE + 1];

	if (a.size > b.size + most || b.size > a.size + most)
		return most + 1;
	for (size_t j = 0; j <= b.size; j++)
		rows[0][j] = (uint16_t)j;
	for (size_t i = 1; i <= a.size; i++) {
		const size_t nearest = next_row(rows, i, a, b, most);

		if (nearest > most)
			return nearest;
	}
	return rows[a.size % 3][b.size];
}

/* True if a player can type the word: typed text is in lower case. */
static bool can_be_typed(struct exh_bytes text)
{
	return is_typed_text(text) && text.size <= EXH_SCI_WORD_SIZE;
}

struct nearest {
	const struct exh_sci_word **words;
	size_t count, most;
	size_t limit; /* longest distance of interest */
	size_t at_distance[FURTHEST + 1];
};

/* When the list is full, its last word's distance is the limit. */
static void shrink_limit(struct nearest *found)
{
	while (found->count == found->most && found->limit &&
	       !found->at_distance[found->limit])
		found->limit--;
}

/* Inserts a word in order of distance. */
static void insert(struct nearest *found, const struct exh_sci_word *word, size_t away)
{
	size_t at = 0;

	for (size_t i = 0; i <= away; i++)
		at += found->at_distance[i];
	if (at >= found->most)
		return;
	if (found->count == found->most) {
		found->at_distance[found->limit]--;
		found->count--;
	}
	memmove(found->words + at + 1, found->words + at,
		(found->count - at) * sizeof(const struct exh_sci_word *));
	found->words[at] = word;
	found->count++;
	found->at_distance[away]++;
	shrink_limit(found);
}

size_t exh_sci_lexicon_nearest(const struct exh_sci_lexicon *lexicon,
			       struct exh_bytes text, const struct exh_sci_word **out,
			       size_t most)
{
	const size_t third = text.size / 3 > 2 ? text.size / 3 : 2;
	struct nearest found = { .words = out,
				 .most = most,
				 .limit = least(third, FURTHEST) };

	if (!text.size || text.size > EXH_SCI_WORD_SIZE || !most)
		return 0;
	for (size_t i = 0; i < lexicon->words->count; i++) {
		const struct exh_sci_word *word = &lexicon->words->items[i];
		const size_t size = word->text.size;
		size_t away;

		if (size > text.size + found.limit || text.size > size + found.limit ||
		    !can_be_typed(word->text))
			continue;
		away = distance(text, word->text, found.limit);
		if (away <= found.limit && away < (size > text.size ? size : text.size) &&
		    find(lexicon, word->text.data, size) == word)
			insert(&found, word, away);
	}
	return found.count;
}
