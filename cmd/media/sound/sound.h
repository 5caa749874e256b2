/* Sound files, resampling. */
#ifndef CMD_MEDIA_SOUND_SOUND_H
#define CMD_MEDIA_SOUND_SOUND_H

#include "task/json.h"
#include "task/file.h"

#include <exhume/base.h>
#include <exhume/opl2.h>
#include <exhume/psg.h>

/*
 * Is anything heard of what is written to a chip? Logs without it are silent.
 */

/* It presses a key: of a channel, or of a drum. */
bool opl2_presses_key(uint8_t reg, uint8_t value);

/* It sets how loud a tone or the noise is, and not to nothing. */
bool psg_is_turned_up(uint8_t value);

/* The same writes, and whether something is heard of those that were taken so far. */
struct opl2_heard {
	struct exh_opl2_source source;
	bool is_heard;
};

struct psg_heard {
	struct exh_psg_source source;
	bool is_heard;
};

struct exh_opl2_source opl2_hear(struct opl2_heard *heard);
struct exh_psg_source psg_hear(struct psg_heard *heard);

/*
 * Turns the samples of a chip into those of a file: faded, amplified, at another rate, on
 * several channels. Memory does not grow with the length.
 */

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
	uint64_t max_length; /* the same, of one pass; 0: ten minutes */
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

/*
 * Converts the sample rate, by libsoxr if it is built in.
 */

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

/*
 * Sound files, written piece by piece: WAV, raw samples, and FLAC if libsndfile is built
 * in.
 */

enum sound_format { SOUND_AUTO, SOUND_WAV, SOUND_FLAC, SOUND_RAW };

/* By name, in their order; for OPT_CHOICE. */
extern const char *const sound_format_choices[];

/* format; for SOUND_AUTO by the extension of path (may be NULL), or SOUND_WAV. */
enum sound_format sound_format_choose(unsigned format, const char *path);

/* Is it the name of a file in one of the formats? */
bool sound_is_named(const char *path);
/* Or in another format of sound, which can't be written? */
bool sound_is_foreign(const char *path);

/* UTF-8; NULL: none. */
struct sound_tags {
	const char *title, *artist, *album, *remarks;
};

/* A named position, for formats that have them (WAV). */
struct sound_marker {
	uint64_t frame;
	char text[32];
};

struct sound_kind {
	enum sound_format format;
	uint32_t rate_hz;
	unsigned channel_count;
	bool is_8_bit;	      /* samples of a byte, unsigned; else of 16 bits, signed */
	uint64_t frame_count; /* exactly as many must be written */
	struct sound_tags tags;
	const struct sound_marker *markers; /* in the order of their frames */
	size_t marker_count;
};

struct sound_file {
	struct file_stream stream;
	struct sound_kind kind;
	void *encoder;		  /* of libsndfile */
	struct exh_error failure; /* of a write inside it */
	bool is_heard;		  /* some sample is beyond SOUND_SILENCE */
};

enum {
	/* Of a chip: what flickers between -1 and 0 in each operator, heard twice. */
	SOUND_SILENCE = 36,
};

/* This format is built in. */
bool sound_has(enum sound_format format);
/* Of libsndfile, which FLAC needs; NULL: it is not built in, or not installed. */
const char *sound_flac_version(void);
/* Can FLAC hold samples of this rate? */
bool sound_flac_holds(uint32_t rate_hz);
/* EXH_UNSUPPORTED: it is not built in. */
enum exh_status sound_fail_without_flac(struct exh_error *err);

/* path is borrowed until it is closed; "-" is standard output. EXH_LIMIT: more than the
 * format can hold. */
enum exh_status sound_open(struct sound_file *file, const char *path,
			   const struct sound_kind *kind, bool force,
			   struct exh_error *err);
/* count frames of channel_count samples; of 8 bits the upper byte is written. */
enum exh_status sound_write(struct sound_file *file, const int16_t *samples, size_t count,
			    struct exh_error *err);
/* As file_stream_close. A file that is silent from start to end is remarked
 * (report_remark). */
enum exh_status sound_close(struct sound_file *file, enum exh_status status,
			    struct exh_error *err);

/* The same of files in which no note is played: logs of registers, MIDI. */
void sound_remark_silence(struct exh_error *err);

/*
 * Writes one source of samples to one sound file.
 */

struct sound_output {
	const char *path; /* "-": standard output */
	enum sound_format format;
	struct sound_tags tags;
	const struct sound_marker *markers; /* of the file's frames */
	size_t marker_count;
};

/* Sets shape's gain so that the loudest frame of source just fits; silence leaves it
 * unchanged. */
enum exh_status sound_normalize(const struct sound_source *source,
				struct sound_shape *shape, struct exh_error *err);

/* Renders source into a file; with normalize after sound_normalize. */
enum exh_status sound_to_file(const struct sound_source *source,
			      struct sound_shape *shape,
			      const struct sound_output *output, bool normalize,
			      bool force, struct sound_measure *measure,
			      struct exh_error *err);

/* Adds "rate", "frames", "peak", "clipped_samples" and "gain". */
extern const struct fields sound_fields;
void sound_to_json(const struct sound_shape *shape, const struct sound_measure *measure,
		   struct json *out);

/*
 * WAV and FLAC files, read whole: samples of 8 or 16 bits.
 */

struct sound_samples {
	uint32_t rate_hz;
	unsigned channel_count; /* 1 or 2 */
	bool is_8_bit;
	size_t frame_count;
	int16_t *samples; /* channel_count a frame, to be freed; 8 bits are the upper byte
			   */
};

/* EXH_INVALID if it is of neither format, EXH_TRUNCATED for a file that ends before its
 * samples begin, EXH_UNSUPPORTED for other samples, and for FLAC where that is not built
 * in. Samples that the file ends within, or that are damaged, are noted; whole frames are
 * kept. */
enum exh_status sound_read(struct exh_bytes in, struct sound_samples *out,
			   struct exh_notes *notes, struct exh_error *err);
enum { SOUND_FILE_LIMIT = 256 << 20 /* bytes of such a file */ };
/* The part of it that reads WAV. */
enum exh_status wav_read(struct exh_bytes in, struct sound_samples *out,
			 struct exh_notes *notes, struct exh_error *err);

/*
 * A sound as FLAC and as WAV side by side: the program that edited it may write the
 * other format than it was extracted in.
 */

struct report;

/* The name of the same sound in the other format, to be freed. NULL: it is in neither. */
char *sound_twin(const char *name);
/* Does the twin of the file that was extracted count instead of it? True if that is gone,
 * or not newer and has other samples. Says so, unless report is NULL. */
bool sound_twin_counts(const char *path, const char *twin, struct report *report);

#endif
