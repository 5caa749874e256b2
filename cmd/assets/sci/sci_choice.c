#include "sci.h"

#include "cli/opt.h"

#include <stdlib.h>

static int parse_types(const struct command *self, const struct strings *types,
		       struct sci_choice *choice)
{
	for (unsigned i = 0; i < EXH_SCI_TYPES; i++)
		choice->types[i] = !types->count;
	for (size_t i = 0; i < types->count; i++) {
		const unsigned type = exh_sci_type_from_name(types->items[i]);

		if (type == EXH_SCI_TYPES)
			return opt_usage_error(
				self,
				"--type %s: expected view, pic, script, text, sound, "
				"vocab, font, cursor, patch or another resource type",
				types->items[i]);
		choice->types[type] = true;
	}
	return EXIT_DONE;
}

int sci_choice_parse(const struct command *self, struct common *common,
		     const struct strings *types, const struct strings *numbers,
		     struct sci_choice *choice)
{
	int status;

	*choice = (struct sci_choice){ 0 };
	status = ranges_option_parse_all(self, "number", numbers, RANGE_UNLIMITED,
					 &choice->ranges, &choice->range_count);
	common_keep(common, choice->ranges, free);
	return status ? status : parse_types(self, types, choice);
}
