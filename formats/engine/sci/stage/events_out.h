/* Events for the host: what is typed, understood, shown and heard. */
#ifndef EXH_ENGINE_SCI0_STAGE_EVENTS_OUT_H
#define EXH_ENGINE_SCI0_STAGE_EVENTS_OUT_H

#include "stage.h"

/* Does the host take them at all? */
static inline bool exh_stage_is_heard(const stage *s)
{
	return s->host && s->host->trace;
}

/* Texts of the fields are in the game's characters. */
void exh_stage_report(stage *s, const char *name, const struct exh_event_field *fields,
		      size_t count);

#endif
