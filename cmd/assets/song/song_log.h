/* Register logs of songs: their files, and what their formats could not hold. */
#ifndef CMD_ASSETS_SONG_SONG_LOG_H
#define CMD_ASSETS_SONG_SONG_LOG_H

#include "task/report.h"

#include <exhume/opl2_log.h>

/* Appends it in gzip, as .vgz files are. */
void song_log_compress(const struct exh_writer *log, struct exh_writer *out);

void song_log_report_timing(const struct exh_opl2_timing *timing, const char *output,
			    struct report *report, json_t *result);

#endif
