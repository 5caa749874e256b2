/* WAV files, read whole: uncompressed samples of 8 or 16 bits. */
#ifndef CMD_MEDIA_SOUND_WAV_READ_H
#define CMD_MEDIA_SOUND_WAV_READ_H

#include <exhume/base.h>

struct wav_sound {
	uint32_t rate_hz;
	unsigned channel_count; /* 1 or 2 */
	bool is_8_bit;
	size_t frame_count;
	int16_t *samples; /* channel_count a frame, to be freed; 8 bits are the upper byte
			   */
};

/* EXH_INVALID if it is no WAV file, EXH_TRUNCATED for one that ends before its samples
 * begin, EXH_UNSUPPORTED for other samples. Samples that the file ends within are noted;
 * whole frames are kept. */
enum exh_status wav_read(struct exh_bytes in, struct wav_sound *out,
			 struct exh_notes *notes, struct exh_error *err);

#endif
