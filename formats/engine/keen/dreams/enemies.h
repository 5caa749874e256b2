/*
 * Enemies: the functions of their states, and common code.
 *
 * The files: enemies_walk.c enemies that walk and run into Keen, enemies_throw.c enemies
 * that throw or spit, enemies_hang.c enemies on vines and poles, boss.c King Boobus,
 * enemies_spawn.c the info plane. Source: keen-engine 9, 10.3.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_ENEMIES_H
#define EXH_ENGINE_KEEN_DREAMS_ENEMIES_H

#include "parts.h"

enum {
	ENEMY_PRIORITY = 0,  /* of sprites; where a state says DrawReact it is 1 */
	ANOTHER_FLOOR = 768, /* units up or down: Keen is out of an enemy's mind */
	BOSS_HIT_POINTS = 12,
};

/* 16-bit int of the difference of two places. */
static inline int16_t gap(uint16_t from, uint16_t to)
{
	return (int16_t)(from - to);
}

/* Their boxes meet in y; touching is meeting. */
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

/* Back to where it was before the move, or as far again. */
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

/* At a wall ahead of it, it steps back and turns, and for a moment thinks nothing. True
 * if it did. */
bool exh_keen_turn_at_wall(struct exh_keen_engine *e, struct object *ob);
/* Where Keen is on another floor: it may turn by chance. True if so. */
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
/* Those that hang. */
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

#endif
