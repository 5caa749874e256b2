/* Options for views. */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_OPTIONS_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_OPTIONS_H

#include "task/ranges.h"
#include "task/values.h"

enum sci_view_format { SCI_VIEW_AUTO, SCI_VIEW_PNG, SCI_VIEW_APNG, SCI_VIEW_GIF };

/* All zeros: a PNG file for each cel, and the manifest. */
struct sci_view_options {
	unsigned format; /* enum sci_view_format */
	bool sheet;
	bool origin;	/* marks the object's place */
	unsigned scale; /* each pixel is repeated so often, both ways; 0: once */
	struct range *loops, *cels; /* those wanted; of count 0: all */
	size_t loop_count, cel_count;
	struct given_real fps; /* of animations and the sheet's JSON; 0: SCI_VIEW_FPS */
};

/* As games cycle: every six ticks of 1/60 s. */
enum { SCI_VIEW_FPS = 10 };

#endif
