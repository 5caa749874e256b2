/*
 * SCI0 played offline: a game's scripts (sci_vm.h) with screen, input, sound and a clock
 * of their own, step by step.
 *
 * Screen: 320 by 200, a colour 0 to 15 a byte, row-major. Time: ticks of 1/60 s. They
 * pass while the game waits, and one each start.instructions_a_tick instructions. Memory:
 * the program and the resources are the caller's and outlive the engine; all else is the
 * engine's own, freed by exh_sci_engine_free. Source: sci0-vm 4 to 6 and 9,
 * sci0-vm-notes; formats/engine/sci/stage/README.md.
 */
#ifndef EXHUME_SCI_ENGINE_H
#define EXHUME_SCI_ENGINE_H

#include "engine.h"
#include "input.h"
#include "sci_cache.h"
#include "sci_files.h"
#include "sci_vm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_SCREEN_WIDTH = 320,
	EXH_SCI_SCREEN_HEIGHT = 200,
	EXH_SCI_SCREEN_PIXELS = EXH_SCI_SCREEN_WIDTH * EXH_SCI_SCREEN_HEIGHT,
	EXH_SCI_TICKS = 60,		    /* a second */
	EXH_SCI_QUEUED_EVENTS = 64,	    /* at most */
	EXH_SCI_STEP_TICKS = 6,		    /* that a step takes at most */
	EXH_SCI_INSTRUCTIONS_A_TICK = 1000, /* unless the caller says otherwise */
};

/* The game's resources. */
struct exh_sci_resources {
	/* False: the game lacks it, or it is damaged. The bytes stay as they are as long
	   as the engine lives. */
	bool (*read)(void *context, unsigned type, unsigned number,
		     struct exh_bytes *out);
	/* The game writes a file, which has these bytes now; its name is that of
	   exh_sci_file_name. False: it can't be kept: the game notices, and finds what
	   there was before. NULL: files are in memory alone. */
	bool (*keep)(void *context, const char *name, struct exh_bytes bytes);
	void *context;
	/* The game asks for a resource and does not get it: it is missing, or, with the
	   decoder's reason, it can't be decoded. Perhaps several times for each. NULL:
	   they are not reported. */
	void (*lacks)(void *context, unsigned type, unsigned number, const char *why);
};

enum exh_sci_animate {
	EXH_SCI_ANIMATE_CORRECTED,
	EXH_SCI_ANIMATE_SEED, /* as the seed text has it, to the letter */
};

struct exh_sci_start {
	uint32_t seed;		      /* of Random; 0: 1 */
	unsigned instructions_a_tick; /* 0: EXH_SCI_INSTRUCTIONS_A_TICK */
	bool is_lenient;	      /* go on after faults that are not fatal */
	enum exh_sci_animate animate;
	bool has_no_mouse;
	/* Show styles take their time: pictures come in over some steps. */
	bool has_transitions;
	/* Devices that sound is written for (exh_host.audio), each a bit: 1 <<
	   EXH_AUDIO_TANDY and so on; 0: AdLib. The game notices no difference. They are
	   no part of a saved state. */
	unsigned sound_devices;
	/* Whose channels MIDI has: bits of enum exh_sci_device. */
	uint8_t midi_devices;
	/* Rules of interpreters before 0.000.502: 15 bands of priority down to row 200,
	   windows that don't stay below the menu bar, DrawPic's third argument, DirLoop's
	   angles and cels a row higher. Of a saved state it must be what it was. */
	bool is_before_502;
	uint64_t reserved[4]; /* 0: room to grow */
};

struct exh_sci_engine;

/* EXH_INVALID for a program without script 0, or whose first object has no play;
 * EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_engine_new(const struct exh_sci_program *program,
					       const struct exh_sci_resources *resources,
					       const struct exh_sci_start *start,
					       struct exh_sci_engine **out,
					       struct exh_error *err);
/* Takes NULL. */
EXH_API void exh_sci_engine_free(struct exh_sci_engine *engine);

/* Types of events, as bits, and modifiers. Source: sci0-vm 5.1. */
enum {
	EXH_SCI_EVENT_PRESS = 1, /* of a mouse button */
	EXH_SCI_EVENT_RELEASE = 2,
	EXH_SCI_EVENT_KEY = 4,
	EXH_SCI_EVENT_MOVEMENT = 0x40,
	EXH_SCI_EVENT_SAID = 0x80,
};
enum {
	EXH_SCI_SHIFT_RIGHT = 1,
	EXH_SCI_SHIFT_LEFT = 2,
	EXH_SCI_CTRL = 4,
	EXH_SCI_ALT = 8,
	EXH_SCI_NUM_LOCK = 0x20,
};

