/* The bands of the picture window that priorities come from. Source: sci0-vm 6.2,
 * sci0-vm-notes 1.10. */
#ifndef EXH_ENGINE_SCI0_STAGE_BANDS_H
#define EXH_ENGINE_SCI0_STAGE_BANDS_H

#include "stage.h"

/* The 14 bands between two rows of the picture window. */
void exh_stage_set_bands(stage *s, int32_t top, int32_t bottom);
/* The priority of a row, and the first row of a priority. */
int32_t exh_stage_priority_at(const stage *s, int32_t y);
int32_t exh_stage_first_row(const stage *s, int32_t priority);

#endif
