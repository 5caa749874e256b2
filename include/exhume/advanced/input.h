/*
 * Input scripts: the keys and devices that are used in each frame of a game that is
 * played offline. exhume-input(5) describes the language.
 *
 * Frames:  counted from 0; a script whose length exceeds 64 bits is endless.
 * Memory:  a program lives in the caller's arena and borrows nothing from its texts. It
 *          is read-only: any number of cursors may play it at once. A cursor has no
 *          pointers.
 * Source:  keen-engine 12, 13; formats/engine/README.md, "Input scripts".
 *
 *	struct exh_input_frame frame;
 *
 *	exh_input_start(&cursor);
 *	while (exh_input_next(input, &cursor, &frame))
 *		step(engine, frame.keys);
 */
#ifndef EXHUME_ADVANCED_INPUT_H
#define EXHUME_ADVANCED_INPUT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_INPUT_DEPTH = 16,		/* nesting of blocks, and of files */
	EXH_INPUT_INCLUDES = 1000,	/* includes in a program */
	EXH_INPUT_TEXT_LIMIT = 1 << 26, /* bytes of all texts */
	EXH_INPUT_SCAN_CODES = 32,	/* bytes from the keyboard in a frame, at most */
	EXH_INPUT_STICKS = 2,
};

/* Length of a script without an end. */
#define EXH_INPUT_ENDLESS UINT64_MAX

/*
 * The name of a game's key in scripts. Names of one letter may be written together;
 * longer names (lower case) stand alone. The caller defines the bits; a key may have
 * several or none ("N"). A longer name may take a number: "warp 7". A key with a number
 * and no other bits is held while its number is not 0.
 */
struct exh_input_key {
	const char *name;
	uint32_t bits; /* set in exh_input_frame.keys while the key is held */
	/* Adjacent bits that hold the number, and its range; 0: it takes no number. */
	uint32_t number_bits, least, most;
	/* The reason why scripts may not use it; NULL: they may. */
	const char *refused;
};

/*
 * A statement that the caller carries out, instead of a frame; only the caller knows its
 * effect and duration. It ends with its line, or with its block's bracket. The strings
 * live in the program's arena.
 */
struct exh_input_act {
	const char *name;
	const char *text; /* the text after the name, without blanks around it */
	const char *file; /* name of the text with the statement */
	uint32_t line;	  /* from 1 */
};

/* The vocabulary of a game's scripts. The language's generators need keys called L, R,
 * U, D, A, B. */
struct exh_input_keys {
	const struct exh_input_key *keys;
	size_t count;
	/* Names of acts, NULL-terminated; NULL: the game has none. */
	const char *const *acts;
	/* Checks the text of an act. On error err->offset is a position in act->text.
	 * May be NULL. */
	enum exh_status (*check)(const void *context, const struct exh_input_act *act,
				 struct exh_error *err);
	const void *context; /* passed to check */
};

/* Bits of the buttons of a mouse or joystick. */
enum {
	EXH_INPUT_BUTTON_1 = 1, /* mouse: left */
	EXH_INPUT_BUTTON_2 = 2, /* right */
	EXH_INPUT_BUTTON_3 = 4, /* middle */
};

/* Mouse input of a frame. */
struct exh_input_mouse {
	int16_t x, y; /* movement in mickeys; right and down are positive */
	uint8_t buttons;
};

/* Joystick input of a frame. */
struct exh_input_stick {
	bool present;  /* false: the script does not use it, and all is 0 */
	uint16_t x, y; /* number of polls that find the axis charging */
	uint8_t buttons;
};

/* All input of a frame, or an act in its place. */
struct exh_input_frame {
	/* Not NULL: an act; the other fields do not count. */
	const struct exh_input_act *act;
	uint32_t keys; /* bits of the held keys */
	/* Bytes that the keyboard sends at the frame's start, prefixes included;
	 * borrowed from the program. */
	struct exh_bytes scan_codes;
	struct exh_input_mouse mouse;
	struct exh_input_stick sticks[EXH_INPUT_STICKS];
};

