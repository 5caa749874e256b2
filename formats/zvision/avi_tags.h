/* The names of chunks and what else the reader and the writer of AVI share. */
#ifndef EXH_ZVISION_AVI_TAGS_H
#define EXH_ZVISION_AVI_TAGS_H

#include <stdbool.h>
#include <stdint.h>

/* Four letters as a little-endian number. */
#define TAG(a, b, c, d) \
	((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

#define TAG_RIFF TAG('R', 'I', 'F', 'F')
#define TAG_LIST TAG('L', 'I', 'S', 'T')
#define TAG_AVI TAG('A', 'V', 'I', ' ')
#define TAG_AVIX TAG('A', 'V', 'I', 'X')
#define TAG_HDRL TAG('h', 'd', 'r', 'l')
#define TAG_AVIH TAG('a', 'v', 'i', 'h')
#define TAG_STRL TAG('s', 't', 'r', 'l')
#define TAG_STRH TAG('s', 't', 'r', 'h')
#define TAG_STRF TAG('s', 't', 'r', 'f')
#define TAG_MOVI TAG('m', 'o', 'v', 'i')
#define TAG_REC TAG('r', 'e', 'c', ' ')
#define TAG_IDX1 TAG('i', 'd', 'x', '1')
#define TAG_VIDS TAG('v', 'i', 'd', 's')
#define TAG_AUDS TAG('a', 'u', 'd', 's')

enum {
	AVIH_SIZE = 56,
	STRH_SIZE = 56,
	STRH_LEAST = 48, /* without the rectangle */
	BITMAP_HEADER_SIZE = 40,
	WAVE_HEADER_SIZE = 16,
	INDEX_ENTRY_SIZE = 16,
	INDEX_KEY = 0x10,      /* a flag of an entry */
	FLAG_HAS_INDEX = 0x10, /* of the file */
	BI_RGB = 0,
	BI_BITFIELDS = 3,
};

static inline bool avi_is_printable(uint32_t id)
{
	for (int i = 0; i < 32; i += 8)
		if ((id >> i & 0xff) < 0x20 || (id >> i & 0xff) > 0x7e)
			return false;
	return true;
}

#endif
