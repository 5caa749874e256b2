/*
 * ZVision levers: .lev files, their possible faults, and the engine's rule for moving
 * them with the mouse.
 *
 * Positions: states of a lever, 0 up to the number of frames; each shows a frame of an
 *            animation and has a rectangle to grab it.
 * Angles:    degrees, 0 right, 90 up, 180 left, 270 down.
 * Memory:    parsed levers live in the caller's arena and borrow the file's bytes.
 * Source:    zvision 7; formats/zvision/README.md, "Levers".
 */
#ifndef EXHUME_ADVANCED_ZVISION_LEVER_H
#define EXHUME_ADVANCED_ZVISION_LEVER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place in the file: line and column count from 1, columns are bytes. */
struct exh_zv_lever_place {
	uint32_t line, column; /* 0: none */
	size_t offset;	       /* bytes, in the file */
};

/* Keys with numbers, in the order of the games' files. */
enum exh_zv_lever_key {
	EXH_ZV_LEVER_ANIMATION_ID,   /* unused */
	EXH_ZV_LEVER_SKIPCOLOR,	     /* unused */
	EXH_ZV_LEVER_ANIM_COORDS,    /* left, top, right, bottom; inclusive */
	EXH_ZV_LEVER_MIRRORED,	     /* not 0: the file has the frames twice, see below */
	EXH_ZV_LEVER_FRAMES,	     /* number of positions */
	EXH_ZV_LEVER_ELSEWHERE,	     /* four numbers, unused */
	EXH_ZV_LEVER_OUT_OF_CONTROL, /* unused */
	EXH_ZV_LEVER_START_POS,
	EXH_ZV_LEVER_HOTSPOT_DELTAS, /* width, height of every rectangle */
	EXH_ZV_LEVER_VENUS_ID,
	EXH_ZV_LEVER_KEY_COUNT,
};

/* Return the key in lower case, and the number of its values: 1, 2 or 4. */
EXH_API const char *exh_zv_lever_key_name(enum exh_zv_lever_key key);
EXH_API size_t exh_zv_lever_key_size(enum exh_zv_lever_key key);

/* Values of a key. */
struct exh_zv_lever_field {
	bool known; /* false: the key is missing, and all else is 0 */
	int32_t values[4];
	struct exh_zv_lever_place place;
};

/* D=to,angle: a move in this direction leads to this position. */
struct exh_zv_lever_direction {
	int32_t to, angle; /* as written, may be invalid */
	struct exh_zv_lever_place place;
};

/* P(from to to): a step of a return. The engine uses only to. */
struct exh_zv_lever_path {
	int32_t from, to; /* as written, may be invalid */
	struct exh_zv_lever_place place;
};

/* A line of the file: a position. */
struct exh_zv_lever_position {
	int32_t number; /* counted from 0 */
	int32_t x, y;	/* corner of the rectangle, pixels of the window */
	const struct exh_zv_lever_direction *directions;
	size_t direction_count;
	bool has_return; /* has ^= */
	const struct exh_zv_lever_path *paths;
	size_t path_count;
	bool has_end;
	int32_t end; /* E(n) */
	struct exh_zv_lever_place place, end_place;
};

/* An unknown key, as written. */
struct exh_zv_lever_other {
	struct exh_bytes key, value;
	struct exh_zv_lever_place place;
	const struct exh_zv_lever_other *next;
};

/* A lever file. */
struct exh_zv_lever {
	struct exh_zv_lever_field fields[EXH_ZV_LEVER_KEY_COUNT];
	struct exh_bytes filename; /* Latin-1; data NULL: not given */
	struct exh_zv_lever_place filename_place;
	/* Ascending by number, each once, all below the number of frames; some may be
	 * missing. */
	const struct exh_zv_lever_position *positions;
	size_t position_count;
	const struct exh_zv_lever_other *others; /* in the order of the file */
};

/*
 * Reads a lever. Items, positions and fields that are invalid are skipped, as in the
 * engine, and noted as a warning, with line and column in its text. EXH_INVALID if no
 * line has a key of a lever, EXH_NO_MEMORY at the arena's limit. Takes linear time,
 * except for sorting positions that do not ascend.
 */
EXH_CHECKED enum exh_status exh_zv_lever_read(struct exh_bytes in,
					      struct exh_arena *arena,
					      struct exh_zv_lever *lever,
					      struct exh_notes *notes,
					      struct exh_error *err);

/* Returns the number of different lever keys in the first lines; 0 if they have as
 * many other keys. */
EXH_API size_t exh_zv_lever_count_keys(struct exh_bytes in);

/* Returns the first number of a field, or 0 if it is missing. */
EXH_API int32_t exh_zv_lever_number(const struct exh_zv_lever *lever,
				    enum exh_zv_lever_key key);

