/*
 * An SCI0 game by its files: the map, the volumes, and the patch files that override
 * them. Its resources and vocabularies are read in one call each.
 *
 * Memory: lists lie in the caller's arena. The files' names and bytes are borrowed, also
 *         by the resources that are read. A game is read-only after it is opened:
 *         threads may share it.
 * Source: sci0-formats 1, 2.
 */
#ifndef EXHUME_SCI_H
#define EXHUME_SCI_H

#include "opl2.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Resources of Sierra's SCI games: the map (RESOURCE.MAP), the volumes (RESOURCE.001 and
 * on) and the loose patch files that override them.
 *
 * Memory: lists lie in the caller's arena; records and resources borrow the bytes they
 *         were read from.
 * Source: sci0-formats 1; formats/sci/README.md.
 */

/* Type of a resource. */
enum exh_sci_type {
	EXH_SCI_VIEW,
	EXH_SCI_PIC,
	EXH_SCI_SCRIPT,
	EXH_SCI_TEXT,
	EXH_SCI_SOUND,
	EXH_SCI_MEMORY,
	EXH_SCI_VOCAB,
	EXH_SCI_FONT,
	EXH_SCI_CURSOR,
	EXH_SCI_PATCH,
	/* From here on only in SCI01 and later. */
	EXH_SCI_BITMAP,
	EXH_SCI_PALETTE,
	EXH_SCI_CDAUDIO,
	EXH_SCI_AUDIO,
	EXH_SCI_SYNC,
	EXH_SCI_MESSAGE,
	EXH_SCI_MAP,
	EXH_SCI_HEAP,
};

enum {
	EXH_SCI_TYPES = 18,
	EXH_SCI_NUMBERS = 2048, /* resource numbers per type in SCI0's map */
	EXH_SCI_MAP_ENTRY_SIZE = 6,
	EXH_SCI_RECORD_HEADER_SIZE = 8,
	/* Resource numbers in names of patch files, which have three digits. */
	EXH_SCI_PATCH_NUMBERS = 1000,
	/* Bytes: the largest size that a record can declare. */
	EXH_SCI_UNPACKED_LIMIT = 65535,
};

/* Returns "view" and so on, as patch files are named; NULL from EXH_SCI_TYPES on. It
 * is static. */
EXH_API const char *exh_sci_type_name(unsigned type);

/* Layout of map and volumes. */
enum exh_sci_layout {
	/* 6 bytes per entry: volume 6 bits, offset 26; also SCI01. */
	EXH_SCI_LAYOUT_SCI0,
	/* 6 bytes per entry: volume 4 bits, offset 28; early SCI1. */
	EXH_SCI_LAYOUT_EARLY,
	EXH_SCI_LAYOUT_SCI1,  /* an index by type, 6 bytes per entry */
	EXH_SCI_LAYOUT_SCI11, /* an index by type, 5 bytes per entry */
	EXH_SCI_LAYOUTS,
};

/* An entry of a map. */
struct exh_sci_entry {
	uint8_t type;	/* enum exh_sci_type */
	uint8_t volume; /* RESOURCE.001 is 1 */
	uint16_t number;
	uint32_t offset;     /* bytes, of its record in the volume */
	uint32_t map_offset; /* bytes, of the entry in the map */
	/* An earlier entry with the same type and number takes effect instead. */
	bool is_shadowed;
};

/* A map that was read. */
struct exh_sci_map {
	enum exh_sci_layout layout;
	struct exh_sci_entry *entries; /* in the map's order */
	size_t count;
	bool is_ended;	  /* true if it ends with the mark */
	size_t used_size; /* bytes of the map, including the mark */
};

enum { EXH_SCI_VOLUMES = 64 };
#define EXH_SCI_NO_FILE ((size_t)-1)

/* A file of the game's folder. */
struct exh_sci_game_file {
	const char *name;	/* name, no folders, in upper or lower case */
	struct exh_bytes bytes; /* data NULL: the callback read gets them */
};

