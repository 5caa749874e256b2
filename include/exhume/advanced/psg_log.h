/*
 * Writes to an SN76489 (psg.h) as a VGM file. Times and tags are as for a YM3812
 * (opl2_log.h).
 */
#ifndef EXHUME_ADVANCED_PSG_LOG_H
#define EXHUME_ADVANCED_PSG_LOG_H

#include "opl2_log.h"
#include "psg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes for a file, and its settings. */
struct exh_psg_recording {
	struct exh_psg_source source;
	uint64_t length; /* samples; writes at or after it are ignored */
	struct exh_opl2_tags tags;
};

/* Appends a VGM file to out. Errors are those of exh_opl2_log_write. */
EXH_CHECKED enum exh_status exh_psg_log_write(const struct exh_psg_recording *recording,
					      struct exh_writer *out,
					      struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
