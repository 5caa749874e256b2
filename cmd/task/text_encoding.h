/*
 * Texts of games and UTF-8: a table of 256 characters, which is code page 437, that of a
 * name that the system's iconv knows, or a character map of the user's; or, for names of
 * encodings with several bytes a character, iconv itself. NULL is code page 437. A byte
 * of 0 is U+2400 in UTF-8, both ways: no text for people has it.
 */
#ifndef CMD_TASK_TEXT_ENCODING_H
#define CMD_TASK_TEXT_ENCODING_H

#include <exhume/code_page.h>

#include <stdbool.h>
#include <stddef.h>

/* The name of a character map, in place of an encoding's. */
#define TEXT_CHARMAP "charmap"

/* Only read once it is open: threads may share it. */
struct text_encoding {
	const char *name;     /* "cp866"; TEXT_CHARMAP */
	const char *messages; /* as messages call it */
	bool is_multibyte;    /* then page is unused */
	struct exh_code_page page;
};

/* The name must stay. False for a name that the system does not know. */
bool text_encoding_open(struct text_encoding *encoding, const char *name);

/* Reads a character map (exhume/code_page.h). */
enum exh_status text_encoding_read(struct text_encoding *encoding, const char *path,
				   struct exh_error *err);
/* The same of a text. */
enum exh_status text_encoding_of(struct text_encoding *encoding, struct exh_bytes charmap,
				 struct exh_error *err);

/*
 * How a document says which encoding its texts are from: the name, or the character map.
 */

struct encoding_row {
	const char *encoding, *charmap; /* NULL: not that; both: code page 437 */
	struct exh_writer text;		/* of charmap */
};

/* To be freed. */
void encoding_row_fill(struct encoding_row *row, const struct text_encoding *encoding);
void encoding_row_free(struct encoding_row *row);
/* Opens what the row says. EXH_INVALID for what is none. */
enum exh_status encoding_row_open(const struct encoding_row *row,
				  struct text_encoding *encoding, struct exh_error *err);

/* "cp437", or TEXT_CHARMAP. */
const char *text_encoding_name(const struct text_encoding *encoding);
/* As messages call it. */
const char *text_encoding_messages(const struct text_encoding *encoding);

/* The same encoding for names, which keep their ASCII (EXH_CP437_NAME). */
void text_encoding_of_names(const struct text_encoding *encoding,
			    struct text_encoding *names);

/* The table; NULL: code page 437. The encoding is not multibyte. */
const struct exh_code_page *text_page(const struct text_encoding *encoding);

/* Appends text as UTF-8. Returns how many bytes are no character: U+FFFD each. */
size_t text_to_utf8(const struct text_encoding *encoding, struct exh_bytes text,
		    struct exh_writer *out);
/* The same of all bytes for a use, 0 too. */
size_t text_to_utf8_as(const struct text_encoding *encoding, struct exh_bytes text,
		       enum exh_cp437_use use, struct exh_writer *out);

/* The same of lines with names in them: line ends and tabs stay. */
void text_lines_to_utf8(const struct exh_code_page *page, struct exh_bytes lines,
			struct exh_writer *out);

/* The way back; false for what is not UTF-8, or has no place in the encoding. */
bool text_from_utf8(const struct text_encoding *encoding, struct exh_bytes utf8,
		    struct exh_writer *out);

/* True if the encoding has a letter, or another sign that is no control character, for
 * this byte below 0x20 or at 0x7f. */
bool text_is_letter(const struct text_encoding *encoding, uint8_t control);

/* Where in utf8, which text_from_utf8 refused, the first wrong character is; for messages
 * also "characters of cp437, found '─' (U+2500)". */
enum { TEXT_PHRASE_SIZE = 128 };
size_t text_find_foreign(const struct text_encoding *encoding, struct exh_bytes utf8,
			 char expected[TEXT_PHRASE_SIZE]);

#endif
