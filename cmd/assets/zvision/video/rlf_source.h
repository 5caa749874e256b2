/*
 * An RLF animation in a file, of which any frame can be had: an index of its records, the
 * picture of one frame, and the data of the largest are all that is held.
 */
#ifndef CMD_ASSETS_ZVISION_VIDEO_RLF_SOURCE_H
#define CMD_ASSETS_ZVISION_VIDEO_RLF_SOURCE_H

#include "task/report.h"

#include <exhume/zvision.h>

struct rlf_frame {
	size_t offset;	      /* of its record in the file */
	uint32_t size;	      /* of the record */
	uint32_t data_offset; /* in it */
	uint32_t key;	      /* number + 1 of the last key frame up to this one, or 0 */
	enum exh_zv_rlf_kind kind;
	bool stated; /* what is wrong with its data */
};

struct rlf_source {
	const char *path;	 /* borrowed */
	struct report *report;	 /* gets what is wrong; NULL: ... */
	struct exh_notes *notes; /* ... these do, unless they are NULL */
	struct file_reader reader;
	struct exh_zv_rlf header;
	struct rlf_frame *frames;
	size_t count;	  /* frames that are whole; may be less than the header says */
	uint16_t *pixels; /* the picture of frame ... */
	size_t shown;	  /* ... this - 1; 0: zeros */
	uint8_t *data;	  /* of one record */
	size_t data_capacity;
	size_t applied_count; /* records that were decoded so far */
};

/* path and report are borrowed until it is closed. False if there is no frame to be had,
 * and nothing to close; the report has that and all that is wrong. */
bool rlf_source_open(struct rlf_source *source, const char *path, struct report *report);

/* The same of a reader, which is taken over; what is wrong is noted. After a failure
 * there is nothing to close. */
enum exh_status rlf_source_read(struct rlf_source *source, struct file_reader reader,
				struct exh_notes *notes, struct exh_error *err);

/*
 * The picture of frame i < count; it stays until the next call. No more is decoded than
 * what lies between the last key frame, or the frame that is shown, and i. Damaged data
 * are reported once.
 */
enum exh_status rlf_source_show(struct rlf_source *source, size_t i,
				const uint16_t **pixels, struct exh_error *err);

/* 1: the second half is the first one backwards; 0: it is not; below 0: see err. */
int rlf_source_is_mirrored(struct rlf_source *source, struct exh_error *err);

/* Closes the file; header and index stay. */
void rlf_source_rest(struct rlf_source *source);
void rlf_source_close(struct rlf_source *source);

#endif
