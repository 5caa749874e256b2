/* All resources of a game, unpacked before machines on several threads ask for them. */
#ifndef CMD_PLAY_SCI0_SCI_SHARED_H
#define CMD_PLAY_SCI0_SCI_SHARED_H

#include "assets/sci0/sci_game.h"

struct sci_shared {
	struct exh_arena arena;
	struct sci_shared_item {
		unsigned type, number;
		struct exh_bytes bytes; /* data NULL: it can't be read */
	} * items;			/* by type and number */
	size_t count;
};

/* What is damaged is reported. */
void sci_shared_open(struct sci_shared *shared, struct sci_game *game,
		     struct report *report);
void sci_shared_close(struct sci_shared *shared);

/* False: the game lacks it, or it can't be read. */
bool sci_shared_find(const struct sci_shared *shared, unsigned type, unsigned number,
		     struct exh_bytes *out);

#endif
