/* What the command line of exhume zv-world asks for. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_REQUEST_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_REQUEST_H

#include "media/sequence/sequence.h"
#include "task/report.h"

enum zv_world_format {
	ZV_WORLD_AUTO,
	ZV_WORLD_TEXT,
	ZV_WORLD_JSON,
	ZV_WORLD_DOT,
	ZV_WORLD_GRAPHML,
	ZV_WORLD_HTML,
};

struct zv_world_request {
	struct common common;
	unsigned format; /* enum zv_world_format */
	const char *start, *path;
	const char *walk; /* where the path goes as an animation */
	struct sequence_options frames;
	unsigned by;	  /* enum exh_zv_atlas_order */
	bool no_pictures; /* in a page */
	/* Of these, in small letters; empty: not given. */
	char begin[5], from[5], to[5];
};

#endif