struct exh_sci_event {
	uint16_t type, message, modifiers;
	int16_t x, y; /* of the mouse, on the screen */
};

/* In the next step the game is sent on to another room, when it asks for an event: its
 * room gets newRoom. A game that asks for none in that step stays where it is. */
EXH_API void exh_sci_engine_enter_room(struct exh_sci_engine *engine, unsigned room);

/* The mouse's place counts from now on; the event, unless its type is 0, waits to be
 * read. False: too many wait. */
EXH_API bool exh_sci_engine_input(struct exh_sci_engine *engine,
				  const struct exh_sci_event *event);
/* Events that the game has not read yet. */
EXH_API size_t exh_sci_engine_waiting_events(const struct exh_sci_engine *engine);

/*
 * Input scripts (exhume/input.h) for this engine: the mouse and the keyboard as words, or
 * as what the devices send.
 */

/* Bits of the words. */
enum {
	EXH_SCI_KEY_X = 0x1ff,	     /* "column": the mouse's, 1 to 319; 0: as it was */
	EXH_SCI_KEY_Y = 0xff << 9,   /* "row": its row, 1 to 199 */
	EXH_SCI_KEY_CLICK = 1 << 17, /* left button */
	EXH_SCI_KEY_RIGHT_CLICK = 1 << 18,
	EXH_SCI_KEY_LEFT = 1 << 19, /* arrows */
	EXH_SCI_KEY_RIGHT = 1 << 20,
	EXH_SCI_KEY_UP = 1 << 21,
	EXH_SCI_KEY_DOWN = 1 << 22,
	EXH_SCI_KEY_SHIFT = 1 << 23, /* held with a key or a button */
};
/* "key": a character below 128, or 128 and the scan code of a key that makes none. "joy":
 * 224 and the direction of a joystick. "char": with EXH_SCI_KEY_LETTER a character from
 * 128 on. */
#define EXH_SCI_KEY_CODE UINT32_C(0xff000000)
/* Both arrows, which no player presses at once. */
#define EXH_SCI_KEY_LETTER ((uint32_t)EXH_SCI_KEY_LEFT | EXH_SCI_KEY_RIGHT)
/* The bits that press a character, 1 to 255. */
#define EXH_SCI_KEY_OF(character) \
	((uint32_t)(character) << 24 | ((character) < 128 ? 0 : EXH_SCI_KEY_LETTER))

EXH_API const struct exh_input_keys *exh_sci_input_keys(void);

/* Mouse and keyboard between two steps. Has no pointers. */
struct exh_sci_devices {
	int32_t x, y;		/* the mouse, on the screen */
	uint32_t keys;		/* what the last step's words held */
	uint32_t pressed;	/* what the last step's input was, as words */
	uint8_t buttons, shift; /* modifiers that are held */
};

/* The mouse is in the middle of the screen. */
EXH_API void exh_sci_devices_start(struct exh_sci_devices *devices);
/* What is pressed in a step becomes events of the engine. */
EXH_API void exh_sci_devices_press(struct exh_sci_devices *devices,
				   const struct exh_input_frame *frame,
				   struct exh_sci_engine *engine);

/* Runs until the game waits, or EXH_SCI_STEP_TICKS have passed. host may be NULL. False:
 * the game has ended, or a fault stopped it (exh_sci_vm_fault). */
EXH_API bool exh_sci_engine_step(struct exh_sci_engine *engine,
				 const struct exh_host *host);

/*
 * Saved states: all there is between two steps. An engine that goes on from there does
 * what the one that was saved does; only the notes that sound then begin anew.
 */

/* False: a fault has stopped the game, which leaves nothing to go on with. */
EXH_API bool exh_sci_engine_save(const struct exh_sci_engine *engine,
				 struct exh_writer *out);
/* Into an engine of the same game. EXH_INVALID for what no engine has saved in it, with
 * the reason; then the engine is as it was. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_engine_load(struct exh_sci_engine *engine,
						struct exh_bytes saved,
						struct exh_error *err);
/* An engine that goes on as this one; NULL if memory is short, or it can't be saved. */
EXH_API struct exh_sci_engine *exh_sci_engine_copy(const struct exh_sci_engine *engine);
/* CRC-32 of what would be saved. */
EXH_API uint32_t exh_sci_engine_hash(const struct exh_sci_engine *engine);

/* What is on the monitor, and the maps that it comes from. */
enum exh_sci_plane {
	EXH_SCI_PLANE_SHOWN,
	EXH_SCI_PLANE_VISUAL,
	EXH_SCI_PLANE_PRIORITY,
	EXH_SCI_PLANE_CONTROL,
};
/* EXH_SCI_SCREEN_PIXELS bytes, the engine's. */
EXH_API const uint8_t *exh_sci_engine_plane(const struct exh_sci_engine *engine,
					    enum exh_sci_plane plane);
