#include "text.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WIDTH = 16 };

struct conversion {
	const char *start, *end; /* from the per cent sign to the byte after the d */
	int width;
	char fill; /* '0' or a space */
};

/* Reads a conversion; false unless it is d with an optional width. */
static bool read_conversion(const char *percent, struct conversion *out)
{
	const size_t digits = strspn(percent + 1, "0123456789");

	*out = (struct conversion){ .start = percent,
				    .end = percent + 1 + digits + 1,
				    .width = (int)strtol(percent + 1, NULL, 10),
				    .fill = percent[1] == '0' ? '0' : ' ' };
	return percent[1 + digits] == 'd' && digits <= 3 && out->width <= MAX_WIDTH;
}

/* Finds the first conversion; other per cent signs, doubled or not, are plain text. */
static bool find_conversion(const char *text, struct conversion *out)
{
	const char *percent = strchr(text, '%');

	while (percent && !read_conversion(percent, out))
		percent = strchr(percent + 1 + (percent[1] == '%'), '%');
	return percent;
}

bool path_pattern_is(const char *path)
{
	struct conversion conversion, other;

	return find_conversion(path, &conversion) &&
	       !find_conversion(conversion.end, &other);
}

/* Copies up to end, doubled per cent signs as one; returns the end of the copy. */
static char *copy_text(const char *text, const char *end, char *out)
{
	while (text < end) {
		*out++ = *text;
		text += text[0] == '%' && text[1] == '%' ? 2 : 1;
	}
	return out;
}

char *path_pattern_fill(const char *pattern, unsigned number)
{
	const size_t size = strlen(pattern) + MAX_WIDTH + 16;
	struct conversion conversion;
	char *path, *out;

	if (!find_conversion(pattern, &conversion))
		return NULL;
	path = mem_alloc(size, 1);
	out = copy_text(pattern, conversion.start, path);
	out += snprintf(out, size - (size_t)(out - path),
			conversion.fill == '0' ? "%0*u" : "%*u", conversion.width,
			number);
	out = copy_text(conversion.end, pattern + strlen(pattern), out);
	*out = '\0';
	return path;
}

char *path_pattern_in(const char *folder, const char *pattern)
{
	const size_t size = strlen(folder);
	char *path = mem_alloc(2 * size + strlen(pattern) + 1, 1), *out = path;

	for (size_t i = 0; i < size; i++) {
		*out++ = folder[i];
		if (folder[i] == '%')
			*out++ = '%';
	}
	while (out > path + 1 && out[-1] == '/')
		out--;
	memcpy(out, pattern, strlen(pattern) + 1);
	return path;
}