/* Returns the declared number of positions, at least 0. */
EXH_API int32_t exh_zv_lever_frames(const struct exh_zv_lever *lever);

/* True if the animation has the frames twice. */
EXH_API bool exh_zv_lever_is_mirrored(const struct exh_zv_lever *lever);

/* Returns a position by its number, or NULL if no line defines it. */
EXH_API const struct exh_zv_lever_position *
exh_zv_lever_find(const struct exh_zv_lever *lever, int32_t number);

/*
 * Faults of a lever.
 */

/* Kind of a fault. */
enum exh_zv_lever_check {
	EXH_ZV_LEVER_NO_FILENAME,
	EXH_ZV_LEVER_NO_FRAMES,
	EXH_ZV_LEVER_NO_RECTANGLE,	/* anim_coords missing or empty */
	EXH_ZV_LEVER_NO_HOTSPOT,	/* hotspot_deltas missing or empty */
	EXH_ZV_LEVER_BAD_START,		/* start_pos is not a position */
	EXH_ZV_LEVER_MISSING_POSITION,	/* a number below frames without a line */
	EXH_ZV_LEVER_MISSING_FRAMES,	/* the animation has fewer frames */
	EXH_ZV_LEVER_MIRRORED_FRAMES,	/* ... than mirrored needs, or has more */
	EXH_ZV_LEVER_DIRECTION_NOWHERE, /* leads to a position that does not exist */
	EXH_ZV_LEVER_DIRECTION_HIDDEN,	/* earlier ones always match first */
	EXH_ZV_LEVER_MANY_DIRECTIONS,	/* more than an old engine supports */
	EXH_ZV_LEVER_BAD_ANGLE,		/* outside 0 to 359 */
	EXH_ZV_LEVER_PATH_NOWHERE,
	EXH_ZV_LEVER_PATH_START,      /* a path begins where the lever is not */
	EXH_ZV_LEVER_WRONG_END,	      /* E(n) is not where the paths end */
	EXH_ZV_LEVER_NO_RETURN,	      /* others return, but this one does not */
	EXH_ZV_LEVER_UNREACHABLE,     /* from start_pos, by directions and returns */
	EXH_ZV_LEVER_OUTSIDE_PICTURE, /* the rectangle is not within anim_coords */
	EXH_ZV_LEVER_OUTSIDE_WINDOW,
	EXH_ZV_LEVER_CHECK_COUNT,
};

/* Returns a name for programs, such as "missing-position". It is static. */
EXH_API const char *exh_zv_lever_check_name(enum exh_zv_lever_check check);

/* A fault that was found. */
struct exh_zv_lever_finding {
	enum exh_zv_lever_check check;
	bool breaks; /* true: the lever does not work as intended; false: worth a look */
	struct exh_zv_lever_place place;
	char text[144];
	const struct exh_zv_lever_finding *next;
};

/* Known facts from outside the file; all zeros: none. */
struct exh_zv_lever_known {
	int32_t window_width, window_height; /* pixels; 0: not checked */
	bool has_animation;
	uint32_t animation_frames; /* number of frames in the animation's file */
};

/* Finds the faults: first those of the whole lever, then position by position.
 * *findings is NULL if there are none. EXH_NO_MEMORY at the arena's limit. */
EXH_CHECKED enum exh_status
exh_zv_lever_check(const struct exh_zv_lever *lever,
		   const struct exh_zv_lever_known *known, struct exh_arena *arena,
		   const struct exh_zv_lever_finding **findings, struct exh_error *err);

/*
 * The engine. The player drags the lever: each call is an event in the window. The caller
 * draws the frame whenever a call returns that a frame is shown.
 */

enum {
	EXH_ZV_LEVER_STEP_MS = 30,	 /* between two positions of a return */
	EXH_ZV_LEVER_LEAST_MOVE = 64,	 /* squared pixels: less is no move */
	EXH_ZV_LEVER_MAX_DEVIATION = 30, /* degrees, from the angle of a direction */
};

/* State of a lever: at rest, dragged, or returning by its paths. */
enum exh_zv_lever_state {
	EXH_ZV_LEVER_RESTS,
	EXH_ZV_LEVER_HELD,
	EXH_ZV_LEVER_RETURNS,
};

/* State of a lever. */
struct exh_zv_lever_motion {
	const struct exh_zv_lever *lever; /* borrowed */
	enum exh_zv_lever_state state;
	int32_t position; /* value of the control's key */
	uint32_t frame;	  /* frame of the file that is shown */
	int32_t x, y;	  /* point from which the next move is measured */
	/* Position whose paths the return follows. */
	const struct exh_zv_lever_position *released;
	size_t path; /* number of the current path */
	/* Time since the last step of a return. */
	uint32_t waited_ms;
	bool is_held; /* the button is down on the lever */
	/* A press during a return does not end it, as in the games' engine. */
	bool return_goes_on;
};

