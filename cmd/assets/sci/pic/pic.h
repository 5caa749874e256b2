/* Pics. */
#ifndef CMD_ASSETS_SCI_PIC_PIC_H
#define CMD_ASSETS_SCI_PIC_PIC_H

#include "assets/sci/sci.h"
#include "task/report.h"

#include <exhume/advanced/sci_pic.h>
#include <exhume/sci.h>

/*
 * A pic of a Sierra game: its maps, the drawing of them, and its drawing program.
 */

enum sci_pic_format {
	SCI_PIC_AUTO, /* PNG */
	SCI_PIC_PNG,
	SCI_PIC_APNG, /* this and the next two show the pic being drawn */
	SCI_PIC_GIF,
	SCI_PIC_Y4M,
	SCI_PIC_SVG,
	SCI_PIC_TEXT, /* the drawing program */
	SCI_PIC_PIC,  /* the program as a resource, in a patch file */
};

/* Maps, and combinations of maps, that can be exported. */
enum sci_pic_screen {
	SCI_PIC_VISUAL,
	SCI_PIC_PRIORITY,
	SCI_PIC_CONTROL,
	SCI_PIC_VISUAL_PRIORITY, /* the visual map, half covered by another map */
	SCI_PIC_VISUAL_CONTROL,
	SCI_PIC_SCREENS,
};

/* All zeros: the defaults. */
struct sci_pic_options {
	unsigned format; /* enum sci_pic_format */
	/* Bits 1 << enum sci_pic_screen; 0: all maps for PNG, else the visual one */
	unsigned screens;
	unsigned dither;  /* enum exh_sci_pic_dither */
	unsigned palette; /* DrawPic's argument */
	unsigned scale;	  /* 0: 1 */
	bool aspect;	  /* each five lines become six */
	bool bands;	  /* draws the beginnings of priority bands */
	/* Drawing steps for each picture of an animation; 0: 1, or for PNG: a still
	 * picture */
	unsigned steps;
	unsigned fps; /* 0: SCI_PIC_FPS */
	/* The pic below it: a number, or a file; or NULL */
	const char *over;
	bool plain;	/* text without offsets */
	bool with_text; /* for PNG: write the drawing program, too */
	/* JSON has checksums of the maps */
	bool checks;
	bool is_bare; /* packing: without the header of a patch file */
	/* Packing: a pic whose size is compared, or NULL */
	const char *against;
	/* NULL: each animation is made by one thread */
	const struct common *common;
};

enum { SCI_PIC_FPS = 50 };

/* Bits of a pattern code. */
enum {
	PATTERN_SIZE = 0x07,
	PATTERN_RECTANGLE = 0x10,
	PATTERN_TEXTURED = 0x20,
};

/* The thing of an asset. */
struct sci_pic {
	/* Canvas of the pic below it; NULL: it is drawn on an empty one */
	const struct exh_sci_pic_canvas *under;
	size_t counts[EXH_SCI_PIC_KINDS]; /* steps by kind */
	/* Number of steps that draw there */
	size_t shown[SCI_PIC_SCREENS];
	/* The program is damaged, and read up to that place */
	bool is_broken;
	uint8_t bands[EXH_SCI_PIC_BANDS];
	/* For still pictures the pixels, so that the pic need not be drawn again:
	 * packed, two a byte, unless there are 256 colours. NULL: no still picture. */
	const uint8_t *kept[SCI_PIC_SCREENS];
	/* CRC-32 of the dithered visual map, and of the others; with checks */
	uint32_t crc32[SCI_PIC_VISUAL_PRIORITY];
};

static inline const struct sci_pic *sci_pic_of(const struct asset *asset)
{
	return asset->thing;
}

/* Makes the canvas before the first step. */
void sci_pic_start(const struct sci_pic_options *options, const struct sci_pic *pic,
		   struct exh_sci_pic_canvas *canvas);

/* Reads the next step; false at the end, or where the program is damaged. */
bool sci_pic_next(struct exh_sci_pic_reader *reader, struct exh_sci_pic_step *step);

/* Returns the selected screens, as bits; one picture for each, if is_still. */
unsigned sci_pic_screens(const struct sci_pic_options *options);

/* Selects only the visual screen, which players see; false if screens were given.
 * options: a struct sci_pic_options. */
bool sci_pic_narrow(void *options);
bool sci_pic_is_still(const struct sci_pic_options *options);

/* True if the step draws there, with the canvas's pen. */
bool sci_pic_shows(enum sci_pic_screen screen, const struct exh_sci_pic_canvas *canvas,
		   const struct exh_sci_pic_step *step);

/*
 * The pixels of a canvas.
 */

/* "visual" and so on. */
extern const char *const sci_pic_screen_names[];

/* EXH_SCI_PIC_PIXELS palette indices. */
void sci_pic_pixels(const struct sci_pic_options *options,
		    const struct exh_sci_pic_canvas *canvas, enum sci_pic_screen screen,
		    uint8_t *pixels);

/* Fills pic->kept from the canvas of the finished pic. */
enum exh_status sci_pic_keep(const struct sci_pic_options *options,
			     const struct exh_sci_pic_canvas *canvas,
			     struct exh_arena *arena, struct sci_pic *pic,
			     struct exh_error *err);

/*
 * Files.
 */

/* Appends a PNG file of the pic after this number of shown steps. */
enum exh_status sci_pic_png(const struct sci_pic_options *options,
			    const struct asset *asset, enum sci_pic_screen screen,
			    size_t shown, struct exh_writer *out, struct exh_error *err);