/* The files of a game's folder, in any order; other files are ignored. */
struct exh_sci_game_files {
	const struct exh_sci_game_file *items;
	size_t count;
	/* Reads the bytes of items[i], which has none: into arena, or other memory
	 * that outlives the game. Threads that read a game call it at the same time.
	 * NULL: a file without bytes is empty. */
	enum exh_status (*read)(void *context, size_t i, struct exh_arena *arena,
				struct exh_bytes *out, struct exh_error *err);
	void *context; /* passed to read */
	/* Layout of the map, for exh_sci_game_open; NULL: as exh_sci_map_layout
	 * guesses it. */
	const enum exh_sci_layout *layout;
	uint64_t reserved[4]; /* 0: room to grow */
};

/* A resource of the game. */
struct exh_sci_game_resource {
	unsigned type, number; /* enum exh_sci_type, and number */
	bool is_patch;
	bool is_overridden;		   /* a patch file overrides it */
	const struct exh_sci_entry *entry; /* in the map; NULL for a patch file */
	/* Index of the patch file, or of the volume; EXH_SCI_NO_FILE: missing. */
	size_t file;
};

/* Two files with one meaning, such as View.001 and view.001: the first by name counts. */
struct exh_sci_game_double {
	size_t ignored, counts; /* indices of files */
};

/* An open game. */
struct exh_sci_game {
	struct exh_sci_game_files files;
	size_t map_file;		 /* EXH_SCI_NO_FILE: only patch files */
	size_t volumes[EXH_SCI_VOLUMES]; /* indices of files, or EXH_SCI_NO_FILE */
	struct exh_sci_map map;
	/* All resources: the map's in its order, then patch files by type and number. */
	struct exh_sci_game_resource *resources;
	size_t count;
	/* Resources that the game uses, by type and number: the patch file, if there
	 * is one, or the map's first entry. */
	const struct exh_sci_game_resource **used;
	size_t used_count;
	struct exh_sci_game_double *doubles;
	size_t double_count;
	uint64_t reserved[4]; /* room to grow */
};

/*
 * Opens a game. Notes and errors are those of the map: fails as exh_sci_map_read does,
 * and as files.read does for the map. EXH_INVALID, without an offset, if there is neither
 * a map nor a patch file. A missing volume is reported only when a resource in it is
 * read.
 */
EXH_CHECKED enum exh_status exh_sci_game_open(const struct exh_sci_game_files *files,
					      struct exh_arena *arena,
					      struct exh_sci_game *out,
					      struct exh_notes *notes,
					      struct exh_error *err);

/*
 * Resources.
 */

/* Returns the resource that the game uses, or NULL if it has none. */
EXH_API const struct exh_sci_game_resource *
exh_sci_game_find(const struct exh_sci_game *game, unsigned type, unsigned number);

/*
 * Gets a resource, unpacked: in arena, or in the bytes of its file. If it is damaged, the
 * available part in full length; the damage is noted. EXH_INVALID if the game has none,
 * or its volume is missing; else fails as exh_sci_game_unpack does. Notes and errors name
 * the file and the resource: "RESOURCE.001: view 3: ...".
 */
EXH_CHECKED enum exh_status
exh_sci_game_read(const struct exh_sci_game *game, unsigned type, unsigned number,
		  struct exh_arena *arena, struct exh_bytes *out, struct exh_notes *notes,
		  struct exh_error *err);

/*
 * Views of SCI0: pictures of moving objects, in loops of cels.
 *
 * Pixels: colours 0 to 15, one byte each, row-major, top row first, no padding; pixels of
 *         the cel's key colour are transparent.
 * Memory: loops and cels lie in the caller's arena, callers own pixels; cels borrow the
 *         bytes they were read from.
 * Source: sci0-formats 5.1; formats/sci/README.md.
 */

