#include "play.h"
#include "play/keen/play_keen.h"
#include "play/sci/play_sci.h"
#include "play/zvision/play_zvision.h"

#include <string.h>

const struct engine_type *const engine_types[] = { &keen_dreams_engine, &zvision_engine,
						   &sci_engine, NULL };

const struct engine_type *engine_type_named(const char *name)
{
	for (const struct engine_type *const *type = engine_types; *type; type++)
		if (strcmp((*type)->name, name) == 0)
			return *type;
	return NULL;
}
