/* Frames side by side on one PNG, and the JSON that says where. */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_SHEET_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_SHEET_H

#include "frame_source.h"
#include "task/report.h"

/* output ends with .png; the JSON lies next to it. False: the report has why. */
bool sequence_write_sheet(const struct sequence_source *source, unsigned scale,
			  const char *output, struct report *report);

#endif
