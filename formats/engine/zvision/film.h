/*
 * Animations of either kind, RLF and AVI, frame by frame.
 *
 * Source: zvision 3 and 4.
 */
#ifndef EXH_ENGINE_ZVISION_FILM_H
#define EXH_ENGINE_ZVISION_FILM_H

#include "exhume/avi.h"
#include "exhume/zvision.h"

struct zv_film_record {
	enum exh_zv_rlf_kind kind;
	struct exh_bytes data;
};

struct zv_film {
	const char *name; /* of the file */
	struct exh_bytes file;
	size_t width, height;
	uint32_t frame_count; /* at least 1 */
	uint32_t frame_ms;    /* of a frame, at least 1 */
	/* Of RLF; NULL for AVI. */
	const struct zv_film_record *records;
	/* Of AVI. NULL: its codec is not known, and its frames are black. */
	const struct exh_avi_stream *video;
	const struct exh_avi_stream *sound; /* of AVI; NULL: none that is known */
	uint32_t num, den;		    /* seconds of a frame: num / den */
};

/* The film in the file, which must last as long. */
enum exh_status exh_zv_film_open(struct exh_bytes file, struct exh_arena *arena,
				 struct zv_film *film, struct exh_notes *notes,
				 struct exh_error *err);

/* How long all of it lasts. */
uint64_t exh_zv_film_ms(const struct zv_film *film);

/*
 * pixels, width * height, show frame shown (-1: nothing yet, zeros); now they show the
 * wanted one, which is below frame_count. What is damaged changes nothing.
 */
void exh_zv_film_seek(const struct zv_film *film, int32_t shown, int32_t wanted,
		      uint16_t *pixels);

#endif
