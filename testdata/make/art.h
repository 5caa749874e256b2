/* Art for the sample archives, drawn in code: ours, MIT-licensed like the rest. */
#ifndef ART_H
#define ART_H

#include <stdbool.h>
#include <stddef.h>

enum { ART_TRANSPARENT = 16, ART_MAX_WIDTH = 128, ART_MAX_HEIGHT = 128 };

enum art_kind {
	ART_PIC,
	ART_PICM,
	ART_SPRITE,
	ART_TILE8,
	ART_TILE8M,
	ART_TILE16,
	ART_TILE16M,
	ART_KINDS
};

struct art {
	unsigned width, height; /* pixels; width a multiple of 8 */
	int left, top;		/* where the brushes' (0, 0) is */
	/* Row-major, width pixels a row: 0..15 or ART_TRANSPARENT */
	unsigned char pixels[ART_MAX_WIDTH * ART_MAX_HEIGHT];
};

struct art_sprite {
	int origin_x, origin_y, left, top, right, bottom; /* 1/16 pixel */
	int shifts;					  /* 1, 2 or 4 */
};

/* The mole's head, scarf and trunk, looking right: 24 wide, 19 lines. */
extern const char *const art_mole[];

size_t art_count(enum art_kind kind);

/* false: absent on purpose (some tiles) */
bool art_draw(enum art_kind kind, size_t index, struct art *out);

void art_sprite_info(size_t index, struct art_sprite *out);

enum { ART_FONT_HEIGHT = 10 };

struct art_glyph {
	unsigned width;			      /* advance in pixels, 1..11 */
	unsigned short rows[ART_FONT_HEIGHT]; /* bit 15 is the leftmost pixel */
};

/* false: no such glyph */
bool art_glyph(unsigned code, struct art_glyph *out);

#endif
