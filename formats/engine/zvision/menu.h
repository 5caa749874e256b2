/*
 * The menu: a strip above the window, with the player's items and what the script allows
 * him to do, which is there while the mouse is in it. Its look is our own.
 */
#ifndef EXH_ENGINE_ZVISION_MENU_H
#define EXH_ENGINE_ZVISION_MENU_H

#include "zv_parts.h"

/* Cells of items from the left edge, then words. */
enum {
	MENU_STRIP = 32, /* its height, and the width of a cell */
	MENU_CELLS = 12,
	MENU_WORDS = 4,
	MENU_WORDS_X = MENU_STRIP * MENU_CELLS,
	MENU_WORD_WIDTH = 64,
};

/* The item in a cell; 0: none. */
int32_t exh_zv_menu_item(const struct exh_zv_engine *engine, int32_t cell);
/* That a script must have set for a word. */
uint32_t exh_zv_menu_bit(int32_t word);

#endif
