/* What the files of the lever share. */
#ifndef EXH_ZVISION_LEVER_H
#define EXH_ZVISION_LEVER_H

#include "exhume/zvision_lever.h"

/* Place in lever->positions of the first that is not below number; position_count if all
 * are. */
size_t exh_zv_lever_place_from(const struct exh_zv_lever *lever, int64_t number);

#endif
