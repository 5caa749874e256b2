/* Sheets as loops of a view: those of view2png, and of other programs. */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_SHEET_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_FRAMES_SHEET_H

#include "task/report.h"
#include "view_reading.h"

/* A sheet, whose JSON is text: a loop for each of its own loops, or for each tag. False:
 * reported. */
bool view_reading_sheet(struct view_reading *r, const char *path, struct exh_bytes text,
			struct report *report);

#endif
