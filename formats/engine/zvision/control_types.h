/* What the files of controls share: each kind of control is a struct of functions. */
#ifndef EXH_ENGINE_ZVISION_CONTROL_TYPES_H
#define EXH_ENGINE_ZVISION_CONTROL_TYPES_H

#include "zv_parts.h"

/* Any function may be NULL. Points are the background's. */
struct zv_control_type {
	const char *name;
	void (*load)(struct exh_zv_engine *engine, struct zv_control_state *state);
	/* Can it be used there? Then the mouse has its cursor. */
	bool (*is_over)(const struct zv_control_state *state,
			struct exh_zv_pano_point at);
	/* An event of the mouse: true if the control takes it for itself. */
	bool (*event)(struct exh_zv_engine *engine, struct zv_control_state *state,
		      enum zv_event_kind kind, struct exh_zv_pano_point at);
	/* The mouse was moved there. */
	void (*move)(struct exh_zv_engine *engine, struct zv_control_state *state,
		     struct exh_zv_pano_point at);
	void (*tick)(struct exh_zv_engine *engine, struct zv_control_state *state,
		     int32_t ms);
	/* Pixels that *to, a plain copy, shares with *from become its own. */
	bool (*copy)(struct zv_control_state *to, const struct zv_control_state *from);
	void (*free)(struct zv_control_state *state);
};

extern const struct zv_control_type exh_zv_push_toggle, exh_zv_lever_control, exh_zv_slot,
	exh_zv_safe, exh_zv_hotmovie, exh_zv_fist_control, exh_zv_paint, exh_zv_titler,
	exh_zv_input_control, exh_zv_save_control;

/* A parameter of this name, in upper or lower case, after one; NULL: none. */
const struct zv_parameter *exh_zv_parameter(const struct zv_control *control,
					    const char *name,
					    const struct zv_parameter *after);
/* A number of its arguments; otherwise, or without the parameter, a default. */
int32_t exh_zv_parameter_number(const struct zv_control *control, const char *name,
				size_t i, int32_t otherwise);
/* Its first argument as a file's name. */
bool exh_zv_parameter_file(const struct zv_control *control, const char *name,
			   char file[ZV_NAME_SIZE]);
/* Four numbers as corners; a parameter that is missing has none within. */
struct zv_rectangle exh_zv_parameter_rectangle(const struct zv_control *control,
					       const char *name);

/* Is the item one of eligible_objects? */
bool exh_zv_is_eligible(const struct zv_control *control, int32_t item);

static inline bool zv_is_in(const struct zv_rectangle *rectangle,
			    struct exh_zv_pano_point at)
{
	return at.x >= rectangle->x1 && at.x <= rectangle->x2 && at.y >= rectangle->y1 &&
	       at.y <= rectangle->y2;
}

/* The control was used: its hint, if it has one. */
void exh_zv_control_used(struct exh_zv_engine *engine,
			 const struct zv_control_state *state);

/* Keeps what a drawing at this place will cover, as far as it is in the background.
 * False: none of it is. */
bool exh_zv_cover(struct exh_zv_engine *engine, struct zv_cover *cover,
		  const struct zv_rectangle *place);
/* Puts it back, unless there is another background. */
void exh_zv_uncover(struct exh_zv_engine *engine, struct zv_cover *cover);
bool exh_zv_cover_copy(struct zv_cover *to, const struct zv_cover *from);

/* The keys of a tick go to the field that has the focus (control_input.c). */
void exh_zv_inputs_type(struct exh_zv_engine *engine);
/* The field with this key; NULL: there is none. */
struct zv_control_input *exh_zv_input_find(struct exh_zv_engine *engine, int32_t key);

/* A film for the control; false: there is none. */
bool exh_zv_control_film_open(struct exh_zv_engine *engine,
			      struct zv_control_state *state, const char *name);
/* Draws its frame, if it has so many. */
void exh_zv_control_film_show(struct exh_zv_engine *engine,
			      struct zv_control_state *state, int32_t frame,
			      const struct zv_rectangle *to);
/* A frame of it, in milliseconds; a tick, without a film. */
int32_t exh_zv_control_frame_ms(const struct zv_control_state *state);

#endif
