/*
 * The engine from inside: what its files share.
 *
 * A tick is a list of phases, and what waits (a video, a turn) stops it within one: the
 * next steps go on from there. So the state between two steps is all there is.
 */
#ifndef EXH_ENGINE_ZVISION_ZV_PARTS_H
#define EXH_ENGINE_ZVISION_ZV_PARTS_H

#include "../../engine/save_walk.h"
#include "zv_world.h"

static inline int32_t zv_clamp(int64_t number, int32_t least, int32_t most)
{
	return number < least ? least : number > most ? most : (int32_t)number;
}

/* Returns number modulo by: at least 0, and below by. */
static inline int32_t zv_modulo(int64_t number, int64_t by)
{
	return (int32_t)((number % by + by) % by);
}

/* Returns a copy that the caller frees; NULL: out of memory, or nothing to copy. */
uint16_t *exh_zv_copy_pixels(const uint16_t *pixels, size_t count);

/* Clips a rectangle to a picture. False: it lies outside. */
bool exh_zv_clip(const struct exh_zv_picture *picture, struct zv_rectangle *place);

/* Returns row y of a rectangle that lies in a picture. */
static inline uint16_t *zv_row(const struct exh_zv_picture *picture,
			       const struct zv_rectangle *place, size_t y)
{
	return picture->pixels + ((size_t)place->y1 + y) * picture->width +
	       (size_t)place->x1;
}

/*
 * Side effects: run by themselves after the result that began them, with a clock of their
 * own, and are found by their keys.
 *
 * Source: zvision 10 and 11; formats/engine/zvision/README.md, "Side effects".
 */

enum zv_effect_kind {
	EFFECT_TIMER,
	EFFECT_ANIMATION, /* ends with the first that it plays */
	EFFECT_PRELOADED, /* an animation that stays until it is unloaded */
	EFFECT_MUSIC,
	EFFECT_FADE,
	EFFECT_PAN_TRACK,
	EFFECT_DISTORT,
	EFFECT_REGION,
	EFFECT_TEXT,	/* typed letter by letter */
	EFFECT_MISSING, /* a missing file of a sound or an animation; the last kind */
};

/* Frames of a film that are played in their turn. */
struct zv_playing {
	int32_t key; /* 1 from its first frame on, 2 at its end; or ZV_NO_KEY */
	struct zv_rectangle place;
	int32_t first, last;
	int32_t loops; /* loops left; 0: forever */
};

enum { ZV_MAX_QUEUE = 256 };

struct zv_animation {
	const struct zv_film *film;
	int32_t clear; /* transparent colour, or -1 */
	int32_t frame_ms;
	struct zv_playing *queue; /* the first one plays */
	size_t queue_count;
	int32_t frame, shown; /* frame that is due, and frame in pixels; -1: none yet */
	int64_t wait_ms;      /* until the next frame */
	uint16_t *pixels;     /* pixels of frame `shown` */
};

enum { ZV_FULL_VOLUME = 10000 };

/* A note that is played without a recording. */
struct zv_note {
	int32_t program; /* instrument; 0, the piano, fades and ends by itself */
	int32_t number;	 /* 69: 440 Hz */
};

enum {
	ZV_NOTES = 128,
	ZV_PIANO_MS = 2000,
	ZV_FULL_BALANCE = 127,
	ZV_FULL_MAGNITUDE = 255
};

/* Music plays on while the rest of the game waits. */
struct zv_music {
	const struct zv_sound *sound; /* NULL: a note */
	struct zv_note note;
	uint64_t start_tick; /* tick in which it began */
	bool loops, is_universal;
	int32_t volume;	  /* 0 to ZV_FULL_VOLUME: whole hundredths of it */
	int32_t with;	  /* key of the animation that it runs with, or ZV_NO_KEY */
	int32_t balance;  /* -ZV_FULL_BALANCE: left, ZV_FULL_BALANCE: right */
	int32_t loudness; /* for its direction: 0 to ZV_FULL_VOLUME */
};

/* Direction of a sound. */
struct zv_pan {
	int32_t sound;	   /* key of the sound */
	int32_t place;	   /* column of the panorama; degrees, if it is fixed */
	int32_t magnitude; /* 0: no direction; ZV_FULL_MAGNITUDE: all of it */
	bool is_fixed;	   /* place counts in flat rooms, too */
	bool ends_ahead;   /* the sound comes from ahead again at the effect's end */
};

struct zv_fade {
	int32_t keys[2], from[2], to[2]; /* keys of music; volumes */
	int64_t elapsed_ms, length_ms;
};

struct zv_distort {
	double speed, angle, linscale; /* start of the range */
	double to_angle, to_linscale;  /* end of the range */
	double at;		       /* position, 1 to count */
	double count;
	bool goes_down;
};

struct zv_water {
	double cx, cy, amplitude, length, speed;
};

/* Pixels like the one at a point brighten and darken. */
struct zv_light {
	int32_t x, y, depth;
	int32_t least, most; /* range of step in which no channel overflows */
	int32_t step;	     /* added to each channel */
	bool goes_down;
};

struct zv_fog {
	const struct zv_art *mask, *cloud; /* NULL: nothing is drawn */
	int32_t rises;	  /* steps of the cloud's values so far, modulo their period */
	int32_t shift;	  /* columns that the cloud is shifted by */
	int32_t color[3]; /* red, green, blue: 0 to 31 */
};

enum zv_region_kind { REGION_WATER, REGION_LIGHT, REGION_FOG, REGION_UNKNOWN };

struct zv_region {
	struct zv_rectangle place;
	bool is_on_view; /* else on the background */
	enum zv_region_kind kind;
	int32_t delay_ms; /* from frame to frame, at least 1 */
	int32_t frame, frames;
	int64_t wait_ms;
	struct zv_water water;
	struct zv_light light;
	struct zv_fog fog;
};