/* Returns the direction to a point dx to the right and dy below, in degrees, 0 to 360.
 * dx and dy are not both 0. */
EXH_API int32_t exh_zv_lever_angle(int64_t dx, int64_t dy);

/* Returns the frame of the file for position p after position q was shown. */
EXH_API uint32_t exh_zv_lever_frame(const struct exh_zv_lever *lever, int32_t p,
				    int32_t q);

/* Sets the lever to rest in position start, or in 0 if there is no such position. */
EXH_API void exh_zv_lever_start(struct exh_zv_lever_motion *motion,
				const struct exh_zv_lever *lever, int32_t start);
/* True if the point is in the rectangle of the current position. */
EXH_API bool exh_zv_lever_is_over(const struct exh_zv_lever_motion *motion, int32_t x,
				  int32_t y);
/* Presses the button. True if that grabs the lever, also during a return, which then
 * ends unless return_goes_on. */
EXH_API bool exh_zv_lever_down(struct exh_zv_lever_motion *motion, int32_t x, int32_t y);
/* Moves the mouse. True if a frame is shown. */
EXH_API bool exh_zv_lever_move(struct exh_zv_lever_motion *motion, int32_t x, int32_t y);
/* Releases the button, anywhere. The lever returns if its position has a path. */
EXH_API void exh_zv_lever_up(struct exh_zv_lever_motion *motion);
/* Moves to the next position of a return at once. True if a frame is shown, false at
 * rest. */
EXH_API bool exh_zv_lever_step(struct exh_zv_lever_motion *motion);
/*
 * Lets time pass. True if a frame is shown, and *ms becomes the remaining time; false
 * when all of it has passed. while (exh_zv_lever_tick(&motion, &ms)) draw(motion.frame);
 */
EXH_API bool exh_zv_lever_tick(struct exh_zv_lever_motion *motion, uint32_t *ms);

/*
 * Dragging by a script: the acts of a hand, and the lever's motion by the rule above.
 */

/* An act of the hand. */
enum exh_zv_hand_kind {
	EXH_ZV_HAND_DOWN,
	EXH_ZV_HAND_MOVE,
	EXH_ZV_HAND_UP,
	EXH_ZV_HAND_WAIT
};

/* Words of scripts, by kind: "down", "move", "up", "wait". */
EXH_API extern const char *const exh_zv_hand_words[];

/* A line of the script. */
struct exh_zv_hand_step {
	enum exh_zv_hand_kind kind;
	int32_t x, y; /* pixels of the window */
	uint32_t ms;  /* only EXH_ZV_HAND_WAIT */
};

/* A script. Owns steps. */
struct exh_zv_hand {
	struct exh_zv_hand_step *steps;
	size_t count;
};

/* Reads a script. EXH_INVALID, with line and column in err->text; EXH_NO_MEMORY. Free
 * it after success. */
EXH_CHECKED enum exh_status exh_zv_hand_read(struct exh_bytes script,
					     struct exh_zv_hand *hand,
					     struct exh_error *err);
EXH_API void exh_zv_hand_free(struct exh_zv_hand *hand);

/* Result of a step. */
struct exh_zv_drag_step {
	int32_t position; /* position after the step */
	enum exh_zv_lever_state state;
	bool grabbed;		     /* this press grabbed the lever */
	size_t frame_from, frame_to; /* frames that were drawn: [from, to) in frames */
};

/* A frame that was drawn. */
struct exh_zv_drag_frame {
	int32_t position;    /* position of the lever */
	uint32_t file_frame; /* frame of the animation's file */
	/* Number of the release that led to it, counted from 0; EXH_ZV_NOT_RELEASED: a
	 * move did. */
	size_t release;
};

#define EXH_ZV_NOT_RELEASED ((size_t)-1)

/* Result of a script. Owns steps and frames; hand is borrowed. */
struct exh_zv_drag {
	const struct exh_zv_hand *hand;
	/* First position, whose frame has the same number. */
	int32_t start;
	struct exh_zv_drag_step *steps; /* hand->count */
	struct exh_zv_drag_frame *frames;
	size_t frame_count, frame_capacity;
	size_t release_count; /* steps of kind EXH_ZV_HAND_UP */
	size_t releasing;     /* number of the last of them that released the lever */
};

/*
 * Runs a script from start_pos on. A return runs to its end before the next line, unless
 * that line is a wait: then only waits let time pass, up to the next line of another
 * kind. EXH_LIMIT for a million frames; EXH_NO_MEMORY. Free it after success.
 */
EXH_CHECKED enum exh_status exh_zv_drag_run(const struct exh_zv_lever *lever,
					    const struct exh_zv_hand *hand,
					    struct exh_zv_drag *drag,
					    struct exh_error *err);
EXH_API void exh_zv_drag_free(struct exh_zv_drag *drag);

#ifdef __cplusplus
}
#endif

#endif
