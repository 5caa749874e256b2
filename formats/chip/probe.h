/* The register logs' entries in the table of formats. */
#ifndef EXH_CHIP_PROBE_H
#define EXH_CHIP_PROBE_H

#include "exhume/formats.h"

extern const struct exh_format exh_opl2log_format, exh_dro_format, exh_vgm_format;

#endif
