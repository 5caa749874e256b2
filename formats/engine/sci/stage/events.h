/* Events that wait. Source: sci0-vm 5. */
#ifndef EXH_ENGINE_SCI0_STAGE_EVENTS_H
#define EXH_ENGINE_SCI0_STAGE_EVENTS_H

#include "stage.h"

/* The first event of these types. False: none waits; then type 0 and the mouse's place.
 */
bool exh_stage_take_event(stage *s, unsigned mask, bool stays, struct exh_sci_event *out);

#endif
