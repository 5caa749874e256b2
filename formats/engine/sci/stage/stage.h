/*
 * The stage's state: the screen's maps, ports, what is drawn on them, events and the
 * clock. Its parts are kernel functions by file; each has a table of them.
 */
#ifndef EXH_ENGINE_SCI_STAGE_STAGE_H
#define EXH_ENGINE_SCI_STAGE_STAGE_H

#include "exhume/sci_engine.h"
#include "exhume/sci.h"
#include "exhume/sci_font.h"
#include "exhume/sci_pic.h"
#include "exhume/sci_view.h"
#include "exhume/sci_files.h"

typedef struct exh_sci_reg reg;
typedef struct exh_sci_engine stage;
typedef struct exh_sci_kernel_call kernel_call;

enum {
	STAGE_WIDTH = EXH_SCI_SCREEN_WIDTH,
	STAGE_HEIGHT = EXH_SCI_SCREEN_HEIGHT,
	STAGE_PIXELS = EXH_SCI_SCREEN_PIXELS,
	STAGE_TOP = 10,	    /* first row below the menu bar: of the picture window */
	STAGE_BOTTOM = 190, /* rows of the picture window */
	STAGE_VIEWS = 1024, /* slots of the cache; a power of 2 */
	STAGE_FONTS = 1024,
	STAGE_PORTS = 64,
	STAGE_PENDING = 16, /* kernel functions that wait within each other */
	STAGE_MENUS = 32,
	STAGE_ITEMS = 64, /* of a menu */
	STAGE_CAST = 1024,
	STAGE_SYNONYMS = 1024,
	STAGE_SOUNDS = 32,
	STAGE_TEXTS = 64,
	STAGE_SOURCES = 64,	/* texts whose resource is remembered */
	STAGE_FAULTS = 64,	/* whose places are kept apart */
	STAGE_HANDLES = 16,	/* files that are open */
	STAGE_NAME = 64,	/* of a file, with NUL */
	STAGE_CACHED = 1 << 18, /* bytes of resources */
};

/* The maps, as bits. */
enum { MAP_VISUAL = 1, MAP_PRIORITY = 2, MAP_CONTROL = 4 };

/* Half-open. */
struct rect {
	int32_t left, top, right, bottom;
};

struct port {
	bool is_open;
	int32_t origin_x, origin_y; /* on the screen */
	struct rect rect;	    /* what may be drawn in, from the origin */
	int32_t pen_x, pen_y;
	uint16_t font;
	uint8_t pen, back; /* colours */
	bool is_gray;
	/* Of a window. */
	uint16_t style;
	struct rect outer; /* on the screen, with frame and shadow */
	reg saved;	   /* bits under it; null: none */
};

/* Ports by number. */
enum { PORT_MANAGER = 0, PORT_MANAGER_TOO = 1, PORT_PICTURE = 2, PORT_FIRST_WINDOW = 3 };
#define PORT_MENU UINT16_MAX

