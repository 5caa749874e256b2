#include "vocab.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CLASS_MOST = 0xfff };

#define NUMBER(name_, member, ...) \
	FIELD_AS(name_, struct vocab_row, item.member, NULL, __VA_ARGS__)
#define CLASS(name_, member, ...)                                                    \
	NUMBER(name_, member, __VA_ARGS__, .base = 16),                              \
		FIELD_OF(name_ "_names", FIELD_BITS, struct vocab_row, item.member,  \
			 NULL, "names of those classes", .names = vocab_class_names, \
			 .flags = FIELD_UNREAD | FIELD_NO_COLUMN)
#define TEXT(name_, i, meaning_) \
	FIELD_AS(name_, struct vocab_row, texts[i], NULL, meaning_)
#define PLACE                                                              \
	FIELD(struct vocab_row, number, NULL, "index in the list, from 0", \
	      .most = UINT16_MAX, FIELD_HAS(struct vocab_row, has_number))
#define SHARED                                                                           \
	FIELD_AS("shared", struct vocab_row, item.name.is_shared, NULL,                  \
		 "true if it shares the offset of an earlier equal text; only there if " \
		 "that is unusual",                                                      \
		 FIELD_HAS(struct vocab_row, has_shared), .flags = FIELD_NO_COLUMN)

static const struct field word_fields[] = {
	TEXT("word", 0, "the word"),
	CLASS("class", word.class_mask, "a bit for each class of the word",
	      .most = CLASS_MOST),
	NUMBER("group", word.group, "number of the group: its words mean the same",
	       .most = CLASS_MOST, .base = 16),
};

static const struct field suffix_fields[] = {
	TEXT("output_suffix", 0, "the typed word: * is any letters"),
	CLASS("first_class", suffix.output_class,
	      "a bit for each class that the word gets"),
	TEXT("input_suffix", 1, "the root that is looked up: * is the same letters"),
	CLASS("second_class", suffix.input_class,
	      "a bit for each class that the root must have"),
};

#define PAIR(tag_, symbol_, i)                                                   \
	NUMBER(tag_, rule.pairs[i].tag, "tag of a pair; 0 after the last pair"), \
		NUMBER(symbol_, rule.pairs[i].symbol, "symbol or class of that pair")

static const struct field rule_fields[] = {
	NUMBER("id", rule.symbol, "the symbol that the rule is for"),
	PAIR("d0", "d1", 0),
	PAIR("d2", "d3", 1),
	PAIR("d4", "d5", 2),
	PAIR("d6", "d7", 3),
	NUMBER("d8", rule.last, "the tenth word, 0 in all games"),
	FIELD(struct vocab_row, rule, NULL,
	      "the record as text, with the names of tags and symbols",
	      .flags = FIELD_UNREAD | FIELD_NO_COLUMN),
};

static const struct field synonym_fields[] = {
	NUMBER("group", synonym.replaced, "the group that is replaced", .base = 16),
	NUMBER("replacement", synonym.replacement, "the group that replaces it",
	       .base = 16),
};

static const struct field property_fields[] = {
	PLACE,
	NUMBER("index", index, "index of the property in objects"),
};

static const struct field help_fields[] = {
	PLACE,
	TEXT("text", 0, "text of the debugger's help"),
	SHARED,
};

static const struct field class_fields[] = {
	PLACE,
	NUMBER("script", class.script, "number of the script that has the class"),
	NUMBER("first", class.first, "the first word, 0 in all games"),
};

static const struct field name_fields[] = {
	PLACE,
	TEXT("name", 0, "name of the selector or function"),
	SHARED,
};

static const struct field opcode_fields[] = {
	PLACE,
	NUMBER("type", name.type, "type of the opcode's operands"),
	TEXT("name", 0, "name of the opcode"),
	SHARED,
};

