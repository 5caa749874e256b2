/* What is to be parsed, as the command line has it, and as it was read. */
#ifndef CMD_ASSETS_SCI0_PARSE_PARSE_REQUEST_H
#define CMD_ASSETS_SCI0_PARSE_PARSE_REQUEST_H

#include "parser_source.h"
#include "said_specs.h"
#include "task/lines.h"
#include "task/report.h"
#include "task/ranges.h"
#include "task/strings.h"

enum parse_format {
	PARSE_AUTO, /* until the command line is checked */
	PARSE_TREE,
	PARSE_TSV,
	PARSE_ASCII,
	PARSE_DOT,
	PARSE_JSON,
};

struct parse_request {
	struct common common;
	unsigned format;
	struct parser_paths paths;
	const char *sentences, *specs; /* files; NULL: not given */
	bool session, all, cnf, reason, matching, matrix, coverage;
	unsigned interpreter, words, most, most_words, tries;
	struct strings synonyms, said, said_scripts, word_options; /* as typed */
	struct parse_scripts {
		struct range *ranges;
		size_t count;
	} synonym_scripts, spec_scripts; /* numbers of the first and the last */
	char *const *operands;		 /* sentences */
	size_t operand_count;
};

struct parse_run {
	const struct parse_request *request;
	struct report *report;
	struct parser_source *source;
	struct said_specs *specs;
	struct lines lines;
	struct {
		struct exh_sci0_synonym *items;
		size_t count, capacity;
	} synonyms;	   /* of options */
	bool are_numbered; /* lines of a file, not operands */
	struct exh_sci0_parse_options options;
};

#endif
