#include "vocab.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CLASS_MOST = 0xfff, U16_MOST = 0xffff };

#define CELL(item, member) offsetof(struct exh_sci_##item, member)

static const struct vocab_column word_columns[] = {
	{ "word", CELL_TEXT, 0, CELL(word, text) },
	{ "class", CELL_CLASS, CLASS_MOST, CELL(word, class_mask) },
	{ "group", CELL_HEX, CLASS_MOST, CELL(word, group) },
};

static const struct vocab_column suffix_columns[] = {
	{ "output_suffix", CELL_PATTERN, 0, CELL(suffix, typed) },
	{ "first_class", CELL_CLASS, U16_MOST, CELL(suffix, output_class) },
	{ "input_suffix", CELL_PATTERN, 0, CELL(suffix, root) },
	{ "second_class", CELL_CLASS, U16_MOST, CELL(suffix, input_class) },
};

static const struct vocab_column rule_columns[] = {
	{ "id", CELL_NUMBER, U16_MOST, CELL(rule, symbol) },
	{ "d0", CELL_NUMBER, U16_MOST, CELL(rule, pairs[0].tag) },
	{ "d1", CELL_NUMBER, U16_MOST, CELL(rule, pairs[0].symbol) },
	{ "d2", CELL_NUMBER, U16_MOST, CELL(rule, pairs[1].tag) },
	{ "d3", CELL_NUMBER, U16_MOST, CELL(rule, pairs[1].symbol) },
	{ "d4", CELL_NUMBER, U16_MOST, CELL(rule, pairs[2].tag) },
	{ "d5", CELL_NUMBER, U16_MOST, CELL(rule, pairs[2].symbol) },
	{ "d6", CELL_NUMBER, U16_MOST, CELL(rule, pairs[3].tag) },
	{ "d7", CELL_NUMBER, U16_MOST, CELL(rule, pairs[3].symbol) },
	{ "d8", CELL_NUMBER, U16_MOST, CELL(rule, last) },
};

static const struct vocab_column synonym_columns[] = {
	{ "group", CELL_HEX, U16_MOST, CELL(synonym, replaced) },
	{ "replacement", CELL_HEX, U16_MOST, CELL(synonym, replacement) },
};

static const struct vocab_column property_columns[] = {
	{ "number", CELL_PLACE, U16_MOST, 0 },
	{ "index", CELL_NUMBER, U16_MOST, 0 },
};

static const struct vocab_column help_columns[] = {
	{ "number", CELL_PLACE, U16_MOST, 0 },
	{ "text", CELL_TEXT, 0, CELL(name, text) },
};

static const struct vocab_column class_columns[] = {
	{ "number", CELL_PLACE, U16_MOST, 0 },
	{ "script", CELL_NUMBER, U16_MOST, CELL(class, script) },
	{ "first", CELL_NUMBER, U16_MOST, CELL(class, first) },
};

static const struct vocab_column name_columns[] = {
	{ "number", CELL_PLACE, U16_MOST, 0 },
	{ "name", CELL_TEXT, 0, CELL(name, text) },
};

static const struct vocab_column opcode_columns[] = {
	{ "number", CELL_PLACE, U16_MOST, 0 },
	{ "type", CELL_NUMBER, U16_MOST, CELL(name, type) },
	{ "name", CELL_TEXT, 0, CELL(name, text) },
};

#define COLUMNS(list)                               \
	{                                           \
		list, sizeof(list) / sizeof *(list) \
	}
#define LIST(list, items) \
	offsetof(struct vocab, list.items), offsetof(struct vocab, list.count)
#define NAMES(columns, number)                                                        \
	{                                                                             \
		COLUMNS(columns), LIST(names, items), sizeof(struct exh_sci_name), 1, \
			number                                                        \
	}

