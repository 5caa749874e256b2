/* Single pictures of a run, such as that in which an act of a script failed. */
#ifndef CMD_PLAY_ACT_PICTURE_H
#define CMD_PLAY_ACT_PICTURE_H

#include "run_parts.h"

/* Writes what is on the monitor as PNG. False: the report has why. */
bool run_write_picture(const struct run *run, const char *path);

/* Writes what is on the monitor beside the script: walk.in becomes walk.in.12.png for
 * line
 * 12. Nothing for a script of standard input. */
void run_keep_picture(const struct run *run, const struct exh_input_act *act);

#endif
