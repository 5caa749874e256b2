/* The work of exhume lev-inspect, without its command line. */
#ifndef CMD_ASSETS_ZVISION_LEVER_LEV_INSPECT_H
#define CMD_ASSETS_ZVISION_LEVER_LEV_INSPECT_H

#include "assets/zvision/lever/lever_drag.h"
#include "assets/zvision/rooms.h"
#include "media/sequence/sequence.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/base.h>

/* The first ones; those of sequences follow. */
enum { FORMAT_AUTO, FORMAT_TEXT, FORMAT_DOT, FORMAT_FRAMES };

struct lev_inspect_request {
	struct common common;
	struct strings data; /* folders with scripts */
	unsigned format, game, scale;
	const char *rlf, *drag;
	unsigned transpose;
	struct rooms *rooms;
	/* The drag's script, or why there is none. */
	struct exh_zv_hand hand;
	struct exh_error hand_error;
	struct sequence_options frames;
};

void lev_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, json_t *result);

char *lev_inspect_output_for(void *context, const char *input, bool several);

void lev_inspect_read_hand(struct lev_inspect_request *request);

#endif
