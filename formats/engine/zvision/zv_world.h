/*
 * Contents of a game's files, read when first needed, and kept.
 *
 * A missing or damaged file is noted once, and is NULL from then on.
 */
#ifndef EXH_ENGINE_ZVISION_ZV_WORLD_H
#define EXH_ENGINE_ZVISION_ZV_WORLD_H

#include "exhume/advanced/avi.h"
#include "exhume/advanced/panorama.h"
#include "exhume/advanced/zv_engine.h"
#include "exhume/advanced/zvision_lever.h"
#include "exhume/zvision.h"
#include "exhume/advanced/zvision_picture.h"
#include "exhume/advanced/zvision_text.h"
#include "scheduler.h"

/* Corners, both included. */
struct zv_rectangle {
	int32_t x1, y1, x2, y2;
};

/* True in a hot spot, which does not have its right column and its last row. */
static inline bool zv_is_in(struct zv_rectangle rectangle, struct exh_zv_pano_point at)
{
	return at.x >= rectangle.x1 && at.x < rectangle.x2 && at.y >= rectangle.y1 &&
	       at.y < rectangle.y2;
}

/*
 * Animations of either kind, RLF and AVI, frame by frame.
 *
 * Source: zvision 3 and 4.
 */

struct zv_film_record {
	enum exh_zv_rlf_kind kind;
	struct exh_bytes data;
};

struct zv_film {
	const char *name; /* name of the file */
	struct exh_bytes file;
	size_t width, height;
	uint32_t frame_count; /* at least 1 */
	uint32_t frame_ms;    /* milliseconds a frame, at least 1 */
	/* RLF; NULL for AVI. */
	const struct zv_film_record *records;
	/* AVI. NULL: unknown codec, frames are black. It decodes for all that show the
	 * film, at whatever frame. */
	struct exh_avi_frames *video;
	struct exh_source source;	    /* AVI; the file */
	const struct exh_avi_stream *sound; /* AVI; NULL: no known sound */
	uint32_t num, den;		    /* seconds a frame: num / den */
};

/* Opens the film in the file; both must stay in their places. To be closed. */
enum exh_status exh_zv_film_open(struct exh_bytes file, struct exh_arena *arena,
				 struct zv_film *film, struct exh_notes *notes,
				 struct exh_error *err);

void exh_zv_film_close(const struct zv_film *film);

/*
 * Updates pixels, width * height, from frame shown (-1: none yet, zeros) to the wanted
 * frame, which is below frame_count. Damaged frames change nothing.
 */
void exh_zv_film_seek(const struct zv_film *film, int32_t shown, int32_t wanted,
		      uint16_t *pixels);

/*
 * Description of a fist control: fingers that are up or down, and an animation for each
 * change.
 *
 * Source: zvision 9; formats/engine/zvision/README.md, "Controls".
 */

enum { ZV_FINGERS = 16 };

/* Area in which a finger is touched while it is up, or down. */
struct zv_fist_box {
	int32_t finger;
	bool is_down;
	struct zv_rectangle place;
};

/* A change from these bits to those; bit i is finger i, and 1 is down. */
struct zv_fist_entry {
	uint32_t from, to;
	int32_t first, last; /* frames */
	int32_t sound;
};

struct zv_fist {
	struct exh_bytes animation; /* name of its file */
	struct zv_rectangle place;
	int32_t finger_count; /* at most ZV_FINGERS */
	bool is_ascending;    /* fingers are checked from the first on */
	const struct zv_fist_box *boxes;
	size_t box_count;
	const struct zv_fist_entry *entries;
	size_t entry_count;
};

/* Cut numbers off the front of text, and the blanks before each: up to INT32_MAX. */
bool exh_zv_take_number(struct exh_bytes *text, int32_t *out);
bool exh_zv_take_rectangle(struct exh_bytes text, struct zv_rectangle *out);

/* Reads a description. Unknown lines are skipped. The file's bytes are borrowed.
 * EXH_INVALID without an animation; EXH_NO_MEMORY. */
enum exh_status exh_zv_fist_read(struct exh_bytes file, struct exh_arena *arena,
				 struct zv_fist *fist, struct exh_error *err);

/* Returns the finger touched at a point; -1: none. */
int32_t exh_zv_fist_finger(const struct zv_fist *fist, uint32_t bits,
			   struct exh_zv_pano_point at);
/* Returns the animation of a change; NULL: none. */
const struct zv_fist_entry *exh_zv_fist_entry(const struct zv_fist *fist, uint32_t from,
					      uint32_t to);

/* Sound files, including WAV files, which scripts may name. */

/* A sound file, whose samples are read when it is played. */
struct zv_sound {
	const char *name; /* as in scripts */
	struct exh_zv_sound format;
	uint64_t frame_count;	       /* at least 1 */
	size_t data_offset, data_size; /* samples in the file */
};

