/* An RLF animation as JSON. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_RLF_JSON_H
#define CMD_ASSETS_ZVISION_VIDEO_RLF_JSON_H

#include "rlf_source.h"

const char *rlf_kind_name(enum exh_zv_rlf_kind kind);

/* Of the header's fields with unknown meaning; as text they are the keys in JSON. */
extern const unsigned rlf_unknown_offsets[EXH_ZV_RLF_FIELD_COUNT];

/* Bytes of the pictures for one of the file. */
double rlf_ratio(const struct rlf_source *rlf);

/* Adds the header and all frames. */
void rlf_to_json(const struct rlf_source *rlf, json_t *result);

#endif
