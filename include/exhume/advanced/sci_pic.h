/*
 * Pics of SCI0: drawing programs, and the three maps that they are drawn on. The rest of
 * exhume/sci.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_PIC_H
#define EXHUME_ADVANCED_SCI_PIC_H

#include "../sci.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

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
	/* Command of the step: the first byte, and for FE also the second. Lists of
	 * points are many steps of one command. */
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