/* Part of the background that is drawn over, with the pixels before. */
struct zv_cover {
	uint32_t screen;	   /* number of the background, as engine->screen */
	struct zv_rectangle place; /* valid if there are pixels */
	uint16_t *pixels;	   /* NULL: covers nothing */
};

/* A text that is typed into the background. */
struct zv_typing {
	const struct zv_lines *lines;
	struct zv_rectangle place;
	int32_t delay_ms; /* time of a letter */
	int64_t elapsed_ms;
	int64_t letters, shown; /* number of all letters, and of letters drawn */
	struct zv_cover cover;
};

struct zv_effect {
	enum zv_effect_kind kind;
	int32_t key;	     /* ZV_NO_KEY: none */
	enum zv_scope scope; /* scope of the puzzle that began it */
	bool is_over;
	union {
		struct {
			int64_t left_ms;
			int32_t unit_ms;
		} timer;
		struct zv_animation animation;
		struct zv_music music;
		struct zv_fade fade;
		struct zv_pan pan;
		struct zv_distort distort;
		struct zv_region region;
		struct zv_typing typing; /* TEXT */
		bool is_loaded;		 /* MISSING: waits to be played */
	};
};

enum { ZV_MAX_EFFECTS = 256 };

/* Effects in the order in which they were started. */
struct zv_effects {
	struct zv_effect items[ZV_MAX_EFFECTS];
	size_t count;
};

/*
 * Controls: parts of a place that the player can use, as its nodeview script lists them.
 *
 * A control's settings are read from the script whenever they are needed; its state is
 * here.
 *
 * Source: zvision 9; formats/engine/zvision/README.md, "Controls".
 */

/* Controls that play frames of an animation have a picture of their own. */
struct zv_control_film {
	const struct zv_film *film; /* NULL: none */
	int32_t shown;		    /* frame; -1: none yet */
	uint16_t *pixels;
};

struct zv_control_lever {
	struct exh_zv_lever_motion motion; /* lever NULL: no description */
	bool is_drawn;
};

/* A dial that turns frame by frame. */
struct zv_control_safe {
	int32_t state, frame, to_frame;
	int64_t wait_ms;
	bool turns;
};

struct zv_control_movie {
	int32_t frame, cycles_left;
	int64_t wait_ms;
	bool is_over;
};

struct zv_control_slot {
	int32_t shown; /* item; 0: none */
};

/* A line of a text. */
struct zv_control_titler {
	int32_t line, shown; /* line to be shown, and line drawn; -1: none */
};

enum { ZV_TITLE_SIZE = 33 };

/* A field for text. */
struct zv_control_input {
	char text[ZV_TITLE_SIZE];
	bool is_focused;
	bool is_fixed;	 /* can be chosen, not changed */
	bool is_entered; /* Return was pressed */
	bool is_drawn;
};

/* A list of saved games, in fields. */
struct zv_control_save {
	bool is_ready; /* the fields have their titles */
};

struct zv_control_fist {
	const struct zv_fist *fist; /* NULL: no description */
	uint32_t bits;
	bool plays;
	int32_t frame, last; /* frame to be shown next; last frame */
	int64_t wait_ms;
};

struct zv_control_paint {
	struct exh_zv_picture brush, paint; /* pixels NULL: none */
	bool is_down;
};

struct zv_control_type;

struct zv_control_state {
	const struct zv_control *control;
	const struct zv_control_type *type; /* NULL: cannot be used */
	struct zv_control_film film;
	struct zv_cover cover;
	union {
		struct zv_control_lever lever;
		struct zv_control_safe safe;
		struct zv_control_movie movie;
		struct zv_control_slot slot;
		struct zv_control_titler titler;
		struct zv_control_input input;
		struct zv_control_save save;
		struct zv_control_fist fist;
		struct zv_control_paint paint;
	};
};

struct zv_controls {
	struct zv_control_state *items;
	size_t count;
};

/* Keys that the engine itself reads or writes. */
enum {
	KEY_WORLD = 3,
	KEY_ROOM = 4,
	KEY_NODE = 5,
	KEY_VIEW = 6,
	KEY_OFFSET = 7,
	KEY_PRESSED = 8,
	KEY_ITEM = 9,
	KEY_LEFT_BUTTON = 10,
	KEY_ROUNDS = 12,
	KEY_VENUS = 13,
	KEY_RIGHT_BUTTON = 18,
	KEY_MENU = 19, /* enum zv_menu_kind */
	KEY_RESTORED = 20,
	KEY_QUITS = 39,
	KEY_LAST_PLACE = 40,	  /* to 44 */
	KEY_LAST_MENU_PLACE = 45, /* to 49 */
	KEY_TURN_SPEED = 50,
	KEY_SUBTITLES = 51,
	KEY_MOUSE_SPEED = 53,
	KEY_QSOUND = 57,
	KEY_VENUS_ENABLED = 58,
	KEY_STILL_WHILE_TURNING = 71,
	KEY_CHEATS = 74,
	KEY_MPEG = 78, /* 1: films of a DVD are played */
	KEY_ITEM_COUNT = 100,
	KEY_ITEMS = 101,
	MAX_ITEMS = 49,
	KEY_MENU_CELLS = 150, /* number of cells of the item menu; 0: the usual number */
	KEY_MENU_ITEMS = 151,
	KEY_SPELLS = 191,	/* spells of the player */
	KEY_SPELL = 205,	/* spell that the player has chosen */
	KEY_OTHER_SPELLS = 206, /* 1: spells have their alternative numbers */
};

