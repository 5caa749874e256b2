#include "frame_options.h"

#include "opt.h"

int frame_choice_parse(const struct command *self, const char *text,
		       struct frame_choice *choice)
{
	const char *wrong;

	*choice = (struct frame_choice){ 0 };
	if (!text)
		return EXIT_DONE;
	wrong = ranges_parse_numbers(text, &choice->ranges, &choice->range_count);
	return wrong ? opt_usage_error(self,
				       "--frames %s: expected numbers and ranges (such "
				       "as 3, 0-9, 5- or 1,4) at \"%s\"",
				       text, wrong)
		     : EXIT_DONE;
}
