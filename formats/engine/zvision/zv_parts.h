/*
 * The engine from inside: what its files share.
 *
 * A tick is a list of phases, and what waits (a video, a turn) stops it within one: the
 * next steps go on from there. So the state between two steps is all there is.
 */
#ifndef EXH_ENGINE_ZVISION_ZV_PARTS_H
#define EXH_ENGINE_ZVISION_ZV_PARTS_H

#include "control_state.h"
#include "effect_state.h"
#include "exhume/panorama.h"
#include "scheduler.h"
#include "zv_world.h"

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
	KEY_RESTORED = 20,
	KEY_LAST_PLACE = 40,	  /* to 44 */
	KEY_LAST_MENU_PLACE = 45, /* to 49 */
	KEY_TURN_SPEED = 50,
	KEY_SUBTITLES = 51,
	KEY_MOUSE_SPEED = 53,
	KEY_ITEM_COUNT = 100,
	KEY_ITEMS = 101,
	MAX_ITEMS = 49,
};

enum {
	PLACE_SIZE = 4,
	MENU_BITS = 0xffff,
	MENU_EXIT = 1,
	MENU_SETTINGS = 2,
	MENU_RESTORE = 4,
	MENU_SAVE = 8,
	MENU_ITEMS = 0x100,
	PLACE_RENDER_DELAY = 2, /* frames that are not drawn after a change of place */
	MAX_RENDER_DELAY = 10,
	PLACE_DELAY = 2, /* ticks from change_location to the change */
	MAX_EVENTS = 64,
};

/* The phases of a tick, in their order. */
enum zv_phase {
	PHASE_KEYS,
	PHASE_SCROLL,
	PHASE_PLACE,	  /* changes it */
	PHASE_PLACE_ROOM, /* runs the room that was loaded */
	PHASE_PLACE_VIEW, /* ... and the nodeview */
	PHASE_EFFECTS,
	PHASE_FIRST_SCOPE, /* then the others */
	PHASE_CONTROLS = PHASE_FIRST_SCOPE + ZV_SCOPES,
	PHASE_END,
};

/* What the rest of the game waits for. */
enum zv_wait { WAIT_NONE, WAIT_VIDEO, WAIT_TURN };

struct zv_video {
	const struct zv_film *film;
	int32_t shown; /* frame */
	uint64_t elapsed_ms;
	struct zv_rectangle place; /* of the window */
	bool is_scaled;
	uint16_t *pixels; /* of a frame */
};

struct zv_turn {
	int32_t target, step;
	uint32_t steps_left, step_ms, waited_ms;
};

enum zv_event_kind { EVENT_DOWN, EVENT_UP, EVENT_DOUBLE };

struct zv_event {
	enum zv_event_kind kind;
	int32_t x, y; /* of the screen */
};

/* Of the left button. */
struct zv_press {
	uint64_t tick; /* 0: none that a double click could begin with */
	int32_t x, y;
};

struct zv_change {
	bool is_pending;
	unsigned ticks_left;
	char place[PLACE_SIZE];
	int32_t offset;
};

/* Saved games that the run keeps (saves.c). */
enum { MAX_SAVES = 16 };

struct zv_saved_game {
	size_t users;
	char name[ZV_NAME_SIZE];
	struct exh_writer bytes;
};

struct zv_saves {
	struct zv_saved_game *games[MAX_SAVES];
	size_t count;
};

/* What a control wants of the engine; there is none between two ticks. */
enum zv_request_kind { REQUEST_NONE, REQUEST_SAVE, REQUEST_RESTORE };

struct zv_request {
	enum zv_request_kind kind;
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
	/* What goes on by itself. */
	struct zv_effects effects;
	enum zv_wait wait;
	struct zv_video video;
	struct zv_turn turn;
	/* What is seen. */
	struct exh_zv_picture background; /* pixels NULL: none yet */
	uint32_t screen;		  /* how many there have been */
	struct exh_zv_pano pano;
	struct exh_arena pano_arena;
	struct exh_zv_pano_options room; /* what its control says; pano may be bent */
	unsigned render_delay;
	uint16_t *window; /* as it was last drawn */
	bool is_drawn;	  /* nothing has changed since, ... */
	int32_t drawn_at; /* ... unless the view is elsewhere */
	bool is_dark;	  /* the window is black in this tick */
	bool cursor_is_hidden;
	uint32_t menu_bits;
	struct zv_saves saves;
	struct zv_request request;
	/* What is counted. */
	uint32_t keys_set, fired;
	uint64_t unknown_actions;
	struct zv_watched watched[ZV_WATCHED];
	const char *end_name; /* NULL: it goes on */
	bool is_restored;     /* in this tick, which ends there */
	const struct exh_host *host;
};

/* As exh_zv_engine_new leaves it (engine.c). */
void exh_zv_engine_clear(struct exh_zv_engine *engine);

/*
 * Keys (keys.c), and items (inventory.c).
 */
static inline int32_t zv_get(const struct exh_zv_engine *engine, int32_t key)
{
	return exh_zv_value(&engine->scheduler, key);
}

