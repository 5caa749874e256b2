/*
 * Internal interfaces of the Keen Dreams core, in order: each part calls parts above it,
 * and never one below. The actors - items, the player, enemies, objects of the world map
 * - have actors.h, which the table of states uses.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_DREAMS_PARTS_H
#define EXH_ENGINE_KEEN_DREAMS_DREAMS_PARTS_H

#include "dreams_state.h"

/*
 * Shared by all (core.c).
 */

/* RndT: returns the next number of the table. */
uint8_t exh_keen_random_next(struct exh_keen_engine *e);

/* Returns a cell of a plane; 0 outside of it. x, y: tiles. */
static inline uint16_t map_cell(const struct exh_keen_engine *e,
				enum exh_keen_plane plane, uint16_t x, uint16_t y)
{
	const uint32_t i = (uint32_t)y * e->map_width + x;

	return i < (uint32_t)e->map_width * e->map_height ? e->planes[plane][i] : 0;
}

/* Returns the last row from top to bottom that must be checked: all rows past the level
 * are alike. */
static inline uint32_t last_row(const struct exh_keen_engine *e, uint32_t top,
				uint32_t bottom)
{
	const uint32_t most = top > e->map_height ? top : e->map_height;

	return bottom < most ? bottom : most;
}

/* Returns a foreground tile's byte of a table at a cell. */
uint8_t exh_keen_wall_at(const struct exh_keen_engine *e, enum exh_keen_tile_table table,
			 uint16_t x, uint16_t y);

/* True if the cell has a pole that can be climbed. */
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

/* Returns all ticks since the engine was started; TimeCount is set back now and then. */
static inline uint64_t ticks_passed(const struct exh_keen_engine *e)
{
	return (uint64_t)e->time_count + e->time_lost;
}

/* Returns a name for people, e.g. "brocco". */
const char *exh_keen_object_class_name(uint16_t obclass);

/* Returns the object in a slot that another object remembers; the dummy for an invalid
 * number. */
static inline struct object *object_at(struct exh_keen_engine *e, int16_t slot)
{
	return &e->objects[slot >= 0 && slot < DUMMY_SLOT ? slot : DUMMY_SLOT];
}

/* Sends an event to the host. TRACES: True if the host takes traces. */
#define TRACES(e) ((e)->host && (e)->host->trace)
void exh_keen_trace(struct exh_keen_engine *e, const char *name,
		    const struct exh_event_field *fields, size_t count);
void exh_keen_trace_object(struct exh_keen_engine *e, const char *name,
			   const struct object *ob);
/*
 * States: the table is above all parts (states.c), and in each engine.
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
	think_function think; /* functions may be NULL */
	contact_function contact;
	think_function react;
	uint16_t next; /* enum state_id */
};

/*
 * States are listed in state_list.h.
 */
enum state_id {
	STATE_NONE,
#define STATE(name, ...) STATE_##name,
#include "state_list.h"
#undef STATE
	STATE_COUNT
};

/* The table of states, for code that starts or loads an engine. */
extern const struct state exh_keen_states[STATE_COUNT];

static inline const struct state *state_of(const struct exh_keen_engine *e,
					   const struct object *ob)
{
	return &e->states[ob->state];
}

/*
 * Sounds (dreams_sound.c): who may interrupt whom, and the service of the timer's
 * interrupt that plays them. Source: keen-engine 11.
 */

/* Sounds that the core plays. Source: keen-engine 10, keen-formats 5.1. */
enum {
	SOUND_JUMP = 2,
	SOUND_LAND,
	SOUND_THROW,
	SOUND_POWER = 6, /* a flower is picked up */
	SOUND_POINTS,
	SOUND_BOMB,
	SOUND_FLOWER,	 /* an enemy becomes a flower ... */
	SOUND_NO_FLOWER, /* ... and is an enemy again */
	SOUND_ENTER_LEVEL,
	SOUND_DIE,
	SOUND_LEVEL_DONE,
	SOUND_NO_WAY, /* no key, nothing to throw */
	SOUND_HIT_HEAD,
	SOUND_TATER_SWING,
	SOUND_BOUNCE,
	SOUND_KEEN, /* an extra life */
	SOUND_OPEN_DOOR,
	SOUND_THROW_BOMB,
	SOUND_EXPLODE,
	SOUND_BOOBUS_GONE,
	SOUND_KEY,
	SOUND_GRAPE_SCREAM,
	SOUND_PLUMMET,
};

enum { SERVICES_PER_TICK = 2 };

/* Starts without a sound, before service 0. The writes that set the device up follow in
 * the first step that needs sound. */
void exh_keen_sound_start(struct exh_keen_engine *e, enum exh_audio_device device);
/* Requests a sound; it plays if its priority is not below that of the current one. */
void exh_keen_play_sound(struct exh_keen_engine *e, unsigned number);
/* Advances by a tick: two services. The result does not depend on a listener. */
void exh_keen_sound_tick(struct exh_keen_engine *e);

/*
 * The refresh manager (refresh*.c). Source: keen-engine 3, 4.
 */

