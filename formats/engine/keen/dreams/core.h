/*
 * The state of the Keen Dreams core, and what its files say to each other.
 *
 * All arithmetic is that of a 16-bit program: int is int16_t, unsigned uint16_t, both
 * wrap; comparisons of the two are unsigned. Source: keen-engine, "Arithmetic rule".
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_CORE_H
#define EXH_ENGINE_KEEN_DREAMS_CORE_H

#include "exhume/keen_engine.h"
#include "game.h"
#include "refresh.h"
#include "scorebox.h"
#include "sound.h"

enum {
	UNITS_PER_TILE = 256,
	PLAYER_SLOT = 0,
	SCOREBOX_SLOT = 1,
	DUMMY_SLOT = EXH_KEEN_OBJECTS, /* what is spawned when there is no room */
	NO_SLOT = 0xffff,
	BOSS_MAP = 15, /* bombs are thrown there, not flowers */
	WORLD_MAP = 0,
	INTILE_KIND = 0x7f, /* of INTILE; the other bit is drawing */
	INTILE_POLE = 1,
	WALL_SLOPE = 7, /* bits of a wall's kind; the others are what it does */
	POLE_HOLE = 17, /* kind of a top or bottom side: who is on a pole gets through */
	ON_SPRITE = 25, /* hitnorth of who stands on another's back */
	MOST_TICS = 6,	/* of a frame */
	SLOWEST_BOUNCE =
		4096, /* what hits the floor with less comes to rest, or is gone */
};

/* Source: keen-engine 7. */
enum object_class {
	CLASS_NOTHING,
	CLASS_KEEN,
	CLASS_POWER,
	CLASS_DOOR,
	CLASS_BONUS,
	CLASS_BROCCO,
	CLASS_TOMAT,
	CLASS_CARROT,
	CLASS_CELERY,
	CLASS_ASPAR,
	CLASS_GRAPE,
	CLASS_TATER,
	CLASS_CART,
	CLASS_FRENCHY,
	CLASS_MELON,
	CLASS_TURNIP,
	CLASS_CAULI,
	CLASS_BRUSSEL,
	CLASS_MUSHROOM,
	CLASS_SQUASH,
	CLASS_APEL,
	CLASS_PEAPOD,
	CLASS_PEABRAIN,
	CLASS_BOOBUS,
	CLASS_SHOT,
	CLASS_INERT,
	CLASS_COUNT
};

enum activity { ACTIVE_NO, ACTIVE_YES, ACTIVE_ALLWAYS, ACTIVE_REMOVABLE };

/* Of Controls.dir: clockwise from north. */
enum direction { DIR_N, DIR_NE, DIR_E, DIR_SE, DIR_S, DIR_SW, DIR_W, DIR_NW, DIR_NONE };

struct object {
	uint16_t obclass; /* enum object_class */
	uint16_t active;  /* enum activity */
	bool needtoreact, needtoclip;
	bool used; /* in the list */
	uint16_t nothink;
	uint16_t x, y; /* as all places: units of 1/16 pixel */
	int16_t xdir, ydir, xmove, ymove, xspeed, yspeed;
	int16_t ticcount;
	uint16_t state;	   /* enum state_id; STATE_NONE: it is to be removed */
	uint16_t shapenum; /* chunk; 0: not shown and not clipped */
	uint16_t left, top, right, bottom, midx; /* hit box */
	uint16_t tileleft, tiletop, tileright, tilebottom, tilemidx;
	int16_t hitnorth, hiteast, hitsouth, hitwest;
	int16_t temp1, temp2, temp3, temp4; /* objects are slots, states state_ids */
	uint16_t sprite;		    /* of refresh.h; 0: none */
	uint16_t next, prev;		    /* slots, or NO_SLOT */
};

/* Controls as the actors see them. */
struct controls {
	int16_t xaxis, yaxis;
	bool button0, button1;
	uint16_t dir; /* enum direction */
};

/* What is kept from level to level. Source: keen-engine 10.5, keen-formats 8. */
struct gamestate {
	uint16_t worldx, worldy;
	bool leveldone[EXH_KEEN_LEVELS];
	int32_t score, nextextra;
	int16_t flowerpowers, boobusbombs, bombsthislevel, keys, mapon, lives, difficulty;
};

struct exh_keen_engine {
	const struct exh_keen_game *game;
	const struct exh_host *host; /* within a step; else NULL */
	bool started, over, whole_game;

	/* Time: keen-engine 6. */
	uint32_t time_count, last_time_count;
	uint32_t time_lost; /* that time_count was set back by */
	uint16_t tics, tic_step;
	uint64_t frame;

	struct controls c;
	bool button0held, button1held;

	struct gamestate gamestate;
	bool god, jump_cheat;
	uint16_t playstate; /* enum exh_keen_playstate */
	uint8_t random;
	uint16_t frame_sound_count;
	uint8_t frame_sounds[EXH_KEEN_FRAME_SOUNDS];

	uint16_t map_number, map_width, map_height;
	uint16_t planes[EXH_KEEN_PLANE_COUNT][EXH_KEEN_MAP_MOST_CELLS + 1];

