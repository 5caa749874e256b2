/*
 * Controls of Keen Dreams: the keys of its input scripts, its keyboard, mouse and
 * joystick, the configuration that names the keys, and demos.
 *
 * Memory:  the only pointers in structs are to bytes that the caller owns.
 * Source:  keen-engine 1, 12; keen-formats 8; formats/engine/keen/dreams/README.md,
 *          "Controls".
 */
#ifndef EXHUME_ADVANCED_KEEN_INPUT_H
#define EXHUME_ADVANCED_KEEN_INPUT_H

#include "input.h"
#include "keen_engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of exh_input_frame.keys. */
enum exh_keen_key {
	EXH_KEEN_KEY_LEFT = 1 << 0,    /* L */
	EXH_KEEN_KEY_RIGHT = 1 << 1,   /* R */
	EXH_KEEN_KEY_UP = 1 << 2,      /* U */
	EXH_KEEN_KEY_DOWN = 1 << 3,    /* D */
	EXH_KEEN_KEY_BUTTON0 = 1 << 4, /* A: jump */
	EXH_KEEN_KEY_BUTTON1 = 1 << 5, /* B: throw */
	EXH_KEEN_KEY_CONTROLS = 0x3f,  /* all of the above */
	/* Cheats: F10 and a letter. */
	EXH_KEEN_KEY_GOD = 1 << 6,
	EXH_KEEN_KEY_ITEMS = 1 << 7,
	EXH_KEEN_KEY_JUMP = 1 << 8,
	EXH_KEEN_KEY_WARP = 1 << 9,
	EXH_KEEN_KEY_WARP_LEVEL = 0x1f << 10, /* the level that is typed after it */
	/* An answer to a question: CHOOSE is set, and CHOICE is enum exh_keen_choice. */
	EXH_KEEN_KEY_CHOOSE = 1 << 15,
	EXH_KEEN_KEY_CHOICE = 3 << 16,
};

/* Returns the vocabulary for exh_input_read: L R U D A B, N for none, and by name: god
 * items jump, warp LEVEL, choose ANSWER. Refused, since panels are not played: space
 * enter escape pause slow. It is static. */
EXH_API const struct exh_input_keys *exh_keen_input_keys(void);

/* Returns the controls of these keys. Up wins over down, left over right. */
EXH_API struct exh_keen_controls exh_keen_keys_controls(uint32_t keys);
/* Returns the keys of these controls, for recording. */
EXH_API uint32_t exh_keen_controls_keys(const struct exh_keen_controls *controls);

/*
 * The keyboard.
 */

/* Scan codes, in the order of the configuration. */
struct exh_keen_keys {
	uint8_t button0, button1;
	uint8_t up_left, up, up_right, left, right, down_left, down, down_right;
};

/* Sets the default: Ctrl, Alt and the numeric pad. */
EXH_API void exh_keen_keys_default(struct exh_keen_keys *keys);

/* State of the keyboard. */
struct exh_keen_keyboard {
	bool held[128]; /* held keys, by scan code */
	bool paused;	/* Pause was pressed; the reader clears it */
	uint8_t last;	/* scan code of the last key pressed; 0: none */
};

/* Takes a byte from the keyboard: bit 7 is a release; 0xe0 is ignored. */
EXH_API void exh_keen_keyboard_byte(struct exh_keen_keyboard *keyboard, uint8_t byte);
EXH_API struct exh_keen_controls
exh_keen_keyboard_controls(const struct exh_keen_keyboard *keyboard,
			   const struct exh_keen_keys *keys);

/*
 * The joystick.
 */

enum {
	EXH_KEEN_STICK_GIVES_UP = 5000, /* passes of the counting loop */
};

/* Port 201h. Bits 0 to 3 are set while A's x and y, B's x and y charge, bits 4 to 7
 * while a button is not pressed. */
struct exh_joystick_port {
	struct exh_input_stick sticks[EXH_INPUT_STICKS];
	uint16_t charging[2 * EXH_INPUT_STICKS]; /* reads left until it is charged */
};

/* Writes any value: all axes start to charge. An absent stick never finishes charging. */
EXH_API void exh_joystick_port_write(struct exh_joystick_port *port);
/* Reads the port, which counts as time passing for the axes. */
EXH_API uint8_t exh_joystick_port_read(struct exh_joystick_port *port);

/* Calibration of a joystick. */
struct exh_keen_joystick {
	bool present;
	uint16_t low_x, high_x, low_y, high_y; /* bounds of the dead zone, inclusive */
};

/* Counts the polls while each axis charges. False if it gives up. number: 0 for A, 1
 * for B. */