const struct fields vocab_tables[EXH_SCI_VOCAB_KINDS] = {
	[EXH_SCI_VOCAB_WORDS] = FIELDS("word", struct vocab_row, word_fields),
	[EXH_SCI_VOCAB_SUFFIXES] = FIELDS("suffix", struct vocab_row, suffix_fields),
	[EXH_SCI_VOCAB_GRAMMAR] = FIELDS("rule", struct vocab_row, rule_fields),
	[EXH_SCI_VOCAB_SYNONYMS] = FIELDS("synonym", struct vocab_row, synonym_fields),
	[EXH_SCI_VOCAB_PROPERTIES] =
		FIELDS("property", struct vocab_row, property_fields),
	[EXH_SCI_VOCAB_HELP] = FIELDS("help_text", struct vocab_row, help_fields),
	[EXH_SCI_VOCAB_CLASSES] = FIELDS("class", struct vocab_row, class_fields),
	[EXH_SCI_VOCAB_SELECTORS] = FIELDS("selector", struct vocab_row, name_fields),
	[EXH_SCI_VOCAB_OPCODES] = FIELDS("opcode", struct vocab_row, opcode_fields),
	[EXH_SCI_VOCAB_KERNEL] = FIELDS("kernel_function", struct vocab_row, name_fields),
};

#define LIST(list, items) \
	offsetof(struct vocab, list.items), offsetof(struct vocab, list.count)
#define NAMES(number)                                                      \
	{                                                                  \
		LIST(names, items), sizeof(struct exh_sci_name), 1, number \
	}

/* The list in struct vocab that has a kind's rows. */
static const struct kind {
	/* Offsets of the list's pointer and size */
	size_t items, count;
	/* parts: units of count in a row */
	size_t row_size, parts;
	int usual_number;
} kinds[EXH_SCI_VOCAB_KINDS] = {
	[EXH_SCI_VOCAB_WORDS] = { LIST(words, items), sizeof(struct exh_sci_word), 1, 0 },
	[EXH_SCI_VOCAB_SUFFIXES] = { LIST(suffixes, items), sizeof(struct exh_sci_suffix),
				     1, 901 },
	[EXH_SCI_VOCAB_GRAMMAR] = { LIST(grammar, rules), sizeof(struct exh_sci_rule), 1,
				    900 },
	[EXH_SCI_VOCAB_SYNONYMS] = { LIST(numbers, items), sizeof(struct exh_sci_synonym),
				     2, 902 },
	[EXH_SCI_VOCAB_PROPERTIES] = { LIST(numbers, items), sizeof(uint16_t), 1, 994 },
	[EXH_SCI_VOCAB_HELP] = NAMES(995),
	[EXH_SCI_VOCAB_CLASSES] = { LIST(classes, items), sizeof(struct exh_sci_class), 1,
				    996 },
	[EXH_SCI_VOCAB_SELECTORS] = NAMES(997),
	[EXH_SCI_VOCAB_OPCODES] = NAMES(998),
	[EXH_SCI_VOCAB_KERNEL] = NAMES(999),
};

int vocab_usual_number(enum exh_sci_vocab_kind kind)
{
	return kinds[kind].usual_number;
}

/*
 * Rows.
 */

size_t vocab_row_count(const struct vocab *vocab)
{
	const struct kind *kind = &kinds[vocab->kind];
	size_t count;

	memcpy(&count, (const char *)vocab + kind->count, sizeof count);
	return count / kind->parts;
}

static uint8_t *row_of(const struct vocab *vocab, size_t row)
{
	const struct kind *kind = &kinds[vocab->kind];
	uint8_t *items;

	memcpy((void *)&items, (const char *)vocab + kind->items, sizeof items);
	return items + row * kind->row_size;
}

enum exh_status vocab_reserve(struct vocab *vocab, size_t count, struct exh_arena *arena,
			      struct exh_error *err)
{
	const struct kind *kind = &kinds[vocab->kind];
	const void *items = mem_arena_try(arena, count, kind->row_size, err);

	count *= kind->parts;
	memcpy((char *)vocab + kind->items, (const void *)&items, sizeof items);
	memcpy((char *)vocab + kind->count, &count, sizeof count);
	return items ? EXH_OK : EXH_NO_MEMORY;
}

