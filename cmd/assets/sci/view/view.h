/* Views. */
#ifndef CMD_ASSETS_SCI_VIEW_VIEW_H
#define CMD_ASSETS_SCI_VIEW_VIEW_H

#include "assets/assets.h"
#include "assets/sci/sci.h"
#include "media/picture/png.h"
#include "task/fields.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/sci_view.h>

#include <stdatomic.h>

/*
 * Options for views.
 */

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

/*
 * Cels of a view on pictures: as they are, scaled, in rows, over each other, each with
 * its own transparent colour.
 */

enum {
	VIEW_MAX_PIXELS = 1 << 26, /* of a picture, and of all cels of a view */
	VIEW_MAX_LOOPS = 255,
	VIEW_MAX_CELS = 1 << 15, /* of a view, with those that loops share */
	VIEW_MARK_ARM = 2,	 /* pixels of a mark on each side of its middle */
	VIEW_NAME_SIZE = 32,
	VIEW_MAX_SCALE = 64,
	VIEW_KEYS = 16,
	VIEW_NO_KEY = VIEW_KEYS, /* any colour that the picture does not have */
};

static inline unsigned view_scale(const struct sci_view_options *options)
{
	return options->scale ? options->scale : 1;
}

static inline double view_fps(const struct sci_view_options *options)
{
	return options->fps.value > 0 ? options->fps.value : SCI_VIEW_FPS;
}

static inline bool view_wants_loop(const struct sci_view_options *options, size_t loop)
{
	return ranges_have(options->loops, options->loop_count, (uint32_t)loop);
}

static inline bool view_wants_cel(const struct sci_view_options *options, size_t cel)
{
	return ranges_have(options->cels, options->cel_count, (uint32_t)cel);
}

/* Does the cel have pixels, but no more than the limit? Reading the view reports larger
 * ones as damage. */
static inline bool view_cel_is_drawn(const struct exh_sci_cel *cel)
{
	return cel->width && cel->height &&
	       (size_t)cel->width * cel->height <= VIEW_MAX_PIXELS;
}

/* "00-01", with more digits where a view has more than a hundred. */
void view_cel_name(const struct exh_sci_view *view, size_t loop, size_t cel,
		   char name[VIEW_NAME_SIZE]);
/* "00" */
void view_loop_name(const struct exh_sci_view *view, size_t loop,
		    char name[VIEW_NAME_SIZE]);

/* Pixels as stored, or mirrored if flip is set, to be freed; NULL: err has why. */
uint8_t *view_cel_pixels(const struct exh_sci_cel *cel, bool flip, struct exh_error *err);

/*
 * The way back.
 */

/* Pixels of the picture or, if it is NULL, of the PNG file at path: in EGA's colours,
 * transparent ones as VIEW_NO_KEY; to be freed. The picture may be enlarged. */
enum exh_status view_take_pixels(const struct png_picture *picture, const char *path,
				 bool quantize, unsigned scale, struct exh_image *out,
				 struct exh_error *err);

/* A colour that the pixels don't have; VIEW_NO_KEY: they have all. */
uint8_t view_free_color(const uint8_t *pixels, size_t count);

/* A rectangle relative to the object's position, in pixels; right and bottom are outside.
 */
struct view_box {
	int32_t left, top, right, bottom;
};

/* Widens box, of no size at first, to a cel; with marks to the object's place, too. */
void view_box_add(struct view_box *box, const struct exh_sci_cel *cel, bool is_mirrored,
		  bool marks);

/*
 * The colours of a picture: those of EGA in their order. If all its cels have one key,
 * that is the transparent one, else there is one more.
 */
struct view_colors {
	struct exh_palette palette;
	uint8_t clear, mark;
};

/* keys: a bit for each. */
void view_colors_make(unsigned keys, bool marks, struct view_colors *out);

/* One of so many pixels, scaled, all clear; pixels are to be freed. EXH_LIMIT. */
enum exh_status view_image_make(size_t width, size_t height, unsigned scale,
				uint8_t clear, struct exh_image *out,
				struct exh_error *err);

/* Draws a cel at (x, y), in pixels before they are scaled. It lies within the image. */
enum exh_status view_draw_cel(const struct exh_sci_cel *cel, bool flip,
			      const struct view_colors *colors, unsigned scale, size_t x,
			      size_t y, struct exh_image *image, struct exh_error *err);

