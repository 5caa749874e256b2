/* The output of rlf2png --json, read again. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_RLF_JSON_READ_H
#define CMD_ASSETS_ZVISION_VIDEO_RLF_JSON_READ_H

#include <exhume/zvision.h>
#include <jansson.h>

struct rlf_info {
	struct exh_zv_rlf header; /* without size and number of frames */
	enum exh_zv_rlf_kind *kinds;
	size_t count;
};

/* EXH_INVALID names what is wrong. To be freed, even after a failure. */
enum exh_status rlf_info_read(struct exh_bytes text, struct rlf_info *out,
			      struct exh_error *err);

void rlf_info_free(struct rlf_info *info);

#endif
