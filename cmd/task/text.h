/* Texts: lists, lines, ranges, patterns of names, XML, and what a terminal may show. */
#ifndef CMD_TASK_TEXT_H
#define CMD_TASK_TEXT_H

#include "work.h"

#include <exhume/base.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Text: formatted and appended to a writer; small helpers to read it.
 */

/* Appends formatted text of any length. */
void text_put(struct exh_writer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Returns a copy with lower-case ASCII letters, to be freed. */
char *text_lower(const char *text);

/* Appends text in double quotes, as in Graphviz. */
void text_put_quoted(struct exh_writer *out, const char *text);

/* Returns the bytes of a text, without its NUL. */
struct exh_bytes bytes_of_text(const char *text);
bool text_is(struct exh_bytes bytes, const char *text);
bool bytes_are_same(struct exh_bytes a, struct exh_bytes b);

/* True for a character that is escaped in tables: a control character or a backslash. */
static inline bool text_is_escaped(uint8_t c)
{
	return c < ' ' || c == 0x7f || c == '\\';
}

/* Appends an escape: \\, \t, \n, \r, or \x01 and so on. */
void text_put_escape(uint8_t c, struct exh_writer *out);
/* Appends UTF-8 in which all these characters are escaped. */
void text_put_escaped(struct exh_bytes utf8, struct exh_writer *out);

/*
 * Cells of tables (TSV). Spreadsheets take some cells for formulas, and can be made to
 * run them: cells that begin with "=", "+", "@", a tab, a carriage return, or with "-"
 * unless they are numbers. Safe cells get an apostrophe in front of these, and of an
 * apostrophe; reading removes it. Other cells get it only if reading would remove an
 * apostrophe of their own.
 */

/* Guards the cell that begins at start in out; its escapes are made already. */
void text_guard_cell(struct exh_writer *out, size_t start, bool is_safe);
/* Returns the content of a guarded cell. */
struct exh_bytes text_cell_content(struct exh_bytes cell);

/* Appends UTF-8 escaped for XML 1.0, for elements and attributes; characters that XML
 * can't hold become U+FFFD. */
void text_put_xml(struct exh_writer *out, const char *text);

void text_put_base64(struct exh_writer *out, struct exh_bytes in);

/* Returns the number of characters. */
size_t text_count_characters(const void *utf8, size_t size);

/* Parses a number of bytes: "500", "20K", "1M", "2G", in units of 1024; not 0. */
bool text_size(const char *text, uint64_t *bytes);
/* Returns a size as text: "500 bytes", "20 KiB". */
char *text_of_size(uint64_t bytes);

/* Returns the plural's ending: "s", or "" for a count of 1. */
static inline const char *text_plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* Returns the value of a hexadecimal digit, in upper or lower case; below 0: not a
 * digit. */
int text_hex_digit(uint8_t c);

/* Returns the value of two hexadecimal digits; below 0: not digits. */
int text_hex_pair(const uint8_t digits[2]);

/* Appends bytes of two hexadecimal digits each, with blanks anywhere between digits.
 * False for another character or half a byte at the end: then the bytes before it are
 * appended. */
bool text_read_hex(struct exh_bytes text, struct exh_writer *out);

/* Returns the text without the byte order mark (U+FEFF) that some editors put first. */
struct exh_bytes text_without_mark(struct exh_bytes text);

/*
 * The lines of a text, without their ends: LF, or CR and LF.
 */

struct lines {
	struct exh_bytes *items; /* borrow the text; to be freed */
	size_t count;
};

/* Splits a text. Text after the last line end is a line if it is not empty. */
void lines_split(struct exh_bytes text, struct lines *out);
void lines_free(struct lines *lines);

/*
 * A list of borrowed strings.
 */

void strings_add(struct strings *list, const char *text);

/*
 * --only CLASS[:RANGE], --frames RANGE: the selected items.
 */

/* One CLASS[:A-B]; several of them add up. B may be below A: if the order counts, the
 * items come from A down to B. */
struct range {
	const char *text; /* the whole option; borrowed */
	const char *name; /* borrowed, not terminated: */
	size_t name_size;
	uint32_t first, last; /* first is never above last */
	bool backwards;
};

/*
 * Parses "CLASS" or "CLASS:N,A-B,C-,-D" and appends to *ranges, which is to be freed.
 * Returns NULL, or the place of the error in text.
 */
const char *ranges_parse(const char *text, struct range **ranges, size_t *count);

/* Parses "N,A-B,C-,-D" without a class; names are empty. */
const char *ranges_parse_numbers(const char *text, struct range **ranges, size_t *count);

/* True if a range, of any name, contains the number, or if there are no ranges. */
bool ranges_have(const struct range *ranges, size_t count, uint32_t number);

/* Returns item i of a range, for i from 0 to last - first. */
uint32_t range_at(const struct range *range, uint32_t i);

/*
 * Names of outputs with a place for a number, as in printf: out/%02d.png
 */

/* True if it has one %d, perhaps with a width; %% is a per cent sign, as any other %
 * is. */
bool path_pattern_is(const char *path);

/* Returns the name for a number, to be freed; NULL: not a pattern. */
char *path_pattern_fill(const char *pattern, unsigned number);

/* Returns a pattern such as "/%04d.png" in a folder, whose own per cent signs are
 * kept. To be freed. */
char *path_pattern_in(const char *folder, const char *pattern);

/*
 * Optional numbers of a request.
 */

/* An integer, and a real number. given: the option was given. */
struct given_integer {
	int32_t value;
	bool given;
};

struct given_real {
	double value;
	bool given;
};

/*
 * Escapes of text for terminals.
 */

/*
 * Copies text to out, of size bytes, with its NUL. Control characters (also those of
 * UTF-8 from U+0080 on) and invalid UTF-8 become \xNN, shown as four characters; tabs
 * stay. Text that does not fit is cut off between characters. Returns the length.
 */
size_t terminal_escape(const char *text, char *out, size_t size);

/* Appends a text of several lines, escaped in the same way; ends of lines stay. */
void terminal_put(struct exh_bytes text, struct exh_writer *out);
/* True if escaping changes nothing, except for a character cut off at the end of text. */
bool terminal_shows(struct exh_bytes text);

/*
 * Reads the tags of an XML text, one after another, and the text between them.
 */

enum { XML_ATTRIBUTES = 32 };

/* Parts of the text. */
struct xml_attribute {
	struct exh_bytes name, value;
};

struct xml_tag {
	struct exh_bytes name;
	size_t offset;	    /* offset of its < */
	bool opens, closes; /* <a>, </a>, or both: <a/> */
	/* Number of attributes; those that do not fit are left out */
	size_t count;
	struct xml_attribute attributes[XML_ATTRIBUTES];
};

struct xml_reader {
	struct exh_bytes in;
	size_t at;
};

/* Reads the next tag; comments, declarations and instructions are skipped. *is_end:
 * there is no more tag. EXH_TRUNCATED for an unfinished tag, EXH_INVALID for an
 * invalid one. */
enum exh_status xml_next(struct xml_reader *reader, struct xml_tag *tag, bool *is_end,
			 struct exh_error *err);

/* Returns the text from the end of a tag to the next <, with unresolved entities. */
struct exh_bytes xml_text(struct xml_reader *reader);

/* Appends a value or a text with its entities resolved: XML's own five, and characters
 * by number. EXH_INVALID for other entities, or an & alone. */
enum exh_status xml_decode(struct exh_bytes part, struct exh_writer *out,
			   struct exh_error *err);

/* Returns an attribute's value; data is NULL if it is missing. */
struct exh_bytes xml_attribute(const struct xml_tag *tag, const char *name);

#endif
