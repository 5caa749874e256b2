/*
 * SCI0 played offline: a game's scripts (sci_vm.h) with screen, input, sound and a clock
 * of their own, step by step.
 *
 * Screen: 320 by 200, one byte per pixel with colour 0 to 15, row-major.
 * Time:   ticks of 1/60 s. They pass while the game waits, and one passes for each
 *         start.instructions_a_tick instructions.
 * Memory: the program and the resources are the caller's and must outlive the engine; all
 *         else is the engine's own, freed by exh_sci_engine_free.
 * Source: sci0-vm 4 to 6 and 9, sci0-vm-notes; formats/engine/sci/stage/README.md.
 */
#ifndef EXHUME_ADVANCED_SCI_ENGINE_H
#define EXHUME_ADVANCED_SCI_ENGINE_H

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
	EXH_SCI_TICKS = 60,		    /* ticks per second */
	EXH_SCI_QUEUED_EVENTS = 64,	    /* events that wait, at most */
	EXH_SCI_STEP_TICKS = 6,		    /* ticks of a step, at most */
	EXH_SCI_INSTRUCTIONS_A_TICK = 1000, /* default */
};

/* Callbacks to the game's resources and files. */
struct exh_sci_resources {
	/* Reads a resource. False: the game lacks it, or it is damaged. The bytes must
	 * stay unchanged as long as the engine lives. */
	bool (*read)(void *context, unsigned type, unsigned number,
		     struct exh_bytes *out);
	/* The game has written a file, which now has these bytes; its name is as from
	 * exh_sci_file_name. False: it can't be kept: the game sees an error, and the
	 * previous content. NULL: files are in memory alone. */
	bool (*keep)(void *context, const char *name, struct exh_bytes bytes);
	void *context; /* passed to all callbacks */
	/* The game asks for a resource that is missing, or that can't be decoded, with
	 * the decoder's reason in why. It may be called several times for each. NULL:
	 * not reported. */
	void (*lacks)(void *context, unsigned type, unsigned number, const char *why);
};

/* Version of the kernel function Animate. */
enum exh_sci_animate {
	EXH_SCI_ANIMATE_CORRECTED,
	EXH_SCI_ANIMATE_SEED, /* exactly as the seed text describes it */
};

/* Options of an engine. */
struct exh_sci_start {
	uint32_t seed;		      /* seed of Random; 0: 1 */
	unsigned instructions_a_tick; /* 0: EXH_SCI_INSTRUCTIONS_A_TICK */
	bool is_lenient;	      /* continue after faults that are not fatal */
	enum exh_sci_animate animate;
	bool has_no_mouse;
	/* Show styles take time: pictures appear over several steps. */
	bool has_transitions;
	/*
	 * Devices that sound is written for (exh_host.audio), one bit each: 1 <<
	 * EXH_AUDIO_TANDY and so on; 0: AdLib. The game itself does not notice a
	 * difference. They are no part of a saved state.
	 */
	unsigned sound_devices;
	/* Devices whose channels are sent as MIDI: bits of enum exh_sci_device. */
	uint8_t midi_devices;
	/*
	 * Rules of interpreters before 0.000.502: 15 bands of priority down to row 200,
	 * windows that don't stay below the menu bar, DrawPic's third argument, DirLoop's
	 * angles and cels a row higher. Must be the same when a saved state is loaded.
	 */
	bool is_before_502;
	uint64_t reserved[4]; /* 0: room to grow */
};

struct exh_sci_engine;

/* Makes an engine. EXH_INVALID for a program without script 0, or whose first object
 * has no play; EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_engine_new(const struct exh_sci_program *program,
					       const struct exh_sci_resources *resources,
					       const struct exh_sci_start *start,
					       struct exh_sci_engine **out,
					       struct exh_error *err);
/* Accepts NULL. */
EXH_API void exh_sci_engine_free(struct exh_sci_engine *engine);