/*
 * Starts the refresh manager for the level in e->planes, whose info plane was scanned for
 * objects; animated cells of the info plane get references to their animation. Sets the
 * borders and the hook of the second refresh; draws nothing. There are no sprites, and
 * the card is as the BIOS leaves it, black. The caller sets rf.variant and
 * rf.compatible_vga.
 */
void exh_keen_rf_level_start(struct exh_keen_engine *e);
void exh_keen_rf_counts_clear(struct exh_keen_engine *e);

void exh_keen_rf_new_position(struct exh_keen_engine *e, uint16_t x, uint16_t y);
/* dx, dy: units. */
void exh_keen_rf_scroll(struct exh_keen_engine *e, int16_t dx, int16_t dy);
/* Places a sprite. handle: object.sprite; 0: takes a free sprite, if any is left. x, y:
 * units. chunk 0: removes the sprite. */
void exh_keen_rf_place_sprite(struct exh_keen_engine *e, uint16_t *handle, uint16_t x,
			      uint16_t y, uint16_t chunk, unsigned priority);
void exh_keen_rf_remove_sprite(struct exh_keen_engine *e, uint16_t *handle);
/* Draws one displayed frame: steps 1 to 9 of keen-engine 4, the clock included. */
void exh_keen_rf_refresh(struct exh_keen_engine *e);
void exh_keen_rf_force_refresh(struct exh_keen_engine *e);

/* Marks the cells that may differ from the previous screen, UPDATE_COLUMNS a row. Valid
 * after a refresh that is the only one of its frame and at the same origin. */
void exh_keen_rf_changed_cells(const struct exh_keen_engine *e,
			       uint8_t cells[UPDATE_WINDOW]);

/* Checks that a loaded state is within its bounds. */
bool exh_keen_rf_is_sound(const struct exh_keen_engine *e);

/* Returns the screen's top left corner in its port, in pixels: LINE_PIXELS a line. */
uint32_t exh_keen_rf_pan(const struct exh_keen_engine *e);

/*
 * The screen fades (fade.c): rows of the palette's registers, one after the other. They
 * take no time of the virtual clock. CGA has none. Source: keen-engine 10.6.
 */

enum {
	FADE_ROWS = 6,
	FADE_BLACK = 0,
	FADE_NORMAL = 3,
	FADE_WHITE = 5,
	FADE_BLANKS = 6, /* vertical blanks that each row is shown */
};

/* Fades from one row to another; an event "fade" for each row as it takes effect. */
void exh_keen_fade(struct exh_keen_engine *e, unsigned from, unsigned to);

/* Sets a row at once, without an event. */
void exh_keen_fade_set(struct exh_keen_engine *e, unsigned row);
/* Returns the current row; FADE_ROWS: none, before the first fade. */
unsigned exh_keen_fade_row(const struct exh_keen_engine *e);

/*
 * Movement and clipping (clip.c). Source: keen-engine 8.
 */

void exh_keen_clip_to_walls(struct exh_keen_engine *e, struct object *ob);
/* Moves and clips the same way, but never pushes the object to the floor. */
void exh_keen_move_and_clip(struct exh_keen_engine *e, struct object *ob);
void exh_keen_do_gravity(struct exh_keen_engine *e, struct object *ob);
/* Moves the object up at its speed for the frame's tics, at most the left ones. Returns
 * the tics that remain. */
int16_t exh_keen_rise(const struct exh_keen_engine *e, struct object *ob, int16_t left);
void exh_keen_accelerate_x(struct exh_keen_engine *e, struct object *ob, int16_t dir,
			   int16_t most);
void exh_keen_friction_x(struct exh_keen_engine *e, struct object *ob);
void exh_keen_projectile_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_velocity_think(struct exh_keen_engine *e, struct object *ob);

/*
 * Objects (object.c).
 */

/* Empties the list. */
void exh_keen_objects_clear(struct exh_keen_engine *e);
/* Appends a new object to the list, zeroed, active, clipped. NULL when no slot is left:
 * the run can't continue. */
struct object *exh_keen_object_new(struct exh_keen_engine *e);
/* Makes an object and never fails: for new objects marked (d) in the specification. May
 * return a dummy, which is in no list. */
struct object *exh_keen_object_new_or_dummy(struct exh_keen_engine *e);
/* Removes the object; its fields and its next link stay. Does nothing if it is already
 * removed. */
void exh_keen_object_remove(struct exh_keen_engine *e, struct object *ob);

/* Sends an event with all data of each object in the list, in its order (object_trace.c).
 */
void exh_keen_trace_objects(struct exh_keen_engine *e);

/* Sets the first state of a new object, and traces the object with it. */
void exh_keen_new_state(struct exh_keen_engine *e, struct object *ob,
			enum state_id state);
void exh_keen_change_state(struct exh_keen_engine *e, struct object *ob,
			   enum state_id state);
/* Runs an active object for a frame: thinks, moves, clips. */
void exh_keen_state_machine(struct exh_keen_engine *e, struct object *ob);

