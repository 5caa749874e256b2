/* The entries of this family in the table of formats. */
#ifndef EXH_ZVISION_PROBE_H
#define EXH_ZVISION_PROBE_H

#include "exhume/formats.h"

/* Texts. */
extern const struct exh_format exh_zv_script_format, exh_zv_sub_format,
	exh_zv_text_format;

#endif
