/* Pictures one after the other: files, APNG, GIF, Y4M, raw video, sheets. */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_H

#include "media/picture/animation.h"
#include "media/picture/picture.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/base.h>

/*
 * Format, pixels and frames of a sequence.
 */

enum sequence_format {
	SEQUENCE_AUTO,
	SEQUENCE_PNG, /* a file for each frame, with the palette of the frame */
	SEQUENCE_APNG,
	SEQUENCE_GIF,
	SEQUENCE_Y4M, /* 4:4:4, BT.601 */
	/* palette indices, a byte each; or 15-bit RGB in two bytes, little-endian; or
	 * red, green and blue in three bytes */
	SEQUENCE_RAW,
	SEQUENCE_SHEET, /* all frames on one PNG, and JSON: only by sequence_write */
	SEQUENCE_HASH,	/* a line for each frame: number, CRC-32 of the palette indices */
};

struct sequence_options {
	unsigned format; /* index in the choices; 0: by the ending of -o */
	/* factor by which pixels are repeated in both directions; 0 means 1 */
	unsigned scale;
	bool aspect; /* writes six lines for five: 320 by 200 as on a 4:3 monitor */
};

enum sequence_pixels {
	SEQUENCE_INDEXED, /* uint8_t: palette indices */
	SEQUENCE_RGB15,	  /* uint16_t: five bits of red, green, blue; bit 15 is ignored */
	SEQUENCE_RGB24,	  /* three uint8_t: red, green, blue */
};

/* Properties shared by all frames of a sequence. */
struct sequence_kind {
	enum sequence_pixels pixels;
	size_t width, height;  /* pixels, at least 1 */
	unsigned aspect_width; /* Y4M: width of a pixel one high; 0 means 1 */
	/* Indexed: all colours that any frame may have, used by formats with one
	 * palette. */
	struct exh_palette colors;
	/* 15-bit RGB to GIF: fills the map with at most 256 colours; called once. */
	enum exh_status (*choose_colors)(void *context, struct color_map *map,
					 struct exh_error *err);
	uint32_t ticks_a_second; /* above 0 */
	/* Y4M: interval between frames; 0: each is written once */
	uint32_t ticks_a_frame;
	/* Each frame is shown for ticks_a_frame; sequence_wait is not called. */
	bool is_steady;
	size_t frame_count; /* 0: not known */
	/* True for numbers that may come: for PNG, so that nothing is written if one of
	 * their files exists. NULL: any. */
	bool (*may_come)(const void *context, uint64_t number);
	void *context;
};

struct sequence_frame {
	uint64_t number; /* number in the file name; below 2^32 */
	const void *pixels;
	/* PNG and RAW, of RGB: a smaller size of its own; 0 means the sequence's */
	size_t width, height;
	/* For indexed frames: */
	const struct exh_palette *palette;
	const uint32_t *crc32; /* CRC-32 of the pixels; NULL: not known */
};

/*
 * Sequences of frames in all written formats: frames are added one by one, so that they
 * are never all in memory, and are encoded in parallel. Each is shown for the ticks that
 * sequence_wait gets before the next one is added.
 */

/* Names for OPT_CHOICE. The index of a choice goes into sequence_options;
 * sequence_choose_... returns its format. */
extern const char *const sequence_indexed_choices[]; /* all except sheet */
extern const char *const sequence_rgb15_choices[];   /* all except hash */

const char *sequence_format_name(enum sequence_format format);

/* Returns the format for the ending of -o; SEQUENCE_AUTO if it is another one. */
enum sequence_format sequence_format_of(const char *output);

/* Return options->format, or the format for the ending of -o, or SEQUENCE_PNG. */
enum sequence_format sequence_choose_indexed(const struct sequence_options *options,
					     const char *output);
enum sequence_format sequence_choose_rgb15(const struct sequence_options *options,
					   const char *output);

struct sequence;

/*
 * Begins a sequence. format: neither SEQUENCE_AUTO nor SEQUENCE_SHEET. output: "-", a
 * file, a pattern with a %d, or a folder. NULL: err has the reason. options, output and
 * common are borrowed until the end.
 */
struct sequence *sequence_begin(const struct sequence_kind *kind,
				enum sequence_format format,
				const struct sequence_options *options,
				const char *output, const struct common *common,
				struct exh_error *err);

/* Adds a frame; pixels and palette are copied. */
enum exh_status sequence_add(struct sequence *sequence,
			     const struct sequence_frame *frame, struct exh_error *err);
/* Lets the last frame be shown so much longer; does nothing if there is none. */
void sequence_wait(struct sequence *sequence, uint64_t ticks);

