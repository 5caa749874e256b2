/*
 * The mole's own game, laid out chunk for chunk as Keen Dreams, so that whatever plays
 * the one plays the other: sprites of the same numbers that do the same things, tiles
 * with all kinds of tile information, four levels and the sounds. All of it is drawn and
 * composed in code.
 */
#ifndef DREAMS_H
#define DREAMS_H

#include "levels.h"
#include "paint.h"

enum {
	DREAMS_SPRITES = 297,
	DREAMS_FIRST_SPRITE = 71,
	DREAMS_TILES16 = 1440,
	DREAMS_TILES16M = 1206,
	DREAMS_TILES8 = 72,
	DREAMS_TILES8M = 36,
	DREAMS_SOUNDS = 28,
};

/*
 * A picture of a sprite. It is drawn on a cell, whose (0, 0) is where the thing is that
 * is shown; what reaches over the cell's sides is kept.
 */
struct dreams_frame {
	unsigned chunk;
	void (*draw)(struct art *a, int arg);
	int arg;
	bool flip;			/* about the middle of the cell ... */
	signed char shift;		/* ... and moved to the right, pixels */
	unsigned char width;		/* of the cell, pixels */
	short left, top, right, bottom; /* the hit box, 1/16 pixel */
	unsigned char shifts;
};

/* Each file's frames; the last has chunk 0. */
extern const struct dreams_frame dreams_mole[], dreams_foes[], dreams_items[];

/* false: there is no such sprite. Numbers are from 0. */
bool dreams_sprite(unsigned number, struct art *out, struct art_sprite *info);

/* false: there is no such tile. */
bool dreams_tile(enum art_kind kind, size_t index, struct art *out);
/* A tile's byte of a table of tile information. */
uint8_t dreams_tile_info(enum exh_keen_tile_table table, size_t tile);

/* To be freed with levels_free. */
void dreams_levels(struct levels *levels);

/* The chunks of sounds, for the speaker first; the writers have no limits yet. */
void dreams_sounds(struct exh_writer chunks[2 * DREAMS_SOUNDS]);

#endif