void exh_zv_set(struct exh_zv_engine *engine, int32_t key, int32_t value);
/* From 0 to most, both included. */
int32_t exh_zv_random(struct exh_zv_engine *engine, int32_t most);
/* The queue's first event is done with. */
void exh_zv_event_drop(struct exh_zv_engine *engine);
/* The game is over. */
void exh_zv_end(struct exh_zv_engine *engine, const char *name);
void exh_zv_inventory_add(struct exh_zv_engine *engine, int32_t item);
void exh_zv_inventory_drop(struct exh_zv_engine *engine, int32_t item);
void exh_zv_inventory_cycle(struct exh_zv_engine *engine);

static inline bool zv_is_panorama(const struct exh_zv_engine *engine)
{
	return engine->room.kind == EXH_ZV_PANA;
}

/*
 * Places (place.c).
 */
/* The menu is a room: what is left for it is kept apart. */
static inline bool zv_is_menu(const char place[PLACE_SIZE])
{
	return place[0] == 'g' && place[1] == 'j';
}

/* "0000": the place before. */
void exh_zv_change_place(struct exh_zv_engine *engine, const char place[PLACE_SIZE],
			 int32_t offset);
/* The script of a scope of the place; NULL: there is none. */
const struct zv_program *exh_zv_place_program(struct exh_zv_engine *engine,
					      enum zv_scope scope);
/* The start of a tick's third part: the change that is due, if any. */
void exh_zv_place_tick(struct exh_zv_engine *engine);
/* Loads the scripts that a change of place from `from` needs; all of them at the start.
 */
void exh_zv_load_place(struct exh_zv_engine *engine, const char from[PLACE_SIZE]);

/*
 * Side effects (effects.c).
 */
/* NULL: none with this key, or it is ZV_NO_KEY. */
struct zv_effect *exh_zv_effect_find(struct exh_zv_engine *engine, int32_t key);
/* Adds one at the end; its key becomes 1. NULL: there are too many, which is noted. */
struct zv_effect *exh_zv_effect_start(struct exh_zv_engine *engine,
				      const struct zv_effect *effect);
/* Ends it before its time; the key of a timer keeps what is left of it. */
void exh_zv_effect_kill(struct exh_zv_engine *engine, struct zv_effect *effect);
void exh_zv_effect_kill_key(struct exh_zv_engine *engine, int32_t key);
/* All of a kind. */
void exh_zv_effects_kill_kind(struct exh_zv_engine *engine, enum zv_effect_kind kind);
/* Those that puzzles of a scope began, except universal music. */
void exh_zv_effects_leave(struct exh_zv_engine *engine, enum zv_scope scope);
/* Time passes for all of them. */
void exh_zv_effects_tick(struct exh_zv_engine *engine, int32_t ms);

void exh_zv_effects_free(struct zv_effects *effects);
/* False: out of memory. */
bool exh_zv_effects_copy(struct zv_effects *to, const struct zv_effects *from);

/* An animation's buffer; false: out of memory. */
bool exh_zv_animation_open(struct zv_animation *animation, const struct zv_film *film);

/*
 * Controls (controls.c).
 */
/* Those of the place's nodeview, and the kind of room that it is. */
void exh_zv_controls_load(struct exh_zv_engine *engine);
void exh_zv_controls_free(struct exh_zv_engine *engine);
bool exh_zv_controls_copy(struct exh_zv_engine *to, const struct exh_zv_engine *from);

/* The name of the cursor that a control under the mouse has. False: none. */
bool exh_zv_controls_cursor(const struct exh_zv_engine *engine, char name[ZV_NAME_SIZE]);

/* Takes what the player has just done into the queue. */
void exh_zv_controls_input(struct exh_zv_engine *engine);
/* The mouse's way, one event of the queue unless the menu has had it, then time for each
 * of them. */
void exh_zv_controls_tick(struct exh_zv_engine *engine, bool menu_had_event);

/*
 * Actions (actions.c).
 */
/* Where a result is: its script and line. */
struct zv_where {
	const struct zv_program *program;
	enum zv_scope scope;
	const struct zv_result *result;
};

/* Does a result. What it waits for is in engine->wait. */
void exh_zv_act(struct exh_zv_engine *engine, const struct zv_where *where);

/*
 * The view (view.c).
 */
void exh_zv_view_start(struct exh_zv_engine *engine);
void exh_zv_view_free(struct exh_zv_engine *engine);
bool exh_zv_view_copy(struct exh_zv_engine *to, const struct exh_zv_engine *from);
/* Another kind of room; false: out of memory. */
bool exh_zv_view_set_room(struct exh_zv_engine *engine,
			  const struct exh_zv_pano_options *options);
/* The window with other options, as distort bends it. */
bool exh_zv_view_bend(struct exh_zv_engine *engine, double angle, double linscale);
void exh_zv_view_set_screen(struct exh_zv_engine *engine, const char *name);
void exh_zv_view_scroll(struct exh_zv_engine *engine);
/* The window's first pixel on the screen. */
struct exh_zv_pano_point exh_zv_view_corner(const struct exh_zv_engine *engine);
/* The background's point under one of the screen. */
struct exh_zv_pano_point exh_zv_view_under(const struct exh_zv_engine *engine, int32_t x,
					   int32_t y);

