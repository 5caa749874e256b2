#include "sound.h"

#include "task/memory.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

#include <string.h>

enum { PCM = 1, MAX_RATE = 384000 };

static enum exh_status take_format(const struct exh_wav *wav, struct sound_samples *out,
				   struct exh_error *err)
{
	const size_t at = wav->format_offset;

	out->channel_count = wav->channel_count;
	out->rate_hz = wav->rate_hz;
	out->is_8_bit = wav->bits == 8;
	if (wav->tag != PCM || (wav->bits != 8 && wav->bits != 16))
		return exh_fail(
			err, EXH_UNSUPPORTED, at,
			"format %u with %u bits a sample, expected PCM, 1, with 8 "
			"or 16: convert it",
			wav->tag, wav->bits);
	if (out->channel_count != 1 && out->channel_count != 2)
		return exh_fail(err, EXH_UNSUPPORTED, at + 2,
				"%u channels, expected 1 or 2", out->channel_count);
	if (!out->rate_hz || out->rate_hz > MAX_RATE)
		return exh_fail(err, EXH_INVALID, at + 4, "%u Hz, expected 1 to %d",
				(unsigned)out->rate_hz, MAX_RATE);
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
		const uint8_t *p = data.data + size * i;
		const unsigned bits =
			out->is_8_bit ? (*p ^ 0x80u) << 8 : p[0] | (unsigned)p[1] << 8;

		out->samples[i] = (int16_t)bits;
	}
}

enum exh_status wav_read(struct exh_bytes in, struct sound_samples *out,
			 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_wav wav;
	enum exh_status status;

	*out = (struct sound_samples){ 0 };
	if (in.size < 4 || memcmp(in.data, "RIFF", 4) != 0)
		return exh_fail(err, EXH_INVALID, in.base, "not a WAV or FLAC file");
	status = exh_wav_open(in, &wav, notes, err);
	if (!status)
		status = take_format(&wav, out, err);
	if (!status)
		read_samples(wav.samples, out);
	return status;
}
