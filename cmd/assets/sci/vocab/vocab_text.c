#include "vocab.h"

#include "assets/sci/text/text.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

enum { MAX_WIDTH = 24 };

const struct text_encoding *vocab_encoding(enum exh_sci_vocab_kind kind,
					   const struct text_encoding *encoding,
					   struct text_encoding *own)
{
	const bool has_letters = kind == EXH_SCI_VOCAB_WORDS ||
				 kind == EXH_SCI_VOCAB_SUFFIXES ||
				 kind == EXH_SCI_VOCAB_HELP;

	if (!encoding || has_letters)
		return encoding;
	text_encoding_of_names(encoding, own);
	return own;
}

const char *vocab_text(struct vocab_writing *w, struct exh_bytes text, bool in_table)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };
	const char *kept;

	w->bad += (in_table ? text_escape_controls : text_to_utf8)(w->encoding, text,
								   &utf8);
	mem_check(&utf8);
	kept = (const char *)mem_arena_keep(w->arena, exh_writer_bytes(&utf8)).data;
	exh_writer_free(&utf8);
	return kept;
}

void vocab_take_texts(struct vocab_writing *w, struct vocab_row *row, bool in_table)
{
	for (size_t i = 0; i < 2; i++)
		row->texts[i] = vocab_text(w, row->bytes[i], in_table);
}

enum exh_status vocab_take_text(const struct text_encoding *encoding,
				struct exh_bytes utf8, struct exh_arena *arena,
				struct exh_bytes *out, struct exh_error *err)
{
	struct exh_writer text = { .limit = VOCAB_SIZE_LIMIT };
	enum exh_status status;

	*out = (struct exh_bytes){ 0 };
	if (!text_from_utf8(encoding, utf8, &text)) {
		char expected[TEXT_PHRASE_SIZE];

		text_find_foreign(encoding, utf8, expected);
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "expected %s",
				  expected);
	} else {
		status = mem_arena_copy(arena, exh_writer_bytes(&text), out, err);
	}
	exh_writer_free(&text);
	return status;
}

void vocab_put_text(struct exh_bytes text, size_t width, struct vocab_writing *w,
		    struct exh_writer *out)
{
	const size_t start = out->size;
	size_t letters;

	w->bad += text_escape_controls(w->encoding, text, out);
	letters = text_count_characters(out->data + start, out->size - start);
	for (; letters < width; letters++)
		exh_write_u8(out, ' ');
}

static size_t width_of(struct exh_bytes text, struct vocab_writing *w)
{
	struct exh_writer utf8 = { .limit = 4096 };
	size_t width;

	text_escape_controls(w->encoding, text, &utf8);
	width = text_count_characters(utf8.data, utf8.size);
	exh_writer_free(&utf8);
	return width < MAX_WIDTH ? width : MAX_WIDTH;
}

size_t vocab_width(const struct exh_sci_word *const *words, size_t count,
		   struct vocab_writing *w)
{
	size_t most = 0;

	for (size_t i = 0; i < count; i++) {
		const size_t width = width_of(words[i]->text, w);

		most = most > width ? most : width;
	}
	return most;
}

void vocab_put_word(const struct exh_sci_word *word, size_t width,
		    struct vocab_writing *w, struct exh_writer *out)
{
	vocab_put_text(word->text, width, w, out);
	text_put(out, "  %3x  %3x  ", word->class_mask, word->group);
	vocab_put_class(word->class_mask, out);
	exh_write_u8(out, '\n');
}

static size_t count_groups(const struct exh_sci_words *words)
{
	bool is_there[4096] = { false };
	size_t count = 0;

	for (size_t i = 0; i < words->count; i++) {
		bool *group = &is_there[words->items[i].group & 0xfff];

		count += !*group;
		*group = true;
	}
	return count;
}

static void put_words(const struct vocab *vocab, struct vocab_writing *w,
		      struct exh_writer *out)
{
	size_t width = sizeof "word" - 1;

	for (size_t i = 0; i < vocab->words.count; i++) {
		const size_t own = width_of(vocab->words.items[i].text, w);

		width = width > own ? width : own;
	}
	text_put(out, "%-*s  cls  grp  class\n", (int)width, "word");
	for (size_t i = 0; i < vocab->words.count; i++)
		vocab_put_word(&vocab->words.items[i], width, w, out);
}

