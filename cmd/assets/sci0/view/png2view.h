/* The work of exhume png2view, without its command line. */
#ifndef CMD_ASSETS_SCI0_VIEW_PNG2VIEW_H
#define CMD_ASSETS_SCI0_VIEW_PNG2VIEW_H

#include "task/report.h"
#include "view_frames.h"
#include "task/work.h"

#include <stdatomic.h>

/* Of a run; views are packed in parallel. */
struct png2view_sums {
	atomic_size_t written, unchanged;
};

struct png2view_request {
	struct common common;
	bool bare, quantize, changed;
	/* With a manifest, to be freed; or what was given and is none. */
	struct {
		char **items;
		size_t count, capacity;
	} folders;
	struct png2view_sums sums;
	bool in_folder; /* -o is a folder, as some input has several views */
	/* Instead of folders: one view of these pictures. */
	struct view_frames_request frames;
};

void png2view_add_input(struct png2view_request *request, const char *path);

char *png2view_output_for(void *context, const char *input, bool several);

void png2view_run_input(void *context, const char *input, const char *output,
			struct report *report, json_t *result);

/* The view of request.frames. */
void png2view_run_frames(void *context, const char *input, const char *output,
			 struct report *report, json_t *result);

/* "12 views written, 3 unchanged", with -v. */
void png2view_report_sums(struct png2view_request *request, struct report *report);

#endif
