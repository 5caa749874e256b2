#include "sequence.h"

#include "task/memory.h"

#include <stdlib.h>

enum { MAX_FRAMES = 1 << 24 }; /* most frames of one choice */

bool frame_choice_is_single(const struct frame_choice *choice)
{
	return choice->range_count == 1 &&
	       choice->ranges[0].first == choice->ranges[0].last;
}

/* Limits a range to the existing frames; false if it has none. */
static bool clip(struct range *range, size_t count)
{
	if (range->first >= count)
		return false;
	if (range->last >= count)
		range->last = (uint32_t)count - 1;
	return true;
}

/* An open end reaches as far as possible; a number that is named must exist. */
static bool check(const struct frame_choice *choice, size_t declared, const char *input,
		  struct report *report)
{
	for (size_t i = 0; i < choice->range_count; i++) {
		const struct range *range = &choice->ranges[i];
		const uint32_t named =
			range->last == UINT32_MAX ? range->first : range->last;

		if (named < declared)
			continue;
		report_error(report, input, EXH_NO_OFFSET,
			     "--frames: no frame %u, there are %zu, counted from 0",
			     (unsigned)named, declared);
		return false;
	}
	return true;
}

static size_t list_in_order(const struct frame_choice *choice, size_t count,
			    uint32_t *list)
{
	size_t list_count = 0;

	for (size_t i = 0; i < count; i++) {
		if (ranges_have(choice->ranges, choice->range_count, (uint32_t)i))
			list[list_count++] = (uint32_t)i;
	}
	return list_count;
}

static size_t list_as_given(const struct frame_choice *choice, size_t count,
			    uint32_t *list)
{
	size_t list_count = 0;

	for (size_t k = 0; k < choice->range_count; k++) {
		struct range range = choice->ranges[k];

		if (!clip(&range, count))
			continue;
		for (uint32_t i = 0; i <= range.last - range.first; i++)
			list[list_count++] = range_at(&range, i);
	}
	return list_count;
}

static size_t count_wanted(const struct frame_choice *choice, size_t count)
{
	size_t wanted = 0;

	for (size_t k = 0; k < choice->range_count; k++) {
		struct range range = choice->ranges[k];

		if (clip(&range, count) && wanted <= MAX_FRAMES)
			wanted += range.last - range.first + 1;
	}
	return wanted;
}

uint32_t *frame_choice_list(const struct frame_choice *choice, size_t count,
			    size_t declared, bool in_order, const char *input,
			    struct report *report, size_t *list_count)
{
	struct range whole = { .last = UINT32_MAX };
	const struct frame_choice all = { &whole, 1 };
	const struct frame_choice *wanted = choice->range_count ? choice : &all;
	const size_t most = in_order ? count : count_wanted(wanted, count);
	uint32_t *list;

	if (choice->range_count && !check(choice, declared, input, report))
		return NULL;
	if (most > MAX_FRAMES && choice->range_count) {
		report_error(report, input, EXH_NO_OFFSET,
			     "--frames: more than %d frames", MAX_FRAMES);
		return NULL;
	}
	list = mem_alloc(most, sizeof *list);
	*list_count = in_order ? list_in_order(wanted, count, list)
			       : list_as_given(wanted, count, list);
	if (*list_count)
		return list;
	report_error(report, input, EXH_NO_OFFSET,
		     "none of the selected frames is complete");
	free(list);
	return NULL;
}
