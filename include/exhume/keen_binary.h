/*
 * What the chunks of class binary contain in Keen 4 to 6: texts, demos, text screens.
 *
 * Source: formats/keen/README.md, "Binary chunks".
 */
#ifndef EXHUME_KEEN_BINARY_H
#define EXHUME_KEEN_BINARY_H

#include "keen.h"

#ifdef __cplusplus
extern "C" {
#endif

enum exh_keen_binary {
	EXH_KEEN_BINARY_OTHER,
	EXH_KEEN_BINARY_TEXT,	/* with commands: "^P", "^C" and so on */
	EXH_KEEN_BINARY_DEMO,	/* keys that play a level */
	EXH_KEEN_BINARY_SCREEN, /* a text page of 80x25, as BSAVE writes it */
};

EXH_API enum exh_keen_binary exh_keen_binary_kind(struct exh_bytes chunk);
/* "text", "demo", "screen", "other" */
EXH_API const char *exh_keen_binary_kind_name(enum exh_keen_binary kind);

/*
 * The text as UTF-8, page by page; pictures and places are named in brackets. layout
 * gives a picture's class and number; NULL: its chunk is named.
 */
EXH_API void exh_keen_text_render(struct exh_bytes chunk,
				  const struct exh_keen_layout *layout,
				  struct exh_writer *out);

/*
 * The way back: appends the chunk old with the letters of text, which was rendered from
 * it and then edited. Lines that are the same keep their bytes. Others get the colours
 * that stand before and after the letters of the old line in their place; those within
 * are lost, and *lost_colors counts the lines that had some. EXH_INVALID if a line in
 * brackets or of a page differs, or the text would be read in another way: the chunk
 * itself is to be edited then.
 */
EXH_CHECKED enum exh_status
exh_keen_text_merge(struct exh_bytes old, const struct exh_keen_layout *layout,
		    struct exh_bytes text, struct exh_writer *out, size_t *lost_colors,
		    struct exh_error *err);

/* The demo as an input script: a line for each row of frames with the same keys.
 * EXH_INVALID if it is none. */
EXH_CHECKED enum exh_status exh_keen_demo_render(struct exh_bytes chunk,
						 struct exh_writer *out,
						 struct exh_error *err);

/*
 * The way back: appends the chunk that such a script is. old: the chunk before, may be
 * empty; bytes after its pairs are kept, and its level if the script has no comment that
 * names one. EXH_INVALID names the line that is no row of frames and keys; EXH_LIMIT for
 * more rows than the chunk's size can state.
 */
EXH_CHECKED enum exh_status exh_keen_demo_parse(struct exh_bytes text,
						struct exh_bytes old,
						struct exh_writer *out,
						struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
