#include "sound.h"

#include "task/memory.h"

#include <string.h>

enum {
	RIFF_SIZE = 12,
	CHUNK_HEAD = 8,
	FORMAT_SIZE = 16,
	EXTENSIBLE_SIZE = 26, /* up to the format that it extends */
	PCM = 1,
	EXTENSIBLE = 0xfffe,
	MAX_RATE = 384000,
};

static uint16_t load_u16(const uint8_t *in)
{
	return (uint16_t)(in[0] | in[1] << 8);
}

static uint32_t load_u32(const uint8_t *in)
{
	return load_u16(in) | (uint32_t)load_u16(in + 2) << 16;
}

/* The first chunk of that name; is_cut: the file ends within it. */
static bool find_chunk(struct exh_bytes in, const char *name, struct exh_bytes *out,
		       bool *is_cut)
{
	for (size_t at = RIFF_SIZE; at <= in.size && in.size - at >= CHUNK_HEAD;) {
		const size_t size = load_u32(in.data + at + 4);
		const size_t left = in.size - at - CHUNK_HEAD;

		if (memcmp(in.data + at, name, 4) == 0) {
			*is_cut = size > left;
			*out = (struct exh_bytes){ in.data + at + CHUNK_HEAD,
						   *is_cut ? left : size,
						   in.base + at + CHUNK_HEAD };
			return true;
		}
		if (size >= left)
			return false;
		at += CHUNK_HEAD + size + (size & 1);
	}
	return false;
}

static enum exh_status read_format(struct exh_bytes format, struct sound_samples *out,
				   struct exh_error *err)
{
	unsigned tag, bits;

	if (format.size < FORMAT_SIZE)
		return exh_fail(err, EXH_TRUNCATED, format.base + format.size,
				"a format of %zu bytes, expected %d", format.size,
				FORMAT_SIZE);
	tag = load_u16(format.data);
	if (tag == EXTENSIBLE && format.size >= EXTENSIBLE_SIZE)
		tag = load_u16(format.data + EXTENSIBLE_SIZE - 2);
	bits = load_u16(format.data + 14);
	out->channel_count = load_u16(format.data + 2);
	out->rate_hz = load_u32(format.data + 4);
	out->is_8_bit = bits == 8;
	if (tag != PCM || (bits != 8 && bits != 16))
		return exh_fail(
			err, EXH_UNSUPPORTED, format.base,
			"format %u with %u bits a sample, expected PCM, 1, with 8 "
			"or 16: convert it",
			tag, bits);
	if (out->channel_count != 1 && out->channel_count != 2)
		return exh_fail(err, EXH_UNSUPPORTED, format.base + 2,
				"%u channels, expected 1 or 2", out->channel_count);
	if (!out->rate_hz || out->rate_hz > MAX_RATE)
		return exh_fail(err, EXH_INVALID, format.base + 4,
				"%u Hz, expected 1 to %d", (unsigned)out->rate_hz,
				MAX_RATE);
	return EXH_OK;
}

static void read_samples(struct exh_bytes data, struct sound_samples *out)
{
	const size_t size = out->is_8_bit ? 1 : 2;
	size_t count;

	out->frame_count = data.size / (size * out->channel_count);
	count = out->frame_count * out->channel_count;
	out->samples = mem_alloc(count, sizeof *out->samples);
	for (size_t i = 0; i < count; i++) {
		const unsigned bits = out->is_8_bit ? (data.data[i] ^ 0x80u) << 8
						    : load_u16(data.data + 2 * i);

		out->samples[i] = (int16_t)bits;
	}
}

enum exh_status wav_read(struct exh_bytes in, struct sound_samples *out,
			 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_bytes format, data;
	enum exh_status status;
	bool is_cut;

	*out = (struct sound_samples){ 0 };
	if (in.size < RIFF_SIZE || memcmp(in.data, "RIFF", 4) != 0 ||
	    memcmp(in.data + 8, "WAVE", 4) != 0)
		return exh_fail(err, EXH_INVALID, in.base, "not a WAV or FLAC file");
	if (!find_chunk(in, "fmt ", &format, &is_cut))
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"no chunk with the format, \"fmt \"");
	status = read_format(format, out, err);
	if (status)
		return status;
	if (!find_chunk(in, "data", &data, &is_cut))
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"no chunk with samples, \"data\"");
	if (is_cut)
		exh_note(notes, EXH_DAMAGE, in.base + in.size,
			 "the file ends within its samples: those that are there are "
			 "taken");
	read_samples(data, out);
	return EXH_OK;
}
