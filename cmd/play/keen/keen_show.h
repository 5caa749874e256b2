/* Pictures of the machine that Keen Dreams runs on. */
#ifndef CMD_PLAY_KEEN_KEEN_SHOW_H
#define CMD_PLAY_KEEN_KEEN_SHOW_H

#include <exhume/keen_engine.h>

enum keen_show {
	KEEN_SHOW_SCREEN, /* what is on the monitor */
	KEEN_SHOW_VRAM,	  /* all of the memory, with the pages and the screen */
	KEEN_SHOW_PAGE0,
	KEEN_SHOW_PAGE1,
	KEEN_SHOW_MASTER,
	KEEN_SHOW_UPDATES, /* the port that is shown, with the update array */
	KEEN_SHOW_CLIP,	   /* the same, with walls and hit boxes */
};

/* For OPT_CHOICE, in their order. */
extern const char *const keen_show_choices[];

/* Pixels of such a picture. */
void keen_show_size(enum keen_show show, enum exh_keen_video video, size_t *width,
		    size_t *height);

/* All colours that it may have: the game's, then those of lines and numbers. */
void keen_show_colors(enum keen_show show, enum exh_keen_video video,
		      struct exh_palette *palette);

/* What it is like now. info: the tiles' walls, for KEEN_SHOW_CLIP. */
void keen_show_draw(enum keen_show show, enum exh_keen_video video,
		    const struct exh_keen_engine *engine,
		    const struct exh_keen_tile_info *info, uint8_t *pixels,
		    struct exh_palette *palette);

#endif
