#include "avi_parts.h"

#include <stdio.h>

void exh_avi_tag_text(uint32_t tag, char text[16])
{
	if (avi_is_printable(tag))
		snprintf(text, 16, "%c%c%c%c", (char)(tag & 0xff),
			 (char)(tag >> 8 & 0xff), (char)(tag >> 16 & 0xff),
			 (char)(tag >> 24));
	else
		snprintf(text, 16, "0x%08x", (unsigned)tag);
}

enum exh_status exh_avi_fail_memory(struct walk *walk)
{
	return exh_fail(walk->err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			"more chunks than the memory allowed for them");
}

/* Bytes of the file, until the next call; NULL past its end, or if reading fails. */
const uint8_t *exh_avi_peek(struct walk *walk, size_t at, size_t size)
{
	const size_t end = walk->source->size;

	if (walk->status || at > end || size > end - at)
		return NULL;
	if (at < walk->window_at || at + size > walk->window_at + walk->window_size) {
		walk->window_at = at;
		walk->window_size = end - at < WINDOW ? end - at : WINDOW;
		walk->status = walk->source->read(walk->source->context, at, walk->window,
						  walk->window_size, walk->err);
		if (walk->status) {
			walk->window_size = 0;
			return NULL;
		}
	}
	return walk->window + (at - walk->window_at);
}

/* The number in an id as "01wb", or -1 if it belongs to no stream. */
int exh_avi_stream_of(const struct walk *walk, uint32_t id)
{
	const unsigned tens = (id & 0xff) - '0', ones = (id >> 8 & 0xff) - '0';

	if (tens > 9 || ones > 9 || 10 * tens + ones >= walk->stream_count ||
	    !avi_is_printable(id))
		return -1;
	return (int)(10 * tens + ones);
}

const struct found *exh_avi_found_of(const struct exh_writer *list)
{
	return (const struct found *)(const void *)list->data;
}

size_t exh_avi_found_count(const struct exh_writer *list)
{
	return list->size / sizeof(struct found);
}