enum {
	EXH_SCI_VIEW_HEADER_SIZE = 8,
	EXH_SCI_CEL_HEADER_SIZE = 7,
	EXH_SCI_MIRRORED_LOOPS = 16, /* loops that have a bit in the mask */
	EXH_SCI_CEL_RUN = 15,	     /* pixels of a run, at most */
};

/* A cel. */
struct exh_sci_cel {
	uint16_t width, height; /* pixels; either may be 0 */
	/* Shift from the object's position to the cel's middle column and bottom:
	 * right, down. As stored, regardless of the loop's is_mirrored. */
	int8_t dx, dy;
	uint8_t key;	      /* transparent colour, 0 to 15 */
	uint16_t offset;      /* bytes, of the cel's header in the resource */
	struct exh_bytes rle; /* after the header, up to the resource's end */
};

/* A loop. */
struct exh_sci_loop {
	bool is_mirrored; /* drawn from right to left, with dx negated */
	uint16_t offset;  /* bytes, from the start of the resource */
	uint16_t unused;  /* the field after the number of cels */
	/* The first loop with the same offset, whose cels these are: an earlier one,
	 * or itself. */
	size_t source;
	struct exh_sci_cel *cels;
	size_t cel_count;
};

/* An open view. */
struct exh_sci_view {
	uint8_t flags;
	uint16_t mirror_mask; /* as stored */
	uint16_t unused;      /* at offset 4 */
	uint16_t palette_offset;
	struct exh_sci_loop *loops;
	size_t loop_count;
};

/*
 * Reads all headers. A loop or cel that lies outside is noted as damage, and has no cels
 * or no pixels (width and height 0), so that numbers stay those of the game. Also noted
 * as damage: tables of cels that pass the end, whose first cels are read, and tables that
 * overlap so much that together they are longer than the data. Mirror bits of missing
 * loops, and keys above 15 (only their low four bits are used), are noted as warnings. A
 * cel may declare many more pixels than its data hold: rle fills at most EXH_SCI_CEL_RUN
 * per byte. EXH_TRUNCATED if the table of loops does not fit, EXH_UNSUPPORTED for a VGA
 * view of SCI1 (flag 0x80), EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status
exh_sci_view_open(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_view *out,
		  struct exh_notes *notes, struct exh_error *err);

/*
 * Decodes a cel: fills width * height pixels, as stored. used (may be NULL): bytes of rle
 * read. A run past the last pixel is cut there, and missing pixels get the key; both are
 * noted as damage (never with EXH_NO_OFFSET). EXH_LIMIT if count does not match.
 */
EXH_CHECKED enum exh_status exh_sci_cel_decode(const struct exh_sci_cel *cel,
					       uint8_t *pixels, size_t count,
					       size_t *used, struct exh_notes *notes,
					       struct exh_error *err);

/* Mirrors each row in place, as a mirrored loop is drawn. */
EXH_API void exh_sci_cel_flip(uint8_t *pixels, size_t width, size_t height);

/*
 * Append the run lengths of pixels below 16: a byte of 0 first, as in all games, then the
 * longest runs possible. Never longer than 1 + the number of pixels. The first lets runs
 * cross rows, which is shortest; the other ends runs at row ends, like the tool that made
 * the known games.
 */
EXH_API void exh_sci_cel_encode(const uint8_t *pixels, size_t count,
				struct exh_writer *out);
EXH_API void exh_sci_cel_encode_rows(const uint8_t *pixels, size_t width, size_t height,
				     struct exh_writer *out);

/* A cel of a view to be written. */
struct exh_sci_cel_source {
	uint16_t width, height; /* pixels */
	int8_t dx, dy;		/* as in struct exh_sci_cel */
	uint8_t key;		/* transparent colour, 0 to 15 */
	/* From exh_sci_cel_encode; or an original cel's, with all bytes up to the next
	 * part of the file, or the first `used` of exh_sci_cel_decode. */
	struct exh_bytes rle;
};