enum {
	PLACE_SIZE = 4,
	MENU_BITS = 0xffff,
	MENU_EXIT = 1,
	MENU_SETTINGS = 2,
	MENU_RESTORE = 4,
	MENU_SAVE = 8,
	MENU_ITEMS = 0x100,
	MENU_MAGIC = 0x200,
	PLACE_RENDER_DELAY = 2, /* frames that are not drawn after a change of place */
	VIDEO_RENDER_DELAY = 2, /* ... after a video */
	RESTORED_RENDER_DELAY = 10, /* ... after a game was restored */
	PLACE_DELAY = 2,	    /* ticks from change_location to the change */
	MAX_EVENTS = 64,
};

/* The phases of a tick, in their order. */
enum zv_phase {
	PHASE_KEYS,
	PHASE_SCROLL,
	PHASE_PLACE,	  /* changes the place */
	PHASE_PLACE_ROOM, /* runs the loaded room */
	PHASE_PLACE_VIEW, /* ... and the loaded nodeview */
	PHASE_EFFECTS,
	PHASE_FIRST_SCOPE, /* followed by the other scopes */
	PHASE_CONTROLS = PHASE_FIRST_SCOPE + ZV_SCOPES,
	PHASE_END,
};

/* Reasons for which the rest of the game waits. */
enum zv_wait { WAIT_NONE, WAIT_VIDEO, WAIT_TURN, WAIT_QUESTION, WAIT_MESSAGE };

/* Lines of the game's system strings that questions and messages show. */
enum zv_talk_line {
	TALK_SAVED = 4,
	TALK_QUIT = 6,
	TALK_NO_TITLE = 21,
	TALK_REPLACE = 23,
};

/* Question or message over everything, while the rest waits. */
struct zv_talk {
	enum zv_talk_line line;
	unsigned ticks_left; /* until a message ends */
};

struct zv_video {
	const struct zv_film *film;
	int32_t shown; /* frame */
	uint64_t elapsed_ms;
	struct zv_rectangle place; /* rectangle in the window */
	uint16_t *pixels;	   /* pixels of a frame */
};

struct zv_turn {
	int32_t target, step;
	uint32_t steps_left, step_ms, waited_ms;
};

/* Menus; the numbers are values of KEY_MENU. Nemesis has only the main menu. */
enum zv_menu_kind { MENU_CLOSED, MENU_OF_ITEMS, MENU_MAIN, MENU_OF_MAGIC };

struct zv_menu {
	enum zv_menu_kind kind;
	int32_t shown;	  /* pixels that the menu has slid into the screen */
	bool is_left;	  /* the mouse has left the menu: it slides away */
	int32_t x, y;	  /* last position of the mouse that the menu followed */
	int32_t over;	  /* 1 + the entry under the mouse; 0: none */
	int32_t hover_ms; /* time since the mouse entered it */
	bool is_used;	  /* clicked since then */
};

/* Line that a cheat shows for a while. */
enum zv_notice_kind { NOTICE_PLACE, NOTICE_RATE };

struct zv_notice {
	enum zv_notice_kind kind;
	unsigned ticks_left; /* 0: none */
};

enum { ZV_TYPED = 20 /* codes of keys that cheats look at */ };

enum zv_event_kind { EVENT_DOWN, EVENT_UP, EVENT_DOUBLE };

struct zv_event {
	enum zv_event_kind kind;
	int32_t x, y; /* on the screen */
};

/* Last press of the left button. */
struct zv_press {
	uint64_t tick; /* 0: no press that could begin a double click */
	int32_t x, y;
};

struct zv_change {
	bool is_pending;
	unsigned ticks_left;
	char place[PLACE_SIZE];
	int32_t offset;
};

/* Saved games kept by the run (kept_games.c). */
enum { MAX_SAVES = 16 };

struct zv_saved_game {
	size_t users;
	char name[ZV_NAME_SIZE];
	struct exh_writer bytes;
};

struct zv_saves {
	struct zv_saved_game *games[MAX_SAVES];
	size_t count;
	struct zv_saved_game *before; /* the game before the list of saved games was
				       * entered; NULL: none */
};

/* A control's request to the engine; between two ticks only if a question was asked. */
enum zv_request_kind { REQUEST_NONE, REQUEST_SAVE, REQUEST_RESTORE };

struct zv_request {
	enum zv_request_kind kind;
	bool is_confirmed; /* a saved game may be replaced */
	int32_t slot;
	char title[ZV_TITLE_SIZE];
};

/* A puzzle that has fired in each tick from the first to the last (watch.c). */
enum { ZV_WATCHED = 16 };

struct zv_watched {
	const struct zv_puzzle *puzzle; /* NULL: none */
	uint64_t first, last;
};

struct exh_zv_engine {
	struct exh_zv_world *world;
	enum exh_zv_rules rules;
	struct zv_scheduler scheduler;
	uint64_t tick, random;
	enum zv_phase phase;
	struct zv_run run;
	bool room_is_new, place_is_new;
	char place[PLACE_SIZE];
	struct zv_change change;
	/* Input. */
	struct exh_zv_input input, before;
	struct zv_event events[MAX_EVENTS];
	size_t event_count;
	struct zv_controls controls;
	struct zv_press last_press;
	uint8_t typed[ZV_TYPED]; /* the last one at the end */
	/* Activities that run by themselves. */
	struct zv_effects effects;
	enum zv_wait wait;
	struct zv_video video;
	struct zv_turn turn;
	struct zv_talk talk;
	struct zv_notice notice;
	/* Picture. */
	struct exh_zv_picture background; /* pixels NULL: none yet */
	uint32_t screen;		  /* number of backgrounds shown so far */
	struct exh_zv_pano pano;
	struct exh_arena pano_arena;
	struct exh_zv_pano_options room; /* options of the nodeview; pano may be bent */
	unsigned render_delay;
	uint16_t *window; /* pixels as last drawn */
	bool is_turning;  /* the panorama turns in this tick */
	bool is_drawn;	  /* window is up to date ... */
	int32_t drawn_at; /* ... for this location */
	bool is_dark;	  /* the window is black in this tick */
	bool cursor_is_hidden;
	uint32_t menu_bits;
	struct zv_menu menu;
	struct zv_saves saves;
	struct zv_request request;
	/* Statistics. */
	uint32_t keys_set, fired;
	uint64_t unknown_actions;
	struct zv_watched watched[ZV_WATCHED];
	const char *end_name; /* NULL: the game goes on */
	bool is_restored;     /* restored in this tick, which ends there */
	const struct exh_host *host;
};

