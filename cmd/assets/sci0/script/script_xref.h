/* Who uses what in a game, and what nothing uses; and the calls of the kernel. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_XREF_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_XREF_H

#include "script_output.h"

bool script_xref_fill(struct script_output *o);
bool script_kernel_fill(struct script_output *o);

#endif
