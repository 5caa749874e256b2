/* Scripts as JSON. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_SCR_JSON_H
#define CMD_ASSETS_ZVISION_SCRIPT_SCR_JSON_H

#include <exhume/zvision_script.h>
#include <jansson.h>

/* Adds puzzles and controls in the form that zvision 9 has for tests, and beside them
 * what it leaves out. */
void scr_to_json(const struct exh_zv_script *script, json_t *result);

#endif
