/* The cast. Source: sci0-vm 6.2 to 6.4, sci0-vm-notes 1.6, 1.7, 1.10, 7. */
#ifndef EXH_ENGINE_SCI0_STAGE_ANIMATE_H
#define EXH_ENGINE_SCI0_STAGE_ANIMATE_H

#include "stage.h"

/* Draws the last cast over a rectangle of the screen, shows it, and takes it away. */
void exh_stage_reanimate(stage *s, struct rect rect);

/* The 14 bands between two rows of the picture window. */
void exh_stage_set_bands(stage *s, int32_t top, int32_t bottom);
/* The priority of a row, and the first row of a priority. */
int32_t exh_stage_priority_at(const stage *s, int32_t y);
int32_t exh_stage_first_row(const stage *s, int32_t priority);

#endif