/* clang-format off */
/* Selectors that the stage uses, and their names in games. */
#define STAGE_SELECTOR_NAMES(ROW) \
	ROW(X, "x") ROW(Y, "y") ROW(Z, "z") ROW(VIEW, "view") ROW(LOOP, "loop") \
	ROW(CEL, "cel") ROW(PRIORITY, "priority") ROW(SIGNAL, "signal") \
	ROW(UNDER_BITS, "underBits") ROW(NS_TOP, "nsTop") ROW(NS_LEFT, "nsLeft") \
	ROW(NS_BOTTOM, "nsBottom") ROW(NS_RIGHT, "nsRight") ROW(LS_TOP, "lsTop") \
	ROW(LS_LEFT, "lsLeft") ROW(LS_BOTTOM, "lsBottom") ROW(LS_RIGHT, "lsRight") \
	ROW(BR_TOP, "brTop") ROW(BR_LEFT, "brLeft") ROW(BR_BOTTOM, "brBottom") \
	ROW(BR_RIGHT, "brRight") ROW(X_STEP, "xStep") ROW(Y_STEP, "yStep") \
	ROW(ILLEGAL_BITS, "illegalBits") ROW(HEADING, "heading") ROW(MOVER, "mover") \
	ROW(CLIENT, "client") ROW(LOOPER, "looper") ROW(TYPE, "type") \
	ROW(MESSAGE, "message") ROW(MODIFIERS, "modifiers") ROW(CLAIMED, "claimed") \
	ROW(ELEMENTS, "elements") ROW(NUMBER, "number") ROW(TEXT, "text") \
	ROW(FONT, "font") ROW(MODE, "mode") ROW(STATE, "state") ROW(MAX, "max") \
	ROW(CURSOR, "cursor") ROW(HANDLE, "handle") ROW(DOIT, "doit") ROW(INIT, "init") \
	ROW(DELETE, "delete") ROW(DISPOSE, "dispose") ROW(PLAY, "play") \
	ROW(REPLAY, "replay") ROW(CUE, "cue") ROW(IS_BLOCKED, "isBlocked") \
	ROW(CAN_BE_HERE, "canBeHere") ROW(CANT_BE_HERE, "cantBeHere") \
	ROW(WORD_FAIL, "wordFail") ROW(SYNTAX_FAIL, "syntaxFail") \
	ROW(SEMANTIC_FAIL, "semanticFail") ROW(POINTS, "points") ROW(VOLUME, "vol") \
	ROW(NEW_ROOM, "newRoom")
/* clang-format on */

#define STAGE_SELECTOR(selector, name) SEL_##selector,
enum stage_selector { STAGE_SELECTOR_NAMES(STAGE_SELECTOR) STAGE_SELECTORS };
#undef STAGE_SELECTOR

struct cached_view {
	uint32_t number; /* + 1; 0: empty */
	bool is_there;
	struct exh_sci_view view;
	uint8_t **pixels; /* by cels of all loops in order; NULL: not decoded */
	struct exh_arena arena;
};

struct cached_font {
	uint32_t number; /* + 1 */
	bool is_there;
	struct exh_sci_font font;
	struct exh_arena arena;
};

/* One of the cast, as Animate goes through it and as the backup has it. */
struct cast_member {
	reg object;
	int32_t y, z;
	uint16_t view, loop, cel, signal;
	uint8_t priority;
	struct rect seen; /* nsRect */
	reg under;	  /* bits */
	bool is_shown;
};

/* A kernel function that waits, or has sent a message, within others. */
struct pending {
	uint16_t number; /* of the function */
	uint32_t phase;
	reg at;		/* a node, an object */
	uint64_t until; /* tick */
	int32_t values[4];
};

struct menu_item {
	char *text, *key_text; /* key_text: on the right, "" if there is none */
	bool is_separator, is_enabled;
	uint16_t key, modifiers; /* that choose it; key 0: none */
	reg tag, said, text_at;
};

struct menu {
	char *title;
	struct menu_item items[STAGE_ITEMS];
	size_t count;
};

/* A text on the screen. */
struct shown_text {
	char *text;
	uint16_t port;
	uint8_t kind; /* enum exh_sci_text_kind */
	struct rect rect;
};

/* Where a text comes from that a script has got. */
struct text_source {
	uint32_t size, crc32; /* of the text; size 0: none */
	uint16_t resource, number;
};

/* A file that a script has opened. */
struct stage_handle {
	bool is_open;
	char name[STAGE_NAME];
	size_t at; /* byte that is read next */
};

struct stage_sound;
struct stage_parser;
struct stage_transition;

