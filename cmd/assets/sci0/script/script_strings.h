/* The strings in scripts as a table, and scripts with the strings of a table. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_STRINGS_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_STRINGS_H

#include "script_output.h"

bool script_strings_fill(struct script_output *o);

/* Writes those of the selected scripts that the table changes as patch files into the
 * folder, or the only one to a file; adds to result what became of them. */
void script_strings_pack(struct script_program *p,
			 const struct sci_script_request *request, const char *output,
			 struct report *report, json_t *result);

#endif
