/*
 * The mole's burrow: a game of SCI0 for who draws and plays one. A pic, views, fonts,
 * cursors, texts, songs and the instruments they are played on, all of them made in code.
 */
#ifndef BURROW_H
#define BURROW_H

#include "sci_volume.h"

/* Appends the drawing program. */
void burrow_pic(struct exh_writer *out);

enum { BURROW_VIEWS = 3, BURROW_SOUNDS = 3 };

void burrow_view(unsigned number, struct exh_writer *out);

void burrow_sound(unsigned number, struct exh_writer *out);
/* Patch 3, for AdLib. */
void burrow_bank(struct exh_writer *out);

/* All of them, in the game's volumes 1 and 2. part: to be used, empty. */
void burrow_add_pictures(struct sci_volumes *game, struct exh_writer *part);
void burrow_add_sounds(struct sci_volumes *game, struct exh_writer *part);

#endif
