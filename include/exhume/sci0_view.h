/*
 * Views of SCI0: pictures of things that move, in loops of cels.
 *
 * Pixels: colours 0 to 15, a byte each, row-major, top row first, no padding; those of a
 *         cel's key are transparent.
 * Memory: loops and cels lie in the caller's arena, callers own pixels; what was read
 *         borrows the bytes it was read from.
 * Source: sci0-formats 5.1; formats/sci0/README.md.
 */
#ifndef EXHUME_SCI0_VIEW_H
#define EXHUME_SCI0_VIEW_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI0_VIEW_HEADER_SIZE = 8,
	EXH_SCI0_CEL_HEADER_SIZE = 7,
	EXH_SCI0_MIRRORED_LOOPS = 16, /* of those the mask has a bit */
	EXH_SCI0_CEL_RUN = 15,	      /* pixels at most */
};

struct exh_sci0_cel {
	uint16_t width, height; /* pixels; either may be 0 */
	/* Of the cel's middle column and its bottom from the object's place: right, down.
	 * As stored, whatever the loop's is_mirrored says. */
	int8_t dx, dy;
	uint8_t key;	      /* the colour that is not drawn, 0 to 15 */
	uint16_t offset;      /* of the cel's header, from the start of the resource */
	struct exh_bytes rle; /* behind the header, up to the resource's end */
};

struct exh_sci0_loop {
	bool is_mirrored; /* drawn from right to left, with dx negated */
	uint16_t offset;  /* from the start of the resource */
	uint16_t unused;  /* what is stored behind the number of cels */
	size_t source;	  /* the first loop of the same offset: itself, or one before it,
			   * whose cels these are */
	struct exh_sci0_cel *cels;
	size_t cel_count;
};

struct exh_sci0_view {
	uint8_t flags;
	uint16_t mirror_mask; /* as stored */
	uint16_t unused;      /* at offset 4 */
	uint16_t palette_offset;
	struct exh_sci0_loop *loops;
	size_t loop_count;
};

/*
 * Reads all headers. A loop or cel that lies outside is noted as damage, and has no cels
 * or no pixels (width and height 0): numbers stay those of the game. So are tables of
 * cels that pass the end, of which the cels in front are read, and those that overlap so
 * much that together they are longer than the data. Mirror bits of loops that there are
 * not, and keys above 15 (of which the low four bits count), are noted as warnings. Data
 * can lack nearly all pixels of a cel that says it is large: rle fills no more than
 * EXH_SCI0_CEL_RUN a byte. EXH_TRUNCATED when the table of loops does not fit,
 * EXH_UNSUPPORTED for a VGA view of SCI1 (flag 0x80), EXH_NO_MEMORY.
 */
EXH_API enum exh_status exh_sci0_view_read(struct exh_bytes in, struct exh_arena *arena,
					   struct exh_sci0_view *out,
					   struct exh_notes *notes,
					   struct exh_error *err);

/*
 * Fills width * height pixels, as stored. used (may be NULL): bytes of rle that they
 * took. A run past the last pixel is cut there, and pixels that the data lack have the
 * key; both are noted as damage (EXH_NO_OFFSET is never theirs). EXH_LIMIT if count is
 * not that of the pixels.
 */
EXH_API enum exh_status exh_sci0_cel_decode(const struct exh_sci0_cel *cel,
					    uint8_t *pixels, size_t count, size_t *used,
					    struct exh_notes *notes,
					    struct exh_error *err);

/* Each row from right to left, in place: how a mirrored loop is drawn. */
EXH_API void exh_sci0_cel_flip(uint8_t *pixels, size_t width, size_t height);

/* Where a cel is drawn for an object at (x, y) of height z over the ground. */
struct exh_sci0_cel_place {
	int32_t left, top, right, bottom; /* right and bottom are outside */
};

/* Coordinates are of 16 bits. */
EXH_API struct exh_sci0_cel_place exh_sci0_cel_place(const struct exh_sci0_cel *cel,
						     bool is_mirrored, int32_t x,
						     int32_t y, int32_t z);

/*
 * Append the run lengths of pixels below 16: a byte of 0 first, which all games have, and
 * runs as long as can be. Never longer than 1 + the number of pixels. The first has runs
 * that cross rows, which is the shortest there is; the other ends runs with the rows, as
 * the tool does that the games at hand were made with.
 */
EXH_API void exh_sci0_cel_encode(const uint8_t *pixels, size_t count,
				 struct exh_writer *out);
EXH_API void exh_sci0_cel_encode_rows(const uint8_t *pixels, size_t width, size_t height,
				      struct exh_writer *out);

/* A view to be written. */
struct exh_sci0_cel_source {
	uint16_t width, height;
	int8_t dx, dy;
	uint8_t key;
	/* From exh_sci0_cel_encode, or as it was: with all bytes up to what comes behind
	 * the cel, or the first `used` of exh_sci0_cel_decode. */
	struct exh_bytes rle;
};

struct exh_sci0_loop_source {
	bool is_mirrored;
	/* A loop before it, with cels of its own, that it shares; else its own number,
	 * and only then what follows counts. */
	size_t source;
	uint16_t unused;
	const struct exh_sci0_cel_source *cels;
	size_t cel_count;
};

struct exh_sci0_view_source {
	uint8_t flags;
	uint16_t mirror_mask; /* bits of loops that there are not; others are the loops'
			       */
	uint16_t unused;
	const struct exh_sci0_loop_source *loops;
	size_t loop_count;
	/* NULL data: there is none. Else what lies at the palette's offset, at the end.
	 */
	struct exh_bytes palette;
};

/*
 * Appends a view: header, table of loops, then each loop with its table of cels and its
 * cels behind it, then the palette. Views of the games at hand are the same bytes again.
 * EXH_LIMIT when an offset has no room in 16 bits, there are more than 255 loops, one
 * from 16 on is mirrored, or out is full; EXH_INVALID for keys above 15, the flag of VGA
 * views and loops that share what is no loop before them.
 */
EXH_API enum exh_status exh_sci0_view_write(const struct exh_sci0_view_source *view,
					    struct exh_writer *out,
					    struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
