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
 * Strings of SCI games: those of text resources, and of scripts.
 */

/* The thing of an asset. */
struct sci_strings {
	struct exh_bytes *items; /* by their numbers */
	size_t count;
};

static inline const struct sci_strings *sci_strings_of(const struct asset *asset)
{
	return asset->thing;
}

/* From the start of the resource. */
static inline size_t sci_string_offset(const struct asset *asset,
				       const struct exh_bytes *string)
{
	return string->base - asset->bytes.base;
}

struct sci_text_options {
	bool as_json, as_table;
};

/* Texts become tables by default; the strings of scripts are read, and
 * no files made of them. */
extern const struct asset_kind sci_text_kind, sci_script_strings_kind;

/*
 * Tables: "#type", "number", "index", "offset", "text", with tabs between them.
 */

void sci_text_put_columns(bool with_hits, struct exh_writer *out);
/* Those of a row in front of the text. */
void sci_text_put_place(const struct asset *asset, size_t index, struct exh_writer *out);

/*
 * JSON: an object for each string, in the list "strings".
 */

struct sci_text_string {
	const char *type, *text;
	const char *kind; /* how a script uses it; NULL: not said */
	bool has_number;
	uint16_t number, index;
	size_t offset;
	struct exh_bytes bytes; /* if the text does not lead back to them */
	struct json *hits;
};

extern const struct fields sci_text_string_fields;

/* hits: given away, or NULL. */
struct json *sci_text_string_to_json(const struct text_encoding *encoding,
				     const struct asset *asset, size_t index,
				     const char *utf8, struct json *hits);

/*
 * Strings with letters that not all fonts of the game can draw: fonts that have the
 * letters a to z, as all for texts have.
 */

struct text_fonts {
	struct text_font *items;
	size_t count, capacity;
};

/* Of an open game, its volumes read. False: the report has why. Close them either way. */
bool text_fonts_open(struct text_fonts *fonts, struct sci_game *game, const char *path,
		     struct report *report);
void text_fonts_close(struct text_fonts *fonts);

enum text_lint_form { TEXT_LINT_NOTHING, TEXT_LINT_LINES, TEXT_LINT_TABLE };

extern const struct fields text_lack_fields;
void text_lint_put_columns(struct exh_writer *out);
/* A line of out, and an object of list, for each byte of a string; list may be NULL.
 * Returns how many there are. */
size_t text_lint(const struct text_fonts *fonts, const struct asset *asset, size_t index,
		 enum text_lint_form form, struct exh_writer *out, struct json *list);

/* What text-dump has found, beside the resources. */
struct sci_text_result {
	struct json *strings, *lacks;
	bool is_search;
	size_t hits;
};
extern const struct fields sci_text_result_fields;
/* What text-dump --pack has packed. */
extern const struct fields text_pack_fields;
/* What a text or script is described by. */
extern const struct fields sci_strings_fields;

/*
 * Looking for a pattern in texts of UTF-8, line by line.
 */

struct text_find {
	bool is_open;
	regex_t regex;
	locale_t locale; /* of UTF-8, if the system has it */
};

/* The pattern is text as it is or, is_regex, an extended regular expression of POSIX.
 * False if it is none: wrong says why. */
bool text_find_open(struct text_find *find, const char *pattern, bool is_regex,
		    bool ignore_case, char wrong[128]);
void text_find_close(struct text_find *find);

struct text_hit {
	size_t line, column;	       /* characters; both from 1 */
	size_t offset, size;	       /* bytes of the text */
	size_t line_offset, line_size; /* of its line */
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

/* Appends all hits in a text of size bytes, which ends with a NUL after them; line ends
 * are overwritten, and put back. */
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
	bool lint;
	bool pack, bare; /* bare: without a patch file's header */
};

void text_dump_run_input(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);
/* With --pack: writes the texts that a table or JSON has, to where -o of context's common
 * says, and adds to result what became of them. */
void text_pack_run_input(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/*
 * Bytes of a game as escaped UTF-8 that leads back to them: control characters, and what
 * is no character of the encoding, are codes of bytes.
 */
void text_escape_bytes(const struct text_encoding *encoding, struct exh_bytes text,
		       struct exh_writer *out);

/* Control characters alone as codes of bytes. Returns how many bytes are no character of
 * the encoding: U+FFFD each. */
size_t text_escape_controls(const struct text_encoding *encoding, struct exh_bytes text,
			    struct exh_writer *out);

/* The way back. False, with *wrong the place in text, for an escape that is none
 * (*is_escape) and for what has no place in the encoding. */
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

/* EXH_INVALID: what was expected at a place of the line. */
enum exh_status text_fail_at(const struct text_line *line, const uint8_t *at,
			     const char *expected, struct exh_error *err);

/* The same where text_unescape_bytes has found a field wrong. */
enum exh_status text_fail_in_field(const struct text_line *line,
				   const struct text_encoding *encoding,
				   struct exh_bytes field, size_t wrong,
				   const char *escapes, struct exh_error *err);

/* A number of base 10, or 16 with or without 0x, up to most: all of the text. */
bool text_take_number(struct exh_bytes text, int base, uint32_t most, uint32_t *out);

/* Does the text begin with a brace, after blanks? */
bool text_is_json(struct exh_bytes text);

/*
 * Strings of texts as tables and JSON have them.
 */

struct text_row {
	unsigned number; /* ASSET_NO_NUMBER: none is given */
	uint32_t index;
	struct exh_bytes bytes;
	size_t place; /* the line, or the place in the list, from 1 */
};

struct text_rows {
	struct text_row *items;
	size_t count;
	bool of_scripts;
	size_t skipped_count; /* those of scripts; or, if of scripts, of texts */
	const char *place;    /* "line", or "string" */
	struct exh_arena arena;
};

/* Reads JSON if it begins with a brace, else a table: strings of texts, or those of
 * scripts. err names the line and column. Always to be freed. */
enum exh_status text_rows_read(struct exh_bytes in, const struct text_encoding *encoding,
			       bool of_scripts, struct text_rows *out,
			       struct exh_error *err);
void text_rows_free(struct text_rows *rows);

#endif
