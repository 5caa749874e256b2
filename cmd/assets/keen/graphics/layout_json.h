/* Layouts of Keen graphics archives as JSON, both ways; exhume-egagrab(1) has the schema.
 */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_LAYOUT_JSON_H
#define CMD_ASSETS_KEEN_GRAPHICS_LAYOUT_JSON_H

#include <exhume/keen.h>
#include <jansson.h>

/* EXH_INVALID names the wrong key, or the line and column where it is not JSON.
 */
enum exh_status layout_from_json(struct exh_bytes text, struct exh_keen_layout *out,
				 struct exh_error *err);

/* The same of what is read already. */
enum exh_status layout_from_object(const json_t *root, struct exh_keen_layout *out,
				   struct exh_error *err);

json_t *layout_to_json(const struct exh_keen_layout *layout);

const char *video_name(enum exh_keen_video video);

#endif
