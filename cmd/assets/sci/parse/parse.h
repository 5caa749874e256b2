/* The parser and Said specs. */
#ifndef CMD_ASSETS_SCI_PARSE_PARSE_H
#define CMD_ASSETS_SCI_PARSE_PARSE_H

#include "task/fields.h"
#include "assets/sci/sci.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/sci_coverage.h>
#include <exhume/sci_parser.h>
#include <exhume/sci_said.h>
#include <exhume/sci_script.h>

/*
 * What SCI0's tags, symbols and classes are called, and grammars printed by these names.
 */

/* Appends the name ("ROOT", "VERB"), or the number in hexadecimal. */
void grammar_put_tag(struct exh_writer *out, unsigned tag);
void grammar_put_symbol(struct exh_writer *out, unsigned symbol);

/* By bit; "": none has that name. */
extern const char *const grammar_class_names[];

/* Appends "noun, adjective or verb"; nothing for no class that has a name. Returns how
 * many there are. */
size_t grammar_put_classes(struct exh_writer *out, unsigned mask,
			   const char *last_separator);

/* The records as the parser uses them, and FreeSCI's normal form of them. */
void grammar_print(const struct exh_sci_parser *parser, const struct exh_sci_gnf *gnf,
		   struct exh_writer *out);
extern const struct fields grammar_fields;
void grammar_to_json(const struct exh_sci_parser *parser, const struct exh_sci_gnf *gnf,
		     struct json *result);

/*
 * SCI0's parser out of a game, or out of files of its own: words, suffix rules, grammar.
 */

