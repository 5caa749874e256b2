/*
 * Converts texts of games to UTF-8 and back, by a table of 256 characters: code page 437,
 * one that the system's iconv knows, or a character map of the user; or by iconv itself
 * for encodings with several bytes a character. NULL is code page 437. A byte of 0 is
 * U+2400 in UTF-8, both ways: no text for people contains it.
 */
#ifndef CMD_TASK_TEXT_ENCODING_H
#define CMD_TASK_TEXT_ENCODING_H

#include <exhume/advanced/cp437.h>
#include <exhume/base.h>

#include <stdbool.h>
#include <stddef.h>

/* Name of the encoding if it is a character map. */
#define TEXT_CHARMAP "charmap"

/* Constant after opening: threads may share it. */
struct text_encoding {
	const char *name;     /* "cp866"; TEXT_CHARMAP */
	const char *messages; /* name in messages */
	bool is_multibyte;    /* page is unused */
	struct exh_code_page page;
};

/* Opens an encoding; the name is borrowed. False if the system does not know the name. */
bool text_encoding_open(struct text_encoding *encoding, const char *name);

/* Reads a character map (exhume/advanced/code_page.h). */
enum exh_status text_encoding_read(struct text_encoding *encoding, const char *path,
				   struct exh_error *err);
/* Reads a character map from a text. */
enum exh_status text_encoding_of(struct text_encoding *encoding, struct exh_bytes charmap,
				 struct exh_error *err);

/*
 * The encoding of a document's texts, as stored in it: the name, or the character map.
 */

struct encoding_row {
	/* NULL: the other one is used; both NULL: code page 437 */
	const char *encoding, *charmap;
	struct exh_writer text; /* memory of charmap */
};

/* Fills a row, to be freed. */
void encoding_row_fill(struct encoding_row *row, const struct text_encoding *encoding);
void encoding_row_free(struct encoding_row *row);
/* Opens the encoding of the row. EXH_INVALID if there is no such encoding. */
enum exh_status encoding_row_open(const struct encoding_row *row,
				  struct text_encoding *encoding, struct exh_error *err);

/* Returns the name, such as "cp437", or TEXT_CHARMAP. */
const char *text_encoding_name(const struct text_encoding *encoding);
/* Returns the name in messages. */
const char *text_encoding_messages(const struct text_encoding *encoding);

/* Makes the same encoding for names, which keep their ASCII (EXH_CP437_NAME). */
void text_encoding_of_names(const struct text_encoding *encoding,
			    struct text_encoding *names);

/* Returns the table; NULL: code page 437. The encoding is not multibyte. */
const struct exh_code_page *text_page(const struct text_encoding *encoding);

/* Appends text as UTF-8. Returns the number of invalid bytes, which become U+FFFD
 * each. */
size_t text_to_utf8(const struct text_encoding *encoding, struct exh_bytes text,
		    struct exh_writer *out);
/* As text_to_utf8, for a use; bytes of 0 are converted, too. */
size_t text_to_utf8_as(const struct text_encoding *encoding, struct exh_bytes text,
		       enum exh_cp437_use use, struct exh_writer *out);

/* Converts lines with names in them: line ends and tabs stay. */
void text_lines_to_utf8(const struct exh_code_page *page, struct exh_bytes lines,
			struct exh_writer *out);

/* Converts UTF-8 back; false for invalid UTF-8, or characters that the encoding lacks. */
bool text_from_utf8(const struct text_encoding *encoding, struct exh_bytes utf8,
		    struct exh_writer *out);

/* True if this byte below 0x20 or at 0x7f is a letter in the encoding, or another sign
 * that is no control character. */
bool text_is_letter(const struct text_encoding *encoding, uint8_t control);

/* Returns the offset of the first wrong character in utf8, which text_from_utf8
 * refused; for messages also "characters of cp437, found '─' (U+2500)". */
enum { TEXT_PHRASE_SIZE = 128 };
size_t text_find_foreign(const struct text_encoding *encoding, struct exh_bytes utf8,
			 char expected[TEXT_PHRASE_SIZE]);

#endif
