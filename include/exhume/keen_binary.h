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

/* The demo as an input script: a line for each row of frames with the same keys.
 * EXH_INVALID if it is none. */
EXH_API enum exh_status exh_keen_demo_render(struct exh_bytes chunk,
					     struct exh_writer *out,
					     struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
