/*
 * Duck TrueMotion 1, the video codec "DUCK" of ZVision's AVI files: decoder and encoder.
 *
 * Packets: each one has a header with its own size and depth; those of the AVI file are
 *          hints. An inter frame changes parts of the previous picture.
 * Pixels:  of 15 bits (types 1 to 8) or of 24 bits (types 10, 12, 14 and 16), row-major,
 *          top row first. Pictures of 24 bits are shown twice as wide.
 * Memory:  a decoder owns its picture, see exh_truemotion1_free.
 * Source:  truemotion1; formats/zvision/README.md, "TrueMotion 1".
 */
#ifndef EXHUME_ADVANCED_TRUEMOTION1_H
#define EXHUME_ADVANCED_TRUEMOTION1_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_TRUEMOTION1_MAX_PIXELS = 1 << 26,
	EXH_TRUEMOTION1_MAX_TYPE = 16,
	EXH_TRUEMOTION1_MAX_DELTA_SET = 3,
	EXH_TRUEMOTION1_MAX_TABLE = 3,
};

/* The header of a packet. */
struct exh_truemotion1_header {
	size_t size;	     /* bytes of the header */
	uint8_t type;	     /* compression type, 0 to 16 */
	uint8_t delta_set;   /* 0 to 3 */
	uint8_t table;	     /* table of vectors in force, 1 to 3 */
	uint8_t table_field; /* the one that the header names; odd types may ignore it */
	uint8_t version, header_type, flags;
	uint8_t depth;		/* bits of a pixel: 16 (of which 15 count) or 24 */
	uint16_t width, height; /* pixels; width is even, height a multiple of 4 */
	uint8_t block_width, block_height; /* pixels; 0: no pixels are coded */
	bool is_key;			   /* the previous picture is not used */
	/* Marked as made for another way of showing; the picture is shown as coded. */
	bool is_interpolated;
};

/*
 * Reads a packet's header. EXH_TRUNCATED if the packet is shorter than its header, or,
 * for a key frame, than any key frame of this size; EXH_INVALID for values outside of the
 * ranges above; EXH_UNSUPPORTED for sprites; EXH_LIMIT above EXH_TRUEMOTION1_MAX_PIXELS.
 */
EXH_CHECKED enum exh_status exh_truemotion1_open(struct exh_bytes packet,
						 struct exh_truemotion1_header *header,
						 struct exh_error *err);

/* Deltas of the vectors' entries; opaque. */
struct exh_truemotion1_vectors;

/* State of a decoder or an encoder. To start, set everything to zeros. */
struct exh_truemotion1 {
	/* The header of the last packet that was not refused. No picture yet: width 0. */
	struct exh_truemotion1_header header;
	/* The last packet coded each pixel: no picture before it has any influence. */
	bool is_whole;
	/* Private from here on. */
	uint32_t *units; /* the picture, row_size for each line */
	size_t row_size; /* units of a line */
	struct exh_truemotion1_vectors *vectors;
	/* Encoder: the last picture to encode, as units; packets after the key frame. */
	uint32_t *wanted;
	size_t packets_since_key;
};

/* Frees the picture. The state is then all zeros, and may be used again. */
EXH_API void exh_truemotion1_free(struct exh_truemotion1 *state);

/*
 * Decodes a packet over the picture. A new size or depth begins with a black picture. An
 * empty packet repeats the picture, if there is one.
 *
 * Fails as exh_truemotion1_open does, and with EXH_NO_MEMORY: the packet is refused, and
 * header and picture stay as they were. If the data end early, pixels without data keep
 * the previous picture; this is noted as damage. A packet marked as interpolated is noted
 * as a warning.
 */
EXH_CHECKED enum exh_status exh_truemotion1_decode(struct exh_truemotion1 *state,
						   struct exh_bytes packet,
						   struct exh_notes *notes,
						   struct exh_error *err);

/* Copies the picture, header.width * header.height pixels of 15 bits, bit 15 clear.
 * *is_exact, which may be NULL, becomes false if colours have more bits than that. */
EXH_API void exh_truemotion1_pixels(const struct exh_truemotion1 *state, uint16_t *pixels,
				    bool *is_exact);

/* Copies the picture as red, green, blue: three bytes for each pixel, exact for both
 * depths. */
EXH_API void exh_truemotion1_rgb(const struct exh_truemotion1 *state, uint8_t *rgb);

/*
 * Encoding.
 */

/* Options of the encoder. exh_truemotion1_defaults sets them. */
struct exh_truemotion1_options {
	uint8_t type;	   /* 1 to 8, 10, 12, 14 or 16: depth and size of blocks */
	uint8_t delta_set; /* 0 to 3 */
	uint8_t table;	   /* 1 to 3; types 1, 3, 5 and 7 have only 1 */
	/* Packets from one key frame to the next; 0: only where one is needed. */
	size_t key_interval;
	/* A group of pixels is left as it is if no channel of a pixel is off by more than
	 * this, in 1 / 255. */
	uint8_t tolerance;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* Sets defaults: the options that give the smallest error for most pictures. */
EXH_API void exh_truemotion1_defaults(struct exh_truemotion1_options *options);

/* A picture to encode: one of pixels (15 bits each) and rgb (three bytes each) is NULL.
 */
struct exh_truemotion1_picture {
	size_t width, height; /* pixels; width is even, height a multiple of 4 */
	const uint16_t *pixels;
	const uint8_t *rgb;
};

/*
 * Appends a packet that shows the picture, as nearly as the codec allows: it is lossy.
 * state is that of this stream's encoder, and afterwards holds the picture that a decoder
 * shows.
 *
 * A key frame is written for the first picture, a new size or depth, and by the interval.
 * If the depth changes but neither delta set nor table does, this packet gets the next
 * table: decoders may keep the deltas of the former depth otherwise.
 *
 * EXH_INVALID for options or sizes outside of their ranges, EXH_LIMIT for too many
 * pixels, EXH_NO_MEMORY, also if out has failed. After an error state is unchanged.
 */
EXH_CHECKED enum exh_status
exh_truemotion1_encode(struct exh_truemotion1 *state,
		       const struct exh_truemotion1_picture *picture,
		       const struct exh_truemotion1_options *options,
		       struct exh_writer *out, struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
