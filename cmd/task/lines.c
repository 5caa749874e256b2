#include "text.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static size_t next_end(struct exh_bytes text, size_t at)
{
	const uint8_t *end = memchr(text.data + at, '\n', text.size - at);

	return end ? (size_t)(end - text.data) : text.size;
}

void lines_split(struct exh_bytes text, struct lines *out)
{
	size_t count = 0;

	*out = (struct lines){ 0 };
	for (size_t at = 0; at < text.size; at = next_end(text, at) + 1)
		count++;
	out->items = mem_alloc(count, sizeof *out->items);
	for (size_t at = 0, end; at < text.size; at = end + 1) {
		size_t size;

		end = next_end(text, at);
		size = end - at;
		if (size && text.data[end - 1] == '\r')
			size--;
		out->items[out->count++] =
			(struct exh_bytes){ text.data + at, size, text.base + at };
	}
}

void lines_free(struct lines *lines)
{
	free(lines->items);
	*lines = (struct lines){ 0 };
}
