/* Animations (RLF) and videos (AVI). */
#ifndef CMD_ASSETS_ZVISION_VIDEO_VIDEO_H
#define CMD_ASSETS_ZVISION_VIDEO_VIDEO_H

#include "task/fields.h"
#include "assets/convert.h"
#include "assets/zvision/picture/zv_picture.h"
#include "assets/zvision/zv.h"
#include "media/picture/png.h"
#include "media/sequence/sequence.h"
#include "media/sound/sound.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/advanced/avi.h>
#include <exhume/codec.h>
#include <exhume/zvision.h>

#include <stdio.h>

/*
 * Conversion of animations and videos to pictures: shared parts of rlf2png and avi2png.
 */

struct film_request {
	struct common common;
	struct strings data; /* folders with scripts */
	struct rooms *rooms;
	struct sequence_options frames;
	struct frame_choice choice;
	const char *frames_text;
	unsigned transpose;
	bool list;
};

/* A converter's output_for, for a request that begins with a struct film_request. */
char *film_output_for(void *request, const char *input, bool several);

/*
 * The work of exhume avi2png, without its command line.
 */

enum avi2png_smooth { SMOOTH_AUTO, SMOOTH_YES, SMOOTH_NO };

struct avi2png_request {
	struct film_request film;
	unsigned stream, smooth;
};

void avi2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/*
 * Random access to the frames of an AVI file, and sequences of them.
 */

struct avi_frames {
	/* The caller sets its source, video, note and context; a stream that
	 * exh_avi_can_decode accepts. */
	struct exh_avi_frames frames;
	const uint32_t *list; /* numbers of a sequence's frames; NULL: all */
	/* The others are set by avi_frames_start. */
	bool is_turned, is_doubled;
	uint16_t *pixels[2]; /* turned, and doubled */
	uint8_t *rgb[2];     /* the same, if there are frames of 24 bits */
};

/* Starts with the first two members set, and the others 0. is_turned: rows become
 * columns; is_doubled: twice as large and smooth. Fails as exh_avi_frames_open. */
enum exh_status avi_frames_start(struct avi_frames *frames, bool is_turned,
				 bool is_doubled, struct exh_error *err);
void avi_frames_free(struct avi_frames *frames);

/* Returns the size of a frame as it is shown. */
struct sequence_size avi_frames_size(const struct avi_frames *frames, size_t frame);

/* Returns the picture of a frame; it stays until the next call. */
enum exh_status avi_frames_show(struct avi_frames *frames, size_t frame,
				const uint16_t **pixels, struct exh_error *err);
/* Returns the picture as red, green and blue, exact; only if frames.has_rgb24. */
enum exh_status avi_frames_show_rgb(struct avi_frames *frames, size_t frame,
				    const uint8_t **rgb, struct exh_error *err);

/* Returns the sequence of count frames; frames must outlive it. */
struct sequence_source avi_frames_source(struct avi_frames *frames,
					 const struct exh_avi *avi, size_t count);

/*
 * The sound of AVI files as samples, and as files of sound.
 */

/* Checks a stream. EXH_UNSUPPORTED: its codec is not decoded, or it has too many
 * channels; EXH_INVALID: no rate that makes sense. The other functions take streams that
 * were checked. */
enum exh_status avi_sound_check(const struct exh_avi_stream *stream,
				struct exh_error *err);

uint64_t avi_sound_frame_count(const struct exh_avi_stream *stream);
/* True if a part of a sample is left over at the end. */
bool avi_sound_has_rest(const struct exh_avi_stream *stream);

enum exh_status avi_sound_write(const struct exh_source *source,
				const struct exh_avi_stream *stream,
				const struct exh_zork_adpcm *adpcm,
				enum sound_format format, const char *path, bool force,
				struct exh_error *err);

/*
 * AVI files, for avi2wav and avi2png: opening, listing, and choosing one stream.
 */

enum { AVI_ANY_STREAM = EXH_AVI_MAX_STREAMS };

struct avi_source {
	const char *path; /* borrowed */
	struct file_reader reader;
	struct exh_source source;
	struct exh_arena arena;
	struct exh_avi avi;
};

/* False if nothing can be read; the report always has all faults. */
bool avi_source_open(struct avi_source *avi, const char *path, struct report *report);
void avi_source_close(struct avi_source *avi);

/* Index of the first stream of this kind, or of that number; negative, and reported, if
 * there is none. */
int avi_source_choose(const struct avi_source *avi, enum exh_avi_kind kind,
		      unsigned wanted, struct report *report);

/* Adds "streams" and more to result, or prints them for people. */
void avi_source_describe(const struct avi_source *avi, struct json *result);
void avi_source_list(const struct avi_source *avi);

