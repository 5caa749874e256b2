/* The JSON of scr-inspect back to a script. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_SCR_PACK_H
#define CMD_ASSETS_ZVISION_SCRIPT_SCR_PACK_H

#include "task/report.h"

/*
 * Appends the script to out. Puzzles and controls that are as in the lines of "source"
 * keep these lines; others are printed in their place. EXH_INVALID if the JSON is not
 * what scr-inspect writes, or what it asks for can't be written as a script. What is lost
 * is reported for path.
 */
enum exh_status scr_pack(struct exh_bytes json, const char *path, struct report *report,
			 struct exh_writer *out, struct exh_error *err);

#endif