/* Gets the format and the position of the samples. False: not a WAV file, or of a kind
 * that the games do not use. */
bool exh_zv_wave_open(struct exh_bytes file, struct zv_sound *sound);

/* Returns the format of a header's tag and bits a sample. False: not used by the games.
 */
bool exh_zv_wave_packing(unsigned tag, unsigned bits, enum exh_zv_packing *packing);

struct zv_item;

enum { ZV_BUCKETS = 1024, ZV_NAME_SIZE = 64 };

struct exh_zv_world {
	struct exh_zv_files files;
	enum exh_zv_game game;
	enum exh_zv_language language;
	struct exh_arena arena;
	struct exh_notes notes;
	struct zv_item *buckets[ZV_BUCKETS];
	/* Rows of exh_zv_fixes; NULL: scripts are as they are. */
	struct exh_zv_fix_use *fixes;
	const char *edition;
};

/* A script of the world that is being read. */
struct zv_fix_reading {
	struct exh_zv_world *world;
	struct zv_program *program;
};

/* Puts a parsed script right, if the world does so (world_fixes.c). */
enum exh_status exh_zv_world_fix_program(struct exh_zv_world *world,
					 struct zv_program *program,
					 struct exh_error *err);

static inline int32_t zv_key_count(const struct exh_zv_world *world)
{
	return world->game == EXH_ZV_ZGI ? 20000 : 30000;
}

/* Unit of the game's timers. */
static inline int32_t zv_timer_unit_ms(const struct exh_zv_world *world)
{
	return world->game == EXH_ZV_NEMESIS ? 1000 : 100;
}

/* Copies a name as the world keeps it: lower case, ended by 0. False if it is too long or
 * empty. */
bool exh_zv_world_name(struct exh_bytes text, char name[ZV_NAME_SIZE]);

/* True the first time for this text; each text is recorded. */
bool exh_zv_world_once(struct exh_zv_world *world, const char *what);
/* Notes "name: what", each what once. */
void exh_zv_world_note_once(struct exh_zv_world *world, const char *name,
			    const char *what);

/* Reads a file's bytes, which the caller releases. False: missing; notes nothing. */
bool exh_zv_world_read(struct exh_zv_world *world, const char *name,
		       struct exh_bytes *out);
void exh_zv_world_release(struct exh_zv_world *world, struct exh_bytes bytes);

const struct zv_program *exh_zv_world_program(struct exh_zv_world *world,
					      const char *name);
const struct zv_film *exh_zv_world_film(struct exh_zv_world *world, const char *name);
const struct exh_zv_lever *exh_zv_world_lever(struct exh_zv_world *world,
					      const char *name);
const struct zv_fist *exh_zv_world_fist(struct exh_zv_world *world, const char *name);

const struct zv_sound *exh_zv_world_sound(struct exh_zv_world *world, const char *name);
/* Returns the game's recording of a note, which is in a folder for each instrument:
 * "midi/0/60.wav". NULL: there is none, and nothing is noted. */
const struct zv_sound *exh_zv_world_note(struct exh_zv_world *world, int32_t program,
					 int32_t note);
/* Reads the sound's file, which the caller releases. False: no longer there. */
bool exh_zv_world_read_sound(struct exh_zv_world *world, const struct zv_sound *sound,
			     struct exh_bytes *file);

/* A picture or a cursor that is kept. */
struct zv_art {
	const char *name; /* name of the file */
	struct exh_zv_picture picture;
	int32_t hot_x, hot_y; /* hot spot of a cursor */
	bool is_transposed;   /* relative to the file's pixels */
};

/* Transposed: rows of the picture are columns of the file. */
const struct zv_art *exh_zv_world_art(struct exh_zv_world *world, const char *name,
				      bool transposed);
/* Returns art that a game may lack; NULL: missing, and nothing is noted. */
const struct zv_art *exh_zv_world_optional_art(struct exh_zv_world *world,
					       const char *name);
/* Returns a picture of a cursor; NULL: missing, and nothing is noted. */
struct exh_zv_cursor_role;
const struct zv_art *exh_zv_world_cursor(struct exh_zv_world *world,
					 const struct exh_zv_cursor_role *role);

struct zv_lines {
	const char *name; /* name of the file */
	struct exh_zv_text text;
};

const struct zv_lines *exh_zv_world_lines(struct exh_zv_world *world, const char *name);

struct zv_subtitles {
	struct exh_zv_sub sub;
	const struct zv_lines *lines; /* NULL: nothing to show */
};

/* Returns the subtitles of a sound or video of this name. Most have none, so nothing is
 * noted. */
const struct zv_subtitles *exh_zv_world_subtitles(struct exh_zv_world *world,
						  const char *name);

/* Reads a picture; the caller frees the pixels. False: noted. */
bool exh_zv_world_picture(struct exh_zv_world *world, const char *name, bool transposed,
			  struct exh_zv_picture *picture);

#endif
