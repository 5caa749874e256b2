/*
 * Turns the samples of a chip into those of a file: faded, amplified, at another rate, on
 * several channels. Memory does not grow with the length.
 */
#ifndef CMD_MEDIA_SOUND_RENDER_H
#define CMD_MEDIA_SOUND_RENDER_H

#include <exhume/base.h>

struct sound_source {
	/* The next count samples; 16 bits reach from -32768 to 32767. start: from the
	 * beginning. */
	void (*start)(void *context);
	void (*make)(void *context, int32_t *samples, size_t count);
	void *context;
	uint32_t rate_hz;
	uint64_t length; /* samples */
};

struct sound_shape {
	uint32_t rate_hz;
	unsigned channel_count; /* with equal samples */
	double gain;		/* 1: unchanged */
	uint64_t fade;		/* samples of the source, at its end, down to 0 */
};

/* The sound part of a request. All zeros: the defaults. */
struct sound_settings {
	bool normalize;
	struct sound_shape shape;
	bool has_tail;
	uint64_t tail;	     /* samples of the chip */
	uint64_t max_length; /* the same, of one pass; 0: an hour */
};

/* The shape with defaults in place of zeros: 44100 Hz, one channel, a gain of 1. */
struct sound_shape sound_shape_of(const struct sound_settings *settings);

struct sound_measure {
	uint64_t frame_count;
	double peak; /* before clipping; 32768 is the loudest */
	uint64_t clipped_count;
};

struct sound_sink {
	/* Takes count frames of all channels; NULL: they are dropped. */
	enum exh_status (*take)(void *context, const int16_t *samples, size_t count,
				struct exh_error *err);
	void *context;
};

/* The number of frames that the source's samples become. */
uint64_t sound_frame_count(const struct sound_source *source, uint32_t rate_hz);

/* All of it, from the start. EXH_UNSUPPORTED if libsoxr is needed and not built in. */
enum exh_status sound_render(const struct sound_source *source,
			     const struct sound_shape *shape,
			     const struct sound_sink *sink, struct sound_measure *measure,
			     struct exh_error *err);

#endif
