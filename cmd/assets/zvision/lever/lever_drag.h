/*
 * A hand drags a lever: a script of what it does, and what the engine's rule makes of it.
 */
#ifndef CMD_ASSETS_ZVISION_LEVER_LEVER_DRAG_H
#define CMD_ASSETS_ZVISION_LEVER_LEVER_DRAG_H

#include "task/report.h"

#include <exhume/zvision_lever.h>

enum hand_kind { HAND_DOWN, HAND_MOVE, HAND_UP, HAND_WAIT };

/* A line of the script. */
struct hand_step {
	enum hand_kind kind;
	int32_t x, y; /* pixels of the window */
	uint32_t ms;  /* HAND_WAIT */
};

struct hand {
	struct hand_step *steps;
	size_t count;
};

/* EXH_INVALID names line and column of what is invalid. To be freed if all is well.
 */
enum exh_status hand_read(struct exh_bytes script, struct hand *hand,
			  struct exh_error *err);
void hand_free(struct hand *hand);

/* What came of a step. */
struct drag_step {
	int32_t position; /* after it */
	enum exh_zv_lever_state state;
	bool grabbed;		     /* this press did */
	size_t frame_from, frame_to; /* of those that were drawn, [from, to) */
};

/* A frame that was drawn. */
struct drag_frame {
	int32_t position;
	uint32_t file_frame;
	size_t release; /* by which it was, counted from 0; NOT_RELEASED: by a move */
};

#define NOT_RELEASED ((size_t)-1)

struct drag {
	const struct hand *hand;
	int32_t start;		 /* position, whose frame has the same number */
	struct drag_step *steps; /* hand->count */
	struct drag_frame *frames;
	size_t frame_count, frame_capacity;
	size_t release_count; /* lines with up */
	size_t releasing;     /* the last of them that let the lever go */
};

/*
 * From start_pos on. A return runs to its end before the next line, unless that is a
 * wait: then waits alone let time pass, up to the next line that is none. EXH_LIMIT for a
 * million frames. To be freed if all is well.
 */
enum exh_status drag_run(const struct exh_zv_lever *lever, const struct hand *hand,
			 struct drag *drag, struct exh_error *err);
void drag_free(struct drag *drag);

/* {"positions", "release", "file_frames", "start", "steps"} */
json_t *drag_to_json(const struct drag *drag);

/* A line for each of the script, and the sums; appended. */
void drag_to_text(const struct drag *drag, struct exh_writer *out);

#endif
