/* The check of a whole SCI game: map, volumes, records, patch files. */
#ifndef CMD_ASSETS_SCI0_SCI_VERIFY_H
#define CMD_ASSETS_SCI0_SCI_VERIFY_H

#include "sci_items.h"

/*
 * items: SCI_ALL of the game, loaded. Reports all faults of the game, and harmless
 * oddities as warnings; and what there is, into result and, unless that is printed, as a
 * line on standard output.
 */
void sci_verify(struct sci_game *game, const struct sci_items *items,
		struct report *report, json_t *result);

#endif