static void put_pattern(const struct exh_sci_pattern *pattern, size_t width,
			struct vocab_writing *w, struct exh_writer *out)
{
	const size_t prefix = width_of(pattern->prefix, w) + 1;

	vocab_put_text(pattern->prefix, 0, w, out);
	exh_write_u8(out, '*');
	vocab_put_text(pattern->suffix, width > prefix ? width - prefix : 0, w, out);
}

static void put_suffixes(const struct vocab *vocab, struct vocab_writing *w,
			 struct exh_writer *out)
{
	enum { WIDTH = 8 };

	text_put(out, "rule  typed     is     root      if  class\n");
	for (size_t i = 0; i < vocab->suffixes.count; i++) {
		const struct exh_sci_suffix *rule = &vocab->suffixes.items[i];

		text_put(out, "%4zu  ", i);
		put_pattern(&rule->typed, WIDTH, w, out);
		text_put(out, "  %3x  <- ", rule->output_class);
		put_pattern(&rule->root, WIDTH, w, out);
		text_put(out, "  %3x  ", rule->input_class);
		vocab_put_class(rule->output_class, out);
		text_put(out, " <- ");
		vocab_put_class(rule->input_class, out);
		exh_write_u8(out, '\n');
	}
}

static void put_row(const struct vocab *vocab, size_t i, struct vocab_writing *w,
		    struct exh_writer *out)
{
	const struct exh_sci_name none = { 0 };
	const struct exh_sci_name *name =
		vocab->names.count ? &vocab->names.items[i] : &none;

	switch (vocab->kind) {
	case EXH_SCI_VOCAB_GRAMMAR:
		text_put(out, "%3zu  ", i);
		vocab_put_rule(&vocab->grammar.rules[i], out);
		break;
	case EXH_SCI_VOCAB_SYNONYMS:
		text_put(out, "%3x -> %3x", vocab->numbers.items[2 * i],
			 vocab->numbers.items[2 * i + 1]);
		break;
	case EXH_SCI_VOCAB_PROPERTIES:
		text_put(out, "%3zu  %u", i, vocab->numbers.items[i]);
		break;
	case EXH_SCI_VOCAB_CLASSES:
		text_put(out, "class %zu: script %u", i, vocab->classes.items[i].script);
		if (vocab->classes.items[i].first)
			text_put(out, " (first word 0x%x)",
				 vocab->classes.items[i].first);
		break;
	case EXH_SCI_VOCAB_OPCODES:
		text_put(out, "%3zu 0x%02zx  type %u  ", i, 2 * i, name->type);
		vocab_put_text(name->text, 0, w, out);
		break;
	case EXH_SCI_VOCAB_HELP:
		text_put(out, "%zu:\n", i);
		w->bad += text_to_utf8(w->encoding, name->text, out);
		break;
	default:
		text_put(out, "%3zu 0x%02zx  ", i, i);
		vocab_put_text(name->text, 0, w, out);
		break;
	}
	exh_write_u8(out, '\n');
}

void vocab_to_text(const struct vocab *vocab, struct vocab_writing *w,
		   struct exh_writer *out)
{
	const struct text_encoding *given = w->encoding;
	const size_t count = vocab_row_count(vocab);
	struct text_encoding own;

	w->encoding = vocab_encoding(vocab->kind, given, &own);
	if (vocab->number != VOCAB_NO_NUMBER)
		text_put(out, "vocab.%03d: ", vocab->number);
	text_put(out, "%s: %zu", exh_sci_vocab_kind_name(vocab->kind), count);
	if (vocab->kind == EXH_SCI_VOCAB_WORDS)
		text_put(out, " in %zu group%s%s", count_groups(&vocab->words),
			 text_plural(count_groups(&vocab->words)),
			 vocab->words.layout == EXH_SCI_WORDS_SCI01 ? ", SCI01" : "");
	text_put(out, "\n\n");
	if (vocab->kind == EXH_SCI_VOCAB_WORDS)
		put_words(vocab, w, out);
	else if (vocab->kind == EXH_SCI_VOCAB_SUFFIXES)
		put_suffixes(vocab, w, out);
	else
		for (size_t i = 0; i < count; i++)
			put_row(vocab, i, w, out);
	w->encoding = given;
}
