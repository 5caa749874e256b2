/*
 * IFF pictures of Deluxe Paint and its kin: FORM ILBM, in planes, and FORM PBM, one byte
 *                                           per pixel.
 *
 * Pixels:  one byte each, palette index, row-major, top row first; at most 8 planes.
 * Palette: as in the file, 2 to the power of the number of planes entries.
 * Memory:  a picture borrows the bytes it was opened on; pixels are in the arena.
 * Source:  keen-formats 6; formats/keen/README.md for what the specification leaves open.
 */
#ifndef EXHUME_ILBM_H
#define EXHUME_ILBM_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum exh_ilbm_masking {
	EXH_ILBM_OPAQUE,
	EXH_ILBM_MASK,	/* one more plane after the others: 1 is drawn */
	EXH_ILBM_COLOR, /* one colour is not drawn */
	EXH_ILBM_LASSO, /* that colour is not drawn where it is connected to the edge */
};

enum {
	EXH_ILBM_MAX_PIXELS = 64 << 20,
	EXH_ILBM_MAX_CYCLES = 32,
	/* Modes: colours 32 to 63 that CMAP lacks are 0 to 31 at half; hold and modify.
	 */
	EXH_ILBM_HALF_BRITE = 0x80,
	EXH_ILBM_HOLD = 0x800,
};

/* A range of colours to cycle: CRNG. */
struct exh_ilbm_cycle {
	uint16_t rate;	/* 16384 is 60 steps a second */
	uint16_t flags; /* 1: active, 2: backwards */
	uint8_t low, high;
};

struct exh_ilbm {
	bool chunky;	      /* PBM */
	size_t width, height; /* pixels */
	int x, y;	      /* place on the page */
	unsigned plane_count; /* without the mask */
	unsigned masking, compression;
	unsigned transparent; /* colour; used only with COLOR and LASSO */
	unsigned aspect_x, aspect_y;
	int page_width, page_height;
	bool has_mode, has_grab;
	bool unpadded; /* rows of an odd number of bytes have no byte after them */
	uint32_t mode; /* CAMG, of the Amiga */
	int grab_x, grab_y;
	size_t color_count; /* entries of the file's CMAP */
	struct exh_palette palette;
	struct exh_ilbm_cycle cycles[EXH_ILBM_MAX_CYCLES];
	size_t cycle_count;
	struct exh_bytes body;
};

/* Checks only the marks at the start. */
EXH_API bool exh_ilbm_is(struct exh_bytes file);

/*
 * Reads all chunks except the body. Missing colours are noted and replaced: by EGA's with
 * 4 planes, else by greys. EXH_TRUNCATED when the file ends before the body, EXH_INVALID
 * for another mark, no header, no body or no pixels, EXH_UNSUPPORTED for more than 8
 * planes, hold-and-modify and an unknown compression, EXH_LIMIT above
 * EXH_ILBM_MAX_PIXELS.
 */
EXH_CHECKED enum exh_status exh_ilbm_open(struct exh_bytes file, struct exh_ilbm *out,
					  struct exh_notes *notes, struct exh_error *err);

/*
 * Pixels, and a byte for each that is 1 where it is not drawn; *hidden is NULL if all
 * pixels are drawn. If the body ends early, whole rows are kept, the others are drawn in
 * colour 0, and that is noted; EXH_TRUNCATED without a whole row. EXH_NO_MEMORY over the
 * arena's limit.
 */
EXH_CHECKED enum exh_status exh_ilbm_decode(const struct exh_ilbm *ilbm,
					    struct exh_arena *arena,
					    struct exh_image *image, uint8_t **hidden,
					    struct exh_notes *notes,
					    struct exh_error *err);

/*
 * The way back: header, palette (as many colours as the planes make), mode and body, as
 * ilbm has them; size and pixels are the image's. hidden is used only with EXH_ILBM_MASK.
 * EXH_INVALID for a pixel that the planes can't hold and for anything that open does not
 * read.
 */
EXH_CHECKED enum exh_status exh_ilbm_encode(const struct exh_ilbm *ilbm,
					    const struct exh_image *image,
					    const uint8_t *hidden, struct exh_writer *out,
					    struct exh_error *err);

/*
 * The same in place of the body of another picture, whose other chunks stay as they are;
 * ilbm is what file was opened to. The header is changed only if the size is another.
 */
EXH_CHECKED enum exh_status
exh_ilbm_replace(struct exh_bytes file, const struct exh_ilbm *ilbm,
		 const struct exh_image *image, const uint8_t *hidden,
		 struct exh_writer *out, struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
