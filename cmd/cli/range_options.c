#include "opt.h"

int ranges_option_parse(const struct command *self, const char *option, const char *text,
			uint32_t limit, struct range **ranges, size_t *count)
{
	const size_t before = *count;
	const char *wrong = text ? ranges_parse_numbers(text, ranges, count) : NULL;

	if (wrong)
		return opt_usage_error(self,
				       "--%s %s: expected numbers and ranges (such as 3, "
				       "0-9, 5- or 1,4) at \"%s\"",
				       option, text, wrong);
	for (size_t i = before; i < *count && limit != RANGE_UNLIMITED; i++) {
		struct range *range = &(*ranges)[i];

		if (range->last == UINT32_MAX && range->first < limit)
			range->last = limit - 1;
		if (range->last >= limit)
			return opt_usage_error(self,
					       "--%s %s: expected numbers from 0 to %u",
					       option, text, (unsigned)limit - 1);
	}
	return EXIT_DONE;
}

int ranges_option_parse_all(const struct command *self, const char *option,
			    const struct strings *texts, uint32_t limit,
			    struct range **ranges, size_t *count)
{
	int status = EXIT_DONE;

	for (size_t i = 0; i < texts->count && !status; i++)
		status = ranges_option_parse(self, option, texts->items[i], limit, ranges,
					     count);
	return status;
}
