/*
 * Tiled's XML (.tmx, .tsx) as its JSON: the same names, so that one reader knows both.
 * Only what that reader looks at is kept; the rest is skipped.
 */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_TMX_READ_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_TMX_READ_H

#include <exhume/base.h>
#include <jansson.h>

/* Whether it begins as XML does, and no JSON. */
bool tmx_is(struct exh_bytes text);

/*
 * A map or a tileset; *out is to be released, and NULL if the text is refused.
 * EXH_TRUNCATED if it ends too early, EXH_INVALID with the offset of what is no XML of
 * Tiled's.
 */
enum exh_status tmx_read(struct exh_bytes text, json_t **out, struct exh_error *err);

#endif
