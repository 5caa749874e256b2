/* What is written on the screen, for those who can't see it, and who stands there. */
#ifndef EXH_ENGINE_SCI0_STAGE_SHOWN_H
#define EXH_ENGINE_SCI0_STAGE_SHOWN_H

#include "stage.h"

/* A text was drawn in a rectangle of the current port; one that was there is gone. */
void exh_stage_note_text(stage *s, const char *text, struct rect rect, unsigned kind);
/* All texts of a port are gone. */
void exh_stage_forget_texts(stage *s, unsigned port);
void exh_stage_texts_free(stage *s);

#endif
