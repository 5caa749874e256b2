/* Pictures, and the maps as scripts see them. Source: sci0-vm 4.4, 6.2, 6.6. */
#ifndef EXH_ENGINE_SCI0_STAGE_PICTURES_H
#define EXH_ENGINE_SCI0_STAGE_PICTURES_H

#include "stage.h"

/* A rectangle of the current port on the screen, within it. */
struct rect exh_stage_in_port(stage *s, struct rect rect);

/* The bits (1 << value) of a map's values in a rectangle of the picture window. */
uint32_t exh_stage_on_map(const stage *s, const uint8_t *map, struct rect rect);

#endif
