/* Walks along a line of text and its tags: runs of letters with their style. */
#ifndef EXH_ZVISION_TEXT_TAGS_H
#define EXH_ZVISION_TEXT_TAGS_H

#include "exhume/zvision_text.h"

enum zv_justify { ZV_LEFT, ZV_CENTER, ZV_RIGHT };

struct zv_text_style {
	uint32_t color; /* 0xRRGGBB */
	bool bold, italic, underline, strikeout;
	enum zv_justify justify;
	uint32_t point; /* size */
};

/* White, 12 points, left. */
struct zv_text_style exh_zv_text_style(void);

/* What is found; any of them may be NULL. */
struct zv_text_walk {
	void (*letters)(void *context, const struct zv_text_style *style,
			struct exh_bytes utf8);
	void (*newline)(void *context);
	/* STATEBOX: the value of a key stands here. */
	void (*value)(void *context, const struct zv_text_style *style, int32_t key);
	void *context;
};

/* style goes on from line to line. A "<" without its ">" is text. */
void exh_zv_text_walk(const char *line, struct zv_text_style *style,
		      const struct zv_text_walk *walk);

#endif
