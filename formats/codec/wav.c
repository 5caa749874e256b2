#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/reader.h"

#include <string.h>

enum {
	RIFF_SIZE = 12,
	HEAD = 8, /* bytes of a chunk's header */
	FORMAT_SIZE = 16,
	EXTENSIBLE_SIZE = 26, /* bytes, up to the tag that it extends */
	EXTENSIBLE = 0xfffe,
	/* Sizes from here on mean that the size was unknown to the writer, as with a
	 * pipe. */
	UNKNOWN_SIZE = 0x7f000000,
};

static bool is_name(const uint8_t *bytes, const char *name)
{
	return memcmp(bytes, name, 4) == 0;
}

static bool is_printable(const uint8_t *name)
{
	for (size_t i = 0; i < 4; i++)
		if (name[i] < ' ' || name[i] > '~')
			return false;
	return true;
}

/* Returns the offset of the chunk after one that ends at end. A chunk of odd size has
 * a padding byte, which some programs leave out. */
static size_t next_chunk(struct exh_bytes in, size_t end, size_t size)
{
	if (!(size & 1) ||
	    (in.size - end >= HEAD && in.data[end] && is_printable(in.data + end)))
		return end;
	return end + 1;
}

/* Finds the first chunk of that name: the offset of its bytes, and its declared size. */
static bool find_chunk(struct exh_bytes in, const char *name, size_t *start, size_t *size)
{
	for (size_t at = RIFF_SIZE; at <= in.size && in.size - at >= HEAD;) {
		*start = at + HEAD;
		*size = load_u32le(in.data + at + 4);
		if (is_name(in.data + at, name))
			return true;
		if (*size >= in.size - *start)
			return false;
		at = next_chunk(in, *start + *size, *size);
	}
	return false;
}

/* True if chunks with valid names fill the rest of the file. */
static bool are_chunks(struct exh_bytes in, size_t at)
{
	while (at < in.size) {
		size_t size;

		if (in.size - at < HEAD || !is_printable(in.data + at))
			return false;
		size = load_u32le(in.data + at + 4);
		if (size > in.size - at - HEAD)
			return false;
		at = next_chunk(in, at + HEAD + size, size);
	}
	return true;
}

static enum exh_status read_format(struct exh_bytes in, struct exh_wav *out,
				   struct exh_error *err)
{
	size_t start, size;
	const uint8_t *format;

	if (!find_chunk(in, "fmt ", &start, &size))
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"no chunk with the format, \"fmt \"");
	if (size > in.size - start)
		size = in.size - start;
	if (size < FORMAT_SIZE)
		return exh_fail(err, EXH_TRUNCATED, in.base + start + size,
				"a format of %zu bytes, expected %d", size, FORMAT_SIZE);
	format = in.data + start;
	out->format_offset = in.base + start;
	out->tag = load_u16le(format);
	if (out->tag == EXTENSIBLE && size >= EXTENSIBLE_SIZE)
		out->tag = load_u16le(format + EXTENSIBLE_SIZE - 2);
	out->channel_count = load_u16le(format + 2);
	out->rate_hz = load_u32le(format + 4);
	out->bits = load_u16le(format + 14);
	return EXH_OK;
}

static enum exh_status find_samples(struct exh_bytes in, struct exh_wav *out,
				    struct exh_notes *notes, struct exh_error *err)
{
	size_t start, size, left;

	if (!find_chunk(in, "data", &start, &size))
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"no chunk with samples, \"data\"");
	left = in.size - start;
	if (size >= UNKNOWN_SIZE && size > left) {
		size = left;
	} else if (!size && !are_chunks(in, start)) {
		exh_note(notes, EXH_WARNING, in.base + start - 4,
			 "0 bytes of samples declared, %zu found: they are taken", left);
		size = left;
	} else if (size > left) {
		exh_note(notes, EXH_DAMAGE, in.base + in.size,
			 "the file ends within its samples: those that are there are "
			 "taken");
		size = left;
	}
	exh_bytes_slice(in, start, size, &out->samples);
	return EXH_OK;
}

enum exh_status exh_wav_open(struct exh_bytes in, struct exh_wav *out,
			     struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	*out = (struct exh_wav){ 0 };
	if (in.size < RIFF_SIZE || !is_name(in.data, "RIFF") ||
	    !is_name(in.data + 8, "WAVE"))
		return exh_fail(err, EXH_INVALID, in.base, "not a WAV file");
	status = read_format(in, out, err);
	return status ? status : find_samples(in, out, notes, err);
}