/* PlaceSprite of the object's shape at its position. */
void exh_keen_place_object(struct exh_keen_engine *e, struct object *ob,
			   unsigned priority);
/* React functions of many states. */
void exh_keen_draw_react(struct exh_keen_engine *e, struct object *ob);	 /* priority 1 */
void exh_keen_draw_react2(struct exh_keen_engine *e, struct object *ob); /* 2 */
void exh_keen_draw_react3(struct exh_keen_engine *e, struct object *ob); /* 3 */
void exh_keen_draw_react0(struct exh_keen_engine *e, struct object *ob); /* 0: enemies */

/*
 * The score box (scorebox.c): a sprite that is painted anew when a number changes.
 * Source: keen-engine 10.6.
 */

/* Takes slot SCOREBOX_SLOT; must come before any object other than the player. */
void exh_keen_spawn_scorebox(struct exh_keen_engine *e);
/* Functions of its only state, in state_list.h. */
void exh_keen_scorebox_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_scorebox_react(struct exh_keen_engine *e, struct object *ob);

/*
 * Items (items.c, power.c, flower.c). Source: keen-engine 10.2.
 */

void exh_keen_spawn_bonus(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			  unsigned type);
void exh_keen_spawn_door(struct exh_keen_engine *e, uint16_t x, uint16_t y);
void exh_keen_give_points(struct exh_keen_engine *e, uint32_t points);
/* Gives the player the bonus object hit. */
void exh_keen_take_bonus(struct exh_keen_engine *e, struct object *hit);
void exh_keen_power_contact(struct exh_keen_engine *e, struct object *ob,
			    struct object *hit);
/* The player throws a flower or a bomb from x, y. */
void exh_keen_throw_power(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			  enum direction dir);
/* Bounces ob off the floor and sets its new speeds. Returns sp of the specification: half
 * of ob's speed, about 256 for each unit of ob's. */
uint32_t exh_keen_bounce(struct exh_keen_engine *e, struct object *ob);
/* Turns an enemy that was hit by a flower into one. */
void exh_keen_change_to_flower(struct exh_keen_engine *e, struct object *ob);

/*
 * The player (keen*.c), and objects that push him (clip_sprite.c). Source: keen-engine 8,
 * 10.1.
 */

void exh_keen_kill_player(struct exh_keen_engine *e);
void exh_keen_clip_to_sprite_side(struct exh_keen_engine *e, struct object *push,
				  struct object *solid);
void exh_keen_clip_to_sprite(struct exh_keen_engine *e, struct object *push,
			     struct object *solid, bool squish);
/* Contact function of all player states except dying. */
void exh_keen_player_contact(struct exh_keen_engine *e, struct object *ob,
			     struct object *hit);
/* Spawns the player of the info plane in cell x, y. His object is already in the list. */
void exh_keen_spawn_player(struct exh_keen_engine *e, uint16_t x, uint16_t y,
			   int16_t xdir);

/*
 * Enemies (enemies_*.c, boss.c). Source: keen-engine 9, 10.3.
 */

/* False if the value is not an enemy. */
bool exh_keen_spawn_enemy(struct exh_keen_engine *e, uint16_t value, uint16_t x,
			  uint16_t y);

/* The world map (world_map.c). Source: keen-engine 10.4. */
void exh_keen_spawn_world_player(struct exh_keen_engine *e, uint16_t x, uint16_t y);
/* PatchWorldMap: flags on the cities that are done. */
void exh_keen_patch_world_map(struct exh_keen_engine *e);

/* Cheat keys, F10 and a letter, at a frame's end (cheats.c). Source: keen-engine 5, 10.5.
 */
void exh_keen_cheat(struct exh_keen_engine *e, const struct exh_keen_controls *controls);

/*
 * Frames (play.c) and levels (level.c). Source: keen-engine 5, 9, 10.5.
 */

void exh_keen_play_frame(struct exh_keen_engine *e,
			 const struct exh_keen_controls *controls);
/* Computes the bounds from the current origin. */
void exh_keen_calc_inactivate(struct exh_keen_engine *e);
/* True if the object's tiles overlap the port. */
bool exh_keen_is_in_port(const struct exh_keen_engine *e, const struct object *ob);
enum exh_status exh_keen_level_start(struct exh_keen_engine *e,
				     const struct exh_keen_start *start,
				     struct exh_notes *notes, struct exh_error *err);
/* Acts on playstate at a level's end; sets e->over if the run ends. */
void exh_keen_level_end(struct exh_keen_engine *e);
/* Starts the level gamestate.mapon; false if it can't be played. */
bool exh_keen_level_next(struct exh_keen_engine *e);

/*
 * Fields of a saved state after its header (dreams_save.c), without a checksum. Reading
 * takes a game's engine that is not started, and starts it, unless it fails.
 */
void exh_keen_fields_write(const struct exh_keen_engine *e, struct exh_writer *out);
enum exh_status exh_keen_fields_read(struct exh_keen_engine *e,
				     const struct exh_keen_game *game,
				     struct exh_bytes in, struct exh_error *err);

#endif
