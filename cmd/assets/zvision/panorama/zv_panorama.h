/* Panoramas. */
#ifndef CMD_ASSETS_ZVISION_PANORAMA_ZV_PANORAMA_H
#define CMD_ASSETS_ZVISION_PANORAMA_ZV_PANORAMA_H

#include "assets/convert.h"
#include "media/sequence/sequence.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/advanced/panorama.h>
#include <exhume/zvision.h>
#include <exhume/advanced/zvision_script.h>

/*
 * Properties of a room of ZVision that its view depends on: from options, from the room's
 * script, from the picture's shape, from the engine's defaults, in this order.
 */

/* For OPT_CHOICE. */
extern const char *const pano_kind_choices[]; /* auto, pana, tilt, flat */

struct pano_room_options {
	unsigned game, kind, transpose;
	const char *script; /* a file, or NULL */
	struct given_real angle, linscale;
	struct given_integer zeropoint;
	bool reverse;
};

/* Origin of each property: "option", "script", "shape" or "default". */
struct pano_reasons {
	const char *game, *kind, *transpose, *angle, *linscale, *reverse, *zeropoint;
};

struct pano_room {
	enum exh_zv_game game;
	bool transposed; /* the picture is stored so */
	struct exh_zv_pano_options options;
	struct pano_reasons reason;
	size_t width, height; /* size of the window, pixels */
};

/* Finds the room for a picture of so many pixels as stored. False: the report has the
 * error. */
bool pano_room_find(const struct pano_room_options *options, const char *input,
		    size_t stored_width, size_t stored_height, struct report *report,
		    struct pano_room *room);

/*
 * A room of ZVision as pictures: the view, its table, and all of a panorama.
 */

/* A room with its picture in its true orientation. */
struct pano_scene {
	const struct exh_zv_pano *pano;
	const struct exh_zv_picture *picture;
	int32_t location;
	unsigned scale; /* scale of a picture; 0 means 1 */
};

/* Appends the player's view as a PNG file. */
enum exh_status pano_encode_view(const struct pano_scene *scene, struct exh_writer *out,
				 struct exh_error *err);

/*
 * All of a panorama, on black, twice as wide as high: for viewers of equirectangular
 * pictures. The location's column is in the middle. EXH_INVALID for a picture that is
 * higher than half its width.
 */
enum exh_status pano_encode_equirect(const struct pano_scene *scene,
				     struct exh_writer *out, struct exh_error *err);

/* The least and the greatest of all offsets, pixels. */
struct pano_range {
	int32_t least_x, most_x, least_y, most_y;
};

struct pano_range pano_find_range(const struct exh_zv_pano *pano);

/*
 * The table, 16 bits a channel: red is PANO_TABLE_ZERO + dx * PANO_TABLE_STEP, green
 * and the same with dy, blue PANO_TABLE_ZERO.
 */
enum { PANO_TABLE_ZERO = 32768, PANO_TABLE_STEP = 32 };

enum exh_status pano_encode_table(const struct exh_zv_pano *pano, struct exh_writer *out,
				  struct exh_error *err);

/*
 * Views of a room from one location to another, as frames.
 */

/* Locations of the frames: the first one and every step on up to the last one. */
struct pano_sweep {
	uint32_t first, last, step; /* pixels */
	bool backwards;		    /* the last frame comes first */
	/* Tilt: also locations that the engine does not allow. */
	bool unclamped;
	uint32_t milliseconds; /* a frame */
};

/* "A-B" or "A-B:STEP", of whole numbers; false for anything else, or too many frames. */
bool pano_sweep_parse(const char *text, struct pano_sweep *sweep);

/* sequence_write of the scene, whose location does not matter. */
void pano_sweep_write(const struct pano_sweep *sweep, const struct pano_scene *scene,
		      const struct sequence_options *options, const char *output,
		      const char *input, struct report *report, struct json *result);

/*
 * The work of exhume pano2png, without its command line.
 */

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
};

/* True if a picture is requested, and not only the output of --mouse or --table. */
bool pano2png_has_output(const struct pano2png_request *request);

extern const struct fields *const pano2png_results[];

void pano2png_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result);

/* "X,Y"; false if it is something else. */
bool pano2png_parse_point(const char *text, struct exh_zv_pano_point *point);

/*
 * Pictures of 15-bit colour out of TGZ, TGA and PNG files.
 */

/* Reads a picture as stored, with 8 bits a channel cut to 5; pixels is to be freed.
 * Missing pixels are reported, and black. False: the report has the error. */
bool pano_read(const char *path, struct report *report, struct exh_zv_picture *out);

/* The same for a TGZ or TGA in memory. pixels is to be freed, whatever the status. */
enum exh_status pano_read_tga(struct exh_bytes data, struct exh_zv_picture *out,
			      struct exh_notes *notes, struct exh_error *err);

/*
 * View of a room in its script, in a control pana or tilt.
 */

struct pano_script {
	/* The engine's default for missing settings. */
	struct exh_zv_pano_options options;
	bool has_angle, has_linscale, has_reverse, has_zeropoint;
};

/* Reads a script; one without such a control is of a flat room. False: the report has the
 * error. */
bool pano_script_read(const char *path, struct report *report, struct pano_script *out);

/* Takes the settings of a script that was read before. A fault ends the reading, and is
 * not reported. */
void pano_script_of(const struct exh_zv_script *script, struct pano_script *out);

#endif
