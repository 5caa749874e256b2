/* Pictures and cursors. */
#ifndef CMD_ASSETS_ZVISION_PICTURE_ZV_PICTURE_H
#define CMD_ASSETS_ZVISION_PICTURE_ZV_PICTURE_H

#include "assets/convert.h"
#include "assets/zvision/zv.h"
#include "media/picture/png.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/zvision.h>

/*
 * The work of exhume png2tgz, without its command line.
 */

/* Conversion of PNG files to pictures of 15 bits. */
struct taking_options {
	unsigned dither;     /* enum dither */
	unsigned transpose;  /* enum transpose */
	struct strings data; /* folders with scripts */
	struct rooms *rooms;
	const char *background_text;
	struct exh_color background;
};

/* Entries of the options. */
#define TAKING_OPTIONS(request, taking, transpose_help)                               \
	{ CHOICE_OPTION("dither", "NAME", request, taking.dither, dither_choices),    \
	  .help = "none (default), ordered, floyd-steinberg" },                       \
		ROOM_OPTIONS(request, taking.data, taking.transpose, transpose_help), \
	{                                                                             \
		TEXT_OPTION("background", "COLOUR", request, taking.background_text), \
			.help = "colour #RRGGBB behind transparent pixels"            \
	}

/* For a converter's check. Returns EXIT_DONE, or the status of opt_usage_error. */
int taking_check(const struct command *self, struct taking_options *options,
		 struct common *common);
struct png_555_rules taking_rules(const struct taking_options *options);

struct png2tgz_request {
	struct common common;
	unsigned format;
	struct taking_options taking;
};

extern const char *const png2tgz_format_choices[];

extern const struct converter png2tgz_converter;

/*
 * Pictures (.tga: TGZ, or plain TGA) as assets.
 */

struct zv_picture_options {
	unsigned transpose;  /* enum transpose */
	unsigned scale;	     /* 0 means 1 */
	struct rooms *rooms; /* rooms for a file by itself; NULL: none are known */
};

/* Orientation of a stored picture. */
struct zv_way {
	bool transposed;
	char reason[96]; /* reason for transposed or for not */
};

/*
 * Chooses by transpose (enum transpose). AUTO: by a script that shows the picture, by the
 * name and in the folder of one of paths (NULL: none); else a picture as high as a
 * window, side, and much wider, length, is a panorama. rooms may be NULL.
 */
void zv_way_choose(struct zv_way *way, unsigned transpose, struct rooms *rooms,
		   const char *const paths[2], size_t side, size_t length);

/* Picture that an asset's thing points to. */
struct zv_picture {
	struct exh_zv_tga tga;
	/* Picture that is written; pixels NULL: see make */
	struct exh_zv_picture picture;
	struct zv_way way;
	size_t used_size; /* bytes of the file */
	bool is_plain;	  /* a TGA */
};

/* Each becomes a PNG file. Options are a struct zv_picture_options. */
extern const struct asset_kind zv_picture_kind;

/*
 * The work of exhume tgz2png, without its command line.
 */

struct tgz2png_request {
	struct common common;
	struct strings data; /* folders with scripts */
	struct zv_picture_options options;
};

/*
 * Cursors (.zcr) as assets.
 */

/* Cursor that an asset's thing points to. */
struct zv_cursor {
	struct exh_zv_cursor cursor;
	uint16_t *pixels;
};

struct zv_cursor_options {
	unsigned scale; /* 0 means 1 */
};

/* Each becomes a PNG file. Options are a struct zv_cursor_options, or NULL. */
extern const struct asset_kind zv_cursor_kind;

/* Fields in the descriptions of a picture and of a cursor. */
extern const struct fields zv_picture_fields, zv_cursor_fields;

/* Fields in the result of packing a picture. */
extern const struct fields png2tgz_fields;

/* Adds size and hot spot, and the role that a cursor of this name has. */
void zv_cursor_to_json(const struct exh_zv_cursor *cursor, const char *name,
		       struct json *object);

#endif
