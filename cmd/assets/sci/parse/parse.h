/* The parser and Said specs. */
#ifndef CMD_ASSETS_SCI_PARSE_PARSE_H
#define CMD_ASSETS_SCI_PARSE_PARSE_H

#include "task/fields.h"
#include "assets/sci/sci.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/advanced/sci_coverage.h>
#include <exhume/sci_parser.h>
#include <exhume/advanced/sci_script.h>

/*
 * Names of SCI0's tags, symbols and classes, and grammars printed with them.
 */

/* Appends the name ("ROOT", "VERB"), or the number in hexadecimal. */
void grammar_put_tag(struct exh_writer *out, unsigned tag);
void grammar_put_symbol(struct exh_writer *out, unsigned symbol);

/* Names by bit; "": a bit without a name. */
extern const char *const grammar_class_names[];

/* Appends "noun, adjective or verb"; no text without classes that have names. Returns
 * the number of classes. */
size_t grammar_put_classes(struct exh_writer *out, unsigned mask,
			   const char *last_separator);

/* Prints the records as the parser uses them, and FreeSCI's normal form of them. */
void grammar_print(const struct exh_sci_parser *parser, const struct exh_sci_gnf *gnf,
		   struct exh_writer *out);
extern const struct fields grammar_fields;
void grammar_to_json(const struct exh_sci_parser *parser, const struct exh_sci_gnf *gnf,
		     struct json *result);

/*
 * SCI0's parser from a game, or from single files: words, suffix rules, grammar.
 */

struct parser_paths {
	/* A game's folder; NULL: only single files, and no scripts. */
	const char *game;
	/* Files, or other games, with these parts; NULL: those of the game. Without a
	 * game, printing a grammar needs no other file. */
	const char *words, *grammar, *suffixes;
	enum sci_words_use use;
};

struct parser_source {
	struct exh_arena arena;
	struct sci_game game; /* if has_game */
	bool has_game, has_words;
	struct sci_words words;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_grammar grammar;
	struct exh_sci_parser parser;
};

/* Opens the parser. False on failure, which is reported, as is damage. Always to be
 * closed. */
bool parser_source_open(struct parser_source *source, const struct parser_paths *paths,
			struct report *report);
void parser_source_close(struct parser_source *source);

/* True if the game has the script, or if the range is only its number: then it must
 * exist. */
bool parser_source_wants(const struct parser_source *source, const struct range *range,
			 uint32_t number);
/* Opens a script of the game, in the source's memory. False on failure, which is
 * reported. */
bool parser_source_script(struct parser_source *source, unsigned number,
			  struct exh_sci_script *script, const char **file,
			  struct report *report);

/*
 * Said specs from the command line, files and scripts, prepared for matching.
 */

struct said_spec {
	/* Line of the spec, from 0; or its number among all specs */
	size_t number;
	struct exh_bytes code; /* including its end */
	struct exh_bytes text; /* canonical text, in the game's code page */
	/* Text as written, in UTF-8; data NULL: it was given as bytes */
	struct exh_bytes given;
	struct exh_bytes typed; /* given in that code page */
	bool has_script;
	int script;    /* below 0: from no script */
	size_t offset; /* in the script */
	struct exh_sci_tree tree;
	struct exh_sci_said_span *spans; /* spans of its nodes in the text */
	struct exh_sci_said said;
};

/* A malformed spec of a script, which never matches. */
struct said_flaw {
	uint16_t script, offset;
	char *text; /* the reason */
};

struct said_flaws {
	struct said_flaw *items;
	size_t count, capacity;
};

struct said_specs {
	struct exh_arena arena;
	struct said_spec *items;
	size_t count, capacity;
	size_t next_number;
	/* Receives malformed specs of scripts; NULL: they are warnings */
	struct said_flaws *flaws;
};

void said_specs_start(struct said_specs *specs);
void said_specs_free(struct said_specs *specs);

/*
 * Functions that add specs. Invalid specs are reported and left out. Text is a spec in
 * the authors' syntax, or its bytes as hexadecimal digits, with blanks anywhere.
 */
void said_specs_add_text(struct said_specs *specs, const struct exh_sci_lexicon *lexicon,
			 const char *text, struct report *report);
/* Adds a file with one spec in each line, "-" is standard input; blank lines are
 * skipped. */
void said_specs_add_file(struct said_specs *specs, const struct exh_sci_lexicon *lexicon,
			 const char *path, struct report *report);
/* Adds specs of the game's scripts in the range; if it is one number, the script must
 * exist. */
void said_specs_add_scripts(struct said_specs *specs, struct parser_source *source,
			    const struct range *range, struct report *report);

/* Finds the part of the spec that a sentence fails to match: its text as written if
 * known, else in the game's code page. False if the part is unknown. */
