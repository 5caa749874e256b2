#include "assets/sci0/parse/grammar_names.h"
#include "assets/sci0/parse/parse_coverage.h"
#include "assets/sci0/parse/parse_run.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "task/json.h"
#include "task/output_names.h"

#include <exhume/sci0_coverage.h>
#include <stdlib.h>
#include <string.h>

enum {
	SENTENCES_LIMIT = 1 << 30,
	GNF_RULES = 20000,
	GNF_LIMIT = 1 << 28,
	MOST_DERIVATIONS = 1000000000,
	COVERAGE_WORDS = 4,
	COVERAGE_TRIES = 100000,
};

static const size_t TEXT_LIMIT = (size_t)1 << 31;

/* As enum parse_format, and enum exh_sci0_interpreter. */
static const char *const format_choices[] = { "auto", "tree", "tsv", "ascii",
					      "dot",  "json", NULL };
static const char *const interpreter_choices[] = { "sierra", "freesci", "scummvm", NULL };

/*
 * What is to be parsed.
 */

static bool take_operands(struct parse_run *run)
{
	const struct parse_request *request = run->request;

	run->lines.items =
		malloc((request->operand_count + 1) * sizeof *run->lines.items);
	if (!run->lines.items)
		return false;
	for (size_t i = 0; i < request->operand_count; i++)
		run->lines.items[run->lines.count++] =
			(struct exh_bytes){ (const uint8_t *)request->operands[i],
					    strlen(request->operands[i]), 0 };
	return true;
}

/* file: holds what lines borrow. */
static bool read_sentences(struct parse_run *run, struct file *file)
{
	const struct parse_request *request = run->request;
	const char *path = request->sentences ? request->sentences : "-";
	bool good;

	if (request->operand_count) {
		good = take_operands(run);
	} else {
		if (!report_read(run->report, path, SENTENCES_LIMIT, file))
			return false;
		run->are_numbered = true;
		good = lines_split(file_bytes(file), &run->lines);
	}
	if (!good)
		report_error(run->report, NULL, EXH_NO_OFFSET, "out of memory");
	return good;
}

/* Numbers of scripts, or "all" of them, were checked by the command line. */
static unsigned script_number(const char *text)
{
	return (unsigned)strtoul(text, NULL, 10);
}

/* The tables of several scripts behind each other. */
static bool read_synonyms(struct parse_run *run)
{
	const struct strings *numbers = &run->request->synonyms;
	struct exh_sci0_synonym *all = NULL;
	size_t count = 0;

	for (size_t i = 0; i < numbers->count; i++) {
		struct exh_sci0_synonym *more;
		struct exh_sci0_script script;
		const char *file;

		if (!parser_source_script(run->source, script_number(numbers->items[i]),
					  &script, &file, run->report))
			return false;
		if (!script.synonym_count)
			report_warning(run->report, file, EXH_NO_OFFSET,
				       "script %s has no synonyms", numbers->items[i]);
		more = exh_alloc(&run->source->arena, count + script.synonym_count + 1,
				 sizeof *more);
		if (!more) {
			report_error(run->report, NULL, EXH_NO_OFFSET, "out of memory");
			return false;
		}
		if (count)
			memcpy(more, all, count * sizeof *more);
		if (script.synonym_count)
			memcpy(more + count, script.synonyms,
			       script.synonym_count * sizeof *more);
		all = more;
		count += script.synonym_count;
	}
	run->options.synonyms = all;
	run->options.synonym_count = count;
	return true;
}

static void read_specs(const struct parse_run *run)
{
	const struct parse_request *request = run->request;
	const struct exh_sci0_lexicon *lexicon = &run->source->words.lexicon;

	if (request->specs)
		said_specs_add_file(run->specs, lexicon, request->specs, run->report);
	for (size_t i = 0; i < request->said.count; i++)
		said_specs_add_text(run->specs, lexicon, request->said.items[i],
				    run->report);
	for (size_t i = 0; i < request->said_scripts.count; i++) {
		const char *number = request->said_scripts.items[i];

		if (strcmp(number, "all") == 0)
			said_specs_add_game(run->specs, run->source, run->report);
		else
			said_specs_add_script(run->specs, run->source,
					      script_number(number), run->report);
	}
}

