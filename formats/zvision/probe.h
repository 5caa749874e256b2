/* The formats of ZVision's entries in the table of formats. */
#ifndef EXH_ZVISION_PROBE_H
#define EXH_ZVISION_PROBE_H

#include "exhume/formats.h"

extern const struct exh_format exh_zv_zfs_format;

#endif
