/* The work of exhume lbm2png, without its command line. */
#ifndef CMD_ASSETS_SOFTDISK_LBM2PNG_H
#define CMD_ASSETS_SOFTDISK_LBM2PNG_H

#include "assets/softdisk/contents.h"
#include "assets/softdisk/ilbm_picture.h"
#include "task/jobs.h"
#include "task/report.h"
#include "task/work.h"

#include <exhume/base.h>

struct lbm2png_request {
	struct common common;
	unsigned palette;
	bool list;
};

/* One picture of an input. */
struct lbm2png_picture {
	const struct content *content;
	char *title, *path;	     /* for messages; of the file that is written */
	struct exh_notes load_notes; /* of its packed bytes: offsets are the input's */
	bool loaded;
	struct ilbm_picture ilbm; /* without its pixels */
	struct exh_writer png;
	struct exh_notes notes;
	struct exh_error err;
};

/* One input; a job of jobs_run. */
struct lbm2png_input {
	const struct lbm2png_request *request;
	const char *path;
	bool several; /* inputs */
	struct contents contents;
	struct exh_error err;
	char *output; /* the file, or the folder of a library's; NULL: standard output */
	struct exh_arena notes_arena;
	struct lbm2png_picture *pictures;
	size_t picture_count;
};

/* A job: everything but the files. */
void lbm2png_draw_input(void *context, size_t i);

/* A name that is only an ending is a hidden folder's. */
bool lbm2png_is_file(const char *output);

/* The file of the one picture, or the folder for a library's; NULL: out of memory. */
char *lbm2png_plan_output(const struct lbm2png_input *input, const char *output);

void lbm2png_finish(struct lbm2png_input *input, struct report *report, json_t *pictures);

/* Of inputs whose outputs would be one the first has it. */
const char *lbm2png_find_taker(const struct lbm2png_input *inputs, size_t i);

void lbm2png_free_input(struct lbm2png_input *input);

#endif
