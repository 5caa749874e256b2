#include "parse.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text_encoding.h"

#include <exhume/advanced/sci_coverage.h>

#include <stdlib.h>

enum {
	SENTENCES_LIMIT = 1 << 30,
	GNF_RULES = 20000,
	GNF_LIMIT = 1 << 28,
};

static const size_t TEXT_LIMIT = (size_t)1 << 31;

/*
 * Inputs of the parser.
 */

static void take_operands(struct parse_run *run)
{
	const struct common *common = &run->request->common;

	run->lines.items = mem_alloc(common->operand_count, sizeof *run->lines.items);
	for (size_t i = 0; i < common->operand_count; i++)
		run->lines.items[run->lines.count++] = bytes_of_text(common->operands[i]);
}

/* Reads the sentences. file: memory that lines borrow. */
static bool read_sentences(struct parse_run *run, struct file *file)
{
	const struct parse_request *request = run->request;
	const char *path = request->sentences ? request->sentences : "-";

	if (request->common.operand_count) {
		take_operands(run);
		return true;
	}
	if (!report_read(run->report, path, SENTENCES_LIMIT, file))
		return false;
	run->are_numbered = true;
	lines_split(file_bytes(file), &run->lines);
	return true;
}

/* Converts a line of UTF-8 to the game's encoding; to an empty one, and reported, if a
 * letter is missing there. */
static void convert_line(struct parse_run *run, size_t i)
{
	const struct text_encoding *encoding = run->request->common.encoding;
	struct exh_bytes *line = &run->lines.items[i];
	struct exh_writer bytes = { .limit = SIZE_MAX };
	char expected[TEXT_PHRASE_SIZE];

	if (text_from_utf8(encoding, *line, &bytes)) {
		mem_check(&bytes);
		*line = mem_arena_keep(&run->arena, exh_writer_bytes(&bytes));
	} else {
		const size_t at = text_find_foreign(encoding, *line, expected);

		report_error(run->report, run->request->sentences, EXH_NO_OFFSET,
			     "sentence %zu, column %zu: expected %s", i + 1,
			     1 + text_count_characters(line->data, at), expected);
		line->size = 0;
	}
	exh_writer_free(&bytes);
}

static void convert_lines(struct parse_run *run)
{
	for (size_t i = 0; i < run->lines.count && run->request->common.encoding; i++)
		convert_line(run, i);
}

/* Adds the table of a script to run->synonyms. */
static bool add_synonyms(struct parse_run *run, uint32_t number, bool is_named)
{
	struct exh_sci_script script;
	const char *file;

	if (!parser_source_script(run->source, number, &script, &file, run->report))
		return false;
	if (!script.synonym_count && is_named)
		report_warning(run->report, file, EXH_NO_OFFSET,
			       "script %u has no synonyms", (unsigned)number);
	for (size_t i = 0; i < script.synonym_count; i++)
		*MEM_ADD(&run->synonyms) = script.synonyms[i];
	return true;
}

/* Adds the tables of several scripts, one after the other. */
static bool read_synonyms(struct parse_run *run)
{
	const struct parse_scripts *scripts = &run->request->synonym_scripts;
	bool good = true;

	for (size_t i = 0; i < scripts->count; i++) {
		const struct range *range = &scripts->ranges[i];

		for (uint32_t k = 0; k <= range->last - range->first && good; k++) {
			const uint32_t number = range_at(range, k);

			if (parser_source_wants(run->source, range, number))
				good = add_synonyms(run, number,
						    range->first == range->last);
		}
	}
	run->options.synonyms = run->synonyms.items;
	run->options.synonym_count = run->synonyms.count;
	return good;
}

static void read_specs(const struct parse_run *run)
{
	const struct parse_request *request = run->request;
	const struct parse_scripts *scripts = &request->spec_scripts;
	const struct exh_sci_lexicon *lexicon = &run->source->words.lexicon;

	if (request->specs)
		said_specs_add_file(run->specs, lexicon, request->specs, run->report);
	for (size_t i = 0; i < request->said.count; i++)
		said_specs_add_text(run->specs, lexicon, request->said.items[i],
				    run->report);
	for (size_t i = 0; i < scripts->count; i++)
		said_specs_add_scripts(run->specs, run->source, &scripts->ranges[i],
				       run->report);
}

/*
 * The two modes.
 */

static void show_grammar(const struct parse_request *request,
			 const struct parser_source *source, const char *output,
			 struct report *report, struct json *result)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct exh_arena arena = { .limit = GNF_LIMIT };
	struct exh_sci_gnf gnf;
	struct exh_error err;

	if (exh_sci_gnf_build(&source->parser, GNF_RULES, &arena, &gnf, &err)) {
		gnf = (struct exh_sci_gnf){ 0 };
		report_warning(report, NULL, EXH_NO_OFFSET, "no normal form: %s",
			       err.text);
	}
	if (request->common.json || request->format == PARSE_JSON)
		grammar_to_json(&source->parser, &gnf, result);
	if (parse_run_writes(request)) {
		grammar_print(&source->parser, &gnf, &text);
		output_write_text(report, output, &text);
	}
	exh_arena_free(&arena);
}

static void parse_all(const struct parse_request *request, struct parser_source *source,
		      const char *output, struct report *report, struct json *result)
{
	struct said_specs specs;
	struct parse_run run = {
		.request = request,
		.report = report,
		.source = source,
		.specs = &specs,
		.arena.limit = SIZE_MAX,
	};
	struct file file = { 0 };

	run.options.interpreter = (enum exh_sci_interpreter)request->interpreter;
	run.options.most_words = request->words;
	said_specs_start(&specs);
	if (read_synonyms(&run) && read_sentences(&run, &file)) {
		convert_lines(&run);
		read_specs(&run);
		if (request->common.json || request->format == PARSE_JSON)
			parse_run_to_json(&run, result);
		if (parse_run_writes(request))
			parse_run_write(&run, output);
	}
	said_specs_free(&specs);
	free(run.synonyms.items);
	lines_free(&run.lines);
	exh_arena_free(&run.arena);
	free(file.data);
}

/* Finds sentences for the given specs, or for all of the game. */
static void cover(const struct parse_request *request, struct parser_source *source,
		  const char *output, struct report *report, struct json *result)
{
	struct said_specs specs;
	const struct parse_run run = {
		.request = request, .report = report, .source = source, .specs = &specs
	};
	const bool json = request->common.json || request->format == PARSE_JSON;
	const struct range all_scripts = { .last = EXH_SCI_NUMBERS - 1 };

	said_specs_start(&specs);
	if (request->specs || request->said.count || request->said_scripts.count)
		read_specs(&run);
	else
		said_specs_add_scripts(&specs, source, &all_scripts, report);
	parse_coverage(request, source, &specs, parse_run_writes(request) ? output : NULL,
		       json ? result : NULL, report);
	said_specs_free(&specs);
}

void parse_tree_run_game(void *context, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	const struct parse_request *request = context;
	struct parser_source source;

	(void)input;
	if (parser_source_open(&source, &request->paths, report)) {
		if (request->cnf)
			show_grammar(request, &source, output, report, result);
		else if (request->coverage)
			cover(request, &source, output, report, result);
		else
			parse_all(request, &source, output, report, result);
		if (request->format == PARSE_JSON &&
		    (!request->common.json || request->common.output))
			output_write_json(report, output,
					  json_result("parse-tree", result));
	}
	parser_source_close(&source);
}
