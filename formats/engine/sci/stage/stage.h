/*
 * The stage's state: the screen's maps, ports, what is drawn on them, events and the
 * clock. Its parts are kernel functions by file; each has a table of them.
 */
#ifndef EXH_ENGINE_SCI_STAGE_STAGE_H
#define EXH_ENGINE_SCI_STAGE_STAGE_H

#include "exhume/advanced/sci_engine.h"
#include "exhume/sci.h"
#include "exhume/advanced/sci_files.h"

typedef struct exh_sci_reg reg;
typedef struct exh_sci_engine stage;
typedef struct exh_sci_kernel_call kernel_call;

enum {
	STAGE_WIDTH = EXH_SCI_SCREEN_WIDTH,
	STAGE_HEIGHT = EXH_SCI_SCREEN_HEIGHT,
	STAGE_PIXELS = EXH_SCI_SCREEN_PIXELS,
	STAGE_TOP = 10,	    /* first row of the picture window, below the menu bar */
	STAGE_BOTTOM = 190, /* rows of the picture window */
	STAGE_VIEWS = 1024, /* slots of the cache; a power of 2 */
	STAGE_FONTS = 1024,
	STAGE_PORTS = 64,
	STAGE_PENDING = 16, /* nested kernel functions that wait */
	STAGE_MENUS = 32,
	STAGE_ITEMS = 64, /* items of a menu */
	STAGE_CAST = 1024,
	STAGE_SYNONYMS = 1024,
	STAGE_SOUNDS = 32,
	STAGE_TEXTS = 64,
	STAGE_SOURCES = 64,	/* texts whose resource is remembered */
	STAGE_FAULTS = 64,	/* faults reported separately by place */
	STAGE_HANDLES = 16,	/* open files */
	STAGE_NAME = 64,	/* bytes of a file name, with NUL */
	STAGE_CACHED = 1 << 18, /* bytes of resources */
};

/* The maps, as bits. */
enum { MAP_VISUAL = 1, MAP_PRIORITY = 2, MAP_CONTROL = 4 };

/* Half-open rectangle. */
struct rect {
	int32_t left, top, right, bottom;
};

struct port {
	bool is_open;
	int32_t origin_x, origin_y; /* on the screen */
	struct rect rect;	    /* drawing area, from the origin */
	int32_t pen_x, pen_y;
	uint16_t font;
	uint8_t pen, back; /* colours */
	bool is_gray;
	/* Windows only. */
	uint16_t style;
	struct rect outer; /* on the screen, with frame and shadow */
	reg saved;	   /* pixels under it; null: none */
};

/* Numbers of ports. */
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
	uint32_t number; /* number + 1; 0: empty */
	bool is_there;
	struct exh_sci_view view;
	uint8_t **pixels; /* index: cels of all loops in order; NULL: not decoded */
	struct exh_arena arena;
};

struct cached_font {
	uint32_t number; /* number + 1 */
	bool is_there;
	struct exh_sci_font font;
	struct exh_arena arena;
};

/* A member of the cast, in Animate and in the backup. */
struct cast_member {
	reg object;
	int32_t y, z;
	uint16_t view, loop, cel, signal;
	uint8_t priority;
	struct rect seen; /* nsRect */
	reg under;	  /* pixels */
	bool is_shown;
};

/* A kernel function that waits, or has sent a message; may be nested in others. */
struct pending {
	uint16_t number; /* number of the function */
	uint32_t phase;
	reg at;		/* a node, an object */
	uint64_t until; /* tick */
	int32_t values[4];
};

struct menu_item {
	char *text, *key_text; /* key_text: on the right, "" if there is none */
	bool is_separator, is_enabled;
	uint16_t key, modifiers; /* shortcut; key 0: none */
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

/* Origin of a text that a script has read. */
struct text_source {
	uint32_t size, crc32; /* size and checksum of the text; size 0: none */
	uint16_t resource, number;
};

/* A file that a script has opened. */
struct stage_handle {
	bool is_open;
	char name[STAGE_NAME];
	size_t at; /* offset of the next byte read */
};

struct stage_sound;
struct stage_parser;
struct stage_transition;

struct exh_sci_engine {
	const struct exh_sci_program *program;
	struct exh_sci_resources resources;
	struct exh_sci_start start;
	struct exh_sci_vm *vm;
	/* Called before each instruction; may be NULL. */
	void (*watch)(void *context, const struct exh_sci_vm *vm);
	void *watch_context;
	/* Receives lines of the machine's trace; add may be NULL. */
	struct {
		void (*add)(void *context, const char *line, size_t size);
		void *context;
		unsigned level;
	} trace;
	/* Called at each fault after which the machine goes on; may be NULL. */
	void (*watch_fault)(void *context, const struct exh_sci_vm *vm,
			    enum exh_sci_fault fault, const char *text);
	void *fault_context;
	int32_t selectors[STAGE_SELECTORS];
	const struct stage_function **functions; /* index: kernel number */
	struct pending pending[STAGE_PENDING];
	size_t pending_count;

