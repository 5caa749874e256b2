#include "keen.h"

#include "task/file.h"
#include "task/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *keen_ending(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot : name + strlen(name);
}

bool keen_has_stem(const char *name, const char *stem)
{
	const size_t size = strlen(stem);

	return (size_t)(keen_ending(name) - name) == size &&
	       strncasecmp(name, stem, size) == 0;
}

/* Copy as a word: "X - Copy.EGA", "Copy of X.EGA". */
static bool says_copy(const char *name)
{
	for (const char *at = strcasestr(name, "copy"); at;
	     at = strcasestr(at + 1, "copy"))
		if ((at == name || !isalnum((unsigned char)at[-1])) &&
		    !isalpha((unsigned char)at[4]))
			return true;
	return false;
}

/* "X (1).EGA", "X.EGA(2)". */
static bool is_numbered(const char *name)
{
	const char *at = strrchr(name, '(');
	const size_t digits = at ? strspn(at + 1, "0123456789") : 0;

	return digits && at[1 + digits] == ')';
}

bool keen_is_backup(const char *name)
{
	static const char *const endings[] = { ".bak", ".old", ".orig" };
	const size_t size = strlen(name);

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (strcasecmp(keen_ending(name), endings[i]) == 0)
			return true;
	return (size && name[size - 1] == '~') || is_numbered(name) || says_copy(name);
}

const char *keen_find_second(const struct files *files, const char *name)
{
	char *second = mem_format(KEEN_SECOND_PART "%s", keen_ending(name));
	const char *found =
		keen_has_stem(name, KEEN_FIRST_PART) ? files_find(files, second) : NULL;

	free(second);
	return found;
}

char *keen_second_part(const char *path)
{
	struct files *files = keen_has_stem(file_name(path), KEEN_FIRST_PART)
				      ? files_open_around(path)
				      : NULL;
	const char *second = files ? keen_find_second(files, file_name(path)) : NULL;
	char *found = second ? files_path(files, second) : NULL;

	files_close(files);
	return found;
}
