/* What the sequence writer shares with the formats it writes. */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_FORMAT_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_FORMAT_H

#include "media/picture/apng_file.h"
#include "sequence_kind.h"
#include "task/file.h"

struct sequence_area {
	size_t x, y, width, height; /* pixels, before they are scaled */
};

/* A frame on its way. */
struct sequence_job {
	uint64_t number;
	uint64_t ticks;	    /* that it is shown: known when it is put */
	const void *pixels; /* all of it */
	const void *before; /* the frame before; NULL: none, or the format does not ask */
	struct exh_palette palette;
	struct sequence_area changed;
	bool has_crc;
	uint32_t crc;
	unsigned way; /* 15-bit PNG: what png_choose_way returned */
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
	size_t width, height; /* as they are written */
	size_t *lines; /* by line of a frame, and one more: the first that is written */
	unsigned scale;
	struct file_stream file; /* of formats of one file */
	bool is_open;
	struct exh_writer head; /* what is to be written next */
	struct apng_file apng;
	struct exh_palette shared; /* of formats of one palette, with ... */
	int keep;	/* ... an index for pixels that stay as they were; -1: none */
	uint64_t ticks; /* of all frames that were put */
	uint64_t put_count;
	/* Of 15-bit RGB: */
	struct color_map *color_map; /* GIF */
	uint8_t (*ycc)[3];	     /* Y4M: Y, Cb, Cr of each colour */
	unsigned way;
	/* The way through. */
	struct sequence_job *jobs;
	uint8_t *copies; /* of frames that were added last: by count, modulo; may be NULL
			  */
	size_t job_count;
	struct pipeline *pipeline; /* NULL: all is done by the thread that adds */
	uint64_t added, done;	   /* frames */
};

struct sequence_writer {
	bool is_stream;	   /* one file, for all of it */
	bool is_parallel;  /* encode may be called for several frames at once */
	bool is_shared;	   /* one palette for all indexed frames */
	bool sees_changes; /* wants before and changed */
	bool takes_crc;	   /* and no pixels, where it is known */
	bool patches_head; /* end writes at the beginning, if frames were not counted */
	/* Appends to head. Any except put may be NULL. */
	enum exh_status (*begin)(struct sequence *sequence, struct exh_error *err);
	/* In order, by the thread that adds, before encode. */
	void (*prepare)(struct sequence *sequence, struct sequence_job *job);
	enum exh_status (*encode)(const struct sequence *sequence,
				  struct sequence_job *job);
	/* Puts it where it belongs: called in order. */
	enum exh_status (*put)(struct sequence *sequence, struct sequence_job *job,
			       struct exh_error *err);
	/* Appends to head what is still to be written. */
	enum exh_status (*end)(struct sequence *sequence, struct exh_error *err);
};

extern const struct sequence_writer sequence_png, sequence_apng, sequence_gif,
	sequence_y4m, sequence_y4m_rgb15, sequence_raw, sequence_raw_rgb15, sequence_hash,
	sequence_hash_rgb15;

/*
 * What formats call.
 */

/* Bytes. */
size_t sequence_pixel_size(const struct sequence *sequence);

/* All colours of all frames into shared, and one for pixels that stay as they were, if
 * there is room. */
void sequence_share_colors(struct sequence *sequence);

/* Writes what is in head. */
enum exh_status sequence_flush(struct sequence *sequence, struct exh_error *err);

/* All of a frame. */
struct sequence_area sequence_whole(const struct sequence *sequence);

/* The smallest area with all that changed; a pixel of it, if nothing did. before NULL:
 * the whole. */
struct sequence_area sequence_find_change(const struct sequence *sequence,
					  const void *pixels, const void *before);

/* Where an area lies when it is scaled, with the sequence's aspect. */
struct sequence_area sequence_place(const struct sequence *sequence,
				    const struct sequence_area *area);

/* The pixels of an area of a frame, scaled; to be freed. */
void *sequence_enlarge(const struct sequence *sequence, const void *pixels,
		       const struct sequence_area *area);

/* The same of indexed pixels: those that were the same before become keep. */
uint8_t *sequence_enlarge_changes(const struct sequence *sequence,
				  const struct sequence_job *job,
				  const struct sequence_area *area);

#endif
