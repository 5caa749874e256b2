/*
 * Windows on the screen with text in them. They are drawn into the hidden page, over its
 * next picture, and exh_keen_window_show shows them: before the game continues,
 * exh_keen_rf_force_refresh redraws everything.
 *
 * Places:  pixels of the screen, unless they are of windows: these count in 8 pixels.
 * Texts:   code page 437, as the game's font has it.
 * Source:  keen-engine 2, 4.1, 10.6.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_WINDOW_H
#define EXH_ENGINE_KEEN_DREAMS_WINDOW_H

#include <stdint.h>

struct exh_keen_engine;

/* InitDoubleBuffer: the card is not panned by single pixels any more. FixRefreshBuffer:
 * the page that is not shown becomes like the one that is. */
void exh_keen_window_begin(struct exh_keen_engine *e);
/* UpdateScreen: shows what was drawn. */
void exh_keen_window_show(struct exh_keen_engine *e);

/* Inside of the frame, which is 8 pixels wide: 1 to 38 by 1 to 23; others are made so. */
struct window {
	unsigned x, y, width, height;
	unsigned line; /* pixel at the top of the next line of text */
};

struct window exh_keen_window_draw(struct exh_keen_engine *e, unsigned x, unsigned y,
				   unsigned width, unsigned height);
struct window exh_keen_window_center(struct exh_keen_engine *e, unsigned width,
				     unsigned height);
/* Lines end with a line feed; each is in the middle. */
void exh_keen_window_print(struct exh_keen_engine *e, struct window *window,
			   const char *text);

/* A line of text from x on; color is XORed with the background. Returns where it ends. */
unsigned exh_keen_window_text(struct exh_keen_engine *e, unsigned x, unsigned y,
			      const char *text, unsigned color);
/* Pixels, up to the line's end. */
unsigned exh_keen_window_text_width(const struct exh_keen_engine *e, const char *text);

/* All of it: a window in the middle, as large as the text needs. */
void exh_keen_window_message(struct exh_keen_engine *e, const char *text);
/* While a level with bombs is loaded; and in front of King Boobus' without enough of
 * them, in words of our own. */
void exh_keen_window_bombs_near(struct exh_keen_engine *e);
void exh_keen_window_bombs_needed(struct exh_keen_engine *e);

#endif