	/* Objects: a list in slots, the player first. */
	struct object objects[EXH_KEEN_OBJECTS + 1];
	uint16_t first_object, last_object, free_object, object_count;
	uint16_t newest_object; /* most recently made, maybe DUMMY_SLOT */
	bool full;		/* exh_keen_object_new had no slot left */
	/* Objects outside of this are put to sleep: tiles. */
	uint16_t inactivate_left, inactivate_right, inactivate_top, inactivate_bottom;

	/* The player's: keen-engine 10.1. */
	int16_t jumptime;
	uint32_t leavepoletime;
	bool plummeted; /* fell out of the level */

	struct refresh rf;
	struct sound sound;
	struct scorebox scorebox;
	struct exh_ega ega;
};

/*
 * Shared by all (core.c).
 */

/* RndT: the next of the table. */
uint8_t exh_keen_random_next(struct exh_keen_engine *e);

/* The cell; 0 outside of the plane. x, y: tiles. */
static inline uint16_t map_cell(const struct exh_keen_engine *e,
				enum exh_keen_plane plane, uint16_t x, uint16_t y)
{
	const uint32_t i = (uint32_t)y * e->map_width + x;

	return i < (uint32_t)e->map_width * e->map_height ? e->planes[plane][i] : 0;
}

/* The last of the rows from top to bottom that has to be looked at: those behind the
 * level are all alike. */
static inline uint32_t last_row(const struct exh_keen_engine *e, uint32_t top,
				uint32_t bottom)
{
	const uint32_t most = top > e->map_height ? top : e->map_height;

	return bottom < most ? bottom : most;
}

/* A foreground tile's byte of a table at a cell. */
uint8_t exh_keen_wall_at(const struct exh_keen_engine *e, enum exh_keen_tile_table table,
			 uint16_t x, uint16_t y);

/* A pole that can be climbed. */
static inline bool pole_at(const struct exh_keen_engine *e, uint16_t x, uint16_t y)
{
	return (exh_keen_wall_at(e, EXH_KEEN_INTILE, x, y) & INTILE_KIND) == INTILE_POLE;
}

static inline struct object *player_of(struct exh_keen_engine *e)
{
	return &e->objects[PLAYER_SLOT];
}

static inline uint16_t slot_of(const struct exh_keen_engine *e, const struct object *ob)
{
	return (uint16_t)(ob - e->objects);
}

/* All ticks since the engine was started: TimeCount is set back now and then. */
static inline uint64_t ticks_passed(const struct exh_keen_engine *e)
{
	return (uint64_t)e->time_count + e->time_lost;
}

/* "brocco"; for people. */
const char *exh_keen_object_class_name(uint16_t obclass);

/* The object in a slot that another remembers; the dummy for a number that is none. */
static inline struct object *object_at(struct exh_keen_engine *e, int16_t slot)
{
	return &e->objects[slot >= 0 && slot < DUMMY_SLOT ? slot : DUMMY_SLOT];
}

/* An event, if there is someone who listens. */
#define TRACES(e) ((e)->host && (e)->host->trace)
void exh_keen_trace(struct exh_keen_engine *e, const char *name,
		    const struct exh_event_field *fields, size_t count);
void exh_keen_trace_object(struct exh_keen_engine *e, const char *name,
			   const struct object *ob);

/*
 * Objects and states (object.c).
 */

typedef void (*think_function)(struct exh_keen_engine *e, struct object *ob);
typedef void (*contact_function)(struct exh_keen_engine *e, struct object *ob,
				 struct object *hit);

enum progress { STEP, SLIDE, THINK, STEPTHINK, SLIDETHINK };

struct state {
	const char *name;
	int16_t leftshape, rightshape; /* 0: keeps its own; -1: invisible */
	enum progress progress;
	bool skippable, pushtofloor;
	int16_t tictime, xmove, ymove;
	think_function think; /* may be NULL, as may all of these */
	contact_function contact;
	think_function react;
	uint16_t next; /* enum state_id */
};

/*
 * STATE(name, leftshape, rightshape, progress, skippable, pushtofloor, tictime, xmove,
 * ymove, think, contact, react, next): the lists are in these files, one for each part.
 */
enum state_id {
	STATE_NONE,
#define STATE(name, ...) STATE_##name,
#include "states_scorebox.h"
#include "states_items.h"
#include "states_keen.h"
#include "states_enemies.h"
#include "states_boss.h"
#include "states_world.h"
#undef STATE
	STATE_COUNT
};

extern const struct state exh_keen_states[STATE_COUNT];

static inline const struct state *state_of(const struct object *ob)
{
	return &exh_keen_states[ob->state];
}

/* None is in the list. */
void exh_keen_objects_clear(struct exh_keen_engine *e);
/* A new object at the end of the list, zeroed, active, clipped. NULL when there is no
 * slot left: the run can't go on. */
struct object *exh_keen_object_new(struct exh_keen_engine *e);
/* Likewise, but there is always one: where the spec says (d). It may be a dummy, which is
 * in no list. */