struct parser_paths {
	/* A game's folder; NULL: each is a file, and there is no script. */
	const char *game;
	/* Files, or other games, to take these of; NULL: the game's. Without a game a
	 * grammar is enough to look at it. */
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

/* False if that failed, which is reported, as is damage. Always to be closed. */
bool parser_source_open(struct parser_source *source, const struct parser_paths *paths,
			struct report *report);
void parser_source_close(struct parser_source *source);

/* True if the game has the script, or if the range is its number alone: then it must be
 * there. */
bool parser_source_wants(const struct parser_source *source, const struct range *range,
			 uint32_t number);
/* A script of the game, in the source's memory; false if that failed, which is reported.
 */
bool parser_source_script(struct parser_source *source, unsigned number,
			  struct exh_sci_script *script, const char **file,
			  struct report *report);

/*
 * Said specs out of the command line, files and scripts, made ready to be matched.
 */

struct said_spec {
	size_t number;		/* of its line, from 0; or among all */
	struct exh_bytes code;	/* with its end */
	struct exh_bytes text;	/* canonical, in the game's code page */
	struct exh_bytes given; /* as it was written, in UTF-8; data NULL: as bytes */
	struct exh_bytes typed; /* the same in that code page */
	bool has_script;
	int script;    /* below 0: of none */
	size_t offset; /* in the script */
	struct exh_sci_tree tree;
	struct exh_sci_said_span *spans; /* of its nodes */
	struct exh_sci_said said;
};

/* A spec of a script that is not well formed, which never matches. */
struct said_flaw {
	uint16_t script, offset;
	char *text; /* why */
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
	struct said_flaws *flaws; /* gets those of scripts; NULL: they are warnings */
};

void said_specs_start(struct said_specs *specs);
void said_specs_free(struct said_specs *specs);

/*
 * Each reports what is wrong, and leaves it out. Text is a spec in the authors' syntax,
 * or its bytes as hexadecimal digits, with blanks as one likes.
 */
void said_specs_add_text(struct said_specs *specs, const struct exh_sci_lexicon *lexicon,
			 const char *text, struct report *report);
/* One a line, "-" is standard input; blank lines are skipped. */
void said_specs_add_file(struct said_specs *specs, const struct exh_sci_lexicon *lexicon,
			 const char *path, struct report *report);
/* Specs of the scripts in the range that the game has; if it is one number, the script
 * must be there. */
void said_specs_add_scripts(struct said_specs *specs, struct parser_source *source,
			    const struct range *range, struct report *report);

/* The text of the part that a sentence, which the spec does not match, fails, in the
 * game's code page and as it was written, if it was: false if that is not known. */
bool said_spec_explain(const struct said_spec *spec,
		       const struct exh_sci_lexicon *lexicon,
		       const struct exh_sci_said_input *input, struct exh_bytes *part);

/*
 * What is to be parsed, as the command line has it, and as it was read.
 */

enum parse_format {
	PARSE_AUTO, /* until the command line is checked */
	PARSE_TREE,
	PARSE_TSV,
	PARSE_ASCII,
	PARSE_DOT,
	PARSE_JSON,
	PARSE_SEED, /* as PARSE_TREE, with numbers for all names and words */
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
};

struct parse_run {
	const struct parse_request *request;
	struct report *report;
	struct parser_source *source;
	struct said_specs *specs;
	struct lines lines;
	struct exh_arena arena; /* of lines that were converted */
	struct {
		struct exh_sci_synonym *items;
		size_t count, capacity;
	} synonyms;	   /* of options */
	bool are_numbered; /* lines of a file, not operands */
	struct exh_sci_parse_options options;
};

/*
 * `exhume parse-tree --coverage`: for each Said spec a sentence that triggers it.
 */

/* For all of specs: as text to output, if there is one, and into result, if that is not
 * NULL. */
extern const struct fields parse_coverage_fields;
void parse_coverage(const struct parse_request *request,
		    const struct parser_source *source, const struct said_specs *specs,
		    const char *output, struct json *result, struct report *report);

/*
 * The Said specs that sentences match, as `exhume parse-tree` shows them.
 */

/* What one sentence needs. */
struct parse_room {
	struct exh_sci_sentence sentence;
	struct exh_sci_said_input input;
	struct exh_sci_derivations derivations;
};

/* The names of the columns. */
void parse_match_put_head(const struct parse_run *run, struct exh_writer *out);
/* All specs with a sentence: rows of the table ... */
void parse_match_put_rows(const struct parse_run *run, const struct parse_room *room,
			  size_t line, struct exh_writer *out);
/* ... or lines below the tree. */
void parse_match_put_lines(const struct parse_run *run, const struct parse_room *room,
			   struct exh_writer *out);

/* The same as objects, or as the numbers of a matrix. */
extern const struct fields parse_match_fields;
struct json *parse_match_to_json(const struct parse_run *run,
				 const struct parse_room *room);
struct json *parse_match_results_to_json(const struct parse_run *run,
					 const struct parse_room *room);

/* The specs themselves. */
extern const struct fields parse_spec_fields;
struct json *parse_match_specs_to_json(const struct parse_run *run);

/*
 * What `exhume parse-tree` does with its sentences: many at once, written in their order.
 */

/* Does it write text, other than JSON, to an output? */
bool parse_run_writes(const struct parse_request *request);

/* All lines, as text to output. */
void parse_run_write(struct parse_run *run, const char *output);

/* All lines, as JSON into result. */
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

/* Whose reading of a spec's text. */
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
	/* Of one run. */
	const char *file; /* that lines are of; NULL: operands */
};

/* What it adds to a result, and writes. */
extern const struct fields said_compile_fields;
extern const struct document said_document;

/* input: a game or script with --script, else NULL or the file of specs. */
void said_compile_run_input(void *context, const char *input, const char *output,
			    struct report *report, struct json *result);

char *said_compile_output_for(void *context, const char *input, bool several);

/*
 * Said specs as said-compile gives them out: one after the other, in one of its formats.
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
	bool tree;    /* in place of bytes or text, and in JSON and TSV beside them */
	bool scripts; /* specs have a script and an offset */
	bool check;   /* only count those that compile to themselves */
	const struct exh_sci_lexicon *lexicon; /* may be NULL */
	struct exh_writer bytes;	       /* for the output */
	struct json *list;		       /* for JSON, else NULL */
	size_t count;			       /* of specs, with those that failed */
	size_t failed_count, different_count;
};