bool said_spec_explain(const struct said_spec *spec,
		       const struct exh_sci_lexicon *lexicon,
		       const struct exh_sci_said_input *input, struct exh_bytes *part);

/*
 * Inputs of the parser: the request of the command line, and the data read for it.
 */

enum parse_format {
	PARSE_AUTO, /* replaced when the command line is checked */
	PARSE_TREE,
	PARSE_TSV,
	PARSE_ASCII,
	PARSE_DOT,
	PARSE_JSON,
	PARSE_SEED, /* like PARSE_TREE, with numbers for all names and words */
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
	} synonym_scripts, spec_scripts; /* numbers of the first and the last script */
};

struct parse_run {
	const struct parse_request *request;
	struct report *report;
	struct parser_source *source;
	struct said_specs *specs;
	struct lines lines;
	struct exh_arena arena; /* memory of converted lines */
	struct {
		struct exh_sci_synonym *items;
		size_t count, capacity;
	} synonyms; /* from options */
	/* Lines come from a file, not from operands */
	bool are_numbered;
	struct exh_sci_parse_options options;
};

/*
 * `exhume parse-tree --coverage`: finds for each Said spec a sentence that triggers it.
 */

/* Handles all specs: as text to output, if any, and into result, if it is not NULL. */
extern const struct fields parse_coverage_fields;
void parse_coverage(const struct parse_request *request,
		    const struct parser_source *source, const struct said_specs *specs,
		    const char *output, struct json *result, struct report *report);

/*
 * The Said specs that sentences match, as `exhume parse-tree` shows them.
 */

/* Memory for one sentence. */
struct parse_room {
	struct exh_sci_sentence sentence;
	struct exh_sci_said_input input;
	struct exh_sci_derivations derivations;
};

/* Appends the names of the columns. */
void parse_match_put_head(const struct parse_run *run, struct exh_writer *out);
/* Append the matches of a sentence with all specs: rows of the table, */
void parse_match_put_rows(const struct parse_run *run, const struct parse_room *room,
			  size_t line, struct exh_writer *out);
/* Append the matches as lines below the tree. */
void parse_match_put_lines(const struct parse_run *run, const struct parse_room *room,
			   struct exh_writer *out);

/* Return them as objects, or as the numbers of a matrix. */
extern const struct fields parse_match_fields;
struct json *parse_match_to_json(const struct parse_run *run,
				 const struct parse_room *room);
struct json *parse_match_results_to_json(const struct parse_run *run,
					 const struct parse_room *room);

/* Returns the specs. */
extern const struct fields parse_spec_fields;
struct json *parse_match_specs_to_json(const struct parse_run *run);

/*
 * The sentences of `exhume parse-tree`: parsed in parallel, written in their order.
 */

/* True if it writes text, other than JSON, to an output. */
bool parse_run_writes(const struct parse_request *request);

/* Parses all lines, and writes text to output. */
void parse_run_write(struct parse_run *run, const char *output);

/* Parses all lines, and adds JSON to result. */
extern const struct fields parse_run_fields;
void parse_run_to_json(struct parse_run *run, struct json *result);

/*
 * The work of exhume parse-tree, without its command line.
 */

