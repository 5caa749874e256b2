/* Code that is not the game's own, in a program of it. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_ADDED_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_ADDED_H

#include "script_program.h"

/*
 * Assembles instructions (with | or a line end between; a ret follows them) as the only
 * export, 0, of one more script. *number is its number, above all others. False,
 * reported with what as the file, if they don't assemble.
 */
bool script_program_add(struct script_program *p, const char *code, const char *what,
			unsigned *number, struct report *report);

#endif