struct exh_sci_engine {
	const struct exh_sci_program *program;
	struct exh_sci_resources resources;
	struct exh_sci_start start;
	struct exh_sci_vm *vm;
	/* Before each instruction; NULL: nothing. */
	void (*watch)(void *context, const struct exh_sci_vm *vm);
	void *watch_context;
	/* Lines of the machine's trace; add NULL: none. */
	struct {
		void (*add)(void *context, const char *line, size_t size);
		void *context;
		unsigned level;
	} trace;
	/* At each fault that is passed; NULL: nothing. */
	void (*watch_fault)(void *context, const struct exh_sci_vm *vm,
			    enum exh_sci_fault fault, const char *text);
	void *fault_context;
	int32_t selectors[STAGE_SELECTORS];
	const struct stage_function **functions; /* by kernel number */
	struct pending pending[STAGE_PENDING];
	size_t pending_count;

	/* The clock. */
	uint64_t tick, last_wait;
	uint64_t counted;     /* instructions that have become ticks */
	uint64_t step_end;    /* the step ends with this tick */
	uint16_t wanted_room; /* in this step, 0: none */
	uint64_t steps, cycles;
	uint64_t polled; /* when a script last took events; no part of a state */
	bool waited;	 /* in this step */
	bool has_ended;
	const struct exh_host *host; /* of the step that runs */
	uint16_t reported_room;

	/* Events. */
	struct exh_sci_event events[EXH_SCI_QUEUED_EVENTS];
	size_t event_count;
	int16_t mouse_x, mouse_y;
	uint16_t joystick_rate;

	/* The screen. */
	uint8_t shown[STAGE_PIXELS], visual[STAGE_PIXELS], priority[STAGE_PIXELS],
		control[STAGE_PIXELS];
	struct exh_sci_pic_canvas canvas; /* the picture's colour bytes */
	bool is_dirty;			  /* shown has changed in this step */
	struct rect dirty;
	uint16_t picture, show_style;
	uint16_t pic_not_valid;
	uint8_t shown_map;  /* that shown shows; 0: the visual one */
	uint8_t bands[256]; /* priority of each row of the picture window */
	int32_t bands_top, bands_bottom;
	struct port ports[STAGE_PORTS], menu_port;
	uint16_t port;		     /* the current one */
	uint16_t stack[STAGE_PORTS]; /* windows, the last one on top */
	size_t stack_count;
	uint16_t cursor;
	bool is_cursor_shown;
	struct stage_transition *transition; /* NULL: there was none yet */

	/* The cast. */
	struct cast_member *cast, *backup;
	size_t cast_count, backup_count;

	/* Faults that were passed. */
	struct exh_arena notes_arena;
	struct exh_notes notes;
	struct {
		uint16_t script, offset;
		uint8_t fault;
	} passed[STAGE_FAULTS];
	size_t passed_count;

	/* Caches. */
	struct cached_view *views;
	struct cached_font *fonts;
	uint64_t missing;
	struct exh_sci_cache *cache; /* of what resources.read gives */

	/* The menu. */
	struct menu *menus;
	size_t menu_count;
	reg under_menu; /* bits under the bar while it is open */

	struct shown_text texts[STAGE_TEXTS];
	size_t text_count;
	struct text_source sources[STAGE_SOURCES]; /* no part of a state */
	size_t next_source;
	struct stage_parser *parser;
	struct stage_sound *sounds;

	/* Files; none is open in a saved state. */
	struct exh_sci_files *files;
	struct stage_handle handles[STAGE_HANDLES];
	struct exh_writer
		restored; /* the state that the game goes on with; empty: none */
	bool is_restarted;
};

/* A kernel function of the stage. */
typedef void stage_run(stage *s, kernel_call *call);
struct stage_function {
	const char *name;
	stage_run *run;
};

/* Tables of the parts, each ending without a name. */
extern const struct stage_function exh_stage_clock[], exh_stage_events[],
	exh_stage_pictures[], exh_stage_views[], exh_stage_animate[], exh_stage_ports[],
	exh_stage_windows[], exh_stage_texts[], exh_stage_controls[], exh_stage_menus[],
	exh_stage_parser[], exh_stage_sounds[], exh_stage_files[], exh_stage_saves[],
	exh_stage_motion[], exh_stage_avoider[];

