/* The cast. Source: sci0-vm 6.2 to 6.4, sci0-vm-notes 1.6, 1.7, 1.10, 7. */
#ifndef EXH_ENGINE_SCI0_STAGE_ANIMATE_H
#define EXH_ENGINE_SCI0_STAGE_ANIMATE_H

#include "stage.h"

/* Draws the last cast over a rectangle of the screen, shows it, and takes it away. */
void exh_stage_reanimate(stage *s, struct rect rect);

#endif
