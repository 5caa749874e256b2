#include "exhume/sci.h"

#include "basics.h"

#include <string.h>

enum { DOS_END = 0x1a };

static size_t count_ends(struct exh_bytes in)
{
	size_t count = 0;

	for (size_t i = 0; i < in.size; i++)
		count += !in.data[i];
	return count;
}

/* Reads the bytes after the last NUL. */
static void read_rest(struct exh_bytes rest, struct exh_sci_text *out,
		      struct exh_notes *notes)
{
	out->is_ended = true;
	if (!rest.size || (rest.size == 1 && rest.data[0] == DOS_END))
		return;
	exh_note(notes, EXH_WARNING, rest.base, "string %zu has no end", out->count);
	out->strings[out->count++] = rest;
	out->is_ended = false;
}

enum exh_status exh_sci_text_read(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_sci_text *out, struct exh_notes *notes,
				  struct exh_error *err)
{
	const size_t ended_count = count_ends(in);
	struct exh_bytes rest = in;

	*out = (struct exh_sci_text){ 0 };
	out->strings = exh_alloc(arena, ended_count + 1, sizeof *out->strings);
	if (!out->strings)
		return too_many(arena, ended_count, "strings", EXH_NO_OFFSET, err);
	while (out->count < ended_count) {
		const uint8_t *end = memchr(rest.data, '\0', rest.size);
		const size_t size = (size_t)(end - rest.data);

		exh_bytes_slice(rest, 0, size, &out->strings[out->count++]);
		exh_bytes_slice(rest, size + 1, rest.size - size - 1, &rest);
	}
	read_rest(rest, out, notes);
	return EXH_OK;
}

enum exh_status exh_sci_text_write(const struct exh_sci_text *text,
				   struct exh_writer *out, struct exh_error *err)
{
	for (size_t i = 0; i < text->count; i++) {
		const struct exh_bytes *string = &text->strings[i];

		if (string->size && memchr(string->data, '\0', string->size))
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"string %zu: a NUL would end it", i);
		exh_write_bytes(out, string->data, string->size);
		if (text->is_ended || i + 1 < text->count)
			exh_write_u8(out, 0);
	}
	return out->failed ? exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				      "the text does not fit in %zu bytes", out->limit)
			   : EXH_OK;
}