EXH_API bool exh_keen_joystick_count(struct exh_joystick_port *port, unsigned number,
				     uint16_t *x, uint16_t *y);
/* Calibrates as at the program's start, with the stick in its centre: the range is
 * twice its position. */
EXH_API void exh_keen_joystick_start(struct exh_keen_joystick *joystick,
				     struct exh_joystick_port *port, unsigned number);
/* Calibrates by the corners: left and top, right and bottom. */
EXH_API void exh_keen_joystick_calibrate(struct exh_keen_joystick *joystick,
					 uint16_t left, uint16_t top, uint16_t right,
					 uint16_t bottom);
EXH_API struct exh_keen_controls
exh_keen_joystick_controls(const struct exh_keen_joystick *joystick,
			   struct exh_joystick_port *port, unsigned number);

/* Returns the controls of the mouse: the direction of its movement; the left button
 * jumps, the right one throws. */
EXH_API struct exh_keen_controls
exh_keen_mouse_controls(const struct exh_input_mouse *mouse);

/*
 * All of them at once.
 */

/* State of all devices. */
struct exh_keen_devices {
	struct exh_keen_keys keys;
	struct exh_keen_keyboard keyboard;
	struct exh_keen_joystick joysticks[EXH_INPUT_STICKS];
};

/* Sets all keys to released; sticks are not calibrated yet. keys NULL: the default. */
EXH_API void exh_keen_devices_start(struct exh_keen_devices *devices,
				    const struct exh_keen_keys *keys);
/*
 * Returns the controls of a frame. Each axis follows the first device that moves it: the
 * script's keys, the keyboard, stick A, stick B, the mouse; a button is pressed if any of
 * them presses it. The position of a stick in its first frame is its centre.
 */
EXH_API struct exh_keen_controls
exh_keen_devices_controls(struct exh_keen_devices *devices,
			  const struct exh_input_frame *frame);

/*
 * KDREAMS.CFG, without its scores.
 */

enum {
	EXH_KEEN_CONFIG_SIZE = 656,
};

/* Device that controls the game. */
enum exh_keen_control_type {
	EXH_KEEN_KEYBOARD_1,
	EXH_KEEN_KEYBOARD_2,
	EXH_KEEN_JOYSTICK_1,
	EXH_KEEN_JOYSTICK_2,
	EXH_KEEN_MOUSE,
	EXH_KEEN_CONTROL_TYPES
};

/* The configuration. */
struct exh_keen_config {
	uint16_t sound_mode; /* 0 off, 1 PC, 2 AdLib, 3 Sound Blaster, 4 Sound Source */
	uint16_t music_mode; /* 0, 1 */
	enum exh_keen_control_type control_type;
	struct exh_keen_keys keys;
};

/* Reads KDREAMS.CFG. EXH_TRUNCATED below EXH_KEEN_CONFIG_SIZE, EXH_INVALID for an
 * unknown mode, control type or scan code. */
EXH_CHECKED enum exh_status exh_keen_config_read(struct exh_bytes in,
						 struct exh_keen_config *config,
						 struct exh_error *err);

/*
 * Demos: pairs of bytes: the number of frames minus 1, and the controls in them.
 */

/* An open demo, and a position in it. */
struct exh_keen_demo {
	struct exh_bytes pairs; /* borrowed */
	uint64_t frames;	/* frames of the demo */
	size_t place;		/* offset of the current pair */
	unsigned used;		/* frames of the current pair already played */
};

/* Opens a demo, at its start. EXH_INVALID for an invalid axis. An odd byte at the end
 * and unknown bits are noted as warnings, and ignored. */
EXH_CHECKED enum exh_status exh_keen_demo_open(struct exh_bytes in,
					       struct exh_keen_demo *demo,
					       struct exh_notes *notes,
					       struct exh_error *err);
/* Gets the controls of the next frame. False at the end. */
EXH_API bool exh_keen_demo_next(struct exh_keen_demo *demo,
				struct exh_keen_controls *controls);

/* State of a recording. */
struct exh_keen_demo_recorder {
	struct exh_writer *out; /* borrowed; its owner checks whether it failed */
	unsigned count;		/* frames equal to last that are not written yet */
	uint8_t last;
};

/* Start a recording, add a frame, and write the frames that are still waiting. */
EXH_API void exh_keen_demo_record_start(struct exh_keen_demo_recorder *recorder,
					struct exh_writer *out);
EXH_API void exh_keen_demo_record(struct exh_keen_demo_recorder *recorder,
				  const struct exh_keen_controls *controls);
EXH_API void exh_keen_demo_record_end(struct exh_keen_demo_recorder *recorder);

#ifdef __cplusplus
}
#endif

#endif