/* Draws a cross on the pixel at (x, y), too; its arms lie within the image, too. */
void view_draw_mark(const struct view_colors *colors, unsigned scale, size_t x, size_t y,
		    struct exh_image *image);

/*
 * Pictures on their way to a view: their readers begin loops, and add frames.
 */

struct view_frames_request {
	unsigned scale; /* of the pictures; 0: not given, what a sheet states, else 1 */
	bool quantize;	/* take the nearest colour, where there is not the very one */
	bool has_origin;
	int origin_x, origin_y; /* the object's place in each picture, before its scale is
				 * taken away; else its middle and bottom */
};

/* What was found, in memory of its own; always to be freed. */
struct view_frames {
	struct exh_arena arena;
	struct exh_sci_loop_source *loops; /* some may share the cels of others */
	size_t loop_count, cel_count;
};

/* A picture on its way to a cel. */
struct view_frame {
	struct png_picture picture;
	bool has_origin;
	int origin_x, origin_y; /* the object's place, before the scale is taken away */
	unsigned key;		/* that it should have; VIEW_NO_KEY: any */
	bool is_whole;		/* transparent borders are part of the cel */
};

struct view_reading {
	const struct view_frames_request *request;
	unsigned scale; /* of the file that is read */
	struct view_frames *out;
	struct shown_loop *loops;
	size_t loop_count, pixel_count;
};

/* To be ended; out is to be freed by itself. */
void view_reading_start(struct view_reading *r, const struct view_frames_request *request,
			struct view_frames *out);
void view_reading_end(struct view_reading *r);

/* A loop; EXH_LIMIT for too many. */
enum exh_status view_reading_begin(struct view_reading *r, struct exh_error *err);

/* To the loop that was begun last. */
enum exh_status view_reading_add(struct view_reading *r, const struct view_frame *frame,
				 struct exh_error *err);

/* A loop whose frames are all there becomes one of the view. */
enum exh_status view_reading_pack(struct view_reading *r, size_t number,
				  struct exh_error *err);

/*
 * A view out of animations and sheets: a cel for each frame, a loop for each animation.
 * For people who draw one anew, without a manifest.
 */

/* Of the operands of the report's common: PNG, APNG or GIF files, .json of sheets.
 * Transparent borders are cut off. A loop that shows the cels of an earlier one, as they
 * are or mirrored, shares them. False: reported. */
bool view_frames_read(struct view_frames *frames,
		      const struct view_frames_request *request, struct report *report);
void view_frames_free(struct view_frames *frames);

/*
 * The work of exhume png2view, without its command line.
 */

/* Of a run; views are packed in parallel. */
struct png2view_sums {
	atomic_size_t written, unchanged;
};

struct png2view_request {
	struct common common;
	bool bare, quantize, changed;
	/* With a manifest, to be freed; or what was given and is none. */
	struct {
		char **items;
		size_t count, capacity;
	} folders;
	struct png2view_sums sums;
	bool in_folder; /* -o is a folder, as some input has several views */
	/* Instead of folders: one view of these pictures. */
	struct view_frames_request frames;
};

extern const struct fields png2view_fields; /* of results */

void png2view_add_input(struct png2view_request *request, const char *path);

char *png2view_output_for(void *context, const char *input, bool several);

void png2view_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result);

