#include "frame_options.h"

#include "range_options.h"

int frame_choice_parse(const struct command *self, const char *text,
		       struct frame_choice *choice)
{
	*choice = (struct frame_choice){ 0 };
	return ranges_option_parse(self, "frames", text, RANGE_UNLIMITED, &choice->ranges,
				   &choice->range_count);
}
