/*
 * Pics of SCI0: drawing programs, and the three maps that they are drawn on.
 *
 * Maps:   320 by 190, one byte per pixel, row-major, top row first. visual has colour
 *         bytes (both nibbles, from which exh_sci_pic_dither makes pixels), priority and
 *         control 0 to 15.
 * Memory: a canvas holds no pointer, so a copy is independent; nothing is allocated.
 * Source: sci0-formats 5.2; formats/sci/README.md.
 */
#ifndef EXHUME_SCI_PIC_H
#define EXHUME_SCI_PIC_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_PIC_WIDTH = 320,
	EXH_SCI_PIC_HEIGHT = 190,
	EXH_SCI_PIC_PIXELS = EXH_SCI_PIC_WIDTH * EXH_SCI_PIC_HEIGHT,
	EXH_SCI_PIC_COLORS = 40, /* colours of a palette */
	EXH_SCI_PIC_PALETTES = 4,
	/* Bands of priorities 1 to 14; above the first one the priority is 0. */
	EXH_SCI_PIC_BANDS = 14,
};

/* Kind of a step of a drawing program. Kinds up to EXH_SCI_PIC_CEL draw. */
enum exh_sci_pic_kind {
	EXH_SCI_PIC_LINE,	  /* from the previous point to this one */
	EXH_SCI_PIC_FILL,	  /* from a point */
	EXH_SCI_PIC_PATTERN,	  /* at a point */
	EXH_SCI_PIC_CEL,	  /* FE 07: a picture with run lengths, at a point */
	EXH_SCI_PIC_MOVE,	  /* the first point of lines, where nothing is drawn */
	EXH_SCI_PIC_VISUAL,	  /* F0, F1: number, or off */
	EXH_SCI_PIC_PRIORITY,	  /* F2, F3 */
	EXH_SCI_PIC_CONTROL,	  /* FB, FC */
	EXH_SCI_PIC_PATTERN_CODE, /* F9: number */
	EXH_SCI_PIC_ENTRY,	  /* FE 00: colour number of the palettes is value */
	EXH_SCI_PIC_PALETTE,	  /* FE 01: palette number is data */
	EXH_SCI_PIC_SKIPPED,	  /* FE 02 to 06: no effect; data are its bytes */
	EXH_SCI_PIC_BANDS_SET,	  /* FE 08: data are 14 first lines */
	EXH_SCI_PIC_END,	  /* FF */
	EXH_SCI_PIC_KINDS,
};

/* Returns "line" and so on, as in JSON; NULL from EXH_SCI_PIC_KINDS on. It is static. */
EXH_API const char *exh_sci_pic_kind_name(unsigned kind);

/* A step. */
struct exh_sci_pic_step {
	enum exh_sci_pic_kind kind;
	/* Its command: the first byte, and for FE also the second. Lists of points are
	 * many steps of one command. */
	uint8_t op, extended;
	/* Bytes, of its first byte in the file; of the first step: of the opcode. */
	size_t offset;
	bool is_first; /* first step of its command */
	bool is_on;    /* VISUAL, PRIORITY, CONTROL: on, with number; else off */
	uint8_t number, value;
	/* Points as stored, which may lie outside the maps. */
	int16_t x, y;		/* LINE: its end */
	int16_t from_x, from_y; /* LINE: its start */
	bool is_textured;	/* PATTERN: it has a texture */
	uint8_t texture;
	/* Bytes of CEL: header and run lengths; also of PALETTE, SKIPPED and
	 * BANDS_SET. */
	struct exh_bytes data;
};

/* Reader of a program. Set in, and zeros elsewhere, to start. */
struct exh_sci_pic_reader {
	struct exh_bytes in;
	size_t at;	      /* offset of the next byte */
	uint8_t op, extended; /* current command; 0: none */
	uint8_t pattern_code; /* determines if patterns have texture bytes */
	bool has_point;
	int16_t x, y; /* the last point */
	bool is_ended;
};

/*
 * Reads the next step. Do not call it after EXH_SCI_PIC_END. EXH_TRUNCATED:
 * the program ends without FF, or inside a command; EXH_INVALID: a byte that is not an
 * opcode, or an unknown extended opcode; EXH_UNSUPPORTED: a VGA pic. The reader does not
 * advance then.
 */
EXH_CHECKED enum exh_status exh_sci_pic_next(struct exh_sci_pic_reader *reader,
					     struct exh_sci_pic_step *step,
					     struct exh_error *err);

/* The three maps, and the state of the pen. */
struct exh_sci_pic_canvas {
	uint8_t visual[EXH_SCI_PIC_PIXELS];   /* colour bytes */
	uint8_t priority[EXH_SCI_PIC_PIXELS]; /* 0 to 15 */
	uint8_t control[EXH_SCI_PIC_PIXELS];  /* 0 to 15 */
	/* The pen. */
	bool visual_on, priority_on, control_on;
	uint8_t visual_number; /* n of F0: palette n / 40, entry n % 40 ... */
	uint8_t visual_color;  /* ... and the colour byte from it */
	uint8_t priority_value, control_value;
	uint8_t pattern_code;
	uint8_t palette; /* DrawPic's argument: added to the palette of F0 */
	uint8_t palettes[EXH_SCI_PIC_PALETTES][EXH_SCI_PIC_COLORS];
	/* First lines of priorities 1 to 14, for drawing views. */
	uint8_t bands[EXH_SCI_PIC_BANDS];
	/* Internal: one bit per pixel, set where each map is still empty (white, or 0),
	 * rows of five words, bit x % 64 of word x / 64. They always agree with the maps.
	 */
	uint64_t empty[3][EXH_SCI_PIC_HEIGHT * 5];
};