static struct exh_bytes join_pattern(const struct exh_sci_pattern *pattern,
				     struct exh_arena *arena)
{
	const size_t size = pattern->prefix.size + 1 + pattern->suffix.size;
	uint8_t *text = mem_arena(arena, size, 1);

	if (pattern->prefix.size)
		memcpy(text, pattern->prefix.data, pattern->prefix.size);
	text[pattern->prefix.size] = '*';
	if (pattern->suffix.size)
		memcpy(text + pattern->prefix.size + 1, pattern->suffix.data,
		       pattern->suffix.size);
	return (struct exh_bytes){ text, size, 0 };
}

static struct exh_sci_pattern split_pattern(struct exh_bytes text)
{
	const uint8_t *star = text.size ? memchr(text.data, '*', text.size) : NULL;
	const size_t at = star ? (size_t)(star - text.data) : text.size;
	const size_t after = star ? at + 1 : at;

	return (struct exh_sci_pattern){
		{ text.data, at, text.base },
		{ text.data + after, text.size - after, text.base + after },
	};
}

static bool has_names(const struct vocab *vocab)
{
	return vocab->kind == EXH_SCI_VOCAB_HELP ||
	       vocab->kind >= EXH_SCI_VOCAB_SELECTORS;
}

struct vocab_row vocab_row(const struct vocab *vocab, size_t i, struct exh_arena *arena)
{
	struct vocab_row row = { .has_number = true, .number = (uint32_t)i };

	memcpy(&row.item, row_of(vocab, i), kinds[vocab->kind].row_size);
	if (vocab->kind == EXH_SCI_VOCAB_WORDS) {
		row.bytes[0] = row.item.word.text;
	} else if (vocab->kind == EXH_SCI_VOCAB_SUFFIXES) {
		row.bytes[0] = join_pattern(&row.item.suffix.typed, arena);
		row.bytes[1] = join_pattern(&row.item.suffix.root, arena);
	} else if (has_names(vocab)) {
		row.bytes[0] = row.item.name.text;
		row.has_shared =
			row.item.name.is_shared != vocab_is_shared_by_habit(vocab, i);
	}
	return row;
}

static void count_pairs(struct exh_sci_rule *rule)
{
	while (rule->pair_count < EXH_SCI_RULE_PAIRS &&
	       (rule->pairs[rule->pair_count].tag ||
		rule->pairs[rule->pair_count].symbol))
		rule->pair_count++;
}

void vocab_set_row(struct vocab *vocab, size_t i, struct vocab_row *row)
{
	if (vocab->kind == EXH_SCI_VOCAB_WORDS) {
		row->item.word.text = row->bytes[0];
	} else if (vocab->kind == EXH_SCI_VOCAB_SUFFIXES) {
		row->item.suffix.typed = split_pattern(row->bytes[0]);
		row->item.suffix.root = split_pattern(row->bytes[1]);
	} else if (vocab->kind == EXH_SCI_VOCAB_GRAMMAR) {
		count_pairs(&row->item.rule);
	} else if (has_names(vocab)) {
		row->item.name.text = row->bytes[0];
	}
	memcpy(row_of(vocab, i), &row->item, kinds[vocab->kind].row_size);
	if (has_names(vocab) && !row->has_shared)
		vocab->names.items[i].is_shared = vocab_is_shared_by_habit(vocab, i);
}

static bool is_bad_selector(const struct exh_sci_name *name)
{
	static const char text[] = "BAD SELECTOR";

	return name->text.size == sizeof text - 1 &&
	       !memcmp(name->text.data, text, sizeof text - 1);
}

bool vocab_is_shared_by_habit(const struct vocab *vocab, size_t row)
{
	if (vocab->kind != EXH_SCI_VOCAB_SELECTORS ||
	    !is_bad_selector(&vocab->names.items[row]))
		return false;
	for (size_t i = 0; i < row; i++)
		if (is_bad_selector(&vocab->names.items[i]))
			return true;
	return false;
}