	/* The clock. */
	uint64_t tick, last_wait;
	uint64_t counted;     /* number of instructions already turned into ticks */
	uint64_t step_end;    /* tick that ends the step */
	uint16_t wanted_room; /* wanted in this step; 0: none */
	uint64_t steps, cycles;
	uint64_t polled; /* tick of the last GetEvent; not saved */
	bool waited;	 /* a script waited in this step */
	bool has_ended;
	const struct exh_host *host; /* only within a step; else NULL */
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
	uint8_t shown_map;  /* map that `shown` has; 0: the visual map */
	uint8_t bands[256]; /* priority of each row of the picture window */
	int32_t bands_top, bands_bottom;
	struct port ports[STAGE_PORTS], menu_port;
	uint16_t port;		     /* current port */
	uint16_t stack[STAGE_PORTS]; /* windows, the last one on top */
	size_t stack_count;
	uint16_t cursor;
	bool is_cursor_shown;
	struct stage_transition *transition; /* NULL: none so far */

	/* The cast. */
	struct cast_member *cast, *backup;
	size_t cast_count, backup_count;

	/* Faults after which the machine went on. */
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
	struct exh_sci_cache *cache; /* results of resources.read */

	/* The menu. */
	struct menu *menus;
	size_t menu_count;
	reg under_menu; /* bits under the bar while it is open */

	struct shown_text texts[STAGE_TEXTS];
	size_t text_count;
	struct text_source sources[STAGE_SOURCES]; /* not saved */
	size_t next_source;
	struct stage_parser *parser;
	struct stage_sound *sounds;

