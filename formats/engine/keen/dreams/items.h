/*
 * Bonuses, doors, thrown things and flowers: think and react functions of the states in
 * states_items.h. Source: keen-engine 10.2.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_ITEMS_H
#define EXH_ENGINE_KEEN_DREAMS_ITEMS_H

#include "parts.h"

/* Chunks of sprites. */
enum {
	SHAPE_FLOWER = 162,
	SHAPE_BOMB = 192,
};

/* Types of bonuses, as the info plane has them. */
enum bonus_type {
	BONUS_POINTS_LAST = 5, /* 0 to 5: points */
	BONUS_KEEN,
	BONUS_SUPER,
	BONUS_FLOWER,
	BONUS_FLOWERS,
	BONUS_BOMB,
	BONUS_KEY,
	BONUS_COUNT
};

/* items.c */
void exh_keen_bonus_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_door_contact(struct exh_keen_engine *e, struct object *ob,
			   struct object *hit);

/* power.c */
void exh_keen_power_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_power_count_think(struct exh_keen_engine *e, struct object *ob);

/* flower.c */
void exh_keen_flower_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_change_from_flower_think(struct exh_keen_engine *e, struct object *ob);

#endif