/*
 * Layouts, order, ends.
 */

static const char *const words_layouts[] = { "sci0", "sci01", NULL };
static const char *const names_layouts[] = { "counted", "max_index", "typed", "zeros",
					     NULL };

const char *vocab_layout_name(const struct vocab *vocab)
{
	if (vocab->kind == EXH_SCI_VOCAB_WORDS)
		return words_layouts[vocab->words.layout];
	if (vocab->kind == EXH_SCI_VOCAB_KERNEL)
		return names_layouts[vocab->names.layout];
	return NULL;
}

bool vocab_set_layout(struct vocab *vocab, const char *name)
{
	const bool is_words = vocab->kind == EXH_SCI_VOCAB_WORDS;
	const char *const *layouts = is_words ? words_layouts : names_layouts;

	for (unsigned i = 0; layouts[i]; i++) {
		if (strcmp(layouts[i], name) != 0)
			continue;
		if (is_words)
			vocab->words.layout = (enum exh_sci_words_layout)i;
		else if (vocab->kind == EXH_SCI_VOCAB_KERNEL &&
			 (i == EXH_SCI_NAMES_COUNTED || i == EXH_SCI_NAMES_ZEROS))
			vocab->names.layout = (enum exh_sci_names_layout)i;
		else
			return false;
		return true;
	}
	return false;
}

static enum exh_sci_names_layout usual_layout(enum exh_sci_vocab_kind kind)
{
	return kind == EXH_SCI_VOCAB_SELECTORS ? EXH_SCI_NAMES_MAX_INDEX
	       : kind == EXH_SCI_VOCAB_OPCODES ? EXH_SCI_NAMES_TYPED
					       : EXH_SCI_NAMES_COUNTED;
}

void vocab_set_conventions(struct vocab *vocab)
{
	static const uint8_t dos_end[] = { 0x1a };
	static const uint8_t padding[] = { 0xff, 0xff, 0xff, 0xff, 0xff,
					   0xff, 0xff, 0xff, 0xff, 0xff };

	vocab->suffixes.is_ended = true;
	vocab->grammar.is_ended = true;
	vocab->numbers.is_ended = vocab->kind == EXH_SCI_VOCAB_SYNONYMS;
	vocab->names.layout = usual_layout(vocab->kind);
	vocab->rest = (struct exh_bytes){ 0 };
	if (vocab->kind == EXH_SCI_VOCAB_SUFFIXES)
		vocab->rest = (struct exh_bytes){ padding, sizeof padding, 0 };
	if (vocab->kind == EXH_SCI_VOCAB_HELP || vocab->kind == EXH_SCI_VOCAB_OPCODES ||
	    vocab->kind == EXH_SCI_VOCAB_KERNEL)
		vocab->rest = (struct exh_bytes){ dos_end, sizeof dos_end, 0 };
}

static int by_text(const void *a, const void *b)
{
	const struct exh_sci_word *one = a, *other = b;

	return exh_sci_words_compare(one->text, other->text);
}

bool vocab_is_sorted(const struct vocab *vocab)
{
	for (size_t i = 1; i < vocab->words.count; i++)
		if (by_text(&vocab->words.items[i - 1], &vocab->words.items[i]) > 0)
			return false;
	return true;
}

/* Compares by text, then by index, which is stored in base meanwhile. */
static int by_text_and_place(const void *a, const void *b)
{
	const struct exh_sci_word *one = a, *other = b;
	const int order = by_text(a, b);

	if (order)
		return order;
	return one->text.base < other->text.base ? -1 : one->text.base > other->text.base;
}

void vocab_sort(struct vocab *vocab)
{
	if (vocab->kind != EXH_SCI_VOCAB_WORDS || vocab_is_sorted(vocab))
		return;
	for (size_t i = 0; i < vocab->words.count; i++)
		vocab->words.items[i].text.base = i;
	qsort(vocab->words.items, vocab->words.count, sizeof *vocab->words.items,
	      by_text_and_place);
}

