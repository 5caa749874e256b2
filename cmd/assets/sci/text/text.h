/* Texts. */
#ifndef CMD_ASSETS_SCI_TEXT_TEXT_H
#define CMD_ASSETS_SCI_TEXT_TEXT_H

#include "assets/sci/sci.h"
#include "task/fields.h"
#include "task/report.h"
#include "task/text.h"
#include "task/text_encoding.h"
#include "task/work.h"

#include <exhume/base.h>

#include <locale.h>
#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Strings of SCI games, in text resources and in scripts.
 */

/* The thing of an asset. */
struct sci_strings {
	struct exh_bytes *items; /* indexed by their numbers */
	size_t count;
};

static inline const struct sci_strings *sci_strings_of(const struct asset *asset)
{
	return asset->thing;
}

/* Returns the offset from the start of the resource. */
static inline size_t sci_string_offset(const struct asset *asset,
				       const struct exh_bytes *string)
{
	return string->base - asset->bytes.base;
}

struct sci_text_options {
	bool as_json, as_table;
};

/* Texts become tables by default; the strings of scripts are only read, without files. */
extern const struct asset_kind sci_text_kind, sci_script_strings_kind;

/*
 * Tables: "#type", "number", "index", "offset", "text", with tabs between them.
 */

void sci_text_put_columns(bool with_hits, struct exh_writer *out);
/* Appends the columns of a row before the text. */
void sci_text_put_place(const struct asset *asset, size_t index, struct exh_writer *out);

/*
 * JSON: an object for each string, in the list "strings".
 */

struct sci_text_string {
	const char *type, *text;
	/* Use of the string in a script; NULL: unknown */
	const char *kind;
	bool has_number;
	uint16_t number, index;
	size_t offset;
	struct exh_bytes bytes; /* set if the text can't be converted back to them */
	struct json *hits;
};

extern const struct fields sci_text_string_fields;

/* hits: taken over; may be NULL. */
struct json *sci_text_string_to_json(const struct text_encoding *encoding,
				     const struct asset *asset, size_t index,
				     const char *utf8, struct json *hits);

/*
 * Strings with letters that are missing in some fonts of the game. Only fonts with the
 * letters a to z count, which are for texts.
 */

struct text_fonts {
	struct text_font *items;
	size_t count, capacity;
};

/* Opens the fonts of an open game, its volumes read. False: the report has the reason.
 * To be closed in both cases. */
bool text_fonts_open(struct text_fonts *fonts, struct sci_game *game, const char *path,
		     struct report *report);
void text_fonts_close(struct text_fonts *fonts);

enum text_lint_form { TEXT_LINT_NOTHING, TEXT_LINT_LINES, TEXT_LINT_TABLE };

extern const struct fields text_lack_fields;
void text_lint_put_columns(struct exh_writer *out);
/* Adds a line to out, and an object to list, for each missing byte in a string; list
 * may be NULL. Returns their number. */
size_t text_lint(const struct text_fonts *fonts, const struct asset *asset, size_t index,
		 enum text_lint_form form, struct exh_writer *out, struct json *list);

/* Results of text-dump, besides the resources. */
struct sci_text_result {
	struct json *strings, *lacks;
	bool is_search;
	size_t hits;
};
extern const struct fields sci_text_result_fields;
/* Fields of text-dump --pack. */
extern const struct fields text_pack_fields;
/* Fields that describe a text or script. */
extern const struct fields sci_strings_fields;

/*
 * Searches for a pattern in texts of UTF-8, line by line.
 */

struct text_find {
	bool is_open;
	regex_t regex;
	locale_t locale; /* locale for UTF-8, if the system has one */
};

/* The pattern is plain text or, with is_regex, an extended regular expression of
 * POSIX. False if it is invalid: wrong has the reason. */
bool text_find_open(struct text_find *find, const char *pattern, bool is_regex,
		    bool ignore_case, char wrong[128]);
void text_find_close(struct text_find *find);