/* The view of request.frames. */
void png2view_run_frames(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/* "12 views written, 3 unchanged", with -v. */
void png2view_report_sums(struct png2view_request *request, struct report *report);

/*
 * Views as a kind of asset: PNG files, sheets and animations.
 */

/* For OPT_CHOICE, in the order of the formats. */
extern const char *const sci_view_formats[];

extern const struct asset_kind sci_view_kind;
extern const struct fields sci_view_fields; /* what it describes */

/*
 * VIEW_MANIFEST: what the PNG files of a view beside it don't contain, so that the same
 * bytes can be made of them.
 */

#define VIEW_MANIFEST "manifest.json"
#define VIEW_MANIFEST_FORMAT "sci-view"

/* Appends that of a view. */
enum exh_status view_manifest_make(const struct asset *asset, unsigned scale,
				   struct exh_writer *out, struct exh_error *err);

/* How pixels became run lengths: by exh_sci_cel_encode, with runs that end with the
 * rows, or otherwise. */
enum view_packing { VIEW_SHORTEST, VIEW_ROWS, VIEW_OTHER };

/* Their names, ends with NULL; of VIEW_OTHER the run lengths themselves are kept. */
extern const char *const view_packing_names[];

struct view_manifest_cel {
	const char *file; /* without folders; NULL: none */
	bool has_width, has_height, has_place, has_key;
	uint16_t width, height; /* of what was extracted, or of a cel without a file */
	int8_t dx, dy;
	uint8_t key; /* VIEW_NO_KEY: not given */
	bool has_crc32;
	uint32_t crc32;		   /* of the pixels as stored */
	enum view_packing packing; /* of these pixels */
	struct exh_bytes rle;	   /* of VIEW_OTHER */
};

struct view_manifest_loop {
	bool is_mirrored, has_source, has_cels;
	size_t source; /* its own number, or one before it whose cels it shares */
	uint16_t unused;
	struct view_manifest_cel *cels; /* of one that shares: files alone, or none */
	size_t cel_count;
};

struct view_manifest {
	struct exh_arena arena;
	bool has_number, has_crc32, has_scale;
	unsigned number;
	uint32_t size, crc32; /* of the resource that was extracted */
	uint8_t flags;
	uint16_t mirror_mask; /* bits of loops that there are not */
	uint16_t unused;
	unsigned scale; /* of the PNG files */
	struct view_manifest_loop *loops;
	size_t loop_count;
	struct exh_bytes palette; /* NULL: none */
	struct exh_bytes tail;	  /* what comes after all */
	struct exh_bytes bytes;	  /* the resource, where we would lay it out otherwise */
};

extern const struct document view_manifest_document;

/* EXH_INVALID names the key that is wrong. Always to be freed. */
enum exh_status view_manifest_read(struct exh_bytes text, struct view_manifest *out,
				   struct exh_error *err);
void view_manifest_free(struct view_manifest *manifest);

/*
 * The cels of a view out of its folder: PNG files, which people may have edited, and the
 * manifest.
 */

struct collected_cel {
	uint8_t *pixels; /* as stored; NULL: none */
	bool is_changed; /* they are not those that the manifest was written for */
};

struct view_collection {
	const char *folder;
	const struct view_manifest *manifest;
	bool quantize; /* take the nearest colour, where there is not the very one */
	struct report *report;
	/* What was found. */
	struct exh_arena arena, paths; /* paths: of the cel that is looked for */
	struct exh_sci_loop_source *loops;
	struct collected_cel **cels; /* by loop, of those that share none */
	size_t pixel_count;
	size_t cel_count, changed_count;
};

/* False, reported, if a cel is not available. The first ones are set; to be freed in any
 * case. */
bool view_collect(struct view_collection *collection);
void view_collection_free(struct view_collection *collection);

/* Appends the view: the bytes that were extracted, if nothing in them has changed. */
enum exh_status view_collection_write(struct view_collection *collection,
				      struct exh_writer *out, struct exh_error *err);

/*
 * Sheets as loops of a view: those of view2png, and of other programs.
 */

/* A sheet, whose JSON is text: a loop for each of its own loops, or for each tag. False:
 * reported. */
bool view_reading_sheet(struct view_reading *r, const char *path, struct exh_bytes text,
			struct report *report);

/*
 * The files that a view becomes. Out is appended to; the asset's thing is the view.
 */

/* One cel as PNG. */
enum exh_status view_make_cel(const struct sci_view_options *options,
			      const struct exh_sci_loop *loop, size_t cel,
			      struct exh_writer *out, struct exh_error *err);

/* The wanted cels of a loop as frames, their places aligned, played in a loop: APNG or
 * GIF. */
enum exh_status view_make_animation(const struct sci_view_options *options,
				    const struct exh_sci_loop *loop, bool is_gif,
				    struct exh_writer *out, struct exh_error *err);

/* All wanted cels, a row for each loop, in cells of one size in which the object's place
 * is the same: as PNG, or what says where they are. */
enum exh_status view_make_sheet(const struct sci_view_options *options,
				const struct exh_sci_view *view, struct exh_writer *out,
				struct exh_error *err);
enum exh_status view_make_sheet_json(const struct sci_view_options *options,
				     const struct exh_sci_view *view, const char *image,
				     struct exh_writer *out, struct exh_error *err);

#endif