/* Resets the engine to its state after exh_zv_engine_new (zv_engine.c). */
void exh_zv_engine_clear(struct exh_zv_engine *engine);

/*
 * Keys and items (keys.c).
 */
static inline int32_t zv_get(const struct exh_zv_engine *engine, int32_t key)
{
	return exh_zv_value(&engine->scheduler, key);
}

/* Returns ZV_NO_KEY for a key that the game does not have. */
static inline int32_t zv_known(const struct exh_zv_engine *engine, int32_t key)
{
	return key >= 0 && key < engine->scheduler.key_count ? key : ZV_NO_KEY;
}

void exh_zv_set(struct exh_zv_engine *engine, int32_t key, int32_t value);
/* Shows the hint of a key if the key is above 0. */
void exh_zv_hint(struct exh_zv_engine *engine, int32_t key);
/* Returns a random number from 0 to most, both included. */
int32_t exh_zv_random(struct exh_zv_engine *engine, int32_t most);
/* Removes the queue's first event. */
void exh_zv_event_drop(struct exh_zv_engine *engine);
/* Ends the game. */
void exh_zv_end(struct exh_zv_engine *engine, const char *name);
void exh_zv_inventory_add(struct exh_zv_engine *engine, int32_t item);
void exh_zv_inventory_drop(struct exh_zv_engine *engine, int32_t item);
void exh_zv_inventory_cycle(struct exh_zv_engine *engine);

static inline bool zv_is_panorama(const struct exh_zv_engine *engine)
{
	return engine->room.kind == EXH_ZV_PANA;
}

/* Returns the rectangle of a film in its own size; in panoramas, frames are stored with
 * rows and columns exchanged. The corner must leave room. */
static inline struct zv_rectangle zv_film_at(const struct exh_zv_engine *engine,
					     const struct zv_film *film, int32_t x,
					     int32_t y)
{
	const bool is_turned = zv_is_panorama(engine);

	return (struct zv_rectangle){
		x, y, x + (int32_t)(is_turned ? film->height : film->width) - 1,
		y + (int32_t)(is_turned ? film->width : film->height) - 1
	};
}

/*
 * Places (place.c).
 */
