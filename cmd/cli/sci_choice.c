#include "sci_choice.h"

#include "opt.h"

static int parse_types(const struct command *self, const struct strings *types,
		       struct sci_choice *choice)
{
	for (unsigned i = 0; i < EXH_SCI0_TYPES; i++)
		choice->types[i] = !types->count;
	for (size_t i = 0; i < types->count; i++) {
		const unsigned type = exh_sci0_type_from_name(types->items[i]);

		if (type == EXH_SCI0_TYPES)
			return opt_usage_error(
				self,
				"--type %s: expected view, pic, script, text, sound, "
				"vocab, font, cursor, patch or another resource type",
				types->items[i]);
		choice->types[type] = true;
	}
	return EXIT_DONE;
}

int sci_choice_parse(const struct command *self, const struct strings *types,
		     const struct strings *numbers, struct sci_choice *choice)
{
	*choice = (struct sci_choice){ 0 };
	for (size_t i = 0; i < numbers->count; i++) {
		const char *wrong = ranges_parse_numbers(
			numbers->items[i], &choice->ranges, &choice->range_count);

		if (wrong)
			return opt_usage_error(self,
					       "--number %s: expected numbers and ranges "
					       "(such as 3, 0-9, 5- or 1,4) at \"%s\"",
					       numbers->items[i], wrong);
	}
	return parse_types(self, types, choice);
}
