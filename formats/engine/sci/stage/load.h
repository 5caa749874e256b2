/* What takes the place of an engine. */
#ifndef EXH_ENGINE_SCI0_STAGE_LOAD_H
#define EXH_ENGINE_SCI0_STAGE_LOAD_H

#include "stage.h"

/* After RestoreGame or RestartGame, when the machine has stopped: the game goes on as the
 * one that was saved, or anew. Else, and where that can't be, nothing changes. Was
 * either called for? */
bool exh_stage_restore_or_restart(stage *s);

#endif
