#include "play.h"
#include "play/keen/play_keen.h"
#include "play/sci/play_sci.h"
#include "play/zvision/play_zvision.h"

const struct engine_type *const engine_types[] = { &keen_dreams_engine, &zvision_engine,
						   &sci_engine, NULL };
