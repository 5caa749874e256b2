#include "assets/convert.h"
#include "assets/sci/parse/parse.h"
#include "cli/opt.h"
#include "cli/parse_options.h"

#include <stdlib.h>

enum {
	MAX_DERIVATIONS = 1000000000,
};

/* Words of enum parse_format, and of enum exh_sci_interpreter. */
static const char *const format_choices[] = { "auto", "tree", "tsv",  "ascii",
					      "dot",  "json", "seed", NULL };

static const char *const words_choices[] = { "11", "frequent", "first", NULL };

static const char *const interpreter_choices[] = { "sierra", "freesci", "scummvm", NULL };

static const struct opt option_table[] = {
	{ TEXT_OPTION("sentences", "FILE", struct parse_request, sentences),
	  .help = "a file of sentences, one per line; - is standard input" },
	{ CHOICE_OPTION("format", "NAME", struct parse_request, format, format_choices),
	  .help = "tree, seed, tsv, ascii, dot, json; auto: by -o, else tree" },
	{ FLAG_OPTION("all", struct parse_request, all),
	  .help = "list every derivation, in the order of the rules" },
	{ NUMBER_OPTION("most", "N", struct parse_request, most, 1, MAX_DERIVATIONS),
	  .help = "most derivations of a sentence; default 100" },
	{ FLAG_OPTION("cnf", struct parse_request, cnf),
	  .help = "show the grammar and its normal form" },
	{ LIST_OPTION("said", "SPEC", struct parse_request, said),
	  .help = "match with this spec, text or hexadecimal (may be repeated)" },
	{ LIST_OPTION("said-script", "RANGE", struct parse_request, said_scripts),
	  .help = "match with the specs of scripts: 0-9, or all (may be repeated)" },
	{ FLAG_OPTION("why", struct parse_request, reason),
	  .help = "show which part of a spec does not match" },
	{ FLAG_OPTION("matching", struct parse_request, matching),
	  .help = "show only specs that match" },
	{ FLAG_OPTION("matrix", struct parse_request, matrix),
	  .help = "print a table of all sentences and all specs" },
	{ FLAG_OPTION("coverage", struct parse_request, coverage),
	  .help = "find a sentence for each Said spec of the game, or those given" },
	{ NUMBER_OPTION("most-words", "N", struct parse_request, most_words, 1,
			EXH_SCI_COVERAGE_WORDS),
	  .help = "most words of a --coverage sentence; default 4" },
	{ NUMBER_OPTION("tries", "N", struct parse_request, tries, 1, UINT32_MAX),
	  .help = "most sentences to try for a spec; default 100000" },
	{ TEXT_OPTION("specs", "FILE", struct parse_request, specs),
	  .help = "a file of specs, one per line, for --matrix and --coverage" },
	{ CHOICE_OPTION("interpreter", "NAME", struct parse_request, interpreter,
			interpreter_choices),
	  .help = "read lines like sierra (default), freesci or scummvm" },
	{ LIST_OPTION("words", "N|NAME", struct parse_request, word_options),
	  .choices = words_choices,
	  .help = "N: most words of a sentence; frequent, first: those in specs" },
	{ LIST_OPTION("synonyms", "RANGE", struct parse_request, synonyms),
	  .help = "use the synonyms of scripts: 1,4 (may be repeated)" },
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
					       .most_words = SAID_SENTENCE_WORDS,
					       .tries = SAID_SENTENCE_TRIES };

static int check(const struct command *self, void *context)
{
	struct parse_request *request = context;
	const int status = parse_options_check(self, request);

	common_keep(&request->common, request->synonym_scripts.ranges, free);
	common_keep(&request->common, request->spec_scripts.ranges, free);
	return status;
}

static char *input_of(const void *context)
{
	const struct parse_request *request = context;

	return (char *)(request->paths.game ? request->paths.game
					    : request->paths.grammar);
}

static const struct converter converter = {
	.check = check,
	.checks_streams = true,
	.makes_one = true,
	.input_of = input_of,
	.run = parse_tree_run_game,
};

const struct command cmd_parse_tree = {
	.name = "parse-tree",
	.family = FAMILY_SCI,
	.brief = "parse sentences as SCI0 games do, and match them with Said specs",
	.usage = "[OPTION]... GAME_DIR [SENTENCE]...",
	.options = option_table,
	.results = (const struct fields *const[]){ &parse_run_fields, &grammar_fields,
						   &parse_coverage_fields, NULL },
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS | COMMON_BYTES,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct parse_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