void parse_tree_run_game(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/*
 * The work of exhume said-compile, without its command line.
 */

/* Compiler whose reading of a spec's text is used. */
enum said_compiler {
	SAID_BY_EXHUME,
	SAID_BY_COMPANION,
};

struct said_compile_request {
	struct common common;
	const char *vocab, *specs, *numbers;
	struct strings decompile;
	unsigned format, words; /* enum said_format, enum sci_words_use */
	unsigned compiler;	/* enum said_compiler */
	bool tree, check, lenient;
	struct range *ranges;
	size_t range_count;
	/* Set for each run. */
	const char *file; /* file with the lines; NULL: operands */
};

/* Fields that it adds to a result, and the document that it writes. */
extern const struct fields said_compile_fields;
extern const struct document said_document;

/* input: a game or script with --script, else NULL or the file of specs. */
void said_compile_run_input(void *context, const char *input, const char *output,
			    struct report *report, struct json *result);

char *said_compile_output_for(void *context, const char *input, bool several);

/*
 * Said specs printed by said-compile: one after the other, in one of its formats.
 */

enum said_format {
	SAID_AUTO,
	SAID_HEX,
	SAID_TEXT,
	SAID_BINARY,
	SAID_C,
	SAID_JSON,
	SAID_TSV,
};

struct said_out {
	enum said_format format;
	/* Trees instead of bytes or text; in JSON and TSV in addition */
	bool tree;
	bool scripts; /* specs have a script and an offset */
	bool check;   /* only count those that compile back to themselves */
	const struct exh_sci_lexicon *lexicon; /* may be NULL */
	struct exh_writer bytes;	       /* for the output */
	struct json *list;		       /* for JSON, else NULL */
	/* Number of specs, including failed ones */
	size_t count;
	size_t failed_count, different_count;
};

/* Origin of a spec. */
struct said_place {
	const char *file; /* NULL: the command line */
	/* Line of the file, or number of the operand, from 1; 0: bytes at file_offset */
	size_t line;
	bool is_script; /* the number of the script is known, and printed */
	unsigned script;
	/* In the script, or in the file */
	size_t offset;
	/* In the file, for messages */
	size_t file_offset;
};

/* column: in characters of the line, from 1, not in bytes. */
void said_report_at(struct report *report, const struct said_place *place, size_t column,
		    bool is_error, const char *text);

/* Fields of the list's objects. */
extern const struct fields said_out_fields;

void said_out_begin(struct said_out *out);

/* Adds a whole spec with valid bytes. Faults of its tree are reported. */
void said_out_add(struct said_out *out, struct exh_bytes code,
		  const struct said_place *place, struct report *report);

/* Adds a spec that could not be read, and reports the reason. column: in characters,
 * from 1, or 0. */
void said_out_fail(struct said_out *out, const struct said_place *place, size_t column,
		   const char *text, struct report *report);

/*
 * The Said specs of script resources.
 */

struct said_scripts {
	const char *vocab; /* game or file; NULL: the game's own words */
	const struct range *numbers;
	size_t number_count; /* 0: all */
	enum sci_words_use use;
};

/* Adds the specs of a game, or of one script file, to out. script_count: number of
 * scripts with specs. */
void said_scripts_add(const struct said_scripts *scripts, const char *path,
		      struct said_out *out, size_t *script_count, struct report *report);

/*
 * A short sentence for each Said spec of a game.
 */

enum {
	SAID_SENTENCE_SIZE = EXH_SCI_COVERAGE_WORDS * (EXH_SCI_WORD_SIZE + 1),
	SAID_SENTENCE_WORDS = 4,      /* default of --most-words */
	SAID_SENTENCE_TRIES = 100000, /* default of --tries */
};

/* The result for a spec. */
struct said_sentence {
	enum exh_sci_coverage_result result;
	uint16_t missing_group;
	size_t tries, most_words;
	char sentence[SAID_SENTENCE_SIZE]; /* UTF-8 */
	/* The reason if its status is not EXH_OK */
	struct exh_error err;
};

/* Returns one result for each spec, in their order, to be freed; NULL, and reported,
 * if interrupted, or if the words exceed the memory limit. */
struct said_sentence *said_sentences_find(const struct parser_source *source,
					  const struct said_specs *specs,
					  const struct exh_sci_coverage_options *options,
					  struct report *report);

/*
 * Parsed sentences as text: trees, tables, drawings, and reasons for rejection.
 */

/* Appends a line, or a part of it, as it was typed: in UTF-8 if there is a code page,
 * else its bytes unchanged. */
void sentence_put_text(const struct exh_sci_sentence *sentence, struct exh_bytes text,
		       struct exh_writer *out);

/* Returns "ok", "syntax", "unknown" or "empty". */
const char *sentence_status_name(enum exh_sci_sentence_status status);

/* Appends a row of: sentence status unknown tokens tree. */
void sentence_put_row(const struct exh_sci_sentence *sentence, struct exh_bytes line,
		      struct exh_writer *out);

/* Appends the words, one in each line, with their classes; and the records of the
 * derivation. */
void sentence_put_words(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* Draws the tree with lines, its root first. */
void sentence_draw(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* Appends the tree for Graphviz; number is its index among the graphs. */
void sentence_put_dot(const struct exh_sci_sentence *sentence, struct exh_bytes line,
		      size_t number, struct exh_writer *out);

/* Appends the tree in a line: (ROOT S (ROOT CVERB (ROOT VERB open)) ...). */
void sentence_put_tree(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* Appends the records of a derivation: "1 34 48". */
void sentence_put_rules(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* Appends the reason for rejection in words; no text for accepted sentences. */
void sentence_explain(const struct exh_sci_sentence *sentence,
		      const struct exh_sci_lexicon *lexicon, struct exh_writer *out);

/* Line as text, status, tokens, tree, reason for rejection. */
extern const struct fields sentence_fields;
struct json *sentence_to_json(const struct exh_sci_sentence *sentence,
			      const struct exh_sci_lexicon *lexicon,
			      struct exh_bytes line);

/* Returns the records and the tree of a derivation. */
extern const struct fields sentence_derivation_fields;
struct json *sentence_derivation_to_json(const struct exh_sci_sentence *sentence);

/* Returns bytes as UTF-8; invalid bytes become U+FFFD. */
struct json *sentence_text_to_json(struct exh_bytes text);

#endif