/*
 * Arguments and objects (access.c).
 */

/* Argument i as a number; fallback if there is none. */
int32_t exh_stage_arg(const kernel_call *call, size_t i, int32_t fallback);
reg exh_stage_arg_reg(const kernel_call *call, size_t i);
/* Top, left, bottom and right, from argument i on; 0 where there is none. */
struct rect exh_stage_arg_rect(const kernel_call *call, size_t i);
static inline reg stage_int(int32_t value)
{
	return (reg){ 0, (uint16_t)value };
}
static inline bool stage_is_null(reg r)
{
	return !r.segment && !r.offset;
}
static inline bool stage_equal(reg a, reg b)
{
	return a.segment == b.segment && a.offset == b.offset;
}
/* Properties: 0 and nothing where the object has none. */
int32_t exh_stage_get(stage *s, reg object, enum stage_selector selector); /* signed */
uint32_t exh_stage_get_bits(stage *s, reg object, enum stage_selector selector);
reg exh_stage_get_reg(stage *s, reg object, enum stage_selector selector);
void exh_stage_set(stage *s, reg object, enum stage_selector selector, int32_t value);
void exh_stage_set_reg(stage *s, reg object, enum stage_selector selector, reg value);
bool exh_stage_has(stage *s, reg object, enum stage_selector selector);
/* Objects in the variables around the global one that holds the game's object, which is
 * export 0 of script 0: places from there. Source: sci0-vm-notes, "Globals". */
enum stage_role { ROLE_EGO = -1, ROLE_ROOM = 1 };
/* Number of the global variable that holds the game's object; with several, the first one
 * that a room follows. -1: none, as before play. */
int32_t exh_stage_game_global(stage *s);
/* Null where it is not known. */
reg exh_stage_role(stage *s, enum stage_role role);
/* The number of the room; 0: not known. */
unsigned exh_stage_room(stage *s);
/* Reports it if it is another one than before: a step may pass through several. */
void exh_stage_report_room(stage *s);
/* Text that a reference, or two numbers (text resource and index), stand for: a copy with
 * NUL that the caller frees. taken: arguments used. NULL: out of memory. */
char *exh_stage_text(stage *s, const kernel_call *call, size_t i, size_t *taken);
/* The same of a reference, "" for null. */
char *exh_stage_text_at(stage *s, reg at);
char *exh_stage_text_arg(stage *s, const kernel_call *call, size_t i);
/* To be freed. NULL: out of memory. */
char *exh_stage_copy(const char *text);
/* A resource; false if the game lacks it, which is counted, and reported to the host. */
bool exh_stage_resource(stage *s, unsigned type, unsigned number, struct exh_bytes *out);
/* Counts a resource that the game asks for and does not get, and reports it to the host.
 * why: the decoder's reason; NULL: it is missing. */
void exh_stage_lacks(stage *s, unsigned type, unsigned number, const char *why);

/* Reports to the host a pointer of SetCursor that is missing, or damaged. */
void exh_stage_check_cursor(stage *s);

/* Says in the machine's trace, if there is one, what came from outside. Source: sci0-vm
 * 7.3, X lines. */
void exh_stage_note(stage *s, const char *format, ...) EXH_PRINTF(2, 3);

/* What the function call began with: made anew in its first call. done drops it. */
struct pending *exh_stage_pending(stage *s, kernel_call *call);
void exh_stage_done(stage *s);
/* The function is called again after the message's answer has come, or when time has
 * passed: the step may end there. */
void exh_stage_send(stage *s, kernel_call *call, reg receiver,
		    enum stage_selector selector, const reg *values, size_t count);
void exh_stage_wait(kernel_call *call);

/*
 * Events that wait. Source: sci0-vm 5.
 */

