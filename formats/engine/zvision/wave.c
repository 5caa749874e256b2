#include "zv_world.h"

#include "exhume/advanced/avi.h"
#include "exhume/codec.h"

enum { LOWEST_RATE = 1000, HIGHEST_RATE = 192000 };

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

bool exh_zv_wave_open(struct exh_bytes file, struct zv_sound *sound)
{
	struct exh_wav wav;

	if (exh_wav_open(file, &wav, NULL, NULL) || wav.channel_count < 1 ||
	    wav.channel_count > 2 || wav.rate_hz < LOWEST_RATE ||
	    wav.rate_hz > HIGHEST_RATE ||
	    !exh_zv_wave_packing(wav.tag, wav.bits, &sound->format.packing))
		return false;
	sound->format.channel_count = wav.channel_count;
	sound->format.rate_hz = wav.rate_hz;
	sound->data_offset = wav.samples.base - file.base;
	sound->data_size = wav.samples.size;
	return true;
}
