/*
 * Contents of the chunks of class binary in Keen 4 to 6: texts, demos, text screens.
 *
 * Source: formats/keen/README.md, "Binary chunks".
 */
#ifndef EXHUME_ADVANCED_KEEN_BINARY_H
#define EXHUME_ADVANCED_KEEN_BINARY_H

#include "keen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kind of a binary chunk. */
enum exh_keen_binary {
	EXH_KEEN_BINARY_OTHER,
	EXH_KEEN_BINARY_TEXT,	/* text with commands: "^P", "^C" and so on */
	EXH_KEEN_BINARY_DEMO,	/* recorded keys that play a level */
	EXH_KEEN_BINARY_SCREEN, /* a text page of 80x25, as BSAVE writes it */
};

/* Returns the kind of a chunk, judged by its bytes. */
EXH_API enum exh_keen_binary exh_keen_binary_kind(struct exh_bytes chunk);
/* Returns "text", "demo", "screen" or "other". The string is static. */
EXH_API const char *exh_keen_binary_kind_name(enum exh_keen_binary kind);

/*
 * Appends a text as UTF-8, page by page; pictures and positions are named in brackets.
 * layout gives a picture's class and number; NULL: its chunk is named.
 */
EXH_API void exh_keen_text_render(struct exh_bytes chunk,
				  const struct exh_keen_layout *layout,
				  struct exh_writer *out);

/*
 * Pages of a text, as the game's viewer shows them: words flow around pictures in the
 * archive's first font, in the colours of EGA. Source: keen-user-manager 4.
 */

enum { EXH_KEEN_PAGE_WIDTH = 320, EXH_KEEN_PAGE_HEIGHT = 200 };

/* An open text. */
struct exh_keen_pages {
	const struct exh_keen_graphics *graphics; /* borrowed */
	size_t chunk;				  /* number of the text's chunk */
	struct exh_bytes text;
	struct exh_keen_font font;
	size_t count;	  /* pages */
	bool has_numbers; /* "pg 1 of 15" at the bottom, as in help texts */
	bool has_frame;	  /* the archive has the pictures of the frame */
	size_t frame;	  /* chunk number of the frame's first picture */
};

/*
 * Opens a text's pages. Noted, with the line: unknown commands and missing numbers,
 * pictures that are missing or leave the page, characters without a glyph, and text that
 * does not fit on its page. EXH_INVALID if the chunk is no text, EXH_UNSUPPORTED without
 * a font or EGA, EXH_LIMIT for more than 999 pages.
 */
EXH_CHECKED enum exh_status exh_keen_pages_open(const struct exh_keen_graphics *graphics,
						size_t chunk, struct exh_keen_pages *out,
						struct exh_notes *notes,
						struct exh_error *err);

/* Draws a page, counted from 0: fills EXH_KEEN_PAGE_WIDTH * EXH_KEEN_PAGE_HEIGHT
 * pixels with colours 0 to 15. */
EXH_CHECKED enum exh_status exh_keen_pages_draw(const struct exh_keen_pages *pages,
						size_t page, uint8_t *pixels,
						struct exh_error *err);

/*
 * Appends the chunk old with the letters of text, which was rendered from old and then
 * edited. Unchanged lines keep their bytes. Changed lines keep the colours before and
 * after the letters of the old line; colours within a line are lost, and *lost_colors
 * counts the lines that had some. EXH_INVALID if a line in brackets or the number of
 * lines on a page differs, or the text would be read in another way: then edit the chunk
 * itself.
 */
EXH_CHECKED enum exh_status
exh_keen_text_merge(struct exh_bytes old, const struct exh_keen_layout *layout,
		    struct exh_bytes text, struct exh_writer *out, size_t *lost_colors,
		    struct exh_error *err);

/* Appends a demo as an input script: one line for each run of frames with the same
 * keys. EXH_INVALID if it is no demo. */
EXH_CHECKED enum exh_status exh_keen_demo_render(struct exh_bytes chunk,
						 struct exh_writer *out,
						 struct exh_error *err);

/*
 * Appends the demo chunk of such a script. old is the previous chunk, or empty: bytes
 * after its pairs are kept, and so is its level if the script has no comment that names
 * one. EXH_INVALID, with the line in err->text, for a line that is no run of frames and
 * keys; EXH_LIMIT for more runs than the chunk's size can state.
 */
EXH_CHECKED enum exh_status exh_keen_demo_parse(struct exh_bytes text,
						struct exh_bytes old,
						struct exh_writer *out,
						struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