/*
 * The two things that it does.
 */

static void write_text(struct report *report, const char *output,
		       const struct exh_writer *text)
{
	if (text->failed)
		report_error(report, output, EXH_NO_OFFSET, "out of memory");
	else
		output_write(report, output, exh_writer_bytes(text));
}

static void write_json(struct report *report, const char *output, const char *name,
		       json_t *result)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	json_t *document = json_document(name);

	json_object_update_missing(document, result);
	if (json_append(document, &text, NULL))
		report_error(report, NULL, EXH_NO_OFFSET, "out of memory");
	else
		write_text(report, output, &text);
	exh_writer_free(&text);
}

static void show_grammar(const struct parse_request *request,
			 const struct parser_source *source, const char *output,
			 struct report *report, json_t *result)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct exh_arena arena = { .limit = GNF_LIMIT };
	struct exh_sci0_gnf gnf;
	struct exh_error err;

	if (exh_sci0_gnf_make(&source->parser, GNF_RULES, &arena, &gnf, &err)) {
		gnf = (struct exh_sci0_gnf){ 0 };
		report_warning(report, NULL, EXH_NO_OFFSET, "no normal form: %s",
			       err.text);
	}
	if (request->common.json || request->format == PARSE_JSON)
		grammar_to_json(&source->parser, &gnf, result);
	if (parse_run_writes(request)) {
		grammar_print(&source->parser, &gnf, &text);
		write_text(report, output, &text);
	}
	exh_writer_free(&text);
	exh_arena_free(&arena);
}

static void parse_all(const struct parse_request *request, struct parser_source *source,
		      const char *output, struct report *report, json_t *result)
{
	struct said_specs specs;
	struct parse_run run = {
		.request = request, .report = report, .source = source, .specs = &specs
	};
	struct file file = { 0 };

	run.options.interpreter = (enum exh_sci0_interpreter)request->interpreter;
	run.options.most_words = request->words;
	said_specs_start(&specs);
	if (read_synonyms(&run) && read_sentences(&run, &file)) {
		read_specs(&run);
		if (request->common.json || request->format == PARSE_JSON)
			parse_run_to_json(&run, result);
		if (parse_run_writes(request))
			parse_run_write(&run, output);
	}
	said_specs_free(&specs);
	lines_free(&run.lines);
	free(file.data);
}

/* Specs that are given are looked for, or all of the game. */
static void cover(const struct parse_request *request, struct parser_source *source,
		  const char *output, struct report *report, json_t *result)
{
	struct said_specs specs;
	const struct parse_run run = {
		.request = request, .report = report, .source = source, .specs = &specs
	};
	const bool json = request->common.json || request->format == PARSE_JSON;

	said_specs_start(&specs);
	if (request->specs || request->said.count || request->said_scripts.count)
		read_specs(&run);
	else
		said_specs_add_game(&specs, source, report);
	parse_coverage(request, source, &specs, parse_run_writes(request) ? output : NULL,
		       json ? result : NULL, report);
	said_specs_free(&specs);
}

static void run_game(void *context, const char *input, const char *output,
		     struct report *report, json_t *result)
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
			write_json(report, output, "parse-tree", result);
	}
	parser_source_close(&source);
}

/*
 * The command line.
 */

static bool are_scripts(const struct strings *list, bool may_be_all)
{
	for (size_t i = 0; i < list->count; i++) {
		const char *text = list->items[i];

		if (may_be_all && strcmp(text, "all") == 0)
			continue;
		if (!*text || strlen(text) > 5 ||
		    strspn(text, "0123456789") != strlen(text))
			return false;
	}
	return true;
}

