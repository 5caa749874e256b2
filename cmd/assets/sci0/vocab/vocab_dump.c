#include "vocab.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <string.h>
#include <strings.h>

static const size_t TEXT_LIMIT = (size_t)1 << 30;

bool vocab_dump_has_queries(const struct vocab_dump_request *request)
{
	return request->queries.words.count || request->queries.groups.count ||
	       request->queries.nearest.count;
}

/* With --json nothing is printed beside it, but what -o asks for is written. */
static bool writes(const struct vocab_dump_request *request)
{
	return request->common.output || !request->common.json;
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
		     json_t *result)
{
	json_t *list = json_put(result, "vocabularies", json_array());

	for (size_t i = 0; i < sources->count; i++) {
		json_t *object =
			json_push(list, vocab_to_json(&sources->items[i].vocab, w));

		json_set_text(object, "file", sources->items[i].file);
	}
}

static enum exh_status finish_text(const struct vocab_dump_request *request,
				   struct exh_writer *text, json_t *result,
				   struct exh_error *err)
{
	if (request->format != VOCAB_DUMP_JSON)
		return mem_check_limit(text, err);
	text->size = 0;
	return json_append(json_result("vocab-dump", result), text, err);
}

static void write_result(const struct vocab_dump_request *request, const char *output,
			 struct exh_writer *text, json_t *result, struct report *report)
{
	struct exh_error err;

	if (!writes(request))
		return;
	if (finish_text(request, text, result, &err))
		report_failure(report, output, &err);
	else if (output_write(report, output, exh_writer_bytes(text)) &&
		 request->common.output)
		json_set_text(result, "output", output);
}

static void dump(const struct vocab_dump_request *request,
		 const struct vocab_sources *sources, struct vocab_writing *w,
		 struct exh_writer *text, json_t *result)
{
	if (request->common.json || request->format == VOCAB_DUMP_JSON)
		add_json(sources, w, result);
	w->bad = 0;
	for (size_t i = 0; i < sources->count; i++)
		dump_one(request, &sources->items[i].vocab, w, !i, text);
}

static void answer(const struct vocab_dump_request *request,
		   struct vocab_sources *sources, const char *input,
		   struct vocab_writing *w, struct exh_writer *text, json_t *result,
		   struct report *report)
{
	const struct vocab *words = vocab_sources_find(sources, EXH_SCI0_VOCAB_WORDS);

	if (!words) {
		report_error(report, input, EXH_NO_OFFSET,
			     "no words: --word, --group and --nearest need a vocabulary "
			     "of words");
		return;
	}
	if (!sources->has_game)
		vocab_sources_add_suffixes(sources, input, report);
	words = vocab_sources_find(sources, EXH_SCI0_VOCAB_WORDS);
	if (request->common.json || request->format == VOCAB_DUMP_JSON)
		vocab_answer(&request->queries, words,
			     vocab_sources_find(sources, EXH_SCI0_VOCAB_SUFFIXES),
			     VOCAB_JSON, w, input, text, result, report);
	if (writes(request) && request->format != VOCAB_DUMP_JSON)
		vocab_answer(&request->queries, words,
			     vocab_sources_find(sources, EXH_SCI0_VOCAB_SUFFIXES),
			     request->format == VOCAB_DUMP_TSV ? VOCAB_TABLE : VOCAB_TEXT,
			     w, input, text, result, report);
}

void vocab_dump_run_input(void *context, const char *input, const char *output,
			  struct report *report, json_t *result)
{
	const struct vocab_dump_request *request = context;
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct vocab_sources sources;
	struct vocab_writing w = { .encoding = &request->encoding,
				   .encoding_name = request->encoding_name,
				   .arena = &arena };

	if (vocab_sources_open(&sources, input, request->wish, report)) {
		if (request->several && request->format == VOCAB_DUMP_TEXT &&
		    !request->common.output) {
			exh_write_bytes(&text, "# ", 2);
			exh_write_bytes(&text, input, strlen(input));
			exh_write_bytes(&text, "\n\n", 2);
		}
		if (vocab_dump_has_queries(request))
			answer(request, &sources, input, &w, &text, result, report);
		else
			dump(request, &sources, &w, &text, result);
		if (w.bad)
			report_warning(report, input, EXH_NO_OFFSET,
				       w.bad == 1 ? "%zu byte is not a character of %s"
						  : "%zu bytes are not characters of %s",
				       w.bad, request->encoding_name);
		if (request->several && request->format != VOCAB_DUMP_JSON &&
		    !request->common.output)
			exh_write_u8(&text, '\n');
		write_result(request, output, &text, result, report);
	}
	exh_writer_free(&text);
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
		enum exh_sci0_vocab_kind kind;
	} others[] = {
		{ "word", EXH_SCI0_VOCAB_WORDS },
		{ "main", EXH_SCI0_VOCAB_WORDS },
		{ "suffix", EXH_SCI0_VOCAB_SUFFIXES },
		{ "branches", EXH_SCI0_VOCAB_GRAMMAR },
		{ "rules", EXH_SCI0_VOCAB_GRAMMAR },
		{ "synonym", EXH_SCI0_VOCAB_SYNONYMS },
		{ "property", EXH_SCI0_VOCAB_PROPERTIES },
		{ "offsets", EXH_SCI0_VOCAB_PROPERTIES },
		{ "debug", EXH_SCI0_VOCAB_HELP },
		{ "class", EXH_SCI0_VOCAB_CLASSES },
		{ "selector", EXH_SCI0_VOCAB_SELECTORS },
		{ "opcode", EXH_SCI0_VOCAB_OPCODES },
		{ "kernels", EXH_SCI0_VOCAB_KERNEL },
	};

	for (unsigned i = 0; i < EXH_SCI0_VOCAB_KINDS; i++)
		if (!strcasecmp(name,
				exh_sci0_vocab_kind_name((enum exh_sci0_vocab_kind)i))) {
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

char *vocab_dump_output_for(void *context, const char *input, bool several)
{
	const struct vocab_dump_request *request = context;

	if (!request->common.output)
		return mem_text("-");
	return output_file_for(&request->common, input, several, "",
			       request->format == VOCAB_DUMP_JSON  ? ".json"
			       : request->format == VOCAB_DUMP_TSV ? ".tsv"
								   : ".txt");
}
