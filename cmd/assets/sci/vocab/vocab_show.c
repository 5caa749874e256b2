#include "vocab.h"

#include "task/outputs.h"

#include <string.h>
#include <strings.h>

static const size_t TEXT_LIMIT = (size_t)1 << 30;

bool vocab_dump_has_queries(const struct vocab_dump_request *request)
{
	return request->queries.words.count || request->queries.groups.count ||
	       request->queries.nearest.count;
}

/*
 * Output.
 */

static void dump_one(const struct vocab_dump_request *request, const struct vocab *vocab,
		     struct vocab_writing *w, bool is_first, struct exh_writer *out)
{
	if (!is_first)
		exh_write_u8(out, '\n');
	if (request->format == VOCAB_DUMP_TSV)
		vocab_to_table(vocab, w, out);
	else
		vocab_to_text(vocab, w, out);
}

static void add_json(const struct vocab_sources *sources, struct vocab_writing *w,
		     struct json *result)
{
	const struct vocab_result row = { .vocabularies = json_new_list() };

	for (size_t i = 0; i < sources->count; i++)
		json_push(row.vocabularies, vocab_to_json(&sources->items[i].vocab,
							  sources->items[i].file, w));
	fields_put(&vocab_result_fields, &row, result);
}

static void dump(const struct vocab_dump_request *request,
		 const struct vocab_sources *sources, struct vocab_writing *w,
		 struct exh_writer *text, struct json *result)
{
	if (request->common.json || request->format == VOCAB_DUMP_JSON)
		add_json(sources, w, result);
	w->bad = 0;
	for (size_t i = 0; i < sources->count; i++)
		dump_one(request, &sources->items[i].vocab, w, !i, text);
}

static void answer(const struct vocab_dump_request *request,
		   struct vocab_sources *sources, const char *input,
		   struct vocab_writing *w, struct exh_writer *text, struct json *result,
		   struct report *report)
{
	const bool as_json = request->format == VOCAB_DUMP_JSON;
	const struct vocab *words, *suffixes;

	if (!vocab_sources_find(sources, EXH_SCI_VOCAB_WORDS)) {
		report_error(report, input, EXH_NO_OFFSET,
			     "no words: --word, --group and --nearest need a vocabulary "
			     "of words");
		return;
	}
	if (!sources->has_game)
		vocab_sources_add_suffixes(sources, input, report);
	words = vocab_sources_find(sources, EXH_SCI_VOCAB_WORDS);
	suffixes = vocab_sources_find(sources, EXH_SCI_VOCAB_SUFFIXES);
	if (request->common.json || as_json)
		vocab_answer(&request->queries, words, suffixes, VOCAB_JSON, w, input,
			     text, result, report);
	if ((request->common.output || !request->common.json) && !as_json)
		vocab_answer(&request->queries, words, suffixes,
			     request->format == VOCAB_DUMP_TSV ? VOCAB_TABLE : VOCAB_TEXT,
			     w, input, text, result, report);
}

void vocab_dump_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result)
{
	const struct vocab_dump_request *request = context;
	/* True if several inputs are printed. */
	const bool is_part = request->common.operand_count > 1 && !request->common.output;
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct vocab_sources sources;
	struct vocab_writing w = { .encoding = request->common.encoding,
				   .arena = &arena,
				   .safe_cells = request->safe_cells };

	if (vocab_sources_open(&sources, input, request->wish, report)) {
		if (is_part && request->format == VOCAB_DUMP_TEXT)
			text_put(&text, "# %s\n\n", input);
		if (vocab_dump_has_queries(request))
			answer(request, &sources, input, &w, &text, result, report);
		else
			dump(request, &sources, &w, &text, result);
		if (w.bad)
			report_warning(report, input, EXH_NO_OFFSET,
				       w.bad == 1 ? "%zu byte is not a character of %s"
						  : "%zu bytes are not characters of %s",
				       w.bad, text_encoding_messages(w.encoding));
		if (is_part)
			exh_write_u8(&text, '\n');
		output_write_result(report, output, request->format == VOCAB_DUMP_JSON,
				    &text, result);
	}
	exh_arena_free(&arena);
	vocab_sources_close(&sources);
}

/*
 * The command line.
 */

bool vocab_dump_add_kind(unsigned *kinds, const char *name)
{
	static const struct {
		const char *name;
		enum exh_sci_vocab_kind kind;
	} others[] = {
		{ "word", EXH_SCI_VOCAB_WORDS },
		{ "main", EXH_SCI_VOCAB_WORDS },
		{ "suffix", EXH_SCI_VOCAB_SUFFIXES },
		{ "branches", EXH_SCI_VOCAB_GRAMMAR },
		{ "rules", EXH_SCI_VOCAB_GRAMMAR },
		{ "synonym", EXH_SCI_VOCAB_SYNONYMS },
		{ "property", EXH_SCI_VOCAB_PROPERTIES },
		{ "offsets", EXH_SCI_VOCAB_PROPERTIES },
		{ "debug", EXH_SCI_VOCAB_HELP },
		{ "class", EXH_SCI_VOCAB_CLASSES },
		{ "selector", EXH_SCI_VOCAB_SELECTORS },
		{ "opcode", EXH_SCI_VOCAB_OPCODES },
		{ "kernels", EXH_SCI_VOCAB_KERNEL },
	};

	for (unsigned i = 0; i < EXH_SCI_VOCAB_KINDS; i++)
		if (!strcasecmp(name,
				exh_sci_vocab_kind_name((enum exh_sci_vocab_kind)i))) {
			*kinds |= 1U << i;
			return true;
		}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (!strcasecmp(name, others[i].name)) {
			*kinds |= 1U << others[i].kind;
			return true;
		}
	return false;
}
