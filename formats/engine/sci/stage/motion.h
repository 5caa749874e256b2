/* Where actors turn to. */
#ifndef EXH_ENGINE_SCI0_STAGE_MOTION_H
#define EXH_ENGINE_SCI0_STAGE_MOTION_H

#include "stage.h"

/* As DirLoop: the loop for a direction in degrees. */
void exh_stage_turn(stage *s, reg object, int32_t angle);

#endif