/* A loop of a view to be written. */
struct exh_sci_loop_source {
	bool is_mirrored;
	/* Number of an earlier loop whose cels it shares; or its own number, and only
	 * then the fields below are used. */
	size_t source;
	uint16_t unused;
	const struct exh_sci_cel_source *cels;
	size_t cel_count;
};

/* A view to be written. */
struct exh_sci_view_source {
	uint8_t flags;
	uint16_t mirror_mask; /* Bits of missing loops; the others come from the loops. */
	uint16_t unused;
	const struct exh_sci_loop_source *loops;
	size_t loop_count;
	/* Bytes at the palette's offset, at the end; NULL data: none. */
	struct exh_bytes palette;
};

/*
 * Appends a view: header, table of loops, then each loop with its table of cels followed
 * by its cels, then the palette. Views of the known games come out identical. EXH_LIMIT
 * when an offset exceeds 16 bits, there are more than 255 loops, one from 16 on is
 * mirrored, or out is full; EXH_INVALID for keys above 15, the flag of VGA views and
 * loops that share anything other than an earlier loop.
 */
EXH_CHECKED enum exh_status exh_sci_view_write(const struct exh_sci_view_source *view,
					       struct exh_writer *out,
					       struct exh_error *err);

/*
 * Pics of SCI0: drawing programs, and the three maps that they are drawn on.
 *
 * Maps:   320 by 190, one byte per pixel, row-major, top row first. visual has colour
 *         bytes (both nibbles, from which exh_sci_pic_dither makes pixels), priority and
 *         control 0 to 15.
 * Memory: a canvas holds no pointer, so a copy is independent; nothing is allocated.
 * Source: sci0-formats 5.2; formats/sci/README.md.
 */

enum {
	EXH_SCI_PIC_WIDTH = 320,
	EXH_SCI_PIC_HEIGHT = 190,
	EXH_SCI_PIC_PIXELS = EXH_SCI_PIC_WIDTH * EXH_SCI_PIC_HEIGHT,
	EXH_SCI_PIC_COLORS = 40, /* colours of a palette */
	EXH_SCI_PIC_PALETTES = 4,
	/* Bands of priorities 1 to 14; above the first one the priority is 0. */
	EXH_SCI_PIC_BANDS = 14,
};

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

/*
 * Fonts, mouse cursors and texts of SCI0.
 *
 * Pixels: one byte each, row-major, top row first. In glyphs 1 is drawn, 0 is not;
 *         cursors use enum exh_sci_cursor_pixel.
 * Memory: lists lie in the caller's arena, callers own pixels; glyphs and texts borrow
 *         the bytes they were read from.
 * Source: sci0-formats 1.9 (texts), 5.3, 5.4; formats/sci/README.md.
 */

/*
 * Fonts.
 */

/* A glyph. */
struct exh_sci_glyph {
	uint8_t width, height; /* pixels; either may be 0 */
	uint16_t offset;       /* offset of its header in the resource */
	struct exh_bytes rows; /* height rows of (width + 7) / 8 bytes, bit 7 left */
};

/* A font. */
struct exh_sci_font {
	uint16_t first;	      /* code of the first glyph: 0 in all fonts at hand */
	uint16_t line_height; /* pixels */
	struct exh_sci_glyph *glyphs; /* in the order of codes, from first */
	size_t glyph_count;
};

/*
 * Reads a font. Glyphs that lie outside are noted as damage and are empty (width and
 * height 0); bytes after the last one are a warning, except a single 0x1A, and so are
 * glyphs in the table of offsets. Of more than 256 glyphs the first 256 are read, which
 * is a warning. EXH_TRUNCATED if the table of glyphs does not fit, EXH_INVALID for a
 * table larger than offsets reach, or none, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status
exh_sci_font_read(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_font *out,
		  struct exh_notes *notes, struct exh_error *err);

/* Decodes a glyph: fills width * height pixels. */
EXH_API void exh_sci_glyph_decode(const struct exh_sci_glyph *glyph, uint8_t *pixels);

