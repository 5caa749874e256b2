/* The entries of this family in the table of formats. */
#ifndef EXH_KEEN_PROBE_H
#define EXH_KEEN_PROBE_H

#include "exhume/formats.h"

extern const struct exh_format exh_keen_egagraph_format;
extern const struct exh_format exh_keen_cgagraph_format;
extern const struct exh_format exh_keen_head_format;
extern const struct exh_format exh_keen_dict_format;
extern const struct exh_format exh_keen_maps_format;
extern const struct exh_format exh_keen_maphead_format;
extern const struct exh_format exh_keen_tileinfo_format;
extern const struct exh_format exh_keen_audio_format;
extern const struct exh_format exh_keen_audiohead_format;
extern const struct exh_format exh_keen_effect_format;
extern const struct exh_format exh_imf_format;
extern const struct exh_format exh_softdisk_slib_format;
extern const struct exh_format exh_softdisk_comp_format;
extern const struct exh_format exh_softdisk_cmp1_format;
extern const struct exh_format exh_ilbm_format;
extern const struct exh_format exh_pbm_format;
extern const struct exh_format exh_text_screen_format;
extern const struct exh_format exh_keen_text_format;
extern const struct exh_format exh_exe_format;
extern const struct exh_format exh_exe_lzexe_format;

#endif
