/* What the stream of pictures shares with the formats it writes. */
#ifndef CMD_MEDIA_SEQUENCE_PICTURE_FORMAT_H
#define CMD_MEDIA_SEQUENCE_PICTURE_FORMAT_H

#include "media/picture/apng_file.h"
#include "picture_stream.h"
#include "task/file.h"

struct picture_area {
	size_t x, y, width, height; /* pixels, before they are scaled */
};

/* A picture on its way. */
struct picture_job {
	uint64_t number;
	uint64_t ticks;	       /* that it is shown: known when it is put */
	const uint8_t *pixels; /* all of it */
	const uint8_t
		*before; /* the picture before; NULL: there is none, or nobody asks */
	struct exh_palette palette;
	struct picture_area changed;
	bool has_crc;
	uint32_t crc;
	struct exh_writer out;
	enum exh_status status;
	struct exh_error err;
};

struct picture_writer;

struct picture_stream {
	struct picture_kind kind;
	const struct picture_options *options;
	const struct common *common;
	char *output;
	const struct picture_writer *writer;
	size_t width, height; /* as they are written */
	size_t *lines; /* by line of a picture, and one more: the first that is written */
	unsigned scale;
	struct file_stream file; /* of formats of one file */
	bool is_open;
	struct exh_writer head; /* what is to be written next */
	struct apng_file apng;
	struct exh_palette shared; /* of formats of one palette: kind.colors, and ... */
	int keep;	/* ... one for pixels that stay as they were; -1: none */
	uint64_t ticks; /* of all pictures that were put */
	uint64_t put_count;
	/* The way through. */
	struct picture_job *jobs;
	uint8_t *copies; /* one a job, and the picture before: by count, modulo */
	size_t job_count;
	struct pipeline *pipeline; /* NULL: all is done by the thread that adds */
	uint64_t added, done;	   /* pictures */
};

struct picture_writer {
	bool is_stream;	   /* one file, for all of it */
	bool is_parallel;  /* encode may be called for several pictures at once */
	bool is_shared;	   /* one palette for all pictures */
	bool sees_changes; /* wants before and changed */
	bool takes_crc;	   /* and no pixels, where it is known */
	/* Appends to head. Any but put may be NULL. */
	enum exh_status (*begin)(struct picture_stream *stream, struct exh_error *err);
	enum exh_status (*encode)(const struct picture_stream *stream,
				  struct picture_job *job);
	/* Puts it where it belongs: called in order. */
	enum exh_status (*put)(struct picture_stream *stream, struct picture_job *job,
			       struct exh_error *err);
	/* Appends to head what is still to be written. */
	enum exh_status (*end)(struct picture_stream *stream, struct exh_error *err);
	bool is_sought_in; /* end may seek in the file */
};

extern const struct picture_writer picture_png, picture_apng, picture_gif, picture_y4m,
	picture_raw, picture_hash;

/* All colours of all pictures into shared, and one for what stays as it was, if there is
 * room. */
void picture_share_colors(struct picture_stream *stream);

/* Writes what is in head. */
enum exh_status picture_flush(struct picture_stream *stream, struct exh_error *err);

/*
 * An area of a picture as it is written: scaled, with the stream's aspect; pixels that
 * are the same before become keep, if that is not below 0. area is the one before
 * scaling; *out's is where it lies then. Its pixels are to be freed, NULL when out of
 * memory.
 */
void picture_enlarge(const struct picture_stream *stream, const struct picture_job *job,
		     const struct picture_area *area, int keep, struct exh_image *out,
		     struct picture_area *place);

#endif
