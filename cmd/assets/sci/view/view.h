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

#include <exhume/sci.h>

#include <stdatomic.h>

/*
 * Options for views.
 */

enum sci_view_format { SCI_VIEW_AUTO, SCI_VIEW_PNG, SCI_VIEW_APNG, SCI_VIEW_GIF };

/* All zeros: a PNG file for each cel, and the manifest. */
struct sci_view_options {
	unsigned format; /* enum sci_view_format */
	bool sheet;
	/* Marks the position of the object */
	bool origin;
	/* Repetitions of each pixel, both ways; 0: 1 */
	unsigned scale;
	struct range *loops, *cels; /* selected numbers; count 0: all */
	size_t loop_count, cel_count;
	/* For animations and the sheet's JSON; 0: SCI_VIEW_FPS */
	struct given_real fps;
};

/* The rate of games' cycles: every six ticks of 1/60 s. */
enum { SCI_VIEW_FPS = 10 };

/*
 * Cels of a view on pictures: unscaled, scaled, in rows, over each other, each with its
 * own transparent colour.
 */

enum {
	VIEW_MAX_PIXELS = 1 << 26, /* pixels of a picture, or of all cels of a view */
	VIEW_MAX_LOOPS = 255,
	/* Cels of a view, including shared ones */
	VIEW_MAX_CELS = 1 << 15,
	VIEW_MARK_ARM = 2, /* pixels of a mark on each side of its middle */
	VIEW_NAME_SIZE = 32,
	VIEW_MAX_SCALE = 64,
	VIEW_KEYS = 16,
	VIEW_NO_KEY = VIEW_KEYS, /* any colour that the picture lacks */
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

/* True if the cel has pixels, but no more than the limit. Reading the view reports
 * larger cels as damage. */
static inline bool view_cel_is_drawn(const struct exh_sci_cel *cel)
{
	return cel->width && cel->height &&
	       (size_t)cel->width * cel->height <= VIEW_MAX_PIXELS;
}

/* Makes "00-01", with more digits if a view has more than a hundred. */
void view_cel_name(const struct exh_sci_view *view, size_t loop, size_t cel,
		   char name[VIEW_NAME_SIZE]);
/* Makes "00". */
void view_loop_name(const struct exh_sci_view *view, size_t loop,
		    char name[VIEW_NAME_SIZE]);

/* Returns pixels as stored, or mirrored if flip is set, to be freed; NULL: err has the
 * reason. */
uint8_t *view_cel_pixels(const struct exh_sci_cel *cel, bool flip, struct exh_error *err);

/*
 * Packing.
 */

/* Takes the pixels of the picture or, if it is NULL, of the PNG file at path: in EGA's
 * colours, transparent ones as VIEW_NO_KEY; to be freed. The picture may be enlarged. */
enum exh_status view_take_pixels(const struct png_picture *picture, const char *path,
				 bool quantize, unsigned scale, struct exh_image *out,
				 struct exh_error *err);

/* Returns a colour that the pixels lack; VIEW_NO_KEY: they have all. */
uint8_t view_free_color(const uint8_t *pixels, size_t count);

/* A rectangle relative to the object's position, in pixels; right and bottom are outside.
 */
struct view_box {
	int32_t left, top, right, bottom;
};

/* Extends box, which is empty at first, to contain a cel; with marks also the object's
 * position. */
void view_box_add(struct view_box *box, const struct exh_sci_cel *cel, bool is_mirrored,
		  bool marks);

/*
 * The colours of a picture: EGA's in their order. If all its cels have the same key, that
 * colour is transparent; else there is one more entry.
 */
struct view_colors {
	struct exh_palette palette;
	uint8_t clear, mark;
};

/* keys: a bit for each key of its cels. */
void view_colors_make(unsigned keys, bool marks, struct view_colors *out);

/* Makes an image of width * height pixels, scaled, all clear; pixels are to be freed.
 * EXH_LIMIT if it is too large. */
enum exh_status view_image_make(size_t width, size_t height, unsigned scale,
				uint8_t clear, struct exh_image *out,
				struct exh_error *err);

/* Draws a cel at (x, y), in pixels before scaling. It must be inside the image. */
enum exh_status view_draw_cel(const struct exh_sci_cel *cel, bool flip,
			      const struct view_colors *colors, unsigned scale, size_t x,
			      size_t y, struct exh_image *image, struct exh_error *err);

/* Draws a cross on the pixel at (x, y); its arms must be inside the image. */
void view_draw_mark(const struct view_colors *colors, unsigned scale, size_t x, size_t y,
		    struct exh_image *image);

/*
 * Conversion of pictures to a view: readers begin loops, and add frames.
 */

struct view_frames_request {
	/* Scale of the pictures; 0: not given, the scale in a sheet's JSON, else 1 */
	unsigned scale;
	/* Colours that are not in the palette become the nearest one */
	bool quantize;
	bool has_origin;
	/* The object's position in each picture, before scaling down; default: its
	 * middle and bottom */
	int origin_x, origin_y;
};

/* The loops of a view, with memory of their own; always to be freed. */
struct view_frames {
	struct exh_arena arena;
	struct exh_sci_loop_source *loops; /* some may share the cels of others */
	size_t loop_count, cel_count;
};

/* A picture that becomes a cel. */
struct view_frame {
	struct png_picture picture;
	bool has_origin;
	/* The object's position, before scaling down */
	int origin_x, origin_y;
	unsigned key;  /* preferred key; VIEW_NO_KEY: any */
	bool is_whole; /* transparent borders are part of the cel */
};

struct view_reading {
	const struct view_frames_request *request;
	unsigned scale; /* scale of the current file */
	struct view_frames *out;
	struct shown_loop *loops;
	size_t loop_count, pixel_count;
};

/* Starts a conversion, to be ended; out is to be freed separately. */
void view_reading_start(struct view_reading *r, const struct view_frames_request *request,
			struct view_frames *out);
void view_reading_end(struct view_reading *r);

/* Begins a loop; EXH_LIMIT for too many. */
enum exh_status view_reading_begin(struct view_reading *r, struct exh_error *err);

/* Adds a frame to the last loop. */
enum exh_status view_reading_add(struct view_reading *r, const struct view_frame *frame,
				 struct exh_error *err);

/* Packs a loop with all its frames into a loop of the view. */
enum exh_status view_reading_pack(struct view_reading *r, size_t number,
				  struct exh_error *err);

/*
 * A view made of animations and sheets: a cel for each frame, a loop for each animation.
 * For new views, without a manifest.
 */

/* Reads the operands of the report's common: PNG, APNG or GIF files, .json of sheets.
 * Transparent borders are cut off. A loop that shows the cels of an earlier loop, also
 * mirrored, shares them. False: reported. */
bool view_frames_read(struct view_frames *frames,
		      const struct view_frames_request *request, struct report *report);
void view_frames_free(struct view_frames *frames);

/*
 * The work of exhume png2view, without its command line.
 */

/* Sums of a run; views are packed in parallel. */
struct png2view_sums {
	atomic_size_t written, unchanged;
};

struct png2view_request {
	struct common common;
	bool bare, quantize, changed;
	/* Folders with a manifest, to be freed; or operands without one. */
	struct {
		char **items;
		size_t count, capacity;
	} folders;
	struct png2view_sums sums;
	/* -o is a folder, as an input has several views */
	bool in_folder;
	/* Used instead of folders: one view of these pictures. */
	struct view_frames_request frames;
};

extern const struct fields png2view_fields; /* fields of results */

void png2view_add_input(struct png2view_request *request, const char *path);

char *png2view_output_for(void *context, const char *input, bool several);

void png2view_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result);