/* Returns the number of pictures of the pic being drawn: the empty one, and one for
 * every options->steps steps. */
size_t sci_pic_picture_count(const struct sci_pic_options *options,
			     const struct asset *asset, enum sci_pic_screen screen);

/* Writes the pic being drawn. */
enum exh_status sci_pic_animate(const struct sci_pic_options *options,
				const struct asset *asset, enum sci_pic_screen screen,
				const char *path, bool force, struct exh_error *err);

/* Appends its lines, fills and patterns as a vector picture. */
void sci_pic_svg(const struct sci_pic_options *options, const struct asset *asset,
		 enum sci_pic_screen screen, struct exh_writer *out);

/* Appends the program, a line for each step. */
void sci_pic_text(const struct sci_pic_options *options, const struct asset *asset,
		  struct exh_writer *out);

/* Returns data for a page: {"pic": {"width", "height", "steps": list of [offset of the
 * drawing command, runs of the visual map, of the priority map, of the control map]}};
 * NULL: the pic is empty. */
struct json *sci_pic_drawing(const void *options, const struct asset *asset);

/* Returns a list of its steps. */
extern const struct fields sci_pic_steps_fields;
struct json *sci_pic_steps_to_json(const struct asset *asset);

/* True for the text of a drawing program. A pic never begins like this. */
bool sci_pic_is_text(struct exh_bytes in);

/* Appends the pic described by a text. EXH_INVALID: err has line and column. */
enum exh_status sci_pic_assemble(struct exh_bytes text, struct exh_arena *arena,
				 struct exh_writer *out, struct exh_error *err);

/* Appends a patch file of the pic, its commands in their shortest forms. */
enum exh_status sci_pic_repack(const struct asset *asset, struct exh_writer *out,
			       struct exh_error *err);

/*
 * Pics as a kind of asset, for pic2png and sci-unpack --convert.
 */

extern const struct asset_kind sci_pic_kind;
extern const struct fields sci_pic_fields; /* fields that describe a pic */

/*
 * pic2png --list: the drawing programs of pics.
 */

/* options: a struct sci_pic_options. */
void pic2png_list(const void *options, const struct assets *assets, const char *output,
		  struct report *report, struct json *result);

/*
 * Pictures of the maps of a pic.
 */

/* Meaning of a layer's pixels. */
enum sci_pic_pixels {
	SCI_PIC_INDICES, /* indices of EGA's 16 colours */
	SCI_PIC_PAIRS,	 /* colour bytes */
};

/*
 * Reads a PNG file of 320 by 190 pixels, or enlarged. pixels: EXH_SCI_PIC_PIXELS.
 * EXH_INVALID for another size, and for a colour that is neither one of EGA's nor,
 * of_pairs, the mean of two; err has the pixel.
 */
enum exh_status sci_pic_layer_read(struct exh_bytes png, bool of_pairs, uint8_t *pixels,
				   enum sci_pic_pixels *kind, struct exh_error *err);

/* Returns an index of EGA's colours, or as_pair the colour byte of the mean of two;
 * -1: neither. */
int sci_pic_layer_value(struct exh_color color, bool as_pair);

/*
 * pic2png --pack: packs pictures of the maps into a drawing program.
 */

/* options: a struct sci_pic_options. input: one of room.visual.png, room.priority.png and
 * room.control.png, which belong together, or room.png in place of the first. */
extern const struct fields sci_pic_pack_fields; /* fields of results */
void sci_pic_pack(const void *options, const char *input, const char *output,
		  struct report *report, struct json *result);

/* Returns the part of an input's name after the name of the pic: ".visual.png" of
 * "room.visual.png". NULL: its last ending. */
const char *sci_pic_pack_ending(const char *input);

/*
 * Vector pictures of the maps of a pic, as written by pic2png or by editors.
 */

/*
 * Draws g, rect, circle, line, polyline, polygon and path without curves. pixels:
 * EXH_SCI_PIC_PIXELS: colour bytes of the visual map, else values. EXH_INVALID unless it
 * is SVG of 320 by 190 in colours of pics, EXH_UNSUPPORTED for other shapes and for
 * transforms.
 */
enum exh_status sci_pic_svg_read(struct exh_bytes svg, bool is_visual, uint8_t *pixels,
				 struct exh_error *err);

/*
 * Shapes of vector pictures, drawn on a map of a pic without smooth edges.
 */

struct svg_point {
	double x, y;
	bool is_first; /* first point of a part of the shape */
};

enum { SVG_POINTS = 1 << 22 /* most points of a shape */ };

struct svg_shape {
	struct svg_point *items; /* to be freed */
	size_t count, capacity;
	bool is_too_long;
};

/* Canvas of shapes: the visual map, or the priority map for other values. */
struct svg_canvas {
	struct exh_sci_pic_canvas canvas;
	bool is_visual;
};

void svg_shape_add(struct svg_shape *shape, double x, double y, bool is_first);

/* Fills all pixels whose middle is inside, by the rule "nonzero". */
void svg_shape_fill(const struct svg_shape *shape, struct svg_canvas *on, uint8_t value);

/* Draws lines of one pixel's width, as games do. */
void svg_shape_stroke(const struct svg_shape *shape, struct svg_canvas *on,
		      uint8_t value);

/* Fills a circle. Circles with the size of a pattern around the middle of a pixel are
 * drawn as the pattern. */
void svg_circle_fill(double x, double y, double radius, struct svg_canvas *on,
		     uint8_t value);

#endif