/* The first event of these types. False: none waits; then type 0 and the mouse's place.
 */
bool exh_stage_take_event(stage *s, unsigned mask, bool stays, struct exh_sci_event *out);

/*
 * Events for the host: what is typed, understood, shown and heard.
 */

/* Does the host take them at all? */
static inline bool exh_stage_is_heard(const stage *s)
{
	return s->host && s->host->trace;
}

/* Texts of the fields are in the game's characters. */
void exh_stage_report(stage *s, const char *name, const struct exh_event_field *fields,
		      size_t count);

/*
 * Virtual time. Source: sci0-vm 5.4.
 */

/* Turns the instructions that ran since into ticks. */
void exh_stage_count_time(stage *s);

/* Instructions that may run until that tick; at least 1. */
uint64_t exh_stage_instructions_to(const stage *s, uint64_t tick);

/*
 * Files that scripts open, and saved games among them.
 */

/* What the running FOpen gives where it opens none: -1, or 0 for scripts that expect it.
 */
reg exh_stage_no_file(const stage *s);

/* As exh_sci_files_write, and the host keeps it. False: nothing is changed. */
bool exh_stage_write_file(stage *s, const char *name, struct exh_bytes bytes);

/* The name of the file of a saved game. */
void exh_stage_save_name(const char *id, int32_t slot, char name[EXH_SCI_FILE_NAME + 1]);

/*
 * Which text resource a text on the screen comes from. Scripts copy texts before they
 * show them: it is known again by what it says.
 */

/* For struct exh_sci_host; context is the stage. Does nothing for a host without trace.
 */
void exh_stage_note_source(void *context, unsigned resource, unsigned number,
			   struct exh_bytes text);
/* NULL: from none that was read of late. */
const struct text_source *exh_stage_source(const stage *s, const char *text);

/*
 * Typed sentences. Source: sci0-vm 4.8.
 */

/* GetEvent: nothing was said any more. */
void exh_stage_forget_sentence(stage *s);
/* Does a Said spec match what was said? If so it may claim it. */
bool exh_stage_said(stage *s, reg spec);
void exh_stage_parser_free(stage *s);

/*
 * The menu bar. Source: sci0-vm 4.7, sci0-vm-notes 5.
 */

void exh_stage_menus_free(stage *s);

/*
 * Where actors turn to.
 */

/* As DirLoop: the loop for a direction in degrees. */
void exh_stage_turn(stage *s, reg object, int32_t angle);

/*
 * Sounds and their cues. Source: sci0-vm 4.9, sci0-vm-notes 10.
 */

/* Plays up to now. */
void exh_stage_play_sounds(stage *s);
/* The same, and cues reach their objects. */
void exh_stage_poll_sounds(stage *s);
/* Another game takes the place of one that runs: its notes end, the other's go on from
 * now. */
void exh_stage_replace_sounds(stage *s, stage *next);
void exh_stage_sounds_free(stage *s);

/*
 * Engines that are made, and become others.
 */

/* With this machine, which is its own then; NULL if memory is short. */
struct exh_sci_engine *exh_stage_make(const struct exh_sci_program *program,
				      const struct exh_sci_resources *resources,
				      const struct exh_sci_start *start,
				      struct exh_sci_vm *vm);
/* A machine as it was saved, for an engine that it is not given to yet. */
enum exh_status exh_stage_load_machine(struct exh_sci_engine *engine,
				       struct exh_bytes saved, size_t *used,
				       struct exh_sci_vm **out, struct exh_error *err);
/* An engine becomes another one, which is freed. */
void exh_stage_take_over(struct exh_sci_engine *engine, struct exh_sci_engine *from);

/*
 * What takes the place of an engine.
 */

/* After RestoreGame or RestartGame, when the machine has stopped: the game goes on as the
 * one that was saved, or anew. Else, and where that can't be, nothing changes. Was
 * either called for? */
bool exh_stage_restore_or_restart(stage *s);

#endif
