/* The work of exhume pano2png, without its command line. */
#ifndef CMD_ASSETS_ZVISION_PANORAMA_PANO2PNG_H
#define CMD_ASSETS_ZVISION_PANORAMA_PANO2PNG_H

#include "assets/zvision/panorama/pano_room.h"
#include "assets/zvision/panorama/pano_sweep.h"
#include "media/sequence/sequence.h"
#include "media/sequence/sequence_source.h"
#include "task/report.h"
#include "task/strings.h"
#include "task/values.h"
#include "task/work.h"

#include <exhume/panorama.h>

struct pano2png_request {
	struct common common;
	struct pano_room_options room;
	struct given_integer location;
	struct strings mouse; /* "X,Y", each checked */
	const char *sweep_text, *table;
	struct pano_sweep sweep;
	struct sequence_options frames;
	unsigned milliseconds;
	bool equirect, unclamped;
	unsigned number; /* of the next input */
};

/* Is a picture requested, or only the output of --mouse or --table? */
bool pano2png_has_output(const struct pano2png_request *request);

void pano2png_run_input(void *context, const char *input, const char *output,
			struct report *report, json_t *result);

/* Of pana_nem.tga pana_nem.view.png, or pana_nem.equirect.png. */
char *pano2png_output_for(void *context, const char *input, bool several);

/* "X,Y"; false if it is something else. */
bool pano2png_parse_point(const char *text, struct exh_zv_pano_point *point);

#endif