/* Clears the maps to white, 0 and 0, and sets the pen as at the start of a pic.
 * palette: DrawPic's argument, 0 to 3. */
EXH_API void exh_sci_pic_clear(struct exh_sci_pic_canvas *canvas, unsigned palette);

/* Resets only the pen, for a pic that is drawn over another one (an overlay). */
EXH_API void exh_sci_pic_pen(struct exh_sci_pic_canvas *canvas, unsigned palette);

/* Updates the internal state after the maps' pixels were set directly. */
EXH_API void exh_sci_pic_restore(struct exh_sci_pic_canvas *canvas);
/* Executes a step. A damaged cel is drawn as far as possible, and false is returned. */
EXH_API bool exh_sci_pic_run(struct exh_sci_pic_canvas *canvas,
			     const struct exh_sci_pic_step *step);

/* Notes a warning for a step that selects a palette that does not exist. */
EXH_API void exh_sci_pic_note(const struct exh_sci_pic_step *step,
			      struct exh_notes *notes);

/*
 * Draws a whole program over the canvas. If it fails (as exh_sci_pic_next), the steps
 * before the failure are drawn. Damaged cels are noted.
 */
EXH_CHECKED enum exh_status exh_sci_pic_draw(struct exh_bytes in,
					     struct exh_sci_pic_canvas *canvas,
					     struct exh_notes *notes,
					     struct exh_error *err);

/* Conversion of colour bytes to pixels. */
enum exh_sci_pic_dither {
	/* Pixels 0 to 15, two colours alternate, as in the interpreter. */
	EXH_SCI_PIC_EGA,
	EXH_SCI_PIC_AVERAGE, /* the colour byte, in a palette of mean colours */
	EXH_SCI_PIC_NONE,    /* pixels 0 to 15: only the low nibble */
};

/* Converts the visual map to EXH_SCI_PIC_PIXELS palette indices. */
EXH_API void exh_sci_pic_dither(const struct exh_sci_pic_canvas *canvas,
				enum exh_sci_pic_dither dither, uint8_t *pixels);

/* Sets the palette for those indices: 16 colours, or 256. */
EXH_API void exh_sci_pic_palette(enum exh_sci_pic_dither dither,
				 struct exh_palette *palette);

/* Returns the priority of line y by the canvas's bands, 0 to 14. */
EXH_API unsigned exh_sci_pic_band(const struct exh_sci_pic_canvas *canvas, int32_t y);

/* Sets the 40 colour bytes that palettes begin with. */
EXH_API void exh_sci_pic_default_palette(uint8_t colors[EXH_SCI_PIC_COLORS]);

/* Sets the first lines of the 14 bands that every pic begins with. */
EXH_API void exh_sci_pic_default_bands(uint8_t lines[EXH_SCI_PIC_BANDS]);

/*
 * Writer of a drawing program, step by step, in the shortest form of each command that
 * can express it: exh_sci_pic_next reads it back. Set out, and zeros elsewhere, to start.
 * Lists may end at other points than in the source, which the steps do not show.
 */
struct exh_sci_pic_writer {
	struct exh_writer *out; /* only this writer may write to it meanwhile */
	size_t list;		/* offset of the current list */
	uint8_t op, form;	/* command of the list; op 0: none */
	size_t point_count;	/* points in the list */
	uint8_t pattern_code;
	int16_t x, y; /* last point */
};

/*
 * Appends a step. A line that does not start where the previous one ended gets a MOVE in
 * front. The step's offset and op are ignored; is_first counts for PATTERN, which then
 * begins a list, and extended for SKIPPED. EXH_LIMIT for points or numbers that do not
 * fit, EXH_INVALID for a texture without the matching pattern code, for data of the wrong
 * size for the command and for an invalid kind of step, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_pic_write(struct exh_sci_pic_writer *writer,
					      const struct exh_sci_pic_step *step,
					      struct exh_error *err);

/* The largest program that tracing makes, in bytes. */
enum { EXH_SCI_PIC_TRACE_LIMIT = 1 << 20 };

/* Maps that a pic shall draw: EXH_SCI_PIC_PIXELS bytes each. */
struct exh_sci_pic_target {
	const uint8_t *visual;
	bool is_dithered;	 /* visual has pixels 0 to 15; else colour bytes */
	const uint8_t *priority; /* 0 to 15; NULL: all 0 */
	const uint8_t *control;	 /* 0 to 15; NULL: all 0 */
};

/*
 * Tracing: appends a program that draws exactly these pixels, from lines, fills and dots.
 * The same maps always give the same program. The program was drawn and compared when
 * this returns. EXH_INVALID: a pixel above 15; EXH_NO_MEMORY. The arena needs about 32
 * MB.
 */
EXH_CHECKED enum exh_status exh_sci_pic_trace(const struct exh_sci_pic_target *target,
					      struct exh_arena *arena,
					      struct exh_writer *out,
					      struct exh_error *err);

#ifdef __cplusplus
}
#endif
#endif
