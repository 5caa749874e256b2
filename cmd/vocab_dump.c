#include "assets/sci0/vocab/vocab_load.h"
#include "assets/sci0/vocab/vocab_query.h"
#include "assets/sci0/vocab/vocab_text.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "task/json.h"
#include "task/output_names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const format_choices[] = { "auto", "text", "json", "tsv", NULL };

enum { FORMAT_AUTO, FORMAT_TEXT, FORMAT_JSON, FORMAT_TSV };

static const size_t TEXT_LIMIT = (size_t)1 << 30;

struct request {
	struct common common;
	unsigned format;
	bool tsv;
	struct strings kinds;
	struct vocab_wish wish;
	const char *encoding_name;
	struct text_encoding encoding;
	struct vocab_queries queries;
	bool several;
};

static bool has_queries(const struct request *request)
{
	return request->queries.words.count || request->queries.groups.count ||
	       request->queries.nearest.count;
}

/* With --json nothing is printed beside it, but what -o asks for is written. */
static bool writes(const struct request *request)
{
	return request->common.output || !request->common.json;
}

/*
 * Output.
 */

static bool dump_one(const struct request *request, const struct vocab *vocab,
		     struct vocab_writing *w, bool is_first, struct exh_writer *out)
{
	if (!is_first)
		exh_write_u8(out, '\n');
	return request->format == FORMAT_TSV ? vocab_to_table(vocab, w, out)
					     : vocab_to_text(vocab, w, out);
}

static bool add_json(const struct vocab_sources *sources, struct vocab_writing *w,
		     json_t *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < sources->count; i++) {
		json_t *object = vocab_to_json(&sources->items[i].vocab, w);

		if (!object || json_object_set_new(object, "file",
						   json_text(sources->items[i].file))) {
			json_decref(object);
			json_decref(list);
			return false;
		}
		json_array_append_new(list, object);
	}
	return !json_object_set_new(result, "vocabularies", list);
}

static void write_result(const struct request *request, const char *output,
			 struct exh_writer *text, json_t *result, struct report *report)
{
	if (!writes(request))
		return;
	if (request->format == FORMAT_JSON) {
		json_t *document = json_document("vocab-dump");

		json_object_update_missing(document, result);
		text->size = 0;
		if (json_append(document, text, NULL))
			text->failed = true;
	}
	if (text->failed)
		report_error(report, output, EXH_NO_OFFSET, "out of memory");
	else if (output_write(report, output, exh_writer_bytes(text)) &&
		 request->common.output)
		json_object_set_new(result, "output", json_text(output));
}

static void dump(const struct request *request, const struct vocab_sources *sources,
		 const char *input, struct vocab_writing *w, struct exh_writer *text,
		 json_t *result, struct report *report)
{
	bool good = true;

	if (request->common.json || request->format == FORMAT_JSON)
		good = add_json(sources, w, result);
	w->bad = 0;
	for (size_t i = 0; i < sources->count && good; i++)
		good = dump_one(request, &sources->items[i].vocab, w, !i, text);
	if (!good)
		report_error(report, input, EXH_NO_OFFSET, "out of memory");
}

static void answer(const struct request *request, struct vocab_sources *sources,
		   const char *input, struct vocab_writing *w, struct exh_writer *text,
		   json_t *result, struct report *report)
{
	const struct vocab *words = vocab_sources_find(sources, EXH_SCI0_VOCAB_WORDS);

	if (!words) {
		report_error(report, input, EXH_NO_OFFSET,
			     "no words to look in: they are what --word, --group and "
			     "--nearest ask of");
		return;
	}
	if (!sources->has_game)
		vocab_sources_add_suffixes(sources, input, report);
	words = vocab_sources_find(sources, EXH_SCI0_VOCAB_WORDS);
	if (request->common.json || request->format == FORMAT_JSON)
		vocab_answer(&request->queries, words,
			     vocab_sources_find(sources, EXH_SCI0_VOCAB_SUFFIXES),
			     VOCAB_JSON, w, input, text, result, report);
	if (writes(request) && request->format != FORMAT_JSON)
		vocab_answer(&request->queries, words,
			     vocab_sources_find(sources, EXH_SCI0_VOCAB_SUFFIXES),
			     request->format == FORMAT_TSV ? VOCAB_TABLE : VOCAB_TEXT, w,
			     input, text, result, report);
}

static void run_input(void *context, const char *input, const char *output,
		      struct report *report, json_t *result)
{
	const struct request *request = context;
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct vocab_sources sources;
	struct vocab_writing w = { .encoding = &request->encoding,
				   .encoding_name = request->encoding_name };

	if (vocab_sources_open(&sources, input, request->wish, report)) {
		w.arena = &sources.arena;
		if (request->several && request->format == FORMAT_TEXT &&
		    !request->common.output) {
			exh_write_bytes(&text, "# ", 2);
			exh_write_bytes(&text, input, strlen(input));
			exh_write_bytes(&text, "\n\n", 2);
		}
		if (has_queries(request))
			answer(request, &sources, input, &w, &text, result, report);
		else
			dump(request, &sources, input, &w, &text, result, report);
		if (w.bad)
			report_warning(report, input, EXH_NO_OFFSET,
				       w.bad == 1 ? "%zu byte is no character of %s"
						  : "%zu bytes are no characters of %s",
				       w.bad, request->encoding_name);
		if (request->several && request->format != FORMAT_JSON &&
		    !request->common.output)
			exh_write_u8(&text, '\n');
		write_result(request, output, &text, result, report);
	}
	exh_writer_free(&text);
	vocab_sources_close(&sources);
}

