/* The logic of the puzzles, between its parts. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_LOGIC_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_LOGIC_H

#include "zv_world.h"

#include <exhume/advanced/zvision_logic.h>

struct zv_logic {
	struct zv_world_report *world;
	struct exh_zv_logic logic;
	/* One of each node, or of each actor, made when first needed. */
	struct json **names, **conditions, **blocks;
	/* Entries of the document, each time that they occur, and those that it lacks. */
	size_t entries, most_entries, left_out;
};

/* Text of a fact or an item: "[30] > 2", "item 5". Borrowed. */
const struct json *zv_logic_name(struct zv_logic *l, size_t node);
/* Name of a scope's script: "gary", "universe". */
const char *zv_logic_scope_name(const struct zv_logic *l, size_t scope);
bool zv_logic_is_place(const struct zv_logic *l, size_t node);

/* Appends the result, which has the logic as JSON. */
void zv_logic_put_text(struct zv_world_report *world);
void zv_logic_put_dot(struct zv_world_report *world);

#endif