static inline bool zv_is_place_letter(int32_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool exh_zv_is_place(const char place[PLACE_SIZE]);

/* True for rooms of the menu, which keep a place to return to separately. */
static inline bool zv_is_menu(const char place[PLACE_SIZE])
{
	return place[0] == 'g' && place[1] == 'j';
}

/* place "0000": returns to the previous place. */
void exh_zv_change_place(struct exh_zv_engine *engine, const char place[PLACE_SIZE],
			 int32_t offset);
/* Returns the script of a scope of the place; NULL: none. */
const struct zv_program *exh_zv_place_program(struct exh_zv_engine *engine,
					      enum zv_scope scope);
/* Starts a tick's third part: performs the change that is due, if any. */
void exh_zv_place_tick(struct exh_zv_engine *engine);

/*
 * Fixes of known faults (fixes.c).
 */
/* Traces the lines of a script that were changed when it was read. */
void exh_zv_fixes_read(struct exh_zv_engine *engine, const struct zv_program *program);
/* The same, when a place's script is loaded; and what is to be done then. */
void exh_zv_fixes_load(struct exh_zv_engine *engine, const struct zv_program *program);
/* Does what is to be done when a restored game has entered its place. */
void exh_zv_fixes_restore(struct exh_zv_engine *engine);

/*
 * Side effects (effects.c).
 */
/* Returns the effect with this key; NULL: none, or key is ZV_NO_KEY. */
struct zv_effect *exh_zv_effect_find(struct exh_zv_engine *engine, int32_t key);
/* Returns the music with this key; NULL: none. */
struct zv_music *exh_zv_music_find(struct exh_zv_engine *engine, int32_t key);
/* Appends an effect and sets its key: to 2 if it is preloaded, else to 1. What begins at
 * the next step of effects, and what has no key of its own, sets none. NULL: there are
 * too many, which is noted. */
struct zv_effect *exh_zv_effect_start(struct exh_zv_engine *engine,
				      const struct zv_effect *effect);
/* Starts an effect in place of a sound or an animation whose file is missing. Its key
 * becomes 2 at the next step of effects; if it waits to be played, at once. */
struct zv_where;
void exh_zv_effect_start_missing(struct exh_zv_engine *engine,
				 const struct zv_where *where, bool is_loaded);
/* Ends an effect before its time; the key of a timer keeps the time left. */
void exh_zv_effect_kill(struct exh_zv_engine *engine, struct zv_effect *effect);
void exh_zv_effect_kill_key(struct exh_zv_engine *engine, int32_t key);
/* Ends all effects of a kind. */
void exh_zv_effects_kill_kind(struct exh_zv_engine *engine, enum zv_effect_kind kind);
/* Ends effects whose keys are those of actions of a scope. */
void exh_zv_effects_leave(struct exh_zv_engine *engine, enum zv_scope scope);
/* Gives music its direction; NULL: nothing (pan.c). */
void exh_zv_pan(const struct exh_zv_engine *engine, const struct zv_pan *pan,
		struct zv_music *music);
/* Ends what an effect plays, without the effect. */
void exh_zv_animation_stop(struct exh_zv_engine *engine, struct zv_animation *animation);
/* Advances all effects by a tick. */
void exh_zv_effects_tick(struct exh_zv_engine *engine);

void exh_zv_effects_free(struct zv_effects *effects);
/* False: out of memory. */
bool exh_zv_effects_copy(struct zv_effects *to, const struct zv_effects *from);

static inline bool zv_has_film(const struct zv_effect *effect)
{
	return effect->kind == EFFECT_ANIMATION || effect->kind == EFFECT_PRELOADED;
}

/* Allocates an animation's buffer. False: out of memory. */
bool exh_zv_animation_open(struct zv_animation *animation, const struct zv_film *film);
/* Lets an animation play further frames after those in its queue. False: out of memory.
 */
bool exh_zv_animation_append(struct zv_animation *animation,
			     const struct zv_playing *playing);

/*
 * Controls (zv_controls.c).
 */
/* Loads the controls of the place's nodeview, and its kind of room. */
void exh_zv_controls_load(struct exh_zv_engine *engine);
void exh_zv_controls_free(struct exh_zv_engine *engine);
bool exh_zv_controls_copy(struct exh_zv_engine *to, const struct exh_zv_engine *from);

/* Returns the type of this name; NULL: none, or it only chooses the kind of room. */
const struct zv_control_type *exh_zv_control_type(struct exh_bytes name);

/* Gets the cursor's name of the control under the mouse. False: none. */
bool exh_zv_controls_cursor(const struct exh_zv_engine *engine, char name[ZV_NAME_SIZE]);

/* Adds the player's new input to the queue. */
void exh_zv_controls_input(struct exh_zv_engine *engine);
/* Handles a tick: the mouse's movement, one event of the queue, then time for each
 * control. */
void exh_zv_controls_tick(struct exh_zv_engine *engine);

/*
 * Actions (actions.c).
 */
/* Location of a result: its script and line. */
struct zv_where {
	const struct zv_program *program;
	enum zv_scope scope;
	const struct zv_result *result;
};

/* False for actions that the engine ignores. */
bool exh_zv_act_is_done(enum zv_action action);
/* Performs a result. If it has to wait, sets engine->wait. */
void exh_zv_act(struct exh_zv_engine *engine, const struct zv_where *where);

/*
 * The view (zv_view.c).
 */
void exh_zv_view_start(struct exh_zv_engine *engine);
void exh_zv_view_free(struct exh_zv_engine *engine);
bool exh_zv_view_copy(struct exh_zv_engine *to, const struct exh_zv_engine *from);
/* Changes the kind of room. False: out of memory. */
bool exh_zv_view_set_room(struct exh_zv_engine *engine,
			  const struct exh_zv_pano_options *options);
/* Gives the window other options, as distort bends it. */
bool exh_zv_view_bend(struct exh_zv_engine *engine, double angle, double linscale);
void exh_zv_view_set_screen(struct exh_zv_engine *engine, const char *name);
/* Clamps the location that a change of place has set. */
void exh_zv_view_settle(struct exh_zv_engine *engine);
void exh_zv_view_scroll(struct exh_zv_engine *engine);
/* Returns the window's first pixel on the screen. */
struct exh_zv_pano_point exh_zv_view_corner(const struct exh_zv_engine *engine);
/* Returns the point of the background under a point of the screen. */
struct exh_zv_pano_point exh_zv_view_under(const struct exh_zv_engine *engine, int32_t x,
					   int32_t y);

/* A picture to be drawn into the background. */
struct zv_drawing {
	const uint16_t *pixels;
	size_t width, height;	/* as stored */
	bool is_transposed;	/* stored with rows and columns exchanged */
	int32_t clear;		/* transparent colour; -1: none */
	struct zv_rectangle to; /* scaled to this rectangle, unless its size is 0 */
};
void exh_zv_view_draw(struct exh_zv_engine *engine, const struct zv_drawing *drawing);
void exh_zv_view_render(struct exh_zv_engine *engine);
/* Copies the visible part of the background, before the warp; the caller frees the
 * pixels. False: there is no background. */
bool exh_zv_view_flatten(struct exh_zv_engine *engine, struct exh_zv_picture *view);

/*
 * Texts (texts.c).
 */
/* Name of the file of the game's own texts. */
static inline const char *zv_system_strings(const struct exh_zv_engine *engine)
{
	return engine->world->game == EXH_ZV_NEMESIS ? "nemesis.str" : "inquis.str";
}

/* Returns line n, from 0 on, of the game's own texts; "": missing. */
const char *exh_zv_system_string(const struct exh_zv_engine *engine, int32_t line);
/* Returns the value that STATEBOX shows, for lettering. */
int32_t exh_zv_text_value(const void *engine, int32_t key);
/* Draws lines into the background, up to `shown` letters. */
void exh_zv_text_draw(struct exh_zv_engine *engine, const struct zv_rectangle *place,
		      const struct exh_zv_text_line *lines, size_t line_count,
		      size_t shown);
/* Draws what is typed so far into the background, over what was there before. */
void exh_zv_text_type(struct exh_zv_engine *engine, struct zv_typing *typing);
/* display_message: false if the place has no such titler (control_titler.c). */
bool exh_zv_titler_show(struct exh_zv_engine *engine, int32_t key, int32_t line);

/*
 * Regions (region.c).
 */
/* Draws a region into a picture in its true orientation. False: out of memory. */
bool exh_zv_region_draw(const struct zv_region *region,
			const struct exh_zv_picture *picture);
void exh_zv_region_tick(struct exh_zv_engine *engine, struct zv_region *region);
/* Computes the range of light in this picture. */
void exh_zv_light_start(struct zv_region *region, const struct exh_zv_picture *picture);
void exh_zv_light_update(struct zv_light *light);

/*
 * The menus (menu_press.c).
 */
/* Opens, slides and closes the menus by the mouse's position. If the queue's next event
 * is a release over an entry, performs the entry; the event stays for the controls. */
void exh_zv_menu_tick(struct exh_zv_engine *engine);

/* Looks for words that were typed (cheats.c). */
void exh_zv_cheats_tick(struct exh_zv_engine *engine);

/*
 * Questions, messages and notices (talk.c).
 */
void exh_zv_ask(struct exh_zv_engine *engine, enum zv_talk_line line);
/* Shows a message for two seconds, or until a key ends it. */
void exh_zv_tell(struct exh_zv_engine *engine, enum zv_talk_line line);
/* Waits for the answer, or the end of the message. False: it is over. */
bool exh_zv_talk_tick(struct exh_zv_engine *engine);
void exh_zv_draw_talk(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen);

/*
 * Videos and turns (waiting.c).
 */
bool exh_zv_wait_tick(struct exh_zv_engine *engine); /* false: over */
void exh_zv_wait_end(struct exh_zv_engine *engine);  /* ends it at once */
/* Lets its last frame be shown for as long as drawing is held after it (zv_screen.c). */
void exh_zv_video_hold(struct exh_zv_engine *engine);
void exh_zv_video_start(struct exh_zv_engine *engine, const struct zv_film *film,
			const struct zv_rectangle *place);
void exh_zv_turn_start(struct exh_zv_engine *engine, int32_t target, int32_t steps);

/*
 * Saved games that are kept (kept_games.c).
 */
void exh_zv_saves_free(struct zv_saves *saves);
void exh_zv_saves_copy(struct zv_saves *to, const struct zv_saves *from);
typedef void zv_write_fn(const struct exh_zv_engine *engine, struct exh_writer *out);
typedef enum exh_status zv_read_fn(struct exh_zv_engine *engine, struct exh_bytes file,
				   struct exh_error *err);
/* Keeps what write writes under a name. False: too many saved games, or a bad name. */
bool exh_zv_keep(struct exh_zv_engine *engine, const char *name, zv_write_fn *write);
/* Reads a kept file, else a file of the game. EXH_INVALID: there is none. */
enum exh_status exh_zv_kept_load(struct exh_zv_engine *engine, const char *name,
				 zv_read_fn *load, struct exh_error *err);
/* Keeps the game as it is before the player enters the list of saved games: that game is
 * saved until the menu is left. */
void exh_zv_saves_enter_menu(struct exh_zv_engine *engine, zv_write_fn *write);
void exh_zv_saves_leave_menu(struct zv_saves *saves);
/* Write the game as it is now, and read it, with statuses of exh_zv_engine_load_game
 * (game_save.c). */
void exh_zv_write_game(const struct exh_zv_engine *engine, struct exh_writer *out);
enum exh_status exh_zv_read_game(struct exh_zv_engine *engine, struct exh_bytes file,
				 struct exh_error *err);
/* Begins the game again, with all keys 0 but those of films that were seen; as after
 * restoring, the place is entered in the next tick (game_save.c). */
void exh_zv_game_restart(struct exh_zv_engine *engine);
/* Repairs a restored game once its scripts are loaded (game_heal.c). */
void exh_zv_game_heal(struct exh_zv_engine *engine);
/* Performs a control's request, maybe after a question (game_requests.c). */
void exh_zv_request_tick(struct exh_zv_engine *engine);
/* Does exh_zv_place_tick, and keeps the game before the list of saved games. */
void exh_zv_request_place(struct exh_zv_engine *engine);

/* Numbered saved games of save controls (slots.c). False: no such number. */
bool exh_zv_slot_name(const struct exh_zv_engine *engine, int32_t slot,
		      char name[ZV_NAME_SIZE]);
/* Writes the title as a part of a saved game, after the other parts. */
void exh_zv_slot_write_title(const char *title, struct exh_writer *out);
/* Gets a title. False: no such game. */
bool exh_zv_slot_title(struct exh_zv_engine *engine, int32_t slot,
		       char title[ZV_TITLE_SIZE]);

/* Settings of the player (preferences.c). start: sets them to their first values, then
 * reads them. save: false if there are too many saved games. */
void exh_zv_preferences_start(struct exh_zv_engine *engine);
void exh_zv_preferences_read(struct exh_zv_engine *engine);
bool exh_zv_preferences_save(struct exh_zv_engine *engine);

/* Records that a puzzle fires; notes puzzles that fire endlessly. */
void exh_zv_watch(struct exh_zv_engine *engine, const struct zv_program *program,
		  const struct zv_puzzle *puzzle);

/*
 * The trace (zv_trace.c): events, if the host wants them.
 */
void exh_zv_trace_key(const struct exh_zv_engine *engine, int32_t key, int32_t value);
void exh_zv_trace_result(const struct exh_zv_engine *engine,
			 const struct zv_where *where);
void exh_zv_trace_place(const struct exh_zv_engine *engine, const char *name,
			const char place[PLACE_SIZE], int32_t offset);
void exh_zv_trace_effect(const struct exh_zv_engine *engine, const char *name,
			 const struct zv_effect *effect);
void exh_zv_trace_fix(const struct exh_zv_engine *engine, const struct exh_zv_fix *fix,
		      const struct zv_program *program, uint32_t line);
const char *exh_zv_scope_name(enum zv_scope scope);
const char *exh_zv_effect_name(enum zv_effect_kind kind);
/* Passed to exh_zv_run_next. */
void exh_zv_trace_check(void *engine, const struct zv_puzzle *puzzle, bool fires);

/*
 * Draws lines of text with tags in a rectangle of a picture, in our own letters. Words
 * wrap at its width; lines that do not fit below are left out.
 *
 * Source: zvision 13; formats/engine/zvision/README.md, "Texts".
 */

struct zv_lettering {
	const struct exh_zv_text_line *lines;
	size_t line_count;
	int64_t x, y, width, height; /* rectangle in the picture */
	size_t shown;		     /* maximum number of letters drawn */
	bool is_typed; /* the ends of lines do not count; moves up when it is full */
	/* NULL: no values are known */
	int32_t (*value)(const void *context, int32_t key);
	const void *context;
	int64_t end_x, end_y; /* output: position of the next letter */
};

/* Returns the number of letters in the lines, with blanks. picture NULL: draws nothing.
 * Returns 0 without memory. */
size_t exh_zv_set_letters(const struct exh_zv_picture *picture,
			  struct zv_lettering *text);

/* Overlays of the window: subtitles, the menu, the mouse's cursor. */

/* Draws into the screen; first is the window's corner. */
void exh_zv_draw_subtitles(const struct exh_zv_engine *engine,
			   const struct exh_zv_picture *screen,
			   struct exh_zv_pano_point first);

/* Draws over everything except the mouse's cursor. */
void exh_zv_draw_menu(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen);
void exh_zv_draw_cursor(const struct exh_zv_engine *engine,
			const struct exh_zv_picture *screen);

/* Draws art with its first pixel at x, y, clipped to the screen. Colour 0 is transparent,
 * unless the art is opaque. */
void exh_zv_draw_art(const struct zv_art *art, const struct exh_zv_picture *screen,
		     int64_t x, int64_t y, bool is_opaque);

/*
 * Layout of the menus (menu.c). They are at the top of the screen.
 *
 * Source: zvision, second part, 3; the words in place of missing art are our own.
 */
enum {
	MENU_NEAR = 40,	 /* rows in which the mouse opens a menu */
	MENU_STRIP = 32, /* rows */
	MENU_BUTTON_FRAME_MS = 200,
	MENU_BUTTON_FRAMES = 5, /* shown under the mouse; one more is for a click */
	MENU_WORDS = 4,		/* entries of the main menu */
	MENU_SPELLS = 12,
	MENU_USUAL_CELLS = 20,
	MENU_MOST_CELLS = 50,
	MENU_FIRST_SPELL = 0xe0,
	MENU_OTHER_SPELL = 0xee,
};

/* Columns of an entry. */
struct zv_menu_span {
	int32_t x, width;
};

/* True if a script lets the player use this menu; not MENU_CLOSED. There always is a main
 * menu, maybe without entries. */
bool exh_zv_menu_allows(const struct exh_zv_engine *engine, enum zv_menu_kind kind);
/* Pixels that a menu slides until all of it is shown. */
int32_t exh_zv_menu_way(const struct exh_zv_engine *engine, enum zv_menu_kind kind);
/* Returns the columns of an entry of the open menu. */
struct zv_menu_span exh_zv_menu_span(const struct exh_zv_engine *engine, int32_t entry);
/* Cells of the menu of items. */
int32_t exh_zv_menu_cells(const struct exh_zv_engine *engine);
/* Returns the entry of the open menu at a point of the screen; -1: none. */
int32_t exh_zv_menu_entry(const struct exh_zv_engine *engine, int32_t x, int32_t y);
/* Returns the item or spell of an entry, or the bit of the main menu's entry; 0: missing.
 */
int32_t exh_zv_menu_value(const struct exh_zv_engine *engine, enum zv_menu_kind kind,
			  int32_t entry);

/* Shared by the files of actions. */

typedef void zv_act_fn(struct exh_zv_engine *engine, const struct zv_where *where);

/* Argument i as a value, 0 if there is none: "[K]" is looked up. */
int32_t exh_zv_arg(const struct exh_zv_engine *engine, const struct zv_where *where,
		   size_t i);
/* True if the argument is a number or a key: "[K]". */
bool exh_zv_arg_is_number(const struct zv_where *where, size_t i);
/* ... as a key, or ZV_NO_KEY */
int32_t exh_zv_arg_key(const struct exh_zv_engine *engine, const struct zv_where *where,
		       size_t i);
/* ... as a number with a fraction; must exist. */
double exh_zv_arg_real(const struct zv_where *where, size_t i);
/* ... as a word, without the quotes that it may stand in */
struct exh_bytes exh_zv_arg_word(const struct zv_where *where, size_t i);
/* ... as the name of a file. False: not a name. */
bool exh_zv_arg_name(const struct zv_where *where, size_t i, char name[ZV_NAME_SIZE]);
/* ... four arguments from i on. */
struct zv_rectangle exh_zv_arg_rectangle(const struct exh_zv_engine *engine,
					 const struct zv_where *where, size_t i);
/* True if the argument is this word, in upper or lower case, with or without quotes. */
bool exh_zv_arg_is(const struct zv_where *where, size_t i, const char *word);

/* Notes it once for each action: "gary.scr: line 4: ttytext: ...". */
void exh_zv_action_note(struct exh_zv_engine *engine, const struct zv_where *where,
			const char *what);

/* Prepares keys for the pan_tracks of a script that is loaded (actions_sound.c). */
void exh_zv_pans_read(struct exh_zv_engine *engine, const struct zv_program *program);

/* Pictures and animations (actions_pictures.c), sounds (actions_sound.c). */
zv_act_fn exh_zv_set_screen, exh_zv_set_partial_screen, exh_zv_animplay,
	exh_zv_animpreload, exh_zv_playpreload, exh_zv_animunload, exh_zv_streamvideo,
	exh_zv_distort, exh_zv_region, exh_zv_ttytext, exh_zv_rotate_to;
zv_act_fn exh_zv_music, exh_zv_universe_music, exh_zv_crossfade, exh_zv_attenuate,
	exh_zv_pan_track, exh_zv_syncsound;

/* Shared by the files of controls: each kind of control is a struct of functions. */

/* Any function may be NULL. Points are the background's. */
struct zv_control_type {
	const char *name;
	void (*load)(struct exh_zv_engine *engine, struct zv_control_state *state);
	/* True if it can be used at this point; the mouse then shows its cursor. */
	bool (*is_over)(const struct zv_control_state *state,
			struct exh_zv_pano_point at);
	/* Handles a mouse event; true if the control consumes it. */
	bool (*event)(struct exh_zv_engine *engine, struct zv_control_state *state,
		      enum zv_event_kind kind, struct exh_zv_pano_point at);
	/* The mouse was moved to this point. */
	void (*move)(struct exh_zv_engine *engine, struct zv_control_state *state,
		     struct exh_zv_pano_point at);
	void (*tick)(struct exh_zv_engine *engine, struct zv_control_state *state);
	/* Pixels that *to, a plain copy, shares with *from become its own. */
	bool (*copy)(struct zv_control_state *to, const struct zv_control_state *from);
	void (*free)(struct zv_control_state *state);
};

extern const struct zv_control_type exh_zv_push_toggle, exh_zv_lever_control, exh_zv_slot,
	exh_zv_safe, exh_zv_hotmovie, exh_zv_fist_control, exh_zv_paint, exh_zv_titler,
	exh_zv_input_control, exh_zv_save_control;

/* Returns a parameter of this name, in upper or lower case, after another; NULL: none. */
const struct zv_parameter *exh_zv_parameter(const struct zv_control *control,
					    const char *name,
					    const struct zv_parameter *after);
/* Returns a number of its arguments; a default if the number or the parameter is missing.
 */
int32_t exh_zv_parameter_number(const struct zv_control *control, const char *name,
				size_t i, int32_t otherwise);
/* Gets its first argument as a file name. */
bool exh_zv_parameter_file(const struct zv_control *control, const char *name,
			   char file[ZV_NAME_SIZE]);
/* Returns four numbers as corners; a missing parameter gives a rectangle without points.
 */
struct zv_rectangle exh_zv_parameter_rectangle(const struct zv_control *control,
					       const char *name);

/* True if the item is one of eligible_objects. */
bool exh_zv_is_eligible(const struct zv_control *control, int32_t item);

/* Shows the hint of a used control, if it has one. */
void exh_zv_control_used(struct exh_zv_engine *engine,
			 const struct zv_control_state *state);

/* Keeps the pixels that a drawing at this place will cover, as far as it is in the
 * background. False: it lies outside. */
bool exh_zv_cover(struct exh_zv_engine *engine, struct zv_cover *cover,
		  struct zv_rectangle place);
/* Puts the pixels back, unless there is another background. */
void exh_zv_uncover(struct exh_zv_engine *engine, struct zv_cover *cover);
size_t exh_zv_cover_size(const struct zv_cover *cover); /* pixels */

/* Sends the keys of a tick to the field that has the focus (control_input.c). */
void exh_zv_inputs_type(struct exh_zv_engine *engine);
/* Returns the field with this key; NULL: none. */
struct zv_control_input *exh_zv_input_find(struct exh_zv_engine *engine, int32_t key);

/* Opens a film for the control. False: there is none. */
bool exh_zv_control_film_open(struct exh_zv_engine *engine,
			      struct zv_control_state *state, const char *name);
/* Draws a frame, if the film has that many. */
void exh_zv_control_film_show(struct exh_zv_engine *engine,
			      struct zv_control_state *state, int32_t frame,
			      struct zv_rectangle to);
/* Returns the time of a frame in milliseconds; a tick, without a film. */
int32_t exh_zv_control_frame_ms(const struct zv_control_state *state);

/* Shared by the files of saved states: walks over parts of the engine. */

/* Fields of several parts (save_fields.c). */
void exh_zv_walk_key(struct save_walk *w, const struct exh_zv_engine *engine,
		     int32_t *key);
void exh_zv_walk_rectangle(struct save_walk *w, struct zv_rectangle *rectangle);
/* Reads or writes a film by its name. */
void exh_zv_walk_film(struct save_walk *w, struct exh_zv_engine *engine,
		      const struct zv_film **film);
/* Reads or writes a sound by its name, NULL for none. */
void exh_zv_walk_sound(struct save_walk *w, struct exh_zv_engine *engine,
		       const struct zv_sound **sound);
/* Reads or writes art by its name, NULL for none. */
void exh_zv_walk_art(struct save_walk *w, struct exh_zv_engine *engine,
		     const struct zv_art **art);
/* Reads or writes a text by its name, NULL for none. */
void exh_zv_walk_lines(struct save_walk *w, struct exh_zv_engine *engine,
		       const struct zv_lines **lines);
/* Reads or writes count pixels, which are allocated when they are loaded; the caller
 * frees them even if there was a fault. */
void exh_zv_walk_pixels(struct save_walk *w, uint16_t **pixels, size_t count);

/* Reads or writes covered pixels; must follow the view. */
void exh_zv_walk_cover(struct save_walk *w, struct exh_zv_engine *engine,
		       struct zv_cover *cover);

void exh_zv_walk_scheduler(struct save_walk *w, struct exh_zv_engine *engine);
void exh_zv_walk_effects(struct save_walk *w, struct exh_zv_engine *engine);
void exh_zv_walk_view(struct save_walk *w, struct exh_zv_engine *engine);
/* Must follow the view, which has loaded the controls. */
void exh_zv_walk_controls(struct save_walk *w, struct exh_zv_engine *engine);
void exh_zv_walk_saves(struct save_walk *w, struct zv_saves *saves);

#endif
