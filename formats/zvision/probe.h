/* ZVision's entries in the table of formats. */
#ifndef EXH_ZVISION_PROBE_H
#define EXH_ZVISION_PROBE_H

#include "exhume/formats.h"

extern const struct exh_format exh_zv_tgz_format, exh_zv_tga_format, exh_zv_zcr_format;
extern const struct exh_format exh_zv_rlf_format, exh_avi_format, exh_zv_sound_format;
extern const struct exh_format exh_zv_zfs_format;
extern const struct exh_format exh_zv_lever_format;
extern const struct exh_format exh_zv_script_format, exh_zv_sub_format,
	exh_zv_text_format;

#endif
