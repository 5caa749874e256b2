#include "vocab.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CLASS_MOST = 0xfff, U16_MOST = 0xffff };

static const struct vocab_columns columns[EXH_SCI_VOCAB_KINDS] = {
	[EXH_SCI_VOCAB_WORDS] = { { { "word", CELL_TEXT, 0 },
				    { "class", CELL_CLASS, CLASS_MOST },
				    { "group", CELL_HEX, CLASS_MOST } },
				  3 },
	[EXH_SCI_VOCAB_SUFFIXES] = { { { "output_suffix", CELL_PATTERN, 0 },
				       { "first_class", CELL_CLASS, U16_MOST },
				       { "input_suffix", CELL_PATTERN, 0 },
				       { "second_class", CELL_CLASS, U16_MOST } },
				     4 },
	[EXH_SCI_VOCAB_GRAMMAR] = { { { "id", CELL_NUMBER, U16_MOST },
				      { "d0", CELL_NUMBER, U16_MOST },
				      { "d1", CELL_NUMBER, U16_MOST },
				      { "d2", CELL_NUMBER, U16_MOST },
				      { "d3", CELL_NUMBER, U16_MOST },
				      { "d4", CELL_NUMBER, U16_MOST },
				      { "d5", CELL_NUMBER, U16_MOST },
				      { "d6", CELL_NUMBER, U16_MOST },
				      { "d7", CELL_NUMBER, U16_MOST },
				      { "d8", CELL_NUMBER, U16_MOST } },
				    10 },
	[EXH_SCI_VOCAB_SYNONYMS] = { { { "group", CELL_HEX, U16_MOST },
				       { "replacement", CELL_HEX, U16_MOST } },
				     2 },
	[EXH_SCI_VOCAB_PROPERTIES] = { { { "number", CELL_PLACE, U16_MOST },
					 { "index", CELL_NUMBER, U16_MOST } },
				       2 },
	[EXH_SCI_VOCAB_HELP] = { { { "number", CELL_PLACE, U16_MOST },
				   { "text", CELL_TEXT, 0 } },
				 2 },
	[EXH_SCI_VOCAB_CLASSES] = { { { "number", CELL_PLACE, U16_MOST },
				      { "script", CELL_NUMBER, U16_MOST },
				      { "first", CELL_NUMBER, U16_MOST } },
				    3 },
	[EXH_SCI_VOCAB_SELECTORS] = { { { "number", CELL_PLACE, U16_MOST },
					{ "name", CELL_TEXT, 0 } },
				      2 },
	[EXH_SCI_VOCAB_OPCODES] = { { { "number", CELL_PLACE, U16_MOST },
				      { "type", CELL_NUMBER, U16_MOST },
				      { "name", CELL_TEXT, 0 } },
				    3 },
	[EXH_SCI_VOCAB_KERNEL] = { { { "number", CELL_PLACE, U16_MOST },
				     { "name", CELL_TEXT, 0 } },
				   2 },
};

const struct vocab_columns *vocab_columns(enum exh_sci_vocab_kind kind)
{
	return &columns[kind];
}

int vocab_usual_number(enum exh_sci_vocab_kind kind)
{
	static const int numbers[EXH_SCI_VOCAB_KINDS] = { 0,   901, 900, 902, 994,
							  995, 996, 997, 998, 999 };

	return numbers[kind];
}

/*
 * Rows.
 */

