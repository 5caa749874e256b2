/*
 * ZVision's panoramas and tilt pictures: the player's view of a picture that is wider
 * or higher than the window, and how the view scrolls.
 *
 * A room has a kind: flat (the picture as it is), pana (a panorama, which wraps around)
 * or tilt (a picture to look up and down in). The engine shows a panorama as if it were
 * painted on the inside of a cylinder, with a table that maps each pixel of the window to
 * a pixel of the picture.
 *
 * Pictures: 15-bit colour in their true orientation (zvision.h); a panorama's file holds
 *           its background transposed, see exh_zv_transpose.
 * Location: the picture's column (tilt: row) on the centre line of the window, pixels.
 * Memory:   the table lies in the caller's arena; callers own all pixels.
 * Source:   zvision 6, 8 and 12; formats/engine/zvision/README.md.
 */
#ifndef EXHUME_ADVANCED_PANORAMA_H
#define EXHUME_ADVANCED_PANORAMA_H

#include "zvision.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kind of a room. */
enum exh_zv_pano_kind { EXH_ZV_FLAT, EXH_ZV_PANA, EXH_ZV_TILT };

/* The settings in the control block of a room's script. */
struct exh_zv_pano_options {
	enum exh_zv_pano_kind kind;
	double angle;	 /* degrees */
	double linscale; /* below 1: the middle is enlarged */
	/* Scrolls in the opposite direction, except in a tilt room; no view depends on
	 * it. */
	bool reverse;
	int32_t zeropoint;    /* pana: location at which rounds are counted */
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Sets the engine's defaults: pana 27 degrees and 0.55, tilt 27 and 0.65, zeropoint 0. */
EXH_API void exh_zv_pano_defaults(enum exh_zv_pano_kind kind,
				  struct exh_zv_pano_options *options);

/* Sets the size of a game's window in pixels: 512 by 320 (Nemesis), 640 by 344 (Grand
 * Inquisitor). */
EXH_API void exh_zv_pano_window(enum exh_zv_game game, size_t *width, size_t *height);

enum {
	EXH_ZV_PANO_MAX_SIDE = 4096, /* pixels, of a window */
	/* Pixels at the window's edges in which the mouse scrolls. */
	EXH_ZV_PANO_EDGE = 60,
};

/* Limits of angle (degrees) and linscale. */
#define EXH_ZV_PANO_LEAST_ANGLE 0.01
#define EXH_ZV_PANO_MAX_ANGLE 89.99
#define EXH_ZV_PANO_LEAST_LINSCALE 0.001
#define EXH_ZV_PANO_MAX_LINSCALE 1000.0

/* The table for a window and a room's options, for pictures of any size. */
struct exh_zv_pano {
	struct exh_zv_pano_options options;
	size_t width, height; /* pixels, of the window */
	/*
	 * Source of the window's pixel (x, y), before the location is added:
	 *   pana: column along[x], row across[y * width + x]
	 *   tilt: row along[y], column across[y * width + x]
	 * All lie within the window. NULL for flat.
	 */
	const uint16_t *along, *across;
	/* Tilt: least distance of a location from the picture's top and bottom. */
	int32_t gap;
};

/*
 * Computes the table, in double precision. EXH_LIMIT for a window of no pixels or above
 * EXH_ZV_PANO_MAX_SIDE, EXH_INVALID for an angle or a linscale outside the limits (or
 * not a number), EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_zv_pano_make(struct exh_zv_pano *pano,
					     const struct exh_zv_pano_options *options,
					     size_t width, size_t height,
					     struct exh_arena *arena,
					     struct exh_error *err);

/*
 * Sets the engine's displacement at a pixel of the window, which must be inside: the
 * pixel (x, y) is read at (x + dx, y + dy).
 */
EXH_API void exh_zv_pano_offset(const struct exh_zv_pano *pano, size_t x, size_t y,
				int32_t *dx, int32_t *dy);

/*
 * Returns the location to which the engine limits a given one. pana: modulo the picture's
 * width; tilt: at least gap from top and bottom, or from the top if the picture is too
 * low for both; flat: 0.
 */
EXH_API int32_t exh_zv_pano_clamp(const struct exh_zv_pano *pano,
				  const struct exh_zv_picture *picture, int32_t location);

/*
 * Renders the player's view: fills the window, width * height pixels. Any location is
 * used as it is. A panorama wraps around; otherwise pixels outside the picture are black,
 * 0.
 */
EXH_API void exh_zv_pano_render(const struct exh_zv_pano *pano,
				const struct exh_zv_picture *picture, int32_t location,
				uint16_t *pixels);

/* A point in the window or in the picture, pixels. */
struct exh_zv_pano_point {
	int64_t x, y;
};

/*
 * Returns the picture's point under a point of the window; (0, 0) for one outside the
 * window. It lies in the picture, modulo its size; for pana the row may lie outside. A
 * picture of width 0 is missing: then nothing is taken modulo.
 */
EXH_API struct exh_zv_pano_point exh_zv_pano_under(const struct exh_zv_pano *pano,
						   const struct exh_zv_picture *picture,
						   int32_t location,
						   struct exh_zv_pano_point point);

/* The input to one tick of scrolling. */
struct exh_zv_pano_input {
	struct exh_zv_pano_point mouse; /* position in the window; may be outside */
	bool back, forward;	/* held keys: left and right, or up and down in tilt */
	int32_t mouse_speed;	/* state 53 */
	int32_t keyboard_speed; /* state 50 */
};

/* Initial values of states 53 and 50. */
enum { EXH_ZV_PANO_MOUSE_SPEED = 540, EXH_ZV_PANO_KEYBOARD_SPEED = 5 };

/*
 * Returns the location after one tick of 33 ms. *rounds, which may be NULL, is the change
 * of state 12: -1, 0 or 1.
 */
EXH_API int32_t exh_zv_pano_scroll(const struct exh_zv_pano *pano,
				   const struct exh_zv_picture *picture, int32_t location,
				   const struct exh_zv_pano_input *input, int *rounds);

#ifdef __cplusplus
}
#endif

#endif
