/* Views of a room from one location to another, as frames. */
#ifndef CMD_ASSETS_ZVISION_PANORAMA_PANO_SWEEP_H
#define CMD_ASSETS_ZVISION_PANORAMA_PANO_SWEEP_H

#include "media/sequence/sequence_source.h"
#include "pano_picture.h"

/* Locations, the first one and every step on up to the last one. */
struct pano_sweep {
	uint32_t first, last, step; /* pixels */
	bool backwards;		    /* the last frame comes first */
	bool unclamped;		    /* tilt: locations where the engine lets none be */
	uint32_t milliseconds;	    /* a frame */
};

/* "A-B" or "A-B:STEP", of whole numbers; false for anything else, or too many frames. */
bool pano_sweep_parse(const char *text, struct pano_sweep *sweep);

/* sequence_write of the scene, whose location does not matter. */
bool pano_sweep_write(const struct pano_sweep *sweep, const struct pano_scene *scene,
		      const struct sequence_options *options, const char *output,
		      const char *input, struct report *report, json_t *result);

#endif
