/*
 * What a room of ZVision is like, as far as its view depends on it: by options, by the
 * room's script, by the picture's shape, by the engine's defaults, in this order.
 */
#ifndef CMD_ASSETS_ZVISION_PANORAMA_PANO_ROOM_H
#define CMD_ASSETS_ZVISION_PANORAMA_PANO_ROOM_H

#include "task/report.h"
#include "task/values.h"

#include <exhume/panorama.h>

/* For OPT_CHOICE. */
extern const char *const pano_game_choices[]; /* auto, nemesis, zgi */
extern const char *const pano_kind_choices[]; /* auto, pana, tilt, flat */

struct pano_room_options {
	unsigned game, kind, transpose;
	const char *script; /* a file, or NULL */
	struct given_real angle, linscale;
	struct given_integer zeropoint;
	bool reverse;
};

/* Where something comes from: "option", "script", "shape" or "default". */
struct pano_reasons {
	const char *game, *kind, *transpose, *angle, *linscale, *reverse, *zeropoint;
};

struct pano_room {
	enum exh_zv_game game;
	bool transposed; /* the picture is stored so */
	struct exh_zv_pano_options options;
	struct pano_reasons reason;
	size_t width, height; /* of the window, pixels */
};

/* For a picture of so many pixels as stored. False: the report has why. */
bool pano_room_find(const struct pano_room_options *options, const char *input,
		    size_t stored_width, size_t stored_height, struct report *report,
		    struct pano_room *room);

/* "nemesis", "pana", as they are typed. */
const char *pano_game_name(enum exh_zv_game game);
const char *pano_kind_name(enum exh_zv_pano_kind kind);

#endif