/* Where a spec comes from. */
struct said_place {
	const char *file; /* NULL: the command line */
	size_t line;	  /* of it, or the operand, from 1; 0: bytes at file_offset */
	bool is_script;	  /* the number of the script is known, and printed */
	unsigned script;
	size_t offset;	    /* in the script, or the file ... */
	size_t file_offset; /* ... and in the file, for messages */
};

/* column: of the line, in characters, from 1; not of bytes. */
void said_report_at(struct report *report, const struct said_place *place, size_t column,
		    bool is_error, const char *text);

/* Fields of the list's objects. */
extern const struct fields said_out_fields;

void said_out_begin(struct said_out *out);

/* A whole spec, whose bytes are good. What its tree lacks is reported. */
void said_out_add(struct said_out *out, struct exh_bytes code,
		  const struct said_place *place, struct report *report);

/* A spec that could not be read: reports why. column: in characters, from 1, or 0. */
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

/* Those of a game, or of a file that is a script, into out. script_count: of scripts that
 * have some. */
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

/* What came of a spec. */
struct said_sentence {
	enum exh_sci_coverage_result result;
	uint16_t missing_group;
	size_t tries, most_words;
	char sentence[SAID_SENTENCE_SIZE]; /* UTF-8 */
	struct exh_error err;		   /* its status is not EXH_OK: why not */
};

/* One for each spec, in their order, to be freed; NULL, reported, when interrupted, or
 * when the words are more than fit the memory limit. */
struct said_sentence *said_sentences_find(const struct parser_source *source,
					  const struct said_specs *specs,
					  const struct exh_sci_coverage_options *options,
					  struct report *report);

/*
 * Sentences that were parsed, as text: trees, tables, drawings, and why some are none.
 */

/* Appends a line, or a part of it, as it was typed: with a code page in UTF-8, else as
 * its bytes are. */
void sentence_put_text(const struct exh_sci_sentence *sentence, struct exh_bytes text,
		       struct exh_writer *out);

/* "ok", "syntax", "unknown", "empty". */
const char *sentence_status_name(enum exh_sci_sentence_status status);

/* A row of: sentence status unknown tokens tree. */
void sentence_put_row(const struct exh_sci_sentence *sentence, struct exh_bytes line,
		      struct exh_writer *out);

/* The words, a line each, with what they are; and the records of the derivation. */
void sentence_put_words(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* The tree drawn with lines, its root first. */
void sentence_draw(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* The same for Graphviz; number is its place among the graphs. */
void sentence_put_dot(const struct exh_sci_sentence *sentence, struct exh_bytes line,
		      size_t number, struct exh_writer *out);

/* The tree in a line: (ROOT S (ROOT CVERB (ROOT VERB open)) ...). */
void sentence_put_tree(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* The records of a derivation: "1 34 48". */
void sentence_put_rules(const struct exh_sci_sentence *sentence, struct exh_writer *out);

/* Why it was rejected, in words; nothing if it was not. */
void sentence_explain(const struct exh_sci_sentence *sentence,
		      const struct exh_sci_lexicon *lexicon, struct exh_writer *out);

/* Line as text, status, tokens, tree, why not. */
extern const struct fields sentence_fields;
struct json *sentence_to_json(const struct exh_sci_sentence *sentence,
			      const struct exh_sci_lexicon *lexicon,
			      struct exh_bytes line);

/* The records and the tree of a derivation. */
extern const struct fields sentence_derivation_fields;
struct json *sentence_derivation_to_json(const struct exh_sci_sentence *sentence);

/* Bytes as UTF-8: what is none of it becomes U+FFFD. */
struct json *sentence_text_to_json(struct exh_bytes text);

#endif
