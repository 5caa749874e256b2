#include "vocab.h"

#include "task/memory.h"
#include "task/text_encoding.h"

#include <exhume/sci.h>

#include <ctype.h>
#include <stdlib.h>

const char *const vocab_pack_layout_choices[] = { "auto",    "sci0",  "sci01",
						  "counted", "zeros", NULL };

enum {
	TEXT_LIMIT = 1 << 28,
	LAYOUT_AUTO = 0,
	MAX_WARNINGS = 100,
};

/* Returns the selected vocabulary; NULL, and reported, if there is not exactly one. */
static struct vocab *choose(const struct vocab_pack_request *request,
			    struct vocab_list *list, const char *input,
			    struct report *report)
{
	struct vocab *chosen = NULL;
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct vocab *vocab = &list->items[i];

		if ((request->kind != EXH_SCI_VOCAB_KINDS &&
		     vocab->kind != (enum exh_sci_vocab_kind)request->kind) ||
		    (request->number.given && vocab->number != request->number.value))
			continue;
		chosen = vocab;
		count++;
	}
	if (count == 1)
		return chosen;
	if (count)
		report_error(report, input, EXH_NO_OFFSET,
			     "%zu vocabularies: choose one with --kind or --number",
			     count);
	else
		report_error(report, input, EXH_NO_OFFSET,
			     "none of %zu vocabularies is the selected one", list->count);
	return NULL;
}

/* True if output gets the header of a patch file: if selected, else by its name. */
static bool is_patch(const struct vocab_pack_request *request, const char *output)
{
	unsigned type, number;

	if (request->patch || request->bare)
		return request->patch;
	return exh_sci_patch_name(file_name(output), &type, &number) &&
	       type == EXH_SCI_VOCAB;
}

/*
 * Warnings about words that no game finds.
 */

static void warn_of_word(struct report *report, const char *input,
			 const struct exh_sci_word *word, const char *what)
{
	struct exh_writer text = { .limit = 1 << 16 };

	text_to_utf8_as(report->common->encoding, word->text, EXH_CP437_SCREEN, &text);
	exh_write_u8(&text, 0);
	if (!text.failed)
		report_warning(report, input, EXH_NO_OFFSET, "'%s' %s",
			       (const char *)text.data, what);
	exh_writer_free(&text);
}

static bool has_upper_case(struct exh_bytes text)
{
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] >= 'A' && text.data[i] <= 'Z')
			return true;
	return false;
}

static bool is_sign(uint8_t letter)
{
	return letter < 0x80 && !isalnum(letter);
}

/* True for words with signs. The interpreter keeps letters and digits of a line:
 * "ice-cream" is looked up as "icecream". Words of signs only ("!*") are not for
 * players. */
static bool has_sign(struct exh_bytes text)
{
	size_t count = 0;

	for (size_t i = 0; i < text.size; i++)
		count += is_sign(text.data[i]);
	return count && count < text.size;
}

static int by_text(const void *a, const void *b)
{
	const struct exh_sci_word *one = *(const struct exh_sci_word *const *)a;
	const struct exh_sci_word *other = *(const struct exh_sci_word *const *)b;
	const int order = exh_sci_words_compare(one->text, other->text);

	return order ? order : (one > other) - (one < other);
}

/* Warns of words that no game finds. In SCI01 words may occur twice, with other
 * classes and groups. */
static void check_words(const struct exh_sci_words *words, const char *input,
			struct report *report)
{
	const struct exh_sci_word **sorted =
		mem_alloc(words->count, sizeof(const struct exh_sci_word *));
	size_t upper_count = 0, sign_count = 0, twice_count = 0;

	for (size_t i = 0; i < words->count; i++) {
		sorted[i] = &words->items[i];
		if (has_upper_case(sorted[i]->text) && upper_count++ < MAX_WARNINGS)
			warn_of_word(report, input, sorted[i],
				     "has upper-case letters: games look up words in "
				     "lower case and never find it");
		if (has_sign(sorted[i]->text) && sign_count++ < MAX_WARNINGS)
			warn_of_word(report, input, sorted[i],
				     "can't be typed: games keep only the letters and "
				     "digits of a line");
	}
	if (words->layout == EXH_SCI_WORDS_SCI0) {
		qsort((void *)sorted, words->count, sizeof *sorted, by_text);
		for (size_t i = 1; i < words->count; i++)
			if (!exh_sci_words_compare(sorted[i - 1]->text,
						   sorted[i]->text) &&
			    twice_count++ < MAX_WARNINGS)
				warn_of_word(report, input, sorted[i],
					     "occurs twice: the first one is used");
	}
	free((void *)sorted);
}

struct packed {
	enum exh_sci_vocab_kind kind;
	bool patch;
	size_t size, count;
};

static const struct field packed_field[] = {
	FIELD_NAMED(struct packed, kind, vocab_kind_names, "kind of the vocabulary"),
	FIELD(struct packed, patch, NULL,
	      "true: the output has the header of a patch file"),
	FIELD(struct packed, size, "bytes", "size of the resource"),
	FIELD(struct packed, count, NULL, "number of entries"),
};
const struct fields vocab_pack_fields = FIELDS("vocab-pack", struct packed, packed_field);

static void pack(const struct vocab_pack_request *request, struct vocab *vocab,
		 const char *input, const char *output, struct report *report,
		 struct json *result)
{
	const bool patch = is_patch(request, output);
	struct exh_writer out = { .limit = VOCAB_SIZE_LIMIT };
	struct exh_error err;

	if (vocab_list_write(vocab, request->keep_order, &out, &err)) {
		report_failure(report, input, &err);
	} else {
		if (vocab->kind == EXH_SCI_VOCAB_WORDS)
			check_words(&vocab->words, input, report);
		if (sci_resource_write(exh_writer_bytes(&out), EXH_SCI_VOCAB, !patch,
				       input, output, report, result)) {
			const struct packed row = { vocab->kind, patch, out.size,
						    vocab_row_count(vocab) };

			fields_put(&vocab_pack_fields, &row, result);
		}
	}
	exh_writer_free(&out);
}

void vocab_pack_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result)
{
	const struct vocab_pack_request *request = context;
	const struct vocab_reading how = {
		.encoding = report->common->encoding,
		.layout = request->layout == LAYOUT_AUTO
				  ? NULL
				  : vocab_pack_layout_choices[request->layout],
		.kind = (enum exh_sci_vocab_kind)request->kind,
	};
	struct vocab_list list = { 0 };
	struct vocab *vocab;
	struct exh_error err;
	struct file file;

	if (!report_read(report, input, TEXT_LIMIT, &file))
		return;
	if (vocab_list_read(file_bytes(&file), &how, &list, &err))
		report_failure(report, input, &err);
	else if ((vocab = choose(request, &list, input, report)))
		pack(request, vocab, input, output, report, result);
	vocab_list_free(&list);
	free(file.data);
}
