/* Sound files, resampling. */
#ifndef CMD_MEDIA_SOUND_SOUND_H
#define CMD_MEDIA_SOUND_SOUND_H

#include "task/json.h"
#include "task/file.h"

#include <exhume/advanced/psg.h>
#include <exhume/base.h>
#include <exhume/opl2.h>

/*
 * Audibility of writes to a chip. Logs without audible writes are silent.
 */

/* True if the write presses a key: of a channel, or of a drum. */
bool opl2_presses_key(uint8_t reg, uint8_t value);

/* True if the write sets an audible level of a tone or the noise. */
bool psg_is_turned_up(uint8_t value);

/* Passes on the writes of source; is_heard: an audible one was taken. */
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
 * Converts the samples of a chip to those of a file: fades, amplifies, changes the rate,
 * and copies to several channels. Memory does not grow with the length.
 */

struct sound_source {
	/* make: returns the next count samples; 16 bits are -32768 to 32767. start: goes
	 * back to the beginning. */
	void (*start)(void *context);
	void (*make)(void *context, int32_t *samples, size_t count);
	void *context;
	uint32_t rate_hz;
	uint64_t length; /* samples */
};

struct sound_shape {
	uint32_t rate_hz;
	unsigned channel_count; /* channels, all of the same samples */
	double gain;		/* 1: unchanged */
	uint64_t fade;		/* samples of the source at its end that fade to 0 */
};

/* Sound options of a request. All zeros: the defaults. */
struct sound_settings {
	bool normalize;
	struct sound_shape shape;
	bool has_tail;
	uint64_t tail;	     /* samples of the chip */
	uint64_t max_length; /* samples of the chip, for one pass; 0: ten minutes */
};

/* Returns the shape with defaults in place of zeros: 44100 Hz, one channel, a gain of
 * 1. */
struct sound_shape sound_shape_of(const struct sound_settings *settings);

struct sound_measure {
	uint64_t frame_count;
	double peak; /* before clipping; 32768 is full scale */
	uint64_t clipped_count;
};

struct sound_sink {
	/* Takes count frames of all channels; NULL: they are dropped. */
	enum exh_status (*take)(void *context, const int16_t *samples, size_t count,
				struct exh_error *err);
	void *context;
};

/* Returns the number of frames for the source's samples. */
uint64_t sound_frame_count(const struct sound_source *source, uint32_t rate_hz);

/* Renders the whole sound from the start. EXH_UNSUPPORTED if libsoxr is needed and not
 * built in. */
enum exh_status sound_render(const struct sound_source *source,
			     const struct sound_shape *shape,
			     const struct sound_sink *sink, struct sound_measure *measure,
			     struct exh_error *err);

/*
 * Converts the sample rate with libsoxr, if that is built in.
 */

struct resampler;

/* Returns the library's version; NULL: not built in, or not installed. */
const char *resampler_version(void);

/* Starts a mono resampler; to be freed. EXH_UNSUPPORTED without libsoxr. */
enum exh_status resampler_start(uint32_t from_hz, uint32_t to_hz, struct resampler **out,
				struct exh_error *err);

/* Samples to convert; in NULL: the end. */
struct resampling {
	const float *in;
	size_t in_count, taken;
	float *out;
	size_t capacity, given;
};

/* Takes and gives as many as possible. After the end: done when none are given. */
enum exh_status resampler_run(struct resampler *resampler, struct resampling *piece,
			      struct exh_error *err);

void resampler_free(struct resampler *resampler);

/*
 * Sound files, written piece by piece: WAV, raw samples, and FLAC if libsndfile is built
 * in.
 */

enum sound_format { SOUND_AUTO, SOUND_WAV, SOUND_FLAC, SOUND_RAW };

/* Names for OPT_CHOICE, in the order of enum sound_format. */
extern const char *const sound_format_choices[];

/* Returns format; SOUND_AUTO: the format for the ending of path (may be NULL), or
 * SOUND_WAV. */
enum sound_format sound_format_choose(unsigned format, const char *path);