/* Draws the mouse pointer over such a picture. False: there is none: the game hides it,
 * or has no such cursor. */
EXH_API bool exh_sci_engine_draw_pointer(struct exh_sci_engine *engine, uint8_t *pixels);
EXH_API void exh_sci_engine_palette(struct exh_palette *palette);

/* Texts that are on the screen, in the order in which they came. */
enum exh_sci_text_kind {
	EXH_SCI_SHOWN_TEXT,
	EXH_SCI_SHOWN_BUTTON,
	EXH_SCI_SHOWN_FIELD, /* that is edited */
};
struct exh_sci_shown_text {
	enum exh_sci_text_kind kind;
	const char *text;     /* in the game's characters; the engine's */
	unsigned window;      /* 2: the picture */
	struct exh_rect rect; /* on the screen */
};
/* False: there are not so many. */
EXH_API bool exh_sci_engine_text(const struct exh_sci_engine *engine, size_t number,
				 struct exh_sci_shown_text *out);

/* One of the cast that the last Animate went through, in the order in which they are
 * drawn. Source: sci0-vm 6. */
struct exh_sci_cast_member {
	struct exh_sci_reg object;
	int32_t x, y; /* on the screen, of its feet */
	uint16_t view, loop, cel, signal;
	uint8_t priority;
	bool is_shown; /* it is not hidden */
	/* On the screen, cut at its edges: the cel, nsRect, and what it stands on,
	   brRect; empty where the object has none. */
	struct exh_rect seen, base;
};
/* False: there are not so many. */
EXH_API bool exh_sci_engine_cast(const struct exh_sci_engine *engine, size_t number,
				 struct exh_sci_cast_member *out);

struct exh_sci_engine_state {
	uint64_t step, tick, instructions;
	uint64_t cycles; /* calls of Animate with a cast */
	/* Global variable that holds the game's object; -1: none, as before play. The ego
	 * lies before it, the room after it. Source: sci0-vm-notes, "Globals". */
	int32_t game_global;
	unsigned room;		/* number; 0: not known */
	struct exh_sci_reg ego; /* null: not known */
	int16_t ego_x, ego_y;
	bool is_ego_moving; /* it has a mover */
	size_t cast_size;   /* of the last Animate */
	size_t windows;	    /* that are open */
	uint64_t polled;    /* tick when it last took events, or was loaded */
	uint64_t missing;   /* resources that the game lacks, each time it needs one */
	bool has_ended;
};
EXH_API void exh_sci_engine_state(const struct exh_sci_engine *engine,
				  struct exh_sci_engine_state *state);
/* Faults that were passed, each place and kind once, as warnings. */
EXH_API const struct exh_notes *
exh_sci_engine_faults(const struct exh_sci_engine *engine);
/* Called at each fault that is passed, while the machine stands there; NULL: nothing.
 * Engines that are loaded or copied call none. */
EXH_API void
exh_sci_engine_watch_faults(struct exh_sci_engine *engine,
			    void (*fault)(void *context, const struct exh_sci_vm *vm,
					  enum exh_sci_fault fault, const char *text),
			    void *context);
/* How the resources that were read are kept: of pics, sounds, and so on. */
EXH_API struct exh_sci_cache_state
exh_sci_engine_cache(const struct exh_sci_engine *engine);
/* The files that the game reads and writes, saved games among them; what is put there
 * before the first step, it finds. A state has them, too. */
EXH_API struct exh_sci_files *exh_sci_engine_files(struct exh_sci_engine *engine);
/* For looking, faults and traces. Another one after a step that restores or restarts the
 * game. */
EXH_API struct exh_sci_vm *exh_sci_engine_vm(const struct exh_sci_engine *engine);
/* From now on the machine, whichever the engine has, gives the lines of its trace
 * (sci0-vm 7.3); level as in struct exh_sci_host, line NULL: no more. They also say what
 * came from outside: events, time, files, cues. Engines that are loaded or copied give
 * none. False when memory is short. */
EXH_API bool exh_sci_engine_trace(struct exh_sci_engine *engine, unsigned level,
				  void (*line)(void *context, const char *line,
					       size_t size),
				  void *context);
/* As exh_sci_vm_watch, of whatever machine the engine has; engines that are loaded or
 * copied have none. After exh_sci_vm_pause the step ends there and shows nothing: the
 * engine is only good for loading a state. */
EXH_API void exh_sci_engine_watch(struct exh_sci_engine *engine,
				  void (*step)(void *context,
					       const struct exh_sci_vm *vm),
				  void *context);

#ifdef __cplusplus
}
#endif
#endif
