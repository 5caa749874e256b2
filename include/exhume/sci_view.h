/*
 * Views of SCI0: pictures of moving objects, in loops of cels.
 *
 * Pixels: colours 0 to 15, one byte each, row-major, top row first, no padding; pixels of
 *         the cel's key colour are transparent.
 * Memory: loops and cels lie in the caller's arena, callers own pixels; cels borrow the
 *         bytes they were read from.
 * Source: sci0-formats 5.1; formats/sci/README.md.
 */
#ifndef EXHUME_SCI_VIEW_H
#define EXHUME_SCI_VIEW_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_VIEW_HEADER_SIZE = 8,
	EXH_SCI_CEL_HEADER_SIZE = 7,
	EXH_SCI_MIRRORED_LOOPS = 16, /* loops that have a bit in the mask */
	EXH_SCI_CEL_RUN = 15,	     /* pixels of a run, at most */
};

/* A cel. */
struct exh_sci_cel {
	uint16_t width, height; /* pixels; either may be 0 */
	/* Shift from the object's position to the cel's middle column and bottom:
	 * right, down. As stored, regardless of the loop's is_mirrored. */
	int8_t dx, dy;
	uint8_t key;	      /* transparent colour, 0 to 15 */
	uint16_t offset;      /* bytes, of the cel's header in the resource */
	struct exh_bytes rle; /* after the header, up to the resource's end */
};

/* A loop. */
struct exh_sci_loop {
	bool is_mirrored; /* drawn from right to left, with dx negated */
	uint16_t offset;  /* bytes, from the start of the resource */
	uint16_t unused;  /* the field after the number of cels */
	/* The first loop with the same offset, whose cels these are: an earlier one,
	 * or itself. */
	size_t source;
	struct exh_sci_cel *cels;
	size_t cel_count;
};

/* An open view. */
struct exh_sci_view {
	uint8_t flags;
	uint16_t mirror_mask; /* as stored */
	uint16_t unused;      /* at offset 4 */
	uint16_t palette_offset;
	struct exh_sci_loop *loops;
	size_t loop_count;
};

/*
 * Reads all headers. A loop or cel that lies outside is noted as damage, and has no cels
 * or no pixels (width and height 0), so that numbers stay those of the game. Also noted
 * as damage: tables of cels that pass the end, whose first cels are read, and tables that
 * overlap so much that together they are longer than the data. Mirror bits of missing
 * loops, and keys above 15 (only their low four bits are used), are noted as warnings. A
 * cel may declare many more pixels than its data hold: rle fills at most EXH_SCI_CEL_RUN
 * per byte. EXH_TRUNCATED if the table of loops does not fit, EXH_UNSUPPORTED for a VGA
 * view of SCI1 (flag 0x80), EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status
exh_sci_view_open(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_view *out,
		  struct exh_notes *notes, struct exh_error *err);

/*
 * Decodes a cel: fills width * height pixels, as stored. used (may be NULL): bytes of rle
 * read. A run past the last pixel is cut there, and missing pixels get the key; both are
 * noted as damage (never with EXH_NO_OFFSET). EXH_LIMIT if count does not match.
 */
EXH_CHECKED enum exh_status exh_sci_cel_decode(const struct exh_sci_cel *cel,
					       uint8_t *pixels, size_t count,
					       size_t *used, struct exh_notes *notes,
					       struct exh_error *err);

/* Mirrors each row in place, as a mirrored loop is drawn. */
EXH_API void exh_sci_cel_flip(uint8_t *pixels, size_t width, size_t height);

/* Rectangle of a cel on the screen, pixels. */
struct exh_sci_cel_place {
	int32_t left, top, right, bottom; /* right and bottom are exclusive */
};

/* Returns the rectangle of a cel for an object at (x, y), z above the ground.
 * Coordinates have 16 bits. */
EXH_API struct exh_sci_cel_place exh_sci_cel_place(const struct exh_sci_cel *cel,
						   bool is_mirrored, int32_t x, int32_t y,
						   int32_t z);

/*
 * Append the run lengths of pixels below 16: a byte of 0 first, as in all games, then the
 * longest runs possible. Never longer than 1 + the number of pixels. The first lets runs
 * cross rows, which is shortest; the other ends runs at row ends, like the tool that made
 * the known games.
 */
EXH_API void exh_sci_cel_encode(const uint8_t *pixels, size_t count,
				struct exh_writer *out);
EXH_API void exh_sci_cel_encode_rows(const uint8_t *pixels, size_t width, size_t height,
				     struct exh_writer *out);

/* A cel of a view to be written. */
struct exh_sci_cel_source {
	uint16_t width, height; /* pixels */
	int8_t dx, dy;		/* as in struct exh_sci_cel */
	uint8_t key;		/* transparent colour, 0 to 15 */
	/* From exh_sci_cel_encode; or an original cel's, with all bytes up to the next
	 * part of the file, or the first `used` of exh_sci_cel_decode. */
	struct exh_bytes rle;
};

/* A loop of a view to be written. */
struct exh_sci_loop_source {
	bool is_mirrored;
	/* Number of an earlier loop whose cels it shares; or its own number, and only
	 * then the fields below are used. */
	size_t source;
	uint16_t unused;
	const struct exh_sci_cel_source *cels;
	size_t cel_count;
};

/* A view to be written. */
struct exh_sci_view_source {
	uint8_t flags;
	uint16_t mirror_mask; /* Bits of missing loops; the others come from the loops. */
	uint16_t unused;
	const struct exh_sci_loop_source *loops;
	size_t loop_count;
	/* Bytes at the palette's offset, at the end; NULL data: none. */
	struct exh_bytes palette;
};

/*
 * Appends a view: header, table of loops, then each loop with its table of cels followed
 * by its cels, then the palette. Views of the known games come out identical. EXH_LIMIT
 * when an offset exceeds 16 bits, there are more than 255 loops, one from 16 on is
 * mirrored, or out is full; EXH_INVALID for keys above 15, the flag of VGA views and
 * loops that share anything other than an earlier loop.
 */
EXH_CHECKED enum exh_status exh_sci_view_write(const struct exh_sci_view_source *view,
					       struct exh_writer *out,
					       struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
