#include "play.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A list begins with its signature, and ends with its size and the signature again: it
 * is found from the end of a file. */
enum { SIGNATURE_SIZE = 8, END_SIZE = 4 + SIGNATURE_SIZE };

static const char signature[SIGNATURE_SIZE] = { 'E', 'X', 'H', 'S', 'U', 'M', 'S', 0x1a };

void state_sums_add(struct exh_writer *sums, const char *name, struct exh_bytes content)
{
	text_put(sums, "%08x %s\n", (unsigned)exh_crc32(content), name);
}

void state_sums_put(const struct exh_writer *sums, struct exh_writer *out)
{
	exh_write_bytes(out, sums->data, sums->size);
	exh_write_u32le(out, (uint32_t)sums->size);
	exh_write_bytes(out, signature, SIGNATURE_SIZE);
}

/* Cuts off the list at the end and returns it. Without a list saved stays unchanged. */
static struct exh_bytes take_list(struct exh_bytes *saved)
{
	const uint8_t *end;
	struct exh_bytes list = { NULL, 0, 0 };
	uint32_t size = 0;

	if (saved->size < END_SIZE)
		return list;
	end = saved->data + saved->size;
	if (memcmp(end - SIGNATURE_SIZE, signature, SIGNATURE_SIZE) != 0)
		return list;
	for (int i = 1; i <= 4; i++)
		size = size << 8 | end[-SIGNATURE_SIZE - i];
	if (size > saved->size - END_SIZE)
		return list;
	saved->size -= END_SIZE + size;
	return (struct exh_bytes){ saved->data + saved->size, size,
				   saved->base + saved->size };
}

/* Returns the line about the same file; NULL: none. */
static const struct exh_bytes *find_line(const struct lines *lines, struct exh_bytes line)
{
	enum { SUM = 9 }; /* characters before a name */

	for (size_t i = 0; i < lines->count; i++) {
		const struct exh_bytes *one = &lines->items[i];

		if (line.size > SUM && one->size == line.size &&
		    !strncasecmp((const char *)one->data + SUM,
				 (const char *)line.data + SUM, line.size - SUM))
			return one;
	}
	return NULL;
}

/* Fails with the first line that the other list lacks or has with another sum; its offset
 * is in the file if the first list is that of the state. */
static enum exh_status compare(const struct lines *lines, const struct lines *others,
			       bool is_saved, const char *missing, struct exh_error *err)
{
	for (size_t i = 0; i < lines->count; i++) {
		const struct exh_bytes line = lines->items[i];
		const struct exh_bytes *other = find_line(others, line);

		if (other && !memcmp(other->data, line.data, 8))
			continue;
		return exh_fail(err, EXH_INVALID, is_saved ? line.base : EXH_NO_OFFSET,
				"the state was saved with another game: %s %.*s",
				other ? "another" : missing,
				line.size > 9 ? (int)line.size - 9 : 0,
				line.size > 9 ? (const char *)line.data + 9 : "");
	}
	return EXH_OK;
}

enum exh_status state_sums_check(struct exh_bytes *saved, const struct exh_writer *sums,
				 struct exh_error *err)
{
	const struct exh_bytes list = take_list(saved);
	struct lines before, now;
	enum exh_status status = EXH_OK;

	if (!list.data)
		return EXH_OK;
	lines_split(list, &before);
	lines_split(exh_writer_bytes(sums), &now);
	status = compare(&before, &now, true, "this one has no", err);
	if (!status)
		status = compare(&now, &before, false, "that one had no", err);
	lines_free(&before);
	lines_free(&now);
	return status;
}
