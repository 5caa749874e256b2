/*
 * Controls: what the player can use in a place, as its nodeview script lists it.
 *
 * A control's settings are read from the script whenever they are needed; what it has
 * come to is here.
 *
 * Source: zvision 9; formats/engine/zvision/README.md, "Controls".
 */
#ifndef EXH_ENGINE_ZVISION_CONTROL_STATE_H
#define EXH_ENGINE_ZVISION_CONTROL_STATE_H

#include "effect_state.h"
#include "exhume/zvision_lever.h"
#include "fist.h"
#include "program.h"

/* Those that play frames of an animation have a picture of their own. */
struct zv_control_film {
	const struct zv_film *film; /* NULL: none */
	int32_t shown;		    /* frame; -1: none yet */
	uint16_t *pixels;
};

struct zv_control_lever {
	struct exh_zv_lever_motion motion; /* lever NULL: it has no description */
	bool is_drawn;
};

/* A dial that turns frame by frame. */
struct zv_control_safe {
	int32_t state, frame, to_frame;
	int64_t wait_ms;
	bool turns;
};

struct zv_control_movie {
	int32_t frame, cycles_left;
	int64_t wait_ms;
	bool is_over;
};

/* What a control has drawn into the background, and what was there before. */
struct zv_cover {
	uint32_t screen;	   /* that it was drawn into */
	struct zv_rectangle place; /* if there are pixels */
	uint16_t *pixels;	   /* NULL: it covers nothing */
};

struct zv_control_slot {
	int32_t shown; /* item; 0: none */
	struct zv_cover cover;
};

/* A line of a text. */
struct zv_control_titler {
	int32_t line, shown; /* to be shown, and as it was drawn; -1: none */
	struct zv_cover cover;
};

enum { ZV_TITLE_SIZE = 33 };

/* A field for text. */
struct zv_control_input {
	char text[ZV_TITLE_SIZE];
	bool is_focused;
	bool is_fixed;	 /* it can be chosen, not changed */
	bool is_entered; /* Return was pressed */
	bool is_drawn;
	struct zv_cover cover;
};

/* A list of saved games, in fields. */
struct zv_control_save {
	bool is_ready; /* the fields have their titles */
};

struct zv_control_fist {
	const struct zv_fist *fist; /* NULL: it has no description */
	uint32_t bits;
	bool plays;
	int32_t frame, last; /* to be shown next; and the last one */
	int64_t wait_ms;
};

struct zv_control_paint {
	struct exh_zv_picture brush, paint; /* pixels NULL: none */
	bool is_down;
};

struct zv_control_type;

struct zv_control_state {
	const struct zv_control *control;
	const struct zv_control_type *type; /* NULL: there is nothing to use */
	struct zv_control_film film;
	union {
		struct zv_control_lever lever;
		struct zv_control_safe safe;
		struct zv_control_movie movie;
		struct zv_control_slot slot;
		struct zv_control_titler titler;
		struct zv_control_input input;
		struct zv_control_save save;
		struct zv_control_fist fist;
		struct zv_control_paint paint;
	};
};

struct zv_controls {
	struct zv_control_state *items;
	size_t count;
};

#endif
