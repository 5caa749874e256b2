#include "game.h"

#include "task/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_label_digits(const char *text, size_t size)
{
	if (size < 5 || text[0] != '_')
		return false;
	for (size_t i = 1; i < 5; i++)
		if (!isxdigit((unsigned char)text[i]))
			return false;
	return size == 5 || !isalnum((unsigned char)text[5]);
}

/* Returns FNV-1a of the characters that are compared. */
static uint64_t hash_of(const char *text, size_t size, bool ignore_labels)
{
	uint64_t hash = LINE_HASH;

	for (size_t i = 0; i < size; i++) {
		if (ignore_labels && text[i] == ';')
			break;
		if (ignore_labels && is_label_digits(text + i, size - i)) {
			i += 4;
			continue;
		}
		hash = line_hash(hash, (const uint8_t *)text + i, 1);
	}
	return hash;
}

void diff_lines_split(struct exh_bytes text, bool ignore_labels, struct hashed_lines *out)
{
	const char *at = (const char *)text.data, *end = at ? at + text.size : at;
	size_t count = 0;

	*out = (struct hashed_lines){ 0 };
	for (const char *c = at; c < end; c++)
		count += *c == '\n';
	out->items = mem_alloc(count + 1, sizeof *out->items);
	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		const size_t size = (size_t)((stop ? stop : end) - at);

		out->items[out->count++] = (struct hashed_line){
			.text = { (const uint8_t *)at, size, 0 },
			.hash = hash_of(at, size, ignore_labels),
		};
		at += size + 1;
	}
}