/* Ends the file and frees sequence, which may be NULL. If status, the result so far, is a
 * failure, returns it and leaves no partial file. */
enum exh_status sequence_end(struct sequence *sequence, enum exh_status status,
			     struct exh_error *err);

/*
 * Selected frames of an animation, in order.
 */

struct frame_choice {
	struct range *ranges; /* none: all frames */
	size_t range_count;
};

/* True if the choice is always a single frame, whatever the file. */
bool frame_choice_is_single(const struct frame_choice *choice);

/*
 * Returns the numbers of the selected frames out of count, to be freed. in_order:
 * ascending, each once, as for files of their own. declared is the number of frames that
 * the file should have: selected frames that are lost are left out. NULL: the report has
 * the reason.
 */
uint32_t *frame_choice_list(const struct frame_choice *choice, size_t count,
			    size_t declared, bool in_order, const char *input,
			    struct report *report, size_t *list_count);

/*
 * Frames of 15-bit RGB (zvision 1) or 24-bit RGB, fetched one by one.
 */

struct sequence_size {
	size_t width, height; /* pixels */
};

struct sequence_source {
	size_t width, height; /* pixels, at least 1 */
	size_t count;	      /* frames, at least 1 */
	/* Each frame is shown for num / den seconds. */
	uint32_t time_num, time_den;
	/* Returns frame i < count, row by row; bit 15 is ignored. It is valid until the
	 * next call. Called in ascending order, twice for GIF, and by one thread. */
	enum exh_status (*get)(void *context, size_t i, const uint16_t **pixels,
			       struct exh_error *err);
	/* Returns the frame as red, green and blue, for all formats except GIF, which
	 * calls get. NULL: all call get. */
	enum exh_status (*get_rgb24)(void *context, size_t i, const uint8_t **pixels,
				     struct exh_error *err);
	/* Returns the size of frame i, at most width by height. Sizes that differ are
	 * for PNG and RAW only. NULL: all are width by height. */
	struct sequence_size (*size_of)(void *context, size_t i);
	unsigned aspect_width; /* width of a pixel one high; 0 means 1 */
	/* Returns the number in the name of frame i's file, below 2^32 and ascending;
	 * NULL: i. */
	size_t (*number)(void *context, size_t i);
	void *context;
};

static inline struct sequence_size
sequence_source_size(const struct sequence_source *source, size_t i)
{
	return source->size_of ? source->size_of(source->context, i)
			       : (struct sequence_size){ source->width, source->height };
}

static inline size_t sequence_source_number(const struct sequence_source *source,
					    size_t i)
{
	return source->number ? source->number(source->context, i) : i;
}

/*
 * Interface between the sequence writer and the formats.
 */

struct sequence_area {
	size_t x, y, width, height; /* pixels, before scaling */
};

/* A frame in the pipeline. */
struct sequence_job {
	uint64_t number;
	uint64_t ticks;	    /* ticks that it is shown; known when it is written */
	const void *pixels; /* pixels of the whole frame */
	size_t width, height;
	/* preceding frame; NULL: none, or the format does not need it */
	const void *before;
	struct exh_palette palette;
	struct sequence_area changed;
	bool has_crc;
	uint32_t crc;
	unsigned way; /* RGB to PNG: result of png_choose_way */
	struct exh_writer out;
	enum exh_status status;
	struct exh_error err;
};

struct sequence_writer;
struct pipeline;

struct sequence {
	struct sequence_kind kind;
	const struct common *common;
	char *output;
	const struct sequence_writer *writer;
	size_t width, height; /* size of written frames, in pixels */
	/* for each line of a frame, and one more: the first written line */
	size_t *lines;
	unsigned scale;
	struct file_stream file; /* file of formats with one file */
	bool is_open;
	struct exh_writer head; /* bytes to be written next */
	struct apng_file apng;
	struct exh_palette shared; /* palette of formats with one palette, with ... */
	int keep;		   /* ... an index for unchanged pixels; -1: none */
	uint64_t ticks;		   /* ticks of all written frames */
	uint64_t put_count;
	/* For RGB: */
	struct color_map *color_map; /* GIF */
	uint8_t (*ycc)[3];	     /* Y4M: Y, Cb, Cr of each 15-bit colour */
	unsigned way;
	/* Pipeline: */
	struct sequence_job *jobs;
	uint8_t *copies; /* copies of the last frames, in a ring; may be NULL */
	size_t job_count;
	struct pipeline *pipeline; /* NULL: everything is done by the thread that adds */
	uint64_t added, done;	   /* numbers of frames */
};