	/* Files; none is open in a saved state. */
	struct exh_sci_files *files;
	struct stage_handle handles[STAGE_HANDLES];
	struct exh_writer restored;		   /* state to go on with; empty: none */
	char restored_name[EXH_SCI_FILE_NAME + 1]; /* name of the file that has it */
	bool is_restarted;
};

/* A kernel function of the stage. */
typedef void stage_run(stage *s, kernel_call *call);
struct stage_function {
	const char *name;
	stage_run *run;
};

/* Tables of the parts, each ended by a missing name. */
extern const struct stage_function exh_stage_clock[], exh_stage_events[],
	exh_stage_pictures[], exh_stage_views[], exh_stage_animate[], exh_stage_ports[],
	exh_stage_windows[], exh_stage_texts[], exh_stage_controls[], exh_stage_menus[],
	exh_stage_parser[], exh_stage_sounds[], exh_stage_files[], exh_stage_saves[],
	exh_stage_motion[], exh_stage_avoider[];

/*
 * Arguments and objects (access.c).
 */

/* Returns argument i as a number; fallback if it is missing. */
int32_t exh_stage_arg(const kernel_call *call, size_t i, int32_t fallback);
reg exh_stage_arg_reg(const kernel_call *call, size_t i);
/* Returns top, left, bottom and right, from argument i on; missing ones are 0. */
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
/* Properties: a missing one reads as 0, and writes to it are ignored. */
int32_t exh_stage_get(stage *s, reg object, enum stage_selector selector); /* signed */
uint32_t exh_stage_get_bits(stage *s, reg object, enum stage_selector selector);
reg exh_stage_get_reg(stage *s, reg object, enum stage_selector selector);
void exh_stage_set(stage *s, reg object, enum stage_selector selector, int32_t value);
void exh_stage_set_reg(stage *s, reg object, enum stage_selector selector, reg value);
bool exh_stage_has(stage *s, reg object, enum stage_selector selector);
/* Objects in the variables around the global variable that holds the game's object, which
 * is export 0 of script 0; values are offsets from it. Source: sci0-vm-notes, "Globals".
 */
enum stage_role { ROLE_EGO = -1, ROLE_ROOM = 1 };
/* Returns the number of the global variable that holds the game's object; of several, the
 * first that a room follows. -1: none, as before play. */
int32_t exh_stage_game_global(stage *s);
/* Returns null if it is not known. */
reg exh_stage_role(stage *s, enum stage_role role);
/* Returns the number of the room; 0: not known. */
unsigned exh_stage_room(stage *s);
/* Reports the room if it has changed: a step may pass through several. */
void exh_stage_report_room(stage *s);
/* Returns the text of a reference, or of two numbers (text resource and index): a copy
 * with NUL that the caller frees. taken: arguments used. NULL: out of memory. */
char *exh_stage_text(stage *s, const kernel_call *call, size_t i, size_t *taken);
/* The same for a reference, "" for null. */
char *exh_stage_text_at(stage *s, reg at);
char *exh_stage_text_arg(stage *s, const kernel_call *call, size_t i);
/* Returns a copy that the caller frees. NULL: out of memory. */
char *exh_stage_copy(const char *text);
/* Gets a resource. False if the game lacks it, which is counted, and reported to the
 * host. */
bool exh_stage_resource(stage *s, unsigned type, unsigned number, struct exh_bytes *out);
/* Counts a resource that the game needs and lacks, and reports it to the host. why: the
 * decoder's reason; NULL: missing. */
void exh_stage_lacks(stage *s, unsigned type, unsigned number, const char *why);

/* Reports to the host a pointer of SetCursor that is missing or damaged. */
void exh_stage_check_cursor(stage *s);

/* Notes input from outside in the machine's trace, if there is one. Source: sci0-vm 7.3,
 * X lines. */
void exh_stage_note(stage *s, const char *format, ...) EXH_PRINTF(2, 3);

/* Returns the state kept by the running function, new in its first call. done removes it.
 */
struct pending *exh_stage_pending(stage *s, kernel_call *call);
void exh_stage_done(stage *s);
/* Make the machine call the function again after the message's answer, or when time has
 * passed: the step may end there. */
void exh_stage_send(stage *s, kernel_call *call, reg receiver,
		    enum stage_selector selector, const reg *values, size_t count);
void exh_stage_wait(kernel_call *call);

/*
 * Events that wait. Source: sci0-vm 5.
 */

/* Gets the first event of these types. False: none; the event then has type 0 and the
 * mouse's position. */
bool exh_stage_take_event(stage *s, unsigned mask, bool stays, struct exh_sci_event *out);

/*
 * Events for the host: texts typed, understood and shown, and sounds.
 */

/* True if the host takes events. */
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

/* Converts the instructions run since the last call to ticks. */
void exh_stage_count_time(stage *s);

/* Returns the number of instructions that may run until the tick; at least 1. */
uint64_t exh_stage_instructions_to(const stage *s, uint64_t tick);

/*
 * Files that scripts open, and saved games among them.
 */

/* Returns the result of the running FOpen without a file: -1, or 0 for scripts that
 * expect it. */
reg exh_stage_no_file(const stage *s);

/* As exh_sci_files_write, and the host stores it, too. False: nothing was changed. */
bool exh_stage_write_file(stage *s, const char *name, struct exh_bytes bytes);

/* Notes, once, that a saved game can't be restored. name: of its file. */
void exh_stage_note_damaged(stage *s, const char *name, const char *why);

/* Gets the name of a saved game's file. */
void exh_stage_save_name(const char *id, int32_t slot, char name[EXH_SCI_FILE_NAME + 1]);

/*
 * Text resources of texts on the screen. Scripts copy texts before they show them, so
 * texts are recognized by their content.
 */

/* Callback for struct exh_sci_host; context is the stage. Does nothing for a host without
 * trace. */
void exh_stage_note_source(void *context, unsigned resource, unsigned number,
			   struct exh_bytes text);
/* Returns NULL if the text was not read from a resource recently. */
const struct text_source *exh_stage_source(const stage *s, const char *text);

/*
 * Typed sentences. Source: sci0-vm 4.8.
 */

/* Forgets the last sentence, for GetEvent. */
void exh_stage_forget_sentence(stage *s);
/* True if a Said spec matches the last sentence; the spec may claim it. */
bool exh_stage_said(stage *s, reg spec);
void exh_stage_parser_free(stage *s);

/*
 * The menu bar. Source: sci0-vm 4.7, sci0-vm-notes 5.
 */

void exh_stage_menus_free(stage *s);

/*
 * Turning of actors.
 */

/* Sets the loop for a direction in degrees, like DirLoop. */
void exh_stage_turn(stage *s, reg object, int32_t angle);

/*
 * Sounds and their cues. Source: sci0-vm 4.9, sci0-vm-notes 10.
 */

/* Plays up to now. */
void exh_stage_play_sounds(stage *s);
/* The same, and delivers cues to their objects. */
void exh_stage_poll_sounds(stage *s);
/* Replaces the running game by another: its notes end, and the other's go on from now. */
void exh_stage_replace_sounds(stage *s, stage *next);
void exh_stage_sounds_free(stage *s);

/*
 * Creation and replacement of engines.
 */

/* Makes an engine that owns this machine; NULL if memory is short. */
struct exh_sci_engine *exh_stage_make(const struct exh_sci_program *program,
				      const struct exh_sci_resources *resources,
				      const struct exh_sci_start *start,
				      struct exh_sci_vm *vm);
/* Loads a saved machine for an engine, without giving it to the engine. */
enum exh_status exh_stage_load_machine(struct exh_sci_engine *engine,
				       struct exh_bytes saved, size_t *used,
				       struct exh_sci_vm **out, struct exh_error *err);
/* Replaces an engine by another one, which is freed. */
void exh_stage_take_over(struct exh_sci_engine *engine, struct exh_sci_engine *from);

/*
 * Replacement of an engine.
 */

/* Called when the machine has stopped. After RestoreGame the game goes on as saved, after
 * RestartGame anew; otherwise, or on failure, nothing changes. True if either was called.
 */
bool exh_stage_restore_or_restart(stage *s);

#endif
