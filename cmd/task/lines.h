/* The lines of a text, without their ends: LF, or CR and LF. */
#ifndef CMD_TASK_LINES_H
#define CMD_TASK_LINES_H

#include <exhume/base.h>

struct lines {
	struct exh_bytes *items; /* borrow the text; to be freed */
	size_t count;
};

/* Text after the last line end is a line if it is not empty. */
void lines_split(struct exh_bytes text, struct lines *out);
void lines_free(struct lines *lines);

#endif
