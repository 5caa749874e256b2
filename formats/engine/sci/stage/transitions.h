/*
 * Show styles: how a picture comes in over some steps, in which the game stands still.
 * Only with start.has_transitions; else it is there at once. Source: sci0-vm-notes 8,
 * which has no times: half a second each is our choice.
 */
#ifndef EXH_ENGINE_SCI0_STAGE_TRANSITIONS_H
#define EXH_ENGINE_SCI0_STAGE_TRANSITIONS_H

#include "stage.h"

#include "../../../engine/save_walk.h"

enum {
	TRANSITION_PARTS = 15, /* of a style; one with black-out has twice as many */
	TRANSITION_TICKS = 2,  /* of a part */
};

struct stage_transition {
	bool is_active;
	uint16_t style;
	uint32_t part; /* from 1 on */
	uint8_t before[STAGE_PIXELS], presented[STAGE_PIXELS];
};

/* Shows the picture window, all at once, or in the show style over some steps. */
void exh_stage_show_picture(stage *s);
static inline bool exh_stage_is_in_transition(const stage *s)
{
	return s->transition && s->transition->is_active;
}
/* The next part, and its time passes. False: there is none. */
bool exh_stage_transit(stage *s);
/* What a step ends with. */
void exh_stage_present(stage *s);

void exh_stage_walk_transition(struct save_walk *w, stage *s);

#endif
