/* Shared by the tests of AVI: numbers as bytes, a small handmade file, and random packets
 * of TrueMotion 1. */
#ifndef EXH_ZVISION_AVI_TESTING_H
#define EXH_ZVISION_AVI_TESTING_H

#include "exhume/advanced/avi.h"

#include "../base/testing.h"

#define U16(n) (uint8_t)(n), (uint8_t)((n) >> 8)
#define U32(n) U16((n)&0xffff), U16((uint32_t)(n) >> 16)
#define FOUR(s) (uint8_t)(s)[0], (uint8_t)(s)[1], (uint8_t)(s)[2], (uint8_t)(s)[3]
#define ZEROS_4 0, 0, 0, 0
#define ZEROS_8 ZEROS_4, ZEROS_4

/* Offsets in small_avi. */
enum {
	AT_AVIH = 32,
	AT_VIDEO = 108, /* data of the video's strh */
	AT_BITMAP = 172,
	AT_SOUND = 232,
	AT_WAVE = 296,
	AT_MOVI = 320, /* the list's type */
	AT_FRAME = 324,
	AT_WAVES = 340,
	AT_MORE = 352,
	AT_INDEX = 368, /* first entry of the index */
	SMALL_SIZE = 416,
};

/* A frame of 1 by 2 pixels, and sound in two chunks, the first one of an odd size. */
/* clang-format off */
static const uint8_t small_avi[SMALL_SIZE] = {
	FOUR("RIFF"), U32(408), FOUR("AVI "),
	FOUR("LIST"), U32(292), FOUR("hdrl"),
	FOUR("avih"), U32(56),
	U32(66667), ZEROS_8,				/* microseconds a frame */
	/* index; frames, streams */
	U32(0x10), U32(1), ZEROS_4, U32(2), ZEROS_4,
	U32(1), U32(2), ZEROS_8, ZEROS_8,		/* width, height */
	FOUR("LIST"), U32(116), FOUR("strl"),
	FOUR("strh"), U32(56),
	FOUR("vids"), FOUR("DIB "), ZEROS_8, ZEROS_4,
	U32(1), U32(15), ZEROS_4, U32(1),		/* scale, rate, start, length */
	U32(8), U32(0), U32(0), ZEROS_8,		/* a sample's size comes third */
	FOUR("strf"), U32(40),
	U32(40), U32(1), U32(2), U16(1), U16(16),	/* width, height, planes, bits */
	U32(0), U32(8), ZEROS_8, ZEROS_8,		/* not compressed */
	FOUR("LIST"), U32(92), FOUR("strl"),
	FOUR("strh"), U32(56),
	FOUR("auds"), ZEROS_4, ZEROS_8, ZEROS_4,
	U32(1), U32(22050), ZEROS_4, U32(3),
	U32(3), U32(0), U32(1), ZEROS_8,
	FOUR("strf"), U32(16),
	U16(0x11), U16(1), U32(22050), U32(22050), U16(1), U16(8),
	FOUR("LIST"), U32(40), FOUR("movi"),
	FOUR("00db"), U32(8), 0x34, 0x12, 0, 0, 0x78, 0x56, 0, 0,
	FOUR("01wb"), U32(3), 0x40, 0x7f, 0xff, 0,	/* padded */
	FOUR("01wb"), U32(0),
	FOUR("idx1"), U32(48),
	FOUR("00db"), U32(0x10), U32(4), U32(8),	/* a key frame */
	FOUR("01wb"), U32(0), U32(20), U32(3),
	FOUR("01wb"), U32(0), U32(32), U32(0),
};
/* clang-format on */

/* A packet of TrueMotion 1 with random index bytes. */
struct duck {
	uint8_t type;
	bool is_key;
	uint16_t width, height; /* pixels */
	size_t size;		/* bytes after the header */
};

static inline void write_duck(uint64_t *seed, const struct duck *duck,
			      struct exh_writer *out)
{
	const bool is_24 = duck->type > 8 && duck->type % 2 == 0;
	const unsigned width = (unsigned)duck->width << is_24;
	const uint8_t fields[13] = { duck->type,
				     (uint8_t)roll(seed, 4),
				     (uint8_t)(1 + roll(seed, 3)),
				     U16(duck->height),
				     U16(width),
				     0,
				     0,
				     2,
				     2,
				     duck->is_key ? 16 : 8,
				     0 };
	uint8_t head[15] = { 0 };

	head[0] = 14 >> 3 | (14 << 5 & 0xe0);
	for (int i = 13; i > 0; i--)
		head[i] = fields[i - 1] ^ head[i + 1];
	exh_write_bytes(out, head, 14);
	for (size_t i = 0; i < duck->size; i++)
		exh_write_u8(out, (uint8_t)roll(seed, 256));
}

#endif
