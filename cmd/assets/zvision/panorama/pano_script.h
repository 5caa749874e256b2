/* What a room's script says about its view, in a control pana or tilt. */
#ifndef CMD_ASSETS_ZVISION_PANORAMA_PANO_SCRIPT_H
#define CMD_ASSETS_ZVISION_PANORAMA_PANO_SCRIPT_H

#include "task/report.h"

#include <exhume/panorama.h>
#include <exhume/zvision_script.h>

struct pano_script {
	struct exh_zv_pano_options options; /* what is not said is the engine's default */
	bool has_angle, has_linscale, has_reverse, has_zeropoint;
};

/* False: the report has why. A script without such a control is of a flat room. */
bool pano_script_read(const char *path, struct report *report, struct pano_script *out);

/* Of a script that was read before. What is wrong ends the reading, and is not said. */
void pano_script_of(const struct exh_zv_script *script, struct pano_script *out);

#endif
