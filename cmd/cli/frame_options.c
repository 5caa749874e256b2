#include "frame_options.h"

#include "opt.h"

#include <stdlib.h>

int frame_choice_parse(const struct command *self, const char *text,
		       struct frame_choice *choice, struct common *common)
{
	int status;

	*choice = (struct frame_choice){ 0 };
	status = ranges_option_parse(self, "frames", text, RANGE_UNLIMITED,
				     &choice->ranges, &choice->range_count);
	common_keep(common, choice->ranges, free);
	return status;
}