/*
 * Cursors.
 */

enum {
	EXH_SCI_CURSOR_SIDE = 16, /* pixels */
	EXH_SCI_CURSOR_PIXELS = EXH_SCI_CURSOR_SIDE * EXH_SCI_CURSOR_SIDE,
	EXH_SCI_CURSOR_SIZE = 68, /* bytes */
};

/* A cursor. */
struct exh_sci_cursor {
	uint16_t x, y;	      /* as stored: SCI1's hot spot */
	uint8_t hot_x, hot_y; /* SCI0's rule: 8, 8 or 0, 0 */
	uint8_t pixels[EXH_SCI_CURSOR_PIXELS];
};

/* Reads a cursor. EXH_TRUNCATED, or EXH_INVALID for more bytes; a single 0x1A after
 * them is a warning. */
EXH_CHECKED enum exh_status exh_sci_cursor_read(struct exh_bytes in,
						struct exh_sci_cursor *out,
						struct exh_notes *notes,
						struct exh_error *err);

/*
 * Texts: strings by number, each ended by a NUL.
 */

/* A text resource. */
struct exh_sci_text {
	struct exh_bytes *strings; /* strings, no NUL; base: their offset */
	size_t count;
	bool is_ended; /* true if the last string has its NUL */
};

/* Reads a text. A last string without NUL is noted as a warning; a single 0x1A there
 * is ignored, and is_ended is true. Empty data have no strings. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status
exh_sci_text_read(struct exh_bytes in, struct exh_arena *arena, struct exh_sci_text *out,
		  struct exh_notes *notes, struct exh_error *err);

/* Appends the strings. EXH_INVALID for a string that contains a NUL, EXH_LIMIT when out
 * is full. */
EXH_CHECKED enum exh_status exh_sci_text_write(const struct exh_sci_text *text,
					       struct exh_writer *out,
					       struct exh_error *err);

/*
 * Sounds of SCI0: the events of a resource, and the player that turns them into AdLib
 * writes. Players for the Tandy's and PCjr's chip and for the PC's speaker are in
 * sci_tones.h.
 *
 * Ticks:  1/60 second. Tick t is at sample t * EXH_OPL2_RATE / 60, rounded down.
 * Memory: lists lie in the caller's arena; players hold no pointer into themselves, so a
 *         copy is independent.
 * Source: sci0-formats 6, opl2-audio 14 and 21; formats/sci/README.md.
 */

enum {
	EXH_SCI_CHANNELS = 16,
	EXH_SCI_CONTROL_CHANNEL = 15,
	EXH_SCI_TICKS_A_SECOND = 60,
	EXH_SCI_LOOP_CUE = 127, /* parameter of CF that marks the loop point */
	/* Byte 0 of a sound in which a digital sample follows the events. */
	EXH_SCI_SAMPLE_FLAG = 2,
	EXH_SCI_SAMPLE_HEADER = 44, /* bytes */
};

/* Bits of a channel's play flags. */
enum exh_sci_device {
	EXH_SCI_MT32 = 0x01,
	EXH_SCI_FB01 = 0x02,
	EXH_SCI_ADLIB = 0x04,
	EXH_SCI_CASIO = 0x08,
	EXH_SCI_TANDY = 0x10, /* Tandy and PCjr */
	EXH_SCI_SPEAKER = 0x20,
	EXH_SCI_AMIGA = 0x40, /* Amiga and Macintosh */
	EXH_SCI_GM = 0x80,    /* used by fans' tools */
};

/* A channel's bytes in the header. */
struct exh_sci_sound_channel {
	uint8_t voices;	 /* as stored: the low seven bits are AdLib's voices */
	uint8_t devices; /* bits of enum exh_sci_device */
};

