/* Looking for a pattern in texts of UTF-8, line by line. */
#ifndef CMD_ASSETS_SCI0_TEXT_TEXT_FIND_H
#define CMD_ASSETS_SCI0_TEXT_TEXT_FIND_H

#include <locale.h>
#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

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

/* Appends all hits in a text of size bytes, which ends with a NUL after them; line ends
 * are overwritten, and put back. */
void text_find_all(const struct text_find *find, char *text, size_t size,
		   struct text_hits *hits);

#endif
