/* Letters of names and texts. */
#ifndef EXH_BASE_NAME_H
#define EXH_BASE_NAME_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Returns an ASCII letter in lower case, independent of the locale. */
static inline uint8_t lower_case(char letter)
{
	return (uint8_t)(letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
}

/* True for a byte that occurs in texts of code page 437. */
static inline bool is_text_byte(uint8_t byte)
{
	return byte >= 32 || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f';
}

/* True if there are enough bytes, and the first of them, at most look, are text bytes:
 * numbers of a binary format are rarely letters only. */
static inline bool is_text_bytes(const uint8_t *data, size_t size, size_t look)
{
	enum { FEWEST = 16 };

	if (size < FEWEST)
		return false;
	for (size_t i = 0; i < size && i < look; i++)
		if (!is_text_byte(data[i]))
			return false;
	return true;
}

/* True if a file's name begins with stem, in upper or lower case. stem is lower case;
 * false if name is NULL. */
static inline bool name_begins(const char *name, const char *stem)
{
	for (size_t i = 0; stem[i]; i++)
		if (!name || lower_case(name[i]) != (uint8_t)stem[i])
			return false;
	return true;
}

static inline bool name_ends(const char *name, const char *ending)
{
	const size_t size = strlen(ending);
	const size_t length = name ? strlen(name) : 0;

	return length >= size && (!size || name_begins(name + (length - size), ending));
}

#endif