/* Makes the view of request.frames. */
void png2view_run_frames(void *context, const char *input, const char *output,
			 struct report *report, struct json *result);

/* Reports "12 views written, 3 unchanged", with -v. */
void png2view_report_sums(struct png2view_request *request, struct report *report);

/*
 * Views as a kind of asset: PNG files, sheets and animations.
 */

/* For OPT_CHOICE, in the order of the formats. */
extern const char *const sci_view_formats[];

extern const struct asset_kind sci_view_kind;
extern const struct fields sci_view_fields; /* fields that describe a view */

/*
 * VIEW_MANIFEST: details of a view that the PNG files beside it lack, so that the same
 * bytes can be made of them.
 */

#define VIEW_MANIFEST "manifest.json"
#define VIEW_MANIFEST_FORMAT "sci-view"

/* Appends the manifest of a view. */
enum exh_status view_manifest_make(const struct asset *asset, unsigned scale,
				   struct exh_writer *out, struct exh_error *err);

/* Encoding of pixels as run lengths: by exh_sci_cel_encode, with runs that end with
 * the rows, or otherwise. */
enum view_packing { VIEW_SHORTEST, VIEW_ROWS, VIEW_OTHER };

/* Names of enum view_packing, ends with NULL; for VIEW_OTHER the manifest has the run
 * lengths. */
