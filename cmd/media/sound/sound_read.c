/* Sound files, read whole: FLAC here, WAV in wav_read.c. */
#include "sound.h"

#include "task/memory.h"

#include <string.h>

#ifdef EXH_HAVE_SNDFILE
#include <sndfile.h>
#endif

enum {
	INFO = 8,	/* offset of the block STREAMINFO's content */
	INFO_RATE = 18, /* offset of its rate, of 20 bits */
	INFO_END = 42,
	MAX_RATE = 384000,
	PIECE = 1 << 14, /* frames */
	/* bytes of samples: silence is compressed to nearly nothing */
	MOST_BYTES = 256 << 20
};

static bool is_flac(struct exh_bytes in)
{
	return in.size >= 4 && memcmp(in.data, "fLaC", 4) == 0;
}

#ifdef EXH_HAVE_SNDFILE

/* Fills in the values of the head; frame_count 0: unknown. */
static enum exh_status read_info(struct exh_bytes in, struct sound_samples *out,
				 struct exh_error *err)
{
	const uint8_t *at = in.data + INFO_RATE;
	unsigned bits;

	if (in.size < INFO_END)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"ends within the head of FLAC, of %d bytes", INFO_END);
	if ((in.data[4] & 0x7f) != 0)
		return exh_fail(err, EXH_INVALID, in.base + 4,
				"block of type %u, expected 0, STREAMINFO",
				in.data[4] & 0x7fU);
	out->rate_hz = (uint32_t)at[0] << 12 | (uint32_t)at[1] << 4 | at[2] >> 4;
	out->channel_count = (at[2] >> 1 & 7) + 1;
	bits = (unsigned)((at[2] & 1) << 4 | at[3] >> 4) + 1;
	out->is_8_bit = bits == 8;
	out->frame_count = (size_t)((uint64_t)(at[3] & 15) << 32 | (uint64_t)at[4] << 24 |
				    (uint64_t)at[5] << 16 | (uint64_t)at[6] << 8 | at[7]);
	if (bits != 8 && bits != 16)
		return exh_fail(err, EXH_UNSUPPORTED, in.base + INFO_RATE + 2,
				"FLAC with %u bits a sample, expected 8 or 16: convert "
				"it",
				bits);
	if (out->channel_count > 2)
		return exh_fail(err, EXH_UNSUPPORTED, in.base + INFO_RATE + 2,
				"%u channels, expected 1 or 2", out->channel_count);
	if (!out->rate_hz || out->rate_hz > MAX_RATE)
		return exh_fail(err, EXH_INVALID, in.base + INFO_RATE,
				"%u Hz, expected 1 to %d", (unsigned)out->rate_hz,
				MAX_RATE);
	return EXH_OK;
}

/* Bytes in memory that libsndfile reads like a file. */
struct memory {
	struct exh_bytes in;
	size_t at;
};

static sf_count_t get_size(void *context)
{
	return (sf_count_t)((const struct memory *)context)->in.size;
}

static sf_count_t tell(void *context)
{
	return (sf_count_t)((const struct memory *)context)->at;
}

static sf_count_t seek(sf_count_t offset, int whence, void *context)
{
	struct memory *memory = context;
	const sf_count_t size = (sf_count_t)memory->in.size;
	const sf_count_t from = whence == SEEK_SET   ? 0
				: whence == SEEK_CUR ? (sf_count_t)memory->at
						     : size;

	if (offset < -from || offset > size - from)
		return -1;
	memory->at = (size_t)(from + offset);
	return from + offset;
}

static sf_count_t take(void *data, sf_count_t count, void *context)
{
	struct memory *memory = context;
	const size_t left = memory->in.size - memory->at;
	const size_t some = (size_t)count < left ? (size_t)count : left;

	memcpy(data, memory->in.data + memory->at, some);
	memory->at += some;
	return (sf_count_t)some;
}

static sf_count_t refuse(const void *data, sf_count_t count, void *context)
{
	(void)data;
	(void)count;
	(void)context;
	return 0;
}

/* Decodes all frames; the number in the head is not trusted. *is_whole: no frame was
 * damaged. */
static enum exh_status decode(SNDFILE *decoder, struct sound_samples *out, bool *is_whole,
			      struct exh_error *err)
{
	size_t capacity = 0, count = 0;
	sf_count_t some = 1;

	while (some > 0) {
		const size_t wanted = (count + PIECE) * out->channel_count;

		if (wanted > MOST_BYTES / sizeof *out->samples)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"more than %d MiB of samples", MOST_BYTES >> 20);
		out->samples =
			mem_grow(out->samples, &capacity, wanted, sizeof *out->samples);
		some = sf_readf_short(decoder, out->samples + count * out->channel_count,
				      PIECE);
		*is_whole &= !sf_error(decoder);
		count += some > 0 ? (size_t)some : 0;
	}
	*is_whole &= !out->frame_count || out->frame_count == count;
	out->frame_count = count;
	return EXH_OK;
}

static enum exh_status read_frames(struct exh_bytes in, struct sound_samples *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	SF_VIRTUAL_IO virtual = { get_size, seek, take, refuse, tell };
	struct memory memory = { .in = in };
	SF_INFO info = { .format = 0 };
	SNDFILE *decoder = sf_open_virtual(&virtual, SFM_READ, &info, &memory);
	const size_t declared = out->frame_count;
	enum exh_status status;
	bool is_whole = true;

	if (!decoder)
		return exh_fail(err, EXH_INVALID, in.base, "libsndfile: %s",
				sf_strerror(NULL));
	if (info.channels != (int)out->channel_count) {
		sf_close(decoder);
		return exh_fail(err, EXH_INVALID, in.base,
				"%d channels, but its head says %u", info.channels,
				out->channel_count);
	}
	status = decode(decoder, out, &is_whole, err);
	sf_close(decoder);
	if (!status && !is_whole)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "damaged, or cut: %zu of %zu samples of each channel could be "
			 "read, and may be wrong",
			 out->frame_count, declared);
	return status;
}

#else

static enum exh_status read_info(struct exh_bytes in, struct sound_samples *out,
				 struct exh_error *err)
{
	(void)in;
	(void)out;
	(void)err;
	return EXH_OK;
}

static enum exh_status read_frames(struct exh_bytes in, struct sound_samples *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	(void)in;
	(void)out;
	(void)notes;
	(void)err;
	return EXH_OK;
}

#endif

enum exh_status sound_read(struct exh_bytes in, struct sound_samples *out,
			   struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	if (!is_flac(in))
		return wav_read(in, out, notes, err);
	*out = (struct sound_samples){ 0 };
	if (!sound_has(SOUND_FLAC))
		return sound_fail_without_flac(err);
	status = read_info(in, out, err);
	return status ? status : read_frames(in, out, notes, err);
}