/* A script's text. Borrowed until exh_input_read returns. */
struct exh_input_text {
	const char *name; /* for messages, and to distinguish files */
	struct exh_bytes bytes;
};

/*
 * Finds the text for "include NAME" in the text called from, and fills *text, whose name
 * is NAME at first. The text must last until exh_input_read returns. A status other than
 * EXH_OK stops the reading; err then holds the reason, without the name.
 */
typedef enum exh_status (*exh_input_include)(void *context, const char *name,
					     const char *from,
					     struct exh_input_text *text,
					     struct exh_error *err);

struct exh_input; /* a compiled script; opaque */

/*
 * Compiles a script. If include is NULL, includes are errors. Stops at the first error:
 * EXH_INVALID with line and column (bytes, from 1) and, for an included text, its name,
 * all in err->text; EXH_UNSUPPORTED for a key that is refused; EXH_LIMIT for nesting or
 * includes beyond the limits above; EXH_NO_MEMORY at the arena's limit. Takes linear
 * time.
 */
EXH_CHECKED enum exh_status
exh_input_read(const struct exh_input_text *text, const struct exh_input_keys *keys,
	       exh_input_include include, void *context, struct exh_arena *arena,
	       const struct exh_input **out, struct exh_error *err);

/* Returns the number of frames. EXH_INPUT_ENDLESS: endless, or longer than 64 bits. */
EXH_API uint64_t exh_input_length(const struct exh_input *input);
/* True if the script has acts. Each then counts as a frame of exh_input_length, and
 * exh_input_seek is of no use. */
EXH_API bool exh_input_has_acts(const struct exh_input *input);
/* True if any frame uses devices other than keys: scan codes, mouse, joysticks. */
EXH_API bool exh_input_has_devices(const struct exh_input *input);

/* A position between two frames of a program. May be copied. Only frame is public; it
 * is all that exh_input_seek needs. */
struct exh_input_cursor {
	uint64_t frame;	 /* number of the next frame */
	uint64_t left;	 /* frames left of the statement; 0: not started */
	uint64_t random; /* state of the generator */
	uint64_t passes[EXH_INPUT_DEPTH]; /* passes left of each enclosing block */
	uint32_t place, depth;
	uint32_t run;	 /* the input that is held now */
	uint32_t period; /* frames until the generator draws again */
};

/* Sets the cursor before frame 0. */
EXH_API void exh_input_start(struct exh_input_cursor *cursor);
/* Gets the next frame. False at the end: then nothing is pressed. Takes constant time,
 * however long the script. */
EXH_API bool exh_input_next(const struct exh_input *input,
			    struct exh_input_cursor *cursor,
			    struct exh_input_frame *frame);
/* Moves the cursor before a frame. False if that is past the end: it is then at the
 * end. The time depends on the program, not on the number of frames skipped. */
EXH_API bool exh_input_seek(const struct exh_input *input,
			    struct exh_input_cursor *cursor, uint64_t frame);

/*
 * Writes a script from frames as they come: one line for each run of equal frames.
 * Reading it gives the same frames.
 */
struct exh_input_recorder {
	const struct exh_input_keys *keys; /* borrowed; so is out */
	struct exh_writer *out;
	uint32_t count; /* frames equal to last that are not written yet */
	struct exh_input_frame last;
	uint8_t scan_codes[EXH_INPUT_SCAN_CODES]; /* copy of last.scan_codes */
};

/* Starts a recording. keys and out are borrowed. */
EXH_API void exh_input_record_start(struct exh_input_recorder *recorder,
				    const struct exh_input_keys *keys,
				    struct exh_writer *out);
/* Records a frame. EXH_INVALID, and it is not recorded, if no combination of keys has
 * its bits; EXH_LIMIT for too many scan codes. The owner of out checks out->failed. */
EXH_CHECKED enum exh_status exh_input_record(struct exh_input_recorder *recorder,
					     const struct exh_input_frame *frame,
					     struct exh_error *err);
/* Writes the frames that are still waiting. Recording may continue afterwards. */
EXH_API void exh_input_record_end(struct exh_input_recorder *recorder);

#ifdef __cplusplus
}
#endif

#endif
