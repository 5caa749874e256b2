/* What the files of the pic library share: opcodes, and writing to maps. */
#ifndef EXH_SCI0_PIC_H
#define EXH_SCI0_PIC_H

#include "exhume/sci0_pic.h"

#include <string.h>

enum {
	PIC_VISUAL = 0xf0,
	PIC_VISUAL_OFF,
	PIC_PRIORITY,
	PIC_PRIORITY_OFF,
	PIC_SHORT_PATTERNS,
	PIC_MEDIUM_LINES,
	PIC_LONG_LINES,
	PIC_SHORT_LINES,
	PIC_FILLS,
	PIC_PATTERN_CODE,
	PIC_LONG_PATTERNS,
	PIC_CONTROL,
	PIC_CONTROL_OFF,
	PIC_MEDIUM_PATTERNS,
	PIC_EXTENDED,
	PIC_END,

	PIC_ENTRIES = 0, /* behind PIC_EXTENDED */
	PIC_PALETTE,
	PIC_MONO_PALETTE,
	PIC_MONO_VISUAL,
	PIC_MONO_VISUAL_OFF,
	PIC_MONO_DIRECT,
	PIC_MONO_DIRECT_OFF,
	PIC_CEL,
	PIC_BANDS,
	PIC_EXTENDED_COUNT,

	PIC_FIRST_OP = PIC_VISUAL, /* lists go on below */
	PIC_TEXTURED = 0x20,	   /* of pattern codes */
	PIC_RECTANGLE = 0x10,
	PIC_SIZE = 7,
	PIC_ROW = 5, /* words of a row of bits */
	PIC_WORD = 64,
};

/* A sum of coordinates, which has 16 bits in the interpreter. */
static inline int16_t pic_wrap(int32_t value)
{
	const int32_t low = value & 0xffff;

	return (int16_t)(low > INT16_MAX ? low - 0x10000 : low);
}

static inline int32_t pic_clamp(int32_t value, int32_t last)
{
	return value < 0 ? 0 : value > last ? last : value;
}

/* A map that is drawn on, and what with. */
struct pic_layer {
	uint8_t *map;
	uint64_t *empty;
	/* The bits of empty that the value sets, on even and on odd rows: half-white
	 * colours leave every second pixel white. */
	uint64_t white[2];
	uint8_t value;
};

/* The maps that are on, in the order in which fills search one; how many. */
size_t exh_sci0_pic_layers(struct exh_sci0_pic_canvas *canvas,
			   struct pic_layer layers[3]);

void exh_sci0_pic_fill(struct exh_sci0_pic_canvas *canvas, int32_t x, int32_t y);

/* Of row[left / 64] to row[right / 64] the bits from left to right become white's. */
static inline void pic_mark(uint64_t *row, unsigned left, unsigned right, uint64_t white)
{
	const unsigned last = right / PIC_WORD;
	uint64_t mask = UINT64_MAX << left % PIC_WORD;
	unsigned word = left / PIC_WORD;

	for (; word < last; word++) {
		row[word] = (row[word] & ~mask) | (white & mask);
		mask = UINT64_MAX;
	}
	mask &= UINT64_MAX >> (PIC_WORD - 1 - right % PIC_WORD);
	row[word] = (row[word] & ~mask) | (white & mask);
}

/* Within the map: columns left to right of row y. */
static inline void pic_run(const struct pic_layer *layer, unsigned y, unsigned left,
			   unsigned right)
{
	memset(layer->map + y * EXH_SCI0_PIC_WIDTH + left, layer->value,
	       right - left + 1);
	pic_mark(layer->empty + y * PIC_ROW, left, right, layer->white[y & 1]);
}

#endif