/*
 * Reading and writing.
 */

static bool are_zeros(struct exh_bytes in, struct exh_arena *arena)
{
	struct exh_sci_names names;
	size_t letters = 0;

	if (exh_sci_names_read(in, EXH_SCI_NAMES_COUNTED, arena, &names, NULL, NULL) ==
	    EXH_OK)
		return false;
	while (letters < in.size && in.data[letters] > ' ' && in.data[letters] < 0x7f)
		letters++;
	return letters > 1 && letters < in.size && !in.data[letters];
}

static enum exh_status read_kind(struct exh_bytes in, struct exh_arena *arena,
				 struct vocab *out, struct exh_notes *notes,
				 struct exh_error *err)
{
	enum exh_sci_names_layout layout = usual_layout(out->kind);

	switch (out->kind) {
	case EXH_SCI_VOCAB_WORDS:
		return exh_sci_words_read(in, arena, &out->words, notes, err);
	case EXH_SCI_VOCAB_SUFFIXES:
		return exh_sci_suffixes_read(in, arena, &out->suffixes, notes, err);
	case EXH_SCI_VOCAB_GRAMMAR:
		return exh_sci_grammar_read(in, arena, &out->grammar, notes, err);
	case EXH_SCI_VOCAB_SYNONYMS:
		return exh_sci_synonyms_read(in, arena, &out->numbers, notes, err);
	case EXH_SCI_VOCAB_PROPERTIES:
		return exh_sci_numbers_read(in, arena, &out->numbers, notes, err);
	case EXH_SCI_VOCAB_CLASSES:
		return exh_sci_classes_read(in, arena, &out->classes, notes, err);
	default:
		if (out->kind == EXH_SCI_VOCAB_KERNEL && are_zeros(in, arena))
			layout = EXH_SCI_NAMES_ZEROS;
		return exh_sci_names_read(in, layout, arena, &out->names, notes, err);
	}
}

/* Returns the number of bytes read. Only the member of its kind is set; the others are
 * zeros. */
static size_t used_size(const struct vocab *vocab)
{
	return vocab->words.used_size + vocab->suffixes.used_size +
	       vocab->grammar.used_size + vocab->numbers.used_size +
	       vocab->classes.used_size + vocab->names.used_size;
}

enum exh_status vocab_read(struct exh_bytes in, enum exh_sci_vocab_kind kind,
			   struct exh_arena *arena, struct vocab *out,
			   struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	*out = (struct vocab){ .kind = kind, .number = VOCAB_NO_NUMBER };
	status = read_kind(in, arena, out, notes, err);
	out->bytes = in;
	if (!status)
		exh_bytes_slice(in, used_size(out), in.size - used_size(out), &out->rest);
	return status;
}

enum exh_status vocab_write(const struct vocab *vocab, struct exh_writer *out,
			    struct exh_error *err)
{
	enum exh_status status;

	switch (vocab->kind) {
	case EXH_SCI_VOCAB_WORDS:
		status = exh_sci_words_write(&vocab->words, out, err);
		break;
	case EXH_SCI_VOCAB_SUFFIXES:
		status = exh_sci_suffixes_write(&vocab->suffixes, out, err);
		break;
	case EXH_SCI_VOCAB_GRAMMAR:
		status = exh_sci_grammar_write(&vocab->grammar, out, err);
		break;
	case EXH_SCI_VOCAB_SYNONYMS:
	case EXH_SCI_VOCAB_PROPERTIES:
		status = exh_sci_numbers_write(&vocab->numbers, out, err);
		break;
	case EXH_SCI_VOCAB_CLASSES:
		status = exh_sci_classes_write(&vocab->classes, out, err);
		break;
	default:
		status = exh_sci_names_write(&vocab->names, out, err);
		break;
	}
	if (status)
		return status;
	exh_write_bytes(out, vocab->rest.data, vocab->rest.size);
	return out->failed ? exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				      "it needs more than %zu bytes", out->limit)
			   : EXH_OK;
}
