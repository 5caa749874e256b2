#include "engine.h"
#include "keen/keen_player.h"
#include "sci0/sci_player.h"
#include "zvision/zv_player.h"

#include <string.h>

const struct engine_type *const engine_types[] = { &keen_dreams_engine, &zvision_engine,
						   &sci0_engine, NULL };

const struct engine_type *engine_type_named(const char *name)
{
	for (const struct engine_type *const *type = engine_types; *type; type++)
		if (strcmp((*type)->name, name) == 0)
			return *type;
	return NULL;
}
