/*
 * The player: what the states of states_keen.h think and how they react. Source:
 * keen-engine 10.1.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_KEEN_H
#define EXH_ENGINE_KEEN_DREAMS_KEEN_H

#include "parts.h"

enum {
	JUMP_SPEED = 40,
	JUMP_TICS = 16,
	RUN_JUMP_SPEED = 16, /* sideways */
	POLE_JUMP_SPEED = 20,
	POLE_JUMP_TICS = 10,
	POLE_JUMP_SIDE_SPEED = 8,
	WALK_SPEED = 24,
	WALK_AIR_SPEED = 8, /* of who walks over an edge */
	AIR_SPEED = 24,	    /* sideways, most */
	POLE_TICS = 19,	    /* after a jump from a pole until one can be grabbed */
};

/* A button is down that was not held; it is held now. */
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
/* He is in the air and falls. */
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
/* False if there is no pole; otherwise he is on it now. */
bool exh_keen_player_grab_pole(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_pole_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_climb_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_player_drop_think(struct exh_keen_engine *e, struct object *ob);

/* keen_throw.c */
void exh_keen_player_throw_think(struct exh_keen_engine *e, struct object *ob);

#endif
