/* The work of exhume lbm2png, without its command line: pictures of Softdisk's libraries,
 * or in files by themselves. */
#ifndef CMD_ASSETS_SOFTDISK_LBM2PNG_H
#define CMD_ASSETS_SOFTDISK_LBM2PNG_H

#include "assets/softdisk/softdisk_library.h"
#include "task/report.h"
#include "task/work.h"

struct lbm2png_request {
	struct common common;
	unsigned palette; /* enum ilbm_palette */
	unsigned scale;	  /* 0 is 1 */
	bool list;
};

/* One input. */
struct lbm2png_input {
	const struct lbm2png_request *request;
	const char *path;
	bool several;			 /* inputs */
	struct softdisk_library library; /* or the file, if it is none */
	struct exh_error err;		 /* of opening it */
	char *output;			 /* the file, or the folder of a library's */
	const char *taken_by;		 /* the input whose output this is already */
	struct report report;
	struct exh_writer held;	 /* messages of one of several */
	struct exh_writer lines; /* of --list */
	json_t *pictures;
	bool is_done;
};

/* Opens it and plans its output. */
void lbm2png_open_input(struct lbm2png_input *input);

/* A job: everything but the messages. */
void lbm2png_run_input(void *context, size_t i);

/* Says what was held back, and adds its result. True if all went well. */
bool lbm2png_finish_input(struct lbm2png_input *input, json_t *results);

void lbm2png_free_input(struct lbm2png_input *input);

/* A name that is only an ending is a hidden folder's. */
bool lbm2png_is_file(const char *output);

#endif
