/*
 * Sound files, written piece by piece: WAV, raw samples, and FLAC if libsndfile is built
 * in.
 */
#ifndef CMD_MEDIA_SOUND_WAV_H
#define CMD_MEDIA_SOUND_WAV_H

#include "task/file.h"

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

#endif