/* Types of events, as bits, and modifiers. Source: sci0-vm 5.1. */
enum {
	EXH_SCI_EVENT_PRESS = 1, /* press of a mouse button */
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

/* An input event. */
struct exh_sci_event {
	uint16_t type, message, modifiers; /* bits and values as in sci0-vm 5.1 */
	int16_t x, y;			   /* position of the mouse on the screen */
};

/* Sends the game to another room in the next step, when it asks for an event: its room
 * gets newRoom. No effect if the game asks for no event in that step. */
EXH_API void exh_sci_engine_enter_room(struct exh_sci_engine *engine, unsigned room);

/* Sets the mouse's position; the event, unless its type is 0, waits to be read. False:
 * too many events wait. */
EXH_API bool exh_sci_engine_input(struct exh_sci_engine *engine,
				  const struct exh_sci_event *event);
/* Returns the number of events that the game has not read yet. */
EXH_API size_t exh_sci_engine_waiting_events(const struct exh_sci_engine *engine);

/*
 * Input scripts (exhume/advanced/input.h) for this engine: the mouse and the keyboard as
 * keys of scripts, or as raw device input.
 */

/* Bits of the keys of scripts. */
enum {
	/* "column": the mouse's column, 1 to 319; 0: unchanged. */
	EXH_SCI_KEY_X = 0x1ff,
	EXH_SCI_KEY_Y = 0xff << 9,   /* "row": the mouse's row, 1 to 199; 0: unchanged */
	EXH_SCI_KEY_CLICK = 1 << 17, /* left button */
	EXH_SCI_KEY_RIGHT_CLICK = 1 << 18,
	EXH_SCI_KEY_LEFT = 1 << 19, /* arrows */
	EXH_SCI_KEY_RIGHT = 1 << 20,
	EXH_SCI_KEY_UP = 1 << 21,
	EXH_SCI_KEY_DOWN = 1 << 22,
	EXH_SCI_KEY_SHIFT = 1 << 23, /* held with a key or a button */
};
/* "key": a character below 128, or 128 plus the scan code of a key without a
 * character. "joy": 224 plus the direction of a joystick. "char": with
 * EXH_SCI_KEY_LETTER a character from 128 on. */
#define EXH_SCI_KEY_CODE UINT32_C(0xff000000)
/* Marks a "char": both arrows, which no player presses at once. */
#define EXH_SCI_KEY_LETTER ((uint32_t)EXH_SCI_KEY_LEFT | EXH_SCI_KEY_RIGHT)
/* The bits that press a character, 1 to 255. */
#define EXH_SCI_KEY_OF(character) \
	((uint32_t)(character) << 24 | ((character) < 128 ? 0 : EXH_SCI_KEY_LETTER))

/* Returns the vocabulary for exh_input_read, which is static. */
EXH_API const struct exh_input_keys *exh_sci_input_keys(void);

/* State of mouse and keyboard between two steps. Has no pointers. */
struct exh_sci_devices {
	int32_t x, y;		/* position of the mouse on the screen */
	uint32_t keys;		/* keys that the last step's script held */
	uint32_t pressed;	/* the last step's input, as keys of scripts */
	uint8_t buttons, shift; /* held buttons and modifiers */
};

/* Sets the mouse to the middle of the screen, with no key held. */
EXH_API void exh_sci_devices_start(struct exh_sci_devices *devices);
/* Turns the input of a step into events of the engine. */
EXH_API void exh_sci_devices_press(struct exh_sci_devices *devices,
				   const struct exh_input_frame *frame,
				   struct exh_sci_engine *engine);

/* Executes one step: runs until the game waits, or EXH_SCI_STEP_TICKS have passed.
 * host may be NULL. False: the game has ended, or a fault stopped it
 * (exh_sci_vm_fault). */
EXH_API bool exh_sci_engine_step(struct exh_sci_engine *engine,
				 const struct exh_host *host);

/*
 * Saved states: the complete state between two steps. An engine that continues from there
 * does the same as the one that was saved; only notes that sound then start again.
 */

/* Appends the state. False: a fault has stopped the game, which can't continue. */
EXH_API bool exh_sci_engine_save(const struct exh_sci_engine *engine,
				 struct exh_writer *out);
/* Restores a state of the same game. EXH_INVALID, with the reason, for bytes that no
 * engine has saved in it; then the engine is unchanged. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_engine_load(struct exh_sci_engine *engine,
						struct exh_bytes saved,
						struct exh_error *err);
/* Returns a copy of an engine; NULL if memory is short, or it can't be saved. */
EXH_API struct exh_sci_engine *exh_sci_engine_copy(const struct exh_sci_engine *engine);
/* Returns the CRC-32 of the bytes that exh_sci_engine_save would append. */
EXH_API uint32_t exh_sci_engine_hash(const struct exh_sci_engine *engine);

/* The monitor's picture, and the maps that it is made from. */
enum exh_sci_plane {
	EXH_SCI_PLANE_SHOWN,
	EXH_SCI_PLANE_VISUAL,
	EXH_SCI_PLANE_PRIORITY,
	EXH_SCI_PLANE_CONTROL,
};
/* Returns EXH_SCI_SCREEN_PIXELS bytes, borrowed from the engine. */
EXH_API const uint8_t *exh_sci_engine_plane(const struct exh_sci_engine *engine,
					    enum exh_sci_plane plane);
/* Draws the mouse pointer over a picture of that size. False: the game hides it, or
 * has no such cursor. */
EXH_API bool exh_sci_engine_draw_pointer(struct exh_sci_engine *engine, uint8_t *pixels);
/* Sets the 16 colours. */
EXH_API void exh_sci_engine_palette(struct exh_palette *palette);

/* Kind of a text on the screen. */
enum exh_sci_text_kind {
	EXH_SCI_SHOWN_TEXT,
	EXH_SCI_SHOWN_BUTTON,
	EXH_SCI_SHOWN_FIELD, /* a field that is edited */
};
/* A text on the screen. */
struct exh_sci_shown_text {
	enum exh_sci_text_kind kind;
	const char *text;     /* in the game's code page; borrowed from the engine */
	unsigned window;      /* number; 2: the picture */
	struct exh_rect rect; /* on the screen */
};
/* Gets a text on the screen, in the order of appearance. False: there are fewer. */
EXH_API bool exh_sci_engine_text(const struct exh_sci_engine *engine, size_t number,
				 struct exh_sci_shown_text *out);

/* A member of the cast of the last Animate, in drawing order. Source: sci0-vm 6. */
struct exh_sci_cast_member {
	struct exh_sci_reg object;
	int32_t x, y; /* position of its feet on the screen */
	uint16_t view, loop, cel, signal;
	uint8_t priority; /* 0 to 15 */
	bool is_shown;	  /* not hidden */
	/* Areas on the screen, clipped at its edges: the cel (nsRect), and the base on
	 * which it stands (brRect); empty if the object has none. */
	struct exh_rect seen, base;
};
/* Gets a member of the cast. False: there are fewer. */
EXH_API bool exh_sci_engine_cast(const struct exh_sci_engine *engine, size_t number,
				 struct exh_sci_cast_member *out);

/* State of an engine after a step. */
struct exh_sci_engine_state {
	uint64_t step, tick, instructions; /* since the start */
	uint64_t cycles;		   /* calls of Animate with a cast */
	/* Number of the global variable with the game's object; -1: none, as before
	 * play. The ego is in the one before it, the room in the one after it. Source:
	 * sci0-vm-notes, "Globals". */
	int32_t game_global;
	unsigned room;		/* number; 0: unknown */
	struct exh_sci_reg ego; /* null: unknown */
	int16_t ego_x, ego_y;
	bool is_ego_moving; /* true: ego has a mover */
	size_t cast_size;   /* members in the last Animate */
	size_t windows;	    /* open windows */
	uint64_t polled;    /* tick when it last took events, or was loaded */
	uint64_t missing;   /* requests for resources that the game lacks */
	bool has_ended;
};
/* Fills state. */
EXH_API void exh_sci_engine_state(const struct exh_sci_engine *engine,
				  struct exh_sci_engine_state *state);
/* Returns the faults after which the game continued, each place and kind once, as
 * warnings. */
EXH_API const struct exh_notes *
exh_sci_engine_faults(const struct exh_sci_engine *engine);
/* Sets a callback for each fault after which the game continues; the machine is still
 * at that place. NULL: none. Engines that are loaded or copied have none. */
EXH_API void
exh_sci_engine_watch_faults(struct exh_sci_engine *engine,
			    void (*fault)(void *context, const struct exh_sci_vm *vm,
					  enum exh_sci_fault fault, const char *text),
			    void *context);
/* Returns statistics of the cache of pics, sounds and other resources. */
EXH_API struct exh_sci_cache_state
exh_sci_engine_cache(const struct exh_sci_engine *engine);
/* Returns the files that the game reads and writes, also saved games; the game finds
 * files that are added before the first step. A saved state includes them. */
EXH_API struct exh_sci_files *exh_sci_engine_files(struct exh_sci_engine *engine);
/* Returns the machine, for inspection, faults and traces. It is replaced in a step
 * that restores or restarts the game. */
EXH_API struct exh_sci_vm *exh_sci_engine_vm(const struct exh_sci_engine *engine);
/*
 * Sets a callback for the lines of the machine's trace (sci0-vm 7.3), also after the
 * machine is replaced; level as in struct exh_sci_host, line NULL: none. The trace
 * includes all outside input: events, time, files, cues. Engines that are loaded or
 * copied have none. False if memory is short.
 */
EXH_API bool exh_sci_engine_trace(struct exh_sci_engine *engine, unsigned level,
				  void (*line)(void *context, const char *line,
					       size_t size),
				  void *context);
/* Sets a callback as exh_sci_vm_watch does, also after the machine is replaced;
 * engines that are loaded or copied have none. After exh_sci_vm_pause the step ends
 * there and shows nothing: the engine can then only load a state. */
EXH_API void exh_sci_engine_watch(struct exh_sci_engine *engine,
				  void (*step)(void *context,
					       const struct exh_sci_vm *vm),
				  void *context);

#ifdef __cplusplus
}
#endif

#endif