/* A kind's columns, and the list in struct vocab that has its rows. */
static const struct kind {
	struct vocab_columns columns;
	size_t items, count;	/* where the list's pointer and size are */
	size_t row_size, parts; /* of count, a row */
	int usual_number;
} kinds[EXH_SCI_VOCAB_KINDS] = {
	[EXH_SCI_VOCAB_WORDS] = { COLUMNS(word_columns), LIST(words, items),
				  sizeof(struct exh_sci_word), 1, 0 },
	[EXH_SCI_VOCAB_SUFFIXES] = { COLUMNS(suffix_columns), LIST(suffixes, items),
				     sizeof(struct exh_sci_suffix), 1, 901 },
	[EXH_SCI_VOCAB_GRAMMAR] = { COLUMNS(rule_columns), LIST(grammar, rules),
				    sizeof(struct exh_sci_rule), 1, 900 },
	[EXH_SCI_VOCAB_SYNONYMS] = { COLUMNS(synonym_columns), LIST(numbers, items),
				     sizeof(struct exh_sci_synonym), 2, 902 },
	[EXH_SCI_VOCAB_PROPERTIES] = { COLUMNS(property_columns), LIST(numbers, items),
				       sizeof(uint16_t), 1, 994 },
	[EXH_SCI_VOCAB_HELP] = NAMES(help_columns, 995),
	[EXH_SCI_VOCAB_CLASSES] = { COLUMNS(class_columns), LIST(classes, items),
				    sizeof(struct exh_sci_class), 1, 996 },
	[EXH_SCI_VOCAB_SELECTORS] = NAMES(name_columns, 997),
	[EXH_SCI_VOCAB_OPCODES] = NAMES(opcode_columns, 998),
	[EXH_SCI_VOCAB_KERNEL] = NAMES(name_columns, 999),
};

const struct vocab_columns *vocab_columns(enum exh_sci_vocab_kind kind)
{
	return &kinds[kind].columns;
}

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

void vocab_row(const struct vocab *vocab, size_t row, struct exh_arena *arena,
	       struct vocab_cell *cells)
{
	const struct vocab_columns *columns = vocab_columns(vocab->kind);

	for (size_t i = 0; i < columns->count; i++) {
		const uint8_t *from = row_of(vocab, row) + columns->items[i].offset;
		struct exh_sci_pattern pattern;
		uint16_t number;

		switch (columns->items[i].kind) {
		case CELL_TEXT:
			memcpy(&cells[i].text, from, sizeof cells[i].text);
			break;
		case CELL_PATTERN:
			memcpy(&pattern, from, sizeof pattern);
			cells[i].text = join_pattern(&pattern, arena);
			break;
		case CELL_PLACE:
			cells[i].number = (uint32_t)row;
			break;
		default:
			memcpy(&number, from, sizeof number);
			cells[i].number = number;
			break;
		}
	}
}

static void count_pairs(struct exh_sci_rule *rule)
{
	while (rule->pair_count < EXH_SCI_RULE_PAIRS &&
	       (rule->pairs[rule->pair_count].tag ||
		rule->pairs[rule->pair_count].symbol))
		rule->pair_count++;
}

void vocab_set_row(struct vocab *vocab, size_t row, const struct vocab_cell *cells)
{
	const struct vocab_columns *columns = vocab_columns(vocab->kind);

	memset(row_of(vocab, row), 0, kinds[vocab->kind].row_size);
	for (size_t i = 0; i < columns->count; i++) {
		uint8_t *to = row_of(vocab, row) + columns->items[i].offset;
		const struct exh_sci_pattern pattern = split_pattern(cells[i].text);
		const uint16_t number = (uint16_t)cells[i].number;

		if (columns->items[i].kind == CELL_TEXT)
			memcpy(to, &cells[i].text, sizeof cells[i].text);
		else if (columns->items[i].kind == CELL_PATTERN)
			memcpy(to, &pattern, sizeof pattern);
		else if (columns->items[i].kind != CELL_PLACE)
			memcpy(to, &number, sizeof number);
	}
	if (vocab->kind == EXH_SCI_VOCAB_GRAMMAR)
		count_pairs(&vocab->grammar.rules[row]);
	if (vocab->kind == EXH_SCI_VOCAB_SELECTORS)
		vocab->names.items[row].is_shared = vocab_is_shared_by_habit(vocab, row);
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

/* Of the same text: by place, which lies in base meanwhile. */
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

/* Only the member of its kind was read; the others are zeros. */
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
