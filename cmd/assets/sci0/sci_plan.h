/*
 * The map and the volumes of a game that was read, as a plan (exhume/sci0_plan.h); and
 * SCI_MANIFEST, the file beside extracted resources that keeps what they don't show of
 * it.
 */
#ifndef CMD_ASSETS_SCI0_SCI_PLAN_H
#define CMD_ASSETS_SCI0_SCI_PLAN_H

#include "sci_items.h"

#include <exhume/sci0_plan.h>

#define SCI_MANIFEST "sci.json"

/*
 * What the game has: records of items (SCI_MAPPED, loaded) are pieces, which is noted in
 * the items; all else, damaged records too, are bytes, as are volumes that no entry leads
 * to. Those that are not read are left out. They borrow from game and items.
 */
void sci_plan_of_game(struct exh_sci0_plan *plan, const struct sci_game *game,
		      struct sci_items *items);

/* Fills out of all pieces that are not left out; err of those that failed. What was
 * packed is used again where the data's SHA-256 is still the same. On as many cores as
 * the report's common says; false if it was interrupted. */
bool sci_plan_encode(struct exh_sci0_plan *plan, struct report *report);

json_t *sci_manifest_to_json(const struct exh_sci0_plan *plan);

/* Pieces get no data but those that are none of a record. Always to be freed. */
enum exh_status sci_manifest_read(struct exh_bytes text, struct exh_sci0_plan *plan,
				  struct exh_error *err);

#endif
