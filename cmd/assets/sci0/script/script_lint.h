/* What is probably wrong in a game's scripts. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_LINT_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_LINT_H

#include "script_output.h"

bool script_lint_fill(struct script_output *o);

#endif
