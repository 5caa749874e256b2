/* What a sequence of frames is: its format, its pixels, its frames. */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_KIND_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_KIND_H

#include "media/picture/median_cut.h"
#include "task/work.h"

#include <exhume/base.h>

enum sequence_format {
	SEQUENCE_AUTO,
	SEQUENCE_PNG, /* a file each, with the palette of its frame */
	SEQUENCE_APNG,
	SEQUENCE_GIF,
	SEQUENCE_Y4M, /* 4:4:4, BT.601 */
	SEQUENCE_RAW, /* palette indices, a byte each; or 15-bit RGB in two, little-endian
		       */
	SEQUENCE_SHEET, /* all on one PNG, and JSON: only by sequence_write */
	SEQUENCE_HASH,	/* a line each: number, CRC-32 of the palette indices */
};

struct sequence_options {
	unsigned format; /* index in the choices; 0: by the extension of -o */
	unsigned scale; /* 0 or 1: as it is; each pixel is repeated so often, both ways */
	bool aspect; /* six lines for five: 320 by 200 as a monitor of 4:3 shows them */
};

enum sequence_pixels {
	SEQUENCE_INDEXED, /* uint8_t: palette indices */
	SEQUENCE_RGB15,	  /* uint16_t: five bits of red, green, blue; bit 15 is ignored */
};

/* What all frames of a sequence have in common. */
struct sequence_kind {
	enum sequence_pixels pixels;
	size_t width, height; /* pixels, at least 1 */
	/* Indexed: all colours that any frame may have. Formats of one palette use this.
	 */
	struct exh_palette colors;
	/* 15-bit RGB to GIF: fills the map of at most 256 colours; called once. */
	enum exh_status (*choose_colors)(void *context, struct color_map *map,
					 struct exh_error *err);
	uint32_t ticks_a_second; /* above 0 */
	uint32_t ticks_a_frame;	 /* Y4M: how often one is due; 0: each once */
	/* Each frame is shown for ticks_a_frame; sequence_wait is not called. */
	bool is_steady;
	size_t frame_count; /* 0: not known */
	/* The numbers that may come: for PNG, so that nothing is touched if one of their
	 * files exists. NULL: any. */
	bool (*may_come)(const void *context, uint64_t number);
	void *context;
};

struct sequence_frame {
	uint64_t number; /* for names of files; below 2^32 */
	const void *pixels;
	/* Of indexed frames: */
	const struct exh_palette *palette;
	const uint32_t *crc32; /* of the pixels; NULL: not known */
};

#endif
