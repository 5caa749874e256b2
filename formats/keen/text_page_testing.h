/* A font, a picture and a text, as chunks of an archive. */
#ifndef EXH_KEEN_TEXT_PAGE_TESTING_H
#define EXH_KEEN_TEXT_PAGE_TESTING_H

#include "exhume/advanced/keen_binary.h"

#include <string.h>

enum {
	STAGE_FONT,
	STAGE_PICTURE,
	STAGE_TEXT,
	STAGE_CHUNKS,
	STAGE_GLYPH = 8,	 /* pixels wide and high: all of it ink */
	STAGE_PICTURE_SIDE = 16, /* pixels, of colour 15 */
	STAGE_PIXELS = EXH_KEEN_PAGE_WIDTH * EXH_KEEN_PAGE_HEIGHT,
};

struct page_stage {
	struct exh_keen_graphics graphics;
	struct exh_keen_chunk chunks[STAGE_CHUNKS];
	struct exh_keen_sprite picture;
	struct exh_writer font;
	uint8_t bitmap[STAGE_PICTURE_SIDE * STAGE_PICTURE_SIDE / 2];
	uint8_t page[STAGE_PIXELS];
};

/* All printable characters of ASCII but the tilde have glyphs. */
static inline void page_stage_start(struct page_stage *stage, struct exh_bytes text)
{
	static uint8_t ink[STAGE_GLYPH * STAGE_GLYPH];
	struct exh_image glyphs[256] = { { 0 } };

	*stage = (struct page_stage){ .font.limit = 1 << 16,
				      .picture = { .width_bytes = STAGE_PICTURE_SIDE / 8,
						   .height = STAGE_PICTURE_SIDE } };
	memset(ink, 1, sizeof ink);
	memset(stage->bitmap, 0xff, sizeof stage->bitmap);
	for (unsigned code = ' '; code < '~'; code++)
		glyphs[code] = (struct exh_image){ STAGE_GLYPH, STAGE_GLYPH, ink };
	if (exh_keen_font_encode(glyphs, STAGE_GLYPH, false, &stage->font, NULL))
		return;
	stage->chunks[STAGE_FONT] =
		(struct exh_keen_chunk){ .class_id = EXH_KEEN_FONT,
					 .expanded = exh_writer_bytes(&stage->font) };
	stage->chunks[STAGE_PICTURE] =
		(struct exh_keen_chunk){ .class_id = EXH_KEEN_PIC,
					 .expanded = { stage->bitmap,
						       sizeof stage->bitmap, 0 } };
	stage->chunks[STAGE_TEXT] =
		(struct exh_keen_chunk){ .class_id = EXH_KEEN_BINARY, .expanded = text };
	stage->graphics = (struct exh_keen_graphics){
		.layout.video = EXH_KEEN_EGA,
		.chunk_count = STAGE_CHUNKS,
		.chunks = stage->chunks,
		.pics = &stage->picture,
		.pic_count = 1,
	};
}

#endif