size_t vocab_row_count(const struct vocab *vocab)
{
	switch (vocab->kind) {
	case EXH_SCI_VOCAB_WORDS:
		return vocab->words.count;
	case EXH_SCI_VOCAB_SUFFIXES:
		return vocab->suffixes.count;
	case EXH_SCI_VOCAB_GRAMMAR:
		return vocab->grammar.count;
	case EXH_SCI_VOCAB_SYNONYMS:
		return vocab->numbers.count / 2;
	case EXH_SCI_VOCAB_PROPERTIES:
		return vocab->numbers.count;
	case EXH_SCI_VOCAB_CLASSES:
		return vocab->classes.count;
	default:
		return vocab->names.count;
	}
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

static void rule_cells(const struct exh_sci_rule *rule, struct vocab_cell *cells)
{
	cells[0].number = rule->symbol;
	for (size_t i = 0; i < EXH_SCI_RULE_PAIRS; i++) {
		cells[1 + 2 * i].number = rule->pairs[i].tag;
		cells[2 + 2 * i].number = rule->pairs[i].symbol;
	}
	cells[9].number = rule->last;
}

static void set_rule(struct exh_sci_rule *rule, const struct vocab_cell *cells)
{
	bool is_open = true;

	*rule = (struct exh_sci_rule){ .symbol = (uint16_t)cells[0].number,
				       .last = (uint16_t)cells[9].number };
	for (size_t i = 0; i < EXH_SCI_RULE_PAIRS; i++) {
		rule->pairs[i].tag = (uint16_t)cells[1 + 2 * i].number;
		rule->pairs[i].symbol = (uint16_t)cells[2 + 2 * i].number;
		is_open &= rule->pairs[i].tag || rule->pairs[i].symbol;
		rule->pair_count += is_open;
	}
}

static void suffix_cells(const struct exh_sci_suffix *rule, struct exh_arena *arena,
			 struct vocab_cell *cells)
{
	cells[0].text = join_pattern(&rule->typed, arena);
	cells[1].number = rule->output_class;
	cells[2].text = join_pattern(&rule->root, arena);
	cells[3].number = rule->input_class;
}

void vocab_row(const struct vocab *vocab, size_t row, struct exh_arena *arena,
	       struct vocab_cell *cells)
{
	cells[0].number = (uint32_t)row;
	switch (vocab->kind) {
	case EXH_SCI_VOCAB_WORDS:
		cells[0].text = vocab->words.items[row].text;
		cells[1].number = vocab->words.items[row].class_mask;
		cells[2].number = vocab->words.items[row].group;
		break;
	case EXH_SCI_VOCAB_SUFFIXES:
		suffix_cells(&vocab->suffixes.items[row], arena, cells);
		break;
	case EXH_SCI_VOCAB_GRAMMAR:
		rule_cells(&vocab->grammar.rules[row], cells);
		break;
	case EXH_SCI_VOCAB_SYNONYMS:
		cells[0].number = vocab->numbers.items[2 * row];
		cells[1].number = vocab->numbers.items[2 * row + 1];
		break;
	case EXH_SCI_VOCAB_PROPERTIES:
		cells[1].number = vocab->numbers.items[row];
		break;
	case EXH_SCI_VOCAB_CLASSES:
		cells[1].number = vocab->classes.items[row].script;
		cells[2].number = vocab->classes.items[row].first;
		break;
	case EXH_SCI_VOCAB_OPCODES:
		cells[1].number = vocab->names.items[row].type;
		cells[2].text = vocab->names.items[row].text;
		break;
	default:
		cells[1].text = vocab->names.items[row].text;
		break;
	}
}

enum exh_status vocab_reserve(struct vocab *vocab, size_t count, struct exh_arena *arena,
			      struct exh_error *err)
{
	const void *items;

	switch (vocab->kind) {
	case EXH_SCI_VOCAB_WORDS:
		vocab->words.count = count;
		items = vocab->words.items =
			mem_arena_try(arena, count, sizeof *vocab->words.items, err);
		break;
	case EXH_SCI_VOCAB_SUFFIXES:
		vocab->suffixes.count = count;
		items = vocab->suffixes.items =
			mem_arena_try(arena, count, sizeof *vocab->suffixes.items, err);
		break;
	case EXH_SCI_VOCAB_GRAMMAR:
		vocab->grammar.count = count;
		items = vocab->grammar.rules =
			mem_arena_try(arena, count, sizeof *vocab->grammar.rules, err);
		break;
	case EXH_SCI_VOCAB_SYNONYMS:
	case EXH_SCI_VOCAB_PROPERTIES:
		vocab->numbers.count =
			vocab->kind == EXH_SCI_VOCAB_SYNONYMS ? 2 * count : count;
		items = vocab->numbers.items = mem_arena_try(
			arena, vocab->numbers.count, sizeof *vocab->numbers.items, err);
		break;
	case EXH_SCI_VOCAB_CLASSES:
		vocab->classes.count = count;
		items = vocab->classes.items =
			mem_arena_try(arena, count, sizeof *vocab->classes.items, err);
		break;
	default:
		vocab->names.count = count;
		items = vocab->names.items =
			mem_arena_try(arena, count, sizeof *vocab->names.items, err);
		break;
	}
	return items ? EXH_OK : EXH_NO_MEMORY;
}

void vocab_set_row(struct vocab *vocab, size_t row, const struct vocab_cell *cells)
{
	const uint16_t second = (uint16_t)cells[1].number;

	switch (vocab->kind) {
	case EXH_SCI_VOCAB_WORDS:
		vocab->words.items[row] =
			(struct exh_sci_word){ cells[0].text, second,
					       (uint16_t)cells[2].number };
		break;
	case EXH_SCI_VOCAB_SUFFIXES:
		vocab->suffixes.items[row] =
			(struct exh_sci_suffix){ split_pattern(cells[0].text),
						 split_pattern(cells[2].text), second,
						 (uint16_t)cells[3].number };
		break;
	case EXH_SCI_VOCAB_GRAMMAR:
		set_rule(&vocab->grammar.rules[row], cells);
		break;
	case EXH_SCI_VOCAB_SYNONYMS:
		vocab->numbers.items[2 * row] = (uint16_t)cells[0].number;
		vocab->numbers.items[2 * row + 1] = second;
		break;
	case EXH_SCI_VOCAB_PROPERTIES:
		vocab->numbers.items[row] = second;
		break;
	case EXH_SCI_VOCAB_CLASSES:
		vocab->classes.items[row] =
			(struct exh_sci_class){ (uint16_t)cells[2].number, second };
		break;
	case EXH_SCI_VOCAB_OPCODES:
		vocab->names.items[row] =
			(struct exh_sci_name){ cells[2].text, second, false };
		break;
	default:
		vocab->names.items[row] =
			(struct exh_sci_name){ cells[1].text, 0, false };
		vocab->names.items[row].is_shared = vocab_is_shared_by_habit(vocab, row);
		break;
	}
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