/*
 * Reports that a stream is not decoded, the reason, and FFmpeg's command that converts it
 * to a file with this ending. Adds the command to result as "ffmpeg".
 */
void avi_source_refuse(const struct avi_source *avi, int stream, const char *ending,
		       const struct exh_error *err, struct report *report,
		       struct json *result);

/*
 * Frames that become an animation: PNG files, APNG files and sheets, one after the other.
 */

/* Request to pack frames, with the conversion of their colours. */
struct frames_request {
	struct common common;
	struct taking_options taking;
	struct given_real time; /* milliseconds a frame */
};

/* A converter's check, for a request that begins with a struct frames_request. */
int frames_request_check(const struct command *self, void *request);

struct frame_in {
	uint16_t *pixels; /* NULL if is_rgb24 */
	uint8_t *rgb;	  /* red, green and blue; NULL unless is_rgb24 */
	uint32_t tenths;  /* duration in tenths of a millisecond; 0: not known */
};

struct frames_in {
	bool is_rgb24;	      /* set by the caller: 24 bits of colour, else 15 */
	size_t width, height; /* pixels of all frames */
	struct frame_in *items;
	size_t count, capacity;
	size_t inexact_count; /* pixels whose colour changed */
};

/*
 * Reads the frames of all operands in their order; an operand that ends with .json is a
 * sheet's. Frames are transposed if the output is stored so. False: the report has the
 * error. To be freed, even then.
 */
bool frames_in_read(struct frames_in *in, const struct frames_request *request,
		    const char *output, struct report *report);

/*
 * Duration of a frame in tenths of a millisecond: that of --time; or given (0: none); or
 * the greatest time of which each frame's is a multiple; or otherwise if no time is
 * known. Warns of frames whose time is no multiple of it.
 */
uint32_t frames_in_time(const struct frames_in *in, const struct frames_request *request,
			uint32_t given, uint32_t otherwise, struct report *report);

/* Number of times that a frame is shown in a row, at least 1. */
size_t frames_in_times(const struct frame_in *frame, uint32_t tenths);

/* True if frame i > 0 has the picture of the one before it. */
bool frames_in_is_same(const struct frames_in *in, size_t i);

void frames_in_free(struct frames_in *in);

/*
 * The work of exhume png2avi, without its command line.
 */

enum png2avi_packing { PNG2AVI_ADPCM, PNG2AVI_PCM };
enum png2avi_codec { PNG2AVI_RGB555, PNG2AVI_TRUEMOTION1 };
enum png2avi_depth { PNG2AVI_16, PNG2AVI_24 };

struct png2avi_request {
	struct frames_request frames;
	unsigned codec;	   /* enum png2avi_codec; the next three are for TRUEMOTION1 */
	unsigned depth;	   /* enum png2avi_depth */
	unsigned key_step; /* a key frame at least so often; 0: the first one only */
	unsigned type;	   /* compression type, of that depth; 0: the default */
	const char *sound; /* a WAV or FLAC file; may be NULL */
	unsigned packing;  /* enum png2avi_packing */
};

void png2avi_run(void *context, const char *input, const char *output,
		 struct report *report, struct json *result);

/*
 * The work of exhume png2rlf, without its command line.
 */

struct png2rlf_request {
	struct frames_request frames;
	unsigned key_step; /* a key frame at least so often; 0: the first one only */
	/* Output of rlf2png --json for another animation; may be NULL. */
	const char *info;
};

void png2rlf_run(void *context, const char *input, const char *output,
		 struct report *report, struct json *result);

/*
 * Random access to the frames of an RLF animation in a file: only an index of its
 * records, the picture of one frame, and the data of the largest record are held in
 * memory.
 */

struct rlf_frame {
	size_t offset;	      /* offset of its record in the file */
	uint32_t size;	      /* bytes of the record */
	uint32_t data_offset; /* offset of the data in the record */
	uint32_t key;	      /* number + 1 of the last key frame up to this one, or 0 */
	enum exh_zv_rlf_kind kind;
	bool stated; /* faults of its data were reported */
};

struct rlf_source {
	const char *path;	 /* borrowed */
	struct report *report;	 /* gets faults; NULL: ... */
	struct exh_notes *notes; /* ... these get them, unless they are NULL */
	struct file_reader reader;
	struct exh_zv_rlf header;
	struct rlf_frame *frames;
	size_t count;	  /* frames that are whole; may be less than the header says */
	uint16_t *pixels; /* the picture of frame ... */
	size_t shown;	  /* ... this - 1; 0: zeros */
	uint8_t *data;	  /* data of one record */
	size_t data_capacity;
	size_t applied_count; /* records that were decoded so far */
};

