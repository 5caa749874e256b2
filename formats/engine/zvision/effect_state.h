/*
 * Side effects: what goes on by itself after the result that began it, with a clock of
 * its own, and is found by its key.
 *
 * Source: zvision 10 and 11; formats/engine/zvision/README.md, "Side effects".
 */
#ifndef EXH_ENGINE_ZVISION_EFFECT_STATE_H
#define EXH_ENGINE_ZVISION_EFFECT_STATE_H

#include "film.h"
#include "scheduler.h"

/* Corners, both of them within it. */
struct zv_rectangle {
	int32_t x1, y1, x2, y2;
};

enum zv_effect_kind {
	EFFECT_TIMER,
	EFFECT_ANIMATION,
	EFFECT_PRELOADED, /* an animation that waits to be played */
	EFFECT_MUSIC,
	EFFECT_FADE,
	EFFECT_PAN_TRACK,
	EFFECT_DISTORT,
	EFFECT_REGION,
	EFFECT_TEXT, /* typed letter by letter */
};

struct zv_animation {
	const struct zv_film *film;
	struct zv_rectangle place;
	int32_t first, last;
	int32_t loops; /* that are left; 0: forever */
	int32_t clear; /* a colour, or -1 */
	int32_t frame_ms;
	int32_t frame, shown; /* what is due, and in pixels; -1: none yet */
	int64_t wait_ms;      /* until the next frame */
	uint16_t *pixels;     /* of the frame that is shown */
};

struct zv_music {
	int64_t left_ms, length_ms;
	bool loops, is_universal;
	int32_t volume; /* 0 to 100 */
	int32_t with;	/* key of the animation that it runs with, or ZV_NO_KEY */
};

struct zv_fade {
	int32_t keys[2], from[2], to[2]; /* of music, and its volumes */
	int64_t elapsed_ms, length_ms;
};

struct zv_distort {
	double speed, angle, linscale; /* where it begins */
	double to_angle, to_linscale;  /* and goes */
	double at;		       /* 1 to count */
	double count;
	bool goes_down;
};

struct zv_water {
	double cx, cy, amplitude, length, speed;
};

struct zv_region {
	struct zv_rectangle place;
	bool is_on_view;  /* else on the background */
	bool is_water;	  /* else nothing is drawn */
	int32_t delay_ms; /* from frame to frame, at least 1 */
	int32_t frame, frames;
	int64_t wait_ms;
	struct zv_water water;
};

struct zv_effect {
	enum zv_effect_kind kind;
	int32_t key;	     /* or ZV_NO_KEY */
	enum zv_scope scope; /* of the puzzle that began it */
	bool is_over;
	union {
		struct {
			int64_t left_ms;
			int32_t unit_ms;
		} timer;
		struct zv_animation animation;
		struct zv_music music;
		struct zv_fade fade;
		struct zv_distort distort;
		struct zv_region region;
		int64_t left_ms; /* TEXT */
	};
};

enum { ZV_MAX_EFFECTS = 256 };

/* In the order in which they were started. */
struct zv_effects {
	struct zv_effect items[ZV_MAX_EFFECTS];
	size_t count;
};

#endif
