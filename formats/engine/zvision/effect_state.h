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

struct zv_art;
struct zv_lines;
struct zv_sound;

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

enum { ZV_FULL_VOLUME = 10000 };

/* It sounds on while the rest of the game waits. */
struct zv_music {
	const struct zv_sound *sound; /* NULL: a note, which does not end by itself */
	uint64_t start_tick;	      /* in which it began */
	bool loops, is_universal;
	int32_t volume; /* 0 to ZV_FULL_VOLUME */
	int32_t with;	/* key of the animation that it runs with, or ZV_NO_KEY */
};

/* A sound comes from a column of the panorama. */
struct zv_pan {
	int32_t sound; /* its key */
	int32_t column;
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

/* Pixels like that of a point brighten and darken. */
struct zv_light {
	int32_t x, y, depth;
	int32_t least, most; /* of the step, between which no channel overflows */
	int32_t step;	     /* that is added to each channel */
	bool goes_down;
};

struct zv_fog {
	const struct zv_art *mask, *cloud; /* NULL: nothing is drawn */
	int32_t rises;	  /* steps of the cloud's values so far, modulo their period */
	int32_t shift;	  /* of the cloud, columns */
	int32_t color[3]; /* red, green, blue: 0 to 31 */
};

enum zv_region_kind { REGION_WATER, REGION_LIGHT, REGION_FOG, REGION_UNKNOWN };

struct zv_region {
	struct zv_rectangle place;
	bool is_on_view; /* else on the background */
	enum zv_region_kind kind;
	int32_t delay_ms; /* from frame to frame, at least 1 */
	int32_t frame, frames;
	int64_t wait_ms;
	struct zv_water water;
	struct zv_light light;
	struct zv_fog fog;
};

/* A text that is typed into the background. */
struct zv_typing {
	const struct zv_lines *lines;
	struct zv_rectangle place;
	int32_t delay_ms; /* of a letter */
	int64_t elapsed_ms;
	int64_t letters, shown; /* all of them, and those that are drawn */
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
		struct zv_pan pan;
		struct zv_distort distort;
		struct zv_region region;
		struct zv_typing typing; /* TEXT */
	};
};

enum { ZV_MAX_EFFECTS = 256 };

/* In the order in which they were started. */
struct zv_effects {
	struct zv_effect items[ZV_MAX_EFFECTS];
	size_t count;
};

#endif
