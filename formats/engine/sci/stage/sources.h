/*
 * Which text resource a text on the screen comes from. Scripts copy texts before they
 * show them: it is known again by what it says.
 */
#ifndef EXH_ENGINE_SCI0_STAGE_SOURCES_H
#define EXH_ENGINE_SCI0_STAGE_SOURCES_H

#include "stage.h"

/* For struct exh_sci_host; context is the stage. Does nothing for a host without trace.
 */
void exh_stage_note_source(void *context, unsigned resource, unsigned number,
			   struct exh_bytes text);
/* NULL: from none that was read of late. */
const struct text_source *exh_stage_source(const stage *s, const char *text);

#endif