extern const char *const view_packing_names[];

struct view_manifest_cel {
	const char *file; /* name without folders; NULL: none */
	bool has_width, has_height, has_place, has_key;
	/* Size of the extracted cel, or of a cel without a file */
	uint16_t width, height;
	int8_t dx, dy;
	uint8_t key; /* VIEW_NO_KEY: not given */
	bool has_crc32;
	uint32_t crc32;		   /* checksum of the pixels as stored */
	enum view_packing packing; /* packing of these pixels */
	struct exh_bytes rle;	   /* run lengths for VIEW_OTHER */
};

struct view_manifest_loop {
	bool is_mirrored, has_source, has_cels;
	/* Number of the loop, or of an earlier loop whose cels it shares */
	size_t source;
	uint16_t unused;
	/* For a loop that shares cels only files, or no cels */
	struct view_manifest_cel *cels;
	size_t cel_count;
};

struct view_manifest {
	struct exh_arena arena;
	bool has_number, has_crc32, has_scale;
	unsigned number;
	/* Size and checksum of the extracted resource */
	uint32_t size, crc32;
	uint8_t flags;
	uint16_t mirror_mask; /* bits of missing loops */
	uint16_t unused;
	unsigned scale; /* scale of the PNG files */
	struct view_manifest_loop *loops;
	size_t loop_count;
	struct exh_bytes palette; /* NULL: none */
	struct exh_bytes tail;	  /* bytes at the end of the resource */
	/* The resource, if packing would lay it out differently */
	struct exh_bytes bytes;
};

extern const struct document view_manifest_document;

/* EXH_INVALID: err names the wrong key. Always to be freed. */
enum exh_status view_manifest_read(struct exh_bytes text, struct view_manifest *out,
				   struct exh_error *err);
void view_manifest_free(struct view_manifest *manifest);

/*
 * Collects the cels of a view from its folder: PNG files, which may have been edited, and
 * the manifest.
 */

struct collected_cel {
	uint8_t *pixels; /* as stored; NULL: none */
	/* The pixels differ from those in the manifest */
	bool is_changed;
};

struct view_collection {
	const char *folder;
	const struct view_manifest *manifest;
	/* Colours that are not in the palette become the nearest one */
	bool quantize;
	struct report *report;
	/* The result. */
	struct exh_arena arena, paths; /* paths: of the current cel */
	struct exh_sci_loop_source *loops;
	/* Cels by loop, for loops that share none */
	struct collected_cel **cels;
	size_t pixel_count;
	size_t cel_count, changed_count;
};

/* False, and reported, if a cel is missing. Set the members before the result first;
 * always to be freed. */
bool view_collect(struct view_collection *collection);
void view_collection_free(struct view_collection *collection);

/* Appends the view: the extracted bytes, if no cel was changed. */
enum exh_status view_collection_write(struct view_collection *collection,
				      struct exh_writer *out, struct exh_error *err);

/*
 * Sheets as loops of a view: sheets of view2png, and of other programs.
 */

/* Reads a sheet, whose JSON is text: a loop for each of its own loops, or for each
 * tag. False: reported. */
bool view_reading_sheet(struct view_reading *r, const char *path, struct exh_bytes text,
			struct report *report);

/*
 * Files made of a view. They are appended to out; the asset's thing is the view.
 */

/* Makes one cel as PNG. */
enum exh_status view_make_cel(const struct sci_view_options *options,
			      const struct exh_sci_loop *loop, size_t cel,
			      struct exh_writer *out, struct exh_error *err);

/* Makes the wanted cels of a loop the frames of an endless animation, with aligned
 * positions: APNG or GIF. */
enum exh_status view_make_animation(const struct sci_view_options *options,
				    const struct exh_sci_loop *loop, bool is_gif,
				    struct exh_writer *out, struct exh_error *err);

/* Make all wanted cels a sheet, with a row for each loop, in cells of one size in
 * which the object's position is the same: as PNG, or as JSON with their positions. */
enum exh_status view_make_sheet(const struct sci_view_options *options,
				const struct exh_sci_view *view, struct exh_writer *out,
				struct exh_error *err);
enum exh_status view_make_sheet_json(const struct sci_view_options *options,
				     const struct exh_sci_view *view, const char *image,
				     struct exh_writer *out, struct exh_error *err);

#endif
