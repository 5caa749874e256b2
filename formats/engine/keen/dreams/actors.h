/*
 * The actors: think and react functions of the states in state_list.h, and what the files
 * of each kind share.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_ACTORS_H
#define EXH_ENGINE_KEEN_DREAMS_ACTORS_H

#include "dreams_parts.h"

/*
 * Bonuses, doors, thrown things and flowers: think and react functions of the states in
 * state_list.h. Source: keen-engine 10.2.
 */

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

/*
 * The player: what the states of state_list.h think and how they react. Source:
 * keen-engine 10.1.
 */

enum {
	JUMP_SPEED = 40,
	JUMP_TICS = 16,
	RUN_JUMP_SPEED = 16, /* sideways */
	POLE_JUMP_SPEED = 20,
	POLE_JUMP_TICS = 10,
	POLE_JUMP_SIDE_SPEED = 8,
	WALK_SPEED = 24,
	WALK_AIR_SPEED = 8, /* sideways, when Keen walks over an edge */
	AIR_SPEED = 24,	    /* sideways, most */
	POLE_TICS = 19,	    /* tics after a jump off a pole until Keen can grab one */
};

/* True if a button is pressed that was not held; sets *held. */
static inline bool button_hit(bool button, bool *held)
{
	if (!button || *held)
		return false;
	*held = true;
	return true;
}

/* keen_die.c */
void exh_keen_player_die_think(struct exh_keen_engine *e, struct object *ob);

/* keen.c */
/* Keen begins to fall. */
void exh_keen_player_fall(struct exh_keen_engine *e, struct object *ob);

/* keen_ground.c */
void exh_keen_player_pause_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_go_sleep_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_sleep_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_stand_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_duck_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_walk_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_stand_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_walk_react(struct exh_keen_engine *e, struct object *ob);

/* keen_air.c */
void exh_keen_player_air_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_air_react(struct exh_keen_engine *e, struct object *ob);

/* keen_pole.c */
/* Grabs a pole. False if there is none. */
bool exh_keen_player_grab_pole(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_pole_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_climb_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_drop_think(struct exh_keen_engine *e, struct object *ob);

/* keen_throw.c */
void exh_keen_player_throw_think(struct exh_keen_engine *e, struct object *ob);

/*
 * Enemies: the functions of their states, and common code.
 *
 * The files: enemies_walk.c enemies that walk and run into Keen, enemies_throw.c enemies
 * that throw or spit, enemies_hang.c enemies on vines and poles, boss.c King Boobus,
 * enemies_spawn.c the info plane. Source: keen-engine 9, 10.3.
 */

enum {
	ENEMY_PRIORITY = 0, /* priority of sprites; 1 in states with DrawReact */
	/* Distance up or down, in units, at which enemies ignore Keen. */
	ANOTHER_FLOOR = 768,
	BOSS_HIT_POINTS = 12,
};

/* Returns the difference of two positions as a 16-bit int. */
static inline int16_t gap(uint16_t from, uint16_t to)
{
	return (int16_t)(from - to);
}

/* True if the boxes overlap in y; touching counts. */
static inline bool overlaps_in_y(const struct object *ob, const struct object *player)
{
	return ob->top <= player->bottom && ob->bottom >= player->top;
}

static inline bool overlaps_in_x(const struct object *ob, const struct object *player)
{
	return ob->left <= player->right && ob->right >= player->left;
}

static inline bool on_another_floor(const struct object *ob, const struct object *player)
{
	const int16_t up = gap(ob->y, player->y);

	return (int16_t)(up < 0 ? -up : up) > ANOTHER_FLOOR;
}

/* Moves the object back to where it was before the move; times 2: as far again. */
static inline void back_up_x(struct object *ob, int times)
{
	ob->x = (uint16_t)(ob->x - times * ob->xmove);
}

static inline void back_up_y(struct object *ob)
{
	ob->y = (uint16_t)(ob->y - ob->ymove);
}

static inline void turn_round(struct object *ob)
{
	ob->xdir = (int16_t)-ob->xdir;
}

/* At a wall ahead: steps back, turns, and skips its next thoughts. True if there was a
 * wall. */
bool exh_keen_turn_at_wall(struct exh_keen_engine *e, struct object *ob);
/* Reacts in the air: lands in this state. In fall_react a ceiling stops the rise. */
void exh_keen_land_react(struct exh_keen_engine *e, struct object *ob,
			 enum state_id state);
void exh_keen_fall_react(struct exh_keen_engine *e, struct object *ob,
			 enum state_id state);
/* True if Keen is on another floor; the enemy may turn by chance. */
bool exh_keen_strolls(struct exh_keen_engine *e, struct object *ob);

/* In states_enemies.h; walkers. */
void exh_keen_walk_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_brocco_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_brocco_get_up(struct exh_keen_engine *e, struct object *ob);
void exh_keen_tomat_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_tomat_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_carrot_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_carrot_air_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_tater_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_tater_back_up_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_cart_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_squasher_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_squasher_jump_react(struct exh_keen_engine *e, struct object *ob);
/* Throwers. */
void exh_keen_frenchy_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_frenchy_run_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_frenchy_throw(struct exh_keen_engine *e, struct object *ob);
void exh_keen_melon_spit(struct exh_keen_engine *e, struct object *ob);
void exh_keen_shot_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_pea_pod_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_pea_pod_spit(struct exh_keen_engine *e, struct object *ob);
void exh_keen_pea_brain_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_pea_brain_fly_react(struct exh_keen_engine *e, struct object *ob);
/* Enemies that hang. */
void exh_keen_grape_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_grape_fall_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_grape_rise_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_apel_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_apel_climb_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_apel_slide_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_apel_climb_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_apel_fall_react(struct exh_keen_engine *e, struct object *ob);

/* In states_boss.h. */
void exh_keen_boobus_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_boobus_ground_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_boobus_air_react(struct exh_keen_engine *e, struct object *ob);
void exh_keen_boobus_frag_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_boobus_finish_think(struct exh_keen_engine *e, struct object *ob);

/*
 * Functions of Keen's states on the world map, in state_list.h. Source: keen-engine 10.4.
 */

void exh_keen_world_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_world_walk(struct exh_keen_engine *e, struct object *ob);

#endif
