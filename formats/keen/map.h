/* Sizes that the files of this folder which look at levels share. */
#ifndef EXH_KEEN_MAP_H
#define EXH_KEEN_MAP_H

#include "exhume/keen_map.h"

/* Source: keen-formats 4 and 9. */
enum {
	MAPHEAD_SIZES_AT = 2 + EXH_KEEN_MAP_LIMIT * 4, /* after tag and offsets */
	MAPHEAD_SIZE = MAPHEAD_SIZES_AT,	       /* of Keen 4 to 6 */
	MAPHEAD_SIZED_SIZE = MAPHEAD_SIZES_AT + EXH_KEEN_MAP_LIMIT, /* of Keen Dreams */
	MAP_HEADER_SIZE = 38,					    /* of a level */
	USUAL_RLEW_TAG = 0xabcd,
};

#endif