/*
 * The command line.
 */

static bool add_kind(unsigned *kinds, const char *name)
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

static int check_queries(const struct command *self, struct request *request)
{
	unsigned group;

	for (size_t i = 0; i < request->queries.groups.count; i++)
		if (!vocab_parse_group(request->queries.groups.items[i], &group))
			return opt_usage_error(self,
					       "--group %s: not a hexadecimal number up "
					       "to fff, or a decimal one of four digits",
					       request->queries.groups.items[i]);
	if (!has_queries(request))
		return EXIT_DONE;
	if (request->kinds.count)
		return opt_usage_error(self, "--word, --group and --nearest ask of words "
					     "alone: leave out --kind");
	request->wish = (struct vocab_wish){ .kinds = 1U << EXH_SCI0_VOCAB_WORDS |
						      1U << EXH_SCI0_VOCAB_SUFFIXES,
					     .quiet = true };
	return EXIT_DONE;
}

static int check_format(const struct command *self, struct request *request)
{
	const char *output = request->common.output;

	if (request->tsv && request->format != FORMAT_AUTO &&
	    request->format != FORMAT_TSV)
		return opt_usage_error(self, "--tsv and --format: one of them");
	if (request->tsv)
		request->format = FORMAT_TSV;
	if (request->format == FORMAT_AUTO)
		request->format = !output			     ? FORMAT_TEXT
				  : file_has_ending(output, ".json") ? FORMAT_JSON
				  : file_has_ending(output, ".tsv")  ? FORMAT_TSV
								     : FORMAT_TEXT;
	return EXIT_DONE;
}

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct request *request = context;
	int status;

	request->several = count > 1;
	if (!count)
		return opt_usage_error(self, "no game or vocabulary given");
	for (size_t i = 0; i < request->kinds.count; i++)
		if (!add_kind(&request->wish.kinds, request->kinds.items[i]))
			return opt_usage_error(
				self,
				"--kind %s: not words, suffixes, grammar, synonyms, "
				"properties, help, classes, selectors, opcodes, kernel",
				request->kinds.items[i]);
	status = check_queries(self, request);
	if (!status)
		status = check_format(self, request);
	if (status)
		return status;
	if (!text_encoding_open(&request->encoding, request->encoding_name))
		return opt_usage_error(self, "--encoding %s: unknown",
				       request->encoding_name);
	return inputs_check(self, &request->common, paths, count, false);
}

static char *output_for(void *context, const char *input, bool several)
{
	const struct request *request = context;

	if (!request->common.output)
		return strdup("-");
	return output_file_for(&request->common, input, several, "",
			       request->format == FORMAT_JSON  ? ".json"
			       : request->format == FORMAT_TSV ? ".tsv"
							       : ".txt");
}

static const char *const encoding_words[] = { "cp437", "latin1", "cp850", "utf-8", NULL };

static const char *const kind_words[] = { "words",    "suffixes",   "grammar",
					  "synonyms", "properties", "help",
					  "classes",  "selectors",  "opcodes",
					  "kernel",   NULL };

static const struct opt option_table[] = {
	{ LIST_OPTION("kind", "KIND", struct request, kinds), .choices = kind_words,
	  .help = "words, suffixes, grammar ... (see the manual); may be repeated" },
	{ CHOICE_OPTION("format", "NAME", struct request, format, format_choices),
	  .help = "text (default), json, tsv" },
	{ FLAG_OPTION("tsv", struct request, tsv), .help = "the same as --format tsv" },
	{ TEXT_OPTION("encoding", "NAME", struct request, encoding_name),
	  .choices = encoding_words,
	  .help = "encoding of texts: cp437 (default), latin1, or any of iconv's" },
	{ LIST_OPTION("word", "WORD", struct request, queries.words),
	  .help = "look up a word; may be repeated, as the next two" },
	{ LIST_OPTION("group", "GROUP", struct request, queries.groups),
	  .help = "list the words of a group (hexadecimal; four digits: decimal)" },
	{ LIST_OPTION("nearest", "WORD", struct request, queries.nearest),
	  .help = "list the known words closest to it" },
	{ 0 },
};

static const struct request defaults = { .encoding_name = "cp437" };

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = output_for,
				       .flat = true,
				       .run = run_input,
				       .context = request };
	const int status = inputs_main(&inputs, operands, count);

	text_encoding_close(&request->encoding);
	return status;
}

const struct command cmd_vocab_dump = {
	.name = "vocab-dump",
	.family = FAMILY_SCI0,
	.brief = "list the vocabularies of Sierra's SCI games, and look words up in them",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct request, common),
	.defaults = &defaults,
	.run = run,
};
