/* Saved states of the stage: how its parts are walked over. */
#ifndef EXH_ENGINE_SCI0_STAGE_SAVE_PARTS_H
#define EXH_ENGINE_SCI0_STAGE_SAVE_PARTS_H

#include "stage.h"

#include "../../../engine/save_walk.h"

enum { STAGE_STATE_LIMIT = 1 << 27 /* bytes, of files most of them */ };

static inline void walk_reg(struct save_walk *w, reg *r)
{
	walk_u16(w, &r->segment);
	walk_u16(w, &r->offset);
}

/* A text of its own memory, or NULL. */
void exh_stage_walk_text(struct save_walk *w, char **text);
/* A number of items, at most `most`. */
static inline size_t walk_count(struct save_walk *w, size_t count, size_t most)
{
	uint32_t walked = (uint32_t)count;

	WALK_WITHIN(w, walked, uint32_t, 0, (int32_t)most);
	return w->fault ? 0 : walked;
}

/* All that the stage has beside the machine, with its files or without. */
void exh_stage_walk_state(struct save_walk *w, stage *s, bool has_files);
/* The machine, and that. False if there can be no state. */
bool exh_stage_save_state(const stage *s, bool has_files, struct exh_writer *out);

void exh_stage_walk_menus(struct save_walk *w, stage *s);
void exh_stage_walk_parser(struct save_walk *w, stage *s);
void exh_stage_walk_sounds(struct save_walk *w, stage *s);
void exh_stage_walk_transition(struct save_walk *w, stage *s);

#endif
