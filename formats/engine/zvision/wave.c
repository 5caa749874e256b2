#include "zv_world.h"

#include "../../base/reader.h"
#include "exhume/avi.h"

#include <string.h>

enum { FORMAT_SIZE = 16, LOWEST_RATE = 1000, HIGHEST_RATE = 192000 };

static bool is_name(const uint8_t *bytes, const char *name)
{
	return bytes && memcmp(bytes, name, 4) == 0;
}

bool exh_zv_wave_packing(unsigned tag, unsigned bits, enum exh_zv_packing *packing)
{
	if (tag == EXH_AVI_ADPCM && bits == 8)
		*packing = EXH_ZV_ADPCM;
	else if (tag == EXH_AVI_PCM && bits == 8)
		*packing = EXH_ZV_PCM_8;
	else if (tag == EXH_AVI_PCM && bits == 16)
		*packing = EXH_ZV_PCM_16;
	else
		return false;
	return true;
}

static bool read_format(struct reader *r, struct exh_zv_sound *format)
{
	const unsigned tag = rd_u16le(r), channels = rd_u16le(r);
	const uint32_t rate = rd_u32le(r);
	unsigned bits;

	rd_take(r, 6); /* byte rate, bytes of a frame */
	bits = rd_u16le(r);
	format->channel_count = channels;
	format->rate_hz = rate;
	return !r->failed && (channels == 1 || channels == 2) && rate >= LOWEST_RATE &&
	       rate <= HIGHEST_RATE && exh_zv_wave_packing(tag, bits, &format->packing);
}

/* Chunks up to that of the samples, which may be cut. */
static bool walk(struct reader *r, struct zv_sound *sound)
{
	bool has_format = false;

	while (!r->failed) {
		const uint8_t *name = rd_take(r, 4);
		const size_t size = rd_u32le(r), start = r->pos;
		const size_t whole = size + (size & 1);

		if (is_name(name, "data") && !r->failed) {
			sound->data_offset = start;
			sound->data_size = size < rd_left(r) ? size : rd_left(r);
			return has_format;
		}
		if (is_name(name, "fmt ")) {
			has_format =
				size >= FORMAT_SIZE && read_format(r, &sound->format);
			if (!has_format)
				return false;
			rd_take(r, whole - FORMAT_SIZE);
		} else {
			rd_take(r, whole);
		}
	}
	return false;
}

bool exh_zv_wave_open(struct exh_bytes file, struct zv_sound *sound)
{
	struct reader r = { .in = file };
	const bool is_riff = is_name(rd_take(&r, 4), "RIFF");

	rd_u32le(&r);
	return is_riff && is_name(rd_take(&r, 4), "WAVE") && walk(&r, sound);
}