/* An event. */
struct exh_sci_sound_event {
	uint32_t tick; /* from the start of the first pass */
	/* Bytes from the start of the resource: of the status, or with running status
	 * of the first parameter. */
	uint32_t offset;
	uint8_t status;		/* never running status */
	uint8_t data[2];	/* parameters; missing ones are 0 */
	struct exh_bytes sysex; /* only for F0: bytes between it and F7 */
};

/* A sound. */
struct exh_sci_sound {
	/* One byte per channel in the header, as in the first games. */
	bool is_early;
	uint8_t sample_flag; /* byte 0 */
	struct exh_sci_sound_channel channels[EXH_SCI_CHANNELS];
	/* In order; the last one is FC (unless that is missing). */
	struct exh_sci_sound_event *events;
	size_t event_count;
	bool is_ended;	/* true if it ends with FC */
	uint32_t ticks; /* tick of FC, or of the last event */
	/* Loop point: the first event to be played again after FC, and its tick; event
	 * 0 and tick 0 without a mark. */
	bool has_loop_mark;
	size_t loop_event;
	uint32_t loop_tick;
	/* Digital sample, unsigned 8 bits; sample_rate_hz 0: none. */
	uint32_t sample_rate_hz;
	struct exh_bytes sample;
	/* Header of the sample, EXH_SCI_SAMPLE_HEADER bytes, and the bytes before the
	 * header and after the sample. */
	struct exh_bytes sample_header, before_sample, after_sample;
	/* The control channel's bytes contain the offset of the sample's header. */
	bool states_sample;
};

/*
 * Reads header and events. A truncated sound, or one with an invalid status, ends there,
 * which is noted as damage (is_ended stays false; ticks are those of the last event).
 * formats/sci/README.md describes how early ones are recognised. EXH_TRUNCATED if not
 * even a header fits, EXH_UNSUPPORTED for the track lists of SCI01, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_sound_read(struct exh_bytes in,
					       struct exh_arena *arena,
					       struct exh_sci_sound *out,
					       struct exh_notes *notes,
					       struct exh_error *err);

/*
 * Plays a sound pass_count (0 is 1) times, from the loop point after the first pass; only
 * the last pass ends with FC. Set sound and pass_count, and zeros elsewhere, to start. A
 * loop of no ticks is played once.
 */
struct exh_sci_sound_cursor {
	const struct exh_sci_sound *sound;
	uint64_t pass_count, pass; /* total, and the current one from 0 */
	size_t event;		   /* index of the next event */
	uint64_t base;		   /* ticks added to those of events */
};

/* Returns the ticks of pass_count passes; UINT64_MAX if they exceed it. */
EXH_API uint64_t exh_sci_sound_ticks(const struct exh_sci_sound *sound,
				     uint64_t pass_count);

/* Returns the position in samples of a tick; UINT64_MAX if it exceeds it. */
EXH_API uint64_t exh_sci_sound_position(uint64_t tick);

/*
 * Patch 3: the instruments of AdLib.
 */

enum { EXH_SCI_INSTRUMENT_SIZE = 28, EXH_SCI_INSTRUMENTS = 96 };

/* The instruments. */
struct exh_sci_adlib_bank {
	/* As stored: operator 1, operator 2, waves. */
	uint8_t instruments[EXH_SCI_INSTRUMENTS][EXH_SCI_INSTRUMENT_SIZE];
	size_t count; /* 48 or 96 */
};

/*
 * Reads a bank of 1344 or 2690 bytes. From 1345 bytes on without the mark, and beyond
 * 2690 (SCI1.1's rhythm map), the rest is noted. The bank inside the first games'
 * ADL.DRV, which is recognised by its size, is also read. EXH_TRUNCATED below 1344 bytes,
 * EXH_INVALID for values that do not fit the chip's registers: they are no instruments.
 */
EXH_CHECKED enum exh_status exh_sci_adlib_bank_read(struct exh_bytes in,
						    struct exh_sci_adlib_bank *out,
						    struct exh_notes *notes,
						    struct exh_error *err);

