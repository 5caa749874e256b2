/* AVI files, for avi2wav and avi2png: opening, listing, and choosing one stream. */
#ifndef CMD_ASSETS_ZVISION_VIDEO_AVI_SOURCE_H
#define CMD_ASSETS_ZVISION_VIDEO_AVI_SOURCE_H

#include "task/file.h"
#include "task/report.h"

#include <exhume/avi.h>

#include <stdio.h>

enum { AVI_ANY_STREAM = EXH_AVI_MAX_STREAMS };

struct avi_source {
	const char *path; /* borrowed */
	struct file_reader reader;
	struct exh_source source;
	struct exh_arena arena;
	struct exh_avi avi;
};

/* False if there is nothing to be read; the report always has what was wrong. */
bool avi_source_open(struct avi_source *avi, const char *path, struct report *report);
void avi_source_close(struct avi_source *avi);

/* The place of the first stream of this kind, or of that number; below 0, which is
 * reported, if there is none. */
int avi_source_choose(const struct avi_source *avi, enum exh_avi_kind kind,
		      unsigned wanted, struct report *report);

/* Adds "streams" and more, or prints it for people. */
void avi_source_describe(const struct avi_source *avi, json_t *result);
void avi_source_list(const struct avi_source *avi);

/*
 * Reports that a stream is not decoded, why, and what FFmpeg can do instead:
 * what it writes has this ending. Adds "ffmpeg", the command, to result.
 */
void avi_source_refuse(const struct avi_source *avi, int stream, const char *ending,
		       const struct exh_error *err, struct report *report,
		       json_t *result);

#endif