/* A picture to be drawn into the background. */
struct zv_drawing {
	const uint16_t *pixels;
	size_t width, height;	/* as stored */
	bool is_transposed;	/* stored so */
	int32_t clear;		/* a colour that is not drawn; -1: none */
	struct zv_rectangle to; /* scaled into it, unless its size is 0 */
};
void exh_zv_view_draw(struct exh_zv_engine *engine, const struct zv_drawing *drawing);
void exh_zv_view_render(struct exh_zv_engine *engine);
/* What of the background is in the window, before the warp: pixels are to be freed.
 * False: there is no background. */
bool exh_zv_view_flatten(struct exh_zv_engine *engine, struct exh_zv_picture *view);

/*
 * Texts (texts.c).
 */
/* What STATEBOX shows: for lettering. */
int32_t exh_zv_text_value(const void *engine, int32_t key);
/* Lines into the background, as many letters as are to be shown. */
void exh_zv_text_draw(struct exh_zv_engine *engine, const struct zv_rectangle *place,
		      const struct exh_zv_text_line *lines, size_t line_count,
		      size_t shown);
/* display_message: false if the place has no such titler (control_titler.c). */
bool exh_zv_titler_show(struct exh_zv_engine *engine, int32_t key, int32_t line);

/*
 * Regions (region.c).
 */
/* Of a picture in its true orientation. False: out of memory. */
bool exh_zv_region_draw(const struct zv_region *region,
			const struct exh_zv_picture *picture);
void exh_zv_region_tick(struct exh_zv_engine *engine, struct zv_region *region,
			int32_t ms);
/* How far light may go in this picture. */
void exh_zv_light_start(struct zv_region *region, const struct exh_zv_picture *picture);
/* The colour that the keys say. */
void exh_zv_fog_color(const struct exh_zv_engine *engine, struct zv_fog *fog);

/*
 * The menu (menu.c).
 */
/* Is the point in its strip, and the menu there? */
bool exh_zv_menu_has(const struct exh_zv_engine *engine, int32_t x, int32_t y);
/* The queue's next event, if it is a press in the menu (menu_press.c). False: it is not.
 */
bool exh_zv_menu_tick(struct exh_zv_engine *engine);

/*
 * Videos and turns (waiting.c).
 */
bool exh_zv_wait_tick(struct exh_zv_engine *engine); /* false: it is over */
void exh_zv_wait_end(struct exh_zv_engine *engine);  /* at once */
void exh_zv_video_start(struct exh_zv_engine *engine, const struct zv_film *film,
			const struct zv_rectangle *place, bool is_scaled);
bool exh_zv_video_copy(struct zv_video *to, const struct zv_video *from);
void exh_zv_turn_start(struct exh_zv_engine *engine, int32_t target, int32_t steps);

/*
 * Saved games that are kept (saves.c).
 */
void exh_zv_saves_free(struct zv_saves *saves);
void exh_zv_saves_copy(struct zv_saves *to, const struct zv_saves *from);
/* The player's settings, as preferences saves and restores them. False: there are too
 * many saved games. EXH_OK, too, if there are none; else errors as of
 * exh_zv_engine_load_game. */
bool exh_zv_settings_keep(struct exh_zv_engine *engine);
enum exh_status exh_zv_settings_restore(struct exh_zv_engine *engine,
					struct exh_error *err);
/* Of a saved game (game_save.c). */
enum exh_status exh_zv_load_settings(struct exh_zv_engine *engine, struct exh_bytes file,
				     struct exh_error *err);
/* Does what a control wanted. */
void exh_zv_request_tick(struct exh_zv_engine *engine);

/* Those of save controls, by numbers (slots.c). False: there is no such number. */
bool exh_zv_slot_name(int32_t slot, char name[ZV_NAME_SIZE]);
/* As a part of a saved game, after the others. */
void exh_zv_slot_write_title(const char *title, struct exh_writer *out);
/* "": there is no such game. */
void exh_zv_slot_title(struct exh_zv_engine *engine, int32_t slot,
		       char title[ZV_TITLE_SIZE]);

/* A puzzle fires: is it one that does so without end? */
void exh_zv_watch(struct exh_zv_engine *engine, const struct zv_program *program,
		  const struct zv_puzzle *puzzle);

/*
 * The trace (trace.c): what happens, if the host wants to know.
 */
void exh_zv_trace_key(const struct exh_zv_engine *engine, int32_t key, int32_t value);
void exh_zv_trace_result(const struct exh_zv_engine *engine,
			 const struct zv_where *where);
void exh_zv_trace_place(const struct exh_zv_engine *engine, const char *name,
			const char place[PLACE_SIZE], int32_t offset);
void exh_zv_trace_effect(const struct exh_zv_engine *engine, const char *name,
			 const struct zv_effect *effect);
const char *exh_zv_scope_name(enum zv_scope scope);
const char *exh_zv_effect_name(enum zv_effect_kind kind);
/* For exh_zv_run_next. */
void exh_zv_trace_check(void *engine, const struct zv_puzzle *puzzle, bool fires);

#endif
