/* Many pictures in one. */
#ifndef CMD_MEDIA_PICTURE_SHEET_H
#define CMD_MEDIA_PICTURE_SHEET_H

#include "png.h"

#include <exhume/base.h>

struct fields;
struct document;
struct json;

/*
 * Sheets: many pictures in one, and JSON with their positions, in the hash form that
 * TexturePacker and Aseprite write and most engines read.
 */

struct sheet_frame {
	const char *name;
	size_t width, height; /* pixels on the sheet */
	size_t x, y;	      /* filled by sheet_place_... */
	double milliseconds;  /* 0: not given */
	struct json *more;    /* further keys of the frame; borrowed, may be NULL */
};

struct sheet {
	struct sheet_frame *frames;
	size_t count;
	size_t width, height; /* pixels, filled by sheet_place_... */
};

/* Places the frames in rows, in order, with a pixel between them; about as wide as
 * high. */
void sheet_place_rows(struct sheet *sheet);

/* Places frame i in cell cells[i], counted along rows of cells of one size. */
void sheet_place_grid(struct sheet *sheet, const size_t *cells, size_t cell_count,
		      size_t columns, size_t cell_width, size_t cell_height);

struct sheet_box {
	uint32_t x, y, w, h;
};

/* Fields of a struct sheet_box; size: only w and h. */
extern const struct fields sheet_box_fields, sheet_size_fields;

/* A frame as in JSON. */
struct sheet_frame_row {
	struct sheet_box frame;
	bool rotated, trimmed;
	bool has_part, has_whole;
	struct sheet_box part, whole;
	double duration; /* 0: not given */
};

extern const struct fields sheet_frame_fields;
extern const struct document sheet_document;

/* EXH_INVALID: a later version of this program wrote the sheet. Sheets of other programs
 * have no schema number. */
enum exh_status sheet_check_format(const struct json *root, struct exh_error *err);

/* Returns the JSON. image is the picture's file name, in the folder of the JSON; scale is
 * the number of repetitions of each pixel. */
struct json *sheet_to_json(const struct sheet *sheet, const char *image, unsigned scale);

/*
 * The JSON of a sheet with the positions of its frames. sheet.h writes one form;
 * TexturePacker and Aseprite write it too, with frames by name or in a list ("json-hash"
 * and "json-array").
 */

struct sheet_place {
	const char *name;
	uint32_t x, y, width, height; /* pixels, at least 1 by 1; on the sheet a rotated
					 frame is height by width */
	bool is_rotated;	      /* rotated on the sheet by a quarter clockwise */
	/* Empty edges may have been trimmed: position of the rest in the picture. */
	uint32_t source_x, source_y, source_width, source_height;
	double milliseconds; /* 0: not given */
};

struct sheet_list {
	const char *image;	/* file name without folders */
	const char *scale;	/* as in the JSON; NULL: not given */
	uint32_t width, height; /* size of the sheet; 0: not given */
	struct sheet_place *places;
	size_t count; /* at least 1 */
	struct json *root;
};

/* Reads the JSON. EXH_INVALID names the error, such as sizes that disagree. To be freed,
 * even after a failure. */
enum exh_status sheet_list_read(struct exh_bytes text, struct sheet_list *out,
				struct exh_error *err);

void sheet_list_free(struct sheet_list *list);

/* EXH_UNSUPPORTED if a frame is rotated, trimmed or scaled. */
enum exh_status sheet_list_is_plain(const struct sheet_list *list, struct exh_error *err);

/* EXH_INVALID if the sheet's size differs from the one it states. */
enum exh_status sheet_list_check(const struct sheet_list *list, size_t width,
				 size_t height, struct exh_error *err);

/* Cuts out the picture of a place, turned back, with trimmed edges that are transparent;
 * its pixels are to be freed. EXH_INVALID for a place outside the sheet, EXH_LIMIT for
 * more than limit pixels. */
enum exh_status sheet_cut(const struct png_picture *sheet,
			  const struct sheet_place *place, size_t limit,
			  struct png_picture *out, struct exh_error *err);

#endif