/* Takes reader over; faults are noted. After a failure there is nothing to close. */
enum exh_status rlf_source_read(struct rlf_source *source, struct file_reader reader,
				struct exh_notes *notes, struct exh_error *err);

/*
 * The picture of frame i < count; it stays until the next call. Decoding begins at the
 * last key frame, or at the frame that is shown, and ends at i. Damaged data are reported
 * once.
 */
enum exh_status rlf_source_show(struct rlf_source *source, size_t i,
				const uint16_t **pixels, struct exh_error *err);

/* 1: the second half is the first one backwards; 0: it is not; below 0: see err. */
int rlf_source_is_mirrored(struct rlf_source *source, struct exh_error *err);

/* Closes the file; header and index stay. */
void rlf_source_rest(struct rlf_source *source);
void rlf_source_close(struct rlf_source *source);

/*
 * RLF animations as assets.
 */

struct zv_animation_options {
	bool as_gif; /* not APNG */
};

/*
 * Each becomes an APNG or a GIF. The thing is a struct rlf_source. For a file by itself
 * it is open, to be read frame by frame; for a game's files, which are many, all frames
 * were decoded once to find damage, and the file is closed.
 */
extern const struct asset_kind zv_animation_kind;

/*
 * The work of exhume rlf2png, without its command line.
 */

enum rlf2png_tristate { STATE_AUTO, STATE_YES, STATE_NO };

struct rlf2png_request {
	struct film_request film;
	unsigned mirrored;
};

void rlf2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/*
 * The frames of an RLF animation as a sequence.
 */

struct rlf_frames {
	struct rlf_source *rlf;
	const uint32_t *list; /* numbers of the wanted frames; NULL: all */
	uint16_t *turned;     /* NULL: the picture is taken as it is stored */
};

/* Transposes the frames; rlf is set. */
void rlf_frames_turn(struct rlf_frames *frames);

/* Sequence of count frames; frames must outlive it. */
struct sequence_source rlf_frames_source(struct rlf_frames *frames, size_t count);

void rlf_frames_free(struct rlf_frames *frames);

/*
 * An RLF animation as JSON.
 */

const char *rlf_kind_name(enum exh_zv_rlf_kind kind);

/* Ratio of the pictures' bytes to the file's. */
double rlf_ratio(const struct rlf_source *rlf);

struct rlf_frame_row {
	size_t number, offset;
	enum exh_zv_rlf_kind kind;
	uint32_t size;
	uint64_t time_ms;
};

struct rlf_info {
	struct exh_arena arena; /* memory of an info that was read */
	uint32_t milliseconds;
	size_t frame_count, file_size;
	double ratio;
	struct exh_zv_rlf header;
	size_t *key_frames, key_count;
	struct rlf_frame_row *frames;
	size_t count;
};

/* rlf_packed_fields: only kind and size of a struct rlf_frame_row. */
extern const struct fields rlf_fields, rlf_packed_fields;

/* Adds the header and all frames. */
void rlf_to_json(const struct rlf_source *rlf, struct json *result);

/*
 * The output of rlf2png --json, read again.
 */

/* EXH_INVALID names what is wrong. To be freed, even after a failure. */
enum exh_status rlf_info_read(struct exh_bytes text, struct rlf_info *out,
			      struct exh_error *err);

void rlf_info_free(struct rlf_info *info);

/*
 * Conversion of an animation or a video as fields; each is put when it is known.
 */

struct film_row {
	bool has_mirrored, mirrored, has_stream, has_samples;
	bool has_transposed, transposed, has_smooth, smooth, has_decoded;
	int stream;
	size_t samples, decoded_frames;
	const char *ffmpeg; /* NULL: not given */
};

extern const struct fields film_fields;

/* A fraction. */
struct avi_rate {
	uint32_t numerator, denominator;
};

extern const struct fields avi_rate_fields;

/* Fields that avi_source_describe adds. */
extern const struct fields avi_fields;

/* Fields in the results of png2rlf, png2avi and zv_video_kind. */
extern const struct fields rlf_made_fields, zv_video_fields;
extern const struct fields *const avi_made_results[];

/*
 * AVI videos as assets.
 */

struct zv_video_options {
	unsigned sound_format; /* enum sound_format */
	bool as_gif;	       /* pictures; not APNG */
};

/*
 * The sound becomes a WAV or a FLAC file, uncompressed pictures and TrueMotion 1 an APNG
 * or a GIF; other codecs are noted. Videos are read piece by piece.
 */
extern const struct asset_kind zv_video_kind;

#endif