struct text_hit {
	size_t line, column;	       /* in characters; both from 1 */
	size_t offset, size;	       /* in bytes of the text */
	size_t line_offset, line_size; /* line that contains it */
};

struct text_hits {
	struct text_hit *items; /* to be freed */
	size_t count, capacity;
};

struct text_hit_row {
	struct text_hit hit;
	struct json *text;
};
extern const struct fields text_hit_fields;

/* Appends all hits in a text of size bytes, followed by a NUL; line ends are
 * overwritten, and restored. */
void text_find_all(const struct text_find *find, char *text, size_t size,
		   struct text_hits *hits);

/*
 * The work of exhume text-dump, without its command line.
 */

enum { TEXT_DUMP_AUTO, TEXT_DUMP_TEXT, TEXT_DUMP_TSV, TEXT_DUMP_JSON };

struct text_dump_request {
	struct common common;
	struct strings types, numbers;
	struct sci_choice choice;
	unsigned format;
	const char *pattern;
	bool ignore_case, is_regex;
	struct text_find find;
	bool lint, safe_cells;
	bool pack, bare; /* bare: without a patch file's header */
};

void text_dump_run_input(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);
/* Packs the texts in a table or JSON, for --pack, to the output of context's common, and
 * adds the results to result. */
void text_pack_run_input(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/*
 * Appends bytes of a game as escaped UTF-8 that can be converted back: control
 * characters, and bytes that are no character of the encoding, are codes of bytes.
 */
void text_escape_bytes(const struct text_encoding *encoding, struct exh_bytes text,
		       struct exh_writer *out);

/* Escapes only control characters as codes of bytes. Returns the number of bytes that
 * are no character of the encoding, which become U+FFFD each. */
size_t text_escape_controls(const struct text_encoding *encoding, struct exh_bytes text,
			    struct exh_writer *out);

/* Converts escaped text back. False, with *wrong the offset in text, for an invalid
 * escape (*is_escape) and for characters that the encoding lacks. */
bool text_unescape_bytes(const struct text_encoding *encoding, struct exh_bytes text,
			 struct exh_writer *out, size_t *wrong, bool *is_escape);

/*
 * Tables in UTF-8 that are read back.
 */

/* A line of a table, for messages. */
struct text_line {
	struct exh_bytes text;
	size_t number; /* from 1 */
	bool has_offset;
};

/* Returns EXH_INVALID: the text expected at a position in the line. */
enum exh_status text_fail_at(const struct text_line *line, const uint8_t *at,
			     const char *expected, struct exh_error *err);

/* As text_fail_at for a field that text_unescape_bytes found wrong. */
enum exh_status text_fail_in_field(const struct text_line *line,
				   const struct text_encoding *encoding,
				   struct exh_bytes field, size_t wrong,
				   const char *escapes, struct exh_error *err);

/* Parses a number of base 10, or 16 with or without 0x, up to most: all of the text. */
bool text_take_number(struct exh_bytes text, int base, uint32_t most, uint32_t *out);

/* True if the text begins with a brace, after blanks. */
bool text_is_json(struct exh_bytes text);

/*
 * Strings of texts, read from tables and JSON.
 */

struct text_row {
	unsigned number; /* ASSET_NO_NUMBER: none is given */
	uint32_t index;
	struct exh_bytes bytes;
	/* Number of the line, or index in the list, from 1 */
	size_t place;
};

struct text_rows {
	struct text_row *items;
	size_t count;
	bool of_scripts;
	/* Number of skipped strings: of scripts; or, with of_scripts, of texts */
	size_t skipped_count;
	const char *place; /* unit of place: "line" or "string" */
	struct exh_arena arena;
};

/* Reads JSON if it begins with a brace, else a table: strings of texts, or of scripts.
 * err has the line and column. Always to be freed. */
enum exh_status text_rows_read(struct exh_bytes in, const struct text_encoding *encoding,
			       bool of_scripts, struct text_rows *out,
			       struct exh_error *err);
void text_rows_free(struct text_rows *rows);

#endif
