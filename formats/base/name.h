/* What the name of a file begins and ends with, in upper or lower case. */
#ifndef EXH_BASE_NAME_H
#define EXH_BASE_NAME_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* stem is lower case; false for a name that is NULL. */
static inline bool name_begins(const char *name, const char *stem)
{
	for (size_t i = 0; stem[i]; i++)
		if (!name || tolower((unsigned char)name[i]) != stem[i])
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