/*
 * Voices: a driver's state of its channels and of its chip's voices. Drivers are state
 * machines: events in, writes out. AdLib's is below; those of the Tandy's and PCjr's chip
 * and of the speaker are in sci_tones.h.
 */

enum {
	EXH_SCI_VOICES = EXH_OPL2_CHANNEL_COUNT, /* voices of a driver, at most */
	EXH_SCI_NO_CHANNEL = EXH_SCI_CHANNELS,
	EXH_SCI_NO_NOTE = 255,
	EXH_SCI_BEND_MIDDLE = 8192,
	EXH_SCI_DEFAULT_PATCH = 13,
	EXH_SCI_LOUDEST = 15, /* master volume */
};

/* A voice of the chip. */
struct exh_sci_voice {
	uint8_t channel; /* channel that it is assigned to, or EXH_SCI_NO_CHANNEL */
	uint8_t note;	 /* sounding note, or EXH_SCI_NO_NOTE */
	uint8_t velocity;
	bool is_held; /* held by the pedal: the note is off */
	uint32_t age; /* number of notes begun before its note */
};

/* State of a channel. */
struct exh_sci_voice_channel {
	uint8_t patch;	     /* instrument */
	uint8_t volume, pan; /* 0 to 127 */
	bool has_pedal, uses_velocity;
	uint8_t wanted;	    /* voices requested by the header or by 4B */
	uint8_t last_voice; /* voice used last; for round robin */
	uint16_t bend;	    /* 0 to 16383 */
};

/* State of all voices and channels. */
struct exh_sci_voices {
	struct exh_sci_voice items[EXH_SCI_VOICES];
	struct exh_sci_voice_channel channels[EXH_SCI_CHANNELS];
	size_t count;	 /* voices of the driver */
	unsigned played; /* channels (bit 0: channel 0) that the device plays */
	/* Audible channels, for stems: notes of other channels take their voices but
	 * are silent. All at the start. */
	unsigned heard;
	/* Voices below this number, if it is set after the start, are for all channels
	 * but those that have a voice above it: notes take them as they come,
	 * regardless of header and 4B. For sounds that request no voices. */
	size_t open_count;
	uint8_t master_volume; /* the game's volume: 0 to EXH_SCI_LOUDEST */
	uint32_t notes;	       /* number of notes begun */
};

/*
 * AdLib. Source: opl2-audio 21; formats/sci/README.md for the choices made here.
 */

/* State of AdLib's driver. */
struct exh_sci_adlib {
	struct exh_sci_adlib_bank bank;
	struct exh_sci_voices voices;
	/* For each voice its instrument (255: none), and the values of A0 and B0. */
	uint8_t patches[EXH_OPL2_CHANNEL_COUNT];
	uint8_t pitches[EXH_OPL2_CHANNEL_COUNT][2];
};

/*
 * A sound for AdLib as a source of writes, timed in samples; to be spaced
 * (exh_opl2_space). At the end all notes are stopped. channels: the audible ones. The
 * sound is borrowed, the bank copied.
 */
enum { EXH_SCI_ADLIB_WAITING = 64 };

/* State of a player. Its fields are private. */
struct exh_sci_adlib_player {
	struct exh_sci_sound_cursor cursor;
	struct exh_sci_adlib driver;
	struct exh_opl2_write waiting[EXH_SCI_ADLIB_WAITING]; /* writes of one event */
	size_t first, count;
	uint64_t position;
	bool is_ended;
};

/* Starts a player, and returns its source of writes, which the player must outlive. */
EXH_API void exh_sci_adlib_play(struct exh_sci_adlib_player *player,
				const struct exh_sci_sound *sound,
				const struct exh_sci_adlib_bank *bank,
				uint64_t pass_count, unsigned channels);
EXH_API struct exh_opl2_source exh_sci_adlib_source(struct exh_sci_adlib_player *player);

#ifdef __cplusplus
}
#endif

#endif