/* Takes the game off the operands, unless all is in files of its own. */
static int take_game(const struct command *self, struct parse_request *request)
{
	if (request->paths.words && request->paths.grammar) {
		if (request->synonyms.count || request->said_scripts.count)
			return opt_usage_error(self, "scripts are those of a game, not "
						     "of --vocab and --grammar");
		return EXIT_DONE;
	}
	if (request->cnf && request->paths.grammar)
		return EXIT_DONE;
	if (!request->operand_count)
		return opt_usage_error(
			self,
			"no game given: name its folder, or use --vocab and --grammar");
	request->paths.game = *request->operands++;
	request->operand_count--;
	return EXIT_DONE;
}

static int check_specs(const struct command *self, const struct parse_request *request)
{
	const bool has_specs =
		request->specs || request->said.count || request->said_scripts.count;

	if (request->matrix && !has_specs)
		return opt_usage_error(self,
				       "--matrix: no specs given: use --specs FILE, "
				       "--said or --said-script");
	if (request->specs && !request->matrix && !request->coverage)
		return opt_usage_error(self, "--specs is for --matrix and --coverage");
	if (request->why && (!has_specs || request->matrix))
		return opt_usage_error(self, "--why is for --said and --said-script");
	if (request->matrix && request->format != PARSE_TREE &&
	    request->format != PARSE_TSV && request->format != PARSE_JSON)
		return opt_usage_error(self, "--matrix is a table: --format tsv or json");
	if (request->coverage && !has_specs && !request->paths.game)
		return opt_usage_error(self,
				       "--coverage: no specs given: name a game, or use "
				       "--specs, --said");
	if (request->coverage &&
	    (request->matrix || request->why || request->all || request->cnf ||
	     request->operand_count || request->sentences))
		return opt_usage_error(self, "--coverage finds sentences of its own: no "
					     "others, nor --matrix, --why, --all, --cnf");
	if (request->coverage &&
	    (request->format == PARSE_ASCII || request->format == PARSE_DOT))
		return opt_usage_error(self, "--coverage is a list: --format tsv or "
					     "json");
	if (request->coverage && (request->synonyms.count || request->words ||
				  request->session || request->interpreter))
		return opt_usage_error(self,
				       "--coverage is of sentences as they stand: no "
				       "--synonyms, --words, --session, "
				       "--interpreter");
	if (has_specs && request->all)
		return opt_usage_error(self, "--all and Said specs: the first derivation "
					     "is what they are matched with");
	return EXIT_DONE;
}

/* As -o ends, where --format does not tell. */
static enum parse_format choose_format(const struct parse_request *request)
{
	const char *output = request->common.output;

	if (request->format)
		return (enum parse_format)request->format;
	if (output && file_has_ending(output, ".json"))
		return PARSE_JSON;
	if (output && file_has_ending(output, ".tsv"))
		return PARSE_TSV;
	if (output && file_has_ending(output, ".dot"))
		return PARSE_DOT;
	return PARSE_TREE;
}

static int check(const struct command *self, struct parse_request *request)
{
	const char *stdin_of_specs =
		request->specs && strcmp(request->specs, "-") == 0 ? "-" : NULL;
	int status = EXIT_DONE;

	request->format = choose_format(request);
	if (!are_scripts(&request->synonyms, false) ||
	    !are_scripts(&request->said_scripts, true))
		status = opt_usage_error(self, "--synonyms and --said-script: expected "
					       "the number of a script");
	if (!status)
		status = take_game(self, request);
	if (!status)
		status = check_specs(self, request);
	if (status)
		return status;
	if (request->sentences && request->operand_count)
		return opt_usage_error(self, "sentences, and --sentences, too");
	if (request->cnf && (request->sentences || request->operand_count))
		return opt_usage_error(self, "--cnf shows the grammar: no sentences");
	if (stdin_of_specs && !request->operand_count &&
	    (!request->sentences || strcmp(request->sentences, "-") == 0))
		return opt_usage_error(self, "sentences and specs can't both come from "
					     "standard input");
	if (request->common.json && request->common.output &&
	    strcmp(request->common.output, "-") == 0)
		return opt_usage_error(self, "--json and -o - both want standard output");
	return EXIT_DONE;
}

