/* What pictures of sci-run show: --show and --pointer. */
#ifndef CMD_PLAY_SCI0_SCI_SHOW_H
#define CMD_PLAY_SCI0_SCI_SHOW_H

#include <exhume/sci0_engine.h>

enum sci_show {
	SCI_SHOW_SCREEN,
	SCI_SHOW_VISUAL, /* the maps that it comes from */
	SCI_SHOW_PRIORITY,
	SCI_SHOW_CONTROL,
	SCI_SHOW_CAST, /* the screen, with a box round each of the cast */
};

/* For CHOICE_OPTION. */
extern const char *const sci_show_choices[];

/* The colours of such pictures: the game's 16, and those of lines. */
void sci_show_palette(enum sci_show show, struct exh_palette *palette);

/* EXH_SCI0_SCREEN_PIXELS pixels, row-major, a byte each. */
void sci_show_draw(const struct exh_sci0_engine *engine, enum sci_show show,
		   uint8_t *pixels);

#endif
