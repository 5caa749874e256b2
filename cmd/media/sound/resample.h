/* Converts the sample rate, by libsoxr if it is built in. */
#ifndef CMD_MEDIA_SOUND_RESAMPLE_H
#define CMD_MEDIA_SOUND_RESAMPLE_H

#include <exhume/base.h>

struct resampler;

/* The library's; NULL: it is not built in, or not installed. */
const char *resampler_version(void);

/* Mono; to be freed. EXH_UNSUPPORTED without libsoxr. */
enum exh_status resampler_start(uint32_t from_hz, uint32_t to_hz, struct resampler **out,
				struct exh_error *err);

/* Samples to convert; in NULL: the end. */
struct resampling {
	const float *in;
	size_t in_count, taken;
	float *out;
	size_t capacity, given;
};

/* Takes and gives as many as it can. After the end: done when nothing is given. */
enum exh_status resampler_run(struct resampler *resampler, struct resampling *piece,
			      struct exh_error *err);

void resampler_free(struct resampler *resampler);

#endif
