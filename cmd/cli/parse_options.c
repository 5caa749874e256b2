#include "parse_options.h"

#include "opt.h"
#include "task/file.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 1 << 20 };

/* Parses script numbers; "all" selects all. */
static int parse_scripts(const struct command *self, const char *option,
			 const struct strings *texts, struct parse_scripts *scripts)
{
	int status = EXIT_DONE;

	for (size_t i = 0; i < texts->count && !status; i++) {
		const char *text = texts->items[i];

		status = ranges_option_parse(
			self, option, strcmp(text, "all") == 0 ? "0-" : text,
			EXH_SCI_NUMBERS, &scripts->ranges, &scripts->count);
	}
	return status;
}

/* Parses --words: the most words of a sentence, or the word that stands for a group. */
static int parse_words(const struct command *self, struct parse_request *request)
{
	const struct strings *texts = &request->word_options;

	for (size_t i = 0; i < texts->count; i++) {
		const char *text = texts->items[i];
		unsigned long number;
		char *end;

		if (strcmp(text, sci_words_uses[SCI_WORDS_FREQUENT]) == 0) {
			request->paths.use = SCI_WORDS_FREQUENT;
			continue;
		}
		if (strcmp(text, sci_words_uses[SCI_WORDS_FIRST]) == 0) {
			request->paths.use = SCI_WORDS_FIRST;
			continue;
		}
		number = strtoul(text, &end, 10);
		if (*text < '1' || *text > '9' || *end || number > MOST_WORDS)
			return opt_usage_error(self,
					       "--words %s: expected a number from 1 to "
					       "%d, frequent or first",
					       text, MOST_WORDS);
		request->words = (unsigned)number;
	}
	return EXIT_DONE;
}

/* Takes the game from the operands, unless all parts are in single files. */
static int take_game(const struct command *self, struct parse_request *request)
{
	if (request->paths.words && request->paths.grammar) {
		if (request->synonyms.count || request->said_scripts.count)
			return opt_usage_error(self, "only a game has scripts: --vocab "
						     "and --grammar have none");
		return EXIT_DONE;
	}
	if (request->cnf && request->paths.grammar)
		return EXIT_DONE;
	if (!request->common.operand_count)
		return opt_usage_error(
			self,
			"no game given: name its folder, or use --vocab and --grammar");
	request->paths.game = *request->common.operands++;
	request->common.operand_count--;
	return EXIT_DONE;
}

static bool gives_specs(const struct parse_request *request)
{
	return request->specs || request->said.count || request->said_scripts.count;
}

static int check_specs(const struct command *self, const struct parse_request *request)
{
	const bool has_specs = gives_specs(request);

	if (request->matrix && !has_specs)
		return opt_usage_error(self,
				       "--matrix: no specs given: use --specs FILE, "
				       "--said or --said-script");
	if (request->specs && !request->matrix && !request->coverage)
		return opt_usage_error(self, "--specs needs --matrix or --coverage");
	if (request->reason && (!has_specs || request->matrix))
		return opt_usage_error(self, "--why needs --said or --said-script");
	if (request->matching &&
	    (!has_specs || request->matrix || request->coverage || request->reason))
		return opt_usage_error(self,
				       "--matching needs --said or --said-script, and "
				       "excludes --matrix, --coverage and --why");
	if (request->matrix && request->format != PARSE_TREE &&
	    request->format != PARSE_SEED && request->format != PARSE_TSV &&
	    request->format != PARSE_JSON)
		return opt_usage_error(self, "--matrix is a table: --format tsv or json");
	if (request->coverage && !has_specs && !request->paths.game)
		return opt_usage_error(self,
				       "--coverage: no specs given: name a game, or use "
				       "--specs, --said");
	if (request->coverage &&
	    (request->matrix || request->reason || request->all || request->cnf ||
	     request->common.operand_count || request->sentences))
		return opt_usage_error(self,
				       "--coverage finds its own sentences: give no "
				       "others, nor --matrix, --why, --all, --cnf");
	if (request->coverage &&
	    (request->format == PARSE_ASCII || request->format == PARSE_DOT))
		return opt_usage_error(self, "--coverage is a list: --format tsv or "
					     "json");
	if (request->coverage && (request->synonyms.count || request->words ||
				  request->session || request->interpreter))
		return opt_usage_error(self,
				       "--coverage can't be combined with --synonyms, "
				       "--words, --session or --interpreter");
	if (has_specs && request->all)
		return opt_usage_error(
			self,
			"--all: Said specs are only matched with the first derivation");
	return EXIT_DONE;
}

static const struct file_ending endings[] = {
	{ ".json", PARSE_JSON },
	{ ".tsv", PARSE_TSV },
	{ ".dot", PARSE_DOT },
	{ 0 },
};

int parse_options_check(const struct command *self, struct parse_request *request)
{
	const char *stdin_of_specs =
		request->specs && strcmp(request->specs, "-") == 0 ? "-" : NULL;
	int status;

	if (!request->format)
		request->format =
			file_ending_value(request->common.output, endings, PARSE_TREE);
	status = parse_words(self, request);
	if (!status)
		status = parse_scripts(self, "synonyms", &request->synonyms,
				       &request->synonym_scripts);
	if (!status)
		status = parse_scripts(self, "said-script", &request->said_scripts,
				       &request->spec_scripts);
	if (!status)
		status = take_game(self, request);
	if (!status)
		status = check_specs(self, request);
	if (status)
		return status;
	/* Only for specs the words of texts are counted. */
	if (!gives_specs(request) && !request->coverage)
		request->paths.use = SCI_WORDS_FIRST;
	if (request->sentences && request->common.operand_count)
		return opt_usage_error(self,
				       "sentences and --sentences exclude each other");
	if (request->cnf && (request->sentences || request->common.operand_count))
		return opt_usage_error(self, "--cnf shows the grammar: no sentences");
	if (stdin_of_specs && !request->common.operand_count &&
	    (!request->sentences || strcmp(request->sentences, "-") == 0))
		return opt_usage_error(self, "sentences and specs can't both come from "
					     "standard input");
	if (request->common.json && request->common.output &&
	    strcmp(request->common.output, "-") == 0)
		return opt_usage_error(self, "--json and -o - both use standard output");
	return EXIT_DONE;
}