struct sequence_writer {
	bool is_stream;	   /* one file for the whole sequence */
	bool is_parallel;  /* encode may be called for several frames at once */
	bool is_shared;	   /* one palette for all indexed frames */
	bool sees_changes; /* needs before and changed */
	bool takes_crc;	   /* needs only the CRC if it is known, and no pixels */
	bool takes_sizes;  /* frames may have sizes of their own */
	/* end writes at the beginning if the number of frames was unknown */
	bool patches_head;
	/* Appends to head. All functions except put may be NULL. */
	enum exh_status (*begin)(struct sequence *sequence, struct exh_error *err);
	/* Called in order, by the thread that adds, before encode. */
	void (*prepare)(struct sequence *sequence, struct sequence_job *job);
	enum exh_status (*encode)(const struct sequence *sequence,
				  struct sequence_job *job);
	/* Writes the frame; called in order. */
	enum exh_status (*put)(struct sequence *sequence, struct sequence_job *job,
			       struct exh_error *err);
	/* Appends the rest of the file to head. */
	enum exh_status (*end)(struct sequence *sequence, struct exh_error *err);
};

extern const struct sequence_writer sequence_png, sequence_apng, sequence_gif,
	sequence_y4m, sequence_y4m_rgb15, sequence_y4m_rgb24, sequence_raw,
	sequence_raw_rgb, sequence_hash;

/*
 * Functions for the formats.
 */

/* Returns bytes. */
size_t sequence_pixel_size(const struct sequence *sequence);

/* Sets shared to all colours of all frames, with one for unchanged pixels if there is
 * room. */
void sequence_share_colors(struct sequence *sequence);

/* Returns the source's frame i as its pixels are. */
enum exh_status sequence_source_get(const struct sequence_source *source, bool is_rgb24,
				    size_t i, const void **pixels, struct exh_error *err);

/* Fails unless all frames have the same size, for formats that need that. */
enum exh_status sequence_source_check(const struct sequence_source *source,
				      struct exh_error *err);

/* Writes the content of head. */
enum exh_status sequence_flush(struct sequence *sequence, struct exh_error *err);

/* Returns the area of a whole frame. */
struct sequence_area sequence_whole(const struct sequence *sequence);

/* Returns the smallest area with all changed pixels; one pixel if there are none. before
 * NULL: the whole frame. */
struct sequence_area sequence_find_change(const struct sequence *sequence,
					  const void *pixels, const void *before);

/* Returns the position of an area when it is scaled, with the sequence's aspect. */
struct sequence_area sequence_place(const struct sequence *sequence,
				    const struct sequence_area *area);

/* Returns the scaled pixels of an area of a frame; to be freed. */
void *sequence_enlarge(const struct sequence *sequence, const struct sequence_job *job,
		       const struct sequence_area *area);

/* Returns scaled indexed pixels of an area; unchanged ones become keep. To be freed. */
uint8_t *sequence_enlarge_changes(const struct sequence *sequence,
				  const struct sequence_job *job,
				  const struct sequence_area *area);

/*
 * Frames side by side on one PNG, and JSON with their positions.
 */

/* Writes a sheet. output ends with .png; the JSON is in the same folder. False: the
 * report has the reason. */
bool sequence_write_sheet(const struct sequence_source *source, unsigned scale,
			  const char *output, struct report *report);

/*
 * Sequences of frames of RGB, fetched one by one from a source, in any of rlf2png's
 * formats.
 */

/*
 * Returns the output for the frames of an input, to be freed: "-", a file, or for
 * SEQUENCE_PNG a pattern with a %d. It follows -o, which is a file or a pattern, or a
 * folder if it is one, ends with a slash or there are several inputs; without -o it is in
 * the input's folder. single: at most one frame is selected.
 */
char *sequence_output(const struct common *common, enum sequence_format format,
		      const char *input, bool several, bool single);

/* Members that sequence_write adds to a result; documents that it writes. */
extern const struct fields sequence_fields;
extern const struct document *const sequence_documents[];

/* Writes all frames, and adds the outputs to result. input is used in messages. False:
 * the report has the reason, and no partial file is left. */
bool sequence_write(const struct sequence_source *source,
		    const struct sequence_options *options, const char *output,
		    const char *input, struct report *report, struct json *result);

/* Writes all frames to one file; for threads that write a file each. The colours that GIF
 * loses are not reported. */
enum exh_status sequence_write_file(const struct sequence_source *source,
				    enum sequence_format format, const char *path,
				    bool force, struct exh_error *err);

#endif