/* True if it is a file name in one of the formats. */
bool sound_is_named(const char *path);
/* True if it is a file name in another format of sound, which can't be written. */
bool sound_is_foreign(const char *path);

/* UTF-8; NULL: none. */
struct sound_tags {
	const char *title, *artist, *album, *remarks;
};

/* A named position, for formats with markers (WAV). */
struct sound_marker {
	uint64_t frame;
	char text[32];
};

struct sound_kind {
	enum sound_format format;
	uint32_t rate_hz;
	unsigned channel_count;
	/* unsigned samples of 8 bits; otherwise signed ones of 16 bits */
	bool is_8_bit;
	uint64_t frame_count; /* exactly this number must be written */
	struct sound_tags tags;
	const struct sound_marker *markers; /* sorted by frame */
	size_t marker_count;
};

struct sound_file {
	struct file_stream stream;
	struct sound_kind kind;
	void *encoder;		  /* encoder of libsndfile */
	struct exh_error failure; /* failure of a write inside the encoder */
	bool is_heard;		  /* some sample is beyond SOUND_SILENCE */
};

enum {
	/* Highest level that counts as silence: each operator of a chip may flicker
	 * between -1 and 0, and is heard twice. */
	SOUND_SILENCE = 36,
};

/* True if this format is built in. */
bool sound_has(enum sound_format format);
/* Returns the version of libsndfile, which FLAC needs; NULL: not built in, or not
 * installed. */
const char *sound_flac_version(void);
/* True if FLAC can hold samples of this rate. */
bool sound_flac_holds(uint32_t rate_hz);
/* Returns EXH_UNSUPPORTED: FLAC is not built in. */
enum exh_status sound_fail_without_flac(struct exh_error *err);

/* Opens a file. path is borrowed until it is closed; "-" is standard output. EXH_LIMIT:
 * more than the format can hold. */
enum exh_status sound_open(struct sound_file *file, const char *path,
			   const struct sound_kind *kind, bool force,
			   struct exh_error *err);
/* Writes count frames of channel_count samples; for 8 bits the upper byte is written. */
enum exh_status sound_write(struct sound_file *file, const int16_t *samples, size_t count,
			    struct exh_error *err);
/* Closes like file_stream_close. A file that is silent from start to end gets a remark
 * (report_remark). */
enum exh_status sound_close(struct sound_file *file, enum exh_status status,
			    struct exh_error *err);

/* Remarks that a file has no notes, for logs of registers and MIDI. */
void sound_remark_silence(struct exh_error *err);

/*
 * Writes one source of samples to one sound file.
 */

struct sound_output {
	const char *path; /* "-": standard output */
	enum sound_format format;
	struct sound_tags tags;
	const struct sound_marker *markers; /* positions in the file's frames */
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
	/* channel_count per frame, to be freed; 8 bits are in the upper byte */
	int16_t *samples;
};

/* Reads a sound. EXH_INVALID if it has neither format, EXH_TRUNCATED for a file that ends
 * before its samples, EXH_UNSUPPORTED for other samples, and for FLAC if that is not
 * built in. Missing or damaged samples are noted; whole frames are kept. */
enum exh_status sound_read(struct exh_bytes in, struct sound_samples *out,
			   struct exh_notes *notes, struct exh_error *err);
enum { SOUND_FILE_LIMIT = 256 << 20 /* bytes of such a file */ };
/* Reads WAV, as a part of sound_read. */
enum exh_status wav_read(struct exh_bytes in, struct sound_samples *out,
			 struct exh_notes *notes, struct exh_error *err);

/*
 * A sound as FLAC and as WAV in the same folder: a program that edited it may write
 * another format than it was extracted in.
 */

struct report;

/* Returns the name of the same sound in the other format, to be freed. NULL: it has
 * neither. */
char *sound_twin(const char *name);
/* True if the twin replaces the extracted file: the file is missing, or it is not newer
 * and its samples differ. Reports this, unless report is NULL. */
bool sound_twin_counts(const char *path, const char *twin, struct report *report);

#endif