struct object *exh_keen_object_new_or_dummy(struct exh_keen_engine *e);
/* Its fields and its next link stay as they are. Fine for one that is removed already. */
void exh_keen_object_remove(struct exh_keen_engine *e, struct object *ob);

/* The first state of a new object, which is told of with it. */
void exh_keen_new_state(struct exh_keen_engine *e, struct object *ob,
			enum state_id state);
void exh_keen_change_state(struct exh_keen_engine *e, struct object *ob,
			   enum state_id state);
/* All that an active object does in a frame: thinks, moves, is clipped. */
void exh_keen_state_machine(struct exh_keen_engine *e, struct object *ob);

/* PlaceSprite of its shape at its place. */
void exh_keen_place_object(struct exh_keen_engine *e, struct object *ob,
			   unsigned priority);
/* Reacts and thinks that many have. */
void exh_keen_draw_react(struct exh_keen_engine *e, struct object *ob);	 /* priority 1 */
void exh_keen_draw_react2(struct exh_keen_engine *e, struct object *ob); /* 2 */
void exh_keen_draw_react3(struct exh_keen_engine *e, struct object *ob); /* 3 */
void exh_keen_draw_react0(struct exh_keen_engine *e, struct object *ob); /* 0: enemies */

/*
 * Movement and clipping (clip.c). Source: keen-engine 8.
 */

void exh_keen_clip_to_walls(struct exh_keen_engine *e, struct object *ob);
void exh_keen_clip_to_sprite_side(struct exh_keen_engine *e, struct object *push,
				  struct object *solid);
void exh_keen_clip_to_sprite(struct exh_keen_engine *e, struct object *push,
			     struct object *solid, bool squish);
void exh_keen_do_gravity(struct exh_keen_engine *e, struct object *ob);
/* Up with its speed for the tics that are left of a jump, and no longer than the frame:
 * returns how many are left then. */
int16_t exh_keen_rise(const struct exh_keen_engine *e, struct object *ob, int16_t left);
void exh_keen_accelerate_x(struct exh_keen_engine *e, struct object *ob, int16_t dir,
			   int16_t most);
void exh_keen_friction_x(struct exh_keen_engine *e, struct object *ob);
void exh_keen_projectile_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_velocity_think(struct exh_keen_engine *e, struct object *ob);

/*
 * Frames (play.c) and levels (level.c). Source: keen-engine 5, 9, 10.5.
 */

void exh_keen_play_frame(struct exh_keen_engine *e,
			 const struct exh_keen_controls *controls);
/* From where the origin is. */
void exh_keen_calc_inactivate(struct exh_keen_engine *e);
/* Its tiles and those of the port meet. */
bool exh_keen_is_in_port(const struct exh_keen_engine *e, const struct object *ob);
enum exh_status exh_keen_level_start(struct exh_keen_engine *e,
				     const struct exh_keen_start *start,
				     struct exh_notes *notes, struct exh_error *err);
/* playstate says how: what the game does then; e->over if that was all. */
void exh_keen_level_end(struct exh_keen_engine *e);
/* The one of gamestate.mapon; false if there is none that can be played. */
bool exh_keen_level_next(struct exh_keen_engine *e);

/*
 * The player (keen.c) and items (items.c). Source: keen-engine 10.1, 10.2.
 */

void exh_keen_kill_player(struct exh_keen_engine *e);
/* Contact of all his states but those of dying. */
void exh_keen_player_contact(struct exh_keen_engine *e, struct object *ob,
			     struct object *hit);
/* Spawns from the info plane: cell x, y. Keen's object is in the list already. */
void exh_keen_spawn_player(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			   int16_t xdir);
void exh_keen_spawn_bonus(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			  unsigned type);
void exh_keen_spawn_door(struct exh_keen_engine *e, uint16_t x, uint16_t y);
void exh_keen_give_points(struct exh_keen_engine *e, uint32_t points);
/* What the player picked up: hit is a bonus object. */
void exh_keen_take_bonus(struct exh_keen_engine *e, struct object *hit);
void exh_keen_power_contact(struct exh_keen_engine *e, struct object *ob,
			    struct object *hit);
/* He throws a flower or a bomb from there. */
void exh_keen_throw_power(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			  enum direction dir);
/* ob hits the floor: new speeds. Returned is sp of the spec: half of the speed that it
 * had, about 256 of it for one of ob's. */
uint32_t exh_keen_bounce(struct exh_keen_engine *e, struct object *ob);
/* An enemy is hit by a flower. */
void exh_keen_change_to_flower(struct exh_keen_engine *e, struct object *ob);

/*
 * Enemies (enemies_*.c, boss.c). Source: keen-engine 9, 10.3.
 */

/* False: the value stands for none. */
bool exh_keen_spawn_enemy(struct exh_keen_engine *e, uint16_t value, uint16_t x,
			  uint16_t y);

/* The world map (world.c). Source: keen-engine 10.4. */
void exh_keen_spawn_world_player(struct exh_keen_engine *e, uint16_t x, uint16_t y);
/* PatchWorldMap: flags on the cities that are done. */
void exh_keen_patch_world_map(struct exh_keen_engine *e);

#endif
