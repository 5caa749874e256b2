/*
 * IFF pictures of Deluxe Paint and similar programs: FORM ILBM, in planes, and FORM PBM,
 * one byte per pixel.
 *
 * Pixels:  one byte each, palette index, row-major, top row first; at most 8 planes.
 * Palette: as in the file, 2 to the power of the number of planes entries.
 * Memory:  a picture borrows the bytes it was opened on; pixels are in the arena.
 * Source:  keen-formats 6; formats/keen/README.md for the gaps in the specification.
 */
#ifndef EXHUME_ADVANCED_ILBM_H
#define EXHUME_ADVANCED_ILBM_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kind of transparency. */
enum exh_ilbm_masking {
	EXH_ILBM_OPAQUE,
	EXH_ILBM_MASK,	/* one more plane after the others; pixels with 1 are drawn */
	EXH_ILBM_COLOR, /* one colour is not drawn */
	EXH_ILBM_LASSO, /* that colour is not drawn where it is connected to the edge */
};

enum {
	EXH_ILBM_MAX_PIXELS = 64 << 20,
	EXH_ILBM_MAX_CYCLES = 32,
	/* Modes. HALF_BRITE: colours 32 to 63 that CMAP lacks are 0 to 31 at half
	 * brightness. HOLD: hold and modify. */
	EXH_ILBM_HALF_BRITE = 0x80,
	EXH_ILBM_HOLD = 0x800,
};

/* A range of colours to cycle, from low to high: CRNG. */
struct exh_ilbm_cycle {
	uint16_t rate;	/* 16384 is 60 steps per second */
	uint16_t flags; /* 1: active, 2: backwards */
	uint8_t low, high;
};

/* An open picture. */
struct exh_ilbm {
	bool chunky;	      /* FORM PBM: one byte per pixel */
	size_t width, height; /* pixels */
	int x, y;	      /* pixels, on the page */
	unsigned plane_count; /* planes, the mask not counted */
	unsigned masking, compression;
	unsigned transparent; /* colour that is not drawn; only with COLOR and LASSO */
	unsigned aspect_x, aspect_y; /* width and height of a pixel, as a ratio */
	int page_width, page_height; /* pixels */
	bool has_mode, has_grab;
	bool unpadded;	    /* rows of an odd number of bytes have no byte after them */
	uint32_t mode;	    /* CAMG, of the Amiga */
	int grab_x, grab_y; /* pixels */
	size_t color_count; /* entries of the file's CMAP */
	struct exh_palette palette;
	struct exh_ilbm_cycle cycles[EXH_ILBM_MAX_CYCLES];
	size_t cycle_count;
	struct exh_bytes body; /* borrowed */
};

/* True if the file begins as an ILBM or PBM. */
EXH_API bool exh_ilbm_is(struct exh_bytes file);

/*
 * Reads all chunks except the body. Missing colours are noted and replaced: by EGA's with
 * 4 planes, else by greys. EXH_TRUNCATED when the file ends before the body, EXH_INVALID
 * for other marks at the start, no header, no body or no pixels, EXH_UNSUPPORTED for more
 * than 8 planes, hold-and-modify and an unknown compression, EXH_LIMIT above
 * EXH_ILBM_MAX_PIXELS.
 */
EXH_CHECKED enum exh_status exh_ilbm_open(struct exh_bytes file, struct exh_ilbm *out,
					  struct exh_notes *notes, struct exh_error *err);

/*
 * Decodes the pixels into the arena. *hidden is a byte for each pixel: 1 if it is not
 * drawn; *hidden is NULL if all pixels are drawn. If the body ends early, whole rows are
 * kept, the others become colour 0, and that is noted; EXH_TRUNCATED without a whole row.
 * EXH_NO_MEMORY over the arena's limit.
 */
EXH_CHECKED enum exh_status exh_ilbm_decode(const struct exh_ilbm *ilbm,
					    struct exh_arena *arena,
					    struct exh_image *image, uint8_t **hidden,
					    struct exh_notes *notes,
					    struct exh_error *err);

/*
 * Appends a file: header, palette (as many colours as the planes allow), mode and body,
 * as in ilbm; size and pixels are the image's. hidden is used only with EXH_ILBM_MASK.
 * EXH_INVALID for a pixel that the planes can't hold and for anything that exh_ilbm_open
 * does not read.
 */
EXH_CHECKED enum exh_status exh_ilbm_encode(const struct exh_ilbm *ilbm,
					    const struct exh_image *image,
					    const uint8_t *hidden, struct exh_writer *out,
					    struct exh_error *err);

/*
 * Appends the file of another picture with this body; its other chunks stay the same.
 * ilbm is the result of exh_ilbm_open on file. The header changes only if the size does.
 * Errors are those of exh_ilbm_encode.
 */
EXH_CHECKED enum exh_status
exh_ilbm_replace(struct exh_bytes file, const struct exh_ilbm *ilbm,
		 const struct exh_image *image, const uint8_t *hidden,
		 struct exh_writer *out, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
