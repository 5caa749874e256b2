/* A drag of a lever as JSON and as text. */
#ifndef CMD_ASSETS_ZVISION_LEVER_LEVER_DRAG_H
#define CMD_ASSETS_ZVISION_LEVER_LEVER_DRAG_H

#include "task/report.h"

#include <exhume/zvision_lever.h>

/* {"positions", "release", "file_frames", "start", "steps"} */
json_t *drag_to_json(const struct exh_zv_drag *drag);

/* A line for each of the script, and the sums; appended. */
void drag_to_text(const struct exh_zv_drag *drag, struct exh_writer *out);

#endif
