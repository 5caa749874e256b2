/* Bits of signal, and the cast as a list. Source: sci0-vm 6.3. */
#ifndef EXH_ENGINE_SCI0_STAGE_CAST_H
#define EXH_ENGINE_SCI0_STAGE_CAST_H

#include "stage.h"

enum {
	SIGNAL_STOP_UPDATE = 0x0001,
	SIGNAL_UPDATED = 0x0002,
	SIGNAL_NO_UPDATE = 0x0004,
	SIGNAL_HIDDEN = 0x0008,
	SIGNAL_FIX_PRIORITY = 0x0010,
	SIGNAL_ALWAYS_UPDATE = 0x0020,
	SIGNAL_FORCE_UPDATE = 0x0040,
	SIGNAL_REMOVE = 0x0080,
	SIGNAL_FROZEN = 0x0100,
	SIGNAL_DOESNT_TURN = 0x0800,
	SIGNAL_IGNORE_ACTOR = 0x4000,
	SIGNAL_DISPOSE = 0x8000,
};

/* The objects of a list in the order in which they are drawn; cast has room for
 * STAGE_CAST. Returns how many. */
size_t exh_stage_gather(stage *s, reg list, struct cast_member *cast);

#endif
