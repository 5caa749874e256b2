/* Levers. */
#ifndef CMD_ASSETS_ZVISION_LEVER_ZV_LEVER_H
#define CMD_ASSETS_ZVISION_LEVER_ZV_LEVER_H

#include "assets/zvision/video/video.h"
#include "assets/zvision/zv.h"
#include "media/sequence/sequence.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/advanced/zvision_lever.h>

/*
 * A drag of a lever as JSON and as text.
 */

extern const struct fields drag_fields;
struct json *drag_to_json(const struct exh_zv_drag *drag);

/* Appends a line for each step of the script, and the sums. */
void drag_to_text(const struct exh_zv_drag *drag, struct exh_writer *out);

/*
 * The work of exhume lev-inspect, without its command line.
 */

/* The first formats; those of sequences follow. */
enum { LEV_INSPECT_AUTO, LEV_INSPECT_TEXT, LEV_INSPECT_DOT, LEV_INSPECT_FRAMES };

struct lev_inspect_request {
	struct common common;
	struct strings data; /* folders with scripts */
	unsigned format, game, scale;
	const char *rlf, *drag;
	unsigned transpose;
	struct rooms *rooms;
	/* The drag's script, or why there is none. */
	struct exh_zv_hand hand;
	struct exh_error hand_error;
	struct sequence_options frames;
};

extern const struct fields *const lev_inspect_results[];

void lev_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, struct json *result);

/*
 * A lever: its file, and the findings in it.
 */

struct lever_file {
	const char *path; /* borrowed */
	struct exh_arena *arena;
	struct exh_zv_lever lever;
	const struct exh_zv_lever_finding *findings;
};

/* The name of the animation in UTF-8, as it is written or in lower case; to be freed. */
char *lever_file_animation(const struct lever_file *file, bool lower);

/*
 * A lever's pictures: the frames that a drag shows, scaled as the engine does it, and
 * each position with its rectangle and the ways that lead from it.
 */

struct lever_picture {
	const struct lever_file *file;
	struct rlf_source *rlf;
	bool transpose;			/* rows are columns in the animation */
	const struct exh_zv_drag *drag; /* NULL: a picture for each position */
	size_t width, height;		/* size of the frame as it is drawn */
	/* Part of the window that is shown. */
	int64_t left, top;
	size_t canvas_width, canvas_height;
	uint16_t *canvas;
	struct exh_image overlay; /* enum ink */
	bool stated;		  /* a missing frame was reported */
};

/* file, rlf, transpose and drag are set, all else is 0. False: the report has the error.
 * Always to be freed, even after a failure. */
bool lever_picture_begin(struct lever_picture *picture, struct report *report);
void lever_picture_free(struct lever_picture *picture);

/* For sequence_write. */
struct sequence_source lever_picture_source(struct lever_picture *picture);

/*
 * A lever as words for people, as a graph, and as JSON.
 */

/* Appends the lever as text. */
void lever_to_text(const struct lever_file *file, struct exh_writer *out);

/* Appends a graph of its positions for Graphviz. */
void lever_to_dot(const struct lever_file *file, struct exh_writer *out);

/* The keys of zvision 9, and further data. */
extern const struct fields lever_fields;
void lever_to_json(const struct lever_file *file, struct json *result);

/*
 * Levers (.lev) as assets.
 */

enum lever_game { LEVER_GAME_AUTO, LEVER_GAME_NEMESIS, LEVER_GAME_ZGI };

/* The window of a game, as exh_zv_lever_check takes it; AUTO: the larger one. */
struct exh_zv_lever_known lever_window(enum lever_game game);

/* Kind of levers; each becomes a text. The thing is a struct lever_file; levers of a game
 * are checked. */
extern const struct asset_kind zv_lever_kind;

#endif
