#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void text_put(struct exh_writer *out, const char *format, ...)
{
	char line[512], *text = line;
	va_list args, again;
	int size;

	va_start(args, format);
	va_copy(again, args);
	size = vsnprintf(line, sizeof line, format, args);
	if (size >= (int)sizeof line) {
		text = malloc((size_t)size + 1);
		if (text)
			vsnprintf(text, (size_t)size + 1, format, again);
	}
	if (text && size >= 0)
		exh_write_bytes(out, text, (size_t)size);
	else
		out->failed = true;
	if (text != line)
		free(text);
	va_end(again);
	va_end(args);
}
