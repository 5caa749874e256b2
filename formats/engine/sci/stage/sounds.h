/* Sounds and their cues. Source: sci0-vm 4.9, sci0-vm-notes 10. */
#ifndef EXH_ENGINE_SCI0_STAGE_SOUNDS_H
#define EXH_ENGINE_SCI0_STAGE_SOUNDS_H

#include "stage.h"

/* Plays up to now. */
void exh_stage_play_sounds(stage *s);
/* The same, and cues reach their objects. */
void exh_stage_poll_sounds(stage *s);
/* Another game takes the place of one that runs: its notes end, the other's go on from
 * now. */
void exh_stage_replace_sounds(stage *s, stage *next);
void exh_stage_sounds_free(stage *s);

#endif
