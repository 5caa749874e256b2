/* Virtual time. Source: sci0-vm 5.4. */
#ifndef EXH_ENGINE_SCI0_STAGE_TICKS_H
#define EXH_ENGINE_SCI0_STAGE_TICKS_H

#include "stage.h"

/* Turns the instructions that ran since into ticks. */
void exh_stage_count_time(stage *s);

/* Instructions that may run until that tick; at least 1. */
uint64_t exh_stage_instructions_to(const stage *s, uint64_t tick);

#endif