static int run_request(const struct command *self, struct parse_request *request)
{
	const struct parser_paths *paths = &request->paths;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .flat = true,
				       .run = run_game,
				       .context = request };
	const char *output = request->common.output;

	return inputs_run_one(&inputs, paths->game ? paths->game : paths->grammar,
			      output ? output : "-");
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("sentences", "FILE", struct parse_request, sentences),
	  .help = "a file of sentences, one per line; - is standard input" },
	{ CHOICE_OPTION("format", "NAME", struct parse_request, format, format_choices),
	  .help = "tree, tsv, ascii, dot, json; auto: by -o, else tree" },
	{ FLAG_OPTION("all", struct parse_request, all),
	  .help = "list every derivation, in the order of the rules" },
	{ NUMBER_OPTION("most", "N", struct parse_request, most, 1, MOST_DERIVATIONS),
	  .help = "most derivations of a sentence; default 100" },
	{ FLAG_OPTION("cnf", struct parse_request, cnf),
	  .help = "show the grammar and its normal form" },
	{ LIST_OPTION("said", "SPEC", struct parse_request, said),
	  .help = "match with this spec, text or hexadecimal (may be repeated)" },
	{ LIST_OPTION("said-script", "N", struct parse_request, said_scripts),
	  .help = "match with the specs of this script, or all (may be repeated)" },
	{ FLAG_OPTION("why", struct parse_request, why),
	  .help = "show which part of a spec does not match" },
	{ FLAG_OPTION("matrix", struct parse_request, matrix),
	  .help = "print a table of all sentences and all specs" },
	{ FLAG_OPTION("coverage", struct parse_request, coverage),
	  .help = "find a sentence for each Said spec of the game, or those given" },
	{ NUMBER_OPTION("most-words", "N", struct parse_request, most_words, 1,
			EXH_SCI0_COVERAGE_WORDS),
	  .help = "most words of a --coverage sentence; default 4" },
	{ NUMBER_OPTION("tries", "N", struct parse_request, tries, 1, UINT32_MAX),
	  .help = "most sentences to try for a spec; default 100000" },
	{ TEXT_OPTION("specs", "FILE", struct parse_request, specs),
	  .help = "a file of specs, one per line, for --matrix and --coverage" },
	{ CHOICE_OPTION("interpreter", "NAME", struct parse_request, interpreter,
			interpreter_choices),
	  .help = "read lines like sierra (default), freesci or scummvm" },
	{ NUMBER_OPTION("words", "N", struct parse_request, words, 1, 1 << 20),
	  .help = "drop words after the Nth; Sierra's interpreter reads 11" },
	{ LIST_OPTION("synonyms", "N", struct parse_request, synonyms),
	  .help = "use the synonyms of this script (may be repeated)" },
	{ FLAG_OPTION("session", struct parse_request, session),
	  .help = "pronouns refer to nouns of earlier sentences" },
	{ TEXT_OPTION("vocab", "FILE", struct parse_request, paths.words),
	  .help = "words from this file (vocab.000) instead of the game's" },
	{ TEXT_OPTION("grammar", "FILE", struct parse_request, paths.grammar),
	  .help = "grammar from this file (vocab.900)" },
	{ TEXT_OPTION("suffixes", "FILE", struct parse_request, paths.suffixes),
	  .help = "suffix rules from this file (vocab.901)" },
	{ 0 },
};

static const struct parse_request defaults = { .most = 100,
					       .most_words = COVERAGE_WORDS,
					       .tries = COVERAGE_TRIES };

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct parse_request *request = context;
	int status;

	request->operands = operands;
	request->operand_count = count;
	status = check(self, request);
	return status ? status : run_request(self, request);
}

const struct command cmd_parse_tree = {
	.name = "parse-tree",
	.family = FAMILY_SCI0,
	.brief = "parse sentences as SCI0 games do, and match them with Said specs",
	.usage = "[OPTION]... GAME_DIR [SENTENCE]...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct parse_request, common),
	.defaults = &defaults,
	.run = run,
};
