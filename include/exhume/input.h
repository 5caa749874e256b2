/*
 * Input scripts: what is pressed in each frame of a game that is played offline.
 *                exhume-input(5) describes the language.
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
#ifndef EXHUME_INPUT_H
#define EXHUME_INPUT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_INPUT_DEPTH = 16,		/* nesting of blocks, and of files */
	EXH_INPUT_INCLUDES = 1000,	/* in all */
	EXH_INPUT_TEXT_LIMIT = 1 << 26, /* bytes of all texts */
	EXH_INPUT_SCAN_CODES = 32,	/* bytes that the keyboard sends in a frame */
	EXH_INPUT_STICKS = 2,
};

#define EXH_INPUT_ENDLESS UINT64_MAX

/*
 * A key of a game as scripts call it. Names of one letter may be written together, longer
 * ones (lower case, by themselves) not. Bits are the caller's; one key may have several,
 * or none ("N"). A longer name may have a number after it: "warp 7". One with a number
 * and no bits is held where its number is not 0.
 */
struct exh_input_key {
	const char *name;
	uint32_t bits;
	/* Bits that hold the number, next to each other, and its range; 0: none. */
	uint32_t number_bits, least, most;
	/* Why scripts may not use it; NULL: they may. */
	const char *refused;
};

/*
 * A statement that is no frame: what happens then the caller knows, and how long it
 * takes. It ends with its line, or with its block's bracket.
 */
struct exh_input_act {
	const char *name;
	const char *text; /* what follows the name, without blanks around it */
	const char *file; /* that it is in */
	uint32_t line;
};

/* The game's keys; generators need those called L, R, U, D, A, B. */
struct exh_input_keys {
	const struct exh_input_key *keys;
	size_t count;
	/* Names of acts, NULL-terminated; NULL: there are none. */
	const char *const *acts;
	/* Is the text right? Else err has why, its offset a place in the text. May be
	   NULL. */
	enum exh_status (*check)(const void *context, const struct exh_input_act *act,
				 struct exh_error *err);
	const void *context;
};

/* Of a mouse or a stick; bit 0 is button 1. */
enum {
	EXH_INPUT_BUTTON_1 = 1, /* mouse: left */
	EXH_INPUT_BUTTON_2 = 2, /* right */
	EXH_INPUT_BUTTON_3 = 4, /* middle */
};

struct exh_input_mouse {
	int16_t x, y; /* mickeys in this frame; right and down are positive */
	uint8_t buttons;
};

struct exh_input_stick {
	bool present;  /* if not, all is 0: the script does not use it */
	uint16_t x, y; /* how often the axis is found charging */
	uint8_t buttons;
};

/* All input of a frame. */
struct exh_input_frame {
	const struct exh_input_act *act; /* not NULL: this, and no frame */
	uint32_t keys;			 /* bits of the held keys */
	/* What the keyboard sends at the frame's start, prefixes included; borrowed from
	 * the program. */
	struct exh_bytes scan_codes;
	struct exh_input_mouse mouse;
	struct exh_input_stick sticks[EXH_INPUT_STICKS];
};

/* A text to read. */
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

struct exh_input; /* a program */

/*
 * If include is NULL, includes are errors. Stops at the first error: EXH_INVALID with
 * line and column (bytes, from 1) and, for an included text, its name; EXH_UNSUPPORTED
 * for a key that is refused; EXH_LIMIT for nesting or includes beyond the limits above;
 * EXH_NO_MEMORY at the arena's limit. Linear in the texts.
 */
EXH_CHECKED enum exh_status
exh_input_read(const struct exh_input_text *text, const struct exh_input_keys *keys,
	       exh_input_include include, void *context, struct exh_arena *arena,
	       const struct exh_input **out, struct exh_error *err);

/* Frames in all; EXH_INPUT_ENDLESS: endless, or longer than 64 bits. */
EXH_API uint64_t exh_input_length(const struct exh_input *input);
/* Does it have acts? Then each counts as a frame of its length, and exh_input_seek is of
 * no use. */
EXH_API bool exh_input_has_acts(const struct exh_input *input);
/* Does any frame use devices other than keys: scan codes, mouse, sticks? */
EXH_API bool exh_input_has_devices(const struct exh_input *input);

/* A place in a program, between two frames. May be copied. Only frame is public:
 * exh_input_seek needs no more. */
struct exh_input_cursor {
	uint64_t frame; /* the next one's number */
	uint64_t left;	/* frames left of the statement; 0: not begun */
	uint64_t random;
	uint64_t passes[EXH_INPUT_DEPTH]; /* passes left of each enclosing block */
	uint32_t place, depth;
	uint32_t run;	 /* what is held now */
	uint32_t period; /* frames until the generator draws again */
};

EXH_API void exh_input_start(struct exh_input_cursor *cursor);
/* False at the end: then nothing is pressed. Takes constant time, however long the
 * script. */
EXH_API bool exh_input_next(const struct exh_input *input,
			    struct exh_input_cursor *cursor,
			    struct exh_input_frame *frame);
/* Moves to just before that frame, or, past the end, to the end: false. The time depends
 * on the program, not on the number of frames skipped. */
EXH_API bool exh_input_seek(const struct exh_input *input,
			    struct exh_input_cursor *cursor, uint64_t frame);

/*
 * Writes a script from frames as they come: a line for each stretch without a change.
 * Reading it gives the same frames.
 */
struct exh_input_recorder {
	const struct exh_input_keys *keys; /* borrowed, as is out */
	struct exh_writer *out;
	uint32_t count; /* frames like the last one that are not written yet */
	struct exh_input_frame last;
	uint8_t scan_codes[EXH_INPUT_SCAN_CODES];
};

EXH_API void exh_input_record_start(struct exh_input_recorder *recorder,
				    const struct exh_input_keys *keys,
				    struct exh_writer *out);
/* EXH_INVALID, and the frame is not recorded, if no combination of keys has its bits;
 * EXH_LIMIT for too many scan codes. The owner of out checks whether it failed. */
EXH_CHECKED enum exh_status exh_input_record(struct exh_input_recorder *recorder,
					     const struct exh_input_frame *frame,
					     struct exh_error *err);
/* Writes the rest. Recording may continue afterwards. */
EXH_API void exh_input_record_end(struct exh_input_recorder *recorder);

#ifdef __cplusplus
}
#endif
#endif
