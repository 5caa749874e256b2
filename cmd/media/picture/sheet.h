/*
 * Sheets: many pictures on one, and JSON with their places, in the hash form that
 * TexturePacker and Aseprite write and most engines read.
 */
#ifndef CMD_MEDIA_PICTURE_SHEET_H
#define CMD_MEDIA_PICTURE_SHEET_H

#include <exhume/base.h>
#include <jansson.h>

struct sheet_frame {
	const char *name;
	size_t width, height; /* pixels on the sheet */
	size_t x, y;	      /* filled by sheet_place_... */
	json_t *more;	      /* further keys of the frame; borrowed, may be NULL */
};

struct sheet {
	struct sheet_frame *frames;
	size_t count;
	size_t width, height; /* pixels, filled by sheet_place_... */
};

/* In rows, in their order, with a pixel between them; about as wide as high. */
void sheet_place_rows(struct sheet *sheet);

/* Frame i of cells of one size goes where cells[i] says, counted along rows. */
void sheet_place_grid(struct sheet *sheet, const size_t *cells, size_t cell_count,
		      size_t columns, size_t cell_width, size_t cell_height);

/* image is the file name of the picture, in the folder of the JSON; scale is how often
 * each pixel is repeated. */
json_t *sheet_to_json(const struct sheet *sheet, const char *image, unsigned scale);

#endif
