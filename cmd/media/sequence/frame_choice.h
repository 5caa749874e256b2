/* The selected frames of an animation, and their order. */
#ifndef CMD_MEDIA_SEQUENCE_FRAME_CHOICE_H
#define CMD_MEDIA_SEQUENCE_FRAME_CHOICE_H

#include "task/ranges.h"
#include "task/report.h"

struct frame_choice {
	struct range *ranges; /* none: all frames */
	size_t range_count;
};

/* Is it known to be one frame, whatever the file? */
bool frame_choice_is_single(const struct frame_choice *choice);

/*
 * The numbers of the wanted ones of count frames, to be freed. in_order: rising, each
 * once, as files of their own want it. declared is how many there should be: what is
 * wanted of them and lost is left out. NULL: the report has why.
 */
uint32_t *frame_choice_list(const struct frame_choice *choice, size_t count,
			    size_t declared, bool in_order, const char *input,
			    struct report *report, size_t *list_count);

void frame_choice_free(struct frame_choice *choice);

#endif
